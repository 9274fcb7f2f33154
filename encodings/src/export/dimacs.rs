//! DIMACS CNF in the form of the SAT competitions: ASCII comments before the header, an exact header
//! with single spaces, one clause per line, each ending in ` 0`.
//!
//! Format: <https://satcompetition.github.io/2024/output.html> and the rules on the same site.

use std::fmt;
use std::io::{self, Write};

use crate::export::chunk::Chunk;
use crate::export::map::write_names;
use crate::export::{CnfSize, Encode, MapTarget};
use crate::logic::{ClauseSink, Lit, LoweringOptions, Origin, lower_to_cnf};

/// A sink that writes clauses as DIMACS lines and counts them. It keeps the first error for [`Self::out`].
#[derive(Debug)]
pub struct DimacsClauses<W> {
    size: CnfSize,
    chunk: Chunk<W>,
}

impl<W: Write> DimacsClauses<W> {
    /// Creates a writer of clauses to `out`. It writes no header.
    pub fn new(out: W) -> Self {
        Self { size: CnfSize::default(), chunk: Chunk::new(out) }
    }

    /// Returns the size of the formula written so far.
    pub fn size(&self) -> CnfSize {
        self.size
    }

    /// Writes all buffered clauses and returns the inner writer.
    ///
    /// # Errors
    /// The first error of the writer since the last call.
    pub fn out(&mut self) -> io::Result<&mut W> {
        self.chunk.out()
    }
}

impl<W: Write> ClauseSink for DimacsClauses<W> {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.size.variables += 1;
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        let bytes = &mut self.chunk.bytes;
        let before = bytes.len();
        let mut digits = itoa::Buffer::new();
        for literal in clause {
            if literal.is_neg() {
                bytes.push(b'-');
            }
            bytes.extend_from_slice(digits.format(literal.vidx32() + 1).as_bytes());
            bytes.push(b' ');
        }
        bytes.extend_from_slice(b"0\n");
        self.size.add(clause, (bytes.len() - before) as u64);
        self.chunk.hand_on_if_full();
    }
}

/// Returns the header line of a formula, without the line break.
#[must_use]
pub fn dimacs_header(size: CnfSize) -> String {
    format!("p cnf {} {}", size.variables, size.clauses)
}

/// The optional comment lines before the clauses.
#[derive(Clone, Debug, Default)]
pub struct Preamble {
    /// Comments on the origin of the formula, such as the command line and the puzzle.
    pub comments: Vec<String>,
    /// Whether to write a line with the name of each variable: `c var 1 h_1_1`.
    pub names: bool,
    /// The size of the projection set for model counters: the first variables, listed as
    /// `c p show 1 2 3 0`. If set, the type line of the model counting competitions, `c t pmc`, is
    /// written too.
    ///
    /// Format: <https://mccompetition.org/assets/files/2021/competition2021.pdf>.
    pub show: Option<usize>,
}

/// The number of variables per `c p show` line.
const SHOW_WIDTH: usize = 16;

/// Writes everything before the clauses: the comments, and the header for a formula of this size.
///
/// # Errors
/// Those of the writer, and [`TooLarge`](crate::logic::TooLarge).
pub fn write_dimacs_head(
    out: &mut dyn Write,
    preamble: &Preamble,
    size: CnfSize,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> io::Result<()> {
    if preamble.show.is_some() {
        writeln!(out, "c t pmc")?;
    }
    for comment in &preamble.comments {
        writeln!(out, "c {}", ascii(comment))?;
    }
    if preamble.names {
        write_names(&mut *out, "c var ", MapTarget::Cnf, choices, encode)?;
    }
    let projection_set: Vec<usize> = (1..=preamble.show.unwrap_or(0)).collect();
    for line in projection_set.chunks(SHOW_WIDTH) {
        let variables: String = line.iter().map(|variable| format!("{variable} ")).collect();
        writeln!(out, "c p show {variables}0")?;
    }
    writeln!(out, "{}", dimacs_header(size))
}

/// Writes a whole formula: comments, an exact header, clauses.
///
/// # Errors
/// Those of the writer. [`TooLarge`](crate::logic::TooLarge) is returned before anything is written.
pub fn write_dimacs(
    out: &mut dyn Write,
    preamble: &Preamble,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> io::Result<CnfSize> {
    let size = lower_to_cnf(CnfSize::default(), choices, encode).map_err(io::Error::other)?;
    write_dimacs_head(out, preamble, size, choices, encode)?;
    let clauses = lower_to_cnf(DimacsClauses::new(out), choices, encode);
    clauses.map_err(io::Error::other)?.out()?.flush()?;
    Ok(size)
}

/// Returns the text with all characters except printable ASCII replaced by `?`: cryptominisat5 treats
/// byte 0xFF in a comment as the end of the file.
pub(super) fn ascii(text: &str) -> String {
    text.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).collect()
}
