//! Puzzles of the kind files of Encycle, which are in the folder `core/kinds`.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::{ClueGrid, ClueSymbol};
use encycle_encodings::kinds::written::{WrittenClues, WrittenKind, WrittenPuzzle};

/// Returns the kind with this name.
pub fn kind(name: &str) -> WrittenKind {
    let path = format!("../core/kinds/{name}.kind");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    WrittenKind::parse(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Splits rows into cells: words if a row has blanks, else characters.
fn cells(rows: &[&str]) -> Vec<Vec<String>> {
    let words = |row: &&str| match row.contains(' ') {
        true => row.split_whitespace().map(str::to_owned).collect(),
        false => row.chars().map(String::from).collect(),
    };
    rows.iter().map(words).collect()
}

/// Returns the puzzle of a kind with these clues.
pub fn of_symbols(
    kind: WrittenKind,
    grid: Grid,
    symbols: Vec<Option<ClueSymbol>>,
) -> WrittenPuzzle {
    let clues = WrittenClues::of_cells(ClueGrid::new(grid, symbols));
    WrittenPuzzle::new(kind, clues).expect("a puzzle")
}

/// Returns the puzzle of a kind with these rows of clues, and these rows of names of rooms, if the kind has rooms.
pub fn puzzle(name: &str, rows: &[&str], rooms: &[&str]) -> WrittenPuzzle {
    let (kind, rows) = (kind(name), cells(rows));
    let grid = Grid::new(rows.len(), rows[0].len()).expect("a grid");
    let symbol = |text: &String| match text.as_str() {
        "." => None,
        text => Some(kind.codec.alphabet.parse(text).unwrap_or_else(|| panic!("`{text}`"))),
    };
    let symbols = rows.iter().flatten().map(symbol).collect();
    let rooms = cells(rooms).concat();
    let clues = ClueGrid { rooms, ..ClueGrid::new(grid, symbols) };
    WrittenPuzzle::new(kind, WrittenClues::of_cells(clues)).expect("a puzzle")
}
