//! The writer of files with an empty solution.

use std::fmt::Write as _;

use encycle_encodings::kinds::codec::FileDrawing;

use crate::formats::pzprv3::cells::cell_text;
use crate::formats::pzprv3::count;
use crate::puzzle::{Puzzle, PuzzleKind};

/// Writes a file with an empty solution; `None` if the format cannot express the puzzle.
pub(in crate::formats) fn write(puzzle: &Puzzle) -> Option<String> {
    let kind = puzzle.kind();
    let (spelling, clues) = (kind.pzpr()?, puzzle.clue_grid()?);
    let (rows, cols) = (clues.grid.rows(), clues.grid.cols());
    let version = if spelling.drawing == FileDrawing::Borders { ".1" } else { "" };
    let mut out = format!("pzprv3{version}\n{}\n{rows}\n", spelling.names[0]);
    // writing to a String cannot fail
    if kind != PuzzleKind::Sudoku {
        let _ = writeln!(out, "{cols}");
    }
    if !clues.rooms.is_empty() {
        let numbers = clues.regions();
        let name = |(cell, number): (usize, &usize)| match clues.is_outside(cell) {
            true => ".".to_owned(),
            false => number.to_string(),
        };
        let rooms: Vec<String> = numbers.numbers().iter().enumerate().map(name).collect();
        let _ = writeln!(out, "{}", count(&rooms));
        push(&mut out, cols, rooms.iter().map(String::as_str));
    }
    let cells: Vec<String> =
        clues.symbols.iter().map(|&symbol| cell_text(spelling, symbol)).collect();
    push(&mut out, cols, cells.iter().map(String::as_str));
    push_empty_drawing(&mut out, spelling.drawing, rows, cols);
    Some(out)
}

/// Appends the rows of a solution without marks.
fn push_empty_drawing(out: &mut String, drawing: FileDrawing, rows: usize, cols: usize) {
    let repeated = |out: &mut String, symbol, rows: usize, cols: usize| {
        push(out, cols, std::iter::repeat_n(symbol, rows * cols));
    };
    let lines = |out: &mut String| {
        repeated(out, "0", rows, cols - 1);
        repeated(out, "0", rows - 1, cols);
    };
    match drawing {
        FileDrawing::Nothing => {}
        FileDrawing::Cells => repeated(out, ".", rows, cols),
        FileDrawing::Lines => lines(out),
        FileDrawing::CellsAndLines => {
            repeated(out, ".", rows, cols);
            lines(out);
        }
        FileDrawing::LinesAndCells => {
            lines(out);
            repeated(out, "0", rows, cols);
        }
        FileDrawing::Borders => {
            repeated(out, "0", rows, cols);
            repeated(out, "0", rows, cols + 1);
            repeated(out, "0", rows + 1, cols);
        }
    }
}

/// Appends rows of words; every word ends in a blank, as pzpr writes it.
fn push<'a>(out: &mut String, cols: usize, words: impl Iterator<Item = &'a str>) {
    for (index, word) in words.enumerate() {
        out.extend([word, " "]);
        if (index + 1) % cols == 0 {
            out.push('\n');
        }
    }
}
