//! The plain text of clues that are symbols in cells, one or none in each.

use crate::cell_values::{read_cells, read_texts, write_cells, write_rows};
use crate::kinds::Kind;
use crate::kinds::codec::{ClueCodec, ClueGrid, ClueSymbol};
use crate::text::{EmptyCells, Fault, Span, Text, TextSize};

/// Reads the rows of clues below a header, and the names of the rooms below them, if the kind has rooms.
///
/// # Errors
/// The text is malformed, or the kind refuses the clues.
pub(crate) fn read_clues<'a, K: Kind>(
    codec: &ClueCodec,
    text: Text<'a>,
    size: TextSize,
    lines: &mut dyn Iterator<Item = Span<'a>>,
) -> Result<K::Puzzle, Fault> {
    let (grid, alphabet) = (size.grid, &codec.alphabet);
    let read = |cell: Span<'a>| {
        alphabet.parse(cell.text).ok_or_else(|| {
            cell.fault(format!("{} is not a cell\nhelp: {}", cell.shown(), alphabet.help))
        })
    };
    let empty = EmptyCells::new(alphabet.has_zero());
    let (cells, rooms) = match codec.has_rooms {
        false => (read_cells(text, size, lines, empty, read)?, Vec::new()),
        true => {
            let cells = read_cells(text, size, &mut lines.take(grid.rows()), empty, read)?;
            (cells, read_texts(text, size, lines, |cell| Ok(cell.text.to_owned()))?.cells)
        }
    };
    K::from_clue_grid(&ClueGrid { grid, symbols: cells.cells, rooms })
        .map_err(|error| error.at(grid, &cells.offsets, cells.offsets[0]))
}

/// Writes a header, the rows of clues, and the names of the rooms.
pub(crate) fn write_clues(name: &str, codec: &ClueCodec, clues: &ClueGrid) -> String {
    let (rows, cols) = (clues.grid.rows(), clues.grid.cols());
    let text = |symbol: &Option<ClueSymbol>| {
        symbol.map_or_else(|| ".".to_owned(), |symbol| codec.alphabet.text(symbol))
    };
    let cells = clues.symbols.iter().map(text);
    write_cells(&format!("{name} {rows} {cols}"), cols, cells)
        + &write_rows(cols, clues.rooms.iter().cloned())
}

/// The functions `image`, `read` and `write` of [`Kind`](crate::kinds::Kind), which follow from its clues.
macro_rules! clue_text {
    ($codec:expr) => {
        const CODEC: Option<&'static crate::kinds::codec::ClueCodec> = Some(&$codec);

        fn image(
            puzzle: &Self::Puzzle,
            symmetry: &crate::puzzle::PuzzleSymmetry,
        ) -> Option<Self::Puzzle> {
            Self::from_clue_grid(&Self::clue_grid(puzzle)?.image(symmetry.isometry)).ok()
        }

        fn read<'a>(
            text: crate::text::Text<'a>,
            header: &crate::text::Header<'a>,
            lines: &mut dyn Iterator<Item = crate::text::Span<'a>>,
        ) -> Result<Self::Puzzle, crate::text::Fault> {
            crate::kinds::clues::read_clues::<Self>(&$codec, text, header.grid()?, lines)
        }

        fn write(puzzle: &Self::Puzzle) -> Option<String> {
            let clues = Self::clue_grid(puzzle)?;
            Some(crate::kinds::clues::write_clues(Self::NAME, &$codec, &clues))
        }
    };
}
pub(crate) use clue_text;
