//! Readers of MIP solver output, one file per dialect.

pub(super) mod cbc;
mod columns;
pub(super) mod cplex;
pub(super) mod glpk;
pub(super) mod glpk_report;
pub(super) mod gurobi;
pub(super) mod highs;
pub(super) mod lp_solve;
pub(super) mod scip;
pub(super) mod symphony;
pub(super) mod z3_lp;
