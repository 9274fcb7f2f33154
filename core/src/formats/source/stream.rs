//! Texts that contain several puzzles, one after the other.

use std::borrow::Cow;
use std::ops::Range;

use encycle_encodings::text::{Fault, Text};

use crate::formats::{
    ParseError, Parsed, PuzzleFormat, board, graphs, kind_file, loopy, plain, puzzlink, sudoku,
};
use crate::puzzle::PuzzleKind;

/// Returns the error message for a text of several puzzles where one is expected.
pub(in crate::formats) fn several(text: Text<'_>, pieces: &[Range<usize>]) -> String {
    let (count, lines) = (pieces.len(), plain::begins(text, pieces));
    format!("{count} puzzles{lines}\nhelp: name one of them as FILE#1 to FILE#{count}")
}

/// A puzzle of a text, with its number if there are several puzzles.
pub(super) type Numbered = (Option<usize>, Result<Parsed, ParseError>);

/// Reads all puzzles of a text, which may contain many: one puzzle per line for formats of one line; in other formats
/// one after the other, each with its own header.
///
/// If there are several puzzles, each comes with its number, counted from 1; a single puzzle comes with `None`.
///
/// ```
/// let text = "slitherlink 1 1\n4\n\nslitherlink 1 2\n3.\nsudoku 1 1\n.\n";
/// assert_eq!(encycle::formats::read_all(text, None).len(), 3);
/// ```
#[must_use]
pub fn read_all(text: &str, kind: Option<PuzzleKind>) -> Vec<Numbered> {
    read_pieces(text, kind, &|text, kind, pieces| plain::two_readings(text, kind, pieces).is_some())
}

/// Reads like [`read_all`], but if bare grids might also be one puzzle, they are read as several puzzles.
pub(super) fn read_each(text: &str, kind: Option<PuzzleKind>) -> Vec<Numbered> {
    read_pieces(text, kind, &|_, _, _| false)
}

/// Reads the puzzles of a text with several kinds in front of their puzzles; `None` for any other text.
fn read_sections(text: &str, kind: Option<PuzzleKind>) -> Option<Vec<Numbered>> {
    let sections = kind_file::sections(text)?;
    let all = sections.iter().flat_map(|section| read_each(section, kind));
    Some((1..).zip(all).map(|(number, (_, parsed))| (Some(number), parsed)).collect())
}

/// Whether the pieces of a text may be one puzzle.
type IsOnePuzzle<'a> = &'a dyn Fn(Text<'_>, Option<PuzzleKind>, &[Range<usize>]) -> bool;

/// Reads the puzzles of a text, which is read as one puzzle if its pieces may be one.
fn read_pieces(text: &str, kind: Option<PuzzleKind>, is_one: IsOnePuzzle<'_>) -> Vec<Numbered> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(all) = read_sections(text, kind) {
        return all;
    }
    let is_below = kind_file::begins(text);
    let (text, kind) = match kind_file::split(text, kind) {
        Ok(split) => split,
        Err(error) => return vec![(None, Err(error))],
    };
    let text = &*without_titles(&text, kind);
    let pieces = pieces(Text(text), kind);
    if pieces.len() < 2 || is_one(Text(text), kind, &pieces) {
        return vec![(None, crate::formats::read_whole(text, kind, is_below))];
    }
    let is_graphs = listed_graphs(Text(text), kind).is_some();
    let one = |(index, piece): (usize, Range<usize>)| {
        let part = Text(&text[piece.clone()]);
        let parsed = match is_graphs {
            true => crate::formats::read_in(part, graphs::printable_graphs::format_of(part), kind),
            false => crate::formats::read_alone(part, kind, is_below),
        };
        let parsed = parsed.map_err(|Fault { offset, message }| {
            ParseError::at(text, piece.start + offset, message)
        });
        (Some(index + 1), parsed)
    };
    pieces.into_iter().enumerate().map(one).collect()
}

/// Returns a text in which a title such as `Puzzle 1` above a header is a comment: above rows of cells, it is the head of a
/// Sudoku.
pub(in crate::formats) fn without_titles(text: &str, kind: Option<PuzzleKind>) -> Cow<'_, str> {
    let mut found = Cow::Borrowed(text);
    let (mut title, mut offset) = (None, 0);
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if !content.is_empty() && !content.starts_with('#') {
            let above = title.take().filter(|_| is_header(line.trim_end(), kind));
            if let Some(at) = above {
                // the first letter of a title is one byte
                found.to_mut().replace_range(at..=at, "#");
            }
            let is_title = !content.starts_with('[') && sudoku::sdk::claims(content);
            title = is_title.then(|| offset + line.len() - line.trim_start().len());
        }
        offset += line.len();
    }
    found
}

/// Returns the ranges of the graphs of a text that is a list of them, one a line.
fn listed_graphs(text: Text<'_>, kind: Option<PuzzleKind>) -> Option<Vec<Range<usize>>> {
    graphs::graph_lists::graph_list(text, kind, || !plain::likely_kinds(text).is_empty())
}

