//! Puzzles made by chance, the same ones for the same seed.
//!
//! A [`ClueFrame`] says what may be given in a kind of puzzle; a [`SolutionPool`] knows solutions of the frame, and asks a
//! solver for more, in one session in which givens are assumed; a [`ClueSetTest`] says whether some givens are enough;
//! a [`Strategy`] chooses enough of them and few, a [`Growth`] makes enough from nothing. [`generate`] puts them
//! together.

mod bits;
mod error;
mod frame;
mod generator;
mod grow;
mod hitting;
mod judge;
mod message;
mod pairs;
mod pool;
mod random_loop;
mod random_path;
mod repair;
mod shape;
mod strategy;

pub use bits::Bits;
pub use error::GenerateError;
pub use frame::{
    ClueFrame, FrameEncoding, LoopStyle, PlacedClue, ValueFrame, WallFrame, frame, frame_of,
};
pub use generator::{Difficulty, GenerateOptions, GeneratedPuzzle, GenerationRoute, generate};
pub use grow::{Growth, SAMPLE, draw, grow};
pub use judge::{ClueSetStatus, ClueSetTest, DeductionTest, UniquenessTest};
pub use message::message_inside;
pub use pool::SolutionPool;
pub use random_loop::{LoopSize, random_inside};
pub use random_path::random_path;
pub use repair::{RepairOptions, RepairOutcome, ThinOutcome, repair, thin};
pub use shape::{CellName, Mask, MaskCell, Symmetry};
pub use strategy::{ClueChoice, Strategy, choose, seed_of};
