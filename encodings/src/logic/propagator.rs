//! The external propagator: a check that a SAT solver calls during its search.

use crate::logic::Lit;

/// A check of a solver's partial assignments, like the external propagator of IPASIR-UP.
pub trait ExternalPropagator {
    /// Returns clauses that hold in every solution, or none if no violation is found.
    ///
    /// All literals of the first clause are false under `true_literals`. All literals of the other clauses may be
    /// false, too.
    ///
    /// While some variables of the projection set are unassigned, a violation may be missed. Under a full assignment,
    /// every violation is found, with one exception: a model without any line is accepted.
    fn conflicts(&mut self, true_literals: &mut dyn Iterator<Item = Lit>) -> Vec<Vec<Lit>>;

    /// Returns the minimum number of decisions after which another check of a partial assignment is worth its time,
    /// given the number of variables of the formula.
    fn shortest_interval(&self, variables: usize) -> usize {
        variables / 16
    }
}
