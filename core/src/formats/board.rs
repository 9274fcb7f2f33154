//! The board string of Neighbor Number (Block 2024, section 2.2): `N*x,y,v;x,y,v;...`.
//!
//! N is the side of the grid. Each triple is a column, a row (both counted from 0) and the digit there; the digit 0
//! marks a cell that stays empty. The triples are sorted by their coordinates. The paper defines neither the origin
//! nor the order of the coordinates, and lists only placed digits: that x is the column, y the row, (0, 0) the top left cell,
//! and 0 an empty cell, is our reading.

use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};

use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::{self, Fault, Span, Text};

/// Returns whether `line` looks like a board string.
pub(crate) fn claims(line: &str) -> bool {
    let side = line.split_once('*').map(|(side, _)| side).unwrap_or_default();
    !side.is_empty() && side.len() < 4 && side.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a board string.
pub(crate) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let line = text.only_line("a board string")?;
    expect_kind(PuzzleKind::NeighborNumber, kind, line)?;
    let (side_word, rest) = line.cut(|c| c == '*');
    let grid = text::size(side_word, side_word)?;
    let mut clues = vec![NeighborNumberClue::Unknown; grid.cell_count()];
    let rest = rest.unwrap_or(line.from(line.text.len()));
    for triple in rest.split(|c| c == ';').map(Span::trim).filter(|one| !one.text.is_empty()) {
        let mut words = triple.split(|c| c == ',').map(Span::trim);
        let (Some(x), Some(y), Some(v), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(triple.wrong("is not a triple\nhelp: write `x,y,v`: column, row, digit"));
        };
        let cell = Cell { row: number(y, grid.rows() - 1)?, col: number(x, grid.rows() - 1)? };
        let clue = match number(v, NeighborNumber::VALUES as usize)? {
            0 => NeighborNumberClue::Empty,
            digit => NeighborNumberClue::Digit(digit as u32),
        };
        let place = &mut clues[grid.cell_index(cell)];
        if *place != NeighborNumberClue::Unknown {
            return Err(
                triple.fault(format!("second triple for the same cell: {}", triple.shown()))
            );
        }
        *place = clue;
    }
    let puzzle = NeighborNumber::new(grid.rows(), clues);
    let puzzle = puzzle.map_err(|error| side_word.fault(error.to_string()))?;
    Ok(puzzle.into())
}

/// Parses a number from 0 to `largest`.
fn number(word: Span<'_>, largest: usize) -> Result<usize, Fault> {
    match word.text.parse() {
        Ok(number) if number <= largest => Ok(number),
        _ => Err(word.wrong(format!("is not a number from 0 to {largest}"))),
    }
}

/// Writes a board string, with the triples in ascending order.
pub(crate) fn write(puzzle: &NeighborNumber) -> String {
    let grid: Grid = puzzle.grid();
    let mut triples = Vec::new();
    for col in 0..grid.cols() {
        for row in 0..grid.rows() {
            let digit = match puzzle.clues()[grid.cell_index(Cell { row, col })] {
                NeighborNumberClue::Unknown => continue,
                NeighborNumberClue::Empty => 0,
                NeighborNumberClue::Digit(digit) => digit,
            };
            triples.push(format!("{col},{row},{digit}"));
        }
    }
    format!("{}*{}", grid.rows(), triples.join(";"))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn a_board_string_is_read_and_written() {
        // figure 1.1 of the paper
        let plain = read("neighbor-number 4\n1...\n..2.\n.4..\n...3\n", None).unwrap().puzzle;
        let text = "4*0,0,1;1,2,4;2,1,2;3,3,3";
        let parsed = read(text, None).unwrap();
        assert_eq!((&parsed.puzzle, parsed.format), (&plain, PuzzleFormat::Board));
        assert_eq!(write(&plain, PuzzleFormat::Board).unwrap(), text);
        assert_eq!(write(&read("4*", None).unwrap().puzzle, PuzzleFormat::Board).unwrap(), "4*");
    }

    #[test]
    fn an_invalid_board_string_is_rejected_with_its_position() {
        assert_refused(&[
            ("2*", 1, 1, "side out of range: 2"),
            ("4*0,0", 1, 3, "'0,0' is not a triple"),
            ("4*0,4,1", 1, 5, "'4' is not a number from 0 to 3"),
            ("4*0,0,10", 1, 7, "'10' is not a number from 0 to 9"),
            ("4*0,0,1;0,0,2", 1, 9, "second triple for the same cell"),
        ]);
    }
}
