//! The body of a Nurikabe address: a number, a `?`, or nothing for each cell.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::nurikabe::{IslandClue, Nurikabe};
use encycle_encodings::text::{Fault, Span};

use crate::formats::puzzlink::address;
use crate::formats::puzzlink::numbers::{read_clues, write_clues};
use crate::puzzle::Puzzle;

/// Reads the body of an address.
pub(super) fn read_body(grid: Grid, body: Span<'_>) -> Result<Puzzle, Fault> {
    let found = read_clues(body, (grid.cell_count(), "cells"))?;
    let clue = |(number, _): (Option<u32>, _)| number.map_or(IslandClue::Any, IslandClue::Cells);
    let clues = found.iter().map(|one| one.map(clue)).collect();
    let offset = |one: &Option<(_, Span<'_>)>| one.map_or(body.offset, |(_, text)| text.offset);
    let offsets: Vec<usize> = found.iter().map(offset).collect();
    let puzzle = Nurikabe::new(grid, clues).map_err(|error| error.at(grid.cols(), &offsets))?;
    Ok(puzzle.into())
}

/// Writes an address.
pub(super) fn write(puzzle: &Nurikabe) -> Option<String> {
    let clue = |clue: IslandClue| match clue {
        IslandClue::Any => None,
        IslandClue::Cells(number) => Some(number),
    };
    let body = write_clues(puzzle.clues().iter().map(|one| one.map(clue)))?;
    Some(address("nurikabe", puzzle.grid(), &body))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("nurikabe 2 4\n1 . ? .\n. 16 . 300\n", None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?nurikabe/4/2/1g.h-10g+12c");
        let parsed = read(&text, None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("nurikabe/2/2/1gg22", 1, 18, "beyond the last"),
            ("nurikabe/2/2/1g", 1, 16, "2 of 4 cells"),
            ("nurikabe/2/2/g0h", 1, 15, "number out of range: 0"),
            ("nurikabe/2/2/+3e8i", 1, 14, "number out of range: 1000"),
            ("nurikabe/2/2/_i", 1, 14, "'_' is not part"),
        ]);
    }
}
