//! The body of the address of a puzzle with numbered rooms.
//!
//! It begins with the borders between the rooms, as bits: first the borders between the columns, then the borders
//! between the rows. Five bits are one character in base 32. The numbers of the rooms follow, in the order of their
//! first cells.

use encycle_encodings::grid::{Cell, Grid, Regions};
use encycle_encodings::kinds::rooms::NumberedRooms;
use encycle_encodings::text::{Fault, Span};

use crate::formats::puzzlink::address;
use crate::formats::puzzlink::numbers::{read_numbers, write_numbers};

/// Returns the pairs of adjacent cells, by index, whose borders are in the address: first the pairs in a row, then the
/// pairs in a column.
fn pairs(grid: Grid) -> [Vec<[usize; 2]>; 2] {
    let pair = |Cell { row, col }: Cell, down: usize, right: usize| {
        let next = Cell { row: row + down, col: col + right };
        let is_inside = next.row < grid.rows() && next.col < grid.cols();
        is_inside.then(|| [Cell { row, col }, next].map(|cell| grid.cell_index(cell)))
    };
    [(0, 1), (1, 0)]
        .map(|(down, right)| grid.cells().filter_map(|cell| pair(cell, down, right)).collect())
}

/// Reads the borders at the beginning of a body. Returns the rooms, and the rest of the body.
pub(super) fn read_borders(grid: Grid, body: Span<'_>) -> Result<(Regions, Span<'_>), Fault> {
    let mut symbols = body.chars();
    let mut borders: Vec<[usize; 2]> = Vec::new();
    for pairs in pairs(grid) {
        for five in pairs.chunks(5) {
            let symbol = symbols.next().ok_or_else(|| {
                body.fault_after(
                    "the address ends within the borders\nhelp: check whether it is truncated",
                )
            })?;
            let number =
                symbol.text.chars().next().and_then(|c| c.to_digit(32)).ok_or_else(|| {
                    symbol.fault(format!(
                        "{} is not part of the borders\nhelp: use 0-9 and a-v",
                        symbol.shown()
                    ))
                })?;
            let has_border = |place: &usize| number >> (4 - place) & 1 == 1;
            borders.extend((0..five.len()).filter(has_border).map(|place| five[place]));
        }
    }
    borders.sort_unstable();
    let is_border = |a: usize, b: usize| borders.binary_search(&[a.min(b), a.max(b)]).is_ok();
    let rooms = Regions::divided(grid, is_border);
    let read = body.text.len() - symbols.map(|symbol| symbol.text.len()).sum::<usize>();
    Ok((rooms, body.from(read)))
}

/// Reads the body of an address.
pub(super) fn read_body(grid: Grid, body: Span<'_>) -> Result<NumberedRooms, Fault> {
    let (rooms, rest) = read_borders(grid, body)?;
    let unknown = "'?' in place of a number\nhelp: leave the room without a number";
    let of_rooms = read_numbers(rest, (rooms.count(), "rooms"), unknown)?;
    let mut numbers = vec![None; grid.cell_count()];
    let firsts = rooms.cells().into_iter().map(|cells| grid.cell_index(cells[0]));
    let mut offsets = vec![body.offset; grid.cell_count()];
    for (cell, number) in firsts.zip(of_rooms) {
        if let Some((number, symbol)) = number {
            numbers[cell] = Some(number);
            offsets[cell] = symbol.offset;
        }
    }
    NumberedRooms::new(rooms, &numbers).map_err(|error| Fault {
        offset: error.cell().map_or(body.offset, |cell| offsets[grid.cell_index(cell)]),
        message: error.to_string(),
    })
}

/// Writes the borders of rooms.
pub(super) fn write_borders(rooms: &Regions) -> String {
    let (grid, rooms) = (rooms.grid(), rooms.numbers());
    let symbol = |five: &[[usize; 2]]| {
        let bit =
            |(place, &[a, b]): (usize, &[usize; 2])| u32::from(rooms[a] != rooms[b]) << (4 - place);
        let number: u32 = five.iter().enumerate().map(bit).sum();
        char::from_digit(number, 32).unwrap_or('0')
    };
    pairs(grid).iter().flat_map(|pairs| pairs.chunks(5).map(symbol)).collect()
}

/// Writes the address of a puzzle whose kind has this name in addresses. Returns `None` if a number is above 12287.
pub(super) fn write(name: &str, clues: &NumberedRooms) -> Option<String> {
    let borders = write_borders(clues.rooms());
    let numbers = write_numbers(clues.numbers().iter().copied())?;
    Some(address(name, clues.grid(), &(borders + &numbers)))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("heyawake 2 3\n2.0\n...\naab\nccb\n", None).unwrap().puzzle;
        // between columns 01 01 in five bits: 01010; between rows 110: 11000; then 2, 0, and a room without a number
        let text = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?heyawake/3/2/ao20g");
        let parsed = read(&text, None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        let road = read("country-road 2 3\n2.0\n...\naab\nccb\n", None).unwrap().puzzle;
        let text = write(&road, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?country/3/2/ao20g");
        assert_eq!(read(&text, None).unwrap().puzzle, road);
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("heyawake/3/2/a", 1, 15, "ends within the borders"),
            ("heyawake/3/2/wo20g", 1, 14, "'w' is not part of the borders"),
            ("heyawake/3/2/ao20", 1, 18, "after 2 of 3 rooms"),
            ("heyawake/3/2/ao20g1", 1, 19, "beyond the last of the 3 rooms"),
            ("heyawake/3/2/ao.0g", 1, 16, "'?' in place of a number"),
        ]);
    }
}
