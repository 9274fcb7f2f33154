//! The kind of a bare grid or list that no header names: the only one that fits.

use encycle_encodings::text::{Fault, Span, Text, TextLayout};

use crate::formats::graphs::edges;
use crate::formats::plain::{bare, lines};
use crate::formats::{Content, Parsed, PuzzleFormat};
use crate::puzzle::{Puzzle, PuzzleKind};

/// The fewest clues of a Sudoku of 9 x 9 cells with one solution.
const FEWEST_CLUES: usize = 17;

/// The kinds that nearly any grid of digits fits, such as a Sudoku with a typing error: none is guessed, even alone.
const ANY_DIGITS: [PuzzleKind; 2] = [PuzzleKind::Geradeweg, PuzzleKind::Linesweeper];

/// Reads a text without a header as the only kind that fits.
///
/// # Errors
/// No kind fits; the message has the reason of the one that fits best. Or several do, and the message lists them.
pub(in crate::formats) fn guess(text: Text<'_>) -> Result<Parsed, Fault> {
    let Some(first) = lines(text).find(|line| !line.text.is_empty()) else {
        return Err(text.fault_at_end("no puzzle: the text is empty"));
    };
    let (mut fits, mut nearest) = (Vec::new(), None::<(String, Fault)>);
    // an error at the end is about the size, so it does not show how far the text fits
    let end = text.0.trim_end().len();
    let reached = |fault: &Fault| if fault.offset < end { fault.offset } else { 0 };
    let mut add =
        |format: PuzzleFormat, kind: PuzzleKind, result: Result<Content, Fault>| match result {
            Ok(content) if format == PuzzleFormat::Edges || content.puzzle.is_likely() => {
                fits.push((format, kind, content));
            }
            Ok(_) => {}
            // the first of several that fail at the same place
            Err(fault)
                if nearest.as_ref().is_none_or(|(_, best)| reached(&fault) > reached(best)) =>
            {
                nearest = Some((described(format, kind), fault));
            }
            Err(_) => {}
        };
    if edges::is_list(text) {
        add(PuzzleFormat::Edges, PuzzleKind::Hamilton, edges::read_bare(text));
    }
    // what begins with comments of an edge list is no grid
    if !edges::is_collected(text) {
        for &kind in PuzzleKind::ALL.iter().filter(|kind| may_be(**kind, text)) {
            add(PuzzleFormat::Plain, kind, bare(text, kind));
        }
    }
    // in a large grid whose digits nowhere repeat in a line or a box, other kinds are far less likely
    if fits.iter().any(|(_, _, content)| is_large_sudoku(&content.puzzle)) {
        fits.retain(|(_, kind, _)| *kind == PuzzleKind::Sudoku);
    }
    match fits.len() {
        0 => Err(unrecognized(first, nearest)),
        1 if ANY_DIGITS.contains(&fits[0].1) => {
            let name = described(fits[0].0, fits[0].1);
            let reason = "nearly any grid of digits is one";
            Err(unrecognized(first, Some((name, first.fault(reason)))))
        }
        1 => {
            let (format, _, Content { puzzle, solution, notes }) = fits.swap_remove(0);
            Ok(Parsed { puzzle, format, solution, is_guessed: true, notes })
        }
        _ => {
            let names: Vec<String> =
                fits.iter().map(|&(format, kind, _)| described(format, kind)).collect();
            Err(first.fault(format!(
                "several kinds fit, and none is named: {}\n\
                 help: name one with --kind, as in '--kind {}', or write a header (encycle help formats)",
                names.join(", "),
                fits[0].1
            )))
        }
    }
}

/// Returns whether a puzzle is a Sudoku of at least 9 x 9 cells with as many clues as such a puzzle needs.
fn is_large_sudoku(puzzle: &Puzzle) -> bool {
    let Puzzle::Sudoku(sudoku) = puzzle else { return false };
    sudoku.side() >= 9 && sudoku.clues().iter().filter(|&&value| value > 0).count() >= FEWEST_CLUES
}

/// Returns what a text would be, for messages.
fn described(format: PuzzleFormat, kind: PuzzleKind) -> String {
    match format {
        PuzzleFormat::Edges => format!("a list of edges ({kind})"),
        _ => format!("a bare grid of {kind}"),
    }
}

/// Returns whether a bare grid may be of this kind. Names of rooms contain letters, because rows of digits below rows of digits
/// are more likely clues.
fn may_be(kind: PuzzleKind, text: Text<'_>) -> bool {
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

/// The error for a text that fits no kind; `nearest` is the reading that failed last, and why.
fn unrecognized(first: Span<'_>, nearest: Option<(String, Fault)>) -> Fault {
    let help = "name the kind with --kind, or write a header such as 'slitherlink 4 4' (encycle help formats)";
    match nearest {
        Some((name, Fault { offset, message })) => {
            let reason = message.split("\nhelp:").next().unwrap_or_default();
            let message = format!("no format recognized this; nearest: {name}: {reason}\nhelp: {help}");
            Fault { offset, message }
        }
        None => first.fault(format!(
            "no format recognized this; nearest: a bare grid, but it has no clue that tells its kind\nhelp: {help}"
        )),
    }
}
