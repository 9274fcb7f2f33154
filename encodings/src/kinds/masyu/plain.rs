//! `masyu ROWS COLS`: `w` for a white circle, `b` for a black one, and `.` for a cell without a circle.

use crate::cell_values::{read_cells, write_cells};
use crate::kinds::Kind;
use crate::kinds::clues::CellClue;
use crate::kinds::masyu::{Circle, Masyu};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{EmptyCells, Fault, Header, Span, Text};

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
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let cells = read_cells(text, header.grid()?, lines, EmptyCells::new(false), |cell| {
            Circle::parse(cell.text).ok_or_else(|| {
                cell.fault(format!("{} is not a cell\nhelp: {}", cell.shown(), Circle::HELP))
            })
        })?;
        Self::new(cells.grid, cells.cells.clone())
            .map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.circles().iter().any(Option::is_some)
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
