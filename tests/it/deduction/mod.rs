//! Deductions without a solver: the presolver and the ladders of techniques.

mod ladders;
mod presolve;
