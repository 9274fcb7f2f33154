//! An external propagator: a check that a SAT solver calls while it searches.

use crate::logic::Lit;

/// Checks a solver's partial assignments, as IPASIR-UP's external propagator does.
pub trait ExternalPropagator {
    /// Returns clauses that hold in every solution. All literals of the first are false under `true_literals`;
    /// those of the others may be.
    ///
    /// While some variables of the projection set are unassigned, a violation may be missed. Under a full
    /// assignment it is always found, with one exception: a model that draws no line at all is accepted.
    fn conflicts(&mut self, true_literals: &mut dyn Iterator<Item = Lit>) -> Vec<Vec<Lit>>;
}
