//! A Sudoku drawn with lines between its boxes:
//!
//! ```text
//! +-----+-----+
//! | 1 . | . 3 |
//! | . 3 | . . |
//! +-----+-----+
//! | . . | 2 . |
//! | . . | . 1 |
//! +-----+-----+
//! ```
//!
//! The bars mark the columns of a box and the rules its rows; the outer frame is optional. Cells may be
//! separated by blanks.

use std::fmt::Write;

use encycle_encodings::kinds::sudoku::Sudoku;

use crate::formats::sudoku::{EMPTY, sudoku};
use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::{Span, Text};

/// Returns whether `line` looks like the first line of such a drawing.
pub(in crate::formats) fn claims(line: &str) -> bool {
    is_rule(line) || line.contains('|')
}

/// Returns whether `line` is a rule between boxes, made of `+`, `-`, `=` and `|`.
fn is_rule(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| "+-=| ".contains(c))
        || line.contains('=') && line.chars().all(|c| "+=| ".contains(c))
}

/// Returns the parts of a row between its bars, without the empty ones outside the frame.
fn parts<'a>(line: Span<'a>) -> impl Iterator<Item = Span<'a>> {
    line.split(|c| c == '|').map(Span::trim).filter(|part| !part.text.is_empty())
}

/// Splits a part into its cells: words if there are several, else characters.
fn cells<'a>(part: Span<'a>) -> Vec<Span<'a>> {
    match part.words().nth(1) {
        Some(_) => part.words().collect(),
        None => part.chars().collect(),
    }
}

/// Reads a drawing.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let mut rows: Vec<Vec<Span<'_>>> = Vec::new();
    // the first part gives the columns of a box, the first rule below a row gives its rows
    let (mut box_cols, mut box_rows) = (None, None);
    for line in text.lines() {
        if is_rule(line.text) {
            if !rows.is_empty() {
                box_rows.get_or_insert(rows.len());
            }
            continue;
        }
        if rows.is_empty() {
            expect_kind(PuzzleKind::Sudoku, kind, line)?;
        }
        let row: Vec<Vec<Span<'_>>> = parts(line).map(cells).collect();
        let width = *box_cols.get_or_insert(row.first().map_or(0, Vec::len));
        if let Some(part) = row.iter().find(|part| part.len() != width) {
            let (count, at) = (part.len(), part.first().copied().unwrap_or(line));
            return Err(
                at.fault(format!("{count} cells between bars, but {width} in the first box"))
            );
        }
        rows.push(row.into_iter().flatten().collect());
    }
    let side = rows.first().map_or(0, Vec::len);
    let box_cols =
        box_cols.filter(|&cols| cols > 0).ok_or_else(|| text.fault_at_end("no cells"))?;
    let box_rows = box_rows.unwrap_or(side / box_cols);
    if box_rows * box_cols != side || rows.len() != side {
        return Err(text.fault_at_end(format!(
            "{} rows of {side} cells with boxes of {box_rows} x {box_cols}: the numbers of rows and of \
             columns must equal the number of cells in a box",
            rows.len()
        )));
    }
    let mut values = Vec::with_capacity(side * side);
    for row in rows {
        if row.len() != side {
            let at = row.first().copied().unwrap_or(Span { text: "", offset: 0 });
            return Err(at.fault(format!("row of {} cells: the first row has {side}", row.len())));
        }
        for cell in row {
            values.push((cell.value(side as u32, &EMPTY)?, cell.offset));
        }
    }
    sudoku(box_rows, box_cols, values)
}

/// Writes a drawing.
pub(in crate::formats) fn write(puzzle: &Sudoku) -> String {
    let (box_rows, box_cols, side) = (puzzle.box_rows(), puzzle.box_cols(), puzzle.side());
    let width = puzzle.symbol(side as u32).len();
    let rule =
        format!("+{}\n", format!("{}+", "-".repeat((width + 1) * box_cols + 1)).repeat(box_rows));
    let mut out = rule.clone();
    for (row, cells) in puzzle.clues().chunks(side).enumerate() {
        for part in cells.chunks(box_cols) {
            out.push_str("| ");
            for &value in part {
                let symbol = if value == 0 { ".".to_owned() } else { puzzle.symbol(value) };
                // writing to a String cannot fail
                let _ = write!(out, "{symbol:>width$} ");
            }
        }
        out.push_str("|\n");
        if (row + 1) % box_rows == 0 {
            out.push_str(&rule);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn a_drawing_is_read_and_written() {
        let plain =
            read("sudoku 2 3\n1.....\n.2....\n..3...\n...4..\n....5.\n.....6\n", None).unwrap();
        let drawn = write(&plain.puzzle, PuzzleFormat::Boxed).unwrap();
        let first = "+-------+-------+\n| 1 . . | . . . |\n| . 2 . | . . . |\n+-------+-------+\n";
        assert!(drawn.starts_with(first), "{drawn}");
        let again = read(&drawn, None).unwrap();
        assert_eq!((again.puzzle, again.format), (plain.puzzle, PuzzleFormat::Boxed));
        // without a frame and without blanks
        let bare = read("1.|.3\n.3|..\n--+--\n..|2.\n..|.1\n", None).unwrap();
        assert_eq!(bare.puzzle, read("sudoku 2 2\n1..3\n.3..\n..2.\n...1\n", None).unwrap().puzzle);
    }

    #[test]
    fn an_invalid_drawing_is_rejected_with_its_position() {
        assert_refused(&[
            ("1.|.3\n.3|.\n--+--\n..|2.\n..|.1\n", 2, 4, "1 cells between bars"),
            ("1.|.3\n.3|..\n--+--\n..|2.\n", 4, 6, "3 rows of 4 cells"),
            ("1.|.3\n.5|..\n--+--\n..|2.\n..|.1\n", 2, 2, "'5' is not a cell"),
            ("--+--\n", 1, 6, "no cells"),
        ]);
    }
}
