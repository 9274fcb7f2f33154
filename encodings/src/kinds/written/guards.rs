//! What the form of a rule tells: whether it uses a clue that may be absent, whether each of its clues holds or fails alone,
//! and whether an isometry of the grid keeps it.

use crate::cell_loops::Side;
use crate::kinds::written::terms::{
    Binder, Gathering, Needs, NumberComparison, Term, VOCABULARY, Word, each_term, map,
};

/// Returns a term that may be absent and is used without a condition, with the binders in whose scope it is; `None` if there is
/// none.
///
/// A binder's condition guards a clue if it mentions the clue: a comparison with an absent clue is false, so where the
/// condition holds, the clue exists (or the condition does not depend on it).
pub(super) fn unguarded<'t>(
    binders: &'t [Binder],
    body: &'t Term,
) -> Option<(&'t Term, Vec<&'t Binder>)> {
    Unguarded::default().below(binders, body)
}

/// The search for a term without a condition.
#[derive(Default)]
struct Unguarded<'t> {
    /// The terms that the conditions in scope mention.
    guards: Vec<&'t Term>,
    /// The binders in scope.
    scope: Vec<&'t Binder>,
}

impl<'t> Unguarded<'t> {
    fn below(
        &mut self,
        binders: &'t [Binder],
        body: &'t Term,
    ) -> Option<(&'t Term, Vec<&'t Binder>)> {
        let (guards, scope) = (self.guards.len(), self.scope.len());
        for binder in binders {
            if let Some(found) = self.within(&binder.set) {
                return Some(found);
            }
            if let Some(condition) = &binder.condition {
                condition.each(&mut |term| {
                    if term.is_absentable() {
                        self.guards.push(term);
                    }
                });
            }
            self.scope.push(binder);
        }
        let found = self.within(body);
        self.guards.truncate(guards);
        self.scope.truncate(scope);
        found
    }

    fn within(&mut self, term: &'t Term) -> Option<(&'t Term, Vec<&'t Binder>)> {
        match term {
            Term::Exists(_) => None,
            Term::Gather(_, binders, body) => self.below(binders, body),
            _ if term.is_absentable() && !self.guards.contains(&term) => {
                Some((term, self.scope.clone()))
            }
            _ => term.parts().into_iter().find_map(|part| self.within(part)),
        }
    }
}

/// Which clues a rule reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClueUse {
    /// None.
    Nothing,
    /// For each value of the binders, the clue of this variable, which the rule's own binders bind. So each clue holds or fails
    /// in a drawing, whatever the other clues are.
    OfVariable(usize),
    /// Others.
    Several,
}

/// What is known of the clues of a kind when a rule is read.
#[derive(Clone, Copy, Default)]
pub(super) struct ClueForm {
    /// Whether cells keep their clues, at least as a letter that says nothing. Then it does not count whether a cell has one.
    pub keeps_clues: bool,
    /// Whether numbers are without letters and arrows, so that a room whose number is read has one at most.
    pub has_plain_numbers: bool,
}

/// Returns which clues a rule reads.
pub(super) fn clue_use(binders: &[Binder], body: &Term, form: ClueForm) -> ClueUse {
    let sets: Vec<&Term> =
        binders.iter().flat_map(|one| std::iter::repeat_n(&one.set, one.count)).collect();
    // other clues may change the place of a clue among all, and which number is the first of a set
    let is_of_one = |word: Word, argument: &Term| match word {
        Word::IndexOf => false,
        Word::SetNumber => form.has_plain_numbers && is_room(argument, &sets),
        _ => true,
    };
    let mut found = ClueUse::Nothing;
    let mut look = |term: &Term| {
        let Term::Call(word, arguments) = term else { return };
        if !word.reads_clue() || form.keeps_clues && *word == Word::HasClue {
            return;
        }
        let here = match &arguments[..] {
            [one @ Term::Variable(at)] if *at < sets.len() && is_of_one(*word, one) => {
                ClueUse::OfVariable(*at)
            }
            _ => ClueUse::Several,
        };
        let is_new = found == ClueUse::Nothing || found == here;
        found = if is_new { here } else { ClueUse::Several };
    };
    each_term(binders, body, &mut look);
    found
}

