//! DIMACS CNF, fit for a SAT competition: comments first and in ASCII, an exact header with single
//! spaces, one clause a line ending in ` 0`.
//!
//! Format: <https://satcompetition.github.io/2024/output.html> and the rules of the same site.

use std::fmt;
use std::io::{self, Write};

use super::{CnfSize, Encode};
use crate::logic::{ClauseSink, Lit, Origin, lower_to_cnf};

/// Writes clauses as lines, and counts them. The first error is kept for [`Self::out`].
#[derive(Debug)]
pub struct DimacsClauses<W> {
    out: W,
    size: CnfSize,
    line: Vec<u8>,
    error: Option<io::Error>,
}

impl<W: Write> DimacsClauses<W> {
    /// A writer of clauses to `out`; it writes no header.
    pub fn new(out: W) -> Self {
        Self { out, size: CnfSize::default(), line: Vec::new(), error: None }
    }

    /// The size of what was written so far.
    pub fn size(&self) -> CnfSize {
        self.size
    }

    /// The writer behind, and the first error that it had.
    ///
    /// # Errors
    /// The first error of the writer since the last call.
    pub fn out(&mut self) -> io::Result<&mut W> {
        self.error.take().map_or(Ok(&mut self.out), Err)
    }
}

impl<W: Write> ClauseSink for DimacsClauses<W> {
    fn variable(&mut self, name: fmt::Arguments<'_>) {
        self.size.variable(name);
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        self.size.clause(clause, origin);
        self.line.clear();
        let mut digits = itoa::Buffer::new();
        for literal in clause {
            self.line.extend_from_slice(digits.format(literal.to_ipasir()).as_bytes());
            self.line.push(b' ');
        }
        self.line.extend_from_slice(b"0\n");
        if self.error.is_none() {
            self.error = self.out.write_all(&self.line).err();
        }
    }
}

/// The header line of a formula, without the line break.
#[must_use]
pub fn dimacs_header(size: CnfSize) -> String {
    format!("p cnf {} {}", size.variables, size.clauses)
}

/// Writes a whole formula: the comments, an exact header, the clauses.
///
/// # Errors
/// Those of the writer.
pub fn write_dimacs(
    out: &mut dyn Write,
    comments: &[String],
    encode: Encode<'_>,
) -> io::Result<CnfSize> {
    let size = lower_to_cnf(CnfSize::default(), encode);
    for comment in comments {
        writeln!(out, "c {}", ascii(comment))?;
    }
    writeln!(out, "{}", dimacs_header(size))?;
    let mut clauses = lower_to_cnf(DimacsClauses::new(out), encode);
    clauses.out()?.flush()?;
    Ok(size)
}

/// The text with everything beyond printable ASCII replaced by `?`: cryptominisat5 takes byte 0xFF
/// in a comment for the end of the file.
pub(super) fn ascii(text: &str) -> String {
    text.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).collect()
}
