//! The encoder: every rule for all values of its binders, as constraints.

mod compile;
mod evaluate;
mod lists;
mod symbolic;
mod words;

use crate::cell_loops::CellBoard;
use crate::cell_values::CellValues;
use crate::encoding::EncodingError;
use crate::kinds::written::WrittenKind;
use crate::kinds::written::clues::WrittenClues;
use crate::kinds::written::file::Rule;
use crate::kinds::written::guards::ClueUse;
use crate::kinds::written::terms::{Term, Word};

pub(super) use compile::Compiled;
use evaluate::Evaluation;

/// What the atoms of a puzzle are.
#[derive(Clone, Copy)]
pub(super) enum Atoms<'a> {
    /// The links of a board.
    Links(&'a CellBoard),
    /// The values of cells; shaded cells have the single value 1.
    Values { values: CellValues, may_be_empty: bool },
}

impl Atoms<'_> {
    fn count(self) -> usize {
        match self {
            Self::Links(board) => board.graph().edge_count(),
            Self::Values { values, .. } => values.count(),
        }
    }
}

/// Makes the constraints of all rules of a puzzle.
///
/// # Errors
/// The rules become too many constraints.
pub(super) fn compile(
    kind: WrittenKind,
    clues: &WrittenClues,
    atoms: Atoms<'_>,
) -> Result<Compiled, EncodingError> {
    compile_rules(kind, clues, atoms, &|_| true)
}

/// Makes the constraints of those rules of a puzzle that read clues.
///
/// # Errors
/// The rules become too many constraints.
pub(super) fn compile_clue_rules(
    kind: WrittenKind,
    clues: &WrittenClues,
    atoms: Atoms<'_>,
) -> Result<Compiled, EncodingError> {
    compile_rules(kind, clues, atoms, &|rule| rule.clue_use != ClueUse::Nothing)
}

/// Makes the constraints of those rules of a puzzle that may fix whether the loop visits a cell, and returns whether these are
/// all rules. The length of a line fixes no cell, so rules about such lengths, which become the most constraints, are left out.
///
/// # Errors
/// The rules become too many constraints.
pub(super) fn compile_fixing_rules(
    kind: WrittenKind,
    clues: &WrittenClues,
    atoms: Atoms<'_>,
) -> Result<(Compiled, bool), EncodingError> {
    let are_all = !kind.file().rules.iter().any(|rule| rule.has_run);
    Ok((compile_rules(kind, clues, atoms, &|rule| !rule.has_run)?, are_all))
}

fn compile_rules(
    kind: WrittenKind,
    clues: &WrittenClues,
    atoms: Atoms<'_>,
    is_wanted: &dyn Fn(&Rule) -> bool,
) -> Result<Compiled, EncodingError> {
    let mut compiled = Compiled::new(atoms.count());
    let mut evaluation = Evaluation::new(clues, atoms, &mut compiled);
    let file = kind.file();
    match file.rules.iter().filter(|rule| is_wanted(rule)).all(|rule| evaluation.rule(rule)) {
        true => Ok(compiled),
        false => Err(Compiled::too_large(file.base_name)),
    }
}

/// Returns the value of a term that the drawing does not change, such as the largest value; `None` if it is too large or about
/// an absent clue.
pub(super) fn fixed_number(clues: &WrittenClues, term: &Term) -> Option<i64> {
    let values = CellValues { grid: clues.grid(), values: 1 };
    let atoms = Atoms::Values { values, may_be_empty: true };
    Evaluation::new(clues, atoms, &mut Compiled::new(0)).fixed_number(term)
}

/// Returns the number of the box of each cell, if a rule is about boxes. The first word counts whose boxes are not rows or
/// columns.
pub(super) fn boxes(kind: WrittenKind, clues: &WrittenClues) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for rule in &kind.file().rules {
        let mut see = |term: &'static Term| {
            if matches!(term, Term::Call(Word::Boxes | Word::BoxesOf, _)) {
                found.push(term);
            }
        };
        rule.binders.iter().for_each(|binder| binder.set.each(&mut see));
        rule.body.each(&mut see);
    }
    let values = CellValues { grid: clues.grid(), values: 1 };
    let atoms = Atoms::Values { values, may_be_empty: true };
    let is_wide = |sets: &Vec<Vec<usize>>| {
        sets.iter().any(|cells| {
            let mut cells = cells.iter().map(|&cell| clues.grid().cell_at(cell));
            let first = cells.next();
            first.is_some_and(|first| cells.any(|one| one.row != first.row && one.col != first.col))
        })
    };
    let found = found.into_iter().filter(|term| term.is_closed());
    let mut sets =
        found.filter_map(|term| Evaluation::new(clues, atoms, &mut Compiled::new(0)).sets(term));
    let sets = sets.find(is_wide)?;
    let mut boxes = vec![0; clues.grid().cell_count()];
    for (number, cells) in sets.into_iter().enumerate() {
        cells.into_iter().for_each(|cell| boxes[cell] = number);
    }
    Some(boxes)
}
