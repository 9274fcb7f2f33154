//! What the definitions of *reach* have in common.

use crate::encoding::{EncodingInfo, PredictedSize};
use crate::grid::Edge;
use crate::kinds::reachability::Reachability;
use crate::logic::{ConstraintSink, Lit};

/// A definition of *reach* by further variables.
pub(super) trait Definition {
    fn info(&self) -> &'static EncodingInfo;

    /// Creates its variables.
    fn variables(&self, puzzle: &Reachability, sink: &mut dyn ConstraintSink);

    /// Adds its constraints to `sink`; its own variables follow the atoms.
    fn constraints(&self, puzzle: &Reachability, sink: &mut dyn ConstraintSink);

    /// Returns a cheap upper bound of its number of variables.
    fn variable_bound(&self, puzzle: &Reachability) -> u128;

    fn predicted(&self, puzzle: &Reachability) -> Option<Vec<PredictedSize>>;
}

impl Reachability {
    /// Returns the literal *no wall stands across this link*.
    pub(super) fn open(&self, link: Edge) -> Lit {
        Lit::positive(link.0)
    }

    /// Returns the literal of the pair with this number.
    pub(super) fn reach(&self, pair: usize) -> Lit {
        Lit::positive((self.graph().edge_count() + pair) as u32)
    }
}
