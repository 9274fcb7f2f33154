//! The bodies of addresses whose cells each have at most one clue.
//!
//! | kind | clues |
//! |---|---|
//! | Geradeweg | the number; `.` for a circle without a number |
//! | Balance Loop | twice the number, plus 1 for a black circle; 0 and 1 for circles without a number |
//! | Yajilin | a digit for the arrow (0 none, 1 up, 2 down, 3 left, 4 right), then one hexadecimal digit, or `.` for a `?`; the first digit is greater by 5 if two hexadecimal digits follow, and comes after a `-` if three follow; `a` to `z` is a run of 1 to 26 cells without a clue |
//!
//! [`numbers`](super::numbers) describes the numbers of Geradeweg and Balance Loop.

use encycle_encodings::cell_loops::Side;
use encycle_encodings::cell_values::ValueClueError;
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::balance_loop::BalanceLoop;
use encycle_encodings::kinds::circles::{Circle, NumberedCircle};
use encycle_encodings::kinds::clues::{CellClue, CellClues};
use encycle_encodings::kinds::geradeweg::{Geradeweg, LineLength};
use encycle_encodings::kinds::yajilin::{Arrow, Yajilin};
use encycle_encodings::text::{Fault, Span};

use crate::formats::puzzlink::address;
use crate::formats::puzzlink::numbers::{read_clues, write_clues};

/// A clue, together with the symbol that begins it.
type Placed<'a, C> = Option<(C, Span<'a>)>;

/// Builds a puzzle from clues.
fn puzzle<C: CellClue, P>(
    grid: Grid,
    clues: Vec<Placed<'_, C>>,
    new: impl FnOnce(CellClues<C>) -> Result<P, ValueClueError>,
) -> Result<P, Fault> {
    let offsets: Vec<usize> =
        clues.iter().map(|clue| clue.map_or(0, |(_, symbol)| symbol.offset)).collect();
    let clues = clues.into_iter().map(|clue| clue.map(|(clue, _)| clue)).collect();
    let made = CellClues::new(grid, clues).and_then(new);
    made.map_err(|error| error.at(grid.cols(), &offsets))
}

/// Reads the body of a Geradeweg.
pub(super) fn read_geradeweg(grid: Grid, body: Span<'_>) -> Result<Geradeweg, Fault> {
    let clues = read_clues(body, (grid.cell_count(), "cells"))?;
    let lengths = clues.into_iter().map(|place| place.map(|(number, at)| (LineLength(number), at)));
    puzzle(grid, lengths.collect(), Geradeweg::new)
}

/// Writes the address of a Geradeweg.
pub(super) fn write_geradeweg(puzzle: &Geradeweg) -> Option<String> {
    let clues = puzzle.clues().cells().iter().map(|clue| clue.map(|length| length.0));
    Some(address("geradeweg", puzzle.grid(), &write_clues(clues)?))
}

/// Reads the body of a Balance Loop.
pub(super) fn read_balance_loop(grid: Grid, body: Span<'_>) -> Result<BalanceLoop, Fault> {
    let clues = read_clues(body, (grid.cell_count(), "cells"))?;
    let circle = |(number, at): (Option<u32>, Span<'_>)| {
        let help = "'?' in place of a circle\nhelp: use 0 for white and 1 for black";
        let number = number.ok_or_else(|| at.fault(help))?;
        Ok(NumberedCircle {
            circle: if number % 2 == 0 { Circle::White } else { Circle::Black },
            number: Some(number / 2).filter(|&number| number > 0),
        })
    };
    let circles = clues.into_iter().map(|clue| match clue {
        Some((number, at)) => Ok(Some((circle((number, at))?, at))),
        None => Ok(None),
    });
    let circles = circles.collect::<Result<_, Fault>>()?;
    puzzle(grid, circles, BalanceLoop::new)
}

/// Writes the address of a Balance Loop.
pub(super) fn write_balance_loop(puzzle: &BalanceLoop) -> Option<String> {
    let value = |NumberedCircle { circle, number }: NumberedCircle| {
        2 * number.unwrap_or(0) + u32::from(circle == Circle::Black)
    };
    let clues = puzzle.clues().cells().iter().map(|clue| clue.map(|clue| Some(value(clue))));
    Some(address("balance", puzzle.grid(), &write_clues(clues)?))
}

/// The sides of the arrows of a Yajilin, by their digit less one.
const ARROWS: [Side; 4] = [Side::Up, Side::Down, Side::Left, Side::Right];

/// The maximum length of a run of cells without a clue that one letter expresses.
const LONGEST: usize = 26;

