//! The clues that hold if nothing more is marked.

use std::collections::{HashMap, HashSet};
use std::fmt;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::kinds::nurikabe::{IslandClue, Nurikabe};
use encycle_encodings::kinds::written::RuleInstance;
use encycle_encodings::logic::{Constraint, ConstraintSink, Lit, Origin, Place, Var};
use encycle_encodings::puzzle::{Extent, Sketch, Solution, SolutionForm};

use crate::page::board::{note_places, shows_values};
use crate::page::job::values;
use crate::page::whole;
use crate::puzzle::Puzzle;
use crate::solve::atom_literals;

/// The clues that hold if nothing more is marked.
#[derive(Default)]
pub(super) struct FinishedClues {
    /// The cells with such clues.
    pub cells: Vec<usize>,
    /// The numbers of such clues among [`Board::notes`](crate::page::Board::notes).
    pub notes: Vec<usize>,
}

/// Returns the clues that hold if nothing more is marked, and about which something is marked.
pub(super) fn finished_clues(
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
    statements: &[RuleInstance],
    known: &[Option<bool>],
    candidate: &Solution,
) -> FinishedClues {
    let (Extent::Grid(grid), Sketch::Grid(sketch)) = (puzzle.extent(), puzzle.sketch(None)) else {
        return FinishedClues::default();
    };
    let states = match puzzle {
        Puzzle::Written(_) => of_statements(puzzle, statements, known, candidate),
        Puzzle::Nurikabe(puzzle) => of_islands(puzzle, known, candidate),
        _ => of_constraints(encoding, known, candidate),
    };
    let is_finished =
        |place: &Place| states.get(place).is_some_and(|state| state.is_marked && !state.fails);
    // a given value is not a clue about other cells
    let given = match puzzle.form() {
        SolutionForm::Values { values: 2.., .. } if shows_values(puzzle) => puzzle.value_texts(),
        _ => Vec::new(),
    };
    let is_clue = |cell: usize| {
        let text = sketch.texts[cell].as_ref().map(|label| &*label.text);
        let text = text.or(sketch.notes[cell].as_deref());
        text.is_some_and(|text| !given.iter().any(|value| value == text))
    };
    let place = |cell: usize| {
        let cell = grid.cell_at(cell);
        Place::Cell { row: cell.row, col: cell.col }
    };
    let cells = 0..grid.cell_count();
    let notes = note_places(&sketch).into_iter().enumerate();
    FinishedClues {
        cells: cells.filter(|&cell| is_clue(cell) && is_finished(&place(cell))).collect(),
        notes: notes.filter(|(_, place)| is_finished(place)).map(|(note, _)| note).collect(),
    }
}

/// What is known about the clue at a place.
#[derive(Clone, Copy, Default)]
struct ClueState {
    fails: bool,
    is_marked: bool,
}

type ClueStates = HashMap<Place, ClueState>;

fn note(states: &mut ClueStates, place: Place, holds: bool, is_marked: bool) {
    let state = states.entry(place).or_default();
    state.fails |= !holds;
    state.is_marked |= is_marked;
}

fn of_statements(
    puzzle: &Puzzle,
    statements: &[RuleInstance],
    known: &[Option<bool>],
    candidate: &Solution,
) -> ClueStates {
    let mut states = ClueStates::new();
    for one in statements {
        // what a cell is by itself is not what its clue says about others
        if whole::is_about_itself(puzzle, one) {
            continue;
        }
        let mut is_marked = false;
        one.meaning.each_atom(&mut |atom| {
            is_marked |= known.get(atom).copied().flatten().is_some();
        });
        let holds = one.meaning.bounds(&|atom| Some(candidate.has(atom))).0 > 0;
        let place = whole::line_of(puzzle, one).unwrap_or(one.place);
        note(&mut states, place, holds, is_marked);
    }
    states
}

/// Returns the states of islands: one holds if the cells around it are shaded and it has its number of cells, and no other clue.
fn of_islands(puzzle: &Nurikabe, known: &[Option<bool>], candidate: &Solution) -> ClueStates {
    let (grid, clues) = (puzzle.grid(), puzzle.clues());
    let mut states = ClueStates::new();
    let colours: Vec<Option<bool>> =
        (0..grid.cell_count()).map(|cell| Some(candidate.has(cell))).collect();
    for (cell, clue) in clues.iter().enumerate() {
        let Some(clue) = clue else { continue };
        let island = whole::area(grid, cell, &colours);
        let count = island.iter().filter(|&&cell| clues[cell].is_some()).count();
        let has_size = match clue {
            IslandClue::Cells(number) => island.len() == *number as usize,
            IslandClue::Any => true,
        };
        let around = island.iter().flat_map(|&cell| grid.neighbours(grid.cell_at(cell)));
        let is_marked = around.map(|cell| grid.cell_index(cell)).any(|cell| known[cell].is_some());
        let at = grid.cell_at(cell);
        let place = Place::Cell { row: at.row, col: at.col };
        note(&mut states, place, has_size && count == 1, is_marked);
    }
    states
}

fn of_constraints(
    encoding: &Encoding<'_>,
    known: &[Option<bool>],
    candidate: &Solution,
) -> ClueStates {
    let mut states = ClueStates::new();
    let Some(literals) = atom_literals(encoding) else { return states };
    let all: Vec<Option<bool>> = candidate.atoms().iter().copied().map(Some).collect();
    let drawn = values(&all, &literals);
    let drawn = drawn.into_iter().map(|value| value == Some(true)).collect();
    let atoms = literals.iter().flatten().map(|literal: &Lit| literal.vidx()).collect();
    let known = values(known, &literals);
    encoding.encode(&mut ClueSink { atoms, known, drawn, variables: 0, states: &mut states });
    states
}

/// Evaluates the constraints that are about atoms only.
struct ClueSink<'a> {
    /// The variables of atoms.
    atoms: HashSet<usize>,
    /// The marks, by variable.
    known: Vec<Option<bool>>,
    /// The values if nothing more is marked, by variable.
    drawn: Vec<bool>,
    variables: u32,
    states: &'a mut ClueStates,
}

impl ConstraintSink for ClueSink<'_> {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) -> Var {
        self.variables += 1;
        Var::new(self.variables - 1)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        let (mut is_about_atoms, mut is_marked) = (true, false);
        constraint.for_each_literal(&mut |literal| {
            is_about_atoms &= self.atoms.contains(&literal.vidx());
            is_marked |= self.known.get(literal.vidx()).copied().flatten().is_some();
        });
        if is_about_atoms {
            let holds = constraint.is_satisfied(&self.drawn);
            note(self.states, origin.place, holds, is_marked);
        }
    }
}
