//! The generator of random puzzles. Equal seeds give equal puzzles.
//!
//! A [`ClueFrame`] lists the possible clues of a puzzle. A [`SolutionPool`] keeps known solutions of the frame and
//! finds more in one solver session, where clues are assumptions. A [`ClueSetTest`] tests whether a set of clues is
//! sufficient. A [`Strategy`] chooses a small sufficient set by removing clues, whereas a [`Growth`] starts with no
//! clues and adds them. [`generate`] combines these parts; [`random_clues`] chooses clues without regard to uniqueness.

mod clue_set;
mod error;
mod frame;
mod generator;
mod grow;
mod hitting;
mod no_puzzle;
mod options;
mod own;
mod pool;
mod repair;
mod shape;
mod shapes;
mod strategy;
mod sufficiency;

pub use clue_set::ClueSet;
pub use error::{GenerateError, UnfitError};
pub use frame::{
    ClueFrame, FrameEncoding, LoopStyle, PlacedClue, ValueFrame, WallFrame, frame, frame_of,
    usual_box,
};
pub use generator::{generate, random_clues};
pub use grow::{Growth, SAMPLE, draw, grow};
pub use options::{
    Difficulty, GenerateOptions, GeneratedPuzzle, GenerationRoute, rows_and_columns,
};
pub use own::origin_of_clues;
pub use pool::SolutionPool;
#[cfg(feature = "process")]
pub use repair::OptimumSource;
pub use repair::{
    NeededClues, RepairOptions, RepairOutcome, ThinOutcome, clues_for_loop, has_clues_for_loops,
    repair, thin, thin_needing, write_clue_max_sat,
};
pub use shape::{CellName, Mask, MaskCell, Symmetry};
pub use shapes::{LoopSize, message_inside, random_grid, random_inside, random_path};
pub use strategy::{ClueChoice, Strategy, choose, seed_of};
pub use sufficiency::{ClueSetStatus, ClueSetTest, DeductionTest, UniquenessTest};
