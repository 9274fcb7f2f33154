//! Our own format: `slitherlink ROWS COLS`, then the grid in digits and dots.
//!
//! ```text
//! slitherlink 2 3    # the header may be left out
//! 3.2
//! . 0 .
//! ```
//!
//! `#` starts a comment, blank lines do not count, and cells may be separated by blanks. Without
//! the header, the size is that of the grid.

use encycle_encodings::grid::Grid;
use encycle_encodings::puzzles::slitherlink::Slitherlink;

use super::rows::{self, Rows};
use super::text::{self, Fault, Reading, Span, Text};
use crate::puzzle::Kind;

pub(super) fn read(text: Text<'_>, kind: Option<Kind>) -> Reading {
    let mut lines = text.lines().map(without_comment).peekable();
    let announced = match lines.peek() {
        Some(&line) if line.text.starts_with(|c: char| c.is_alphabetic()) => {
            lines.next();
            Some(header(line, kind)?)
        }
        _ => None,
    };
    let mut rows = Rows::new(announced);
    for line in lines {
        let cells = line.chars().filter(|cell| !cell.text.trim().is_empty());
        rows.push(line, cells, |cell| cell.clue(&["."]))?;
    }
    let puzzle = rows.finish(|message| text.fault_at_end(message))?.slitherlink()?;
    Ok((puzzle, None))
}

/// The size that the line `slitherlink ROWS COLS` announces.
fn header(line: Span<'_>, wanted: Option<Kind>) -> Result<Grid, Fault> {
    let mut words = line.words();
    let name = words.next().unwrap_or(line);
    let kind: Kind = name.text.parse().map_err(|error| name.fault(format!("{error}")))?;
    text::expect_kind(kind, wanted, name)?;
    let (Some(rows), Some(cols)) = (words.next(), words.next()) else {
        return Err(line.fault_behind(format!("no size: the header is '{kind} ROWS COLS'")));
    };
    match words.next() {
        Some(more) => {
            Err(more
                .fault(format!("{} after the header '{kind} ROWS COLS': remove it", more.shown())))
        }
        None => text::size(rows, cols),
    }
}

fn without_comment(line: Span<'_>) -> Span<'_> {
    line.cut(|c| c == '#').0.trim()
}

pub(super) fn write(puzzle: &Slitherlink) -> String {
    let grid = puzzle.grid();
    let mut out = format!("{} {} {}\n", Kind::Slitherlink, grid.rows(), grid.cols());
    for row in rows::clue_rows(puzzle) {
        out.extend(row.into_iter().map(|clue| rows::cell_char(clue, '.')));
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::assert_refused;
    use super::super::{Format, read, write};

    #[test]
    fn header_comments_and_blanks_change_nothing() {
        let bare = read("3.2\n.0.\n", None).unwrap();
        let full = read("\n# one\nSlitherlink 2 3 # size\n\n3 . 2 # top\n  .\t0 .\n#\n", None);
        assert_eq!(full.unwrap(), bare);
        assert_eq!(bare.format, Format::Plain);
        assert_eq!(write(&bare.puzzle, Format::Plain), "slitherlink 2 3\n3.2\n.0.\n");
    }

    #[test]
    fn a_wrong_text_is_refused_where_it_is_wrong() {
        assert_refused(&[
            ("", 1, 1, "no puzzle"),
            ("# nothing\n\n", 1, 10, "no puzzle"),
            ("sudoku 3 3\n", 1, 1, "unknown kind of puzzle 'sudoku'"),
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
