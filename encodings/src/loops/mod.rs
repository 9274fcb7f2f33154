//! "One loop": finding the loops in a model, and the cuts that forbid stray ones.

pub(crate) mod arcs;
mod colours;
pub(crate) mod contraction;
pub(crate) mod counted;
mod cuts;
pub mod eager;
mod flow;
mod fractional;
mod lines;
mod partial;
mod register;
mod separators;
mod sketch;
mod walks;

pub use colours::{block_colours, separate_colours};
pub use cuts::{drawn, justified_cut, leaving, not_all, separate_loops, solution_block};
pub use fractional::separate_fractional;
pub use lines::EdgeSet;
pub use partial::PartialColours;
pub(crate) use register::Register;
pub use sketch::graph_sketch;
pub use walks::{Walk, walks};

use crate::grid::{Edge, Graph};
use crate::logic::Place;
use crate::puzzle::Instance;

/// A puzzle whose solution is one loop, and whose atoms are the edges of a graph: what the cuts need
/// to know.
pub trait LoopPuzzle: Instance {
    /// The graph that the loop is drawn on.
    fn graph(&self) -> &Graph;

    /// Places, and edges there of which every solution has one at least.
    fn certain_lines(&self) -> Box<dyn Iterator<Item = (Place, &[Edge])> + '_>;

    /// A place of which it is certain that every solution has a line there, between vertices none of
    /// which is in the region `inside`: the condition under which a connectivity cut around the region
    /// is sound.
    fn certainly_beyond(&self, inside: &dyn Fn(usize) -> bool) -> Option<Place> {
        let touches = |edge: &Edge| self.graph().ends(*edge).iter().any(|&end| inside(end));
        let mut beyond = self.certain_lines().filter(|(_, edges)| !edges.iter().any(touches));
        beyond.next().map(|(place, _)| place)
    }
}
