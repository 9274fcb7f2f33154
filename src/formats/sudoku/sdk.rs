//! The `.sdk` file of SadMan Software's Sudoku: nine lines of nine characters, `.` for an empty cell.
//!
//! Lines that begin with `#` hold the author, the title and other facts (`#A`, `#D`, ...). The file may
//! have sections `[Puzzle]` and `[State]`; the clues are in the first one. Source: the page of SadMan
//! Software on the format, `www.sadmansoftware.com/sudoku/fileformat.php`.

use encycle_encodings::kinds::sudoku::Sudoku;

use crate::formats::sudoku::sudoku;
use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::{Span, Text};

/// The head of the section with the clues.
const PUZZLE: &str = "[puzzle]";

/// Returns whether `line` is the head of that section.
pub(in crate::formats) fn claims(line: &str) -> bool {
    line.eq_ignore_ascii_case(PUZZLE)
}

/// Reads the clues of a file.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let is_head = |line: &Span<'_>| line.text.starts_with('[');
    let mut lines = text.lines();
    let head = lines.clone().next().ok_or_else(|| text.fault_at_end("no puzzle"))?;
    expect_kind(PuzzleKind::Sudoku, kind, head)?;
    if claims(head.text) {
        lines.next();
    }
    let mut cells = Vec::with_capacity(81);
    let mut rows = 0;
    for line in lines.take_while(|line| !is_head(line)) {
        rows += 1;
        let row = line.cells(9);
        if rows > 9 || row.len() != 9 {
            let message = format!("row {rows} has {} cells: a puzzle has 9 rows of 9", row.len());
            return Err(line.fault(message));
        }
        cells.extend(row);
    }
    if rows < 9 {
        return Err(text.fault_at_end(format!("only {rows} rows: a puzzle has 9")));
    }
    sudoku(3, 3, &cells)
}

/// Writes a file, or returns `None` if the boxes are not 3 x 3.
pub(in crate::formats) fn write(puzzle: &Sudoku) -> Option<String> {
    if (puzzle.box_rows(), puzzle.box_cols()) != (3, 3) {
        return None;
    }
    let symbol = |&value: &u32| char::from_digit(value, 10).filter(|_| value > 0).unwrap_or('.');
    let rows = puzzle.clues().chunks(9);
    let rows = rows.map(|row| row.iter().map(symbol).chain(['\n']).collect::<String>());
    Some(std::iter::once("[Puzzle]\n".to_owned()).chain(rows).collect())
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};
    use crate::puzzle::PuzzleKind;

    const GRID: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n\
                        .6....28.\n...419..5\n....8..79\n";

    #[test]
    fn a_file_with_and_without_sections_is_read() {
        let parsed =
            read(&format!("#ASomebody\n#D A title\n[Puzzle]\n{GRID}[State]\n{GRID}"), None);
        let parsed = parsed.unwrap();
        assert_eq!(parsed.format, PuzzleFormat::Sdk);
        assert_eq!(write(&parsed.puzzle, PuzzleFormat::Sdk).unwrap(), format!("[Puzzle]\n{GRID}"));
        let bare = read(&format!("#ASomebody\n{GRID}"), Some(PuzzleKind::Sudoku)).unwrap();
        assert_eq!(bare.puzzle, parsed.puzzle);
        // a digit above 4 cannot be a Slitherlink clue, so a bare grid is recognised as a Sudoku
        assert_eq!(read(GRID, None).unwrap().puzzle, parsed.puzzle);
    }

    #[test]
    fn an_invalid_file_is_rejected_with_its_position() {
        assert_refused(&[
            ("[Puzzle]\n53..7...\n", 2, 1, "row 1 has 8 cells"),
            ("[Puzzle]\n53..7....\n", 2, 10, "1 rows: a puzzle has 9"),
            (
                &format!("[Puzzle]\n53..7..y.\n{}", ".........\n".repeat(8)),
                2,
                8,
                "'y' is not a cell",
            ),
        ]);
    }
}
