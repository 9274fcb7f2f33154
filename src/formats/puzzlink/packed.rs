//! The bodies of addresses that pack several cells into one character: the digits of the character in a small base are
//! the cells, row by row.
//!
//! | kind | cells | digits |
//! |---|---|---|
//! | Masyu | 3 | base 3: 0 without a circle, 1 for a white circle, 2 for a black circle |
//! | Moon-or-Sun, after the borders of its rooms | 3 | base 3: 0 without a mark, 1 for a sun, 2 for a moon |
//! | Simple Loop | 5 | base 2: 1 for a black cell |

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::clues::CellClues;
use encycle_encodings::kinds::masyu::{Circle, Masyu};
use encycle_encodings::kinds::moon_or_sun::{Mark, MoonOrSun};
use encycle_encodings::kinds::simple_loop::SimpleLoop;
use encycle_encodings::text::{Fault, Span};

use crate::formats::puzzlink::{address, rooms};
use crate::puzzle::Puzzle;

/// How cells are packed into characters.
struct CellPacking {
    /// The number of values of a cell.
    base: u32,
    /// The number of cells in a character.
    cells: u32,
    /// What a cell with a value other than 0 contains, for messages.
    content: &'static str,
    /// The allowed characters, for messages.
    symbols: &'static str,
}

const MASYU: CellPacking =
    CellPacking { base: 3, cells: 3, content: "a circle", symbols: "0-9 and a-q" };

const MARKS: CellPacking = CellPacking { content: "a mark", ..MASYU };

const SIMPLE_LOOP: CellPacking =
    CellPacking { base: 2, cells: 5, content: "a black cell", symbols: "0-9 and a-v" };

impl CellPacking {
    /// Returns the number of different characters.
    fn radix(&self) -> u32 {
        self.base.pow(self.cells)
    }

    /// Returns the weights of the cells of a character.
    fn weights(&self) -> impl Iterator<Item = u32> {
        (0..self.cells).rev().map(|exponent| self.base.pow(exponent))
    }

    /// Reads the values of all cells. The digits after the last cell must be 0.
    fn read(&self, grid: Grid, body: Span<'_>) -> Result<Vec<u32>, Fault> {
        let total = grid.cell_count();
        let mut values: Vec<u32> = Vec::new();
        for symbol in body.chars() {
            if values.len() >= total {
                let message =
                    format!("{} goes beyond the last of the {total} cells", symbol.shown());
                return Err(symbol.fault(message));
            }
            let digit = symbol.text.chars().next().and_then(|c| c.to_digit(self.radix()));
            let number = digit.ok_or_else(|| {
                symbol.fault(format!(
                    "{} is not part of the cells\nhelp: use {}",
                    symbol.shown(),
                    self.symbols
                ))
            })?;
            for weight in self.weights() {
                match (values.len() < total, number / weight % self.base) {
                    (true, value) => values.push(value),
                    (false, 0) => {}
                    (false, _) => {
                        return Err(symbol.fault(format!(
                            "{} has {} after the last of the {total} cells",
                            symbol.shown(),
                            self.content
                        )));
                    }
                }
            }
        }
        if values.len() < total {
            return Err(body.fault_after(format!(
                "the address ends after {} of {total} cells\nhelp: check whether it is truncated",
                values.len()
            )));
        }
        Ok(values)
    }

    /// Writes the characters.
    fn body(&self, values: &[u32]) -> String {
        let symbol = |cells: &[u32]| {
            let sum = cells.iter().zip(self.weights()).map(|(value, weight)| value * weight).sum();
            char::from_digit(sum, self.radix()).unwrap_or('0')
        };
        values.chunks(self.cells as usize).map(symbol).collect()
    }

    /// Writes an address.
    fn write(&self, name: &str, grid: Grid, values: &[u32]) -> String {
        address(name, grid, &self.body(values))
    }
}

/// Reads the body of a Masyu.
pub(super) fn read_masyu(grid: Grid, body: Span<'_>) -> Result<Puzzle, Fault> {
    let circle = |value| match value {
        0 => None,
        1 => Some(Circle::White),
        _ => Some(Circle::Black),
    };
    let circles = MASYU.read(grid, body)?.into_iter().map(circle).collect();
    let puzzle = Masyu::new(grid, circles).map_err(|error| body.fault(error.to_string()))?;
    Ok(puzzle.into())
}