/// Returns the ranges of the puzzles in a text. Comments and blank lines belong to the puzzle below them.
pub(in crate::formats) fn pieces(text: Text<'_>, kind: Option<PuzzleKind>) -> Vec<Range<usize>> {
    if sudoku::opensudoku::claims(text.0.trim_start()) {
        let pieces = sudoku::opensudoku::pieces(text.0);
        return if pieces.is_empty() { std::iter::once(0..text.0.len()).collect() } else { pieces };
    }
    if let Some(pieces) = listed_graphs(text, kind).or_else(|| graphs::dot::list(text)) {
        return pieces;
    }
    let mut starts = Vec::new();
    // the begin of the piece that the next line would start: after the last line with content
    let mut begin = 0;
    let mut offset = 0;
    // after a Sudoku in one line, each line is a puzzle, even if it is malformed
    let mut is_by_line = false;
    for line in text.0.split_inclusive('\n') {
        let content = line.trim();
        offset += line.len();
        if content.is_empty() || content.starts_with('#') || sudoku::columns::is_head(content) {
            continue;
        }
        let starts_here = starts_puzzle(line.trim_end(), kind);
        if starts_here || is_by_line {
            starts.push(begin);
            is_by_line =
                may_be_sudoku(kind) && is_sudoku_line(content) || is_by_line && !starts_here;
        }
        begin = offset;
    }
    if starts.first() != Some(&0) {
        let format = PuzzleFormat::recognize(text, kind);
        let is_bare = format == PuzzleFormat::Plain && plain::is_bare(text, kind);
        return match is_bare || matches!(format, PuzzleFormat::Edges | PuzzleFormat::Boxed) {
            true => plain::grids(text, kind),
            false => std::iter::once(0..text.0.len()).collect(),
        };
    }
    let ends = starts.iter().skip(1).copied().chain([text.0.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Returns whether a line must be the first line of a puzzle: a header, or a puzzle in one line.
fn starts_puzzle(line: &str, kind: Option<PuzzleKind>) -> bool {
    is_header(line, kind)
        // an address within a line of text belongs to another format
        || (puzzlink::claims(line) && !line.contains(char::is_whitespace))
        || loopy::is_id(line)
        || loopy::is_page(line)
        || board::claims(line)
        || ["pzprv3", "NAME", "{", "SAVEFILE:"].iter().any(|start| line.starts_with(start))
        || line.eq_ignore_ascii_case("begin")
        || (may_be_sudoku(kind) && sudoku::sdk::claims(line))
        || (may_be_sudoku(kind) && is_sudoku_line(line))
}

/// Returns whether a line is a Sudoku, either the whole line or one of its columns.
fn is_sudoku_line(line: &str) -> bool {
    sudoku::line::claims(line) || sudoku::hodoku::claims(line) || sudoku::columns::has_cells(line)
}

fn may_be_sudoku(kind: Option<PuzzleKind>) -> bool {
    kind.is_none_or(|kind| kind == PuzzleKind::Sudoku)
}

/// Returns whether a line is a header of the plain format: a kind, and a size or the word `graph` or `digraph`.
fn is_header(line: &str, kind: Option<PuzzleKind>) -> bool {
    let mut words = line.split_whitespace();
    let is_name = |word| PuzzleKind::is_name(word) || kind.is_some_and(|kind| kind.name() == word);
    words.next().is_some_and(is_name)
        && words.next().is_some_and(|word| {
            word.starts_with(|c: char| c.is_ascii_digit()) || ["graph", "digraph"].contains(&word)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::PuzzleFormat;

    /// Each line was also read as a row of one grid of every kind, which took longer than all Sudokus.
    #[test]
    fn many_sudokus_of_one_line_are_that_many_puzzles() {
        let line =
            ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...\n";
        for count in [2, 81, 100] {
            let all = read_all(&line.repeat(count), None);
            assert_eq!(all.len(), count);
            assert!(all.iter().all(|(_, puzzle)| {
                puzzle.as_ref().is_ok_and(|one| one.puzzle.kind() == PuzzleKind::Sudoku)
            }));
        }
    }

    #[test]
    fn an_error_in_a_later_puzzle_has_its_line_in_the_whole_text() {
        let text = "# first\nslitherlink 1 1\n4\n\n# second\nslitherlink 1 1\nx\n";
        let all = read_all(text, None);
        assert_eq!(all.len(), 2);
        assert!(all[0].1.is_ok());
        let error = all[1].1.as_ref().unwrap_err().to_string();
        assert!(error.contains("7:1"), "{error}");
    }

    /// A title was read as a Sudoku without rows.
    #[test]
    fn titles_above_headers_are_comments() {
        let text = "Puzzle 1\nslitherlink 1 1\n4\n\nPuzzle 2:\n# second\nslitherlink 1 2\n3.\n";
        let all = read_all(text, None);
        assert_eq!(all.len(), 2);
        assert!(all.iter().all(|(_, parsed)| parsed.is_ok()), "{all:?}");
        assert!(crate::formats::read(&text[..27], None).is_ok());
        let error = read_all(&text.replace("3.", "3x"), None).remove(1).1.unwrap_err().to_string();
        assert!(error.contains("8:2"), "{error}");
    }

    #[test]
    fn formats_can_be_mixed() {
        let text = "3x3:aaa\nslitherlink 1 1\n4\nhttps://puzz.link/p?slither/1/1/4\n";
        let formats: Vec<_> =
            read_all(text, None).into_iter().map(|(_, one)| one.map(|one| one.format)).collect();
        assert_eq!(formats.len(), 3, "{formats:?}");
        assert_eq!(formats[1], Ok(PuzzleFormat::Plain));
        assert_eq!(formats[2], Ok(PuzzleFormat::PuzzLink));
    }
}
