//! Decision diagrams of all solutions of a [`LineProblem`].

mod clauses;
mod order;
mod plan;
mod propagate;
mod solutions;

#[allow(unused_imports, reason = "for the documentation")]
use encycle_encodings::puzzle::LineProblem;
pub(crate) use order::best_order;
pub use order::{breadth_first, scan};
pub(crate) use plan::Slots;
pub use plan::{EdgePlan, PlanError};
pub use propagate::propagate;
pub use solutions::{BuildError, LineSolutions, TallyOptions, count_invariant, count_solutions};
