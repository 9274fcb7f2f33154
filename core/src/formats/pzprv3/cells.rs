//! The clues of cells in the files of pzpr. `.` is a cell without a clue; all other cells are:
//!
//! | clue | cell |
//! |---|---|
//! | number | the number; `-` is a `?` (5 in a Shakashaka), which restricts nothing if clues of the kind need their number |
//! | letter | its position, from 1, or a sign (`*` is a black cell of a Simple Loop, as is `#`) |
//! | letter with a number | `LETTER,NUMBER`, with the position of the letter from 0; the number -2 means no number |
//! | arrow | `ARROW,NUMBER`, where 1 to 4 are up, down, left and right, and `-` is a `?` |
//!
//! Where the solution is drawn among the clues, as in a Nurikabe, `#` and `+` are its shaded and unshaded cells.
//!
//! The writer of files is here, too. It writes an empty solution.

use std::fmt::Write as _;

use encycle_encodings::kinds::codec::{
    AddressBody, ClueAlphabet, ClueGrid, ClueSymbol, FileDrawing, OUTSIDE, PzprSpelling,
};
use encycle_encodings::text::{Cells, Fault, Span, number};

use crate::formats::pzpr_names::ARROWS;
use crate::formats::pzprv3::count;
use crate::puzzle::{Puzzle, PuzzleKind};

/// Builds a puzzle from its cells, and from the names of its rooms. `size` is the position of the size.
pub(in crate::formats) fn puzzle(
    kind: PuzzleKind,
    expected: Option<PuzzleKind>,
    cells: &Cells<Span<'_>>,
    rooms: Option<Vec<String>>,
    size: Span<'_>,
) -> Result<Puzzle, Fault> {
    let (Some(codec), Some(spelling)) = (kind.codec(), kind.pzpr()) else {
        return Err(size.fault(format!("{kind}: the kind has no such files")));
    };
    let read = |cell: &Span<'_>| {
        symbol(&codec.alphabet, spelling, cell.text).ok_or_else(|| {
            let help = "write the clue as pzpr does, a cell without one as '.'";
            cell.wrong(format!("is not a cell\nhelp: {help}"))
        })
    };
    let symbols = cells.cells.iter().map(read).collect::<Result<_, Fault>>()?;
    let outside = |name| if name == "." { OUTSIDE.to_owned() } else { name };
    let rooms = rooms.unwrap_or_default().into_iter().map(outside).collect();
    let made =
        expected.unwrap_or(kind).puzzle_of_clues(&ClueGrid { grid: cells.grid, symbols, rooms });
    made.map_err(|error| error.at(cells.grid, &cells.offsets, size.offset))
}

/// Reads a cell: its clue, or none. Returns `None` if the text is not a cell.
fn symbol(
    alphabet: &ClueAlphabet,
    spelling: &PzprSpelling,
    text: &str,
) -> Option<Option<ClueSymbol>> {
    let has_numbers = alphabet.numbers.is_some();
    if text == "." || spelling.drawing == FileDrawing::Nothing && matches!(text, "#" | "+") {
        return Some(None);
    }
    if has_numbers && (text == "-" || alphabet.has_unknown && text == unknown_text(spelling)) {
        return Some(alphabet.has_unknown.then_some(ClueSymbol::Unknown));
    }
    let symbol = match text.split_once(',') {
        Some((arrow, count)) if alphabet.has_arrows => arrow_symbol(arrow, count),
        Some((letter, count)) if alphabet.has_numbered_letters => {
            let letter =
                number(letter).filter(|&letter| (letter as usize) < alphabet.letters.len());
            let number = if matches!(count, "-2" | "-") { None } else { Some(number(count)?) };
            letter.map(|letter| ClueSymbol::Letter(letter as usize, number))
        }
        _ if has_numbers => number(text).map(ClueSymbol::Number),
        _ if text == "#" && alphabet.letters.len() == 1 || Some(text) == spelling.letter => {
            Some(ClueSymbol::Letter(0, None))
        }
        _ if alphabet.has_arrows || alphabet.has_numbered_letters => None,
        _ => {
            let letter = number(text)?.checked_sub(1)? as usize;
            (letter < alphabet.letters.len()).then_some(ClueSymbol::Letter(letter, None))
        }
    };
    symbol.map(Some)
}

/// Reads an arrow and its number.
fn arrow_symbol(arrow: &str, count: &str) -> Option<ClueSymbol> {
    let arrow = number(arrow).filter(|&arrow| arrow as usize <= ARROWS.len())?;
    match (count, arrow.checked_sub(1)) {
        ("-" | "-2", _) => Some(ClueSymbol::Letter(0, None)),
        (count, Some(side)) => Some(ClueSymbol::Arrow(number(count)?, ARROWS[side as usize])),
        (_, None) => None,
    }
}

/// Returns the text of a `?`.
fn unknown_text(spelling: &PzprSpelling) -> &'static str {
    if spelling.body == AddressBody::ShortRuns { "5" } else { "-" }
}

/// Returns the text of a cell.
pub(super) fn cell_text(spelling: &PzprSpelling, symbol: Option<ClueSymbol>) -> String {
    match symbol {
        None => ".".to_owned(),
        Some(ClueSymbol::Unknown) => unknown_text(spelling).to_owned(),
        Some(ClueSymbol::Number(number)) => number.to_string(),
        Some(ClueSymbol::Arrow(number, side)) => {
            let arrow = ARROWS.iter().position(|&one| one == side).unwrap_or(0) + 1;
            format!("{arrow},{number}")
        }
        Some(ClueSymbol::Letter(letter, number)) => match (spelling.body, spelling.letter) {
            (AddressBody::Arrows, _) => "0,-".to_owned(),
            (AddressBody::NumberedLetters, _) => {
                let number = number.map_or_else(|| "-2".to_owned(), |number| number.to_string());
                format!("{letter},{number}")
            }
            (_, Some(sign)) => sign.to_owned(),
            (_, None) => (letter + 1).to_string(),
        },
        // no kind with such clues has a spelling in pzpr
        Some(ClueSymbol::LetterArrow(..) | ClueSymbol::List(_) | ClueSymbol::Sums { .. }) => {
            ".".to_owned()
        }
    }
}

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
        // programs do not agree on the borders of regions, and read files without them
        FileDrawing::Nothing | FileDrawing::Regions => {}
        FileDrawing::Cells | FileDrawing::Signs(_) => repeated(out, ".", rows, cols),
        FileDrawing::Lines | FileDrawing::Bridges => lines(out),
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
