//! An encoding as a file, without comments.

use std::io::{self, Write};

use encycle_encodings::encoding::Encoding;
use encycle_encodings::export::{CnfSize, LpSize, Preamble, write_dimacs, write_lp};
use encycle_encodings::logic::LoweringOptions;

/// Writes an encoding as DIMACS CNF, and returns its size. For comments, variable names and projection lines use
/// [`write_dimacs`].
///
/// # Errors
/// Those of `out`; and a constraint that would become too many clauses.
pub fn write_cnf(
    out: &mut dyn Write,
    encoding: &dyn Encoding,
    lowering: LoweringOptions,
) -> io::Result<CnfSize> {
    write_dimacs(out, &Preamble::default(), lowering, &|sink| encoding.encode(sink))
}

/// Writes an encoding as a 0-1 linear program in the CPLEX LP format, and returns its size.
///
/// # Errors
/// Those of `out`; and a constraint that would become too many rows.
pub fn write_linear_program(
    out: &mut dyn Write,
    encoding: &dyn Encoding,
    lowering: LoweringOptions,
) -> io::Result<LpSize> {
    write_lp(out, &[], lowering, &|sink| encoding.encode(sink))
}
