//! `nurikabe ROWS COLS`: numbers, `?` for an island of any size, and `.` for a cell without a clue.

use crate::cell_values::{read_cells, write_cells};
use crate::kinds::Kind;
use crate::kinds::nurikabe::{IslandClue, Nurikabe};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{EmptyCells, Fault, Header, Span, Text};

impl Kind for Nurikabe {
    type Puzzle = Self;

    const NAME: &'static str = "nurikabe";
    const SAMPLE: &'static str = "nurikabe 3 4\n2..3\n....\n.1..\n";
    const RULES: &'static str = "Shade cells so that they are connected and no square of 2 x 2 cells is shaded. Each island of other cells \
        has one number, and as many cells as it; '?' is any number.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let (isometry, grid) = (symmetry.isometry, puzzle.grid());
        Self::new(isometry.grid(grid), isometry.cells(grid, puzzle.clues())).ok()
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let cells = read_cells(text, header.grid()?, lines, EmptyCells::new(false), |cell| {
            match cell.text {
                "?" => Ok(IslandClue::Any),
                _ => match cell.value(Self::GREATEST) {
                    Ok(number) => Ok(IslandClue::Cells(number)),
                    Err(_) => Err(cell.fault(format!(
                        "{} is not a cell\n\
                     help: write the number of cells of an island, 1 to {}, '?' for any number, \
                     '.' for no clue",
                        cell.shown(),
                        Self::GREATEST
                    ))),
                },
            }
        })?;
        Self::new(cells.grid, cells.cells.clone())
            .map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.has_room()
    }

    fn write(puzzle: &Self) -> Option<String> {
        let grid = puzzle.grid();
        let symbol = |clue: &Option<IslandClue>| match clue {
            None => ".".to_owned(),
            Some(IslandClue::Any) => "?".to_owned(),
            Some(IslandClue::Cells(number)) => number.to_string(),
        };
        let header = format!("nurikabe {} {}", grid.rows(), grid.cols());
        Some(write_cells(&header, grid.cols(), puzzle.clues().iter().map(symbol)))
    }
}
