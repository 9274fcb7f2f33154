//! CPLEX LP, in the subset that CBC, HiGHS, GLPK and SCIP read alike: comments at the top, every
//! column in the objective (with 0, and so in column order for GLPK), short names, lines under 200
//! characters, the section word `Binary`.

use std::fmt;
use std::io::{self, Write};

use super::dimacs::ascii;
use super::{Encode, LpSize};
use crate::logic::{Choices, Origin, Row, RowSink, lower_to_rows};

/// Where lines are broken: GLPK and old CPLEX readers stop at 255 characters.
const WIDTH: usize = 200;

/// Writes rows as text, and keeps the column names. The first error is kept for [`Self::out`].
#[derive(Debug)]
pub struct LpRows<W> {
    out: W,
    names: Vec<String>,
    size: LpSize,
    error: Option<io::Error>,
}

impl<W: Write> LpRows<W> {
    /// A writer of rows to `out`; it writes no section word.
    pub fn new(out: W) -> Self {
        Self { out, names: Vec::new(), size: LpSize::default(), error: None }
    }

    /// The size of what was written so far.
    pub fn size(&self) -> LpSize {
        self.size
    }

    /// The column names, in order of their variables.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The writer behind, and the first error that it had.
    ///
    /// # Errors
    /// The first error of the writer since the last call.
    pub fn out(&mut self) -> io::Result<&mut W> {
        self.error.take().map_or(Ok(&mut self.out), Err)
    }

    fn write_row(&mut self, row: Row<'_>) -> io::Result<()> {
        let mut line = Line::new(&mut self.out);
        line.put(&format!(" c{}:", self.size.rows))?;
        for (i, &(coefficient, var)) in row.terms.iter().enumerate() {
            let sign = match (i, coefficient < 0) {
                (0, false) => "",
                (_, false) => "+ ",
                (_, true) => "- ",
            };
            let name = &self.names[var.idx()];
            match coefficient.unsigned_abs() {
                1 => line.put(&format!(" {sign}{name}"))?,
                size => line.put(&format!(" {sign}{size} {name}"))?,
            }
        }
        line.put(&format!(" {} {}", row.relation, row.right))?;
        line.end()
    }
}

impl<W: Write> RowSink for LpRows<W> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.size.variable(family, name);
        self.names.push(name.to_string());
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        self.size.row(row, origin);
        if self.error.is_none() {
            self.error = self.write_row(row).err();
        }
    }
}

/// Text that is broken before it grows too wide; each piece stays whole.
struct Line<W> {
    out: W,
    width: usize,
}

impl<W: Write> Line<W> {
    fn new(out: W) -> Self {
        Self { out, width: 0 }
    }

    fn put(&mut self, piece: &str) -> io::Result<()> {
        if self.width + piece.len() > WIDTH {
            self.out.write_all(b"\n ")?;
            self.width = 1;
        }
        self.width += piece.len();
        self.out.write_all(piece.as_bytes())
    }

    fn end(&mut self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }
}

/// Writes a program around rows that are there already: comments, objective, `rows`, columns.
///
/// # Errors
/// Those of the writer.
pub fn write_lp_parts(
    out: &mut dyn Write,
    comments: &[String],
    names: &[String],
    rows: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    for comment in comments {
        // long comments have broken readers: see the module's width
        let text: String = ascii(comment).chars().take(WIDTH).collect();
        writeln!(out, "\\ {text}")?;
    }
    writeln!(out, "Minimize")?;
    let mut line = Line::new(&mut *out);
    line.put(" obj:")?;
    for (i, name) in names.iter().enumerate() {
        line.put(&format!("{} 0 {name}", if i == 0 { "" } else { " +" }))?;
    }
    line.end()?;
    writeln!(out, "Subject To")?;
    rows(out)?;
    writeln!(out, "Binary")?;
    for name in names {
        writeln!(out, " {name}")?;
    }
    writeln!(out, "End")?;
    out.flush()
}

/// Writes a whole program.
///
/// # Errors
/// Those of the writer, and [`TooLarge`](crate::logic::TooLarge), before anything is written.
pub fn write_lp(
    out: &mut dyn Write,
    comments: &[String],
    choices: Choices,
    encode: Encode<'_>,
) -> io::Result<LpSize> {
    let counted = lower_to_rows(Columns::default(), choices, encode).map_err(io::Error::other)?;
    let mut size = LpSize::default();
    write_lp_parts(out, comments, &counted.names, |out| {
        let rows = lower_to_rows(LpRows::new(out), choices, encode);
        let mut rows = rows.map_err(io::Error::other)?;
        size = rows.size();
        rows.out().map(drop)
    })?;
    Ok(size)
}

/// The names of the columns alone.
#[derive(Default)]
struct Columns {
    names: Vec<String>,
}

impl RowSink for Columns {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.names.push(name.to_string());
    }

    fn row(&mut self, _: Row<'_>, _: Origin) {}
}