/// Returns whether a term is a room, where the variables in scope range over these sets.
fn is_room(term: &Term, sets: &[&Term]) -> bool {
    match term {
        Term::Call(Word::Room, _) => true,
        Term::Variable(at) => sets.get(*at).is_some_and(|set| match set {
            Term::Call(Word::Rooms, _) => true,
            Term::List(all) => all.iter().all(|one| matches!(one, Term::Call(Word::Room, _))),
            _ => false,
        }),
        _ => false,
    }
}

/// Returns, for each set whose number a rule reads, whether it is a room.
fn numbered_sets(binders: &[Binder], body: &Term) -> Vec<bool> {
    let mut found = Vec::new();
    find_numbered(binders, body, &mut Vec::new(), &mut found);
    found
}

/// Adds to `found` whether the sets are rooms whose numbers are read below these binders, in the scope of variables that range
/// over `sets`.
fn find_numbered<'t>(
    binders: &'t [Binder],
    body: &'t Term,
    sets: &mut Vec<&'t Term>,
    found: &mut Vec<bool>,
) {
    let before = sets.len();
    for binder in binders {
        find_numbered_in(&binder.set, sets, found);
        sets.extend(std::iter::repeat_n(&binder.set, binder.count));
        if let Some(condition) = &binder.condition {
            find_numbered_in(condition, sets, found);
        }
    }
    find_numbered_in(body, sets, found);
    sets.truncate(before);
}

fn find_numbered_in<'t>(term: &'t Term, sets: &mut Vec<&'t Term>, found: &mut Vec<bool>) {
    match term {
        Term::Gather(_, binders, body) => find_numbered(binders, body, sets, found),
        _ => {
            if let Term::Call(Word::SetNumber, arguments) = term {
                found.extend(arguments.iter().map(|set| is_room(set, sets)));
            }
            term.parts().into_iter().for_each(|part| find_numbered_in(part, sets, found));
        }
    }
}

/// Returns whether a rule reads the number of a room.
pub(super) fn reads_room_number(binders: &[Binder], body: &Term) -> bool {
    numbered_sets(binders, body).contains(&true)
}

/// Returns whether a rule reads both numbers in cells and clues at the border.
pub(super) fn compares_numbers_with_border(binders: &[Binder], body: &Term) -> bool {
    let (mut has_number, mut has_border) = (false, false);
    each_term(binders, body, &mut |term| {
        let Term::Call(word, _) = term else { return };
        has_number |= matches!(word, Word::CellNumber | Word::SetNumber);
        has_border |= matches!(word, Word::BorderNumber | Word::BorderList);
    });
    has_number && has_border
}

/// Returns whether a rule may read clues at the border of the lines in a direction. A rule that names directions, such as
/// `d in (right, down)`, reads those of these directions.
pub(super) fn reads_border(binders: &[Binder], body: &Term, side: Side) -> bool {
    let (mut has_border, mut has_all, mut named) = (false, false, Vec::new());
    each_term(binders, body, &mut |term| match term {
        Term::Call(Word::BorderNumber | Word::BorderList, _) => has_border = true,
        Term::Call(Word::Directions | Word::Rows | Word::Columns, _) => has_all = true,
        Term::Side(one) => named.push(*one),
        _ => {}
    });
    has_border && (has_all || named.is_empty() || named.contains(&side))
}

