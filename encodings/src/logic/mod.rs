//! Literals, constraints, and their lowering to clauses and to linear rows. Knows no puzzle.
//!
//! An encoder hands [`Constraint`]s, one at a time, to a [`ConstraintSink`]; a *lowering* is such a
//! sink that hands on clauses ([`CnfLowering`]) or rows ([`RowLowering`]) to the sink behind it.

mod check;
mod choices;
mod clauses;
mod constraint;
mod emit;
mod formula;
mod propagator;
mod rows;
mod subsets;

pub use check::ModelCheck;
pub use choices::{CardMethod, CnfMethod, DegreeRows, LoweringOptions};
pub use clauses::{ClauseSink, CnfLowering, auxiliary_formulas, lower_to_cnf};
pub use constraint::{Constraint, ConstraintSink, Origin, Place};
pub use emit::{CLAUSE_LIMIT, TooLarge, VARIABLE_LIMIT};
pub use formula::{Formula, NamedFormula};
pub use propagator::ExternalPropagator;
pub use rows::{Relation, Row, RowLowering, RowSink, lower_to_rows};
pub use subsets::binomial;

/// Literals and variables are those of `rustsat`, so that encoders feed any RustSAT solver.
pub use rustsat::types::{Lit, Var};

/// A truth value for every variable, by variable index from 0.
pub type Assignment = Vec<bool>;

/// Whether a literal is true in an assignment; a variable beyond its end is false.
#[must_use]
pub fn holds(literal: Lit, assignment: &[bool]) -> bool {
    assignment.get(literal.vidx()).copied().unwrap_or(false) == literal.is_pos()
}
