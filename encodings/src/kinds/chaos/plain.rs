//! `chaos ROWS COLS`: values 1 to 4, and `.` for an empty cell.

use crate::cell_values::read_values;
use crate::kinds::chaos::Chaos;
use crate::kinds::clues::write_clues;
use crate::kinds::codec::{ClueAlphabet, ClueCodec, ClueError, ClueGrid};
use crate::kinds::{Kind, Relabelling, SolutionFamily};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

/// The spelling of the values, which no site publishes.
const CODEC: ClueCodec = ClueCodec {
    alphabet: ClueAlphabet {
        numbers: Some((1, Chaos::VALUES)),
        help: "write a value 1 to 4, any other cell as '.'",
        ..ClueAlphabet::NONE
    },
    is_separable: true,
    has_rooms: false,
    janko: None,
    pzpr: None,
};

impl Kind for Chaos {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Values;
    const NAME: &'static str = "chaos";
    const SAMPLE: &'static str = "chaos 2 3\n1.2\n...\n";
    const RULES: &'static str = "Write 1 to 4. Equal values are neither a knight's move apart nor three in a row, column or \
        diagonal.";

    const CODEC: Option<&'static ClueCodec> = Some(&CODEC);

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let values = puzzle.clues().iter().map(|&value| (value > 0).then_some(value));
        Some(ClueGrid::of_numbers(puzzle.grid(), values))
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let values = clues.numbers().into_iter().map(Option::unwrap_or_default);
        Ok(Self::new(clues.grid, values.collect())?)
    }

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
        Some(write_clues(Self::NAME, &CODEC, &Self::clue_grid(puzzle)?))
    }
}
