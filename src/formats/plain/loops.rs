//! `slitherlink ROWS COLS` and `slitherlynx ROWS COLS`: a digit is a clue, `.` is a cell without one.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::slitherlink::Slitherlink;

use crate::formats::plain::Header;
use crate::formats::scan::rows::{self, Rows};
use crate::formats::scan::text::{Fault, Span, Text};
use crate::puzzle::{Puzzle, PuzzleKind};

/// Reads the rows below a header, or a grid without a header.
pub(super) fn read<'a>(
    text: Text<'a>,
    header: Option<&Header<'a>>,
    kind: Option<PuzzleKind>,
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Puzzle, Fault> {
    let mut rows = Rows::new(header.map(Header::grid).transpose()?);
    for line in lines {
        let cells = line.chars().filter(|cell| !cell.text.trim().is_empty());
        rows.push(line, cells, |cell| cell.clue(&["."]))?;
    }
    rows.finish(|message| text.fault_at_end(message))?.loops(kind)
}

/// Writes a header and the rows of a grid.
pub(super) fn write(kind: PuzzleKind, puzzle: &Slitherlink, grid: Grid) -> String {
    let mut out = format!("{kind} {} {}\n", grid.rows(), grid.cols());
    for row in rows::clue_rows(puzzle) {
        out.extend(row.into_iter().map(|clue| rows::cell_char(clue, '.')));
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::formats::read;
    use crate::puzzle::PuzzleKind;

    /// Any Slitherlink text can be read as a Slitherlynx on request, but not the other way round.
    #[test]
    fn a_slitherlink_header_can_be_read_as_a_slitherlynx() {
        let kind = |text, expected| read(text, Some(expected)).map(|parsed| parsed.puzzle.kind());
        assert_eq!(
            kind("slitherlink 1 2\n3.\n", PuzzleKind::Slitherlynx).ok(),
            Some(PuzzleKind::Slitherlynx)
        );
        assert!(kind("slitherlynx 1 2\n3.\n", PuzzleKind::Slitherlink).is_err());
    }
}
