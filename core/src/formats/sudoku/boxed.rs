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
//! The bars mark the columns of a box, and the horizontal rules mark its rows; the outer frame is optional. Cells may
//! be separated by blanks, and empty cells may be blanks. Programs draw other characters at the corners: SadMan
//! Software `*`, HoDoKu `.`, `:` and `'`; box-drawing characters are read, too. In HoDoKu's grids of candidates, a cell
//! with several digits is empty.

use std::fmt::Write;

use encycle_encodings::kinds::sudoku::Sudoku;

use crate::formats::sudoku::sudoku;
use crate::formats::{Reading, TextContent, expect_kind};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::{Fault, Span, Text, counted};

/// The vertical bars.
const BARS: [char; 5] = ['|', '│', '┃', '║', '¦'];

/// The box-drawing characters of horizontal rules.
const RULES: &str = "─━═┄┈╌";

/// Returns whether `line` looks like the first line of such a drawing, or of a picture of another kind.
pub(in crate::formats) fn claims(line: &str) -> bool {
    is_rule(line) || line.contains(BARS) || line.contains("·   ") || line.contains(is_box)
}

/// Returns whether a character is a box-drawing character.
fn is_box(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Returns whether `line` is a horizontal rule between boxes: dashes or box-drawing lines, with corners.
pub(in crate::formats) fn is_rule(line: &str) -> bool {
    let is_drawn = line.chars().all(|c| is_box(c) || "+-=|*.:' ".contains(c));
    let dashes = ["--", "==", "-+", "+-", "=+"];
    is_drawn
        && (dashes.iter().any(|dash| line.contains(dash)) || line.contains(|c| RULES.contains(c)))
}

/// Returns the parts of a row of cells between its bars, without the parts outside the frame.
fn parts(line: Span<'_>) -> Vec<Span<'_>> {
    let mut parts: Vec<Span<'_>> = line.split(|c| BARS.contains(&c)).collect();
    if parts.len() > 1 && parts.first().is_some_and(|part| part.trim().text.is_empty()) {
        parts.remove(0);
    }
    if parts.len() > 1 && parts.last().is_some_and(|part| part.trim().text.is_empty()) {
        parts.pop();
    }
    parts
}

/// Splits a part into `count` cells: into words, into characters, or into columns of equal width.
fn cells(part: Span<'_>, count: usize) -> Option<Vec<Span<'_>>> {
    let words: Vec<Span<'_>> = part.words().collect();
    let dense: Vec<Span<'_>> = part.trim().chars().collect();
    let all: Vec<Span<'_>> = part.chars().collect();
    if words.len() == count {
        return Some(words);
    }
    if dense.len() == count && words.len() == 1 {
        return Some(dense);
    }
    let column = |index: usize| {
        let (start, end) = (index * all.len() / count, (index + 1) * all.len() / count);
        let (first, last) = (all.get(start)?, all.get(end.checked_sub(1)?)?);
        let text =
            &part.text[first.offset - part.offset..last.offset - part.offset + last.text.len()];
        let cell = Span { text, offset: first.offset }.trim();
        (!cell.text.contains(char::is_whitespace)).then_some(cell)
    };
    (0..count).map(column).collect()
}

/// Returns the lines of a drawing: the rows, and the number of rows above the first rule that has rows above it. Lines
/// that consist of dashes and bars alone are rows, unless `rules` is true.
fn lines<'a>(text: Text<'a>, rules: bool) -> (Vec<Span<'a>>, Option<usize>) {
    let (mut rows, mut box_rows) = (Vec::new(), None);
    for line in (Span { text: text.0, offset: 0 }).split(|c| c == '\n') {
        let content = line.trim().text;
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let is_sure = rules || content.contains(|c| "+*:'=".contains(c) || is_box(c));
        match is_sure && is_rule(content) {
            true if !rows.is_empty() => _ = box_rows.get_or_insert(rows.len()),
            true => {}
            false => rows.push(line),
        }
    }
    (rows, box_rows)
}

/// Reads a drawing. If no kind is expected, the text may also be a picture of another kind, which the error then
/// mentions.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    drawing(text, kind).map_err(|fault| match kind {
        Some(_) => fault,
        None => {
            let (reason, help) = fault.message.split_once("\nhelp: ").unwrap_or((
                &fault.message,
                "give the puzzle itself; `encycle check PUZZLE PICTURE` reads the picture of a solution",
            ));
            let message = format!("no drawn Sudoku, which alone is read as a puzzle: {reason}\nhelp: {help}");
            Fault { message, ..fault }
        }
    })
}

