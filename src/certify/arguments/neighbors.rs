//! Local arguments for Neighbor Number: a clause holds in every row and column that can be filled.

use encycle_encodings::grid::Cell;
use encycle_encodings::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};
use encycle_encodings::puzzle::Solution;

use crate::certify::arguments::Literal;

/// The possible contents of a cell, as one bit each: bit 0 for an empty cell, and bit d for the digit d.
type Contents = u16;

/// The maximum digit.
const DIGITS: usize = 9;
const ANY: Contents = (1 << (DIGITS + 1)) - 1;

/// The arguments for the clauses of a Neighbor Number puzzle. After the atoms of the puzzle there is an atom
/// `blank_ROW_COLUMN` for each cell, which is true if the cell is empty.
pub(super) struct NeighborArguments<'a> {
    puzzle: &'a NeighborNumber,
    /// The contents that the clue of each cell allows.
    allowed: Vec<Contents>,
}

impl<'a> NeighborArguments<'a> {
    pub fn new(puzzle: &'a NeighborNumber) -> Self {
        let allowed = puzzle.clues().iter().map(|clue| match clue {
            NeighborNumberClue::Unknown => ANY,
            NeighborNumberClue::Empty => 1,
            NeighborNumberClue::Digit(digit) => 1 << digit,
        });
        Self { puzzle, allowed: allowed.collect() }
    }

    /// Returns the names of the added atoms.
    pub fn names(&self) -> Vec<String> {
        let cells = self.puzzle.grid().cells();
        cells.map(|Cell { row, col }| format!("blank_{}_{}", row + 1, col + 1)).collect()
    }

    /// Returns the added atoms that are true in a solution.
    pub fn blanks(&self, solution: &Solution) -> Vec<usize> {
        let cells = self.allowed.len();
        let is_empty = |cell: &usize| (0..DIGITS).all(|digit| !solution.has(cell * DIGITS + digit));
        (0..cells).filter(is_empty).map(|cell| cells * DIGITS + cell).collect()
    }

    /// Returns the cell of an atom, and its content.
    fn content(&self, atom: usize) -> (usize, usize) {
        match atom.checked_sub(self.allowed.len() * DIGITS) {
            Some(cell) => (cell, 0),
            None => (atom / DIGITS, atom % DIGITS + 1),
        }
    }

    /// Returns whether every solution satisfies a clause, because a row or a column could not be filled if the clause
    /// were false.
    pub fn justify(&self, clause: &[Literal]) -> bool {
        let mut allowed = self.allowed.clone();
        for literal in clause {
            let (cell, content) = self.content(literal.atom);
            let own = 1 << content;
            allowed[cell] &= if literal.is_positive { !own } else { own };
        }
        let side = self.puzzle.side();
        let is_open = |cell: usize| {
            can_be_filled((0..side).map(|col| allowed[cell / side * side + col]))
                && can_be_filled((0..side).map(|row| allowed[row * side + cell % side]))
        };
        // every row and every column has a cell on the diagonal, so this finds a rule that the clues alone break
        // elsewhere
        clause.iter().any(|literal| !is_open(self.content(literal.atom).0))
            || (0..side).any(|line| !is_open(line * side + line))
    }
}

/// Returns whether a line of cells can hold three different digits such that consecutive digits differ by the distance
/// between their cells.
fn can_be_filled(line: impl Iterator<Item = Contents>) -> bool {
    // the digits so far, each with its position in the line
    let mut states: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
    for (place, allowed) in line.enumerate() {
        let mut next = Vec::new();
        for state in states {
            for digit in (1..=DIGITS).filter(|digit| allowed >> digit & 1 == 1) {
                let follows = state
                    .last()
                    .is_none_or(|&(before, last)| last.abs_diff(digit) == place - before);
                if state.len() < 3 && follows && state.iter().all(|&(_, known)| known != digit) {
                    next.push([&state[..], &[(place, digit)]].concat());
                }
            }
            if allowed & 1 == 1 {
                next.push(state);
            }
        }
        states = next;
    }
    states.iter().any(|state| state.len() == 3)
}
