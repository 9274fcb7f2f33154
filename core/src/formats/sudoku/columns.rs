//! Tables of Sudokus: lines with columns that are separated by commas, semicolons or tabs, with the cells of a Sudoku
//! in one of the columns, as in the collections of Kaggle.
//!
//! ```text
//! quizzes,solutions
//! 004300209005009001070060043...,864371259325849761971265843...
//! ```
//!
//! The first line may name the columns. The puzzle is the first column that contains the cells of a Sudoku with some
//! empty cells; the solution is the first column without empty cells, which may come before or after the puzzle.

use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::puzzle::{Solution, SolutionForm};
use encycle_encodings::text::{Fault, Span, Text};

use crate::formats::sudoku::{line, wrong_count};
use crate::formats::{Reading, TextContent, expect_kind};
use crate::puzzle::{Puzzle, PuzzleKind};

/// The names of the column with the puzzle.
const NAMES: [&str; 9] =
    ["quizzes", "quiz", "puzzle", "puzzles", "sudoku", "unsolved", "question", "grid", "board"];

/// Returns the columns of a line, without quotation marks.
fn columns(line: Span<'_>) -> impl Iterator<Item = Span<'_>> {
    line.split(|c| matches!(c, ',' | ';' | '\t')).map(|column| column.trim().unquoted())
}

/// Returns whether `line` names the columns of such a table.
pub(in crate::formats) fn is_head(line: &str) -> bool {
    let names: Vec<String> = columns(Span { text: line, offset: 0 })
        .map(|column| column.text.to_ascii_lowercase())
        .collect();
    let is_name =
        |name: &String| name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_- ".contains(&b));
    names.len() > 1
        && names.iter().all(is_name)
        && names.iter().any(|name| NAMES.contains(&name.as_str()))
}

/// Returns whether `line` has a column with the cells of a Sudoku.
pub(in crate::formats) fn has_cells(line: &str) -> bool {
    line.contains([',', ';', '\t', '"', '\''])
        && columns(Span { text: line, offset: 0 }).any(|column| line::is_sudoku(column.text))
}

/// Returns whether `line` belongs to such a table.
pub(in crate::formats) fn claims(line: &str) -> bool {
    is_head(line) || has_cells(line)
}

/// Reads a row, perhaps below the names of the columns.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let mut lines = text.lines().skip_while(|line| is_head(line.text));
    let row = lines.next().ok_or_else(|| text.fault_at_end("no row below the names of columns"))?;
    expect_kind(PuzzleKind::Sudoku, kind, row)?;
    if let Some(more) = lines.next() {
        return Err(more.wrong("has no column of 81, 256, ... cells"));
    }
    if let Some(damaged) = columns(row).find(|column| is_damaged(column.text)) {
        return Err(wrong_count(damaged, damaged.text.chars().count()));
    }
    let is_open = |column: &Span<'_>| column.text.contains(EMPTY);
    let (open, full): (Vec<_>, Vec<_>) =
        columns(row).filter(|column| line::is_sudoku(column.text)).partition(is_open);
    let (puzzle, solution) = match (open.first(), &full[..]) {
        (Some(&puzzle), solutions) => (puzzle, solutions.first()),
        (None, &[puzzle, ref solutions @ ..]) => (puzzle, solutions.first()),
        (None, []) => {
            return Err(row.wrong("has no column of 81, 256, ... cells"));
        }
    };
    let blank = columns(row).find(|column| column.text.is_empty() && column.offset < puzzle.offset);
    if let (Some(blank), true) = (blank, open.is_empty()) {
        return Err(blank.fault("a blank column before one without empty cells: is it the puzzle?"));
    }
    let content = line::read_cells(puzzle)?;
    let solution = solution.map(|&cells| solved(&content.puzzle, cells)).transpose()?;
    Ok(TextContent { solution, ..content })
}

/// The symbols of an empty cell in such a table.
const EMPTY: [char; 4] = ['0', '.', '-', '_'];

/// Returns whether a column looks like the cells of a Sudoku, but has up to two cells too many or too few.
fn is_damaged(column: &str) -> bool {
    let is_cells = column.chars().all(|c| c.is_ascii_digit() || EMPTY.contains(&c));
    let near = [81, 256, 625].into_iter().any(|count: usize| count.abs_diff(column.len()) <= 2);
    is_cells && near && !line::is_sudoku(column)
}

/// Reads the column with the solution.
fn solved(puzzle: &Puzzle, column: Span<'_>) -> Result<Solution, Fault> {
    let Puzzle::Sudoku(solved) = line::read_cells(column)?.puzzle else {
        return Err(column.fault("not a Sudoku"));
    };
    match puzzle.form() {
        SolutionForm::Values { values, grid } if grid == solved.grid() => {
            Ok(Solution::of_values(solved.clues(), values))
        }
        _ => Err(column.fault("the solution has another size than the puzzle")),
    }
}

/// Writes a table with one row.
pub(in crate::formats) fn write(puzzle: &Sudoku) -> Option<String> {
    Some(format!("quizzes,name\n{},\n", line::write(puzzle)?))
}

#[cfg(test)]
mod tests {
    use crate::formats::{PuzzleFormat, read, read_all, write};

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn tables_with_and_without_names_are_read() {
        let plain = read(LINE, None).unwrap().puzzle;
        let zeros = LINE.replace('.', "0");
        for text in [
            format!("quizzes,solutions\n{zeros},{SOLVED}\n"),
            format!("id,puzzle,solution,clues,difficulty\n1,{LINE},{SOLVED},30,0.0\n"),
            format!("\"{LINE}\";\"{SOLVED}\"\n"),
            format!("7\t{zeros}\t{SOLVED}\n"),
            // a line of the source code of a program
            format!("\"{zeros}\",\n"),
            format!("'{zeros}'\n"),
        ] {
            let parsed = read(&text, None).unwrap();
            assert_eq!((&parsed.puzzle, parsed.format), (&plain, PuzzleFormat::Columns), "{text}");
            assert!(parsed.solution.is_none_or(|solution| plain.check(&solution).is_ok()));
        }
        let text = write(&plain, PuzzleFormat::Columns).unwrap();
        assert_eq!(read(&text, None).unwrap().puzzle, plain);
        let two = format!("quizzes,solutions\n{zeros},{SOLVED}\n{zeros},{SOLVED}\n");
        assert_eq!(read_all(&two, None).len(), 2);
        assert!(read_all(&two, None).iter().all(|one| one.1.is_ok()));
    }

    /// The column of the solution was read as the puzzle if the column of the puzzle was damaged or came after it.
    #[test]
    fn the_solution_is_never_read_as_the_puzzle() {
        let plain = read(LINE, None).unwrap().puzzle;
        for text in [format!("solution,quizzes\n{SOLVED},{LINE}\n"), format!("{SOLVED},{LINE}\n")] {
            let parsed = read(&text, None).unwrap();
            assert_eq!(parsed.puzzle, plain, "{text}");
            assert!(parsed.solution.is_some_and(|solution| plain.check(&solution).is_ok()));
        }
        let short = &LINE[..80];
        for row in [
            format!("{short},{SOLVED}"),
            format!("{LINE}1,{SOLVED}"),
            format!("{LINE},{}", &SOLVED[..80]),
            format!("1,,{SOLVED}"),
        ] {
            assert!(read(&format!("{row}\n"), None).is_err(), "{row}");
            let below = read(&format!("id,puzzle,solution\n{row}\n"), None).unwrap_err();
            assert_eq!(below.line, 2, "{row}: {below}");
        }
    }
}
