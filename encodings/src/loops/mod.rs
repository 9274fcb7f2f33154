//! One loop: the loops of a model, the cuts that forbid subtours, and eager parts.

pub(crate) mod acyclic;
pub(crate) mod arcs;
pub mod cells;
mod colours;
pub(crate) mod contraction;
pub(crate) mod counted;
mod cuts;
pub mod eager;
pub(crate) mod elimination;
mod flow;
mod fractional;
pub(crate) mod labels;
mod lines;
mod partial;
mod repair;
mod separators;
mod sketch;
mod walks;

pub(crate) use colours::Colouring;
pub use colours::{block_colours, separate_colours};
pub use cuts::{drawn, justified_cut, leaving, not_all, separate_loops, solution_block};
pub use fractional::separate_fractional;
pub use lines::EdgeSet;
pub use partial::PartialColours;
pub use repair::{ColourRepair, ColourSweep, RepairSchedule};
pub use sketch::graph_sketch;
pub use walks::{Walk, walks};

use crate::grid::{Edge, Graph};
use crate::logic::Place;
use crate::puzzle::Instance;

/// A puzzle whose solution is one loop and whose atoms are the edges of a graph. The methods are
/// those that the cuts need.
pub trait LoopPuzzle: Instance {
    /// Returns the graph that the loop is drawn on.
    fn graph(&self) -> &Graph;

    /// Returns places with sets of edges there; every solution draws at least one edge of each set.
    fn certain_lines(&self) -> Box<dyn Iterator<Item = (Place, &[Edge])> + '_>;

    /// Returns a place that shows that the loop of every solution visits a vertex outside the region `inside`. If there is
    /// one, a connectivity cut around the region is sound.
    ///
    /// This implementation looks for a certain line that touches no vertex of the region.
    fn certainly_beyond(&self, inside: &dyn Fn(usize) -> bool) -> Option<Place> {
        let touches = |edge: &Edge| self.graph().ends(*edge).iter().any(|&end| inside(end));
        let mut beyond = self.certain_lines().filter(|(_, edges)| !edges.iter().any(touches));
        beyond.next().map(|(place, _)| place)
    }
}
