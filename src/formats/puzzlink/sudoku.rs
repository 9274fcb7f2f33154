//! The body of the address of a Sudoku: the value of each cell, or none. The boxes follow from the side.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::text::{Fault, Span};

use crate::formats::puzzlink::address;
use crate::formats::puzzlink::numbers::{read_numbers, write_numbers};
use crate::formats::pzpr_names::sudoku_boxes;

/// Reads the body of an address.
pub(super) fn read_body(grid: Grid, side: Span<'_>, body: Span<'_>) -> Result<Sudoku, Fault> {
    if grid.rows() != grid.cols() {
        return Err(side.fault(format!("{} rows and {} columns", grid.rows(), grid.cols())));
    }
    let (box_rows, box_cols) = sudoku_boxes(grid.rows(), side)?;
    let unknown = "'?' in place of a value\nhelp: leave the cell empty";
    let values = read_numbers(body, (grid.cell_count(), "cells"), unknown)?;
    let offsets: Vec<usize> =
        values.iter().map(|one| one.map_or(body.offset, |(_, text)| text.offset)).collect();
    let values = values.iter().map(|one| one.map_or(0, |(value, _)| value)).collect();
    Sudoku::new(box_rows, box_cols, values).map_err(|error| error.at(grid.cols(), &offsets))
}

/// Writes an address. Returns `None` if the boxes differ from the boxes that follow from the side.
pub(super) fn write(puzzle: &Sudoku) -> Option<String> {
    let at = Span { text: "", offset: 0 };
    let known =
        sudoku_boxes(puzzle.side(), at).ok() == Some((puzzle.box_rows(), puzzle.box_cols()));
    let values = puzzle.clues().iter().map(|&value| Some(value).filter(|&value| value > 0));
    write_numbers(values).filter(|_| known).map(|body| address("sudoku", puzzle.grid(), &body))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("sudoku 2 2\n.1..\n...2\n3...\n..3.\n", None).unwrap().puzzle;
        let address = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(address, "https://puzz.link/p?sudoku/4/4/g1k23k3g");
        assert_eq!(read(&address, None).unwrap().puzzle, plain);
        assert!(
            write(
                &read("sudoku 1 4\n....\n....\n....\n....\n", None).unwrap().puzzle,
                PuzzleFormat::PuzzLink
            )
            .is_err()
        );
        assert_refused(&[
            ("sudoku/4/5/zg", 1, 10, "5 rows and 4 columns"),
            ("sudoku/5/5/zk", 1, 10, "a side of 5"),
            ("sudoku/4/4/5u", 1, 12, "value out of range: 5"),
        ]);
    }
}
