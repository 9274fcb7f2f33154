//! Encycle's own format: a header with the kind and the size, followed by the clues. The layouts have one module each.
//!
//! ```text
//! slitherlink 2 3
//! 3.2
//! . 0 .
//! ```
//!
//! `#` starts a comment, blank lines are ignored, and cells may be separated by blanks, commas, semicolons or tabs. A
//! bare grid has no header; its first line may be the size alone (`2 3`).

mod blocks;
mod guess;
mod near;
#[cfg(test)]
mod tests;

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::written::WrittenPuzzle;
use encycle_encodings::suggest::closest;
use encycle_encodings::text::{Fault, Header, Span, Text, TextLayout, is_table};

use crate::formats::{Reading, TextContent, expect_kind};
use crate::puzzle::{Puzzle, PuzzleKind};

pub(super) use blocks::{begins, grids, two_readings};
pub(super) use guess::{guess, likely_kinds};

/// The minimum number of letters of a word that is a misspelled name of a kind rather than a row of cells.
const NAME_LENGTH: usize = 4;

/// Returns the lines of a text without comments.
fn lines(text: Text<'_>) -> impl Iterator<Item = Span<'_>> + Clone {
    text.lines().map(Span::without_comment)
}

/// Returns the rows of a bare grid. In a table with tabs, cells may be blank, even at the beginning or end of a row.
fn rows(text: Text<'_>) -> Vec<Span<'_>> {
    let raw = (Span { text: text.0, offset: 0 }).split(|c| c == '\n');
    let raw = raw.map(|line| Span { text: line.text.trim_end_matches('\r'), ..line });
    let table: Vec<Span<'_>> =
        raw.filter(|line| line.text.contains('\t') && !line.text.starts_with('#')).collect();
    let lines: Vec<Span<'_>> = lines(text).filter(|line| !line.text.is_empty()).collect();
    if table.len() >= lines.len() && is_table(&table) { table } else { lines }
}

/// Returns the size of a bare grid that has a row of cells in each line.
fn layout_size(text: Text<'_>) -> Option<Grid> {
    TextLayout::Cells.size(&rows(text)).ok()
}

/// Returns whether a text has no header. If a kind is expected, the first row may consist of letters.
pub(super) fn is_bare(text: Text<'_>, expected: Option<PuzzleKind>) -> bool {
    lines(text).next().is_none_or(|line| !is_header(line, expected))
}

/// Returns whether a line is a header, perhaps with a misspelled name.
fn is_header(line: Span<'_>, expected: Option<PuzzleKind>) -> bool {
    let mut words = line.words();
    let Some(name) = words.next() else { return false };
    let is_word = |word: &str| word.chars().all(|c| c.is_alphabetic() || "-_".contains(c));
    let is_number = |word: Span<'_>| word.text.starts_with(|c: char| c.is_ascii_digit());
    let second = words.next();
    let is_expected = expected.is_some_and(|kind| kind.name() == name.text);
    let is_name = is_expected || PuzzleKind::is_name(name.text);
    let is_named = is_name && (second.is_some() || expected.is_none());
    let is_like = name.text.len() >= NAME_LENGTH
        && name.text.starts_with(char::is_alphabetic)
        && is_word(name.text)
        && second.is_some_and(|word| is_number(word) || word.text == "graph");
    is_named || is_like
}

/// Returns whether a text begins with a header that names a kind other than this one.
pub(super) fn names_other(text: Text<'_>, kind: PuzzleKind) -> bool {
    let Some(line) = lines(text).next().filter(|line| is_header(*line, None)) else { return false };
    let name = line.words().next().unwrap_or(line).text;
    name != kind.name() && PuzzleKind::is_name(name)
}

/// Returns whether a text begins like a puzzle: with a header that names a kind, perhaps misspelled, or with a bare grid that
/// is a puzzle of some kind, or nearly one.
pub(super) fn is_like_puzzle(text: Text<'_>) -> bool {
    match lines(text).next() {
        Some(line) if is_header(line, None) => {
            let name = line.words().next().unwrap_or(line).text;
            let own = PuzzleKind::registered();
            let known = PuzzleKind::all().iter().chain(&own).map(|kind| kind.name());
            PuzzleKind::is_name(name) || closest(name, known).is_some()
        }
        _ => guess::is_near(text),
    }
}

/// Parses the header line.
fn read_header(
    line: Span<'_>,
    expected: Option<PuzzleKind>,
) -> Result<(PuzzleKind, Header<'_>), Fault> {
    let mut words = line.words();
    let name = words.next().unwrap_or(line);
    // a kind of the user may have the name of another one
    let named = expected.filter(|kind| kind.name() == name.text);
    let kind = match named {
        Some(kind) => kind,
        None => name.text.parse().map_err(|error| name.fault(format!("{error}")))?,
    };
    let kind = match (kind, expected) {
        // a Slitherlink in any format can be read as a Slitherlynx
        (PuzzleKind::Slitherlink, Some(PuzzleKind::Slitherlynx)) => PuzzleKind::Slitherlynx,
        _ => kind,
    };
    expect_kind(kind, expected, name)?;
    Ok((kind, Header::new(kind.name(), line, words.collect())))
}

/// Reads a puzzle in the plain format.
pub(super) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let mut lines = lines(text);
    match (lines.clone().next(), kind) {
        (Some(line), _) if is_header(line, kind) => {
            lines.next();
            let (kind, header) = read_header(line, kind)?;
            below(text, kind, header, lines)
        }
        (Some(_), Some(kind)) => bare(text, kind),
        _ => Err(text.fault_at_end("no puzzle: the text is empty")),
    }
}

/// Reads a puzzle with a header whose clues may break the conditions of its kind; `None` for any other text.
pub(super) fn read_unfinished(text: Text<'_>, kind: Option<PuzzleKind>) -> Option<Puzzle> {
    let mut lines = lines(text).filter(|line| !line.text.is_empty());
    let (kind, header) = read_header(lines.next()?, kind).ok()?;
    let PuzzleKind::Written(kind) = kind else { return None };
    WrittenPuzzle::read_unfinished(kind, text, &header, &mut lines).ok().map(Puzzle::Written)
}

/// Reads the lines below a header.
fn below<'a>(
    text: Text<'a>,
    kind: PuzzleKind,
    header: Header<'a>,
    mut lines: impl Iterator<Item = Span<'a>>,
) -> Reading {
    let puzzle = kind.read_plain(text, &header, &mut lines)?;
    Ok(TextContent { notes: header.into_notes(), ..puzzle.into() })
}

