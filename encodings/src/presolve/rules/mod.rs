//! The rules, one file per family. Each rule has a name, a source, and the reason why it holds in
//! every solution.
//!
//! Here a solution is one closed loop of at least one line that satisfies all clues; there may be
//! several.

pub(super) mod cells;
pub(super) mod closure;
pub(super) mod clue;
mod four;
pub(super) mod start;
#[cfg(test)]
mod tests;
pub(super) mod vertex;
pub(super) mod vertices;
