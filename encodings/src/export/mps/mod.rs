//! A writer of MPS, restricted to the subset that CBC, HiGHS, GLPK and SCIP interpret identically.
//!
//! MPS lists a matrix by columns, while an encoder creates it by rows, so the entries of the program are kept in
//! memory.
//!
//! The columns are between lines with the three fields `MARKER 'MARKER' 'INTORG'`, and have the upper bound 1. The name
//! of the program is followed by the word `FREE`, because without it CBC 2.10 reads the bound of a column with a short
//! name as a line of fixed format.
//!
//! Format: <https://www.gnu.org/software/glpk/> (the reference manual, MPS formats).

mod lines;

use std::fmt;
use std::io::{self, Write};

use crate::export::dimacs::ascii;
use crate::export::{Encode, LpSize, NameCollector};
use crate::logic::{LoweringOptions, Origin, Relation, Row, RowSink, Var, lower_to_rows};
use lines::MpsLines;

pub use lines::MpsLayout;

/// Writes a complete program. Row `cN` is the N-th row of the linear program.
///
/// Runs `encode` once, and keeps the entries, names and right-hand sides of the program in memory.
///
/// # Errors
/// The errors of `out`, [`TooLarge`](crate::logic::TooLarge), and for [`MpsLayout::Fixed`] a name with more than eight
/// characters, which occurs in a file with more than 9,999,999 rows or columns.
///
/// ```
/// use encycle_encodings::export::{MpsLayout, write_mps};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
/// use encycle_encodings::logic::LoweringOptions;
///
/// let puzzle = Slitherlink::from_rows(&["3"])?;
/// let mut file = Vec::new();
/// let (lowering, encode) = (LoweringOptions::default(), |sink: &mut dyn encycle_encodings::logic::ConstraintSink| puzzle.encode(sink));
/// let size = write_mps(&mut file, &[], MpsLayout::Free, lowering, &encode)?;
/// let text = String::from_utf8(file)?;
/// assert!(text.starts_with("NAME encycle FREE\nROWS\n N obj\n G c1\n"));
/// assert_eq!(text.lines().filter(|line| line.starts_with(" UP BND")).count(), size.variables);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_mps(
    out: &mut dyn Write,
    comments: &[String],
    layout: MpsLayout,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> io::Result<LpSize> {
    let mut lines = MpsLines::new(out, layout);
    for comment in comments {
        lines.line(&format!("* {}", ascii(comment)));
    }
    lines.line(match layout {
        MpsLayout::Free => "NAME encycle FREE\nROWS\n N obj",
        MpsLayout::Fixed => "NAME          encycle\nROWS\n N  obj",
    });
    let rows = RowsSection { lines, size: LpSize::default(), matrix: ProgramMatrix::default() };
    let RowsSection { mut lines, size, matrix } =
        lower_to_rows(rows, choices, encode).map_err(io::Error::other)?;
    if u32::try_from(size.rows).is_err() {
        return Err(io::Error::other(format!("too many rows for an MPS file: {}", size.rows)));
    }
    let names = &matrix.names;
    let columns = MatrixColumns::of(matrix.entries, size.variables);
    lines.start_columns(size.variables);
    for (column, name) in names.iter().enumerate() {
        lines.set_column(column + 1, name);
        lines.column(columns.entries(column).iter().copied());
    }
    lines.end_columns();
    lines.start_right_sides();
    matrix.right_sides.iter().for_each(|&side| lines.values([side].into_iter()));
    lines.start_bounds(size.variables);
    for (column, name) in names.iter().enumerate() {
        lines.set_column(column + 1, name);
        lines.bound();
    }
    lines.line("ENDATA");
    lines.out()?.flush()?;
    Ok(size)
}

/// A sink that writes the section `ROWS`, and keeps the data of the other sections.
struct RowsSection<'a> {
    lines: MpsLines<'a>,
    size: LpSize,
    matrix: ProgramMatrix,
}

/// The data of the sections after `ROWS`.
#[derive(Default)]
struct ProgramMatrix {
    names: NameCollector,
    /// Column, row and coefficient of each entry, by rows. Rows are numbered from 1.
    entries: Vec<(u32, u32, i64)>,
    /// Row and right-hand side of each row whose right-hand side is not 0.
    right_sides: Vec<(u32, i64)>,
}

impl RowSink for RowsSection<'_> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.size.variable(family, name);
        RowSink::variable(&mut self.matrix.names, family, name);
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        self.size.row(row, origin);
        // a program with more rows is refused at the end
        let number = self.size.rows as u32;
        let entry = |&(coefficient, variable): &(i64, Var)| (variable.idx32(), number, coefficient);
        self.matrix.entries.extend(row.terms.iter().map(entry));
        if row.right != 0 {
            self.matrix.right_sides.push((number, row.right));
        }
        let relation = match row.relation {
            Relation::AtMost => b"L",
            Relation::AtLeast => b"G",
            Relation::Equal => b"E",
        };
        self.lines.row(relation, number);
    }
}

/// The entries of a matrix, by columns.
struct MatrixColumns {
    /// For each column, the end of its entries.
    ends: Vec<usize>,
    /// Row and coefficient of each entry. The entries of a column are in the order of the rows.
    entries: Vec<(u32, i64)>,
}

impl MatrixColumns {
    /// Sorts entries by column. The sort counts the entries of each column, so it keeps their order within a column.
    fn of(entries: Vec<(u32, u32, i64)>, columns: usize) -> Self {
        let mut ends = vec![0; columns + 1];
        entries.iter().for_each(|&(column, ..)| ends[column as usize + 1] += 1);
        for column in 0..columns {
            ends[column + 1] += ends[column];
        }
        // these are the starts of the columns; each moves to the end of its column
        ends.pop();
        let mut sorted = vec![(0, 0); entries.len()];
        for (column, row, coefficient) in entries {
            let end = &mut ends[column as usize];
            sorted[*end] = (row, coefficient);
            *end += 1;
        }
        Self { ends, entries: sorted }
    }

    fn entries(&self, column: usize) -> &[(u32, i64)] {
        let start = if column == 0 { 0 } else { self.ends[column - 1] };
        &self.entries[start..self.ends[column]]
    }
}
