//! The guess of a kind: a bare grid or list without a header is read as the only kind that fits.

use encycle_encodings::text::{Fault, Span, Text, TextLayout};

use crate::formats::graphs::{edges, graph6};
use crate::formats::plain::near::{is_sudoku_shaped, may_be, nearest, takes_any_digits};
use crate::formats::plain::{bare, lines, rows};
use crate::formats::sudoku::line;
use crate::formats::{Parsed, PuzzleFormat, Reading, TextContent};
use crate::puzzle::{Puzzle, PuzzleKind};

/// The minimum number of clues of a 9 x 9 Sudoku with one solution.
const FEWEST_CLUES: usize = 17;

/// Reads a text without a header as the only kind that fits.
///
/// # Errors
/// Returns an error if no kind fits, which names the nearest kind and why it does not fit, or if several kinds fit,
/// which lists them.
pub(in crate::formats) fn guess(text: Text<'_>) -> Result<Parsed, Fault> {
    let Some(first) = lines(text).find(|line| !line.text.is_empty()) else {
        return Err(text.fault_at_end("no puzzle: the text is empty"));
    };
    guess_or_nearest(text, first).map_err(|nearest| {
        nearest.unwrap_or_else(|| {
            let size = TextLayout::Cells.size(&rows(text)).err();
            let shown = first.shown();
            let none = || first.fault(format!("no kind fits {shown}, even with two corrections"));
            unrecognized("none", size.unwrap_or_else(none))
        })
    })
}

/// Returns whether a text without a header is a puzzle of some kind, or nearly one.
pub(super) fn is_near(text: Text<'_>) -> bool {
    let first = lines(text).find(|line| !line.text.is_empty());
    first.is_some_and(|first| !matches!(guess_or_nearest(text, first), Err(None)))
}

/// Reads a text without a header, whose first line is `first`, as the only kind that fits.
///
/// # Errors
/// Returns the errors of [`guess`], or `None` if no kind is near.
fn guess_or_nearest(text: Text<'_>, first: Span<'_>) -> Result<Parsed, Option<Fault>> {
    let mut fits = readings(text);
    if fits.len() > 1 {
        let names: Vec<String> =
            fits.iter().map(|&(format, kind, _)| described(format, kind)).collect();
        return Err(Some(first.fault(format!(
            "several kinds fit, and none is named: {}\n\
             help: name the kind, such as {}, or write a header (encycle help formats)",
            names.join(", "),
            fits[0].1
        ))));
    }
    match fits.pop() {
        Some((format, kind, Ok(content))) if !takes_any_digits(kind) => {
            Ok(content.parsed(format, true))
        }
        Some((format, kind, Err(fault))) => {
            Err(Some(unrecognized(&described(format, kind), fault)))
        }
        None if graph6::is_exact_list(text) => {
            let content = graph6::read(text, None).map_err(Some)?;
            Ok(content.parsed(PuzzleFormat::Graph6, true))
        }
        _ if let Some(fault) = line::wrong_length(text) => {
            Err(Some(unrecognized("a Sudoku in one line", fault)))
        }
        _ if edges::is_weighted_list(text)
            && let Err(fault) = edges::read_bare(text) =>
        {
            Err(Some(unrecognized(&described(PuzzleFormat::Edges, PuzzleKind::Hamilton), fault)))
        }
        _ if let Some((nearest, fault)) = other_empty(text) => {
            Err(Some(unrecognized(&nearest, fault)))
        }
        last => Err(match (nearest(text), last) {
            (Some((kind, fault)), _) => {
                Some(unrecognized(&described(PuzzleFormat::Plain, kind), fault))
            }
            (None, Some((format, kind, _))) => {
                let reason = first.fault("nearly any grid of digits is one");
                Some(unrecognized(&described(format, kind), reason))
            }
            (None, None)
                if is_sudoku_shaped(text)
                    && let Err(fault) = bare(text, PuzzleKind::Sudoku) =>
            {
                let nearest = described(PuzzleFormat::Plain, PuzzleKind::Sudoku);
                Some(unrecognized(&nearest, fault))
            }
            (None, None) => None,
        }),
    }
}

