//! A writer of CPLEX LP, restricted to the subset that CBC, HiGHS, GLPK and SCIP interpret identically.
//!
//! Comments come first, names are short, and lines are wrapped at 200 characters. The section `Binary` declares
//! all columns. The objective contains every column with coefficient 0, so that GLPK keeps their order.

use std::fmt;
use std::io::{self, Write};

use crate::export::chunk::Chunk;
use crate::export::dimacs::ascii;
use crate::export::{Encode, LpSize, NameCollector, RowNames};
use crate::logic::{LoweringOptions, Origin, ProgramNames, Relation, Row, RowSink, lower_to_rows};

/// The maximum length of a line. GLPK and old CPLEX readers stop at 255 characters.
const WIDTH: usize = 200;

/// The placeholder column of a program without columns, which is needed because readers reject an empty program.
pub(super) const PLACEHOLDER: &str = "none";

/// A sink that writes rows as LP text and stores the column names.
///
/// Write errors are deferred: [`Self::out`] returns the first error.
#[derive(Debug)]
pub struct LpRows<W> {
    names: NameCollector,
    rows: RowNames,
    size: LpSize,
    has_false_row: bool,
    text: WrappedWriter<W>,
}

impl<W: Write> LpRows<W> {
    /// Creates a sink that writes rows to `out`, without the section keywords around them.
    pub fn new(out: W) -> Self {
        Self::with_names(out, NameCollector::default())
    }

    /// Creates a sink whose first columns are named `names`.
    pub(super) fn with_names(out: W, names: NameCollector) -> Self {
        let (rows, size) = (RowNames::default(), LpSize::default());
        Self { names, rows, size, has_false_row: false, text: WrappedWriter::new(out) }
    }

    /// Gives rows the names of a program.
    #[must_use]
    pub fn named(self, names: &ProgramNames) -> Self {
        Self { rows: RowNames::of_program(names), ..self }
    }

    /// Returns the size of the rows written so far.
    pub fn size(&self) -> LpSize {
        self.size
    }

    /// Returns the column names, in order of the variables.
    pub fn names(&self) -> &NameCollector {
        &self.names
    }

    /// Returns whether a row has no terms and is false.
    pub fn has_false_row(&self) -> bool {
        self.has_false_row
    }

    /// Writes all buffered rows and returns the inner writer.
    ///
    /// # Errors
    /// The first error of the writer since the last call.
    pub fn out(&mut self) -> io::Result<&mut W> {
        self.text.chunk.out()
    }
}

impl<W: Write> RowSink for LpRows<W> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.size.variable(family, name);
        if self.size.variables > self.names.len() {
            self.names.push(name);
        }
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        self.size.row(row, origin);
        let mut number = itoa::Buffer::new();
        self.text.put(&[" ", self.rows.next(origin), ":"]);
        for (i, &(coefficient, var)) in row.terms.iter().enumerate() {
            let sign = match (i, coefficient < 0) {
                (0, false) => " ",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            let name = self.names.get(var.idx());
            match coefficient.unsigned_abs() {
                1 => self.text.put(&[sign, name]),
                size => self.text.put(&[sign, number.format(size), " ", name]),
            }
        }
        if row.terms.is_empty() {
            self.has_false_row |= match row.relation {
                Relation::AtMost => 0 > row.right,
                Relation::AtLeast => 0 < row.right,
                Relation::Equal => 0 != row.right,
            };
            // readers reject a row without terms
            let first = if self.names.is_empty() { PLACEHOLDER } else { self.names.get(0) };
            self.text.put(&[" 0 ", first]);
        }
        let relation = match row.relation {
            Relation::AtMost => " <= ",
            Relation::AtLeast => " >= ",
            Relation::Equal => " = ",
        };
        self.text.put(&[relation, number.format(row.right)]);
        self.text.end_line();
    }
}

/// A writer that wraps lines at [`WIDTH`] characters. Text from one call of [`Self::put`] stays on one line.
#[derive(Debug)]
pub(super) struct WrappedWriter<W> {
    pub(super) chunk: Chunk<W>,
    width: usize,
}

impl<W: Write> WrappedWriter<W> {
    pub(super) fn new(out: W) -> Self {
        Self { chunk: Chunk::new(out), width: 0 }
    }

    pub(super) fn put(&mut self, piece: &[&str]) {
        let length = piece.iter().map(|word| word.len()).sum::<usize>();
        if self.width + length > WIDTH {
            self.chunk.put(b"\n ");
            self.chunk.hand_on_if_full();
            self.width = 1;
        }
        self.width += length;
        piece.iter().for_each(|word| self.chunk.put(word.as_bytes()));
    }

    pub(super) fn end_line(&mut self) {
        self.chunk.put(b"\n");
        self.width = 0;
        self.chunk.hand_on_if_full();
    }
}

/// Writes everything before the rows: comments, the objective with all columns, `Subject To`.
///
/// # Errors
/// Returns any error of `out`.
pub fn write_lp_head(out: &mut dyn Write, names: &NameCollector) -> io::Result<()> {
    write_head(out, &[], names)
}

/// Writes everything after the rows: the section `Binary` with all columns, and `End`.
///
/// # Errors
/// Returns any error of `out`.
pub fn write_lp_tail(out: &mut dyn Write, names: &NameCollector) -> io::Result<()> {
    writeln!(out, "Binary")?;
    for name in names.iter() {
        writeln!(out, " {name}")?;
    }
    if names.is_empty() {
        writeln!(out, " {PLACEHOLDER}")?;
    }
    writeln!(out, "End")?;
    out.flush()
}

/// Writes comments, which come before everything else.
pub(super) fn write_comments(out: &mut dyn Write, comments: &[String]) -> io::Result<()> {
    for comment in comments {
        // readers limit the length of comment lines too, see WIDTH
        let text: String = ascii(comment).chars().take(WIDTH).collect();
        writeln!(out, "\\ {text}")?;
    }
    Ok(())
}

/// Writes everything before the rows.
fn write_head(out: &mut dyn Write, comments: &[String], names: &NameCollector) -> io::Result<()> {
    write_comments(out, comments)?;
    writeln!(out, "Minimize")?;
    let mut text = WrappedWriter::new(&mut *out);
    text.put(&[" obj:"]);
    for (i, name) in names.iter().enumerate() {
        text.put(&[if i == 0 { " 0 " } else { " + 0 " }, name]);
    }
    if names.is_empty() {
        text.put(&[" 0 ", PLACEHOLDER]);
    }
    text.end_line();
    text.chunk.out()?;
    writeln!(out, "Subject To")
}

/// Writes a complete program.
///
/// Runs `encode` twice: first to collect the column names, then to write the rows. Only the names are kept in
/// memory.
///
/// # Errors
/// Returns any error of `out`. If the program is [`TooLarge`](crate::logic::TooLarge), the error is returned
/// before anything is written.
pub fn write_lp(
    out: &mut dyn Write,
    comments: &[String],
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> io::Result<LpSize> {
    let names =
        lower_to_rows(NameCollector::default(), choices, encode).map_err(io::Error::other)?;
    write_head(out, comments, &names)?;
    let rows = lower_to_rows(LpRows::with_names(&mut *out, names), choices, encode);
    let mut rows = rows.map_err(io::Error::other)?;
    rows.out()?;
    let LpRows { names, size, .. } = rows;
    if size.rows == 0 {
        // readers reject a program without rows
        let first = if names.is_empty() { PLACEHOLDER } else { names.get(0) };
        writeln!(out, " c1: 0 {first} >= 0")?;
    }
    write_lp_tail(out, &names)?;
    Ok(size)
}
