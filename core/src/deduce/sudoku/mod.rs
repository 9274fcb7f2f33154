//! Sudoku with boxes of any size: a ladder of techniques on the candidates of cells.

mod bits;
mod board;
mod techniques;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use encycle_encodings::kinds::sudoku::Sudoku;

use crate::deduce::ladder::{DeduceError, Known, Ladder, Rung, StepLog, climb};
use crate::deduce::{Level, Technique, TechniqueSet};
use crate::puzzle::Puzzle;
use bits::ValueSet;
use board::{SudokuBoard, Tables};

const SINGLES: &str = "the rules of Sudoku; Davis 2006, The Mathematics of Sudoku";
const SUBSETS: &str = "Davis 2006, The Mathematics of Sudoku; \
                       Crook 2009, A Pencil-and-Paper Algorithm for Solving Sudoku Puzzles: preemptive sets";
const DAVIS: &str = "Davis 2006, The Mathematics of Sudoku";

// four words of 64 bits hold the values of the largest Sudoku
const _: () = assert!(Sudoku::MAX_SIDE <= 4 * 64);

impl<const N: usize> SudokuBoard<'_, N> {
    const RUNGS: [Rung<Self>; 12] = [
        Rung::new(
            Level::Easy,
            ["naked-single", "a cell with one candidate has that value", SINGLES],
            |board, log| techniques::naked_single(board, log),
        ),
        Rung::new(
            Level::Easy,
            [
                "hidden-single",
                "a value with only one possible cell in a unit is in that cell",
                SINGLES,
            ],
            |board, log| techniques::hidden_single(board, log),
        ),
        Rung::new(
            Level::Medium,
            [
                "locked-candidates",
                "a value confined to one line within a box is in no other cell of that line (pointing), and a \
                 value confined to one box within a line is in no other cell of that box (claiming)",
                DAVIS,
            ],
            |board, log| techniques::locked_candidates(board, log),
        ),
        Rung::new(
            Level::Medium,
            [
                "naked-pair",
                "two cells of a unit with two candidates in all take these two values",
                SUBSETS,
            ],
            |board, log| techniques::naked(board, 2, log),
        ),
        Rung::new(
            Level::Medium,
            [
                "hidden-pair",
                "two values with two possible cells of a unit in all take these cells",
                SUBSETS,
            ],
            |board, log| techniques::hidden(board, 2, log),
        ),
        Rung::new(
            Level::Hard,
            ["naked-triple", "three cells of a unit with three candidates in all", SUBSETS],
            |board, log| techniques::naked(board, 3, log),
        ),
        Rung::new(
            Level::Hard,
            ["hidden-triple", "three values with three possible cells of a unit in all", SUBSETS],
            |board, log| techniques::hidden(board, 3, log),
        ),
        Rung::new(
            Level::Hard,
            [
                "x-wing",
                "a value confined to the same two columns in two rows is in no other cell of these columns, \
                 and the same with rows and columns exchanged",
                DAVIS,
            ],
            |board, log| techniques::fish(board, 2, log),
        ),
        Rung::new(
            Level::Hard,
            [
                "xy-wing",
                "a cell with x and y sees a cell with x and z and one with y and z: one of the two is z",
                DAVIS,
            ],
            |board, log| techniques::xy_wing(board, log),
        ),
        Rung::new(
            Level::Hard,
            ["swordfish", "an X-wing of three rows and three columns", DAVIS],
            |board, log| techniques::fish(board, 3, log),
        ),
        Rung::new(
            Level::Hard,
            ["naked-quad", "four cells of a unit with four candidates in all", SUBSETS],
            |board, log| techniques::naked(board, 4, log),
        ),
        Rung::new(
            Level::Hard,
            ["hidden-quad", "four values with four possible cells of a unit in all", SUBSETS],
            |board, log| techniques::hidden(board, 4, log),
        ),
    ];
}

