//! Frames: the possible clues of each kind of puzzle, and their representation in a solver.
//!
//! A *frame* is a puzzle without clues. Its solutions are the solutions of the rules alone, and each added clue
//! excludes the solutions in which it does not hold. For example, the frame of a Slitherlink is the empty grid, and
//! each number in a cell is a possible clue. In the solver, a clue is an assumption literal, so the formula is built
//! only once.

mod cell_clues;
mod clues;
mod conditional;
mod impossible;
mod islands;
mod loops;
mod values;
mod walls;
mod written;

use crate::generate::clue_set::ClueSet;
use crate::generate::error::UnfitError;
use std::fmt::Debug;

use encycle_encodings::encoding::{Encoding, EncodingError};
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::codec::ClueSymbol;
use encycle_encodings::kinds::neighbor_number;
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::{Extent, Solution};
use rand_pcg::Pcg64Mcg;

use crate::generate::frame::cell_clues::CluesInCells;
use crate::generate::frame::impossible::ImpossibleFrame;
use crate::generate::frame::islands::IslandFrame;
use crate::generate::frame::islands::NumberFrame;
use crate::generate::frame::loops::LoopFrame;
use crate::generate::shapes::LoopSize;
use crate::puzzle::{Puzzle, PuzzleKind};

pub use clues::SlitherlinkFrame;
pub use encycle_encodings::kinds::sudoku::usual_box;
pub use values::ValueFrame;
pub use walls::WallFrame;
use written::WrittenFrame;
pub(super) use written::{
    CluePlace, PlaceClue, clue_at, clue_places, constrains_cells_without_clues,
    encoding_with_few_cuts, room_places, set_clue,
};

/// A clue at a place. In a Hamilton puzzle, a clue is a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacedClue {
    /// The number of a cell, row by row, or of an edge. Two clues with the same place exclude each other.
    pub place: usize,
    /// The number or value; 0 for a wall.
    pub value: u32,
}

/// A puzzle without clues, and its possible clues.
pub trait ClueFrame: Debug + Sync {
    /// Returns the puzzle without clues.
    fn empty(&self) -> &Puzzle;

    /// Returns the puzzle with these clues, which must have different places, even if they break a condition of the kind
    /// ([`Self::meets_conditions`]). By default, they are numbers in cells.
    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        with_numbers(self.empty(), clues)
    }

    /// Returns the clues of a puzzle that consists of this frame and clues; by default, its numbers in cells.
    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        numbers_of(puzzle)
    }

    /// Returns all possible clues of a generated puzzle.
    fn possible(&self) -> Vec<PlacedClue>;

    /// Returns all clues that may be added to a puzzle; by default, those of a generated one.
    fn addable(&self) -> Vec<PlacedClue> {
        self.possible()
    }

    /// Returns whether a clue holds in a solution of the frame.
    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool;

    /// Returns whether clues together meet the conditions that the kind has on the clues of a puzzle; `None` if it has none. More
    /// clues may meet a condition that fewer break, and the other way round.
    fn meets_conditions(&self, clues: &[PlacedClue]) -> Option<bool> {
        let _ = clues;
        None
    }

    /// Returns the sets of `clues` that a solution of the frame violates, as sets of indices into `clues`. The solution
    /// satisfies a set of clues if the set contains none of the violated sets. By default, each clue that does not hold
    /// is a violated set of one clue.
    fn violated(&self, clues: &[PlacedClue], solution: &Solution) -> Vec<ClueSet> {
        let fails = |&number: &usize| !self.holds(clues[number], solution);
        let failing = (0..clues.len()).filter(fails);
        failing.map(|number| ClueSet::of(clues.len(), [number])).collect()
    }

    /// Returns all possible clues that hold in a solution.
    fn all_of(&self, solution: &Solution) -> Vec<PlacedClue> {
        self.possible().into_iter().filter(|&clue| self.holds(clue, solution)).collect()
    }

    /// Returns a description of a clue and its place; by default, of a number in a cell.
    fn name(&self, clue: PlacedClue) -> String {
        format!("`{}` at {}", clue.value, self.grid().cell_at(clue.place))
    }

    /// Returns the atom that a clue makes true, if the deduction techniques derive as much from that atom as from the
    /// clue.
    fn equal_atom(&self, clue: PlacedClue) -> Option<usize> {
        let _ = clue;
        None
    }

    /// Returns unavoidable sets of places: if a puzzle has no clue in such a set, it has another solution besides this
    /// one. By default, no set is known.
    fn unavoidable(&self, solution: &Solution) -> Vec<Vec<usize>> {
        let _ = solution;
        Vec::new()
    }

    /// Returns the cells of a clue: one cell, or the two cells on both sides of a wall.
    fn cells(&self, clue: PlacedClue) -> Vec<Cell> {
        vec![self.grid().cell_at(clue.place)]
    }

    /// Returns the grid of these cells: one cell if the puzzle is on a general graph.
    fn grid(&self) -> Grid {
        match self.empty().extent() {
            Extent::Grid(grid) => grid,
            Extent::Graph { .. } | Extent::Formula { .. } => {
                Grid::new(1, 1).expect("a size within the limits")
            }
        }
    }

    /// Returns the formula of the empty puzzle with a literal for each of these clues, to be used as assumptions.
    ///
    /// # Errors
    /// Returns an error if there is no such encoding, or if the encoding cannot have literals for clues.
    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError>;

    /// Returns the name of the encoding with which generation is fastest.
    fn encoding(&self) -> String {
        self.empty().builtin_encoding()
    }

    /// Returns a random solution of the frame if the kind can construct it faster than a solver, otherwise `None`.
    fn random_solution(&self, taste: &LoopStyle, random: &mut Pcg64Mcg) -> Option<Solution> {
        let _ = (taste, random);
        None
    }

    /// Returns a solution that is a little different, where another solution of the puzzle with all clues differs, if one is
    /// known. Returns `None` if a new random solution is better, as by default.
    fn changed(
        &self,
        solution: &Solution,
        other: Option<&Solution>,
        random: &mut Pcg64Mcg,
    ) -> Option<Solution> {
        let _ = (solution, other, random);
        None
    }
}