fn drawing(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let (mut rows, mut box_rows) = lines(text, true);
    let first = *rows.first().ok_or_else(|| text.fault_at_end("no cells"))?;
    expect_kind(PuzzleKind::Sudoku, kind, first.trim())?;
    let side_of = |rows: &[Span<'_>]| {
        let widest = |row: &Span<'_>| {
            parts(*row)
                .iter()
                .map(|part| {
                    part.words()
                        .count()
                        .max(part.trim().text.chars().filter(|c| !c.is_whitespace()).count())
                })
                .sum()
        };
        rows.iter().map(widest).max().unwrap_or(0)
    };
    // rows of dashes, which are empty cells, look like rules
    if rows.len() < side_of(&rows) && lines(text, false).0.len() == side_of(&rows) {
        (rows, box_rows) = (lines(text, false).0, None);
    }
    let side = rows.len();
    let across = parts(first).len();
    let mut found: Vec<Span<'_>> = Vec::with_capacity(side * side);
    let mut candidates = 0;
    for &row in &rows {
        let parts = parts(row);
        if parts.len() != across || side % across != 0 {
            return Err(row.trim().fault(format!(
                "{} between bars in one of {}: every row needs the same number of boxes, and the grid as many rows as \
                 columns",
                counted(parts.len(), "part"),
                counted(side, "row")
            )));
        }
        for part in parts {
            let count = side / across;
            let cells = cells(part, count).ok_or_else(|| {
                part.trim().fault(format!(
                    "{} between bars is not {}: the grid has {}, and each row {}",
                    part.trim().shown(),
                    counted(count, "cell"),
                    counted(side, "row"),
                    counted(across, "part")
                ))
            })?;
            for cell in cells {
                let is_candidates = side < 10
                    && cell.text.len() > 1
                    && cell.text.bytes().all(|b| b.is_ascii_digit());
                candidates += usize::from(is_candidates);
                found.push(if is_candidates { Span { text: "", ..cell } } else { cell });
            }
        }
    }
    let box_cols = side / across;
    // if there is a bar next to every cell, only the size of the grid determines the boxes
    let has_boxes = across > 1 || box_rows.is_some() || side == 1;
    if !has_boxes && kind.is_none() {
        return Err(first.trim().fault(
            "a frame without boxes, which may be of another kind\nhelp: name the kind, such as sudoku",
        ));
    }
    let is_square = across == side || !has_boxes;
    let (box_rows, box_cols) = match (is_square, encycle_encodings::text::square_box(side)) {
        (true, Some(square)) if side > 1 => square,
        _ => (box_rows.unwrap_or(side / box_cols), box_cols),
    };
    if box_rows * box_cols != side {
        return Err(text.fault_at_end(format!(
            "{side} rows with boxes of {box_rows} x {box_cols} cells: the number of rows must equal the number of cells \
             in a box"
        )));
    }
    if candidates > 0 {
        let others = found.iter_mut().filter(|cell| matches!(cell.text, "." | "-" | "_"));
        others.for_each(|cell| cell.text = "");
    }
    let mut content = sudoku(box_rows, box_cols, &found)?;
    if candidates > 0 {
        content.notes.push(format!("{candidates} cells with several candidates are read as empty"));
    }
    Ok(TextContent { ..content })
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
    }

    #[test]
    fn the_frames_of_other_programs_are_read() {
        let plain = read("sudoku 2 2\n1..3\n.3..\n..2.\n...1\n", None).unwrap().puzzle;
        for text in [
            // without a frame and without blanks
            "1.|.3\n.3|..\n--+--\n..|2.\n..|.1\n",
            "*-----*\n|1.|.3|\n|.3|..|\n|--+--|\n|..|2.|\n|..|.1|\n*-----*\n",
            ".-----.-----.\n| 1 . | . 3 |\n| . 3 | . . |\n:-----+-----:\n| . . | 2 . |\n| . . | . 1 |\n'-----'-----'\n",
            "┌─────┬─────┐\n│ 1 . │ . 3 │\n│ . 3 │ . . │\n├─────┼─────┤\n│ . . │ 2 . │\n│ . . │ . 1 │\n└─────┴─────┘\n",
            "┌───────┬───────┐\n│ 1     │     3 │\n│     3 │       │\n├───────┼───────┤\n│       │ 2     │\n│       │     1 │\n└───────┴───────┘\n",
            "╔══╦══╗\n║1 ║ 3║\n║ 3║  ║\n╠══╬══╣\n║  ║2 ║\n║  ║ 1║\n╚══╩══╝\n",
            "+-+-+-+-+\n|1| | |3|\n+-+-+-+-+\n| |3| | |\n+-+-+-+-+\n| | |2| |\n+-+-+-+-+\n| | | |1|\n+-+-+-+-+\n",
            "1 - | - 3\n- 3 | - -\n----+----\n- - | 2 -\n- - | - 1\n",
            "+--------+--------+\n| 1   24 | 24   3 |\n| 24  3  | 1234 24 |\n+--------+--------+\n| 34  12 | 2   34 |\n| 34 24 | 34   1 |\n+--------+--------+\n",
        ] {
            let parsed = read(text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(
                (parsed.puzzle, parsed.format),
                (plain.clone(), PuzzleFormat::Boxed),
                "{text}"
            );
            assert!(parsed.is_guessed);
        }
    }

    #[test]
    fn an_invalid_drawing_is_rejected_with_its_position() {
        assert_refused(&[
            ("1.|.3\n.3|.\n--+--\n..|2.\n..|.1\n", 2, 4, "'.' between bars is not 2 cells"),
            ("1.|.3\n.3|..\n--+--\n..|2.\n", 1, 1, "2 parts between bars in one of 3 rows"),
            ("1.|.3\n.5|..\n--+--\n..|2.\n..|.1\n", 2, 2, "'5' is not a cell"),
            ("--+--\n", 1, 6, "no cells"),
            (
                "┌───┐   ·\n│ 3 │\n└───┘   ·\n",
                1,
                1,
                "no drawn Sudoku, which alone is read as a puzzle: ",
            ),
            (
                "┏━━━━━━━━━━━┓\n┃ 1  ▒2▒  2 ┃\n┗━━━━━━━━━━━┛\n",
                2,
                3,
                "`encycle check PUZZLE PICTURE`",
            ),
            ("┌─────┐\n│ 1 2 │\n│ 2 1 │\n└─────┘\n", 4, 8, "2 rows with boxes of 2 x 2 cells"),
        ]);
    }
}