/// Reads a grid without a header as a puzzle of this kind.
fn bare(text: Text<'_>, kind: PuzzleKind) -> Reading {
    let all = rows(text);
    let first = all.first().copied().unwrap_or(Span { text: "", offset: 0 });
    let (size, rows) = match announced(&all, kind.layout())? {
        true => (Some(first), &all[1..]),
        false => (None, &all[..]),
    };
    let header = match size {
        Some(line) if !matches!(kind, PuzzleKind::Sudoku | PuzzleKind::NeighborNumber) => {
            let words: Vec<Span<'_>> = line.words().collect();
            Header::new(kind.name(), line, words.repeat(if words.len() == 1 { 2 } else { 1 }))
        }
        // the header of these kinds does not consist of rows and columns
        _ => Header::bare(kind.name(), first, kind.layout().size(rows)?),
    };
    below(text, kind, header, rows.iter().copied())
}

/// Returns whether the first line is the size of the grid below it: its rows and columns, or its side.
///
/// # Errors
/// Returns an error if the line may also be a row of the grid.
fn announced(lines: &[Span<'_>], layout: TextLayout) -> Result<bool, Fault> {
    let [first, rest @ ..] = lines else { return Ok(false) };
    let numbers: Option<Vec<usize>> = first.words().map(|word| word.text.parse().ok()).collect();
    let (rows, cols) = match numbers.as_deref() {
        Some(&[rows, cols]) => (rows, cols),
        Some(&[side]) => (side, side),
        _ => return Ok(false),
    };
    let Ok(size) = layout.size(rest) else { return Ok(false) };
    let width = layout.size(&lines[..1]).map_or(0, |size| size.cols());
    let is_size = (size.rows(), size.cols()) == (rows, cols);
    match (is_size, width == size.cols()) {
        (true, true) => Err(first.fault(format!(
            "two readings of {}: the size of the grid below, or its first row\n\
             help: write a header such as 'slitherlink {rows} {cols}'",
            first.shown()
        ))),
        // a line of two numbers above longer rows is a size, even if it is wrong
        (is_size, false) => Ok(is_size || first.words().count() == 2),
        (false, true) => Ok(false),
    }
}

/// Writes a puzzle in the plain format, or returns `None` if the format cannot express it.
pub(super) fn write(puzzle: &Puzzle) -> Option<String> {
    puzzle.write_plain()
}
