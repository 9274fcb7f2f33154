//! MPS writer, restricted to the subset that CBC, HiGHS, GLPK and SCIP interpret identically.
//!
//! MPS lists a matrix by columns, while an encoder creates it by rows. So the encoder runs once for each window of
//! columns whose entries fit into memory; most programs are one window.
//!
//! The columns are between lines with the three fields `MARKER 'MARKER' 'INTORG'`, and have the upper bound 1. Without the
//! word `FREE` after the name of the program, CBC 2.10 reads the bound of a column with a short name as a line of fixed
//! format.
//!
//! Format: <https://www.gnu.org/software/glpk/> (the reference manual, MPS formats).

mod lines;
mod window;

use std::fmt;
use std::io::{self, Write};

use crate::export::dimacs::ascii;
use crate::export::lp::PLACEHOLDER;
use crate::export::{Encode, LpSize};
use crate::logic::{LoweringOptions, Origin, Relation, Row, RowSink, lower_to_rows};
use lines::Lines;
use window::{ENTRIES, SortedWindow, Window};

pub use lines::MpsLayout;

/// Writes a complete program. Row `cN` is the N-th row of the linear program.
///
/// Runs `encode` at least four times: for the rows and the entries of the first columns, for the columns, for the
/// right-hand sides, and for the bounds. It keeps some four million entries in memory, and no names.
///
/// # Errors
/// Any error of `out`, [`TooLarge`](crate::logic::TooLarge), and for [`MpsLayout::Fixed`] a name with more than eight
/// characters: a file with more than 9,999,999 rows or columns.
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
    write_windows(out, comments, layout, choices, encode, ENTRIES)
}

/// Writes a complete program with at most about `limit` entries in memory.
fn write_windows(
    out: &mut dyn Write,
    comments: &[String],
    layout: MpsLayout,
    choices: LoweringOptions,
    encode: Encode<'_>,
    limit: usize,
) -> io::Result<LpSize> {
    let mut lines = Lines::new(out, layout);
    for comment in comments {
        lines.line(&format!("* {}", ascii(comment)));
    }
    lines.line(match layout {
        MpsLayout::Free => "NAME encycle FREE\nROWS\n N obj",
        MpsLayout::Fixed => "NAME          encycle\nROWS\n N  obj",
    });
    let rows = Rows { lines, size: LpSize::default(), window: Window::new(0, limit) };
    let Rows { lines, size, window } =
        lower_to_rows(rows, choices, encode).map_err(io::Error::other)?;
    if u32::try_from(size.rows).is_err() {
        return Err(io::Error::other(format!("too many rows for an MPS file: {}", size.rows)));
    }
    let lines = write_columns(lines, size.variables, window.sorted(), limit, choices, encode)?;
    let mut sides = RightSides { lines, rows: 0 };
    sides.lines.line("RHS");
    sides.lines.set_name("RHS");
    let RightSides { mut lines, .. } =
        lower_to_rows(sides, choices, encode).map_err(io::Error::other)?;
    lines.line("BOUNDS");
    let bounds = Bounds { lines, columns: 0, all: size.variables };
    let Bounds { mut lines, .. } =
        lower_to_rows(bounds, choices, encode).map_err(io::Error::other)?;
    if size.variables == 0 {
        lines.set_name(PLACEHOLDER);
        lines.bound();
    }
    lines.line("ENDATA");
    lines.out()?.flush()?;
    Ok(size)
}

/// Writes the section `COLUMNS`, window by window.
fn write_columns<'a>(
    mut lines: Lines<'a>,
    columns: usize,
    window: SortedWindow,
    limit: usize,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> io::Result<Lines<'a>> {
    lines.line("COLUMNS");
    let marker = |word: &str| match lines.layout {
        MpsLayout::Free => format!(" MARKER 'MARKER' '{word}'"),
        MpsLayout::Fixed => format!("    MARKER    'MARKER'                 '{word}'"),
    };
    let (start, end) = (marker("INTORG"), marker("INTEND"));
    lines.line(&start);
    if columns == 0 {
        // readers reject a program without columns
        lines.set_name(PLACEHOLDER);
        lines.values(OBJECTIVE.into_iter());
    }
    let mut rest = (columns > 0).then_some(window);
    while let Some(window) = rest {
        let next = (window.end < columns).then(|| Window::new(window.end, limit));
        let sink = Columns { lines, window, next, columns: 0, all: columns };
        let sink = lower_to_rows(sink, choices, encode).map_err(io::Error::other)?;
        lines = sink.lines;
        rest = sink.next.map(Window::sorted);
    }
    lines.line(&end);
    Ok(lines)
}

