//! What most programs need: `use encycle::prelude::*`.
//!
//! Every item is also available under its module; this one only shortens imports.

pub use encycle_encodings::encoding::{Encodable, Encoding, EncodingError};
pub use encycle_encodings::export::MapTarget;
pub use encycle_encodings::logic::{CardMethod, CnfMethod, LoweringOptions};
pub use encycle_encodings::model::{Model, RuleGraph};
pub use encycle_encodings::puzzle::{Instance, Solution};
pub use encycle_solvers::{Dialect, SolverStatus, VariableNames};

pub use crate::certify::{Certificate, CertifyError, CertifyOptions, certify};
pub use crate::count::{CountError, CountMethod, CountOptions, count};
pub use crate::decode::{DecodeError, Decoded, decode_output};
pub use crate::error_help::ErrorHelp;
pub use crate::export::{collect_cnf, write_cnf, write_linear_program, write_variable_map};
pub use crate::formats::{ParseError, PuzzleFormat, write_default};
pub use crate::generate::{GenerateError, GenerateOptions, generate};
pub use crate::problem::Problem;
pub use crate::puzzle::{Puzzle, PuzzleKind};
pub use crate::solve::{
    EnumerateError, Enumerator, SearchOptions, Solve, SolveError, SolveOutcome, Verdict,
};
