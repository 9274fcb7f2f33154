//! What most programs need: `use encycle::prelude::*`.
//!
//! Every item is also available under its module; this one only shortens imports.

pub use encycle_encodings::encoding::{Encodable, Encoding};
pub use encycle_encodings::logic::{CardMethod, CnfMethod, LoweringOptions};
pub use encycle_encodings::puzzle::{Instance, Solution};
pub use encycle_solvers::{Dialect, SolverStatus, VariableNames};

pub use crate::count::{CountMethod, CountOptions, count};
pub use crate::export::{write_cnf, write_linear_program};
pub use crate::formats::{PuzzleFormat, write_default};
pub use crate::generate::{GenerateOptions, generate};
pub use crate::puzzle::{Puzzle, PuzzleKind};
pub use crate::solve::{Enumerator, SearchOptions, Solve, SolveOutcome, Verdict};