/// Returns whether an isometry of the grid certainly keeps the rule: no direction is named, rows come with columns, no order
/// but that of a direction matters, and the two elements of a pair are interchangeable.
pub(super) fn is_symmetric(binders: &[Binder], body: &Term, form: ClueForm) -> bool {
    let whole = Term::Gather(Gathering::All, binders.to_vec(), Box::new(body.clone()));
    let mut words = Vec::new();
    let mut is_symmetric = pairs_are_symmetric(&whole, 0);
    let mut joined = 0;
    whole.each(&mut |term| match term {
        Term::Side(_) => is_symmetric = false,
        Term::Call(word, _) => words.push(*word),
        Term::Join(first, second) => {
            let are = |one: Word, other: Word| {
                matches!((&**first, &**second), (Term::Call(a, _), Term::Call(b, _)) if *a == one && *b == other)
            };
            joined += usize::from(are(Word::Rows, Word::Columns) || are(Word::Columns, Word::Rows));
        }
        _ => {}
    });
    let count = |word: Word| words.iter().filter(|one| **one == word).count();
    let has = |word: Word| count(word) > 0;
    const ASYMMETRIC: [Word; 10] = [
        Word::Height,
        Word::Width,
        Word::Row,
        Word::Column,
        Word::Position,
        Word::Boxes,
        Word::BoxesOf,
        Word::RectangleAt,
        Word::Mirrored,
        Word::IndexOf,
    ];
    const UNORDERED: [Word; 6] =
        [Word::Rows, Word::Columns, Word::Windows, Word::Diagonals, Word::Squares, Word::Crossings];
    let mut has_run = false;
    whole.each(&mut |term| {
        has_run |= matches!(term, Term::Gather(Gathering::Run | Gathering::Runs, ..));
    });
    let reads_order = has_run || has(Word::Before);
    // which number of a set is the first, unless it is a room with one
    let reads_first =
        numbered_sets(binders, body).iter().any(|is_room| !is_room || !form.has_plain_numbers);
    let is_unordered = |word: &Word| UNORDERED.contains(word);
    is_symmetric
        && !ASYMMETRIC.into_iter().any(has)
        && count(Word::Rows) == joined
        && count(Word::Columns) == joined
        && !reads_first
        && !(reads_order && words.iter().any(is_unordered))
}

/// Returns whether every permutation of the values certainly keeps the rule: values, and numbers of clues, are compared only with
/// each other, and only for equality.
pub(super) fn has_equal_values(binders: &[Binder], body: &Term) -> bool {
    let whole = Term::Gather(Gathering::All, binders.to_vec(), Box::new(body.clone()));
    compares_equality(&whole, &mut Vec::new())
}

/// The words that read clues, but no numbers.
const NUMBERLESS: [Word; 6] =
    [Word::HasClue, Word::IndexOf, Word::Unknown, Word::LetterOf, Word::Arrow, Word::Sees];

/// Returns the same of a term. `scope` has for each variable whether it is a value.
fn compares_equality(term: &Term, scope: &mut Vec<bool>) -> bool {
    match term {
        Term::Compare(first, NumberComparison::Equal | NumberComparison::Unequal, second)
            if is_value(first, scope) && is_value(second, scope) =>
        {
            parts_compare_equality(first, scope) && parts_compare_equality(second, scope)
        }
        Term::Exists(inner) if is_value(inner, scope) => parts_compare_equality(inner, scope),
        Term::Gather(gathering, binders, body) => {
            let outer = scope.len();
            let are_equal = binders.iter().all(|binder| {
                let are_values = matches!(binder.set, Term::Call(Word::Values, _));
                let is_equal = are_values || compares_equality(&binder.set, scope);
                scope.extend(std::iter::repeat_n(are_values, binder.count));
                is_equal
                    && binder.condition.as_ref().is_none_or(|one| compares_equality(one, scope))
            });
            let is_equal = are_equal
                && match *gathering {
                    Gathering::Distinct if is_value(body, scope) => {
                        parts_compare_equality(body, scope)
                    }
                    _ => compares_equality(body, scope),
                };
            scope.truncate(outer);
            is_equal
        }
        Term::Call(Word::Values, _) => false,
        Term::Call(word, _) if word.reads_clue() && !NUMBERLESS.contains(word) => false,
        other => !is_value(other, scope) && parts_compare_equality(other, scope),
    }
}

fn parts_compare_equality(term: &Term, scope: &mut Vec<bool>) -> bool {
    term.parts().into_iter().all(|part| compares_equality(part, scope))
}

/// Returns whether a term is a value of a cell, or a number that may be compared with one.
fn is_value(term: &Term, scope: &[bool]) -> bool {
    match term {
        Term::Variable(at) => scope[*at],
        Term::Call(word, _) => matches!(word, Word::ValueOf | Word::CellNumber),
        _ => false,
    }
}

/// Returns whether the two variables of each pair are interchangeable in a statement with this many variables in scope.
fn pairs_are_symmetric(term: &Term, in_scope: usize) -> bool {
    let Term::Gather(_, binders, _) = term else {
        return term.parts().into_iter().all(|part| pairs_are_symmetric(part, in_scope));
    };
    let is_pair =
        |binder: &Binder| binder.count == 2 && !matches!(binder.set, Term::Call(Word::Frontier, _));
    let mut place = in_scope;
    let are_own = binders.iter().all(|binder| {
        let here = place;
        place += binder.count;
        !is_pair(binder) || normal(&swapped(term, here)) == normal(term)
    });
    let total: usize = binders.iter().map(|binder| binder.count).sum();
    are_own && term.parts().into_iter().all(|part| pairs_are_symmetric(part, in_scope + total))
}