/// Returns the techniques, the simplest first.
pub(super) fn techniques() -> Vec<Technique> {
    SudokuBoard::<1>::RUNGS.map(|rung| rung.about).to_vec()
}

/// Returns a ladder whose candidate sets are as small as the number of values allows.
pub(super) fn ladder(puzzle: &Sudoku) -> Box<dyn Ladder + Send> {
    match puzzle.side() {
        0..=64 => Box::new(SudokuLadder::<1>::new(puzzle)),
        _ => Box::new(SudokuLadder::<4>::new(puzzle)),
    }
}

/// The ladder of Sudoku, with its tables and buffers.
struct SudokuLadder<const N: usize> {
    tables: Arc<Tables>,
    candidates: Vec<ValueSet<N>>,
    singles: Vec<u32>,
}

impl<const N: usize> SudokuLadder<N> {
    /// Builds the tables for the size of a puzzle.
    fn new(puzzle: &Sudoku) -> Self {
        Self { tables: Tables::of(puzzle), candidates: Vec::new(), singles: Vec::new() }
    }

    /// Returns a board with only the clues applied.
    fn board<'a>(&'a mut self, puzzle: &'a Sudoku) -> SudokuBoard<'a, N> {
        let all = ValueSet::below(self.tables.side());
        self.candidates.clear();
        self.candidates.resize(puzzle.clues().len(), all);
        self.singles.clear();
        let mut board = SudokuBoard {
            tables: &self.tables,
            puzzle,
            candidates: &mut self.candidates,
            all,
            singles: &mut self.singles,
            open: puzzle.clues().len(),
            sought: &[],
            dead: false,
        };
        for (cell, &clue) in puzzle.clues().iter().enumerate() {
            if let Some(value) = (clue as usize).checked_sub(1) {
                board.keep(cell as u32, ValueSet::only(value));
            }
        }
        if board.tables.side() == 1 {
            // the only cell starts with a single candidate
            board.open = 0;
        }
        board
    }
}

impl<const N: usize> Ladder for SudokuLadder<N> {
    fn fits(&self, puzzle: &Puzzle) -> bool {
        matches!(puzzle, Puzzle::Sudoku(puzzle) if self.tables.fits(puzzle))
    }

    fn climb(
        &mut self,
        puzzle: &Puzzle,
        techniques: &TechniqueSet,
        log: &mut StepLog,
    ) -> Result<Known, DeduceError> {
        let side = self.tables.side();
        let Puzzle::Sudoku(sudoku) = puzzle else {
            return Ok(Some(vec![None; puzzle.atom_count()]));
        };
        let mut board = self.board(sudoku);
        climb(&mut board, &SudokuBoard::RUNGS, techniques, SudokuBoard::is_over, log);
        if board.dead {
            return Ok(None);
        }
        let mut known = vec![Some(false); side * board.candidates.len()];
        for (cell, candidates) in board.candidates.iter().enumerate() {
            let is_only = !candidates.has_more_than(1);
            candidates
                .iter()
                .for_each(|value| known[cell * side + value] = is_only.then_some(true));
        }
        Ok(Some(known))
    }

    fn derives(&mut self, puzzle: &Puzzle, techniques: &TechniqueSet, atoms: &[usize]) -> bool {
        let side = self.tables.side();
        let Puzzle::Sudoku(sudoku) = puzzle else { return false };
        let sought: Vec<u32> = atoms.iter().map(|&atom| (atom / side) as u32).collect();
        let mut board = SudokuBoard { sought: &sought, ..self.board(sudoku) };
        climb(
            &mut board,
            &SudokuBoard::RUNGS,
            techniques,
            SudokuBoard::is_over,
            &mut StepLog::silent(),
        );
        let is_found = |&atom: &usize| board.candidates[atom / side] == ValueSet::only(atom % side);
        !board.dead && atoms.iter().all(is_found)
    }
}
