//! Game ids of Loopy, from Simon Tatham's puzzle collection, on square grids.
//!
//! `10x10t0de:BODY` holds the width by the height, the tiling `t0` (squares), the difficulty `de` (easy),
//! and the cells: a digit is a clue and a letter `a` to `z` is a run of 1 to 26 empty cells. Tiling and
//! difficulty are optional. Loopy itself omits the difficulty from an id that contains the cells, since only
//! its generator uses it; so this writer produces `10x10t0:BODY`.

use std::fmt::Write as _;

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::slitherlink::{Slitherlink, cell_char, clue_rows};

use crate::formats::{Reading, expect_loops, loops};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::Cells;
use encycle_encodings::text::{self, Fault, Span, Text};

/// The longest run of empty cells in one letter.
const LONGEST: usize = 26;

/// Returns whether `line` looks like a game id: `WxH`, and a `:` or `#` anywhere.
pub(super) fn claims(line: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let behind_width = line.trim_start_matches(digit);
    line.starts_with(digit)
        && behind_width.strip_prefix('x').is_some_and(|rest| rest.starts_with(digit))
        && line.contains([':', '#'])
}

/// Reads a game id.
pub(super) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let line = text.only_line("a Loopy id")?;
    expect_loops(kind, line)?;
    let (params, body) = line.cut(|c| matches!(c, ':' | '#'));
    let Some(body) = body else {
        return Err(params.fault_after("no ':' and no cells\nhelp: write 'WxHt0:CELLS'"));
    };
    if line.text.as_bytes().get(params.text.len()) == Some(&b'#') {
        return Err(params.fault_after(
            "a '#' id is a seed that only Loopy can expand\n\
             help: use its 'WxHt0:CELLS' form (menu Game, Specific)",
        ));
    }
    let grid = read_params(params)?;
    let total = grid.cell_count();
    let mut cells = Cells { grid, cells: Vec::new(), offsets: Vec::new() };
    for piece in body.chars() {
        let (clue, length) = match *piece.text.as_bytes() {
            [digit @ b'0'..=b'9'] => (Some(digit - b'0'), 1),
            [letter @ b'a'..=b'z'] => (None, usize::from(letter - b'a') + 1),
            _ => {
                return Err(piece.fault(format!(
                    "{} is not part of a Loopy id\n\
                     help: write a clue as a digit 0 to 3, a run of 1 to 26 empty cells as a letter \
                     a to z",
                    piece.shown()
                )));
            }
        };
        let end = cells.cells.len() + length;
        if end > total {
            return Err(
                piece.fault(format!("{} goes beyond the last of the {total} cells", piece.shown()))
            );
        }
        cells.cells.resize(end, clue);
        cells.offsets.resize(end, piece.offset);
    }
    if cells.cells.len() < total {
        return Err(body.fault_after(format!(
            "the id ends after {} of {total} cells\nhelp: check whether it is truncated",
            cells.cells.len()
        )));
    }
    Ok((loops(cells, kind)?, None))
}

/// Parses `WxH`, then an optional `t0` and an optional `dX`.
fn read_params(params: Span<'_>) -> Result<Grid, Fault> {
    let (width, rest) = params.cut(|c| c == 'x');
    let rest = rest.ok_or_else(|| params.fault("no 'x' between width and height"))?;
    let digits =
        |span: Span<'_>| span.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(span.text.len());
    let height = Span { text: &rest.text[..digits(rest)], ..rest };
    let grid = text::size(height, width)?;
    let mut behind = rest.from(height.text.len());
    if behind.text.starts_with('t') {
        let tiling = behind.from(1);
        let end = digits(tiling);
        if &tiling.text[..end] != "0" {
            let named = Span { text: &tiling.text[..end], ..tiling };
            return Err(tiling.fault(format!(
                "tiling {}: only tiling 0, the square grid, can be read",
                named.shown()
            )));
        }
        behind = tiling.from(end);
    }
    match behind.text.strip_prefix('d').map(str::as_bytes) {
        None if behind.text.is_empty() => Ok(grid),
        Some([b'a'..=b'z']) => Ok(grid),
        _ => Err(behind.fault(format!(
            "{} before the ':'\nhelp: write 'WxHt0:CELLS' or 'WxHt0dX:CELLS'",
            behind.shown()
        ))),
    }
}

/// Writes a game id.
pub(super) fn write(puzzle: &Slitherlink, grid: Grid) -> String {
    let mut out = String::new();
    let _ = write!(out, "{}x{}t0:", grid.cols(), grid.rows());
    let clues: Vec<_> = clue_rows(puzzle).flatten().collect();
    for run in clues.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match run {
            [clue @ Some(_)] => out.push(cell_char(*clue, 'a')),
            _ => out
                .extend(run.chunks(LONGEST).map(|part| char::from(b'a' + (part.len() - 1) as u8))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn tiling_and_difficulty_are_optional() {
        let grid = read("3.2\n.0.\n", None).unwrap().puzzle;
        for id in ["3x2t0de:3a2a0a", "3x2t0:3a2a0a", "3x2:3a2a0a", "3x2dh:3a2a0a"] {
            let parsed = read(id, None).unwrap();
            assert_eq!((parsed.puzzle, parsed.format), (grid.clone(), PuzzleFormat::Loopy), "{id}");
        }
        assert_eq!(write(&grid, PuzzleFormat::Loopy).unwrap(), "3x2t0:3a2a0a");
    }

    #[test]
    fn a_run_of_more_than_26_cells_takes_two_letters() {
        let row = format!("1{}\n", ".".repeat(27));
        let id = write(&read(&row, None).unwrap().puzzle, PuzzleFormat::Loopy).unwrap();
        assert_eq!(id, "28x1t0:1za");
    }

    #[test]
    fn an_invalid_id_is_rejected_with_its_position() {
        assert_refused(&[
            ("10x10t0de#1234567", 1, 10, "seed"),
            ("5x5t3de:a", 1, 5, "tiling '3'"),
            ("5x5t:a", 1, 5, "tiling ''"),
            ("5x5q:a", 1, 4, "'q' before the ':'"),
            ("5x5t0dee:a", 1, 6, "'dee' before the ':'"),
            ("5x0t0:a", 1, 3, "1 to 1000 rows"),
            ("4000000000x3t0:a", 1, 1, "1 to 1000 columns"),
            ("2x2t0:a3", 1, 9, "2 of 4 cells"),
            ("2x2t0:", 1, 7, "0 of 4 cells"),
            ("2x2t0:a3b1", 1, 10, "beyond the last of the 4 cells"),
            ("2x2t0:z", 1, 7, "beyond"),
            ("2x2t0:aA", 1, 8, "'A' is not part"),
            ("2x2t0:a7b", 1, 8, "clue 7"),
            ("2x2t0:d\nx\n", 2, 1, "'x' after a Loopy id"),
        ]);
    }
}
