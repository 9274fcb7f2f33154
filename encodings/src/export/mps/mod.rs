//! MPS writer, restricted to the subset that CBC, HiGHS, GLPK and SCIP interpret identically.
//!
//! MPS lists a matrix by columns, while an encoder creates it by rows. So the encoder runs once for each window of
//! columns whose entries fit into memory; most programs are one window, and are written in one run of the encoder.
//!
//! The columns are between lines with the three fields `MARKER 'MARKER' 'INTORG'`, and have the upper bound 1. Without the
//! word `FREE` after the name of the program, CBC 2.10 reads the bound of a column with a short name as a line of fixed
//! format.
//!
//! Format: <https://www.gnu.org/software/glpk/> (the reference manual, MPS formats).

mod kept;
mod lines;
mod window;

use std::fmt;
use std::io::{self, Write};

use crate::export::dimacs::ascii;
use crate::export::{Encode, LpSize};
use crate::logic::{LoweringOptions, Origin, Relation, Row, RowSink, lower_to_rows};
use kept::Kept;
use lines::Lines;
use window::{ENTRIES, SortedWindow, Window};

pub use lines::MpsLayout;

/// Writes a complete program. Row `cN` is the N-th row of the linear program.
///
/// Runs `encode` once if the program has at most some four million entries and as many columns and right-hand sides: it
/// keeps these in memory. A larger program takes at least four runs: for the rows and the entries of the first columns, for
/// the columns, for the right-hand sides, and for the bounds.
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
    let rows = Rows {
        lines,
        size: LpSize::default(),
        window: Window::new(0, limit),
        kept: Kept::new(limit),
    };
    let Rows { lines, size, window, kept } =
        lower_to_rows(rows, choices, encode).map_err(io::Error::other)?;
    if u32::try_from(size.rows).is_err() {
        return Err(io::Error::other(format!("too many rows for an MPS file: {}", size.rows)));
    }
    let program = Program { columns: size.variables, choices, encode };
    let mut lines = match kept.whole() {
        Some(kept) if window.end >= size.variables => {
            write_kept(lines, program, &window.sorted(), &kept)
        }
        _ => write_in_passes(lines, program, window, limit)?,
    };
    lines.line("ENDATA");
    lines.out()?.flush()?;
    Ok(size)
}

/// A program that an encoder creates.
#[derive(Clone, Copy)]
struct Program<'a> {
    /// The number of columns.
    columns: usize,
    choices: LoweringOptions,
    encode: Encode<'a>,
}

impl Program<'_> {
    fn pass<S: RowSink>(self, sink: S) -> io::Result<S> {
        lower_to_rows(sink, self.choices, self.encode).map_err(io::Error::other)
    }
}

/// Writes the sections after `ROWS` from memory.
fn write_kept<'a>(
    mut lines: Lines<'a>,
    program: Program<'_>,
    window: &SortedWindow,
    kept: &Kept,
) -> Lines<'a> {
    lines.start_columns(program.columns);
    for column in 0..program.columns {
        lines.set_column(column + 1, kept.name(column));
        lines.column(window.column(column));
    }
    lines.end_columns();
    lines.start_right_sides();
    for &side in kept.right_sides() {
        lines.values([side].into_iter());
    }
    lines.start_bounds(program.columns);
    for column in 0..program.columns {
        lines.set_column(column + 1, kept.name(column));
        lines.bound();
    }
    lines
}

/// Writes the sections after `ROWS` with as many runs of the encoder as they take.
fn write_in_passes<'a>(
    lines: Lines<'a>,
    program: Program<'_>,
    window: Window,
    limit: usize,
) -> io::Result<Lines<'a>> {
    let lines = write_columns(lines, program, window.sorted(), limit)?;
    let mut sides = RightSides { lines, rows: 0 };
    sides.lines.start_right_sides();
    let RightSides { mut lines, .. } = program.pass(sides)?;
    lines.start_bounds(program.columns);
    let bounds = Bounds { lines, columns: 0, all: program.columns };
    Ok(program.pass(bounds)?.lines)
}

/// Writes the section `COLUMNS`, window by window.
fn write_columns<'a>(
    mut lines: Lines<'a>,
    program: Program<'_>,
    window: SortedWindow,
    limit: usize,
) -> io::Result<Lines<'a>> {
    let all = program.columns;
    lines.start_columns(all);
    let mut rest = (all > 0).then_some(window);
    while let Some(window) = rest {
        let next = (window.end < all).then(|| Window::new(window.end, limit));
        let sink = program.pass(Columns { lines, window, next, columns: 0, all })?;
        lines = sink.lines;
        rest = sink.next.map(Window::sorted);
    }
    lines.end_columns();
    Ok(lines)
}

/// A sink that writes the section `ROWS`, and collects the first window of columns and what the other sections need.
struct Rows<'a> {
    lines: Lines<'a>,
    size: LpSize,
    window: Window,
    kept: Kept,
}

impl RowSink for Rows<'_> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.kept.variable(family, name);
        self.size.variable(family, name);
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        self.size.row(row, origin);
        self.window.row(row, origin);
        self.kept.row(row, origin);
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
            self.lines.column(self.window.column(column));
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
        let text = |limit: usize| {
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
