//! The rules of the presolver, one file per family. Each rule has a name, a source, and the reason why it holds in
//! every solution.
//!
//! Here a solution is a single closed loop that has at least one line and satisfies all clues; there may be several
//! solutions.

pub(super) mod cells;
pub(super) mod closure;
pub(super) mod clue;
mod four;
pub(super) mod start;
#[cfg(test)]
mod tests;
pub(super) mod vertex;
pub(super) mod vertices;
