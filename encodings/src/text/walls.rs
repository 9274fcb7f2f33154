//! A reader and a writer of a grid of cells with walls between them, drawn as:
//!
//! ```text
//! S .|.
//!   -
//! . . E
//! ```
//!
//! In a row of cells, `|` between two cells is a wall, and a blank means that there is no wall. Between two rows there
//! may be a line with `-` below each cell that has a wall there. A kind may define further wall symbols. A row without
//! walls may omit the blanks: `S..`. A line that consists only of `-` and blanks is a line of walls, unless the grid
//! would otherwise have too few rows; then `-` is the symbol of an empty cell.

use crate::grid::{Cell, Edge, Grid};

use crate::text::{Fault, Span, Text, counted};

/// A drawn grid: the cells row by row, and the symbol at each edge of the grid, if any.
pub struct Walled<'a> {
    /// The cells, row by row.
    pub cells: Vec<Span<'a>>,
    /// The symbol at each edge of the grid.
    pub walls: Vec<Option<Span<'a>>>,
}

/// The symbol of an edge without a wall.
const NONE: &str = " ";

/// Reads rows of cells and the lines between them; `others` lists further wall symbols.
pub fn read<'a>(
    text: Text<'a>,
    grid: Grid,
    lines: impl Iterator<Item = Span<'a>>,
    others: &[&str],
) -> Result<Walled<'a>, Fault> {
    let mut walled = Walled { cells: Vec::new(), walls: vec![None; grid.edge_count()] };
    // the column in which the last row of cells begins, and the distance between its cells
    let mut row_above: Option<(usize, usize)> = None;
    let is_between = |line: &Span<'_>| {
        line.chars().all(|one| ["-", "+", NONE].contains(&one.text) || others.contains(&one.text))
    };
    let lines: Vec<Span<'a>> = lines.filter(|line| !line.text.is_empty()).collect();
    // a line with a `-` for every cell is a row of empty cells if the number of such lines is the number of missing
    // rows
    let is_full = |line: &Span<'_>| {
        let dashes = line.text.matches('-').count();
        dashes == grid.cols() && line.chars().all(|one| ["-", NONE].contains(&one.text))
    };
    let missing = grid.rows().saturating_sub(lines.iter().filter(|line| !is_between(line)).count());
    let has_rows = missing > 0 && lines.iter().filter(|line| is_full(line)).count() == missing;
    for line in lines {
        let row = walled.cells.len() / grid.cols();
        let column = text.column(line.offset);
        if is_between(&line) && !(has_rows && is_full(&line)) {
            let Some((start, distance)) = row_above else {
                return Err(line.fault("line of walls above the first row\nhelp: remove it"));
            };
            if row == grid.rows() {
                return Err(line.fault("line of walls below the last row\nhelp: remove it"));
            }
            for wall in line.chars().filter(|wall| wall.text != NONE && wall.text != "+") {
                let at = text.column(wall.offset).checked_sub(start);
                match at.filter(|at| at % distance == 0).map(|at| at / distance) {
                    Some(col) if col < grid.cols() => {
                        walled.walls[grid.horizontal(row, col).index()] = Some(wall);
                    }
                    _ => {
                        let message = format!("{} is not below a cell", wall.shown());
                        return Err(wall.fault(message));
                    }
                }
            }
            row_above = Some((start, distance));
            continue;
        }
        if row == grid.rows() {
            return Err(line.fault(format!(
                "row {} exceeds the announced {row} rows\nhelp: remove it or correct the size",
                row + 1
            )));
        }
        let symbols: Vec<Span<'a>> = line.chars().collect();
        let is_dense = symbols.len() == grid.cols() && symbols.iter().all(|one| one.text != NONE);
        let distance = if is_dense { 1 } else { 2 };
        if symbols.len() != distance * (grid.cols() - 1) + 1 {
            let message = format!(
                "row {} has {}: {} with a blank or a wall between neighbours take {}",
                row + 1,
                counted(symbols.len(), "character"),
                counted(grid.cols(), "cell"),
                2 * grid.cols() - 1
            );
            return Err(line.fault(message));
        }
        for (index, symbol) in symbols.into_iter().enumerate() {
            if index % distance == 0 {
                walled.cells.push(symbol);
            } else if symbol.text == "|" || others.contains(&symbol.text) {
                walled.walls[grid.vertical(row, index / 2 + 1).index()] = Some(symbol);
            } else if symbol.text != NONE {
                return Err(symbol
                    .wrong("between two cells\nhelp: write '|' for a wall and a blank for none"));
            }
        }
        row_above = Some((column, distance));
    }
    if walled.cells.len() < grid.cell_count() {
        let rows = walled.cells.len() / grid.cols();
        return Err(text.fault_at_end(format!(
            "only {rows} of the announced {} rows\nhelp: add the missing rows or correct the size",
            grid.rows()
        )));
    }
    Ok(walled)
}

/// Writes cells, and a wall across each edge for which `wall` returns a symbol; `|` becomes `-` between rows.
pub fn write(
    grid: Grid,
    cell: impl Fn(Cell) -> char,
    wall: impl Fn(Edge) -> Option<char>,
) -> String {
    let mut out = String::new();
    for row in 0..grid.rows() {
        for col in 0..grid.cols() {
            if col > 0 {
                out.push(wall(grid.vertical(row, col)).unwrap_or(' '));
            }
            out.push(cell(Cell { row, col }));
        }
        out.push('\n');
        if row + 1 == grid.rows() {
            break;
        }
        let below = (0..grid.cols()).map(|col| match wall(grid.horizontal(row + 1, col)) {
            Some('|') => '-',
            Some(other) => other,
            None => ' ',
        });
        let line: String = below.flat_map(|symbol| [symbol, ' ']).collect();
        let line = line.trim_end();
        if !line.is_empty() {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// Returns the number of rows and columns of a drawn grid: the number of lines that are not lines of walls, and the
/// number of cells in the first of these lines.
pub fn count<'a>(lines: impl Iterator<Item = Span<'a>>, others: &[&str]) -> Option<(usize, usize)> {
    let is_wall = |one: &str| ["-", "|", "+", NONE].contains(&one) || others.contains(&one);
    let mut rows = lines.filter(|line| !line.chars().all(|one| is_wall(one.text)));
    let first: Vec<Span<'a>> = rows.next()?.chars().collect();
    let is_spaced = first.len() % 2 == 1
        && first.iter().skip(1).step_by(2).all(|one| is_wall(one.text) && one.text != "-");
    let cols = if is_spaced { first.len().div_ceil(2) } else { first.len() };
    Some((1 + rows.count(), cols))
}