/// Exchanges the variables at a place and behind it.
fn swapped(term: &Term, place: usize) -> Term {
    map(term, &|term| match term {
        Term::Variable(at) if *at == place => Some(Term::Variable(place + 1)),
        Term::Variable(at) if *at == place + 1 => Some(Term::Variable(place)),
        _ => None,
    })
}

/// Sorts what may be exchanged.
fn normal(term: &Term) -> Term {
    let sorted = |mut terms: Vec<Term>| {
        terms.sort_by_key(|term| format!("{term:?}"));
        terms
    };
    let two = |a: &Term, b: &Term| {
        let [a, b]: [Term; 2] =
            sorted(vec![normal(a), normal(b)]).try_into().unwrap_or_else(|_| unreachable!("two"));
        (Box::new(a), Box::new(b))
    };
    match term {
        Term::And(parts) => Term::And(sorted(parts.iter().map(normal).collect())),
        Term::Or(parts) => Term::Or(sorted(parts.iter().map(normal).collect())),
        Term::Iff(a, b) => {
            let (a, b) = two(a, b);
            Term::Iff(a, b)
        }
        Term::Same(a, b) => {
            let (a, b) = two(a, b);
            Term::Same(a, b)
        }
        Term::Compare(a, comparison @ (NumberComparison::Equal | NumberComparison::Unequal), b) => {
            let (a, b) = two(a, b);
            Term::Compare(a, *comparison, b)
        }
        Term::Call(Word::LinkBetween, arguments) => {
            Term::Call(Word::LinkBetween, sorted(arguments.iter().map(normal).collect()))
        }
        Term::Not(inner) => Term::Not(Box::new(normal(inner))),
        Term::Sum(terms) => {
            let mut terms: Vec<(i64, Term)> =
                terms.iter().map(|(factor, term)| (*factor, normal(term))).collect();
            terms.sort_by_key(|term| format!("{term:?}"));
            Term::Sum(terms)
        }
        Term::Compare(a, comparison, b) => {
            Term::Compare(Box::new(normal(a)), *comparison, Box::new(normal(b)))
        }
        Term::Gather(gathering, binders, body) => {
            let binders = binders.iter().map(|binder| Binder {
                condition: binder.condition.as_ref().map(normal),
                ..binder.clone()
            });
            Term::Gather(*gathering, binders.collect(), Box::new(normal(body)))
        }
        other => other.clone(),
    }
}

/// Returns whether a rule reads clues.
pub(super) fn reads_clues(binders: &[Binder], body: &Term) -> bool {
    clue_use(binders, body, ClueForm::default()) != ClueUse::Nothing
}

/// Returns whether a rule reads what a clue is, and not only whether there is one, or its place among all.
pub(super) fn reads_symbol(binders: &[Binder], body: &Term) -> bool {
    let mut reads = false;
    each_term(binders, body, &mut |term| {
        let Term::Call(word, _) = term else { return };
        reads |= word.reads_clue() && !matches!(word, Word::HasClue | Word::IndexOf);
    });
    reads
}

/// Returns whether a rule reads clues or rooms.
pub(super) fn reads_clues_or_rooms(binders: &[Binder], body: &Term) -> bool {
    let mut reads = reads_clues(binders, body);
    each_term(binders, body, &mut |term| {
        let Term::Call(word, _) = term else { return };
        reads |= VOCABULARY.iter().any(|row| row.word == *word && row.needs == Needs::Rooms);
    });
    reads
}

/// Returns whether a statement is about the length of a run.
pub(super) fn has_run(body: &Term) -> bool {
    let mut has_run = false;
    body.each(&mut |term| has_run |= matches!(term, Term::Gather(Gathering::Run, ..)));
    has_run
}

/// Returns whether a rule uses a word.
pub(super) fn reads(binders: &[Binder], body: &Term, word: Word) -> bool {
    let whole = Term::Gather(Gathering::All, binders.to_vec(), Box::new(body.clone()));
    let mut reads = false;
    whole.each(&mut |term| reads |= matches!(term, Term::Call(one, _) if *one == word));
    reads
}
