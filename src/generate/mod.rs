//! Puzzles made by chance, the same ones for the same seed.
//!
//! A [`Frame`] says what may be given in a kind of puzzle; a [`Pool`] knows solutions of the frame, and asks a
//! solver for more, in one session in which givens are assumed; a [`Judge`] says whether some givens are enough;
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
pub use frame::{ClueFrame, Formula, Frame, Given, Taste, ValueFrame, WallFrame, frame, frame_of};
pub use generator::{Difficulty, Generated, Way, Wish, generate};
pub use grow::{Growth, SAMPLE, draw, grow};
pub use judge::{Deduction, Judge, Judgement, Uniqueness};
pub use message::message_inside;
pub use pool::Pool;
pub use random_loop::{LoopSize, random_inside};
pub use random_path::random_path;
pub use repair::{Means, Repaired, Thinned, repair, thin};
pub use shape::{CellName, Mask, MaskCell, Symmetry};
pub use strategy::{Choice, Strategy, choose, seed_of};