/// Returns the numbers in the cells of a puzzle.
fn numbers_of(puzzle: &Puzzle) -> Vec<PlacedClue> {
    let numbers = puzzle.clue_grid().map_or_else(Vec::new, |clues| clues.numbers());
    let numbers = numbers.into_iter().enumerate();
    numbers.filter_map(|(place, value)| Some(PlacedClue { place, value: value? })).collect()
}

/// Returns a puzzle with these numbers in its cells.
fn with_numbers(empty: &Puzzle, numbers: &[PlacedClue]) -> Puzzle {
    let mut clues = empty.clue_grid().expect("a kind with clues in cells");
    for number in numbers {
        clues.symbols[number.place] = Some(ClueSymbol::Number(number.value));
    }
    empty.kind().puzzle_of_clues(&clues).expect("numbers in range")
}

/// The shape of a random loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopStyle {
    /// The size of the loop.
    pub size: LoopSize,
    /// How winding the loop is, from 0 (blobs) to 1 (corridors).
    pub winding: f64,
}

impl Default for LoopStyle {
    fn default() -> Self {
        Self { size: LoopSize::Inside(0.5), winding: 0.8 }
    }
}

/// A formula, and a literal for each clue that is true if the clue is active.
pub struct FrameEncoding<'a> {
    /// The encoding of the rules and the clues.
    pub encoding: Encoding<'a>,
    /// The literals, in the order of the clues.
    pub literals: Vec<Lit>,
}

