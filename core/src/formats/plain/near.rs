//! The nearest kind of a damaged grid, that is, the kind that fits after the fewest corrections.
//!
//! A correction changes the text at the first fault that the reader of a kind reports. For example, if a digit occurs
//! twice in a row of a Sudoku, the fault is at one of the two cells; with that cell emptied, the grid fits, so the
//! error names the Sudoku and the digit.

use encycle_encodings::kinds::SolutionFamily;
use encycle_encodings::text::{Fault, Span, Text, TextLayout};

use crate::formats::plain::{bare, layout_size, lines, rows};
use crate::puzzle::{Puzzle, PuzzleKind};

/// The maximum number of corrections; with more corrections, other kinds fit by chance.
const CORRECTIONS: usize = 2;

/// Returns whether nearly any grid of digits fits a kind, for example a Sudoku with a typing error. Such a kind, a loop
/// around or through numbers, is never guessed, even if no other kind fits.
pub(super) fn takes_any_digits(kind: PuzzleKind) -> bool {
    let has_numbers =
        kind.codec().is_some_and(|codec| codec.alphabet.numbers.is_some() && !codec.has_rooms);
    kind.family() == SolutionFamily::CellLoop && has_numbers
}

/// The minimum number of cells in a row of a large Sudoku.
const LARGE: usize = 9;

/// The maximum length in bytes of a text that is corrected, which bounds the time.
const LONGEST: usize = 1 << 14;

/// Returns the kind that fits after the fewest corrections, and the first fault of the text as such a grid.
pub(super) fn nearest(text: Text<'_>) -> Option<(PuzzleKind, Fault)> {
    let size = layout_size(text).filter(|size| size.rows() > 1 && text.0.len() <= LONGEST)?;
    let mut all: Vec<PuzzleKind> = PuzzleKind::of_bare_grids().collect();
    // letters without numbers are meant first
    all.sort_by_key(|kind| kind.codec().is_some_and(|codec| codec.alphabet.has_numbered_letters));
    let kinds = all.into_iter().filter(|kind| !takes_any_digits(*kind) && may_be(*kind, text));
    // a large Sudoku is tried first, because another kind that needs as few corrections fits by chance
    let sudoku = (size.cols() >= LARGE).then_some(PuzzleKind::Sudoku);
    let kinds: Vec<PuzzleKind> = sudoku.into_iter().chain(kinds).collect();
    (1..=CORRECTIONS).find_map(|corrections| {
        kinds.iter().find_map(|&kind| {
            let fault = fault(text, kind)?;
            fits_after(text, kind, &fault, corrections).then_some((kind, fault))
        })
    })
}

/// Returns why a text is not a likely grid of this kind; `None` if it is a likely grid, or if the reason has no
/// position.
fn fault(text: Text<'_>, kind: PuzzleKind) -> Option<Fault> {
    match bare(text, kind).map(|content| content.puzzle) {
        Err(fault) => Some(fault),
        Ok(Puzzle::Sudoku(sudoku)) => {
            let cell = sudoku.conflict()?;
            let place = *rows(text).get(cell.row)?.cells(sudoku.side()).get(cell.col)?;
            let value = place.shown();
            Some(place.fault(format!("{value} is twice in a row, column or box")))
        }
        Ok(Puzzle::Numberlink(puzzle)) => {
            let pair = puzzle.pairs().iter().find(|pair| pair.is_lone())?;
            let cell = puzzle.grid()?.cell_at(pair.ends[0]);
            let place = *rows(text).get(cell.row)?.cells(puzzle.grid()?.cols()).get(cell.col)?;
            Some(place.fault(format!("only one {}", place.shown())))
        }
        Ok(_) => None,
    }
}

/// Returns whether a text is a likely grid of this kind after some corrections, the first of which is made at a fault.
fn fits_after(text: Text<'_>, kind: PuzzleKind, first: &Fault, corrections: usize) -> bool {
    edited(text, first.offset).into_iter().any(|edited| {
        let edited = Text(&edited);
        match (bare(edited, kind), fault(edited, kind)) {
            (Ok(content), _) if content.puzzle.is_likely() => true,
            (_, Some(next)) if corrections > 1 => fits_after(edited, kind, &next, corrections - 1),
            _ => false,
        }
    })
}

/// Returns the corrections of a text at this position: the cell is emptied or removed, or an empty cell is inserted
/// before it; at the end of the text, a row is added, or the last row is removed.
fn edited(text: Text<'_>, offset: usize) -> Vec<String> {
    let Some((before, behind)) = text.0.split_at_checked(offset) else { return Vec::new() };
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text.0[start..].lines().next().unwrap_or_default();
    let separator = line.chars().find(|&c| c.is_whitespace() || ",;".contains(c));
    let length = match separator {
        Some(_) => behind.find(|c: char| c.is_whitespace() || ",;".contains(c)),
        None => behind.chars().next().filter(|c| !c.is_whitespace()).map(char::len_utf8),
    };
    let behind = &behind[length.unwrap_or(0)..];
    let cell = &text.0[offset..text.0.len() - behind.len()];
    let empty = if text.0.contains('.') || !text.0.contains('0') { "." } else { "0" };
    let space = separator.map_or_else(String::new, |separator| separator.to_string());
    let mut edited = vec![
        format!("{before}{empty}{behind}"),
        format!("{before}{behind}"),
        format!("{before}{space}{empty}{space}{cell}{behind}"),
    ];
    let whole = text.0.trim_end();
    if let (true, Some((above, last))) = (offset >= whole.len(), whole.rsplit_once('\n')) {
        let cells = rows(text).last().map_or(0, |row: &Span<'_>| row.words().count());
        let cells = if cells > 1 { cells } else { last.trim().chars().count() };
        let row = vec![empty; cells].join(&space);
        edited.extend([format!("{whole}\n{row}\n"), format!("{above}\n")]);
    }
    edited
}

/// Returns whether a bare grid may be of this kind. For a kind with rooms, the names of the rooms must contain letters,
/// because two blocks of digits are more likely to be the clues of another kind.
pub(super) fn may_be(kind: PuzzleKind, text: Text<'_>) -> bool {
    match kind.layout() {
        TextLayout::Rooms => {
            let count = lines(text).count();
            let last = lines(text).nth(count.saturating_sub(1));
            last.is_some_and(|line| {
                let is_name = |c: char| c.is_alphanumeric() || c.is_whitespace() || c == '@';
                line.text.chars().all(is_name) && line.text.contains(char::is_alphabetic)
            })
        }
        _ => kind != PuzzleKind::Slitherlynx,
    }
}

/// Returns whether a text has as many rows as cells in a row, and as many as a Sudoku with square boxes.
pub(super) fn is_sudoku_shaped(text: Text<'_>) -> bool {
    let count = rows(text).len();
    matches!(count, 9 | 16 | 25) && layout_size(text).is_some_and(|size| size.cols() == count)
}
