//! "One loop": finding the loops in a model, and the cuts that forbid stray ones.

mod cuts;
mod lines;

pub use cuts::{Cut, CutKind, Reason, justified_cut, solution_block};
pub use lines::Lines;

use crate::grid::{Cell, Grid, Vertex};

/// A puzzle whose solution is one loop along the grid lines: what the loop driver needs to know.
///
/// The first [`Grid::edge_count`] variables of its encodings are the edges, in order.
pub trait LoopPuzzle {
    /// The grid that the loop is drawn on.
    fn grid(&self) -> Grid;

    /// All rules, on lines however drawn.
    ///
    /// # Errors
    /// The first broken rule.
    fn check(&self, lines: &Lines) -> Result<(), Broken>;

    /// A cell of which it is certain that every solution has a line around it, all four of whose
    /// vertices are outside the region `inside`: the condition under which a connectivity cut
    /// around the region is sound.
    fn certainly_beyond(&self, inside: &dyn Fn(Vertex) -> bool) -> Option<Cell>;
}

/// The first broken rule, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rule `{rule}` is broken at {place}: {found}")]
pub struct Broken {
    /// The rule's name: `nonempty`, `clue`, `degree` or `single-loop`.
    pub rule: &'static str,
    /// The cell or vertex, counted from 1.
    pub place: String,
    /// What is there.
    pub found: String,
}
