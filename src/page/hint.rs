//! `hint`: the next step of a player, with its reason.

use std::collections::HashMap;
use std::time::Duration;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::export::list_clauses;
use encycle_encodings::grid::Edge;
use encycle_encodings::kinds::reachability::Wall;
use encycle_encodings::logic::{ConstraintSink, Lit, LoweringOptions, Place};
use encycle_encodings::puzzle::{Solution, SolutionForm};
use encycle_encodings::rules::GLOBAL_CONSTRAINTS;
use encycle_solvers::{BatSat, Limits, SolverStatus};
use web_time::Instant;

use crate::deduce::{
    Deducer, DeductionStep, Level, StepWording, Technique, fact_words, list_words, place_words,
    techniques,
};
use crate::page::check::{candidate, known, mistake, spot_of_atoms, without_codes};
use crate::page::job::{JobError, common_atoms, puzzle, values};
use crate::page::{Event, Hint, Marks, Spot, whole};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::solve::{CommonAtoms, atom_literals};

/// The maximum number of facts of a hint.
const MOST_FACTS: usize = 6;

/// The number of facts that a sentence lists; it counts the others.
const MOST_LISTED: usize = 3;

/// The time limit of the search for a fact, if no technique gives one.
const SEARCH_LIMIT: Duration = Duration::from_secs(20);

/// The words of a hint for a solved puzzle.
const NOTHING_LEFT: &str = "nothing is left to do";

/// Answers `hint`.
pub(super) fn hint(text: &str, marks: &Marks) -> Result<Event, JobError> {
    let puzzle = puzzle(text)?;
    let candidate = candidate(&puzzle, marks)?;
    let hint = match puzzle.check(&candidate) {
        Ok(()) => Hint { words: NOTHING_LEFT.to_owned(), ..Hint::default() },
        Err(_) => next(&puzzle, &known(&puzzle, marks)?, &candidate)?,
    };
    Ok(Event::Hint(Box::new(hint)))
}

/// Returns the next step: a mistake first, then a technique, then a fact that was found by search, or that there is none.
fn next(puzzle: &Puzzle, known: &[Option<bool>], candidate: &Solution) -> Result<Hint, JobError> {
    if let Some(mistake) = mistake(puzzle, known, candidate)? {
        return Ok(Hint {
            meaning: "Correct this first: every further step would rest on it.".to_owned(),
            words: format!("a mistake: {}", mistake.words),
            mistake: true,
            spot: mistake.spot,
            ..Hint::default()
        });
    }
    // the ladder of these kinds propagates many clauses in one step, but a person looks at one clause at a time
    let is_by_clause = match puzzle {
        Puzzle::Sudoku(_) | Puzzle::NeighborNumber(_) => false,
        Puzzle::Slitherlink(loops) => loops.grid().is_none(),
        _ => true,
    };
    if let (true, Some(hint)) = (is_by_clause, by_clause(puzzle, known)?) {
        return Ok(hint);
    }
    match by_technique(puzzle, known)? {
        Some(hint) => with_reason(puzzle, known, hint),
        None => by_search(puzzle, known),
    }
}

/// The techniques whose steps say only that an assumption was tried.
const ASSUMING: [&str; 2] = ["failed-literal", "dilemma"];

/// Replaces the words of a step that only says that an assumption fails by the rules and marks that contradict it, if they are
/// few.
fn with_reason(puzzle: &Puzzle, known: &[Option<bool>], hint: Hint) -> Result<Hint, JobError> {
    let is_assuming = hint.technique.as_deref().is_some_and(|name| ASSUMING.contains(&name));
    let present = hint.facts.present.iter().map(|&atom| (atom, true));
    let facts: Vec<(usize, bool)> =
        present.chain(hint.facts.absent.iter().map(|&atom| (atom, false))).collect();
    if !is_assuming {
        return Ok(hint);
    }
    Ok(match by_contradiction(puzzle, known, &facts)? {
        Some(reason) => Hint { level: hint.level, ..reason },
        None => hint,
    })
}

/// Returns the technique of a step. A Slitherlink on a graph has those of a Slitherlynx.
fn technique_of(puzzle: &Puzzle, name: &str) -> Option<Technique> {
    [puzzle.kind(), PuzzleKind::Slitherlynx]
        .into_iter()
        .flat_map(techniques)
        .find(|one| one.name == name)
}

/// Returns whether a player can mark an atom; reachability and fixed walls follow from the other marks.
fn is_markable(puzzle: &Puzzle, atom: usize) -> bool {
    match puzzle {
        Puzzle::Reachability(puzzle) => {
            atom < puzzle.graph().edge_count() && puzzle.wall(Edge(atom as u32)) == Wall::Free
        }
        _ => true,
    }
}

