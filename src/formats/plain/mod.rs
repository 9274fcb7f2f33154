//! Encycle's own format: a header with the kind and the size, then the clues. One module per layout.
//!
//! ```text
//! slitherlink 2 3    # optional for a bare Slitherlink grid
//! 3.2
//! . 0 .
//! ```
//!
//! `#` starts a comment, blank lines are ignored, and cells may be separated by blanks.

mod hamilton;
mod loops;
mod numberlink;
mod reachability;
mod values;

use encycle_encodings::grid::Grid;

use crate::formats::scan::text::{self, Fault, Reading, Span, Text};
use crate::puzzle::{Puzzle, PuzzleKind};

/// The first line: the kind, and the words that the reader of the kind parses.
struct Header<'a> {
    kind: PuzzleKind,
    line: Span<'a>,
    words: Vec<Span<'a>>,
}

impl<'a> Header<'a> {
    /// Parses the header line.
    fn read(line: Span<'a>, expected: Option<PuzzleKind>) -> Result<Self, Fault> {
        let mut words = line.words();
        let name = words.next().unwrap_or(line);
        let kind: PuzzleKind = name.text.parse().map_err(|error| name.fault(format!("{error}")))?;
        let kind = match (kind, expected) {
            // a Slitherlink in any format can be read as a Slitherlynx
            (PuzzleKind::Slitherlink, Some(PuzzleKind::Slitherlynx)) => PuzzleKind::Slitherlynx,
            _ => kind,
        };
        text::expect_kind(kind, expected, name)?;
        Ok(Self { kind, line, words: words.collect() })
    }

    /// Returns the header, or an error if it is missing; `usage` is the expected form.
    fn needed<'h>(header: Option<&'h Self>, usage: &str) -> Result<&'h Self, Fault> {
        header.ok_or_else(|| Fault {
            offset: 0,
            message: format!("no header\nhelp: begin with {usage}"),
        })
    }

    /// Parses the size in a header of the form `KIND ROWS COLS`.
    fn grid(&self) -> Result<Grid, Fault> {
        let kind = self.kind;
        match self.words[..] {
            [rows, cols] => text::size(rows, cols),
            [_, _, more, ..] => Err(more.fault(format!(
                "{} after the header '{kind} ROWS COLS'\nhelp: remove it",
                more.shown()
            ))),
            _ => {
                let message = format!("no size\nhelp: write the header '{kind} ROWS COLS'");
                Err(self.line.fault_behind(message))
            }
        }
    }
}

/// Reads a puzzle in the plain format.
pub(super) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let mut lines = text.lines().map(Span::without_comment).peekable();
    let header = match lines.peek() {
        Some(&line) if line.text.starts_with(|c: char| c.is_alphabetic()) => {
            lines.next();
            Some(Header::read(line, kind)?)
        }
        _ => None,
    };
    let kind = header.as_ref().map(|header| header.kind).or(kind).unwrap_or_else(|| guess(text));
    let puzzle = match kind {
        PuzzleKind::Slitherlink | PuzzleKind::Slitherlynx => {
            loops::read(text, header.as_ref(), Some(kind), lines)?
        }
        PuzzleKind::Sudoku => values::sudoku(text, header.as_ref(), lines)?,
        PuzzleKind::Chaos => values::chaos(text, header.as_ref(), lines)?,
        PuzzleKind::Hamilton => hamilton::read(text, header.as_ref(), lines)?,
        PuzzleKind::Numberlink => numberlink::read(text, header.as_ref(), lines)?,
        PuzzleKind::Reachability => reachability::read(text, header.as_ref(), lines)?,
        PuzzleKind::NeighborNumber => values::neighbor_number(text, header.as_ref(), lines)?,
    };
    Ok((puzzle, None))
}

