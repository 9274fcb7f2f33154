//! `heyawake ROWS COLS`: rows of numbers and `.`, then rows with the names of the rooms. Rooms that do not touch may
//! have the same name.

use crate::grid::Regions;
use crate::kinds::Kind;
use crate::kinds::heyawake::Heyawake;
use crate::kinds::values::{read_cells, write_cells};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

impl Kind for Heyawake {
    type Puzzle = Self;

    const NAME: &'static str = "heyawake";
    const SAMPLE: &'static str = "heyawake 3 4\n2...\n..1.\n....\naabb\naabb\nccdd\n";
    const RULES: &'static str = "Shade as many cells of a room as its number says. No line of unshaded cells crosses two \
        borders between rooms, shaded cells are not adjacent, and the other cells are connected.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let (isometry, grid) = (symmetry.isometry, puzzle.grid());
        let rooms = isometry.cells(grid, puzzle.rooms().numbers());
        let rooms = Regions::new(isometry.grid(grid), &rooms);
        Self::new(rooms, &isometry.cells(grid, &puzzle.placed())).ok()
    }

    fn read<'a>(
        text: Text<'a>,
        header: Option<&Header<'a>>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let header = Header::required(header, "'heyawake ROWS COLS'")?;
        let grid = header.grid()?;
        let numbers =
            read_cells(text, Some(grid), &mut lines.take(grid.rows()), |cell| match cell.text {
                "." => Ok(None),
                digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                    digits.parse().map(Some).map_err(|_| cell.fault(wrong(cell)))
                }
                _ => Err(cell.fault(wrong(cell))),
            })?;
        let rooms = read_cells(text, Some(grid), lines, |cell| Ok(cell.text))?;
        let offset = |cell| numbers.offsets.get(grid.cell_index(cell)).copied();
        Self::new(Regions::new(grid, &rooms.cells), &numbers.cells).map_err(|error| Fault {
            offset: error.cell().and_then(offset).unwrap_or_default(),
            message: error.to_string(),
        })
    }

    fn write(puzzle: &Self) -> Option<String> {
        let (n, m) = (puzzle.grid().rows(), puzzle.grid().cols());
        let symbol = |number: Option<u32>| number.map_or_else(|| ".".to_owned(), |n| n.to_string());
        let numbers = puzzle.placed().into_iter().map(symbol);
        let numbers = write_cells(&format!("heyawake {n} {m}"), m, numbers);
        let rooms = write_cells("", m, puzzle.rooms().names().into_iter());
        Some(numbers + rooms.trim_start_matches('\n'))
    }
}

fn wrong(cell: Span<'_>) -> String {
    format!(
        "{} is not a cell\nhelp: write the number of a room as digits, any other cell as '.'",
        cell.shown()
    )
}