/// The entry of a column that is in no row.
const OBJECTIVE: [(u32, i64); 1] = [(0, 0)];

/// A sink that writes the section `ROWS`, and collects the first window of columns.
struct Rows<'a> {
    lines: Lines<'a>,
    size: LpSize,
    window: Window,
}

impl RowSink for Rows<'_> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.size.variable(family, name);
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        self.size.row(row, origin);
        self.window.row(row, origin);
        let relation = match row.relation {
            Relation::AtMost => b"L",
            Relation::AtLeast => b"G",
            Relation::Equal => b"E",
        };
        self.lines.row(relation, self.size.rows as u32);
    }
}

/// A sink that writes the columns of a window, and collects the entries of the next one.
struct Columns<'a> {
    lines: Lines<'a>,
    window: SortedWindow,
    next: Option<Window>,
    /// The number of columns so far.
    columns: usize,
    /// The number of columns of the program.
    all: usize,
}

impl RowSink for Columns<'_> {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        let column = self.columns;
        self.columns += 1;
        if self.window.contains(column) {
            self.lines.set_column(self.columns, name);
            let entries = self.window.column(column);
            if entries.len() == 0 {
                self.lines.values(OBJECTIVE.into_iter());
            } else {
                self.lines.values(entries);
            }
        }
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        if let Some(next) = &mut self.next {
            next.row(row, origin);
        }
    }

    fn accepts_more(&self) -> bool {
        self.next.is_some() || self.columns < self.all
    }
}

/// A sink that writes the section `RHS`.
struct RightSides<'a> {
    lines: Lines<'a>,
    rows: u32,
}

impl RowSink for RightSides<'_> {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {}

    fn row(&mut self, row: Row<'_>, _: Origin) {
        self.rows = self.rows.wrapping_add(1);
        if row.right != 0 {
            self.lines.values([(self.rows, row.right)].into_iter());
        }
    }
}

/// A sink that writes the section `BOUNDS`.
struct Bounds<'a> {
    lines: Lines<'a>,
    columns: usize,
    /// The number of columns of the program.
    all: usize,
}

impl RowSink for Bounds<'_> {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.columns += 1;
        self.lines.set_column(self.columns, name);
        self.lines.bound();
    }

    fn row(&mut self, _: Row<'_>, _: Origin) {}

    fn accepts_more(&self) -> bool {
        self.columns < self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Constraint, ConstraintSink, DegreeRows, Lit, Place};

    #[test]
    fn a_file_of_many_windows_is_that_of_one() {
        let encode = |sink: &mut dyn ConstraintSink| {
            let edge = |number| sink.variable("edge", format_args!("x_{number}")).pos_lit();
            let edges: Vec<Lit> = (0..12).map(edge).collect();
            for four in edges.windows(4) {
                let origin = Origin::new("degree", Place::Whole);
                sink.constraint(Constraint::ZeroOrTwo(four), origin);
            }
        };
        // auxiliary columns come between the rows
        let choices =
            LoweringOptions { degree_rows: DegreeRows::Equation, ..LoweringOptions::default() };
        let text = |limit| {
            let mut file = Vec::new();
            let size = write_windows(&mut file, &[], MpsLayout::Free, choices, &encode, limit);
            (size.expect("memory").variables, file)
        };
        let (columns, whole) = text(ENTRIES);
        assert_eq!(columns, 12 + 9);
        for limit in [1, 2, 10, 30] {
            assert!(text(limit) == (columns, whole.clone()), "{limit}");
        }
    }
}
