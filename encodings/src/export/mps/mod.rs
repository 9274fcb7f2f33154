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
use crate::export::{Encode, LpSize, NameCollector, RowNames};
use crate::logic::{
    LoweringOptions, Origin, ProgramColumn, ProgramPart, Relation, Row, RowSink, Var, lower_to_rows,
};
use lines::{MpsLines, MpsNumber};

pub use lines::MpsLayout;

/// Writes a complete program. In free format, rows have the names of [`RowNames`]; in fixed format, row `cN` is the N-th row of
/// the linear program.
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
/// assert!(text.starts_with("NAME encycle FREE\nROWS\n N obj\n G nonempty_1\n"));
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
    write_mps_program(out, comments, layout, choices, encode, &ProgramPart::default())
}

/// Writes a complete program with an objective, and with columns and rows of its own, like [`write_mps`].
///
/// The objective is minimized, because GLPK has no section `OBJSENSE`, and has no constant, because GLPK reads it with
/// another sign than the other programs. If the value of the program's objective is another, a comment states it.
///
/// # Errors
/// Those of [`write_mps`].
pub fn write_mps_program(
    out: &mut dyn Write,
    comments: &[String],
    layout: MpsLayout,
    choices: LoweringOptions,
    encode: Encode<'_>,
    program: &ProgramPart,
) -> io::Result<LpSize> {
    let mut lines = MpsLines::new(out, layout);
    let meaning = program.objective.as_ref().and_then(|objective| objective.meaning_of_minimum());
    for comment in comments.iter().chain(&meaning) {
        lines.line(&format!("* {}", ascii(comment)));
    }
    match layout {
        MpsLayout::Free => {
            if let Some(name) = &program.names.objective {
                name.clone_into(&mut lines.objective);
            }
            lines.line(&format!("NAME encycle FREE\nROWS\n N {}", lines.objective));
        }
        MpsLayout::Fixed => lines.line("NAME          encycle\nROWS\n N  obj"),
    }
    let rows = RowsSection {
        lines,
        size: LpSize::default(),
        names: RowNames::of_program(&program.names),
        matrix: ProgramMatrix::default(),
    };
    let mut rows = lower_to_rows(rows, choices, encode).map_err(io::Error::other)?;
    let decimals = rows.add_program(program);
    let RowsSection { mut lines, size, matrix, .. } = rows;
    if u32::try_from(size.rows).is_err() {
        return Err(io::Error::other(format!("too many rows for an MPS file: {}", size.rows)));
    }
    let booleans = matrix.names.len();
    let count = booleans + program.columns.len();
    let columns = MatrixColumns::of(matrix.entries, booleans);
    lines.start_columns(count);
    for (column, name) in matrix.names.iter().enumerate() {
        lines.set_column(column + 1, name);
        let entries = columns.entries(column).iter();
        let entries = entries.map(|&(row, value)| (row, MpsNumber::Integer(value)));
        match decimals.entries(column) {
            [] => lines.column(entries),
            more => lines.values(entries.chain(more.iter().copied())),
        }
    }
    lines.marker("INTEND");
    for (number, column) in (booleans..).zip(&program.columns) {
        if column.is_integer {
            lines.marker("INTORG");
        }
        lines.set_column(number + 1, &column.name);
        lines.column(decimals.entries(number).iter().copied());
        if column.is_integer {
            lines.marker("INTEND");
        }
    }
    lines.start_right_sides();
    matrix.right_sides.iter().for_each(|&side| lines.values([side].into_iter()));
    lines.start_bounds(count);
    for (column, name) in matrix.names.iter().enumerate() {
        lines.set_column(column + 1, name);
        lines.bound(b"UP", "1");
    }
    for (number, column) in (booleans..).zip(&program.columns) {
        lines.set_column(number + 1, &column.name);
        lines.bounds(column.whole_bounds());
    }
    lines.line("ENDATA");
    lines.out()?.flush()?;
    Ok(size)
}

/// A sink that writes the section `ROWS`, and keeps the data of the other sections.
struct RowsSection<'a> {
    lines: MpsLines<'a>,
    size: LpSize,
    names: RowNames,
    matrix: ProgramMatrix,
}

