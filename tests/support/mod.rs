//! Helpers shared by the test binaries.

#![allow(dead_code, reason = "each binary uses a part")]

pub mod binary;
pub mod documentation;
pub mod folder;
pub mod kinds;
pub mod library;
pub mod loops;
pub mod misbehaving;
pub mod propagation;
pub mod puzzles;
pub mod random;
pub mod recorded;
pub mod solutions;
pub mod unique;
pub mod waiting;
