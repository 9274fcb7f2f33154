//! Readers of SAT solver output, one file per dialect.

pub(super) mod competition;
pub(super) mod minisat;
pub(super) mod qdimacs;
pub(super) mod sat_solver;
pub(super) mod toulbar2;
