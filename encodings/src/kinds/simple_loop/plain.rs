//! `simple-loop ROWS COLS`: `x` for a black cell, and `.` for any other.

use crate::cell_loops::BLACK;
use crate::cell_values::{read_cells, write_cells};
use crate::kinds::Kind;
use crate::kinds::simple_loop::SimpleLoop;
use crate::puzzle::PuzzleSymmetry;
use crate::text::{EmptyCells, Fault, Header, Span, Text};

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
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let cells = read_cells(text, header.grid()?, lines, EmptyCells::new(false), |cell| {
            match cell.text {
                "x" | "X" | BLACK => Ok(()),
                _ => Err(cell.fault(format!(
                    "{} is not a cell\nhelp: write 'x' for a black cell, '.' for any other",
                    cell.shown()
                ))),
            }
        })?;
        let black: Vec<bool> = cells.cells.iter().map(Option::is_some).collect();
        Self::new(cells.grid, &black).map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.black().any(|black| black)
    }

    fn write(puzzle: &Self) -> Option<String> {
        let (grid, sign) = (puzzle.grid(), |black| if black { "x" } else { "." }.to_owned());
        let header = format!("simple-loop {} {}", grid.rows(), grid.cols());
        Some(write_cells(&header, grid.cols(), puzzle.black().map(sign)))
    }
}
