//! The file format in which pzpr and puzz.link save puzzles.
//!
//! The fields are lines, or parts between `/`: `pzprv3` or `pzprv3.1`; the name of the kind; the number of rows; the
//! number of columns, except for a Sudoku; then the clues and the solution drawn so far, with one field for each row.
//! [`cells`] describes the clues of each kind, and [`drawn`] the solution. If nothing is drawn, the file contains no
//! solution.
//!
//! Rooms are given by their number, followed by the number of the room of each cell; from version 3.2 on, by the
//! borders between the columns and between the rows. Drawn lines are given by a number for each border, first the
//! borders between the columns; a positive number means that a line crosses the border. For a Slitherlink, the outer
//! borders are included. [`values`] describes solutions that are values. A drawing that no values describe, such as two
//! bridges that cross or a border that ends nowhere, is not read; a note says why.

mod borders;
mod cells;
mod drawn;
#[cfg(test)]
mod tests;
mod values;

use std::collections::HashSet;

use encycle_encodings::grid::Grid;
use encycle_encodings::text::{self, Cells, Fault, Rows, Span, Text};

use crate::formats::pzpr_names::kind_of;
use crate::formats::{Reading, TextContent};
use crate::puzzle::PuzzleKind;

pub(super) use cells::{puzzle, write};

/// The beginnings of the fields that may follow the solution.
const ENDS: [&str; 6] = ["info:", "history:", "__HISTORY__", "TrialData", "http:", "https:"];

/// Returns whether `line` begins such a file.
pub(super) fn claims(line: &str) -> bool {
    line.starts_with("pzprv3")
}

/// Reads a file.
pub(super) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    // comments may precede the file, but `#` begins a row of shaded cells
    let start = text.lines().next().map_or(0, |line| line.offset);
    read_fields(Span { text: text.0, offset: 0 }.from(start), kind)
}

/// The fields that have not been read yet.
struct Fields<'a> {
    whole: Span<'a>,
    rest: Vec<Span<'a>>,
    next: usize,
    /// Why the drawing is not read as a solution.
    notes: Vec<String>,
}

impl<'a> Fields<'a> {
    fn new(whole: Span<'a>) -> Self {
        let fields = whole.split(|c| matches!(c, '\n' | '/')).map(Span::trim);
        let is_field = |field: &Span<'_>| !field.text.is_empty() && !field.text.starts_with("//");
        let fields = fields.filter(is_field);
        let fields = fields.take_while(|field| !ENDS.iter().any(|end| field.text.starts_with(end)));
        Self { whole, rest: fields.collect(), next: 0, notes: Vec::new() }
    }

    /// Returns the next field.
    fn take(&mut self, what: &str) -> Result<Span<'a>, Fault> {
        let field = self.rest.get(self.next).copied().ok_or_else(|| {
            let end = Text(self.whole.text).fault_at_end(format!("the file ends before {what}"));
            Fault { offset: end.offset + self.whole.offset, ..end }
        })?;
        self.next += 1;
        Ok(field)
    }

    /// Notes why the drawing, which may be unfinished, is not read as a solution.
    fn note(&mut self, reason: &str) {
        self.notes.push(format!("the drawing is not read as a solution: {reason}"));
    }

    /// Returns how many fields are left.
    fn left(&self) -> usize {
        self.rest.len() - self.next
    }

    /// Reads rows of cells.
    fn cells(&mut self, grid: Grid) -> Result<Cells<Span<'a>>, Fault> {
        let mut rows = Rows::new(grid);
        while !rows.complete() {
            let row = self.take("the last row of cells")?;
            rows.push(row, row.words(), Ok)?;
        }
        rows.finish(|message| self.whole.fault_after(message))
    }
}

/// Reads the fields of a file.
pub(super) fn read_fields(whole: Span<'_>, expected: Option<PuzzleKind>) -> Reading {
    let mut fields = Fields::new(whole);
    let version = fields.take("the version")?;
    let number = version.text.strip_prefix("pzprv3").and_then(|rest| match rest {
        "" => Some(0),
        rest => rest.strip_prefix('.')?.parse().ok(),
    });
    let number: u32 = number.filter(|&number| number <= 2).ok_or_else(|| {
        version.fault(format!(
            "unknown version {}: only pzprv3, pzprv3.1 and pzprv3.2 can be read",
            version.shown()
        ))
    })?;
    let name = fields.take("the kind of puzzle")?;
    let kind = kind_of(name, expected, "pzpr files")?;
    let rows = fields.take("the number of rows")?;
    let cols = match kind {
        PuzzleKind::Sudoku => rows,
        _ => fields.take("the number of columns")?,
    };
    let grid = text::size(rows, cols)?;
    if let Some(flag) = fields.rest.get(fields.next).filter(|flag| flag.text == "f") {
        return Err(flag.fault(
            "the flag 'f' requires a loop through every vertex: only plain Slitherlink can be read",
        ));
    }
    let rooms = match kind.codec().is_some_and(|codec| codec.has_rooms) {
        true => Some(rooms(&mut fields, grid, number)?),
        false => None,
    };
    let clues = fields.cells(grid)?;
    let puzzle = puzzle(kind, expected, &clues, rooms, rows)?;
    let solution = drawn::solution(&puzzle, kind, number, &clues, &mut fields)?;
    Ok(TextContent { solution, notes: fields.notes, ..puzzle.into() })
}

/// Returns the number of rooms with these names, where `.` is a cell in no room.
fn count(names: &[String]) -> usize {
    names.iter().filter(|name| *name != ".").collect::<HashSet<_>>().len()
}

/// Reads the rooms as the name of the room of each cell, where `.` is a cell in no room.
fn rooms(fields: &mut Fields<'_>, grid: Grid, version: u32) -> Result<Vec<String>, Fault> {
    if version < 2 {
        let announced = fields.take("the number of rooms")?;
        let names = fields.cells(grid)?.cells.into_iter().map(|name| name.text.to_owned());
        let names: Vec<String> = names.collect();
        let count = count(&names);
        return match announced.text.trim().parse() == Ok(count) {
            true => Ok(names),
            false => Err(announced.wrong(format!(
                "rooms are announced, and {count} drawn\nhelp: correct the number or the rooms"
            ))),
        };
    }
    let mut drawn: Vec<[usize; 2]> = Vec::new();
    for pairs in borders::inner_borders(grid) {
        let row = fields.take("the last row of borders")?;
        let marks: Vec<Span<'_>> = row.words().collect();
        if marks.len() != pairs.len() {
            return Err(row.fault(format!("{} borders in a row of {}", marks.len(), pairs.len())));
        }
        drawn.extend(
            pairs.into_iter().zip(marks).filter(|(_, mark)| mark.text != "0").map(|(pair, _)| pair),
        );
    }
    let rooms = borders::divided(grid, drawn);
    Ok(rooms.numbers().iter().map(usize::to_string).collect())
}