/// Splits a puzzle into its frame and its clues.
///
/// # Errors
/// Returns an error if the clues of the kind, or of this puzzle, cannot be removed one by one.
pub fn frame_of(puzzle: &Puzzle) -> Result<(Box<dyn ClueFrame>, Vec<PlacedClue>), UnfitError> {
    let frame: Box<dyn ClueFrame> = match puzzle {
        Puzzle::Slitherlink(one) | Puzzle::Slitherlynx(one) => match one.grid() {
            Some(grid) => Box::new(SlitherlinkFrame::new(grid, one.allows_several_loops())),
            None => Box::new(ImpossibleFrame::of(puzzle)?),
        },
        Puzzle::Hamilton(hamilton) => Box::new(WallFrame::of(hamilton)?),
        Puzzle::Sudoku(sudoku) => {
            Box::new(ValueFrame::sudoku(sudoku.box_rows(), sudoku.box_cols())?)
        }
        Puzzle::NeighborNumber(numbers)
            if numbers.clues().contains(&neighbor_number::NeighborNumberClue::Empty) =>
        {
            return Err("clues that mark cells as empty cannot be removed one by one"
                .to_owned()
                .into());
        }
        Puzzle::NeighborNumber(numbers) => Box::new(ValueFrame::neighbor_number(numbers.side())?),
        Puzzle::Nurikabe(puzzle) => Box::new(IslandFrame::of(puzzle)),
        Puzzle::Written(_) if puzzle.kind().own_name() == "moon-or-sun" => {
            let message = "the marks of a moon-or-sun cannot be removed one by one: a mark also permits the loop to visit its \
                           kind in the room, so without it there may be fewer solutions";
            return Err(message.to_owned().into());
        }
        Puzzle::Written(one) if puzzle.kind().own_name() == "hitori" => {
            Box::new(NumberFrame::of(puzzle, one.clues().grid()))
        }
        Puzzle::Written(one) if has_value_clues(puzzle.kind()) => {
            Box::new(ValueFrame::written(puzzle.kind(), one.clues().grid())?)
        }
        Puzzle::Written(one) => match CluesInCells::of(puzzle) {
            Some(clues) => Box::new(LoopFrame::new(clues)),
            None => Box::new(WrittenFrame::of(one)?),
        },
        _ => match CluesInCells::of(puzzle) {
            Some(clues) => Box::new(LoopFrame::new(clues)),
            None => Box::new(ImpossibleFrame::of(puzzle)?),
        },
    };
    let clues = frame.clues_of(puzzle);
    Ok((frame, clues))
}

/// Returns whether a kind is a loop through cells whose clues in cells are chosen one by one, and any loop is a solution of the
/// puzzle without clues.
pub(super) fn has_loop_clues(kind: PuzzleKind) -> bool {
    Grid::new(3, 3).is_some_and(|grid| CluesInCells::new(kind, grid).is_some())
}

/// Returns whether the clues of a kind of a file are values that are chosen one by one, as in Labath 2010.
pub(super) fn has_value_clues(kind: PuzzleKind) -> bool {
    kind.own_name() == "chaos"
}

/// Returns the frame of a kind with this many rows and columns of cells. A Sudoku has the usual boxes ([`usual_box`](crate::generate::usual_box)).
///
/// # Errors
/// Returns an error if the size does not fit the kind, or the kind has no frame.
pub fn frame(kind: PuzzleKind, rows: usize, cols: usize) -> Result<Box<dyn ClueFrame>, UnfitError> {
    let grid = || {
        Grid::new(rows, cols).ok_or_else(|| {
            let max = Grid::MAX_SIDE;
            format!("invalid grid size: {rows} x {cols}\nhelp: use 1 to {max} rows and columns")
        })
    };
    if let PuzzleKind::Written(written) = kind
        && let Some(reason) = written.refuses_generation()
    {
        return Err(format!("{kind} cannot be generated: {reason}\nhelp: use another kind").into());
    }
    Ok(match kind {
        PuzzleKind::Slitherlink => Box::new(SlitherlinkFrame::new(grid()?, false)),
        PuzzleKind::Slitherlynx => Box::new(SlitherlinkFrame::new(grid()?, true)),
        PuzzleKind::Hamilton => Box::new(WallFrame::path(grid()?, [None; 2])?),
        PuzzleKind::Sudoku => {
            let (height, width) = values::sudoku_boxes(rows, cols)?;
            Box::new(ValueFrame::sudoku(height, width)?)
        }
        _ if has_value_clues(kind) => Box::new(ValueFrame::written(kind, grid()?)?),
        PuzzleKind::NeighborNumber if rows == cols => Box::new(ValueFrame::neighbor_number(rows)?),
        PuzzleKind::NeighborNumber => {
            return Err(format!("neighbor-number requires a square grid: {rows} x {cols}").into());
        }
        _ => match CluesInCells::new(kind, grid()?) {
            Some(clues) => Box::new(LoopFrame::new(clues)),
            None => {
                return Err(format!(
                    "{kind} has no clues that each hold or fail in a solution of the rules"
                )
                .into());
            }
        },
    })
}