/// Reads the body of a Yajilin.
pub(super) fn read_yajilin(grid: Grid, body: Span<'_>) -> Result<Yajilin, Fault> {
    let total = grid.cell_count();
    let mut clues: Vec<Placed<'_, Arrow>> = Vec::new();
    let mut symbols = body.chars();
    while let Some(symbol) = symbols.next() {
        let wrong = || {
            symbol.fault(format!(
                "{} does not begin a clue\nhelp: use 0-9 or '-' and the number, or a-z for cells without a clue",
                symbol.shown()
            ))
        };
        let run = match symbol.text.as_bytes() {
            &[c @ b'a'..=b'z'] => Some(usize::from(c - b'a') + 1),
            _ => None,
        };
        if clues.len() + run.unwrap_or(1) > total {
            let message = format!("{} goes beyond the last of the {total} cells", symbol.shown());
            return Err(symbol.fault(message));
        }
        if let Some(run) = run {
            clues.resize(clues.len() + run, None);
            continue;
        }
        let digit = |symbol: Option<Span<'_>>| symbol?.text.chars().next()?.to_digit(10);
        let (arrow, length) = match symbol.text {
            "-" => (digit(symbols.next()), 3),
            _ => match digit(Some(symbol)) {
                Some(arrow @ 5..) => (Some(arrow - 5), 2),
                arrow => (arrow, 1),
            },
        };
        let arrow = arrow.filter(|&arrow| arrow <= 4).ok_or_else(wrong)?;
        let digits: String = symbols.by_ref().take(length).map(|digit| digit.text).collect();
        let is_number =
            digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = match &*digits {
            "." => None,
            digits => {
                Some(u32::from_str_radix(digits, 16).ok().filter(|_| is_number).ok_or_else(wrong)?)
            }
        };
        let clue = match (number, arrow.checked_sub(1)) {
            (None, _) => Arrow::Blank,
            (Some(number), Some(arrow)) => Arrow::Count(number, ARROWS[arrow as usize]),
            (Some(number), None) => {
                let message = format!("the number {number} has no arrow\nhelp: use 1-4 before it");
                return Err(symbol.fault(message));
            }
        };
        clues.push(Some((clue, symbol)));
    }
    if clues.len() < total {
        return Err(body.fault_after(format!(
            "the address ends after {} of {total} cells\nhelp: check whether it is truncated",
            clues.len()
        )));
    }
    puzzle(grid, clues, Yajilin::new)
}

/// Writes the address of a Yajilin; `None` if a number is above 4095.
pub(super) fn write_yajilin(puzzle: &Yajilin) -> Option<String> {
    let mut out = String::new();
    let mut rest = puzzle.clues().cells();
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        match *first {
            None => {
                let run = behind.iter().take(LONGEST - 1).take_while(|clue| clue.is_none()).count();
                rest = &behind[run..];
                out.extend(char::from_digit(10 + run as u32, 36));
            }
            Some(Arrow::Blank) => out.push_str("0."),
            Some(Arrow::Count(number, side)) => {
                let arrow = 1 + ARROWS.iter().position(|&one| one == side)?;
                out.push_str(&match number {
                    0..16 => format!("{arrow}{number:x}"),
                    16..256 => format!("{}{number:02x}", arrow + 5),
                    256..4096 => format!("-{arrow}{number:03x}"),
                    _ => return None,
                });
            }
        }
    }
    Some(address("yajilin", puzzle.grid(), &out))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let long = format!("yajilin 1 21\n{} 16w\n", vec!["."; 20].join(" "));
        for (plain, address) in [
            ("geradeweg 2 3\n2?.\n..1\n", "https://puzz.link/p?geradeweg/3/2/2.i1"),
            // white 2: 4, black 3: 7, circles without a number: 0 and 1
            ("balance-loop 2 3\nw2 b3 .\n. w b\n", "https://puzz.link/p?balance/3/2/47h01"),
            ("yajilin 2 3\n. . 0s\nx . 0n\n", "https://puzz.link/p?yajilin/3/2/b200.a10"),
            ("yajilin 2 2\n1e .\n. 0w\n", "https://puzz.link/p?yajilin/2/2/41b30"),
            (&long, "https://puzz.link/p?yajilin/21/1/t810"),
        ] {
            let plain = read(plain, None).unwrap().puzzle;
            assert_eq!(write(&plain, PuzzleFormat::PuzzLink).unwrap(), address);
            let parsed = read(address, None).unwrap();
            assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        }
        // the flag `b` changes only the picture, and a number `?` restricts nothing
        let flagged = read("yajilin/b/2/2/4.c", None).unwrap().puzzle;
        assert_eq!(flagged, read("yajilin 2 2\nx.\n..\n", None).unwrap().puzzle);
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("geradeweg/2/2/1g", 1, 17, "after 2 of 4 cells"),
            ("balance/2/2/.i", 1, 13, "'?' in place of a circle"),
            ("yajilin/2/2/e", 1, 13, "beyond the last"),
            ("yajilin/2/2/4", 1, 13, "'4' does not begin a clue"),
            ("yajilin/2/2/4g", 1, 13, "'4' does not begin a clue"),
            ("yajilin/2/2/4.b", 1, 16, "after 3 of 4 cells"),
            ("yajilin/2/2/01c", 1, 13, "the number 1 has no arrow"),
            ("yajilin/2/2/-5001", 1, 13, "'-' does not begin a clue"),
            ("yajilin/2/2/A", 1, 13, "'A' does not begin a clue"),
        ]);
    }
}