/// Returns a fact that follows from a single clause, because all other literals of the clause are false.
fn by_clause(puzzle: &Puzzle, known: &[Option<bool>]) -> Result<Option<Hint>, JobError> {
    let encoding = puzzle.encoding(&puzzle.default_encoding()).map_err(JobError::new)?;
    let Some(literals) = atom_literals(&encoding) else { return Ok(None) };
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let list = list_clauses(LoweringOptions::default(), &encode, usize::MAX, |_, _, _| true);
    let list = list.map_err(JobError::new)?;
    let mut values = values(known, &literals);
    values.resize(list.names.len().max(values.len()), None);
    let mut atoms = vec![None; values.len()];
    for (atom, literal) in literals.iter().enumerate() {
        if let Some(literal) = literal {
            atoms[literal.vidx()] = Some(atom);
        }
    }
    // a player who writes values does not strike out all other values
    let only_values = matches!(puzzle.form(), SolutionForm::Values { .. });
    let is_wanted = |literal: Lit| {
        atoms[literal.vidx()].is_some_and(|atom| is_markable(puzzle, atom))
            && (literal.is_pos() || !only_values)
    };
    // a fact that no player marks, such as that of an auxiliary variable, is not shown, but used to find further facts
    let found = loop {
        let mut is_changed = false;
        let mut found = None;
        for clause in &list.clauses {
            let Some(literal) = only(&clause.literals, &values) else { continue };
            if is_wanted(literal) {
                found = Some((clause, literal));
                break;
            }
            values[literal.vidx()] = Some(literal.is_pos());
            is_changed = true;
        }
        if found.is_some() || !is_changed {
            break found;
        }
    };
    let Some((clause, literal)) = found else { return Ok(None) };
    let Some(atom) = atoms[literal.vidx()] else { return Ok(None) };
    let families = encoding.families();
    let family = families.iter().find(|one| one.name == clause.origin.family);
    // the marks that make the other literals false
    let why = |literals: &[Lit]| {
        let others = literals.iter().filter(|other| other.vidx() != literal.vidx());
        let marked = others.filter_map(|other| Some((atoms[other.vidx()]?, !other.is_pos())));
        let marked = marked.filter(|&(atom, value)| known.get(atom) == Some(&Some(value)));
        let facts: Vec<String> =
            marked.map(|(atom, value)| fact_words(puzzle, atom, value)).collect();
        match facts.is_empty() {
            true => String::new(),
            false => format!(", because of: {}", list_words(&facts, MOST_LISTED)),
        }
    };
    let spot = match Spot::of(puzzle, clause.origin.place) {
        spot if spot.is_empty() => spot_of_atoms(puzzle, vec![atom]),
        spot => spot,
    };
    let name = technique_of(puzzle, "unit-propagation");
    Ok(Some(Hint {
        technique: name.as_ref().map(|one| one.name.to_owned()),
        level: name.as_ref().map(|one| one.level.name().to_owned()),
        meaning: family.map_or("", |family| without_codes(family.meaning)).to_owned(),
        source: family.map_or("", |family| family.source).to_owned(),
        place: place_words(puzzle, Some(clause.origin.place), atom),
        words: format!("{}{}", fact_words(puzzle, atom, literal.is_pos()), why(&clause.literals)),
        mistake: false,
        because: Vec::new(),
        facts: Marks::of_facts([(atom, literal.is_pos())]),
        spot: Some(spot),
    }))
}

/// Returns the only open literal of a clause whose other literals are all false.
fn only(clause: &[Lit], values: &[Option<bool>]) -> Option<Lit> {
    let value = |literal: &Lit| values[literal.vidx()].map(|value| value != literal.is_neg());
    let mut left = clause.iter().filter(|literal| value(literal) != Some(false));
    let (first, second) = (left.next()?, left.next());
    (second.is_none() && value(first).is_none()).then_some(*first)
}

/// Returns the facts of a step that are not marked, or are marked otherwise.
fn news(puzzle: &Puzzle, known: &[Option<bool>], facts: &[(usize, bool)]) -> Vec<(usize, bool)> {
    // a player who writes values does not strike out all other values, except in an empty cell of a Neighbor Number
    let only_values = matches!(puzzle.form(), SolutionForm::Values { .. })
        && puzzle.kind() != PuzzleKind::NeighborNumber;
    let is_new = |&&(atom, value): &&(usize, bool)| {
        known.get(atom).is_some_and(|&known| known != Some(value))
            && (value || !only_values)
            && is_markable(puzzle, atom)
    };
    facts.iter().filter(is_new).copied().collect()
}