/// Returns the kind of a bare grid: a Sudoku if it is a square of 9, 16, ... rows with a digit above 4, which
/// no Slitherlink clue can be; else a Slitherlink.
fn guess(text: Text<'_>) -> PuzzleKind {
    let rows = text.lines().map(Span::without_comment).filter(|line| !line.text.is_empty());
    let side = rows.clone().count();
    let has_values = rows.clone().any(|row| row.text.contains(|c| ('5'..='9').contains(&c)));
    let is_square = text::square_box(side).is_some_and(|(box_side, _)| box_side > 2);
    match is_square && has_values && rows.clone().all(|row| row.cells(side).len() == side) {
        true => PuzzleKind::Sudoku,
        false => PuzzleKind::Slitherlink,
    }
}

/// Writes a puzzle in the plain format, or returns `None` if the format cannot express it.
pub(super) fn write(puzzle: &Puzzle) -> Option<String> {
    match puzzle {
        Puzzle::Slitherlink(loops) | Puzzle::Slitherlynx(loops) => {
            Some(loops::write(puzzle.kind(), loops, loops.grid()?))
        }
        Puzzle::Hamilton(puzzle) => hamilton::write(puzzle),
        Puzzle::Numberlink(puzzle) => numberlink::write(puzzle),
        Puzzle::Reachability(puzzle) => Some(reachability::write(puzzle)),
        Puzzle::Sudoku(puzzle) => Some(values::write_sudoku(puzzle)),
        Puzzle::Chaos(puzzle) => Some(values::write_chaos(puzzle)),
        Puzzle::NeighborNumber(puzzle) => Some(values::write_neighbor_number(puzzle)),
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn a_header_comments_and_blanks_do_not_change_the_puzzle() {
        let bare = read("3.2\n.0.\n", None).unwrap();
        let full = read("\n# one\nSlitherlink 2 3 # size\n\n3 . 2 # top\n  .\t0 .\n#\n", None);
        assert_eq!(full.unwrap(), bare);
        assert_eq!(bare.format, PuzzleFormat::Plain);
        assert_eq!(
            write(&bare.puzzle, PuzzleFormat::Plain).unwrap(),
            "slitherlink 2 3\n3.2\n.0.\n"
        );
    }

    #[test]
    fn an_invalid_text_is_rejected_with_its_position() {
        assert_refused(&[
            ("", 1, 1, "no puzzle"),
            ("# nothing\n\n", 1, 10, "no puzzle"),
            ("sudoko 3 3\n", 1, 1, "unknown kind of puzzle 'sudoko'"),
            ("slitherlink\n", 1, 12, "no size"),
            ("slitherlink 2\n..\n", 1, 14, "no size"),
            ("slitherlink 2 2 2\n", 1, 17, "'2' after the header"),
            ("slitherlink two 2\n", 1, 13, "'two' is not a number of rows"),
            ("slitherlink 2 -2\n", 1, 15, "'-2' is not a number of columns"),
            ("slitherlink 0 2\n", 1, 13, "1 to 1000 rows"),
            ("slitherlink 2 1001\n", 1, 15, "1 to 1000 columns"),
            ("slitherlink 99999999 99999999\n", 1, 13, "1 to 1000 rows"),
            ("slitherlink 1 999999999999999999999999999999999\n", 1, 15, "1 to 1000 columns"),
            ("slitherlink 2 2\n..\n", 2, 3, "only 1 of the announced 2 rows"),
            ("slitherlink 2 2\n", 1, 16, "only 0 of the announced 2 rows"),
            ("slitherlink 1 2\n..\n..\n", 3, 1, "exceeds the announced 1 row"),
            ("slitherlink 2 2\n...\n..\n", 2, 3, "more than 2 cells"),
            ("..\n.\n", 2, 2, "row 2 has 1 cell: every row needs 2"),
            ("..\n. . .\n", 2, 5, "more than 2 cells: every row needs 2"),
            ("..\n.-\n", 2, 2, "'-' is not a cell"),
            (".?\n", 1, 2, "'?' is not a cell"),
            (".5\n", 1, 2, "clue 5"),
            ("..\n. 4\n0 2\n", 3, 3, "could only be 1"),
            ("4.\n.4\n", 2, 2, "a second 4"),
        ]);
        assert_refused(&[(&".".repeat(1001), 1, 1001, "more than 1000 cells")]);
        assert_refused(&[(&".\n".repeat(1001), 1001, 1, "exceeds the limit of 1000 rows")]);
    }
}
