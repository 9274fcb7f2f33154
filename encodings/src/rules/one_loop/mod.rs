//! One loop: the drawn edges of a grid or graph form a single cycle.
//!
//! A model of the other rules may consist of several loops (subtours). [`separate_loops`] checks each loop alone,
//! because a loop that satisfies every rule is a solution even if the model has further loops, and returns a cut for
//! every other loop. If the variables are the cells, one loop means that the inside is connected and every outside cell
//! is connected to the border ([`separate_colours`]). [`eager`] has the parts that state the constraint from the
//! beginning.

mod cuts;
pub mod eager;
mod fractional;
mod lines;
mod repair;
mod walks;

pub use cuts::{
    block_colours, drawn, justified_cut, leaving, not_all, separate_colours, separate_loops,
    solution_block,
};
pub use fractional::separate_fractional;
pub use lines::{EdgeSet, graph_sketch};
pub use repair::{ColourRepair, ColourSweep};
pub use walks::{Walk, walks};

use crate::encoding::{
    Cut, CutKind, Encoding, GlobalConstraint, Repair, RepairSchedule, Separated, Sweep,
};
use crate::grid::{Edge, Graph, Grid};
use crate::logic::{ExternalPropagator, Place};
use crate::puzzle::Instance;
use crate::rules::one_loop::eager::{DrawingVariables, propagator};

/// A puzzle whose solution is one loop and whose atoms are the edges of a graph. The trait has only the methods that
/// the cuts need.
pub trait LoopPuzzle: Instance {
    /// Returns the graph that the loop is drawn on.
    fn graph(&self) -> &Graph;

    /// Returns places, each with the set of edges there; every solution draws at least one edge of each set. An example
    /// is a clue 1 to 3 of a Slitherlink and the four edges around it.
    fn certain_lines(&self) -> Box<dyn Iterator<Item = (Place, &[Edge])> + '_>;

    /// Returns a place that shows that the loop of every solution visits a vertex outside the region `inside`. If there
    /// is one, a connectivity cut around the region is sound.
    ///
    /// This implementation looks for a certain line that touches no vertex of the region.
    fn certainly_beyond(&self, inside: &dyn Fn(usize) -> bool) -> Option<Place> {
        let touches = |edge: &Edge| self.graph().ends(*edge).iter().any(|&end| inside(end));
        let mut beyond = self.certain_lines().filter(|(_, edges)| !edges.iter().any(touches));
        beyond.next().map(|(place, _)| place)
    }
}

/// The constraint that the drawn edges are one loop.
///
/// The cuts of [`separate_loops`] are sound for every kind: a loop that alone satisfies all rules is a solution and is
/// not cut.
pub(crate) struct OneLoop<'a> {
    pub puzzle: &'a dyn LoopPuzzle,
    /// The variables of the encoding.
    pub board: DrawingVariables,
    /// The grid whose cells are the projection set; `None` if the edges are.
    pub coloured: Option<Grid>,
    /// When the inside variables are repaired; `None` if they never are.
    pub schedule: Option<RepairSchedule>,
}

impl GlobalConstraint for OneLoop<'_> {
    fn name(&self) -> &'static str {
        "one loop"
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        match self.coloured {
            Some(_) => &[CutKind::Separator],
            None => &[CutKind::Loop, CutKind::Leave],
        }
    }

    fn separate(&self, _: &Encoding<'_>, model: &[bool], kind: CutKind) -> Separated {
        match self.coloured {
            Some(grid) => separate_colours(grid, model),
            None => separate_loops(self.puzzle, model, kind),
        }
    }

    /// A separator of two cells separates them in every coloring.
    fn separates_any_model(&self) -> bool {
        self.coloured.is_some()
    }

    fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        propagator(self.puzzle.graph(), &self.board)
    }

    fn repair_schedule(&self) -> Option<RepairSchedule> {
        self.schedule
    }

    fn sweep(&self) -> Option<Box<dyn Sweep + '_>> {
        self.schedule?;
        Some(Box::new(ColourSweep::new(self.board)))
    }

    fn repair(&self) -> Option<Box<dyn Repair + '_>> {
        self.schedule?;
        Some(Box::new(ColourRepair::new(self.board)))
    }

    fn has_fractional_cuts(&self) -> bool {
        self.coloured.is_none()
    }

    fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        match self.coloured {
            Some(_) => Vec::new(),
            None => separate_fractional(self.puzzle, point),
        }
    }
}
