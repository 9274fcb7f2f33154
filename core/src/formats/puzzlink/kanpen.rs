//! Addresses of kanpen.net: `http://www.kanpen.net/NAME.html?problem=H/W/ROW/ROW/...`, where a row is a list of cells
//! with `_` between them.
//!
//! After `?pzpr=`, the data is like that of puzz.link, but without the name. Rooms are rectangles: first their number,
//! then for each room the row and the column of its first and last cell, from 0, and the number of the room. After
//! `?heyawake=`, a room is `NUMBERinWxH` or `WxH`, and the rooms are in the order of their first cells.

use encycle_encodings::grid::{Cell, Grid, Regions};
use encycle_encodings::kinds::codec::ClueGrid;
use encycle_encodings::text::{self, Cells, Fault, Rows, Span};

use crate::formats::puzzlink::read_data;
use crate::formats::pzpr_names::kind_of;
use crate::formats::{Reading, pzprv3};
use crate::puzzle::PuzzleKind;

/// Returns whether `line` is an address of the site, or of the sites that it replaced.
pub(super) fn claims(line: &str) -> bool {
    let sites = ["kanpen.net/", "geocities.jp/pencil_applet", "geocities.co.jp/pencil_applet"];
    let old = ["geocities.jp/heyawake", "geocities.co.jp/heyawake"];
    sites.iter().chain(&old).any(|site| line.contains(site))
}

/// Reads the address `line`; `data` is the part after the `?`.
pub(super) fn read(line: Span<'_>, data: Span<'_>, expected: Option<PuzzleKind>) -> Reading {
    let page = line.text.split('?').next().unwrap_or_default();
    let name = page.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
    let name = name.split('.').next().unwrap_or_default();
    let at = line.text.find(name).unwrap_or(0);
    let name = Span { text: name, offset: line.offset + at };
    let (key, value) = data.cut(|c| c == '=');
    let value = value.ok_or_else(|| data.fault("no puzzle in this address"))?;
    match key.text {
        "pzpr" => {
            let whole = format!("{}/{}", name.text, value.text);
            read_data(Span { text: &whole, offset: 0 }, expected)
                .map_err(|Fault { message, .. }| value.fault(message))
        }
        "heyawake" => read_applet(value, expected),
        "problem"
            if name.text == "heyawake"
                && value.text.split('/').next().is_some_and(|size| size.contains('x')) =>
        {
            read_applet(value, expected)
        }
        "problem" => read_problem(name, value, expected),
        _ => Err(key.wrong("is not data of a puzzle")),
    }
}

/// Reads the size and the rows of cells.
fn read_problem(name: Span<'_>, value: Span<'_>, expected: Option<PuzzleKind>) -> Reading {
    let kind = kind_of(name, expected, "addresses of kanpen.net")?;
    let mut parts = value.split(|c| c == '/').filter(|part| !part.text.is_empty());
    let mut next = |what: &str| {
        parts.next().ok_or_else(|| value.fault_after(format!("the address ends before {what}")))
    };
    let rows = next("the number of rows")?;
    let cols = if kind == PuzzleKind::Sudoku { rows } else { next("the number of columns")? };
    let grid = text::size(rows, cols)?;
    if kind.codec().is_some_and(|codec| codec.has_rooms) {
        return read_rectangles(kind, grid, value, &mut parts);
    }
    let mut cells = Rows::new(grid);
    while !cells.complete() {
        let row = next("the last row of cells")?;
        let words = row.split(|c| matches!(c, '_' | ' ')).filter(|cell| !cell.text.is_empty());
        cells.push(row, words, Ok)?;
    }
    if let Some(more) = parts.next() {
        return Err(more.fault(format!(
            "{} after the last of {}\nhelp: correct the size, or remove it",
            more.shown(),
            text::counted(grid.rows(), "row")
        )));
    }
    let Cells { grid, cells, offsets } = cells.finish(|why| value.fault_after(why))?;
    let has_zero = kind.codec().is_some_and(|codec| codec.alphabet.has_zero());
    // in these rows, `0` is an empty cell unless 0 is a value, and `?` is a cell without a number
    let replaced = |cell: Span<'_>| match cell.text {
        "0" if !has_zero => ".".to_owned(),
        "?" => "-".to_owned(),
        text => text.to_owned(),
    };
    let texts: Vec<String> = cells.into_iter().map(replaced).collect();
    let cells = texts.iter().zip(&offsets).map(|(text, &offset)| Span { text, offset }).collect();
    let cells = Cells { grid, cells, offsets: offsets.clone() };
    Ok(pzprv3::puzzle(kind, expected, &cells, None, rows)?.into())
}

/// Reads rooms that are rectangles, given by their corners.
fn read_rectangles<'a>(
    kind: PuzzleKind,
    grid: Grid,
    value: Span<'a>,
    parts: &mut dyn Iterator<Item = Span<'a>>,
) -> Reading {
    let mut rooms = Rooms::new(grid);
    let count =
        parts.next().ok_or_else(|| value.fault_after("the address ends before the rooms"))?;
    for room in parts {
        let mut words =
            room.split(|c| matches!(c, '_' | ' ')).map(|word| word.text.parse::<usize>().ok());
        let mut corner = || words.next().flatten();
        let (Some(top), Some(left), Some(bottom), Some(right)) =
            (corner(), corner(), corner(), corner())
        else {
            return Err(room.wrong("is not a room"));
        };
        let number = words.next().flatten().map(|number| number as u32);
        let [first, last] = [Cell { row: top, col: left }, Cell { row: bottom, col: right }];
        rooms.add(room, first, last, number)?;
    }
    if count.text.parse() != Ok(rooms.count) {
        return Err(count.fault(format!("{} rooms announced, {} listed", count.text, rooms.count)));
    }
    rooms.finish(kind, value)
}

