//! The `.sdk` files of SadMan Software's Sudoku: nine lines of nine characters, with `.` for an empty cell.
//!
//! Lines that begin with `#` contain the author, the title and other facts (`#A`, `#D`, ...). The file may have the
//! sections `[Puzzle]` and `[State]`; the clues are in the section `[Puzzle]`. Source: the page of SadMan Software on
//! the format, `www.sadmansoftware.com/sudoku/fileformat.php`.
//!
//! A title such as `Grid 01` may replace `[Puzzle]`, as in the file of Project Euler's problem 96, and begins another
//! puzzle.

use encycle_encodings::kinds::sudoku::Sudoku;

use crate::formats::sudoku::sudoku;
use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::{Span, Text, counted};

/// The head of the section with the clues.
const PUZZLE: &str = "[puzzle]";

/// The words of titles after which a number follows.
const TITLES: [&str; 2] = ["grid", "puzzle"];

/// Returns whether `line` is the head of the section `[Puzzle]`, or a title such as `Grid 01`.
pub(in crate::formats) fn claims(line: &str) -> bool {
    let is_title = |(word, number): (&str, &str)| {
        let number = number.trim_start().trim_start_matches('#').trim_end_matches([':', '.']);
        TITLES.iter().any(|title| word.eq_ignore_ascii_case(title))
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    line.eq_ignore_ascii_case(PUZZLE) || line.split_once(' ').is_some_and(is_title)
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
            let message =
                format!("row {rows} has {}: a puzzle has 9 rows of 9", counted(row.len(), "cell"));
            return Err(line.fault(message));
        }
        cells.extend(row);
    }
    if rows < 9 {
        return Err(text.fault_at_end(format!("only {}: a puzzle has 9", counted(rows, "row"))));
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
    use crate::formats::{PuzzleFormat, read, read_all, write};
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
        // a digit above 4 cannot be a Slitherlink clue, so a bare grid is recognized as a Sudoku
        assert_eq!(read(GRID, None).unwrap().puzzle, parsed.puzzle);
    }

    #[test]
    fn titles_of_grids_were_misspelled_headers() {
        let plain = read(GRID, None).unwrap().puzzle;
        let zeros = GRID.replace('.', "0");
        let file = format!("Grid 01\n{zeros}Grid 02\n{zeros}\nPuzzle #3:\n{GRID}");
        let all = read_all(&file, None);
        assert_eq!(all.len(), 3);
        assert!(all.into_iter().all(|one| one.1.unwrap().puzzle == plain));
        let error = read(&file, None).unwrap_err().to_string();
        assert!(error.contains("3 puzzles, which begin in lines 1, 11, 22\nhelp: "), "{error}");
        assert_eq!(read(&format!("Grid 1\n{zeros}"), None).unwrap().puzzle, plain);
    }

    #[test]
    fn an_invalid_file_is_rejected_with_its_position() {
        assert_refused(&[
            ("[Puzzle]\n53..7...\n", 2, 1, "row 1 has 8 cells"),
            ("[Puzzle]\n53..7....\n", 2, 10, "1 row: a puzzle has 9"),
            (
                &format!("[Puzzle]\n53..7..y.\n{}", ".........\n".repeat(8)),
                2,
                8,
                "'y' is not a cell",
            ),
        ]);
    }
}
