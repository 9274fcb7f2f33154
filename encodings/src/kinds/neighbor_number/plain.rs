//! `neighbor-number N`: digits, `x` for a cell that stays empty, and `.` for any other cell.

use crate::cell_values::{read_cells, write_cells};
use crate::kinds::codec::{ClueAlphabet, ClueCodec, ClueError, ClueGrid, ClueLetter, ClueSymbol};
use crate::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};
use crate::kinds::{Kind, Relabelling, SolutionFamily};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{EmptyCells, Fault, Header, Span, Text, counted};

/// The number of digits of a row or column, by the rules.
const DIGITS_OF_LINE: usize = 3;

/// The spelling of the clues, which no site publishes: digits, and `x` for a cell that stays empty.
const CODEC: ClueCodec = ClueCodec {
    alphabet: ClueAlphabet {
        numbers: Some((1, NeighborNumber::VALUES)),
        letters: &[ClueLetter { letter: 'x', picture: "x" }],
        help: "write a digit 1 to 9, a cell that stays empty as 'x', any other cell as '.'",
        ..ClueAlphabet::NONE
    },
    is_separable: true,
    has_rooms: false,
    janko: None,
    pzpr: None,
};

impl Kind for NeighborNumber {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Values;
    const NAME: &'static str = "neighbor-number";
    const SAMPLE: &'static str = "neighbor-number 4\n1..x\n..2.\n....\n...3\n";
    const RULES: &'static str = "Write three different digits into each row and column. Two of them with only empty cells \
        between them differ by their distance.";

    const CODEC: Option<&'static ClueCodec> = Some(&CODEC);

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let symbol = |clue: &NeighborNumberClue| match *clue {
            NeighborNumberClue::Unknown => None,
            NeighborNumberClue::Empty => Some(ClueSymbol::Letter(0, None)),
            NeighborNumberClue::Digit(digit) => Some(ClueSymbol::Number(digit)),
        };
        let symbols = puzzle.clues().iter().map(symbol).collect();
        Some(ClueGrid::new(puzzle.grid(), symbols))
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let clue = |symbol: &Option<ClueSymbol>| match *symbol {
            Some(ClueSymbol::Number(digit)) => NeighborNumberClue::Digit(digit),
            Some(_) => NeighborNumberClue::Empty,
            None => NeighborNumberClue::Unknown,
        };
        Ok(Self::new(clues.grid.rows(), clues.symbols.iter().map(clue).collect())?)
    }

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let clues = symmetry.isometry.cells(puzzle.grid(), puzzle.clues()).into_iter();
        let relabelled = |clue| match clue {
            NeighborNumberClue::Digit(digit) => NeighborNumberClue::Digit(symmetry.value(digit)),
            other => other,
        };
        Self::new(puzzle.side(), clues.map(relabelled).collect()).ok()
    }

    /// The rules compare digits by their differences.
    fn relabelling(_: &Self) -> Relabelling {
        Relabelling::Reversal
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let grid = match header.words[..] {
            _ if header.counted().is_some() => header.grid(),
            [side] => crate::text::size(side, side).map(Into::into),
            [_, more, ..] => Err(more.wrong("after 'neighbor-number N'\nhelp: remove it")),
            _ => {
                Err(header.line.fault_after("no size\nhelp: write the header 'neighbor-number N'"))
            }
        };
        let read =
            |cell: Span<'a>| match cell.text {
                "x" | "X" => Ok(NeighborNumberClue::Empty),
                _ => cell.value(NeighborNumber::VALUES).map(NeighborNumberClue::Digit).map_err(
                    |fault| Fault {
                        message: format!("{}, a cell that stays empty as 'x'", fault.message),
                        ..fault
                    },
                ),
            };
        let cells = read_cells(text, grid?, lines, EmptyCells::new(false), read)?;
        if cells.grid.rows() != cells.grid.cols() {
            let (rows, cols) = (cells.grid.rows(), cells.grid.cols());
            return Err(text.fault_at_end(format!(
                "{} and {}: the grid must be a square",
                counted(rows, "row"),
                counted(cols, "column")
            )));
        }
        let clues = cells.cells.into_iter().map(Option::unwrap_or_default).collect();
        NeighborNumber::new(cells.grid.rows(), clues)
            .map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
    }

    fn is_likely(puzzle: &Self) -> bool {
        // of the digits of a Sudoku, more are in a row
        let digits = puzzle.digits();
        let mut rows = digits.chunks(puzzle.side());
        // without a cell of another symbol, `x` is more likely that of every empty cell
        [NeighborNumberClue::Empty, NeighborNumberClue::Unknown]
            .iter()
            .all(|clue| puzzle.clues().contains(clue))
            && digits.iter().any(|&digit| digit > 0)
            && rows.all(|row| row.iter().filter(|&&digit| digit > 0).count() <= DIGITS_OF_LINE)
    }

    fn write(puzzle: &Self) -> Option<String> {
        let text = |symbol: Option<ClueSymbol>| match symbol {
            Some(symbol) => CODEC.alphabet.text(symbol),
            None => ".".to_owned(),
        };
        let symbols = Self::clue_grid(puzzle)?.symbols.into_iter().map(text);
        let side = puzzle.side();
        Some(write_cells(&format!("neighbor-number {side}"), side, symbols))
    }
}
