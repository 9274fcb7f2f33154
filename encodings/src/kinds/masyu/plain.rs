//! `masyu ROWS COLS`: `w` for a white circle, `b` for a black one, and `.` for a cell without a circle.

use crate::kinds::Kind;
use crate::kinds::masyu::{Circle, Masyu};
use crate::kinds::values::{read_cells, write_cells};
use crate::loops::cells::{BLACK_CIRCLE, WHITE_CIRCLE};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

impl Kind for Masyu {
    type Puzzle = Self;

    const NAME: &'static str = "masyu";
    const SAMPLE: &'static str = "masyu 3 4\nb...\n...w\n....\n";
    const RULES: &'static str = "Draw one loop through all circles. It goes straight at a white circle and turns in a cell beside it; \
        it turns at a black circle and goes straight through the cells beside it.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let (isometry, grid) = (symmetry.isometry, puzzle.grid());
        Self::new(isometry.grid(grid), isometry.cells(grid, puzzle.circles())).ok()
    }

    fn read<'a>(
        text: Text<'a>,
        header: Option<&Header<'a>>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let header = Header::required(header, "'masyu ROWS COLS'")?;
        let cells = read_cells(text, Some(header.grid()?), lines, |cell| match cell.text {
            "." => Ok(None),
            "w" | "W" | WHITE_CIRCLE => Ok(Some(Circle::White)),
            "b" | "B" | BLACK_CIRCLE => Ok(Some(Circle::Black)),
            _ => Err(cell.fault(format!(
                "{} is not a cell\n\
                 help: write 'w' for a white circle, 'b' for a black one, '.' for no circle",
                cell.shown()
            ))),
        })?;
        Self::new(cells.grid, cells.cells.clone())
            .map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
    }

    fn write(puzzle: &Self) -> Option<String> {
        let grid = puzzle.grid();
        let sign = |circle: &Option<Circle>| match circle {
            None => ".".to_owned(),
            Some(Circle::White) => "w".to_owned(),
            Some(Circle::Black) => "b".to_owned(),
        };
        let header = format!("masyu {} {}", grid.rows(), grid.cols());
        Some(write_cells(&header, grid.cols(), puzzle.circles().iter().map(sign)))
    }
}
