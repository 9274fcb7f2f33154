//! Lines of a HoDoKu library: `:TECHNIQUE:CANDIDATES:CELLS:...`, where a `+` marks a cell that was solved and is not a
//! clue.

use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::text::{Span, Text};

use crate::formats::sudoku::{line, sudoku, wrong_count};
use crate::formats::{Reading, TextContent, expect_kind};
use crate::puzzle::PuzzleKind;

/// The number of the field with the cells.
const CELLS: usize = 3;

/// Returns whether `line` looks like such a line.
pub(in crate::formats) fn claims(line: &str) -> bool {
    let fields: Vec<&str> = line.split(':').collect();
    let is_cells = |cells: &&str| {
        cells.len() >= 81 && cells.bytes().all(|b| b.is_ascii_digit() || b".+".contains(&b))
    };
    fields.first() == Some(&"") && fields.get(CELLS).is_some_and(is_cells)
}

/// Reads a line.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let whole = text.only_line("a line of HoDoKu")?;
    expect_kind(PuzzleKind::Sudoku, kind, whole)?;
    let field = whole.split(|c| c == ':').nth(CELLS).unwrap_or(whole);
    let mut cells: Vec<Span<'_>> = Vec::new();
    let (mut is_solved, mut solved) = (false, 0);
    for cell in field.chars() {
        if cell.text == "+" {
            is_solved = true;
            continue;
        }
        // a solved cell is not a clue
        let empty = if field.text.contains('.') { "." } else { "0" };
        cells.push(if is_solved { Span { text: empty, ..cell } } else { cell });
        solved += usize::from(std::mem::take(&mut is_solved));
    }
    if cells.len() != 81 {
        return Err(wrong_count(field, cells.len()));
    }
    let content = sudoku(3, 3, &cells)?;
    let note = format!("{solved} cells marked as solved are not clues");
    let notes = if solved > 0 { vec![note] } else { Vec::new() };
    Ok(TextContent { notes, ..content })
}

/// Writes a line without a technique; `None` if the boxes are not 3 x 3.
pub(in crate::formats) fn write(puzzle: &Sudoku) -> Option<String> {
    let cells = line::write(puzzle).filter(|cells| cells.len() == 81)?;
    Some(format!(":0000:x:{cells}:::\n"))
}

#[cfg(test)]
mod tests {
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn solved_cells_of_a_library_line_are_not_clues() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let plain = read(line, None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::Hodoku).unwrap();
        assert_eq!(read(&text, None).unwrap().puzzle, plain);
        let solved = line.replacen("53..", "53+4.", 1);
        let parsed = read(&format!(":0709:9:{solved}:912 921::\n"), None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::Hodoku));
        assert_eq!(parsed.notes.len(), 1);
    }
}
