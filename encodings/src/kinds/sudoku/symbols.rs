//! The symbols of values: digits and letters from 1, from 0, or letters only.
//!
//! A grid of side n may write its values in three ways: 1, ..., 9, a (10) and so on; from 0, as hexadecimal digits do (0 to F,
//! or 0 to 8); or as letters from A. The rules only compare values, so it does not matter for the solutions which value a
//! symbol stands for. It matters whether `0` is a value or an empty cell, and a text that shows neither is refused.

use crate::text::{EmptyCells, Fault, Span};

/// Further symbols of an empty cell. The last two are not symbols of values up to a side of [`LEAST_WITH_X`].
const OTHERS: [&str; 6] = ["*", "?", "", " ", "x", "X"];

/// The number of symbols among [`OTHERS`] that are never values.
const NEVER_VALUES: usize = 4;

/// The least side at which `x` may be a value: the 24th letter.
const LEAST_WITH_X: u32 = 24;

/// Parses the cells of a Sudoku with this side; 0 stands for an empty cell. `note` gets a remark if the symbols are not those
/// of the plain format.
///
/// # Errors
/// A cell is not a value, or the symbols of empty cells are ambiguous.
pub fn sudoku_values(
    side: u32,
    cells: &[Span<'_>],
    mut note: impl FnMut(String),
) -> Result<Vec<u32>, Fault> {
    static ALL: [&str; 6] = OTHERS;
    let others: &'static [&'static str] =
        if side < LEAST_WITH_X { &ALL } else { &ALL[..NEVER_VALUES] };
    // a `0` beside another symbol of an empty cell may be the lowest value, so it is examined apart
    let empty = EmptyCells::new(true).or(others);
    let mut values: Vec<Option<Span<'_>>> = Vec::with_capacity(cells.len());
    let (mut zero, mut empties) = (None, Vec::new());
    for &cell in cells {
        if cell.text == "0" {
            zero = zero.or(Some(cell));
            values.push(None);
        } else if empty.is_symbol(cell.text) {
            empties.push(cell);
            values.push(None);
        } else {
            values.push(Some(cell));
        }
    }
    let other = usual(&empties)?;
    let shown: Vec<Span<'_>> = values.iter().flatten().copied().collect();
    if is_letters(side, &shown) {
        if let (Some(zero), Some(other)) = (zero, other) {
            return Err(two_readings(zero, other, "beside letters, '0' is an empty cell, too"));
        }
        note(format!("A to {} read as the values 1 to {side}", letter(side)));
        let value = |cell: Option<Span<'_>>| cell.map_or(0, |cell| alphabet(cell).unwrap_or(0));
        return Ok(values.into_iter().map(value).collect());
    }
    let parsed: Result<Vec<u32>, Fault> =
        values.iter().map(|cell| cell.map_or(Ok(0), |cell| cell.value(side))).collect();
    let mut parsed = parsed?;
    if let (Some(zero), Some(other)) = (zero, other) {
        let largest = parsed.iter().max().copied().unwrap_or(0);
        let last = symbol(side - 1, side);
        if largest + 1 != side {
            let why = match largest == side {
                true => format!("then the value {} is too large", symbol(side, side)),
                false => format!("but the largest of these values does not occur: {last}"),
            };
            return Err(two_readings(zero, other, &why));
        }
        note(format!("0 to {last} read as the values 1 to {side}"));
        for (value, cell) in parsed.iter_mut().zip(cells) {
            *value = if cell.text == "0" || *value > 0 { *value + 1 } else { 0 };
        }
    }
    Ok(parsed)
}

/// Returns the first of the cells with a symbol of an empty cell, which all have the same.
///
/// # Errors
/// They have not; the error is at the first cell with the rarest symbol, which may be a typing error.
fn usual<'a>(empties: &[Span<'a>]) -> Result<Option<Span<'a>>, Fault> {
    let Some(&first) = empties.first() else { return Ok(None) };
    let count = |one: &Span<'_>| empties.iter().filter(|cell| cell.text == one.text).count();
    match empties.iter().find(|cell| cell.text != first.text) {
        None => Ok(Some(first)),
        Some(other) if count(other) > count(&first) => Err(EmptyCells::two_symbols(*other, first)),
        Some(other) => Err(EmptyCells::two_symbols(first, *other)),
    }
}

/// The error for a `0` that is either an empty cell or the lowest value.
fn two_readings(zero: Span<'_>, other: Span<'_>, why: &str) -> Fault {
    zero.fault(format!(
        "two readings of '0': an empty cell as {} is, or the lowest value, {why}\n\
         help: write empty cells as '.' and the values from 1",
        other.shown()
    ))
}

/// Returns whether the values can only be letters from A.
fn is_letters(side: u32, values: &[Span<'_>]) -> bool {
    let indices: Option<Vec<u32>> = values.iter().copied().map(alphabet).collect();
    let largest = indices.and_then(|indices| indices.into_iter().max());
    // A is 10 in the plain format
    largest.is_some_and(|largest| largest <= side && largest + 9 > side)
}

/// Returns the number of a letter: 1 for `A`.
fn alphabet(cell: Span<'_>) -> Option<u32> {
    match cell.text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => {
            Some(u32::from(letter.to_ascii_uppercase() - b'A') + 1)
        }
        _ => None,
    }
}

/// Returns the letter with this number.
fn letter(number: u32) -> char {
    char::from_digit(number.min(26) + 9, 36).unwrap_or('Z').to_ascii_uppercase()
}

/// Returns the symbol of a value in a grid of this side, letters in upper case.
fn symbol(value: u32, side: u32) -> String {
    match char::from_digit(value, 36) {
        Some(symbol) if side <= 36 => symbol.to_ascii_uppercase().to_string(),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    fn read(side: u32, text: &str) -> Result<(Vec<u32>, Vec<String>), String> {
        let cells: Vec<Span<'_>> = Text(text).lines().flat_map(Span::chars).collect();
        let mut notes = Vec::new();
        let values = sudoku_values(side, &cells, |note| notes.push(note));
        values.map(|values| (values, notes)).map_err(|fault| fault.message)
    }

    #[test]
    fn a_zero_beside_dots_was_read_as_an_empty_cell() {
        let (values, notes) = read(4, "0.23").unwrap();
        assert_eq!((values, notes.len()), (vec![1, 0, 3, 4], 1));
        assert!(read(4, "0.24").unwrap_err().contains("the value 4 is too large"));
        assert!(read(4, "0.1.").unwrap_err().contains("does not occur: 3"));
        assert_eq!(read(4, "0034"), Ok((vec![0, 0, 3, 4], Vec::new())));
    }

    #[test]
    fn letters_from_a_are_values_from_1() {
        assert_eq!(read(16, "AP-").unwrap().0, [1, 16, 0]);
        assert_eq!(read(16, "1gG.").unwrap().0, [1, 16, 16, 0]);
        assert!(read(9, "1x9X").unwrap_err().contains("'x' and 'X'"));
        assert!(read(16, "AP0.").is_err());
        assert!(read(16, "AQ.").is_err());
    }
}