/// Writes the address of a Masyu.
pub(super) fn write_masyu(puzzle: &Masyu) -> String {
    let value = |circle: &Option<Circle>| match circle {
        None => 0,
        Some(Circle::White) => 1,
        Some(Circle::Black) => 2,
    };
    let values: Vec<u32> = puzzle.circles().iter().map(value).collect();
    MASYU.write("mashu", puzzle.grid(), &values)
}

/// Reads the body of a Simple Loop.
pub(super) fn read_simple_loop(grid: Grid, body: Span<'_>) -> Result<Puzzle, Fault> {
    let values = SIMPLE_LOOP.read(grid, body)?.into_iter();
    let black: Vec<bool> = values.map(|value| value == 1).collect();
    let puzzle = SimpleLoop::new(grid, &black).map_err(|error| body.fault(error.to_string()))?;
    Ok(puzzle.into())
}

/// Writes the address of a Simple Loop.
pub(super) fn write_simple_loop(puzzle: &SimpleLoop) -> String {
    let values: Vec<u32> = puzzle.black().map(u32::from).collect();
    SIMPLE_LOOP.write("simpleloop", puzzle.grid(), &values)
}

/// Reads the body of a Moon-or-Sun: its rooms, then its marks.
pub(super) fn read_moon_or_sun(grid: Grid, body: Span<'_>) -> Result<Puzzle, Fault> {
    let (rooms, rest) = rooms::read_borders(grid, body)?;
    let mark = |value| match value {
        0 => None,
        1 => Some(Mark::Sun),
        _ => Some(Mark::Moon),
    };
    let marks = MARKS.read(grid, rest)?.into_iter().map(mark).collect();
    let clues = CellClues::new(grid, marks);
    let puzzle = clues.and_then(|clues| MoonOrSun::new(clues, rooms));
    Ok(puzzle.map_err(|error| body.fault(error.to_string()))?.into())
}

/// Writes the address of a Moon-or-Sun.
pub(super) fn write_moon_or_sun(puzzle: &MoonOrSun) -> String {
    let value = |mark: &Option<Mark>| match mark {
        None => 0,
        Some(Mark::Sun) => 1,
        Some(Mark::Moon) => 2,
    };
    let values: Vec<u32> = puzzle.clues().cells().iter().map(value).collect();
    let body = rooms::write_borders(puzzle.rooms()) + &MARKS.body(&values);
    address("moonsun", puzzle.grid(), &body)
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        for (plain, address) in [
            // 001 201 00: 1, 2 * 9 + 0 + 2 * 1, 0
            ("masyu 2 4\n..wb\n.b..\n", "https://puzz.link/p?mashu/4/2/1k0"),
            // borders 01 01 of five bits: 01010, and 110: 11000; marks 100 002: 9, 2
            ("moon-or-sun 2 3\ns..\n..m\naab\nccb\n", "https://puzz.link/p?moonsun/3/2/ao92"),
            // 00110 001: 4 + 2, 4
            ("simple-loop 2 4\n..xx\n...x\n", "https://puzz.link/p?simpleloop/4/2/64"),
        ] {
            let plain = read(plain, None).unwrap().puzzle;
            assert_eq!(write(&plain, PuzzleFormat::PuzzLink).unwrap(), address);
            let parsed = read(address, None).unwrap();
            assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        }
        assert!(read("masyu/2/2/00", None).is_ok());
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("mashu/2/2/0", 1, 12, "after 3 of 4 cells"),
            ("mashu/2/2/000", 1, 13, "beyond the last"),
            ("mashu/2/2/0r", 1, 12, "'r' is not part"),
            ("mashu/2/2/01", 1, 12, "a circle after the last"),
            ("moonsun/2/2/o", 1, 14, "ends within the borders"),
            ("moonsun/2/2/o00", 1, 16, "after 3 of 4 cells"),
            ("moonsun/2/2/oo01", 1, 16, "a mark after the last"),
            ("simpleloop/2/3/0", 1, 17, "after 5 of 6 cells"),
            ("simpleloop/2/2/w", 1, 16, "'w' is not part"),
            ("simpleloop/2/2/1", 1, 16, "a black cell after the last"),
        ]);
    }
}
