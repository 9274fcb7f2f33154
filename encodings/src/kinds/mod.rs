//! The puzzle kinds, one folder per kind. Each folder has the same shape: the instance, its rules,
//! its encodings, and its implementation of [`Instance`](crate::puzzle::Instance).

mod clues;
pub mod codec;
pub mod hamilton;
mod kind;
pub mod neighbor_number;
pub mod numberlink;
pub mod nurikabe;
pub mod reachability;
pub mod slitherlink;
pub mod sudoku;
mod symmetry;
pub mod written;

pub use kind::{Kind, SolutionFamily, VariantError};
pub use symmetry::{
    PuzzleImages, Relabelling, SymmetryClass, SymmetryGroup, canonical, symmetries,
};
