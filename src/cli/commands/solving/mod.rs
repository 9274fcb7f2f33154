//! Commands that solve, count, check and grade puzzles, and the solvers they use.

pub mod check;
pub mod count;
pub mod decode;
pub mod enumerate;
pub mod grade;
mod ledger;
pub mod sat;
pub mod solve;
pub mod solvers;
