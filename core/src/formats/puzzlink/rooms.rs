//! The borders between rooms, with which the body of an address begins, as bits: first the borders between the columns,
//! then the borders between the rows. Five bits are one character in base 32.

use encycle_encodings::grid::{Cell, Grid, Regions};
use encycle_encodings::text::{Fault, Span};

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
                    symbol.wrong("is not part of the borders\nhelp: use 0-9 and a-v")
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
