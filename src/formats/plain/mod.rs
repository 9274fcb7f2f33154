//! Encycle's own format: a header with the kind and the size, then the clues. One module per layout.
//!
//! ```text
//! slitherlink 2 3    # optional for a bare Slitherlink grid
//! 3.2
//! . 0 .
//! ```
//!
//! `#` starts a comment, blank lines are ignored, and cells may be separated by blanks.

#[cfg(test)]
mod tests;

use encycle_encodings::text::{Fault, Header, Span, Text, square_box};

use crate::formats::{Reading, expect_kind};
use crate::puzzle::{Puzzle, PuzzleKind};

/// Parses the header line.
fn read_header(
    line: Span<'_>,
    expected: Option<PuzzleKind>,
) -> Result<(PuzzleKind, Header<'_>), Fault> {
    let mut words = line.words();
    let name = words.next().unwrap_or(line);
    let kind: PuzzleKind = name.text.parse().map_err(|error| name.fault(format!("{error}")))?;
    let kind = match (kind, expected) {
        // a Slitherlink in any format can be read as a Slitherlynx
        (PuzzleKind::Slitherlink, Some(PuzzleKind::Slitherlynx)) => PuzzleKind::Slitherlynx,
        _ => kind,
    };
    expect_kind(kind, expected, name)?;
    Ok((kind, Header { kind: kind.name(), line, words: words.collect() }))
}

/// Reads a puzzle in the plain format.
pub(super) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let mut lines = text.lines().map(Span::without_comment).peekable();
    let header = match lines.peek() {
        Some(&line) if line.text.starts_with(|c: char| c.is_alphabetic()) => {
            lines.next();
            Some(read_header(line, kind)?)
        }
        _ => None,
    };
    let (found, header) = header.map_or((None, None), |(kind, header)| (Some(kind), Some(header)));
    let kind = found.or(kind).unwrap_or_else(|| guess(text));
    Ok((kind.read_plain(text, header.as_ref(), &mut lines)?, None))
}

/// Returns the kind of a bare grid: a Sudoku if it is a square of 9, 16, ... rows with a digit above 4, which
/// no Slitherlink clue can be; else a Slitherlink.
fn guess(text: Text<'_>) -> PuzzleKind {
    let rows = text.lines().map(Span::without_comment).filter(|line| !line.text.is_empty());
    let side = rows.clone().count();
    let has_values = rows.clone().any(|row| row.text.contains(|c| ('5'..='9').contains(&c)));
    let is_square = square_box(side).is_some_and(|(box_side, _)| box_side > 2);
    match is_square && has_values && rows.clone().all(|row| row.cells(side).len() == side) {
        true => PuzzleKind::Sudoku,
        false => PuzzleKind::Slitherlink,
    }
}

/// Writes a puzzle in the plain format, or returns `None` if the format cannot express it.
pub(super) fn write(puzzle: &Puzzle) -> Option<String> {
    puzzle.write_plain()
}
