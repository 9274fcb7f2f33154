//! The text form of Slitherlink and Slitherlynx: `slitherlink ROWS COLS` or `slitherlynx ROWS COLS`, then the rows, in
//! which a digit is a clue and `.` is a cell without a clue.

use crate::cell_values::read_cells;
use crate::grid::{Cell, Grid};
use crate::kinds::Kind;
use crate::kinds::slitherlink::Slitherlink;
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Cells, EmptyCells, Fault, Header, Span, Text};

/// Slitherlynx: Slitherlink with at least one loop instead of exactly one.
#[derive(Clone, Copy, Debug)]
pub enum Slitherlynx {}

impl Kind for Slitherlink {
    type Puzzle = Self;

    const NAME: &'static str = "slitherlink";
    const SAMPLE: &'static str = "slitherlink 2 2\n3.\n..\n";
    const RULES: &'static str =
        "Draw one loop along the grid lines. A number counts the lines around its cell.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        image(puzzle, symmetry)
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        Self::from_cells(cells(text, header, lines)?, false)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.clues().next().is_some()
    }

    fn write(puzzle: &Self) -> Option<String> {
        write(Self::NAME, puzzle)
    }
}

impl Kind for Slitherlynx {
    type Puzzle = Slitherlink;

    const NAME: &'static str = "slitherlynx";
    const SAMPLE: &'static str = "slitherlynx 2 3\n4.4\n...\n";
    const RULES: &'static str =
        "Draw one or more loops along the grid lines. A number counts the lines around its cell.";

    fn image(puzzle: &Slitherlink, symmetry: &PuzzleSymmetry) -> Option<Slitherlink> {
        image(puzzle, symmetry)
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Slitherlink, Fault> {
        Slitherlink::from_cells(cells(text, header, lines)?, true)
    }

    fn write(puzzle: &Slitherlink) -> Option<String> {
        write(Self::NAME, puzzle)
    }
}

/// Returns the image of a puzzle on a grid under a symmetry; `None` for a general graph.
fn image(puzzle: &Slitherlink, symmetry: &PuzzleSymmetry) -> Option<Slitherlink> {
    let (isometry, grid) = (symmetry.isometry, puzzle.grid()?);
    let clues: Vec<Option<u8>> = grid.cells().map(|cell| puzzle.clue(cell)).collect();
    let clues = isometry.cells(grid, &clues);
    let image = match puzzle.allows_several_loops() {
        true => Slitherlink::with_several_loops(isometry.grid(grid), clues),
        false => Slitherlink::new(isometry.grid(grid), clues),
    };
    image.ok()
}

/// Reads the rows below a header.
fn cells<'a>(
    text: Text<'a>,
    header: &Header<'a>,
    lines: &mut dyn Iterator<Item = Span<'a>>,
) -> Result<Cells<Option<u8>>, Fault> {
    read_cells(text, header.grid()?, lines, EmptyCells::new(true), slitherlink_clue)
}

/// Writes a header and the rows of a grid; `None` for a general graph.
fn write(name: &str, puzzle: &Slitherlink) -> Option<String> {
    let grid = puzzle.grid()?;
    let mut out = format!("{name} {} {}\n", grid.rows(), grid.cols());
    for row in clue_rows(puzzle) {
        out.extend(row.into_iter().map(|clue| cell_char(clue, '.')));
        out.push('\n');
    }
    Some(out)
}

impl Slitherlink {
    /// Builds the puzzle with these clues: a Slitherlynx if `several` loops are allowed.
    ///
    /// # Errors
    /// A clue is out of range; the error points to the clue in the text.
    pub fn from_cells(cells: Cells<Option<u8>>, several: bool) -> Result<Self, Fault> {
        let Cells { grid, cells, offsets } = cells;
        let puzzle = match several {
            true => Self::with_several_loops(grid, cells),
            false => Self::new(grid, cells),
        };
        puzzle.map_err(|error| Fault {
            offset: offsets.get(grid.cell_index(error.cell)).copied().unwrap_or(0),
            message: format!("{}: {}", error.cell, error.message),
        })
    }
}

/// Parses the clue of a cell.
///
/// # Errors
/// The cell is not a digit.
pub fn slitherlink_clue(cell: Span<'_>) -> Result<u8, Fault> {
    match cell.text.as_bytes() {
        &[digit @ b'0'..=b'9'] => Ok(digit - b'0'),
        _ => Err(cell.fault(format!(
            "{} is not a cell\nhelp: write a clue as a digit 0 to 3, an empty cell as '.'",
            cell.shown()
        ))),
    }
}

/// Returns the clues of a puzzle row by row; a puzzle that is not on a grid has no rows.
pub fn clue_rows(puzzle: &Slitherlink) -> impl Iterator<Item = Vec<Option<u8>>> {
    let grid = puzzle.grid();
    let rows = grid.map_or(0, Grid::rows);
    (0..rows).map(move |row| {
        let cols = grid.map_or(0, Grid::cols);
        (0..cols).map(|col| puzzle.clue(Cell { row, col })).collect()
    })
}

/// Returns the character of a cell: its clue, or `empty`.
pub fn cell_char(clue: Option<u8>, empty: char) -> char {
    clue.map_or(empty, |clue| char::from(b'0' + clue))
}