/// Reads rooms that are rectangles, given by their sizes.
fn read_applet(value: Span<'_>, expected: Option<PuzzleKind>) -> Reading {
    let kind = "heyawake".parse::<PuzzleKind>().map_err(|error| value.fault(error.to_string()))?;
    crate::formats::expect_kind(kind, expected, value)?;
    let mut parts = value.split(|c| c == '/').filter(|part| !part.text.is_empty());
    let size = |part: Span<'_>| match part.cut(|c| c == 'x') {
        (width, Some(height)) => text::size(height, width),
        _ => Err(part.wrong("is not a size\nhelp: write WxH")),
    };
    let grid = size(parts.next().unwrap_or(value))?;
    let mut rooms = Rooms::new(grid);
    for part in parts {
        let (number, room) = match part.text.find("in") {
            Some(at) => (part.text[..at].parse().ok(), part.from(at + "in".len())),
            None => (None, part),
        };
        let sides = size(room)?;
        let first = grid.cells().find(|&cell| rooms.of[grid.cell_index(cell)].is_none());
        let first = first.ok_or_else(|| part.fault("room after the last cell\nhelp: remove it"))?;
        let last = Cell { row: first.row + sides.rows() - 1, col: first.col + sides.cols() - 1 };
        rooms.add(part, first, last, number)?;
    }
    rooms.finish(kind, value)
}

/// Rooms that are read one after the other.
struct Rooms {
    grid: Grid,
    of: Vec<Option<usize>>,
    numbers: Vec<Option<u32>>,
    count: usize,
}

impl Rooms {
    fn new(grid: Grid) -> Self {
        let cells = grid.cell_count();
        Self { grid, of: vec![None; cells], numbers: vec![None; cells], count: 0 }
    }

    /// Adds a rectangle between two corners.
    fn add(
        &mut self,
        at: Span<'_>,
        first: Cell,
        last: Cell,
        number: Option<u32>,
    ) -> Result<(), Fault> {
        if first.row > last.row
            || first.col > last.col
            || last.row >= self.grid.rows()
            || last.col >= self.grid.cols()
        {
            return Err(at.fault(format!("the room {} is not within the grid", at.shown())));
        }
        for row in first.row..=last.row {
            for col in first.col..=last.col {
                let room = &mut self.of[self.grid.cell_index(Cell { row, col })];
                if room.replace(self.count).is_some() {
                    return Err(at.fault(format!("the room {} covers another one", at.shown())));
                }
            }
        }
        self.numbers[self.grid.cell_index(first)] = number;
        self.count += 1;
        Ok(())
    }

    fn finish(self, kind: PuzzleKind, value: Span<'_>) -> Reading {
        let of: Option<Vec<usize>> = self.of.into_iter().collect();
        let of = of.ok_or_else(|| value.fault_after("cells in no room"))?;
        let rooms = Regions::new(self.grid, &of).names();
        let clues = ClueGrid { rooms, ..ClueGrid::of_numbers(self.grid, self.numbers) };
        let puzzle = kind.puzzle_of_clues(&clues);
        Ok(puzzle.map_err(|error| value.fault(error.to_string()))?.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read};

    #[test]
    fn addresses_of_each_kind_are_read() {
        let heyawake = "heyawake 2 3\n2.0\n...\naab\naab\n";
        for (address, plain) in [
            ("slitherlink.html?problem=2/3/3_._2_/._0_._/", "slitherlink 2 3\n3.2\n.0.\n"),
            ("masyu.html?problem=2/3/1_._2_/._._._/", "masyu 2 3\nw.b\n...\n"),
            ("numberlink.html?problem=2/3/1_._1_/2_._2_/", "numberlink 2 3\n1.1\n2.2\n"),
            ("nurikabe.html?problem=2/3/1_._?_/._._._/", "nurikabe 2 3\n1.?\n...\n"),
            ("hitori.html?problem=2/2/1_2_/2_0_/", "hitori 2 2\n12\n2.\n"),
            (
                "sudoku.html?problem=4/1_._._3_/._3_._._/._._2_._/._._._1_/",
                "sudoku 2 2\n1..3\n.3..\n..2.\n...1\n",
            ),
            ("heyawake.html?problem=2/3/2/0_0_1_1_2/0_2_1_2_0/", heyawake),
            ("heyawake.html?heyawake=3x2/2in2x2/0in1x2/", heyawake),
            ("slitherlink.html?pzpr=/3/2/87a", "slitherlink 2 3\n3.2\n.0.\n"),
        ] {
            let parsed = read(&format!("http://www.kanpen.net/{address}"), None);
            let parsed = parsed.unwrap_or_else(|error| panic!("{address}: {error}"));
            assert_eq!(parsed.puzzle, read(plain, None).unwrap().puzzle, "{address}");
            assert_eq!(parsed.format, PuzzleFormat::PuzzLink);
        }
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("http://www.kanpen.net/kakuro.html?problem=2/2/", 1, 23, "'kakuro' is not a kind"),
            ("http://www.kanpen.net/hitori.html?problem=2/2/1_2_/", 1, 52, "before the last row"),
            (
                "http://www.kanpen.net/hitori.html?problem=1/2/1_2_/2_1_/",
                1,
                52,
                "after the last of 1 row",
            ),
            (
                "http://www.kanpen.net/heyawake.html?problem=2/2/1/0_0_1_2_/",
                1,
                51,
                "not within the grid",
            ),
            (
                "http://www.kanpen.net/heyawake.html?problem=2/2/1/0_0_0_1_/",
                1,
                60,
                "cells in no room",
            ),
        ]);
    }
}
