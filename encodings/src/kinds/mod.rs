//! The puzzle kinds, one folder per kind. Each folder has the same shape: the instance, its rules,
//! its encodings, and its implementation of [`Instance`](crate::puzzle::Instance).

pub mod balance_loop;
pub mod chaos;
pub mod circles;
pub mod clues;
pub mod codec;
pub mod country_road;
pub mod geradeweg;
pub mod hamilton;
pub mod heyawake;
pub mod hitori;
mod kind;
pub mod linesweeper;
pub mod masyu;
pub mod moon_or_sun;
pub mod neighbor_number;
pub mod numberlink;
pub mod nurikabe;
pub mod reachability;
pub mod rooms;
pub mod shingoki;
pub mod simple_loop;
pub mod slitherlink;
pub mod sudoku;
mod symmetry;
pub mod written;
pub mod yajilin;

pub use kind::{Kind, SolutionFamily, VariantError};
pub use symmetry::{
    PuzzleImages, Relabelling, SymmetryClass, SymmetryGroup, canonical, symmetries,
};
