//! What may be given in a puzzle of some kind, and how it is said to a solver.
//!
//! A *frame* is a puzzle without givens. Its solutions are those of the rules alone; each given that is added
//! leaves out those in which it does not hold. To a solver a given is a literal, which is assumed or not: the
//! formula is built once.

mod clues;
mod values;
mod walls;

use std::fmt::Debug;

use encycle_encodings::encoding::{Encoding, EncodingError};
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::neighbor_number;
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::Solution;
use rand_pcg::Pcg64Mcg;

use crate::generate::random_loop::LoopSize;
use crate::puzzle::{Puzzle, PuzzleKind};

pub use clues::SlitherlinkFrame;
pub use values::ValueFrame;
pub use walls::WallFrame;

/// Something that may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacedClue {
    /// Where: the number of a cell, row by row, or of an edge. Two givens of one place exclude each other.
    pub place: usize,
    /// What: a clue or a value; 0 for a wall.
    pub value: u32,
}

/// A puzzle without givens, and what may be given in it.
pub trait ClueFrame: Debug + Sync {
    /// The puzzle.
    fn empty(&self) -> &Puzzle;

    /// The puzzle with these givens, no two of them of the same place.
    fn with(&self, givens: &[PlacedClue]) -> Puzzle;

    /// The givens of a puzzle that is this frame with givens.
    fn givens_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue>;

    /// Everything that may be given.
    fn possible(&self) -> Vec<PlacedClue>;

    /// Whether a given holds in a solution of the frame.
    fn holds(&self, given: PlacedClue, solution: &Solution) -> bool;

    /// Everything that may be given and holds in a solution.
    fn all_of(&self, solution: &Solution) -> Vec<PlacedClue> {
        self.possible().into_iter().filter(|&given| self.holds(given, solution)).collect()
    }

    /// A given and its place, in words.
    fn name(&self, given: PlacedClue) -> String;

    /// The cells that a given touches: one, or the two of a wall.
    fn cells(&self, given: PlacedClue) -> Vec<Cell>;

    /// The grid of these cells.
    fn grid(&self) -> Grid;

    /// The formula of the empty puzzle, in which these givens can be assumed.
    ///
    /// # Errors
    /// There is no such encoding.
    fn formula(
        &self,
        encoding: &str,
        givens: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError>;

    /// The encoding of the empty puzzle that generating is fastest with.
    fn encoding(&self) -> String {
        self.empty().builtin_encoding()
    }

    /// A random solution of the frame, for kinds that make one faster than a solver; `None` for others.
    fn random_solution(&self, taste: &LoopStyle, random: &mut Pcg64Mcg) -> Option<Solution> {
        let _ = (taste, random);
        None
    }
}

/// What a random loop is to look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopStyle {
    /// How large it is.
    pub size: LoopSize,
    /// How much it winds: 0 for blobs, 1 for corridors.
    pub winding: f64,
}

impl Default for LoopStyle {
    fn default() -> Self {
        Self { size: LoopSize::Inside(0.5), winding: 0.8 }
    }
}

/// A formula, and for each given the literal that says so.
pub struct FrameEncoding<'a> {
    /// The rules.
    pub encoding: Box<dyn Encoding + 'a>,
    /// In the order of the givens.
    pub literals: Vec<Lit>,
}

/// Takes a puzzle apart: its frame and its givens.
///
/// # Errors
/// The kind, or this puzzle of it, is not made of givens that could be taken away one by one.
pub fn frame_of(puzzle: &Puzzle) -> Result<(Box<dyn ClueFrame>, Vec<PlacedClue>), String> {
    let frame: Box<dyn ClueFrame> = match puzzle {
        Puzzle::Slitherlink(slitherlink) | Puzzle::Slitherlynx(slitherlink) => {
            let grid = slitherlink.grid().ok_or("clues on a general graph are not taken apart")?;
            Box::new(SlitherlinkFrame::new(grid, slitherlink.allows_several_loops()))
        }
        Puzzle::Hamilton(hamilton) => Box::new(WallFrame::of(hamilton)?),
        Puzzle::Sudoku(sudoku) => {
            Box::new(ValueFrame::sudoku(sudoku.box_rows(), sudoku.box_cols())?)
        }
        Puzzle::Chaos(chaos) => Box::new(ValueFrame::chaos(chaos.grid())?),
        Puzzle::NeighborNumber(numbers)
            if numbers.givens().contains(&neighbor_number::NeighborNumberClue::Empty) =>
        {
            return Err("cells that are given as empty are not taken apart".to_owned());
        }
        Puzzle::NeighborNumber(numbers) => Box::new(ValueFrame::neighbor_number(numbers.side())?),
        Puzzle::Numberlink(_) | Puzzle::Reachability(_) => {
            let kind = puzzle.kind();
            return Err(format!("{kind} has no givens that could be taken away one by one"));
        }
    };
    let givens = frame.givens_of(puzzle);
    Ok((frame, givens))
}

/// The frame of a kind and a size in rows and columns; for Sudoku those of a box.
///
/// # Errors
/// The size is not one of this kind, or the kind has no frame.
pub fn frame(kind: PuzzleKind, rows: usize, cols: usize) -> Result<Box<dyn ClueFrame>, String> {
    let grid =
        || Grid::new(rows, cols).ok_or_else(|| format!("{rows} x {cols} is no size of a grid"));
    Ok(match kind {
        PuzzleKind::Slitherlink => Box::new(SlitherlinkFrame::new(grid()?, false)),
        PuzzleKind::Slitherlynx => Box::new(SlitherlinkFrame::new(grid()?, true)),
        PuzzleKind::Hamilton => Box::new(WallFrame::path(grid()?, [None; 2])?),
        PuzzleKind::Sudoku => Box::new(ValueFrame::sudoku(rows, cols)?),
        PuzzleKind::Chaos => Box::new(ValueFrame::chaos(grid()?)?),
        PuzzleKind::NeighborNumber if rows == cols => Box::new(ValueFrame::neighbor_number(rows)?),
        PuzzleKind::NeighborNumber => {
            return Err(format!("{rows} x {cols}: neighbor-number is square"));
        }
        PuzzleKind::Numberlink | PuzzleKind::Reachability => {
            return Err(format!(
                "{kind} is not made of givens that hold or do not hold in a solution"
            ));
        }
    })
}