/// Replaces another symbol for empty cells by a dot. Returns what the text would then be, and the fault of the symbol.
fn other_empty(text: Text<'_>) -> Option<(String, Fault)> {
    const OTHERS: [char; 4] = ['x', 'X', '?', '*'];
    let (offset, symbol) = text.0.char_indices().find(|(_, c)| OTHERS.contains(c))?;
    if text.0.contains('.') {
        return None;
    }
    let dotted = text.0.replace(symbol, ".");
    let fits = readings(Text(&dotted)).into_iter().filter(|(_, _, reading)| reading.is_ok());
    let names: Vec<String> = fits.map(|(format, kind, _)| described(format, kind)).collect();
    let message = format!("'{symbol}' is no symbol of an empty cell, which is '.'");
    (!names.is_empty()).then(|| (names.join(", "), Fault { offset, message }))
}

/// Returns the likely readings of a text. A list of edges is among them even if it cannot be read, because a list is
/// also a grid of two columns, which would be a misleading guess.
fn readings(text: Text<'_>) -> Vec<(PuzzleFormat, PuzzleKind, Reading)> {
    let mut fits = Vec::new();
    let is_damaged = edges::is_damaged(text);
    if edges::is_list(text) || is_damaged {
        fits.push((PuzzleFormat::Edges, PuzzleKind::Hamilton, edges::read_bare(text)));
    }
    // a text that begins with the comments of an edge list is not a grid
    if !is_damaged && !edges::is_collected(text) {
        for kind in PuzzleKind::of_bare_grids().filter(|kind| may_be(*kind, text)) {
            if let Some(content) = bare(text, kind).ok().filter(|one| one.puzzle.is_likely()) {
                fits.push((PuzzleFormat::Plain, kind, Ok(content)));
            }
        }
    }
    // if no digit repeats in a row, column or box of a large grid, all other kinds are far less likely
    if fits.iter().any(|(_, _, reading)| is_large_sudoku(reading)) {
        fits.retain(|(_, kind, _)| *kind == PuzzleKind::Sudoku);
    }
    fits
}

/// Returns the kinds that a text without a header is likely to be.
pub(in crate::formats) fn likely_kinds(text: Text<'_>) -> Vec<PuzzleKind> {
    readings(text).into_iter().map(|(_, kind, _)| kind).collect()
}

/// Returns whether a bare text can be read as a puzzle of some kind, and whether that puzzle is a large Sudoku.
pub(super) fn fits(text: Text<'_>) -> (bool, bool) {
    let fits = readings(text);
    let is_sure = |(_, kind, reading): &(PuzzleFormat, PuzzleKind, Reading)| {
        reading.is_ok() && !takes_any_digits(*kind)
    };
    (fits.iter().any(is_sure), fits.iter().any(|(_, _, reading)| is_large_sudoku(reading)))
}

/// Returns whether a puzzle is a Sudoku of at least 9 x 9 cells with as many clues as such a puzzle needs.
fn is_large_sudoku(reading: &Reading) -> bool {
    let Ok(TextContent { puzzle: Puzzle::Sudoku(sudoku), .. }) = reading else { return false };
    sudoku.side() >= 9 && sudoku.clues().iter().filter(|&&value| value > 0).count() >= FEWEST_CLUES
}

/// Returns a description of a reading, for messages.
fn described(format: PuzzleFormat, kind: PuzzleKind) -> String {
    match format {
        PuzzleFormat::Edges => format!("a list of edges ({kind})"),
        _ => format!("a bare grid of {kind}"),
    }
}

/// Returns the error for a text that fits no kind. `nearest` is the most likely reading, and `fault` says why it fails.
fn unrecognized(nearest: &str, Fault { offset, message }: Fault) -> Fault {
    let reason = message.split("\nhelp:").next().unwrap_or_default();
    let help = "name the kind, or write a header such as 'slitherlink 4 4' (encycle help formats)";
    let message = format!("no format recognized this; nearest: {nearest}: {reason}\nhelp: {help}");
    Fault { offset, message }
}
