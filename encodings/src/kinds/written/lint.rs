//! What is suspicious in a kind file that can be read.

use crate::grid::Grid;
use crate::kinds::written::check::RuleInstance;
use crate::kinds::written::clues::WrittenClues;
use crate::kinds::written::file::{KindFile, Rule};
use crate::kinds::written::puzzle::WrittenPuzzle;
use crate::kinds::written::terms::{Term, Word};
use crate::kinds::written::{WrittenKind, probes, terms};

/// The maximum number of atoms of which all values are tried.
const MOST_ATOMS: usize = 12;

/// The side of the grid on which the rules are tried.
const TRIED_SIDE: usize = 100;

impl WrittenKind {
    /// Returns what is suspicious: symbols and parameters that no rule uses, and rules that are always or never true.
    ///
    /// ```
    /// use encycle_encodings::kinds::written::WrittenKind;
    ///
    /// let kind = WrittenKind::parse(
    ///     "kind unused\nsymbol number 1..3\nsymbol w\ndraw shaded cells\n\
    ///      rule white for c in cells if letter(c) = w: unshaded(c)\n",
    /// )?;
    /// assert_eq!(kind.remarks(), ["no rule reads numbers, which cells may show"]);
    /// # Ok::<(), encycle_encodings::kinds::written::KindError>(())
    /// ```
    #[must_use]
    pub fn remarks(self) -> Vec<String> {
        let file = self.file();
        let mut remarks = unused(file);
        remarks.extend(file.rules.iter().filter_map(|rule| self.constant(rule)));
        remarks.extend(file.rules.iter().filter_map(|rule| self.other_letter(rule)));
        remarks
    }

    /// Returns the remark about a rule that asks for a letter other than the only one.
    fn other_letter(self, rule: &Rule) -> Option<String> {
        let [letter] = self.file().codec.alphabet.letters else { return None };
        let mut is_asked = false;
        let mut see = |term: &Term| {
            let Term::And(parts) = term else { return };
            // an absent clue is neither equal nor unequal
            let [Term::Exists(clue), Term::Not(other)] = &parts[..] else { return };
            let is_letter = matches!(**clue, Term::Call(Word::LetterOf, _));
            is_asked |= is_letter && matches!(&**other, Term::Same(one, _) if *one == *clue);
        };
        terms::each_term(&rule.binders, &rule.body, &mut see);
        let (name, letter) = (&rule.name, letter.letter);
        is_asked.then(|| {
            format!(
                "the rule `{name}` asks for a letter other than `{letter}`, which is the only one; \
                 for all cells without it, write `not letter(c) = {letter}`"
            )
        })
    }

    /// Returns the remark about a rule whose statement does not depend on the drawing, whatever the values of its binders.
    fn constant(self, rule: &Rule) -> Option<String> {
        let truth = match &rule.body {
            Term::And(parts) if parts.is_empty() => true,
            Term::Or(parts) if parts.is_empty() => false,
            Term::Compare(a, comparison, b) if a == b => comparison.holds(0, 0),
            _ => return None,
        };
        let always = if truth { "always true" } else { "never true" };
        Some(format!("the rule `{}` is {always}", rule.name))
    }

    /// Returns remarks about rules that a puzzle, such as the example of the kind, does not try: no drawing breaks them, or
    /// nothing meets their conditions. Where this is so on boards with random clues, too, the rule itself is suspicious.
    #[must_use]
    pub fn idle_rules(self, puzzle: &WrittenPuzzle) -> Vec<String> {
        let Some(own) = puzzle.tried_instances() else { return Vec::new() };
        let boards = probes::boards(self);
        let mut all: Vec<RuleInstance> =
            boards.iter().filter_map(WrittenPuzzle::tried_instances).flatten().collect();
        all.extend(own.iter().cloned());
        let remark = |rule: &'static Rule| {
            let name = &rule.name;
            match (Trial::of(rule, &all).fault(), Trial::of(rule, &own)) {
                (Some(what), _) => Some(format!("the rule `{name}` {what}, whatever the clues")),
                (None, Trial { is_met: false, .. }) => {
                    Some(format!("the rule `{name}`: nothing in the example meets its conditions"))
                }
                (None, Trial { can_break: false, .. }) => {
                    Some(format!("the rule `{name}`: no drawing of the example breaks it"))
                }
                _ => None,
            }
        };
        self.file().rules.iter().filter_map(remark).collect()
    }

    /// Returns the remark about a kind whose rules become too many constraints on a large grid without clues.
    #[must_use]
    pub fn size_remark(self) -> Option<String> {
        let grid = Grid::new(TRIED_SIDE, TRIED_SIDE)?;
        let file = self.file();
        let mut clues = WrittenClues::empty(self, grid);
        if file.codec.has_rooms {
            // rooms of 5 x 5 cells
            let name = |cell: crate::grid::Cell| format!("r{}_{}", cell.row / 5, cell.col / 5);
            clues.cells.rooms = grid.cells().map(name).collect();
        }
        let puzzle = WrittenPuzzle::without_conditions(self, clues).ok()?;
        let encodable = puzzle.as_encodable();
        let made = encodable.encoding(&encodable.default_encoding());
        made.err().map(|error| format!("{TRIED_SIDE} x {TRIED_SIDE} cells: {error}"))
    }
}

