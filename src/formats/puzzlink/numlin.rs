//! The body of a Numberlink address, in the number encoding that pzpr uses for many kinds.
//!
//! `0` to `f` is a hexadecimal digit, `-` precedes two of them, `+` precedes three, `=` and `%` precede three
//! with an offset of 4096 and 8192, and `g` to `z` is a run of 1 to 20 empty cells.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule};

use crate::puzzle::Puzzle;
use encycle_encodings::text::{Fault, Span};

/// The longest run of empty cells in one letter.
const LONGEST: usize = 20;

/// The marks of longer numbers: the mark, the number of digits that follow, and the offset of the number.
const LONGER: [(&str, usize, u32); 4] = [("-", 2, 0), ("+", 3, 0), ("=", 3, 4096), ("%", 3, 8192)];

/// Reads the body of an address.
pub(super) fn read_body(grid: Grid, body: Span<'_>) -> Result<Puzzle, Fault> {
    let total = grid.cell_count();
    let mut texts: Vec<Option<Span<'_>>> = Vec::new();
    let mut names: Vec<Option<String>> = Vec::new();
    let mut symbols = body.chars();
    while let Some(symbol) = symbols.next() {
        let run = match symbol.text.as_bytes() {
            &[c @ b'g'..=b'z'] => Some(usize::from(c - b'g') + 1),
            _ => None,
        };
        if texts.len() + run.unwrap_or(1) > total {
            let message = format!("{} goes beyond the last of the {total} cells", symbol.shown());
            return Err(symbol.fault(message));
        }
        if let Some(run) = run {
            texts.resize(texts.len() + run, None);
            names.resize(names.len() + run, None);
            continue;
        }
        let longer = LONGER.iter().find(|(mark, ..)| *mark == symbol.text);
        let number = match longer {
            None if symbol.text == "." => {
                let message = "terminal '?' without a number\nhelp: give each pair a number";
                return Err(symbol.fault(message));
            }
            None => u32::from_str_radix(symbol.text, 16).ok(),
            Some(&(_, length, from)) => {
                let digits: String =
                    symbols.by_ref().take(length).map(|digit| digit.text).collect();
                let whole = digits.len() == length && digits.bytes().all(|b| b.is_ascii_hexdigit());
                u32::from_str_radix(&digits, 16).ok().filter(|_| whole).map(|number| number + from)
            }
        };
        let number = number.ok_or_else(|| {
            symbol.fault(format!(
                "{} is not part of the cells\n\
                 help: use 0-9, a-f and g-z, and longer numbers after '-', '+', '=' or '%'",
                symbol.shown()
            ))
        })?;
        texts.push(Some(symbol));
        names.push(Some(number.to_string()));
    }
    if texts.len() < total {
        return Err(body.fault_after(format!(
            "the address ends after {} of {total} cells\nhelp: check whether it is truncated",
            texts.len()
        )));
    }
    let offset = |cell: usize| texts[cell].map_or(body.offset, |text| text.offset);
    Ok(Numberlink::from_texts(grid, &names, None, offset)?.into())
}

/// Writes an address.
///
/// Returns `None` if a pair has a name that is not a number up to 12287, or if all cells must be covered: an
/// address can express neither.
pub(in crate::formats) fn write(puzzle: &Numberlink, grid: Grid) -> Option<String> {
    if puzzle.rule() == NumberlinkRule::Cover {
        return None;
    }
    let mut out = format!("https://puzz.link/p?numlin/{}/{}/", grid.cols(), grid.rows());
    let mut empty = 0;
    let flush = |out: &mut String, empty: &mut usize| {
        while *empty > 0 {
            let run = (*empty).min(LONGEST);
            out.extend(char::from_digit(15 + run as u32, 36));
            *empty -= run;
        }
    };
    for cell in 0..grid.cell_count() {
        let Some(pair) = puzzle.terminal(cell) else {
            empty += 1;
            continue;
        };
        flush(&mut out, &mut empty);
        let number: u32 = puzzle.pairs()[pair].name.parse().ok()?;
        out.push_str(&match number {
            0..=15 => format!("{number:x}"),
            16..=255 => format!("-{number:02x}"),
            256..=4095 => format!("+{number:03x}"),
            4096..=8191 => format!("={:03x}", number - 4096),
            8192..=12287 => format!("%{:03x}", number - 8192),
            _ => return None,
        });
    }
    flush(&mut out, &mut empty);
    Some(out)
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("numberlink 2 3\n1 . 1\n17 300 .\n", None);
        assert!(plain.unwrap_err().message.contains("only one `17`"));
        let plain = read("numberlink 2 4\n1 . 1 300\n17 17 . 300\n", None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?numlin/4/2/1g1+12c-11-11g+12c");
        let parsed = read(&text, None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        assert!(read("numlin/2/2/1g1g", None).is_ok());
        let letters = read("numberlink 1 2\naa\n", None).unwrap().puzzle;
        assert!(write(&letters, PuzzleFormat::PuzzLink).is_err());
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("numlin/2/2/1g1", 1, 15, "after 3 of 4 cells"),
            ("numlin/2/2/1g1gg", 1, 16, "beyond the last"),
            ("numlin/2/2/1.1g", 1, 13, "'?' without a number"),
            ("numlin/2/2/1-1", 1, 13, "'-' is not part"),
            ("numlin/2/2/1g2g", 1, 12, "only one `1`"),
            ("numlin/2/2/111g", 1, 14, "a third `1`"),
            ("numlin/f/2/2/1g1g", 1, 8, "flag 'f'"),
        ]);
    }
}
