//! CPLEX LP, in the subset that CBC, HiGHS, GLPK and SCIP read alike: comments at the top, every
//! column in the objective (with 0, and so in column order for GLPK), short names, lines under 200
//! characters, the section word `Binary`.

use std::fmt;
use std::io::{self, Write};

use crate::export::chunk::Chunk;
use crate::export::dimacs::ascii;
use crate::export::{Encode, LpSize, NameCollector};
use crate::logic::{LoweringOptions, Origin, Relation, Row, RowSink, lower_to_rows};

/// Where lines are broken: GLPK and old CPLEX readers stop at 255 characters.
const WIDTH: usize = 200;

/// The column of a program without columns, which readers do not take.
const STAND_IN: &str = "none";

/// Writes rows as text, and keeps the column names. The first error is kept for [`Self::out`].
#[derive(Debug)]
pub struct LpRows<W> {
    names: NameCollector,
    size: LpSize,
    text: Wrapped<W>,
}

impl<W: Write> LpRows<W> {
    /// A writer of rows to `out`; it writes no section word.
    pub fn new(out: W) -> Self {
        Self::with_names(out, NameCollector::default())
    }

    /// A writer whose first columns have these names already.
    fn with_names(out: W, names: NameCollector) -> Self {
        Self { names, size: LpSize::default(), text: Wrapped::new(out) }
    }

    /// The size of what was written so far.
    pub fn size(&self) -> LpSize {
        self.size
    }

    /// The column names, in order of their variables.
    pub fn names(&self) -> &NameCollector {
        &self.names
    }

    /// The writer behind, with everything so far handed to it, and the first error that it had.
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
        self.text.put(&[" c", number.format(self.size.rows), ":"]);
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
            // readers want a term
            let first = if self.names.is_empty() { STAND_IN } else { self.names.get(0) };
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

/// Text that is broken before a line grows too wide; each piece stays whole.
#[derive(Debug)]
struct Wrapped<W> {
    chunk: Chunk<W>,
    width: usize,
}

impl<W: Write> Wrapped<W> {
    fn new(out: W) -> Self {
        Self { chunk: Chunk::new(out), width: 0 }
    }

    fn put(&mut self, piece: &[&str]) {
        let length = piece.iter().map(|word| word.len()).sum::<usize>();
        if self.width + length > WIDTH {
            self.chunk.bytes.extend_from_slice(b"\n ");
            self.chunk.hand_on_if_full();
            self.width = 1;
        }
        self.width += length;
        piece.iter().for_each(|word| self.chunk.bytes.extend_from_slice(word.as_bytes()));
    }

    fn end_line(&mut self) {
        self.chunk.bytes.push(b'\n');
        self.width = 0;
        self.chunk.hand_on_if_full();
    }
}

/// Writes everything before the rows: comments, the objective with all columns, `Subject To`.
///
/// # Errors
/// Those of the writer.
pub fn write_lp_head(out: &mut dyn Write, names: &NameCollector) -> io::Result<()> {
    write_head(out, &[], names)
}

/// Writes everything behind the rows: the columns, `End`.
///
/// # Errors
/// Those of the writer.
pub fn write_lp_tail(out: &mut dyn Write, names: &NameCollector) -> io::Result<()> {
    writeln!(out, "Binary")?;
    for name in names.iter() {
        writeln!(out, " {name}")?;
    }
    if names.is_empty() {
        writeln!(out, " {STAND_IN}")?;
    }
    writeln!(out, "End")?;
    out.flush()
}

/// Everything before the rows.
fn write_head(out: &mut dyn Write, comments: &[String], names: &NameCollector) -> io::Result<()> {
    for comment in comments {
        // long comments have broken readers: see the module's width
        let text: String = ascii(comment).chars().take(WIDTH).collect();
        writeln!(out, "\\ {text}")?;
    }
    writeln!(out, "Minimize")?;
    let mut text = Wrapped::new(&mut *out);
    text.put(&[" obj:"]);
    for (i, name) in names.iter().enumerate() {
        text.put(&[if i == 0 { " 0 " } else { " + 0 " }, name]);
    }
    if names.is_empty() {
        text.put(&[" 0 ", STAND_IN]);
    }
    text.end_line();
    text.chunk.out()?;
    writeln!(out, "Subject To")
}

/// Writes a whole program. The names of its columns are kept in memory, its rows are not.
///
/// # Errors
/// Those of the writer, and [`TooLarge`](crate::logic::TooLarge), before anything is written.
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
    write_lp_tail(out, &names)?;
    Ok(size)
}
