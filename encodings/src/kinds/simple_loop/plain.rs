//! `simple-loop ROWS COLS`: `x` for a black cell, and `.` for any other.

use crate::kinds::Kind;
use crate::kinds::simple_loop::SimpleLoop;
use crate::kinds::values::{read_cells, write_cells};
use crate::loops::cells::BLACK;
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

impl Kind for SimpleLoop {
    type Puzzle = Self;

    const NAME: &'static str = "simple-loop";
    const SAMPLE: &'static str = "simple-loop 3 4\n....\n.xx.\n....\n";
    const RULES: &'static str = "Draw one loop through all cells that are not black.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let (isometry, grid) = (symmetry.isometry, puzzle.grid());
        let black: Vec<bool> = puzzle.black().collect();
        Self::new(isometry.grid(grid), &isometry.cells(grid, &black)).ok()
    }

    fn read<'a>(
        text: Text<'a>,
        header: Option<&Header<'a>>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let header = Header::required(header, "'simple-loop ROWS COLS'")?;
        let cells = read_cells(text, Some(header.grid()?), lines, |cell| match cell.text {
            "." => Ok(false),
            "x" | "X" | BLACK => Ok(true),
            _ => Err(cell.fault(format!(
                "{} is not a cell\nhelp: write 'x' for a black cell, '.' for any other",
                cell.shown()
            ))),
        })?;
        Self::new(cells.grid, &cells.cells)
            .map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
    }

    fn write(puzzle: &Self) -> Option<String> {
        let (grid, sign) = (puzzle.grid(), |black| if black { "x" } else { "." }.to_owned());
        let header = format!("simple-loop {} {}", grid.rows(), grid.cols());
        Some(write_cells(&header, grid.cols(), puzzle.black().map(sign)))
    }
}
