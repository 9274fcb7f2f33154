//! Reachability on a grid with walls: which cells can be reached from which. *One loop* builds on
//! it (Westreicher 4.1); as a kind of its own, its encodings can be studied separately.

mod closure;
mod definition;
mod elimination;
mod encoding;
mod instance;
mod plain;
mod rules;
mod steps;

pub use instance::{Reachability, ReachabilityClue, ReachabilityError, Wall};
