//! Literals, constraints, and their lowering to clauses and to linear rows, independent of puzzles.
//!
//! An encoder passes [`Constraint`]s, one at a time, to a [`ConstraintSink`]. A *lowering* is a
//! constraint sink that passes clauses ([`CnfLowering`]) or rows ([`RowLowering`]) to an inner sink.

mod check;
mod choices;
mod clauses;
mod constraint;
mod cost;
mod counter;
mod decimal;
mod emit;
mod formula;
mod pattern;
mod program;
mod propagator;
mod rows;
pub(crate) mod sequential;
mod subsets;
mod unit;

pub use check::ModelCheck;
pub use choices::{CardMethod, CnfMethod, DegreeRows, LoweringOptions};
pub use clauses::{ClauseCounts, ClauseSink, CnfLowering, auxiliary_formulas, lower_to_cnf};
pub use constraint::{Constraint, ConstraintSink, Origin, Place};
pub use cost::{ObjectiveCost, ObjectiveError, gcd};
pub use counter::Counter;
pub use decimal::Decimal;
pub(crate) use emit::tidied;
pub use emit::{CLAUSE_LIMIT, ClauseTotal, RefusedStep, TooLarge, VARIABLE_LIMIT};
pub use formula::{Formula, NamedFormula};
pub use pattern::FormulaPattern;
pub use program::{
    LinearObjective, OtherColumn, ProgramColumn, ProgramNames, ProgramPart, ProgramRow,
};
pub use propagator::ExternalPropagator;
pub use rows::{Relation, Row, RowLowering, RowSink, lower_to_rows};
pub use subsets::binomial;
pub use unit::{ClauseGraph, UnitPropagator};

/// The literal and variable types of `rustsat`, so that encoders can feed any RustSAT solver.
pub use rustsat::types::{Lit, Var};

/// A truth value for every variable, by variable index from 0.
pub type Assignment = Vec<bool>;

/// Returns whether a literal is true in an assignment. Variables beyond the end of the assignment are false.
#[must_use]
pub fn holds(literal: Lit, assignment: &[bool]) -> bool {
    assignment.get(literal.vidx()).copied().unwrap_or(false) == literal.is_pos()
}
