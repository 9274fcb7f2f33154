//! The layout of the plain text of a kind, from which the size of a bare grid follows.

use std::collections::HashMap;

use crate::grid::Grid;
use crate::text::piece::SEPARATORS;
use crate::text::{Fault, Span, counted, walls};

/// The arrangement of the lines below the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextLayout {
    /// A row of cells in each line.
    Cells,
    /// Rows of clues, then the same number of rows with the names of rooms.
    Rooms,
    /// Rows of cells with walls in and between them; the field lists further symbols of walls.
    Walls(&'static [&'static str]),
}

impl TextLayout {
    /// Returns the size of a bare grid with these lines.
    ///
    /// # Errors
    /// There are no rows, there are too many rows, or the rows of clues lack names of rooms.
    pub fn size<'a>(self, lines: &[Span<'a>]) -> Result<Grid, Fault> {
        let Some(&first) = lines.first() else {
            return Err(Fault { offset: 0, message: "no puzzle: the text has no row".to_owned() });
        };
        let cells = width(lines);
        let (rows, cols) = match self {
            Self::Cells => (lines.len(), cells),
            Self::Rooms if lines.len() % 2 == 1 => {
                return Err(first.fault(format!(
                    "{} lines: below the rows of clues follow as many rows with the names of the rooms",
                    lines.len()
                )));
            }
            Self::Rooms => (lines.len() / 2, cells),
            Self::Walls(others) => {
                walls::count(lines.iter().copied(), others).unwrap_or((lines.len(), cells))
            }
        };
        Grid::new(rows, cols).ok_or_else(|| {
            first.fault(format!(
                "{} of {}: a grid has 1 to {} rows and columns",
                counted(rows, "row"),
                counted(cols, "cell"),
                Grid::MAX_SIDE
            ))
        })
    }
}

/// Returns the number of cells that most rows have; if several numbers are equally frequent, the number that occurs
/// first.
fn width(lines: &[Span<'_>]) -> usize {
    // a word that contains an empty cell cannot be a single cell, so the blanks only group the cells
    let is_group = |word: &str| {
        let word = word.trim_matches(['"', '\'']);
        word.len() > 1 && word.contains(['.', '_'])
    };
    let is_dense =
        is_grouped(lines) || lines.iter().any(|line| line.text.split_whitespace().any(is_group));
    if let Some(words) = words_with_lists(lines) {
        return words;
    }
    let is_table = is_table(lines);
    let separator = |lines: &[Span<'_>]| {
        let is_one = |one: char| lines.iter().any(|line| line.text.contains(one));
        SEPARATORS.into_iter().find(|&one| (one != '\t' || is_table) && is_one(one))
    };
    let open = separator(lines).and_then(|separator| unclosed(lines, separator));
    let lines = open.as_deref().unwrap_or(lines);
    let separator = separator(lines);
    let cells = |line: &Span<'_>| match (separator, line.text.split_whitespace().count()) {
        (Some(separator), _) => line.text.split(separator).count(),
        (None, words) if words > 1 && !is_dense => words,
        _ => line.text.chars().filter(|cell| !cell.is_whitespace()).count(),
    };
    let mut counts: HashMap<usize, usize> = HashMap::new();
    let widths: Vec<usize> = lines.iter().map(cells).collect();
    for &width in &widths {
        *counts.entry(width).or_default() += 1;
    }
    // of several maxima, `max_by_key` returns the last
    widths.into_iter().rev().max_by_key(|width| counts[width]).unwrap_or(0)
}

/// Returns the number of words of each line if it is the same, and some words, such as `3,1`, are lists of numbers.
fn words_with_lists(lines: &[Span<'_>]) -> Option<usize> {
    let count = lines.first()?.words().count();
    let is_row = |line: &Span<'_>| {
        line.words().count() == count
            && !line.text.contains('\t')
            && line.words().all(Span::is_whole_cell)
    };
    let has_list = lines.iter().any(|line| line.text.contains(SEPARATORS));
    (count > 1 && has_list && lines.iter().all(is_row)).then_some(count)
}

/// Returns the lines without the separator at the end of each line, if no cell is blank. The last line may lack the
/// separator.
fn unclosed<'a>(lines: &[Span<'a>], separator: char) -> Option<Vec<Span<'a>>> {
    let (last, others) = lines.split_last()?;
    let count = |line: &Span<'_>| line.text.matches(separator).count();
    let is_closed = |line: &Span<'_>| line.text.ends_with(separator);
    let is_open = others.first().is_some_and(|first| count(first) == count(last) + 1);
    if !others.iter().all(is_closed) || !is_closed(last) && !is_open {
        return None;
    }
    let open = |line: &Span<'a>| Span {
        text: line.text.strip_suffix(separator).unwrap_or(line.text),
        ..*line
    };
    let open: Vec<Span<'a>> = lines.iter().map(open).collect();
    let mut cells = open.iter().flat_map(|line| line.split(|c| c == separator));
    cells.all(|cell| !cell.trim().text.is_empty()).then_some(open)
}

/// Returns whether the words of rows are groups of cells, for example the boxes of a Sudoku: all words have the same
/// length, some begin with 0, which no number does, and their characters form a square.
fn is_grouped(lines: &[Span<'_>]) -> bool {
    let words = || lines.iter().flat_map(|line| line.words());
    let length = words().next().map_or(0, |word| word.text.len());
    length > 1
        && words().all(|word| word.text.len() == length)
        && words().any(|word| word.text.starts_with('0'))
        && lines.iter().all(|line| line.words().count() * length == lines.len())
}

/// Returns whether tabs separate the cells of rows, some of which are blank: all rows have the same number of tabs, but
/// not the same number of words.
#[must_use]
pub fn is_table(lines: &[Span<'_>]) -> bool {
    let tabs = |line: &Span<'_>| line.text.matches('\t').count();
    let Some(first) = lines.first() else { return false };
    tabs(first) > 0
        && lines.iter().all(|line| tabs(line) == tabs(first))
        && lines.iter().any(|line| line.words().count() != tabs(first) + 1)
}