/// What is known of a rule after a trial on some boards.
struct Trial {
    /// Whether its conditions are met somewhere.
    is_met: bool,
    can_break: bool,
    can_hold: bool,
}

impl Trial {
    fn of(rule: &Rule, instances: &[RuleInstance]) -> Self {
        let own = || instances.iter().filter(|one| one.rule == rule.name);
        let can_be = |truth| own().any(|one| one.meaning.can_be(truth, MOST_ATOMS));
        Self { is_met: own().next().is_some(), can_break: can_be(false), can_hold: can_be(true) }
    }

    /// Returns what is wrong with the rule if these are all boards.
    fn fault(&self) -> Option<&'static str> {
        match self {
            Self { is_met: false, .. } => Some("has conditions that nothing meets"),
            Self { can_break: false, .. } => Some("is always true"),
            Self { can_hold: false, .. } => Some("is never true"),
            _ => None,
        }
    }
}

/// Returns remarks about symbols and parameters that no rule reads.
fn unused(file: &KindFile) -> Vec<String> {
    let mut read = Vec::new();
    let mut letters = Vec::new();
    let mut parameters = Vec::new();
    let mut see = |term: &Term| match term {
        Term::Exists(inner) if matches!(**inner, Term::Call(Word::LetterOf, _)) => {
            read.push(Word::HasClue);
        }
        Term::Call(word, _) => read.push(*word),
        Term::Letter(at) => letters.push(*at),
        Term::Parameter(at) => parameters.push(*at),
        _ => {}
    };
    for rule in &file.rules {
        terms::each_term(&rule.binders, &rule.body, &mut see);
    }
    if let crate::kinds::written::file::Drawing::Values { largest, .. } = &file.drawing {
        largest.each(&mut see);
    }
    let reads = |word: Word| read.contains(&word);
    let mut remarks = Vec::new();
    for (has, word, name) in [
        (file.codec.alphabet.has_lists, Word::CellList, "lists"),
        (file.codec.alphabet.has_sums, Word::SideNumber, "sums"),
    ] {
        if has && !reads(word) {
            remarks.push(format!("no rule reads {name}, which cells may show"));
        }
    }
    let whole = reads(Word::SymbolOf) || reads(Word::HasClue) || reads(Word::Sees);
    let numbers = whole || reads(Word::CellNumber) || reads(Word::SetNumber);
    let alphabet = &file.codec.alphabet;
    if alphabet.numbers.is_some() && !numbers {
        remarks.push("no rule reads numbers, which cells may show".to_owned());
    }
    if (alphabet.has_arrows || alphabet.has_letter_arrows) && !reads(Word::Arrow) {
        remarks.push("no rule reads arrows, which cells may show".to_owned());
    }
    for (at, letter) in alphabet.letters.iter().enumerate() {
        if !letters.contains(&at) && !whole {
            remarks.push(format!("no rule reads the letter `{}`", letter.letter));
        }
    }
    for (at, parameter) in file.parameters.iter().enumerate() {
        if !parameters.contains(&at) {
            remarks.push(format!("no rule reads the parameter `{}`", parameter.name));
        }
    }
    if file.has_corners && !reads(Word::CornerNumber) {
        remarks.push("no rule reads the numbers at corners".to_owned());
    }
    if file.has_border && !reads(Word::BorderNumber) && !reads(Word::BorderList) {
        remarks.push("no rule reads the numbers at the border".to_owned());
    }
    remarks
}

/// Returns the vocabulary for the reference page: each word with its arguments, its result, the statement that it needs, and
/// its meaning.
#[must_use]
pub fn vocabulary() -> Vec<[String; 4]> {
    let list = |types: &[terms::Type]| {
        types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let words = terms::VOCABULARY.iter().map(|row| {
        let call = match row.arguments {
            [] => row.name.to_owned(),
            types => format!("{}({})", row.name, list(types)),
        };
        [call, row.result.to_string(), row.needs.statement().to_owned(), row.meaning.to_owned()]
    });
    let gathered = terms::Gathering::WORDS.iter().map(|(word, gathering, meaning)| {
        let of = if gathering.takes_numbers() { "NUMBER" } else { "STATEMENT" };
        let call = format!("{word}({of} for ...)");
        [call, gathering.result().to_string(), String::new(), (*meaning).to_owned()]
    });
    words.chain(gathered).collect()
}

/// Returns the names that rules of a kind file cannot have, because drawings check rules with these names by themselves, or
/// because clauses with these names are added to encodings of every kind.
#[must_use]
pub fn reserved_rules() -> &'static [&'static str] {
    &crate::kinds::written::parser::RESERVED_RULES
}

/// Returns the names of the pictures that a symbol of a kind file may have.
#[must_use]
pub fn picture_names() -> Vec<&'static str> {
    crate::kinds::written::parser::pictures().map(|(name, _)| name).collect()
}

/// Returns the statements of a kind file, each with its form.
#[must_use]
pub fn statement_forms() -> Vec<(&'static str, &'static str)> {
    crate::kinds::written::parser::STATEMENTS.to_vec()
}