fn by_technique(puzzle: &Puzzle, known: &[Option<bool>]) -> Result<Option<Hint>, JobError> {
    for level in Level::ALL {
        let deduced = Deducer::new(puzzle, level).deduce(puzzle).map_err(JobError::new)?;
        let steps = &deduced.steps;
        let mut found = steps.iter().enumerate().filter_map(|(number, step)| {
            let news = news(puzzle, known, &step.facts);
            (!news.is_empty()).then_some((number, news))
        });
        if let Some((number, mut facts)) = found.next() {
            // a person looks at a few facts at a time; the next hints have the others
            if facts.len() > MOST_FACTS {
                facts.sort_by_key(|&(_, value)| !value);
                facts.truncate(1);
            }
            return Ok(Some(of_step(puzzle, steps, number, &facts)));
        }
    }
    Ok(None)
}

/// Describes a step with new facts.
fn of_step(
    puzzle: &Puzzle,
    steps: &[DeductionStep],
    number: usize,
    facts: &[(usize, bool)],
) -> Hint {
    let step = &steps[number];
    let technique = technique_of(puzzle, step.technique);
    let wording = StepWording::new(puzzle, MOST_LISTED);
    let because =
        because(steps, number).into_iter().map(|index| wording.sentence(&steps[index].words));
    let atoms: Vec<usize> = facts.iter().map(|&(atom, _)| atom).collect();
    let first = atoms.first().copied().unwrap_or_default();
    // these steps only list their facts
    let words = match step.technique {
        "unit-propagation" => {
            let words = facts.iter().map(|&(atom, value)| fact_words(puzzle, atom, value));
            list_words(&words.collect::<Vec<_>>(), MOST_LISTED)
        }
        _ => wording.sentence(&step.words),
    };
    let spot = match step.place.map(|place| Spot::of(puzzle, place)) {
        Some(spot) if !spot.is_empty() => spot,
        _ => spot_of_atoms(puzzle, atoms),
    };
    Hint {
        technique: Some(step.technique.to_owned()),
        level: technique.map(|one| one.level.name().to_owned()),
        meaning: technique.map_or("", |one| one.meaning).to_owned(),
        source: technique.map_or("", |one| one.source).to_owned(),
        place: place_words(puzzle, step.place, first),
        words,
        mistake: false,
        because: because.collect(),
        facts: Marks::of_facts(facts.iter().copied()),
        spot: Some(spot),
    }
}

/// Returns the numbers of earlier steps on which a step rests, at most six. Only steps without facts are returned,
/// because the player already sees the facts of the others. If the technique does not record the steps on which it
/// rests, these are the steps after the last step with facts, except steps at another place.
fn because(steps: &[DeductionStep], number: usize) -> Vec<usize> {
    let mut chain: Vec<usize> = if steps[number].from.is_empty() {
        let is_near = |&index: &usize| [None, steps[number].place].contains(&steps[index].place);
        (0..number)
            .rev()
            .take_while(|&index| steps[index].facts.is_empty())
            .filter(is_near)
            .collect()
    } else {
        let (mut chain, mut waiting) = (Vec::new(), steps[number].from.clone());
        while let Some(index) = waiting.pop() {
            if index < number && steps[index].facts.is_empty() && !chain.contains(&index) {
                chain.push(index);
                waiting.extend(&steps[index].from);
            }
        }
        chain
    };
    chain.sort_unstable_by(|a, b| b.cmp(a));
    chain.truncate(6);
    chain.reverse();
    chain
}

/// Returns a fact of all solutions, or a hint without facts if there is none.
fn by_search(puzzle: &Puzzle, known: &[Option<bool>]) -> Result<Hint, JobError> {
    let atoms = match common_atoms(puzzle, SEARCH_LIMIT)? {
        CommonAtoms::Atoms(atoms, _) => atoms,
        CommonAtoms::NoSolution => return Err(JobError::new("the puzzle has no solution")),
        CommonAtoms::Unknown(limit, _) => {
            return Err(JobError::new(format!("no hint was found: {limit}")));
        }
    };
    let facts = atoms.iter().enumerate().filter_map(|(atom, &value)| Some((atom, value?)));
    let facts = news(puzzle, known, &facts.collect::<Vec<_>>());
    // lines and values first
    let Some(&fact) = facts.iter().find(|(_, value)| *value).or(facts.first()) else {
        let words = match atoms.contains(&None) {
            true => "the puzzle has several solutions, and nothing further holds in all of them",
            false => NOTHING_LEFT,
        };
        return Ok(Hint { words: words.to_owned(), ..Hint::default() });
    };
    if let Some(hint) = by_contradiction(puzzle, known, &facts)? {
        return Ok(hint);
    }
    let (atom, value) = fact;
    Ok(Hint {
        meaning: "No technique gives a further fact; this one was found by search.".to_owned(),
        place: place_words(puzzle, None, atom),
        words: format!("in every solution: {}", fact_words(puzzle, atom, value)),
        facts: Marks::of_facts([fact]),
        spot: Some(spot_of_atoms(puzzle, vec![atom])),
        ..Hint::default()
    })
}

