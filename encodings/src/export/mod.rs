//! Sinks that write files, and sinks that count the size of a file without writing it.
//!
//! A file is written in two passes of the same deterministic encoder: the first pass counts, and the second pass
//! writes. Therefore the header is exact, and only the names of the LP columns are kept in memory. A DIMACS file needs
//! only one pass unless it is very long. An MPS file needs only one pass, but keeps the entries in memory.

mod chunk;
mod digits;
mod dimacs;
mod listing;
mod lp;
mod lp_program;
mod map;
mod mps;
mod names;
mod opb;
mod size;
mod trace;
mod wcnf;

pub use dimacs::{
    DimacsClauses, Preamble, dimacs_header, write_cubes, write_dimacs, write_dimacs_head,
};
pub use listing::{ClauseListing, ListedClause, list_clauses};
pub use lp::{LpRows, write_lp, write_lp_head, write_lp_tail};
pub use lp_program::{LpProgram, write_lp_program};
pub use map::{MapTarget, write_map};
pub use mps::{MpsLayout, write_mps, write_mps_program};
pub use names::{NameCollector, RowNames, variable_names};
pub use opb::{
    OpbRevision, OpbRows, OpbSize, opb_objective, opb_unit, write_opb, write_opb_program,
};
pub use size::{ByFamily, CnfSize, LpSize, RowSize, count_clauses};
pub use trace::{ConstraintTrace, TraceError, row_number, trace_clause, trace_row};
pub use wcnf::{WcnfClauses, WcnfSize, write_wcnf, write_wcnf_program};

use crate::logic::ConstraintSink;

/// An encoder that can run several times. Each run must produce the same variables and constraints.
pub type Encode<'a> = &'a dyn Fn(&mut dyn ConstraintSink);
