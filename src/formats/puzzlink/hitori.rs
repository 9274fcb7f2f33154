//! The body of a Hitori address: for each cell a digit in base 36, or `-` and two such digits. A `.` is a cell without
//! a number, and so are the cells that are missing at the end.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::hitori::Hitori;
use encycle_encodings::text::{Fault, Span};

use crate::formats::puzzlink::address;
use crate::puzzle::Puzzle;

/// Reads the body of an address.
pub(super) fn read_body(grid: Grid, body: Span<'_>) -> Result<Puzzle, Fault> {
    let total = grid.cell_count();
    let mut numbers: Vec<u32> = Vec::new();
    let mut symbols = body.chars();
    while let Some(symbol) = symbols.next() {
        if numbers.len() == total {
            let message = format!("{} goes beyond the last of the {total} cells", symbol.shown());
            return Err(symbol.fault(message));
        }
        let number = match symbol.text {
            "." => Some(0),
            "-" => {
                let digits: String = symbols.by_ref().take(2).map(|digit| digit.text).collect();
                let is_whole = digits.len() == 2 && !digits.starts_with('+');
                u32::from_str_radix(&digits, 36).ok().filter(|_| is_whole)
            }
            digit => u32::from_str_radix(digit, 36).ok(),
        };
        numbers.push(number.ok_or_else(|| {
            symbol.fault(format!(
                "{} is not part of the cells\nhelp: use 0-9 and a-z, and two of them after '-'",
                symbol.shown()
            ))
        })?);
    }
    numbers.resize(total, 0);
    let puzzle = Hitori::new(grid, numbers).map_err(|error| body.fault(error.to_string()))?;
    Ok(puzzle.into())
}

/// Writes an address.
pub(super) fn write(puzzle: &Hitori) -> String {
    let digit = |number| char::from_digit(number, 36).unwrap_or('0');
    let symbols = |&number: &u32| match number {
        0 => ".".to_owned(),
        1..36 => digit(number).to_string(),
        _ => format!("-{}{}", digit(number / 36), digit(number % 36)),
    };
    let body: String = puzzle.numbers().iter().map(symbols).collect();
    address("hitori", puzzle.grid(), &body)
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("hitori 2 3\n1 . 35\n36 999 2\n", None).unwrap().puzzle;
        // 36 = 1 * 36 + 0, and 999 = 27 * 36 + 27
        let text = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?hitori/3/2/1.z-10-rr2");
        let parsed = read(&text, None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        // cells without a number at the end may be missing
        let short = read("hitori/2/2/121", None).unwrap().puzzle;
        assert_eq!(short, read("hitori 2 2\n12\n1.\n", None).unwrap().puzzle);
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("hitori/2/2/12345", 1, 16, "beyond the last"),
            ("hitori/2/2/1_34", 1, 13, "'_' is not part"),
            ("hitori/2/2/12-1", 1, 14, "'-' is not part"),
            ("hitori/2/2/-zz111", 1, 12, "number out of range: 1295"),
        ]);
    }
}
