//! Loops through cells: diagrams of tiny puzzles of every kind, whose rules are counts of lines and clauses.

use encycle_encodings::grid::{Grid, Regions};
use encycle_encodings::kinds::codec::{ClueGrid, ClueSymbol};
use encycle_encodings::kinds::written::{WrittenClues, WrittenKind, WrittenPuzzle};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::brute_force::{Seen, compare};
use crate::graphs::below;

/// Compares diagrams of random puzzles of a kind file with brute force: one of `one_in` cells has one of these symbols. There are
/// puzzles without a solution, with one and with several.
fn compare_file(name: &str, one_in: usize, symbols: &[&str]) {
    let path = format!("../core/kinds/{name}.kind");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let kind = WrittenKind::parse(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let symbols: Vec<ClueSymbol> =
        symbols.iter().map(|text| kind.codec.alphabet.parse(text).expect("a symbol")).collect();
    let make = |random: &mut Pcg64Mcg, grid: Grid| {
        let rooms = if kind.codec.has_rooms { rooms(random, grid).names() } else { Vec::new() };
        let mut symbol =
            || (below(random, one_in) == 0).then(|| symbols[below(random, symbols.len())]);
        let symbols = grid.cells().map(|_| symbol()).collect();
        let clues = ClueGrid { rooms, ..ClueGrid::new(grid, symbols) };
        WrittenPuzzle::new(kind, WrittenClues::of_cells(clues)).ok()
    };
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut seen = Seen::default();
    for round in 0..80 {
        let (rows, cols) = [(2, 3), (3, 3), (2, 5), (4, 2), (3, 4)][round % 5];
        if let Some(puzzle) = make(&mut random, Grid::new(rows, cols).expect("a size")) {
            seen.add(compare(puzzle.as_encodable(), &mut random));
        }
    }
    seen.check();
}

/// Returns two or three rooms, or a few more if one is not connected.
fn rooms(random: &mut Pcg64Mcg, grid: Grid) -> Regions {
    let number = 2 + below(random, 2);
    let seeds: Vec<usize> = (0..number).map(|_| below(random, grid.cell_count())).collect();
    // each cell belongs to the nearest seed
    let distance = |cell: usize, seed: usize| {
        let [a, b] = [cell, seed].map(|index| (index / grid.cols(), index % grid.cols()));
        a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
    };
    let nearest = |cell| seeds.iter().enumerate().min_by_key(|(_, seed)| distance(cell, **seed));
    let names = (0..grid.cell_count()).map(|cell| nearest(cell).expect("two seeds").0);
    Regions::new(grid, &names.collect::<Vec<_>>())
}

#[test]
fn simple_loop() {
    compare_file("simple-loop", 15, &["x"]);
}

#[test]
fn masyu() {
    compare_file("masyu", 5, &["w", "b"]);
}

#[test]
fn yajilin() {
    compare_file("yajilin", 5, &["0n", "0s", "0w", "0e", "1n", "1s", "1w", "1e", "x"]);
}

#[test]
fn linesweeper() {
    compare_file("linesweeper", 5, &["2", "3", "5"]);
}

#[test]
fn geradeweg() {
    compare_file("geradeweg", 5, &["1", "2", "3", "?"]);
}

#[test]
fn shingoki() {
    compare_file("shingoki", 5, &["w2", "b2", "w3", "b3", "w4", "b4", "w", "b"]);
}

#[test]
fn balance_loop() {
    compare_file("balance-loop", 5, &["w2", "b2", "w3", "b3", "w4", "b4", "w", "b"]);
}

#[test]
fn country_road() {
    compare_file("country-road", 9, &["1", "2", "3", "4"]);
}

#[test]
fn moon_or_sun() {
    compare_file("moon-or-sun", 2, &["s", "m"]);
}
