//! Looking over a solver's shoulder while it searches.

use crate::logic::Lit;

use super::Cut;

/// Sees from a partial assignment that it cannot become a solution any more.
pub trait Propagator {
    /// A cut that is a clause, true of every solution, and made false by the literals that are true so far.
    /// It may miss what is wrong as long as some of the shown variables are open; then never, but that a
    /// model without any line is none of its business.
    fn conflict(&mut self, true_literals: &mut dyn Iterator<Item = Lit>) -> Option<Cut>;
}
