//! The body of a Masyu address: each character is a number below 27 whose three digits in base 3 are three cells, row by
//! row: 0 without a circle, 1 for a white one, 2 for a black one.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::masyu::{Circle, Masyu};
use encycle_encodings::text::{Fault, Span};

use crate::puzzle::Puzzle;

/// The weights of the three cells of a character.
const WEIGHTS: [u32; 3] = [9, 3, 1];

/// Reads the body of an address.
pub(super) fn read_body(grid: Grid, body: Span<'_>) -> Result<Puzzle, Fault> {
    let total = grid.cell_count();
    let mut circles: Vec<Option<Circle>> = Vec::new();
    for symbol in body.chars() {
        if circles.len() >= total {
            let message = format!("{} goes beyond the last of the {total} cells", symbol.shown());
            return Err(symbol.fault(message));
        }
        let number = symbol.text.chars().next().and_then(|c| c.to_digit(27)).ok_or_else(|| {
            symbol.fault(format!(
                "{} is not part of the cells\nhelp: use 0-9 and a-q",
                symbol.shown()
            ))
        })?;
        for weight in WEIGHTS {
            let circle = match number / weight % 3 {
                0 => None,
                1 => Some(Circle::White),
                _ => Some(Circle::Black),
            };
            match (circles.len() < total, circle) {
                (true, circle) => circles.push(circle),
                (false, None) => {}
                (false, Some(_)) => {
                    let message = format!(
                        "{} has a circle after the last of the {total} cells",
                        symbol.shown()
                    );
                    return Err(symbol.fault(message));
                }
            }
        }
    }
    if circles.len() < total {
        return Err(body.fault_after(format!(
            "the address ends after {} of {total} cells\nhelp: check whether it is truncated",
            circles.len()
        )));
    }
    let puzzle = Masyu::new(grid, circles).map_err(|error| body.fault(error.to_string()))?;
    Ok(puzzle.into())
}

/// Writes an address.
pub(super) fn write(puzzle: &Masyu) -> String {
    let grid = puzzle.grid();
    let number = |cells: &[Option<Circle>]| {
        let value = |circle: &Option<Circle>| match circle {
            None => 0,
            Some(Circle::White) => 1,
            Some(Circle::Black) => 2,
        };
        let sum: u32 = cells.iter().zip(WEIGHTS).map(|(one, weight)| weight * value(one)).sum();
        char::from_digit(sum, 27).unwrap_or('0')
    };
    let body: String = puzzle.circles().chunks(3).map(number).collect();
    format!("https://puzz.link/p?mashu/{}/{}/{body}", grid.cols(), grid.rows())
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("masyu 2 4\n..wb\n.b..\n", None).unwrap().puzzle;
        // 001 201 00: 1, 2 * 9 + 0 + 2 * 1, 0
        let text = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?mashu/4/2/1k0");
        let parsed = read(&text, None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        assert!(read("masyu/2/2/00", None).is_ok());
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("mashu/2/2/0", 1, 12, "after 3 of 4 cells"),
            ("mashu/2/2/000", 1, 13, "beyond the last"),
            ("mashu/2/2/0r", 1, 12, "'r' is not part"),
            ("mashu/2/2/01", 1, 12, "a circle after the last"),
        ]);
    }
}
