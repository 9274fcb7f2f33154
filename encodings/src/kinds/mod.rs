//! The puzzle kinds, one folder per kind. Each folder has the same shape: the instance, its rules,
//! its encodings, and its implementation of [`Instance`](crate::puzzle::Instance).

pub mod balance_loop;
pub mod chaos;
pub mod circles;
pub mod clues;
pub mod codec;
pub mod geradeweg;
pub mod hamilton;
mod kind;
pub mod moon_or_sun;
pub mod neighbor_number;
pub mod numberlink;
pub mod nurikabe;
pub mod reachability;
pub mod shingoki;
pub mod slitherlink;
pub mod sudoku;
mod symmetry;
pub mod written;

pub use kind::{Kind, SolutionFamily, VariantError};
pub use symmetry::{
    PuzzleImages, Relabelling, SymmetryClass, SymmetryGroup, canonical, symmetries,
};
