//! The body of a Slitherlink address.
//!
//! `0` to `4` is a clue, `5` to `9` is a clue 0 to 4 followed by one empty cell, `a` to `e` is a clue followed by two
//! empty cells, and `g` to `z` is a run of 1 to 20 empty cells. The empty cells after the last clue may extend past the
//! grid. `.` is the clue `?`, which restricts nothing, so it is read as an empty cell.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::slitherlink::{Slitherlink, clue_rows};

use encycle_encodings::text::Cells;
use encycle_encodings::text::{Fault, Span};

/// The name of Slitherlink in addresses.
const NAME: &str = "slither";

/// The maximum length of a run of empty cells that one letter expresses.
const LONGEST: usize = 20;

/// Reads the body of an address.
pub(super) fn read_body(grid: Grid, body: Span<'_>) -> Result<Cells<Option<u8>>, Fault> {
    let total = grid.cell_count();
    let mut cells = Cells { grid, cells: Vec::new(), offsets: Vec::new() };
    for piece in body.chars() {
        let start = cells.cells.len();
        let end = match piece.text.as_bytes() {
            &[c @ (b'0'..=b'9' | b'a'..=b'e')] if start < total => {
                let value = if c.is_ascii_digit() { c - b'0' } else { c - b'a' + 10 };
                cells.cells.push(Some(value % 5));
                total.min(start + 1 + usize::from(value / 5))
            }
            &[c @ b'g'..=b'z'] => start + usize::from(c - b'g') + 1,
            b"." => start + 1,
            &[b'0'..=b'9' | b'a'..=b'e'] => total + 1,
            _ => {
                return Err(piece.fault(format!(
                    "{} is not part of the cells\nhelp: use 0-9, a-e and g-z",
                    piece.shown()
                )));
            }
        };
        if end > total {
            return Err(
                piece.fault(format!("{} goes beyond the last of the {total} cells", piece.shown()))
            );
        }
        cells.cells.resize(end, None);
        cells.offsets.resize(end, piece.offset);
    }
    if cells.cells.len() < total {
        return Err(body.fault_after(format!(
            "the address ends after {} of {total} cells\nhelp: check whether it is truncated",
            cells.cells.len()
        )));
    }
    Ok(cells)
}

/// Writes an address.
pub(in crate::formats) fn write(puzzle: &Slitherlink, grid: Grid) -> String {
    let mut out = format!("https://puzz.link/p?{}/{}/{}/", NAME, grid.cols(), grid.rows());
    let clues: Vec<_> = clue_rows(puzzle).flatten().collect();
    let mut rest = clues.as_slice();
    while let Some(&first) = rest.first() {
        let empty =
            |cells: &[Option<u8>]| cells.iter().take(LONGEST).take_while(|c| c.is_none()).count();
        let (symbol, length) = match first {
            Some(clue) => {
                // pzpr treats cells beyond the end of the grid as empty
                let behind = &rest[1..];
                let gap = if empty(behind) == behind.len() { 2 } else { empty(behind).min(2) };
                (u32::from(clue) + 5 * gap as u32, 1 + gap)
            }
            None => {
                let run = empty(rest);
                (15 + run as u32, run)
            }
        };
        out.extend(char::from_digit(symbol, 36));
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    /// Reads a bare grid.
    fn grid(text: &str) -> crate::formats::Parsed {
        read(text, Some(crate::puzzle::PuzzleKind::Slitherlink)).unwrap()
    }

    /// Two of 200 collected addresses contain such a clue.
    #[test]
    fn a_question_mark_clue_is_read_as_an_empty_cell() {
        let puzzle = |text| crate::formats::read(text, None).ok().map(|parsed| parsed.puzzle);
        assert_eq!(puzzle("slither/3/2/8.0h"), puzzle("slither/3/2/8g0h"));
        assert!(puzzle("slither/3/2/8.0h").is_some());
    }

    #[test]
    fn addresses_of_all_sites_are_read() {
        let grid = read("3.2\n.0.\n", None).unwrap().puzzle;
        for address in [
            "https://puzz.link/p?slither/3/2/87a",
            "http://pzv.jp/p.html?slither/3/2/87a",
            "https://pzprxs.vercel.app/p?slither/3/2/87a",
            "puzz.link/p?slither/3/2/87a\n",
            "slither/3/2/87a",
            "slitherlink/3/2/87a",
            "slither//3/2/87a",
            "slither/3/2/3g2g0g",
        ] {
            let parsed = read(address, None).unwrap();
            assert_eq!((parsed.puzzle, parsed.format), (grid.clone(), PuzzleFormat::PuzzLink));
        }
        assert_eq!(
            write(&grid, PuzzleFormat::PuzzLink).unwrap(),
            "https://puzz.link/p?slither/3/2/87a"
        );
    }

    #[test]
    fn the_last_clue_may_extend_past_the_grid_and_long_runs_are_split() {
        for (text, body) in [
            ("..3\n", "hd"),
            (".3.\n", "gd"),
            ("333\n", "33d"),
            (&format!("{}1\n", ".".repeat(41)), "zzgb"),
            (&format!("1{}1\n", ".".repeat(23)), "bzgb"),
            (&format!("{}\n", ".".repeat(20)), "z"),
        ] {
            let address = write(&grid(text).puzzle, PuzzleFormat::PuzzLink).unwrap();
            assert!(address.ends_with(&format!("/{body}")), "{text} gave {address}");
            assert_eq!(read(&address, None).unwrap().puzzle, grid(text).puzzle);
        }
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("https://opt-pan.github.io/penpa-edit/?m=solve&p=ZVJ", 1, 1, "penpa-edit addresses"),
            ("https://puzz.link/p", 1, 20, "no '?'"),
            ("https://puzz.link/p?tapa/3/2/87a", 1, 21, "'tapa' is not a kind"),
            ("slither/", 1, 9, "ends too early"),
            ("slither/3", 1, 10, "ends too early"),
            ("slither/3/2", 1, 12, "ends too early"),
            ("slither/3/2/", 1, 13, "0 of 6 cells"),
            ("slither/3/2/8", 1, 14, "2 of 6 cells"),
            ("slither/3/2/87ag", 1, 16, "beyond the last of the 6 cells"),
            ("slither/3/2/87a1", 1, 16, "beyond the last of the 6 cells"),
            ("slither/3/2/m", 1, 13, "beyond"),
            ("slither/3/2/8f", 1, 14, "'f' is not part"),
            ("slither/3/2/8A", 1, 14, "'A' is not part"),
            ("slither/3/2/87a/x", 1, 17, "'x' after the cells"),
            ("slither/f/3/2/87a", 1, 9, "through every vertex"),
            ("slither/v:/3/2/87a", 1, 9, "variant"),
            ("slither/4000000000/2/1", 1, 9, "1 to 1000 columns"),
            ("slither/2/0/1", 1, 11, "1 to 1000 rows"),
            ("slither/1/1/e\nmore", 2, 1, "'more' after an address"),
        ]);
    }
}
