//! `sudoku BOXROWS BOXCOLS`, `chaos ROWS COLS` and `neighbor-number N`: values, `.` for an empty cell.
//!
//! Values above 9 are letters (`a` is 10) or, with blanks between all cells of a row, numbers.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::chaos::Chaos;
use encycle_encodings::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};
use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::kinds::values::ValueClueError;

use crate::formats::plain::Header;
use crate::formats::scan::rows::{Cells, Rows, given_fault};
use crate::formats::scan::text::{self, Fault, Span, Text};
use crate::puzzle::Puzzle;

/// The cells below a header.
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
            // without a size, blanks decide
            None if line.words().nth(1).is_some() => line.words().collect(),
            None => line.chars().collect(),
        };
        rows.push(line, cells.into_iter(), &read)?;
    }
    rows.finish(|message| text.fault_at_end(message))
}

/// An error of the instance, at the cell where it was read.
fn refused<T>(cells: &Cells<T>, error: &ValueClueError) -> Fault {
    given_fault(error, cells.grid.cols(), &cells.offsets)
}

/// Reads a Sudoku; without a header the boxes are square.
pub(super) fn sudoku<'a>(
    text: Text<'a>,
    header: Option<&Header<'a>>,
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Puzzle, Fault> {
    let boxes = header.map(|header| match header.words[..] {
        [rows, cols] => {
            let sides = (rows.side("rows of a box")?, cols.side("columns of a box")?);
            // the constructor says what is wrong with boxes that are too large
            let empty = Sudoku::new(sides.0, sides.1, Vec::new()).err();
            match Grid::new(sides.0 * sides.1, sides.0 * sides.1) {
                Some(grid) if grid.rows() <= Sudoku::MAX_SIDE => Ok((sides, grid)),
                _ => Err(rows.fault(empty.map_or_else(String::new, |error| error.to_string()))),
            }
        }
        [_, _, more, ..] => {
            let shown = more.shown();
            Err(more.fault(format!("{shown} after 'sudoku BOXROWS BOXCOLS': remove it")))
        }
        _ => {
            let message = "no size: the header is 'sudoku BOXROWS BOXCOLS', such as 'sudoku 3 3'";
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
                "rows of {side} cells: boxes of no square fit; add a header 'sudoku BOXROWS BOXCOLS'"
            ))
        })?,
    };
    Sudoku::new(box_rows, box_cols, cells.cells.clone())
        .map(Puzzle::from)
        .map_err(|error| refused(&cells, &error))
}

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

/// `x` is a cell known to be empty.
pub(super) fn neighbor_number<'a>(
    text: Text<'a>,
    header: Option<&Header<'a>>,
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Puzzle, Fault> {
    let grid = header.map(|header| match header.words[..] {
        [side] => text::size(side, side),
        [_, more, ..] => {
            let shown = more.shown();
            Err(more.fault(format!("{shown} after 'neighbor-number N': remove it")))
        }
        _ => Err(header.line.fault_behind("no size: the header is 'neighbor-number N'")),
    });
    let grid = grid.transpose()?;
    let read = |cell: Span<'a>| match cell.text {
        "x" | "X" => Ok(NeighborNumberClue::Empty),
        "." => Ok(NeighborNumberClue::Unknown),
        _ => cell.value(NeighborNumber::VALUES, &["."]).map(NeighborNumberClue::Digit).map_err(
            |fault| Fault {
                message: format!("{}; 'x' for one that stays empty", fault.message),
                ..fault
            },
        ),
    };
    let cells = cells(text, grid, lines, read)?;
    if cells.grid.rows() != cells.grid.cols() {
        let (rows, cols) = (cells.grid.rows(), cells.grid.cols());
        return Err(text.fault_at_end(format!("{rows} rows of {cols} cells: use a square")));
    }
    NeighborNumber::new(cells.grid.rows(), cells.cells.clone())
        .map(Puzzle::from)
        .map_err(|error| refused(&cells, &error))
}

/// Rows of symbols, with blanks between them if some have several characters.
fn rows(header: String, cols: usize, symbols: impl Iterator<Item = String>) -> String {
    let symbols: Vec<String> = symbols.collect();
    let between = if symbols.iter().any(|symbol| symbol.len() > 1) { " " } else { "" };
    let rows = symbols.chunks(cols).map(|row| row.join(between) + "\n");
    std::iter::once(header).chain(rows).collect()
}

pub(super) fn write_sudoku(puzzle: &Sudoku) -> String {
    let header = format!("sudoku {} {}\n", puzzle.box_rows(), puzzle.box_cols());
    let symbols = puzzle.givens().iter().map(|&value| match value {
        0 => ".".to_owned(),
        _ => puzzle.symbol(value),
    });
    rows(header, puzzle.side(), symbols)
}

pub(super) fn write_chaos(puzzle: &Chaos) -> String {
    let (n, m) = (puzzle.grid().rows(), puzzle.grid().cols());
    let symbol = |&value: &u32| if value == 0 { ".".to_owned() } else { value.to_string() };
    rows(format!("chaos {n} {m}\n"), m, puzzle.givens().iter().map(symbol))
}

pub(super) fn write_neighbor_number(puzzle: &NeighborNumber) -> String {
    let symbols = puzzle.givens().iter().map(|given| match given {
        NeighborNumberClue::Unknown => ".".to_owned(),
        NeighborNumberClue::Empty => "x".to_owned(),
        NeighborNumberClue::Digit(digit) => digit.to_string(),
    });
    rows(format!("neighbor-number {}\n", puzzle.side()), puzzle.side(), symbols)
}