/// The maximum number of facts for which a reason is looked for.
const MOST_CANDIDATES: usize = 24;
/// The maximum number of clauses of the formula in which a reason is looked for.
const MOST_CLAUSES: usize = 400_000;
/// The maximum number of rules and marks of a reason that is shown.
const LARGEST_REASON: usize = 12;
/// The time limit of the search for the smallest reason.
const REASON_LIMIT: Duration = Duration::from_secs(4);

/// Returns the fact with the smallest reason that was found: rules at places and marks that contradict its opposite. The reason
/// is minimal, because each part was left out once.
fn by_contradiction(
    puzzle: &Puzzle,
    known: &[Option<bool>],
    facts: &[(usize, bool)],
) -> Result<Option<Hint>, JobError> {
    let encoding = puzzle.encoding(&puzzle.default_encoding()).map_err(JobError::new)?;
    let Some(mut search) = ReasonSearch::new(&encoding, known)? else { return Ok(None) };
    let mut best: Option<((usize, bool), Vec<Lit>)> = None;
    for &(atom, value) in facts.iter().take(MOST_CANDIDATES) {
        let Some(literal) = search.literals[atom] else { continue };
        let opposite = if value { !literal } else { literal };
        let most = best.as_ref().map_or(LARGEST_REASON + 1, |(_, reason)| reason.len());
        if let Some(reason) = search.reason(&encoding, opposite, most) {
            best = Some(((atom, value), reason));
        }
    }
    let Some(((atom, value), reason)) = best else { return Ok(None) };
    Ok(Some(search.hint(puzzle, &encoding, (atom, value), &reason)))
}

