//! `chaos ROWS COLS`: values 1 to 4, and `.` for an empty cell.

use crate::cell_values::{read_values, write_cells};
use crate::kinds::chaos::Chaos;
use crate::kinds::{Kind, Relabelling};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

impl Kind for Chaos {
    type Puzzle = Self;

    const NAME: &'static str = "chaos";
    const SAMPLE: &'static str = "chaos 2 3\n1.2\n...\n";
    const RULES: &'static str = "Write 1 to 4. Equal values are neither a knight's move apart nor three in a row, column or \
        diagonal.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let (isometry, grid) = (symmetry.isometry, puzzle.grid());
        let clues = isometry.cells(grid, puzzle.clues()).into_iter();
        Self::new(isometry.grid(grid), clues.map(|value| symmetry.value(value)).collect()).ok()
    }

    /// The rules compare values for equality only.
    fn relabelling(puzzle: &Self) -> Relabelling {
        Relabelling::All { clues: puzzle.clues().to_vec() }
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let cells = read_values(text, header.grid()?, lines, Chaos::VALUES)?;
        Chaos::new(cells.grid, cells.cells.clone())
            .map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
    }

    fn write(puzzle: &Self) -> Option<String> {
        let (n, m) = (puzzle.grid().rows(), puzzle.grid().cols());
        let symbol = |&value: &u32| if value == 0 { ".".to_owned() } else { value.to_string() };
        Some(write_cells(&format!("chaos {n} {m}"), m, puzzle.clues().iter().map(symbol)))
    }
}
