//! Reachability on a grid with walls: which cells can be reached from which. It is what "one loop" is
//! made of (Westreicher 4.1), here as a kind of its own, so that its encodings can be studied apart.

mod elimination;
mod encoding;
mod instance;
mod rules;
mod shape;
mod steps;

pub use encoding::encoding_names;
pub use instance::{Reachability, ReachabilityClue, ReachabilityError, Wall};
