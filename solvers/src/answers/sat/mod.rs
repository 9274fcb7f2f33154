//! Readers of what SAT solvers print, one file a dialect.

pub mod competition;
mod literals;
pub(super) mod minisat;
pub(super) mod qdimacs;
pub(super) mod sat_solver;
pub(super) mod toulbar2;
