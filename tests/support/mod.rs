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

/// Returns the number of cases of a random test: `long` in a long campaign (`scripts/test --long`), else `short`.
pub fn long_or(long: usize, short: usize) -> usize {
    if std::env::var_os("ENCYCLE_LONG").is_some() { long } else { short }
}
