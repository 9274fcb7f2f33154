//! All solutions of small puzzles, by every method.

mod brute_force;
mod checkpoints;
mod contradictions;
mod crossings;
mod enumerate;
mod forced;
mod propagate;
mod repair;
#[cfg(feature = "rustsat")]
mod rustsat;
mod stops;
mod symmetry;
mod wrong_models;

/// A puzzle with many solutions.
const OPEN: &str = "slitherlink 3 4\n.2..\n....\n..3.\n";
