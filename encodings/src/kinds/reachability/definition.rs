//! The common interface of the definitions of reachability.

use crate::encoding::EncodingInfo;
use crate::grid::Edge;
use crate::kinds::reachability::Reachability;
use crate::logic::{ConstraintSink, Lit};

/// A set of constraints that defines the `reach` variables, with auxiliary variables of its own.
pub(super) trait Definition: Sync {
    fn info(&self) -> &'static EncodingInfo;

    /// Creates the auxiliary variables.
    fn variables(&self, puzzle: &Reachability, sink: &mut dyn ConstraintSink);

    /// Emits the constraints to `sink`. The auxiliary variables are numbered after the atoms.
    fn constraints(&self, puzzle: &Reachability, sink: &mut dyn ConstraintSink);

    /// Returns a cheap upper bound on the number of auxiliary variables.
    fn variable_bound(&self, puzzle: &Reachability) -> u128;
}

impl Reachability {
    /// Returns the literal that is true iff no wall blocks this link.
    pub(super) fn open(&self, link: Edge) -> Lit {
        Lit::positive(link.0)
    }

    /// Returns the literal that is true iff the cell of this pair can be reached from its source.
    pub(super) fn reach(&self, pair: usize) -> Lit {
        Lit::positive((self.graph().edge_count() + pair) as u32)
    }
}
