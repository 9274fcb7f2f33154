//! The body of a Numberlink address: the number of the pair of each terminal.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule};
use encycle_encodings::text::{Fault, Span};

use crate::formats::puzzlink::address;
use crate::formats::puzzlink::numbers::{read_numbers, write_numbers};
use crate::puzzle::Puzzle;

/// Reads the body of an address.
pub(super) fn read_body(grid: Grid, body: Span<'_>) -> Result<Puzzle, Fault> {
    let unknown = "terminal '?' without a number\nhelp: give each pair a number";
    let numbers = read_numbers(body, (grid.cell_count(), "cells"), unknown)?;
    let names: Vec<Option<String>> =
        numbers.iter().map(|one| one.map(|(number, _)| number.to_string())).collect();
    let offset = |cell: usize| numbers[cell].map_or(body.offset, |(_, text)| text.offset);
    Ok(Numberlink::from_texts(grid, &names, None, offset)?.into())
}

/// Writes an address.
///
/// Returns `None` if the name of a pair is not a number up to 12287, or if all cells must be covered, because an
/// address can express neither.
pub(in crate::formats) fn write(puzzle: &Numberlink, grid: Grid) -> Option<String> {
    if puzzle.rule() == NumberlinkRule::Cover {
        return None;
    }
    let name = |cell| puzzle.terminal(cell).map(|pair| puzzle.pairs()[pair].name.parse::<u32>());
    let numbers: Result<Vec<Option<u32>>, _> =
        (0..grid.cell_count()).map(|cell| name(cell).transpose()).collect();
    let body = write_numbers(numbers.ok()?.into_iter())?;
    Some(address("numlin", grid, &body))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("numberlink 2 4\n1 . 1 300\n17 17 . 300\n", None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?numlin/4/2/1g1+12c-11-11g+12c");
        let parsed = read(&text, None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        assert!(read("numlin/2/2/1g1g", None).is_ok());
        let letters = read("numberlink 1 2\naa\n", None).unwrap().puzzle;
        assert!(write(&letters, PuzzleFormat::PuzzLink).is_err());
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("numlin/2/2/1g1", 1, 15, "after 3 of 4 cells"),
            ("numlin/2/2/1g1gg", 1, 16, "beyond the last"),
            ("numlin/2/2/1.1g", 1, 13, "'?' without a number"),
            ("numlin/2/2/1-1", 1, 13, "'-' is not part"),
            ("numlin/2/2/111g", 1, 14, "a third `1`"),
            ("numlin/f/2/2/1g1g", 1, 8, "flag 'f'"),
        ]);
    }
}
