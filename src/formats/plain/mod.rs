//! Our own format: a header that names the kind and the size, then what is given. A file here for
//! each layout.
//!
//! ```text
//! slitherlink 2 3    # for a bare Slitherlink grid the header may be left out
//! 3.2
//! . 0 .
//! ```
//!
//! `#` starts a comment, blank lines do not count, and cells may be separated by blanks.

mod hamilton;
mod loops;
mod numberlink;
mod reachability;
mod values;

use encycle_encodings::grid::Grid;

use crate::formats::scan::text::{self, Fault, Reading, Span, Text};
use crate::puzzle::{Puzzle, PuzzleKind};

/// The first line: the kind, and words that each kind reads for itself.
struct Header<'a> {
    kind: PuzzleKind,
    line: Span<'a>,
    words: Vec<Span<'a>>,
}

impl<'a> Header<'a> {
    fn read(line: Span<'a>, wanted: Option<PuzzleKind>) -> Result<Self, Fault> {
        let mut words = line.words();
        let name = words.next().unwrap_or(line);
        let kind: PuzzleKind = name.text.parse().map_err(|error| name.fault(format!("{error}")))?;
        let kind = match (kind, wanted) {
            // as in any other text of a Slitherlink
            (PuzzleKind::Slitherlink, Some(PuzzleKind::Slitherlynx)) => PuzzleKind::Slitherlynx,
            _ => kind,
        };
        text::expect_kind(kind, wanted, name)?;
        Ok(Self { kind, line, words: words.collect() })
    }

    /// A header where there must be one; `usage` says how it reads.
    fn needed<'h>(header: Option<&'h Self>, usage: &str) -> Result<&'h Self, Fault> {
        header.ok_or_else(|| Fault { offset: 0, message: format!("no header: begin with {usage}") })
    }

    /// The size, where there is nothing but `KIND ROWS COLS`.
    fn grid(&self) -> Result<Grid, Fault> {
        let kind = self.kind;
        match self.words[..] {
            [rows, cols] => text::size(rows, cols),
            [_, _, more, ..] => Err(more
                .fault(format!("{} after the header '{kind} ROWS COLS': remove it", more.shown()))),
            _ => {
                let message = format!("no size: the header is '{kind} ROWS COLS'");
                Err(self.line.fault_behind(message))
            }
        }
    }
}

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

/// A bare grid is a Slitherlink, unless it is a square of 9, 16, ... rows and has a digit above 4, which
/// no clue may be.
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

/// `None` for a puzzle that has another format of its own.
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
    fn header_comments_and_blanks_change_nothing() {
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
    fn a_wrong_text_is_refused_where_it_is_wrong() {
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
            ("slitherlink 2 2\n..\n", 2, 3, "1 row where 2 are announced"),
            ("slitherlink 2 2\n", 1, 16, "0 rows where 2 are announced"),
            ("slitherlink 1 2\n..\n..\n", 3, 1, "the size says 1 row"),
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
        assert_refused(&[(&".\n".repeat(1001), 1001, 1, "there can be 1000 rows")]);
    }
}