/// The data of the sections after `ROWS`.
#[derive(Default)]
struct ProgramMatrix {
    names: NameCollector,
    /// Column, row and coefficient of each entry, by rows. Rows are numbered from 1.
    entries: Vec<(u32, u32, i64)>,
    /// Row and right-hand side of each row whose right-hand side is not 0.
    right_sides: Vec<(u32, MpsNumber)>,
}

impl RowsSection<'_> {
    /// Writes the rows of a program, and returns the entries of the objective and of these rows.
    fn add_program(&mut self, program: &ProgramPart) -> MatrixColumns<MpsNumber> {
        let booleans = self.matrix.names.len();
        let mut entries = Vec::new();
        let mut add = |row: u32, sign: f64, terms: &[(f64, ProgramColumn)]| {
            entries.extend(terms.iter().map(|&(size, column)| {
                let column = match column {
                    ProgramColumn::Boolean(variable) => variable.idx(),
                    ProgramColumn::Other(index) => booleans + index,
                };
                (column as u32, row, MpsNumber::Decimal(sign * size))
            }));
        };
        if let Some(objective) = &program.objective {
            add(0, if objective.is_maximized { -1.0 } else { 1.0 }, &objective.terms);
        }
        for (place, row) in program.rows.iter().enumerate() {
            let mut name = program.names.rows.get(&place).map(String::as_str);
            for (relation, right) in row.sides() {
                let number = self.start_row(relation, Err(name.take()));
                add(number, 1.0, &row.terms);
                if right != 0.0 {
                    self.matrix.right_sides.push((number, MpsNumber::Decimal(right)));
                }
            }
        }
        MatrixColumns::of(entries, booleans + program.columns.len())
    }

    /// Writes the line of a row, and returns its number. A row of a program has no origin, but may have a name.
    fn start_row(&mut self, relation: Relation, origin: Result<Origin, Option<&str>>) -> u32 {
        self.size.rows += 1;
        // a program with more rows is refused at the end
        let number = self.size.rows as u32;
        let relation = match relation {
            Relation::AtMost => b"L",
            Relation::AtLeast => b"G",
            Relation::Equal => b"E",
        };
        match origin {
            Ok(origin) => {
                let name = self.names.next(origin);
                self.lines.row(relation, number, format_args!("{name}"));
            }
            Err(Some(name)) => self.lines.row(relation, number, format_args!("{name}")),
            Err(None) => self.lines.row(relation, number, format_args!("p{number}")),
        }
        number
    }
}

impl RowSink for RowsSection<'_> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.size.variable(family, name);
        RowSink::variable(&mut self.matrix.names, family, name);
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        let number = self.start_row(row.relation, Ok(origin));
        self.size.nonzeros += row.terms.len();
        let entry = |&(coefficient, variable): &(i64, Var)| (variable.idx32(), number, coefficient);
        self.matrix.entries.extend(row.terms.iter().map(entry));
        if row.right != 0 {
            self.matrix.right_sides.push((number, MpsNumber::Integer(row.right)));
        }
    }
}

/// The entries of a matrix, by columns.
struct MatrixColumns<N> {
    /// For each column, the end of its entries.
    ends: Vec<usize>,
    /// Row and coefficient of each entry. The entries of a column are in the order of the rows.
    entries: Vec<(u32, N)>,
}

impl<N: Copy> MatrixColumns<N> {
    /// Sorts entries by column. The sort counts the entries of each column, so it keeps their order within a column.
    fn of(entries: Vec<(u32, u32, N)>, columns: usize) -> Self {
        let mut ends = vec![0; columns + 1];
        entries.iter().for_each(|&(column, ..)| ends[column as usize + 1] += 1);
        for column in 0..columns {
            ends[column + 1] += ends[column];
        }
        // these are the starts of the columns; each moves to the end of its column
        ends.pop();
        let mut sorted: Vec<(u32, N)> =
            entries.iter().map(|&(_, row, coefficient)| (row, coefficient)).collect();
        for (column, row, coefficient) in entries {
            let end = &mut ends[column as usize];
            sorted[*end] = (row, coefficient);
            *end += 1;
        }
        Self { ends, entries: sorted }
    }

    fn entries(&self, column: usize) -> &[(u32, N)] {
        let start = if column == 0 { 0 } else { self.ends[column - 1] };
        &self.entries[start..self.ends[column]]
    }
}
