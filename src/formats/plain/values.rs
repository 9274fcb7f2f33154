//! `sudoku BOXROWS BOXCOLS`, `chaos ROWS COLS` and `neighbor-number N`: values, and `.` for an empty cell.
//!
//! Values above 9 are letters (`a` is 10) or, if blanks separate all cells of a row, numbers.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::chaos::Chaos;
use encycle_encodings::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};
use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::kinds::values::ValueClueError;

use crate::formats::plain::Header;
use crate::formats::scan::rows::{Cells, Rows, given_fault};
use crate::formats::scan::text::{self, Fault, Span, Text};
use crate::puzzle::Puzzle;

/// Reads the cells below a header, or a grid without a header.
fn cells<'a, T>(
    text: Text<'a>,
    grid: Option<Grid>,
    lines: impl Iterator<Item = Span<'a>>,
    read: impl Fn(Span<'a>) -> Result<T, Fault>,
) -> Result<Cells<T>, Fault> {
    let mut rows = Rows::new(grid);
    for line in lines {
        let cells = match grid {
            Some(grid) => line.cells(grid.cols()),
            // without a header, a row with blanks consists of words
            None if line.words().nth(1).is_some() => line.words().collect(),
            None => line.chars().collect(),
        };
        rows.push(line, cells.into_iter(), &read)?;
    }
    rows.finish(|message| text.fault_at_end(message))
}

/// Returns the fault for an error of the instance, at the cell that caused it.
fn refused<T>(cells: &Cells<T>, error: &ValueClueError) -> Fault {
    given_fault(error, cells.grid.cols(), &cells.offsets)
}

/// Reads a Sudoku; without a header its boxes are squares.
pub(super) fn sudoku<'a>(
    text: Text<'a>,
    header: Option<&Header<'a>>,
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Puzzle, Fault> {
    let boxes = header.map(|header| match header.words[..] {
        [rows, cols] => {
            let sides = (rows.side("rows of a box")?, cols.side("columns of a box")?);
            // the error of the constructor explains which boxes are too large
            let empty = Sudoku::new(sides.0, sides.1, Vec::new()).err();
            match Grid::new(sides.0 * sides.1, sides.0 * sides.1) {
                Some(grid) if grid.rows() <= Sudoku::MAX_SIDE => Ok((sides, grid)),
                _ => Err(rows.fault(empty.map_or_else(String::new, |error| error.to_string()))),
            }
        }
        [_, _, more, ..] => {
            let shown = more.shown();
            Err(more.fault(format!("{shown} after 'sudoku BOXROWS BOXCOLS'\nhelp: remove it")))
        }
        _ => {
            let message =
                "no size\nhelp: write the header 'sudoku BOXROWS BOXCOLS', such as 'sudoku 3 3'";
            Err(header.line.fault_behind(message))
        }
    });
    let boxes = boxes.transpose()?;
    let grid = boxes.map(|(_, grid)| grid);
    let largest = grid.map_or(Sudoku::MAX_SIDE, Grid::rows) as u32;
    let cells = cells(text, grid, lines, |cell| cell.value(largest, &[".", "0", "*", "_"]))?;
    let side = cells.grid.cols();
    let (box_rows, box_cols) = match boxes {
        Some((sides, _)) => sides,
        None => text::square_box(side).ok_or_else(|| {
            text.fault_at_end(format!(
                "rows of {side} cells do not split into square boxes\n\
                 help: add the header 'sudoku BOXROWS BOXCOLS'"
            ))
        })?,
    };
    Sudoku::new(box_rows, box_cols, cells.cells.clone())
        .map(Puzzle::from)
        .map_err(|error| refused(&cells, &error))
}

/// Reads a Chaos.
pub(super) fn chaos<'a>(
    text: Text<'a>,
    header: Option<&Header<'a>>,
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Puzzle, Fault> {
    let grid = header.map(Header::grid).transpose()?;
    let cells = cells(text, grid, lines, |cell| cell.value(Chaos::VALUES, &["."]))?;
    Chaos::new(cells.grid, cells.cells.clone())
        .map(Puzzle::from)
        .map_err(|error| refused(&cells, &error))
}

/// Reads a Neighbor Number, where `x` is a cell that stays empty.
pub(super) fn neighbor_number<'a>(
    text: Text<'a>,
    header: Option<&Header<'a>>,
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Puzzle, Fault> {
    let grid = header.map(|header| match header.words[..] {
        [side] => text::size(side, side),
        [_, more, ..] => {
            let shown = more.shown();
            Err(more.fault(format!("{shown} after 'neighbor-number N'\nhelp: remove it")))
        }
        _ => Err(header.line.fault_behind("no size\nhelp: write the header 'neighbor-number N'")),
    });
    let grid = grid.transpose()?;
    let read = |cell: Span<'a>| match cell.text {
        "x" | "X" => Ok(NeighborNumberClue::Empty),
        "." => Ok(NeighborNumberClue::Unknown),
        _ => cell.value(NeighborNumber::VALUES, &["."]).map(NeighborNumberClue::Digit).map_err(
            |fault| Fault {
                message: format!("{}, a cell that stays empty as 'x'", fault.message),
                ..fault
            },
        ),
    };
    let cells = cells(text, grid, lines, read)?;
    if cells.grid.rows() != cells.grid.cols() {
        let (rows, cols) = (cells.grid.rows(), cells.grid.cols());
        return Err(
            text.fault_at_end(format!("{rows} rows and {cols} columns: the grid must be a square"))
        );
    }
    NeighborNumber::new(cells.grid.rows(), cells.cells.clone())
        .map(Puzzle::from)
        .map_err(|error| refused(&cells, &error))
}

/// Joins symbols into rows, with blanks between them if a symbol has several characters.
fn rows(header: String, cols: usize, symbols: impl Iterator<Item = String>) -> String {
    let symbols: Vec<String> = symbols.collect();
    let between = if symbols.iter().any(|symbol| symbol.len() > 1) { " " } else { "" };
    let rows = symbols.chunks(cols).map(|row| row.join(between) + "\n");
    std::iter::once(header).chain(rows).collect()
}

/// Writes a Sudoku.
pub(super) fn write_sudoku(puzzle: &Sudoku) -> String {
    let header = format!("sudoku {} {}\n", puzzle.box_rows(), puzzle.box_cols());
    let symbols = puzzle.givens().iter().map(|&value| match value {
        0 => ".".to_owned(),
        _ => puzzle.symbol(value),
    });
    rows(header, puzzle.side(), symbols)
}

/// Writes a Chaos.
pub(super) fn write_chaos(puzzle: &Chaos) -> String {
    let (n, m) = (puzzle.grid().rows(), puzzle.grid().cols());
    let symbol = |&value: &u32| if value == 0 { ".".to_owned() } else { value.to_string() };
    rows(format!("chaos {n} {m}\n"), m, puzzle.givens().iter().map(symbol))
}

/// Writes a Neighbor Number.
pub(super) fn write_neighbor_number(puzzle: &NeighborNumber) -> String {
    let symbols = puzzle.givens().iter().map(|clue| match clue {
        NeighborNumberClue::Unknown => ".".to_owned(),
        NeighborNumberClue::Empty => "x".to_owned(),
        NeighborNumberClue::Digit(digit) => digit.to_string(),
    });
    rows(format!("neighbor-number {}\n", puzzle.side()), puzzle.side(), symbols)
}
