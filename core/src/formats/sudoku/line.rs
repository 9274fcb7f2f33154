//! Sudokus as single lines, with their cells row by row: 81 characters for boxes of 3 x 3, 256 for boxes of 4 x 4. A
//! file may contain thousands of such lines.
//!
//! The values are `1` to `9`, then `a` (or `A`) for 10 and so on; `.`, `0`, `-`, `_`, `*`, `?` or `X` is an empty cell.
//! Text after a blank is a remark, such as a name or a rating.

use encycle_encodings::kinds::sudoku::Sudoku;

use crate::formats::sudoku::{sudoku, wrong_count};
use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::{self, Fault, Span, Text};

/// The minimum number of cells of such a line. A line of 16 cells (boxes of 2 x 2) could also be one row of a grid.
const FEWEST: usize = 81;

/// The maximum number of characters of a line that may be typing errors, which the reader names.
const TYPING_ERRORS: usize = 2;

/// Returns whether `line` looks like a Sudoku, perhaps with typing errors.
pub(in crate::formats) fn claims(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|cells| has_cells(cells, TYPING_ERRORS))
}

/// Returns whether a word has the cells of a Sudoku.
pub(super) fn is_sudoku(cells: &str) -> bool {
    has_cells(cells, 0)
}

/// Returns the fault of the first line that has a few cells more or less than a Sudoku of 9 x 9 cells, if the lines are
/// most likely Sudokus.
pub(in crate::formats) fn wrong_length(text: Text<'_>) -> Option<Fault> {
    let lines: Vec<Span<'_>> = text.lines().filter_map(|line| line.words().next()).collect();
    let errors = |line: &Span<'_>| line.text.len().abs_diff(FEWEST);
    let is_near = |line: &Span<'_>| errors(line) <= TYPING_ERRORS && line.text.chars().all(is_cell);
    // if there are further lines of another length, they may be the rows of a large grid
    let is_likely = lines.len() <= 2 || lines.iter().any(|line| errors(line) == 0);
    let wrong = lines.iter().find(|line| errors(line) > 0)?;
    (is_likely && lines.iter().all(is_near)).then(|| wrong_count(*wrong, wrong.text.len()))
}

fn is_cell(c: char) -> bool {
    c.is_ascii_alphanumeric() || ".*_-?".contains(c)
}

fn has_cells(cells: &str, errors: usize) -> bool {
    boxes(cells.len()).is_some()
        && cells.len() >= FEWEST
        && cells.chars().filter(|&c| !is_cell(c)).count() <= errors
}

/// Returns the sides of the square boxes of a Sudoku with this number of cells.
fn boxes(cells: usize) -> Option<(usize, usize)> {
    let (side, _) = text::square_box(cells)?;
    text::square_box(side)
}

/// Reads a Sudoku from one line.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let line = text.only_line("a Sudoku in one line")?;
    expect_kind(PuzzleKind::Sudoku, kind, line)?;
    read_cells(line.words().next().unwrap_or(line))
}

/// Reads a Sudoku from its cells.
pub(super) fn read_cells(line: Span<'_>) -> Reading {
    let cells: Vec<Span<'_>> = line.chars().collect();
    let (box_rows, box_cols) = boxes(cells.len()).ok_or_else(|| wrong_count(line, cells.len()))?;
    sudoku(box_rows, box_cols, &cells)
}

/// Writes a Sudoku as one line.
///
/// Returns `None` if the boxes are not squares of at least 3 x 3 cells, or if a value has no character.
pub(in crate::formats) fn write(puzzle: &Sudoku) -> Option<String> {
    let known = boxes(puzzle.clues().len()).filter(|_| puzzle.clues().len() >= FEWEST)?;
    let symbol = |&value: &u32| match value {
        0 => Some('.'),
        _ => char::from_digit(value, 36),
    };
    let line: Option<String> = puzzle.clues().iter().map(symbol).collect();
    line.filter(|_| known == (puzzle.box_rows(), puzzle.box_cols()) && puzzle.side() <= 35)
}

#[cfg(test)]
mod tests {
    use crate::formats::{PuzzleFormat, read, read_all, write};

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_line_is_read_and_written() {
        let parsed = read(LINE, None).unwrap();
        assert_eq!((parsed.format, parsed.is_guessed), (PuzzleFormat::Line, true));
        assert_eq!(write(&parsed.puzzle, PuzzleFormat::Line).unwrap(), LINE);
        for empty in ["0", "-", "_", "*", "?", "x", "X"] {
            let line = LINE.replace('.', empty) + " # 1.2/3.4 named\n";
            assert_eq!(read(&line, None).unwrap().puzzle, parsed.puzzle, "{empty}");
        }
        let mixed = read(&LINE.replacen('.', "-", 1), None).unwrap_err();
        assert!(mixed.message.contains("'.' and '-'"), "{mixed}");
    }

    #[test]
    fn a_file_of_several_lines_is_read_line_by_line() {
        let bad = LINE.replacen('5', "!", 1);
        let text = format!("# two\n{LINE}\n\n{bad}\n{LINE}\n");
        let all: Vec<_> = read_all(&text, None).into_iter().map(|one| one.1).collect();
        assert_eq!(all.len(), 3);
        assert_eq!(all[0], all[2]);
        let error = all[1].as_ref().unwrap_err();
        assert_eq!(error.line, 4);
        assert!(error.message.contains("'!' is not a cell"), "{error}");
        // reading a single puzzle fails, and the message contains the choices
        assert!(read(&text, None).unwrap_err().message.contains("3 puzzles"));
    }
}