/// A formula whose clauses hold if the rule at their place is assumed.
struct ReasonSearch {
    solver: BatSat,
    start: Instant,
    /// The literal of each atom.
    literals: Vec<Option<Lit>>,
    /// The rule and the place of each further variable.
    groups: Vec<(&'static str, Place)>,
    first_group: usize,
    /// What assumes the rule about the drawing as a whole, whose clauses are added where a model breaks it.
    whole: Option<Lit>,
    /// All rules and all marks.
    assumed: Vec<Lit>,
    marks: HashMap<Lit, (usize, bool)>,
}

impl ReasonSearch {
    /// Returns `None` if the formula is too large.
    fn new(encoding: &Encoding<'_>, known: &[Option<bool>]) -> Result<Option<Self>, JobError> {
        let Some(literals) = atom_literals(encoding) else { return Ok(None) };
        let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
        let list = list_clauses(LoweringOptions::default(), &encode, MOST_CLAUSES, |_, _, _| true);
        let list = list.map_err(JobError::new)?;
        if list.count > MOST_CLAUSES {
            return Ok(None);
        }
        let first_group = list.names.len();
        let mut numbers: HashMap<(&'static str, Place), usize> = HashMap::new();
        let mut groups = Vec::new();
        let mut solver = BatSat::new(None);
        solver.declare_variables(first_group);
        let mut clause = Vec::new();
        for one in &list.clauses {
            let key = (one.origin.family, one.origin.place);
            let group = *numbers.entry(key).or_insert_with(|| {
                groups.push(key);
                first_group + groups.len() - 1
            });
            clause.clone_from(&one.literals);
            clause.push(Lit::new(group as u32, true));
            solver.declare_variables(group + 1);
            solver.add_clause(&clause);
        }
        let rules = groups.len();
        let lines = encoding.puzzle().graph_of_atoms();
        let whole = encoding.global_constraint().filter(|_| lines.is_none()).map(|rule| {
            groups.push((rule.name(), Place::Whole));
            let group = first_group + groups.len() - 1;
            solver.declare_variables(group + 1);
            Lit::new(group as u32, false)
        });
        let marked = |(atom, literal): (usize, &Option<Lit>)| {
            let (literal, value) = ((*literal)?, known[atom]?);
            Some((if value { literal } else { !literal }, (atom, value)))
        };
        let marks: Vec<(Lit, (usize, bool))> =
            literals.iter().enumerate().filter_map(marked).collect();
        let rules = (0..rules).map(|group| Lit::new((first_group + group) as u32, false));
        // what is tried first is left out if it can be: the rule about the drawing as a whole is hardest to see
        let rules = whole.into_iter().chain(rules);
        // in the order of the atoms, so that a board has the same hint each time
        let assumed = rules.chain(marks.iter().map(|(literal, _)| *literal)).collect();
        let marks = marks.into_iter().collect();
        let start = Instant::now();
        Ok(Some(Self { solver, start, literals, groups, first_group, whole, assumed, marks }))
    }

    /// Returns the assumptions that the core of a contradiction has, or `None` if there is no contradiction, or no time.
    fn core(&mut self, encoding: &Encoding<'_>, assumed: &[Lit]) -> Option<Vec<Lit>> {
        loop {
            let wall = REASON_LIMIT.checked_sub(self.start.elapsed());
            let limits = Limits { wall, ..Limits::default() };
            limits.wall?;
            self.solver.assume(assumed);
            let model = match self.solver.solve(&limits) {
                SolverStatus::Unsatisfiable => return Some(self.solver.core()),
                SolverStatus::Satisfiable(model) => model,
                SolverStatus::Unknown => return None,
            };
            let whole = self.whole.filter(|whole| assumed.contains(whole))?;
            for mut clause in whole::broken_clauses(encoding, &model)? {
                clause.push(!whole);
                self.solver.add_clause(&clause);
            }
        }
    }

    /// Returns a minimal reason with fewer than `most` parts why a literal is false.
    fn reason(&mut self, encoding: &Encoding<'_>, literal: Lit, most: usize) -> Option<Vec<Lit>> {
        let mut all = self.assumed.clone();
        all.push(literal);
        let core = self.core(encoding, &all)?;
        let mut left: Vec<Lit> =
            all.into_iter().filter(|one| *one != literal && core.contains(one)).collect();
        let mut index = 0;
        while index < left.len() {
            let mut fewer = left.clone();
            fewer.remove(index);
            fewer.push(literal);
            match self.core(encoding, &fewer) {
                Some(core) => {
                    fewer.retain(|one| *one != literal && core.contains(one));
                    // those that were tried stay in front
                    left = fewer;
                }
                None => index += 1,
            }
            if index >= most {
                return None;
            }
        }
        (left.len() < most).then_some(left)
    }

    fn hint(
        &self,
        puzzle: &Puzzle,
        encoding: &Encoding<'_>,
        (atom, value): (usize, bool),
        reason: &[Lit],
    ) -> Hint {
        let rules = reason
            .iter()
            .filter_map(|literal| self.groups.get(literal.vidx().checked_sub(self.first_group)?));
        let mut spot = Spot::default();
        let mut because = Vec::new();
        let families = encoding.families();
        for &(family, place) in rules {
            let meaning = families.iter().find(|one| one.name == family).map(|one| one.meaning);
            let Some(meaning) = meaning.map(without_codes) else {
                let whole = GLOBAL_CONSTRAINTS.iter().find(|(rule, _)| *rule == family);
                because.extend(whole.map(|(_, meaning)| (*meaning).to_owned()));
                continue;
            };
            because.push(format!("{}: {meaning}", place_words(puzzle, Some(place), atom)));
            let part = Spot::of(puzzle, place);
            spot.add_cells(part.cells);
            spot.vertices.extend(part.vertices);
        }
        let marks = reason.iter().filter_map(|literal| self.marks.get(literal));
        let marks: Vec<String> =
            marks.map(|&(atom, value)| fact_words(puzzle, atom, value)).collect();
        let beside = match marks.is_empty() {
            true => String::new(),
            false => format!(", together with these marks: {}", list_words(&marks, MOST_LISTED)),
        };
        let count = match because.len() {
            1 => "a rule cannot hold".to_owned(),
            count => format!("{count} rules contradict each other"),
        };
        let spot = if spot.is_empty() { spot_of_atoms(puzzle, vec![atom]) } else { spot };
        let opposite = fact_words(puzzle, atom, !value);
        Hint {
            technique: Some("contradiction".to_owned()),
            meaning: "Suppose the opposite: a few rules and marks then contradict each other."
                .to_owned(),
            place: place_words(puzzle, None, atom),
            words: format!(
                "{}; suppose {opposite}: then {count}{beside}",
                fact_words(puzzle, atom, value)
            ),
            because,
            facts: Marks::of_facts([(atom, value)]),
            spot: Some(spot),
            ..Hint::default()
        }
    }
}
