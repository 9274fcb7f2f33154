//! The text of a kind in front of its puzzles, in one file.

use std::borrow::Cow;

use crate::formats::{ParseError, check_kind_name};
use crate::puzzle::PuzzleKind;

/// Returns the text of the puzzles, in which the lines of the kind in front are blank, and the kind; or the whole text if
/// there is no kind in front.
///
/// # Errors
/// The kind is no kind file or has the name of another one, there is no puzzle below it, or it is not the expected kind.
pub(super) fn split(
    text: &str,
    kind: Option<PuzzleKind>,
) -> Result<(Cow<'_, str>, Option<PuzzleKind>), ParseError> {
    let Some((start, name)) = kind_in_front(text) else { return Ok((Cow::Borrowed(text), kind)) };
    let begin = first_puzzle(text, name).unwrap_or(text.len());
    let written = PuzzleKind::parse_file(&text[start..begin])
        .map_err(|error| ParseError::at(text, start + error.offset, error.message.clone()))?;
    check_kind_name(written).map_err(|error| ParseError::at(text, start, error.to_string()))?;
    if begin == text.len() {
        let message = format!("no puzzle below the kind\nhelp: begin it with `{name} ROWS COLS`");
        return Err(ParseError::at(text, text.trim_end().len(), message));
    }
    if let Some(expected) = kind.filter(|&expected| expected != written) {
        let message = match expected.name() == name {
            true => format!(
                "the puzzle has its own text of the kind {name}, other than the file of the kind\n\
                 help: leave out the text above the puzzle, or the file of the kind"
            ),
            false => format!("expected the kind {expected}, found the kind {name}"),
        };
        return Err(ParseError::at(text, start, message));
    }
    // faults keep their lines
    let blank = "\n".repeat(text[..begin].matches('\n').count());
    Ok((Cow::Owned(blank + &text[begin..]), Some(written)))
}

/// Returns the parts of a text in which several kinds are in front of their puzzles: each kind with its puzzles, and the puzzles
/// above the first kind, behind as many blank lines as are above it, so that faults keep their lines. `None` if there are
/// fewer than two parts.
pub(super) fn sections(text: &str) -> Option<Vec<String>> {
    let mut starts = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let rest = &text[offset..];
        let kind = line.starts_with("kind").then(|| kind_in_front(rest)).flatten();
        if kind.is_some_and(|(_, name)| first_puzzle(rest, name).is_some()) {
            starts.push(offset);
        }
        offset += line.len();
    }
    // puzzles of Encycle's kinds
    if kind_in_front(text).is_none() {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let above = |start: usize| "\n".repeat(text[..start].matches('\n').count());
    let section = |(&start, end): (&usize, usize)| above(start) + &text[start..end];
    (starts.len() > 1).then(|| starts.iter().zip(ends).map(section).collect())
}

/// Returns whether a text begins with a kind.
pub(super) fn begins(text: &str) -> bool {
    kind_in_front(text).is_some()
}

/// Returns whether a text begins with a kind, below which is a puzzle.
pub(super) fn is_like_puzzle(text: &str) -> bool {
    kind_in_front(text).is_some_and(|(_, name)| first_puzzle(text, name).is_some())
}

/// Returns where the text of a kind begins, after comments, and the name of the kind.
fn kind_in_front(text: &str) -> Option<(usize, &str)> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if !content.is_empty() && !content.starts_with('#') {
            let mut words = content.split_whitespace();
            return Some((offset, words.next().filter(|word| *word == "kind").and(words.next())?));
        }
        offset += line.len();
    }
    None
}

/// Returns where the first puzzle begins: a line with the name, or that of another kind, and a number.
fn first_puzzle(text: &str, name: &str) -> Option<usize> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let (first, behind) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let is_name = first == name || PuzzleKind::is_name(first);
        if is_name && behind.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            return Some(offset);
        }
        offset += line.len();
    }
    None
}
