//! The text form of Slitherlink and Slitherlynx: `slitherlink ROWS COLS` or `slitherlynx ROWS COLS`, then the rows, in
//! which a digit is a clue and `.` is a cell without a clue.

use crate::kinds::clues::clue_text;
use crate::kinds::codec::{
    AddressBody, ClueAlphabet, ClueCodec, ClueError, ClueGrid, FileDrawing, JankoSpelling,
    PzprSpelling,
};
use crate::kinds::slitherlink::Slitherlink;
use crate::kinds::{Kind, SolutionFamily};

/// Slitherlynx: Slitherlink with at least one loop instead of exactly one.
#[derive(Clone, Copy, Debug)]
pub enum Slitherlynx {}

/// The spelling of the clues of a Slitherlynx, which pzpr does not have.
const CODEC: ClueCodec = ClueCodec {
    alphabet: ClueAlphabet {
        numbers: Some((0, 4)),
        help: "write a clue as a digit 0 to 4, an empty cell as '.'",
        ..ClueAlphabet::NONE
    },
    is_separable: true,
    has_rooms: false,
    janko: Some(JankoSpelling::PLAIN),
    pzpr: None,
};

impl Kind for Slitherlink {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Loop;
    const NAME: &'static str = "slitherlink";
    const SAMPLE: &'static str = "slitherlink 2 2\n3.\n..\n";
    const RULES: &'static str =
        "Draw one loop along the grid lines. A number counts the lines around its cell.";

    clue_text!(ClueCodec {
        pzpr: Some(PzprSpelling {
            names: &["slither", "slitherlink"],
            body: AddressBody::ShortRuns,
            drawing: FileDrawing::Borders,
            letter: None,
        }),
        ..CODEC
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        symbols(puzzle)
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        Ok(Self::new(clues.grid, counts(clues))?)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.clues().next().is_some()
    }
}

impl Kind for Slitherlynx {
    type Puzzle = Slitherlink;

    const FAMILY: SolutionFamily = SolutionFamily::SeveralLoops;
    const NAME: &'static str = "slitherlynx";
    const SAMPLE: &'static str = "slitherlynx 2 3\n4.4\n...\n";
    const RULES: &'static str =
        "Draw one or more loops along the grid lines. A number counts the lines around its cell.";

    clue_text!(CODEC);

    fn clue_grid(puzzle: &Slitherlink) -> Option<ClueGrid> {
        symbols(puzzle)
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Slitherlink, ClueError> {
        Ok(Slitherlink::with_several_loops(clues.grid, counts(clues))?)
    }
}

/// Returns the clues of a puzzle on a grid; `None` for a general graph.
fn symbols(puzzle: &Slitherlink) -> Option<ClueGrid> {
    let grid = puzzle.grid()?;
    let clues = grid.cells().map(|cell| puzzle.clue(cell).map(u32::from));
    Some(ClueGrid::of_numbers(grid, clues))
}

/// Returns the numbers of clues; those that are too large remain too large.
fn counts(clues: &ClueGrid) -> Vec<Option<u8>> {
    let count = |number: Option<u32>| number.map(|number| u8::try_from(number).unwrap_or(u8::MAX));
    clues.numbers().into_iter().map(count).collect()
}
