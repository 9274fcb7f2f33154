//! Neighbor Number: the propagators of Block 2024, section 2.2, with forward checking (2.1.1). Once all cells of a
//! constraint except one are known, the last cell loses the values that the constraint does not allow.
//!
//! By the rules, each row and column has exactly three digits, and two digits with only empty cells between them differ
//! by their distance. For example, `5 x ?` leaves 3, 7 or an empty cell for `?`, where `x` is an empty cell. The
//! redundant constraints follow from these rules, and hold for any two digits of a line.

mod board;
#[cfg(test)]
mod tests;

use encycle_encodings::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};

use crate::deduce::ladder::{DeduceError, Known, Ladder, Rung, StepLog, climb};
use crate::deduce::{Level, Technique, TechniqueSet};
use crate::puzzle::Puzzle;
use board::NeighborNumberBoard;

/// The candidates of a cell as bits: bit 0 for an empty cell, as in the paper, and one bit per digit.
type Domain = u16;

const EMPTY: Domain = 1;
const DIGITS: u32 = NeighborNumber::VALUES;
const ALL: Domain = (1 << (DIGITS + 1)) - 1;

/// A predicate on two digits and their distance in a line: whether the constraint allows them.
type Goes = fn(u32, u32, u32) -> bool;

const MIN_MAX: Goes = |x, y, distance| x.abs_diff(y) <= distance;
const ODD_EVEN: Goes = |x, y, distance| (x + y + distance).is_multiple_of(2);
const NOT_EQUAL: Goes = |x, y, _| x != y;

/// The redundant constraints; their effect on another cell of the line is tabulated.
const REDUNDANT: [Goes; 3] = [MIN_MAX, ODD_EVEN, NOT_EQUAL];

/// Entry `[c][d][x]` has the candidates that redundant constraint c leaves for a cell at distance d from a cell with
/// digit x. The entries for x = 0 are unused.
type Allowed = [Vec<[Domain; DIGITS as usize + 1]>; 3];

/// The ladder of Neighbor Number, with its tables.
pub(super) struct NeighborLadder {
    side: usize,
    /// The cells of the rows, then of the columns.
    lines: Vec<Vec<u32>>,
    allowed: Allowed,
    domains: Vec<Domain>,
    digits: Vec<u32>,
}

impl NeighborLadder {
    /// Builds the tables for the size of a puzzle.
    pub fn new(puzzle: &NeighborNumber) -> Self {
        let side = puzzle.side();
        let row = |row: usize| (0..side).map(|col| (row * side + col) as u32).collect();
        let column = |col: usize| (0..side).map(|row| (row * side + col) as u32).collect();
        let at = |goes: Goes, distance: u32| {
            std::array::from_fn(|x| {
                let others = (1..=DIGITS).filter(|&y| goes(x as u32, y, distance));
                others.fold(EMPTY, |allowed, y| allowed | 1 << y)
            })
        };
        let allowed = REDUNDANT.map(|goes| (0..side as u32).map(|d| at(goes, d)).collect());
        Self {
            side,
            lines: (0..side).map(row).chain((0..side).map(column)).collect(),
            allowed,
            domains: Vec::new(),
            digits: Vec::new(),
        }
    }

    /// Returns a board with only the clues applied.
    fn board(&mut self, puzzle: &NeighborNumber) -> NeighborNumberBoard<'_> {
        let cells = puzzle.clues().len();
        self.domains.clear();
        self.domains.resize(cells, ALL);
        self.digits.clear();
        let mut board = NeighborNumberBoard {
            side: self.side,
            lines: &self.lines,
            allowed: &self.allowed,
            domains: &mut self.domains,
            digits: &mut self.digits,
            heard: [0; 3],
            open: cells,
            dead: false,
        };
        for (cell, &clue) in puzzle.clues().iter().enumerate() {
            let left = match clue {
                NeighborNumberClue::Unknown => ALL,
                NeighborNumberClue::Empty => EMPTY,
                NeighborNumberClue::Digit(digit) => 1 << digit,
            };
            board.keep(cell as u32, left);
        }
        board
    }
}

impl Ladder for NeighborLadder {
    fn fits(&self, puzzle: &Puzzle) -> bool {
        matches!(puzzle, Puzzle::NeighborNumber(puzzle) if puzzle.side() == self.side)
    }

    fn climb(
        &mut self,
        puzzle: &Puzzle,
        techniques: &TechniqueSet,
        log: &mut StepLog,
    ) -> Result<Known, DeduceError> {
        let Puzzle::NeighborNumber(neighbors) = puzzle else {
            return Ok(Some(vec![None; puzzle.atom_count()]));
        };
        let mut board = self.board(neighbors);
        climb(
            &mut board,
            &NeighborNumberBoard::RUNGS,
            techniques,
            |board| board.dead || board.open == 0,
            log,
        );
        let known = |&domain: &Domain| {
            (1..=DIGITS).map(move |digit| match domain >> digit & 1 {
                0 => Some(false),
                _ => domain.is_power_of_two().then_some(true),
            })
        };
        Ok((!board.dead).then(|| board.domains.iter().flat_map(known).collect()))
    }
}

/// Returns the techniques, the simplest first.
pub(super) fn techniques() -> Vec<Technique> {
    NeighborNumberBoard::RUNGS.map(|rung| rung.about).to_vec()
}

impl NeighborNumberBoard<'_> {
    const RUNGS: [Rung<Self>; 6] = [
        Rung::new(
            Level::Easy,
            [
                "only-three",
                "a line has exactly three digits, and its other cells are empty",
                "Block 2024, 2.2.1",
            ],
            |board, log| board.only_three(log),
        ),
        Rung::new(
            Level::Easy,
            [
                "number-difference",
                "two digits with only empty cells between them differ by their distance",
                "Block 2024, 2.2.1",
            ],
            |board, log| board.number_difference(false, log),
        ),
        Rung::new(
            Level::Medium,
            [
                "digit-or-empty",
                "a cell with only empty cells between it and a digit is empty or differs from the digit by their distance",
                "number-difference for a cell that may be empty",
            ],
            |board, log| board.number_difference(true, log),
        ),
        Rung::new(
            Level::Medium,
            [
                "min-max",
                "two digits of a line differ by at most their distance",
                "Block 2024, 2.2.2, equation 2.2",
            ],
            |board, log| board.redundant(0, log),
        ),
        Rung::new(
            Level::Hard,
            [
                "odd-even",
                "two digits of a line have the same parity exactly if their distance is even",
                "Block 2024, 2.2.2, equation 2.3",
            ],
            |board, log| board.redundant(1, log),
        ),
        Rung::new(
            Level::Hard,
            ["not-equal", "no digit occurs twice in a line", "Block 2024, 2.2.2, number 3"],
            |board, log| board.redundant(2, log),
        ),
    ];
}
