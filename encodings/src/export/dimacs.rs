//! DIMACS CNF, fit for a SAT competition: comments first and in ASCII, an exact header with single
//! spaces, one clause a line ending in ` 0`.
//!
//! Format: <https://satcompetition.github.io/2024/output.html> and the rules of the same site.

use std::fmt;
use std::io::{self, Write};

use crate::export::chunk::Chunk;
use crate::export::map::write_names;
use crate::export::{CnfSize, Encode, MapTarget};
use crate::logic::{ClauseSink, Lit, LoweringOptions, Origin, lower_to_cnf};

/// Writes clauses as lines, and counts them. The first error is kept for [`Self::out`].
#[derive(Debug)]
pub struct DimacsClauses<W> {
    size: CnfSize,
    chunk: Chunk<W>,
}

impl<W: Write> DimacsClauses<W> {
    /// A writer of clauses to `out`; it writes no header.
    pub fn new(out: W) -> Self {
        Self { size: CnfSize::default(), chunk: Chunk::new(out) }
    }

    /// The size of what was written so far.
    pub fn size(&self) -> CnfSize {
        self.size
    }

    /// The writer behind, with everything so far handed to it, and the first error that it had.
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

/// The header line of a formula, without the line break.
#[must_use]
pub fn dimacs_header(size: CnfSize) -> String {
    format!("p cnf {} {}", size.variables, size.clauses)
}

/// What stands before the clauses, in comments.
#[derive(Clone, Debug, Default)]
pub struct Preamble {
    /// Where the formula comes from: the command line, the puzzle.
    pub comments: Vec<String>,
    /// Whether each variable is named: `c var 1 h_1_1`.
    pub names: bool,
    /// How many of the first variables a model counter is to project on (`c p show 1 2 3 0`), and
    /// the type line of the model counting competitions (`c t pmc`).
    ///
    /// Format: <https://mccompetition.org/assets/files/2021/competition2021.pdf>.
    pub show: Option<usize>,
}

/// How many variables stand on one `c p show` line.
const SHOWN: usize = 16;

/// Writes everything before the clauses: the comments, and a header for a formula of this size.
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
    let shown: Vec<usize> = (1..=preamble.show.unwrap_or(0)).collect();
    for line in shown.chunks(SHOWN) {
        let variables: String = line.iter().map(|variable| format!("{variable} ")).collect();
        writeln!(out, "c p show {variables}0")?;
    }
    writeln!(out, "{}", dimacs_header(size))
}

/// Writes a whole formula: the comments, an exact header, the clauses.
///
/// # Errors
/// Those of the writer, and [`TooLarge`](crate::logic::TooLarge), before anything is written.
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

/// The text with everything beyond printable ASCII replaced by `?`: cryptominisat5 takes byte 0xFF
/// in a comment for the end of the file.
pub(super) fn ascii(text: &str) -> String {
    text.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).collect()
}
