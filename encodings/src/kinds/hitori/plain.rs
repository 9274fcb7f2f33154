//! `hitori ROWS COLS`: numbers, and `.` for a cell without one.

use crate::cell_values::read_values;
use crate::kinds::clues::write_clues;
use crate::kinds::codec::{
    AddressBody, ClueAlphabet, ClueCodec, ClueError, ClueGrid, FileDrawing, JankoSpelling,
    PzprSpelling,
};
use crate::kinds::hitori::Hitori;
use crate::kinds::{Kind, SolutionFamily};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

/// The spelling of the numbers.
const CODEC: ClueCodec = ClueCodec {
    alphabet: ClueAlphabet {
        numbers: Some((1, Hitori::GREATEST)),
        help: "write a number, any other cell as '.'",
        ..ClueAlphabet::NONE
    },
    is_separable: false,
    has_rooms: false,
    janko: Some(JankoSpelling::PLAIN),
    pzpr: Some(PzprSpelling {
        names: &["hitori"],
        body: AddressBody::Base36,
        drawing: FileDrawing::Cells,
        letter: None,
    }),
};

impl Kind for Hitori {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Shading;
    const NAME: &'static str = "hitori";
    const SAMPLE: &'static str = "hitori 3 3\n1 2 2\n3 2 1\n1 3 2\n";
    const RULES: &'static str = "Shade cells so that no number is in a row or column twice. Shaded cells are not adjacent, and \
        the other cells are connected.";

    const CODEC: Option<&'static ClueCodec> = Some(&CODEC);

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let numbers = puzzle.numbers().iter().map(|&number| (number > 0).then_some(number));
        Some(ClueGrid::of_numbers(puzzle.grid(), numbers))
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let numbers = clues.numbers().into_iter().map(Option::unwrap_or_default);
        Ok(Self::new(clues.grid, numbers.collect())?)
    }

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        Self::from_clue_grid(&Self::clue_grid(puzzle)?.image(symmetry.isometry)).ok()
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let cells = read_values(text, header.grid()?, lines, Self::GREATEST)?;
        let side = cells.grid.rows().max(cells.grid.cols()) as u32;
        let mut places = cells.cells.iter().zip(&cells.offsets);
        let zero =
            places.find(|&(&value, &offset)| value == 0 && text.0[offset..].starts_with('0'));
        if let Some((_, &offset)) = zero.filter(|_| cells.cells.iter().all(|&value| value < side)) {
            let message = format!(
                "two readings of '0': an empty cell, or the lowest number of 0 to {}\n\
                 help: write empty cells as '.', and numbers from 1",
                side - 1
            );
            return Err(Fault { offset, message });
        }
        Self::new(cells.grid, cells.cells)
            .map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.is_full() && puzzle.has_duplicate()
    }

    fn write(puzzle: &Self) -> Option<String> {
        Some(write_clues(Self::NAME, &CODEC, &Self::clue_grid(puzzle)?))
    }
}
