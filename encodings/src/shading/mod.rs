//! Cells that are shaded or not: the shared basis of Hitori, Heyawake and similar kinds.
//!
//! A kind implements [`Shading`]: its title, its clues, and which of the two colors is connected. The rest follows:
//! atoms, the checks of the shared rules, sketches, encodings with cuts or a tree, and their sizes. The macro
//! `shading_puzzle!` makes the kind an [`Instance`](crate::puzzle::Instance).
//!
//! The atoms are the atoms of [`SolutionForm::Values`](crate::puzzle::SolutionForm::Values) with the single value 1:
//! the cell is shaded. They are the first variables of every encoding.

mod board;
mod puzzle;

pub use board::ShadedBoard;
pub use puzzle::{Shading, checked, sketched};
pub(crate) use puzzle::{encoding, names, shading_puzzle};
