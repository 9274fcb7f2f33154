//! Bare grids that are separated by blank lines or comments.
//!
//! A blank line may also lie within a grid, for example between the boxes of a Sudoku, so a blank line alone does not
//! show where a grid ends. Therefore the text is divided into blocks, that is, into the lines between blank lines. If
//! no kind is expected and the whole text is a large Sudoku, it is one grid. Otherwise every n consecutive blocks are a
//! grid, for the smallest n such that each of these groups can be read as a grid. For example, four blocks are four
//! grids if each block can be read alone, otherwise two grids if two blocks each can be read together, otherwise one
//! grid.

use std::ops::Range;

use encycle_encodings::text::{Fault, Text};

use crate::formats::plain::guess;
use crate::formats::plain::near::{is_sudoku_shaped, may_be};
use crate::formats::plain::rows;
use crate::formats::sudoku::boxed;
use crate::formats::{PuzzleFormat, read_one};
use crate::puzzle::PuzzleKind;

/// The minimum number of rows of a grid.
const FEWEST_ROWS: usize = 2;

/// Returns the ranges of the blocks of lines between blank lines and comments. A drawn frame also ends where the next
/// frame begins.
fn blocks(text: Text<'_>) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let (mut offset, mut is_open, mut was_rule) = (0, false, false);
    for line in text.0.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let is_rule = boxed::is_rule(line.trim());
        is_open &= !(is_rule && was_rule);
        was_rule = is_rule;
        // a line of tabs is a row of blank cells, not a blank line
        let is_content =
            !line.trim().is_empty() && !line.starts_with('#') || line.starts_with('\t');
        match blocks.last_mut() {
            Some(last) if is_content && is_open => last.end = offset,
            _ if is_content => blocks.push(start..offset),
            _ => {}
        }
        is_open = is_content;
    }
    blocks
}

/// Returns the ranges of the grids in a text that begins with a bare grid. Each grid is a group of equally many blocks,
/// and the groups are as small as possible.
pub(in crate::formats) fn grids(text: Text<'_>, kind: Option<PuzzleKind>) -> Vec<Range<usize>> {
    let whole = || std::iter::once(0..text.0.len()).collect();
    let blocks = blocks(text);
    if blocks.len() < 2 || kind.is_none() && guess::fits(text).1 {
        return whole();
    }
    let sizes = (1..blocks.len()).filter(|size| blocks.len().is_multiple_of(*size));
    let grouped = |size: usize| -> Vec<Range<usize>> {
        blocks.chunks(size).map(|group| group[0].start..group[size - 1].end).collect()
    };
    let found = sizes.map(grouped).find(|groups| {
        let mut parts = groups.iter().map(|group| Text(&text.0[group.clone()]));
        parts.clone().all(|part| is_grid(part, kind))
            // errors in damaged Sudokus are reported later, so their shape suffices here
            || parts.clone().all(is_sudoku_shaped) && parts.any(|part| is_grid(part, kind))
    });
    found.unwrap_or_else(whole)
}

/// Returns whether a text is a complete grid.
fn is_grid(text: Text<'_>, kind: Option<PuzzleKind>) -> bool {
    let is_drawn = PuzzleFormat::recognize(text, kind) == PuzzleFormat::Boxed;
    rows(text).len() >= FEWEST_ROWS
        && match kind {
            None if !is_drawn => guess::fits(text).0,
            Some(kind) if !may_be(kind, text) && kind != PuzzleKind::Slitherlynx => false,
            _ => read_one(text, kind).is_ok(),
        }
}

/// Returns the error for a text that may be either several grids or one grid with blank lines; `None` if only one
/// reading is likely.
pub(in crate::formats) fn two_readings(
    text: Text<'_>,
    kind: Option<PuzzleKind>,
    grids: &[Range<usize>],
) -> Option<Fault> {
    // other formats show where a puzzle begins
    let format = PuzzleFormat::recognize(text, kind);
    if !matches!(format, PuzzleFormat::Plain | PuzzleFormat::Boxed | PuzzleFormat::Edges) {
        return None;
    }
    let part = |place: &Range<usize>| Text(&text.0[place.clone()]);
    let is_line = |place| PuzzleFormat::recognize(part(place), kind) == PuzzleFormat::Line;
    if grids.iter().all(is_line) {
        return None;
    }
    let is_sure = || kind.is_none() && grids.iter().all(|place| guess::fits(part(place)).1);
    if !is_grid(text, kind) || is_sure() {
        return None;
    }
    let count = grids.len();
    let message = format!(
        "two readings: {count} puzzles{}, or one with blank lines or comments between its rows\n\
         help: name one of the puzzles as FILE#1 to FILE#{count}, or remove those lines",
        begins(text, grids)
    );
    Some(Fault { offset: grids[1].start, message })
}

/// Returns the lines in which puzzles begin, for messages.
pub(in crate::formats) fn begins(text: Text<'_>, places: &[Range<usize>]) -> String {
    const LISTED: usize = 3;
    let line = |place: &Range<usize>| {
        let first = Text(&text.0[place.clone()]).lines().next();
        let offset = place.start + first.map_or(0, |line| line.offset);
        (text.0[..offset].matches('\n').count() + 1).to_string()
    };
    let lines: Vec<String> = places.iter().take(LISTED).map(line).collect();
    let more = if places.len() > LISTED { ", ..." } else { "" };
    format!(", which begin in lines {}{more}", lines.join(", "))
}
