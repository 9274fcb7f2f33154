//! Sinks that write files or count what a file would hold.
//!
//! Files are written in two passes of the same deterministic encoder: the first counts, the second
//! writes. So the header is exact and nothing is kept in memory but the names of the LP columns.

mod chunk;
mod dimacs;
mod lp;
mod map;
mod names;
mod size;
mod trace;
mod words;

pub use dimacs::{DimacsClauses, Preamble, dimacs_header, write_dimacs, write_dimacs_head};
pub use lp::{LpRows, write_lp, write_lp_head, write_lp_tail};
pub use map::{MapTarget, write_map};
pub use names::{NameCollector, variable_names};
pub use size::{ByFamily, CnfSize, LpSize};
pub use trace::{ConstraintTrace, TraceError, trace_clause, trace_row};

use crate::logic::ConstraintSink;

/// An encoder that can be run as often as passes are needed; it must do the same each time.
pub type Encode<'a> = &'a dyn Fn(&mut dyn ConstraintSink);
