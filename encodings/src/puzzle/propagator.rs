//! Looking over a solver's shoulder while it searches.

use crate::logic::Lit;

use super::Cut;

/// Sees from an assignment that it cannot become a solution any more.
pub trait Propagator {
    /// Cuts that are clauses, true of every solution. The first is made false by the literals that are true so far;
    /// others may be. It may miss what is wrong as long as some of the shown variables are open; then never, but
    /// that a model without any line is none of its business.
    fn conflicts(&mut self, true_literals: &mut dyn Iterator<Item = Lit>) -> Vec<Cut>;
}
