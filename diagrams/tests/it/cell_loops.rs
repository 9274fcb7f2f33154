//! Loops through cells: diagrams of tiny puzzles of every kind, whose rules are counts of lines and clauses.

use encycle_encodings::grid::{Grid, Regions};
use encycle_encodings::kinds::balance_loop::BalanceLoop;
use encycle_encodings::kinds::circles::{Circle, NumberedCircle};
use encycle_encodings::kinds::clues::{CellClue, CellClues};
use encycle_encodings::kinds::codec::{ClueGrid, ClueSymbol};
use encycle_encodings::kinds::geradeweg::{Geradeweg, LineLength};
use encycle_encodings::kinds::moon_or_sun::{Mark, MoonOrSun};
use encycle_encodings::kinds::shingoki::Shingoki;
use encycle_encodings::kinds::written::{WrittenClues, WrittenKind, WrittenPuzzle};
use encycle_encodings::puzzle::Instance;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::brute_force::{Seen, compare};
use crate::graphs::below;

/// Compares diagrams of random puzzles with brute force; `make` returns `None` for clues that are no puzzle. There are puzzles
/// without a solution, with one and with several.
fn compare_random(make: impl Fn(&mut Pcg64Mcg, Grid) -> Option<Box<dyn Instance>>) {
    compare_all(make, |puzzle| &**puzzle);
}

fn compare_all<P>(
    make: impl Fn(&mut Pcg64Mcg, Grid) -> Option<P>,
    instance: impl Fn(&P) -> &dyn Instance,
) {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut seen = Seen::default();
    for round in 0..80 {
        let (rows, cols) = [(2, 3), (3, 3), (2, 5), (4, 2), (3, 4)][round % 5];
        if let Some(puzzle) = make(&mut random, Grid::new(rows, cols).expect("a size")) {
            seen.add(compare(instance(&puzzle), &mut random));
        }
    }
    seen.check();
}

/// Compares diagrams of random puzzles of a kind file with brute force: each of `one_in` cells has one of these symbols.
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
    compare_all(make, |puzzle| puzzle.as_encodable());
}

/// Returns clues from a list in some cells.
fn clues<C: CellClue>(random: &mut Pcg64Mcg, grid: Grid, values: &[C]) -> CellClues<C> {
    let mut clue = || (below(random, 5) == 0).then(|| values[below(random, values.len())]);
    CellClues::new(grid, grid.cells().map(|_| clue()).collect()).expect("one entry per cell")
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

fn circles(numbers: &[Option<u32>]) -> Vec<NumberedCircle> {
    let circle =
        |number| [Circle::White, Circle::Black].map(|circle| NumberedCircle { circle, number });
    numbers.iter().copied().flat_map(circle).collect()
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
    let lengths = [Some(1), Some(2), Some(3), None].map(LineLength);
    compare_random(|random, grid| {
        Some(Box::new(Geradeweg::new(clues(random, grid, &lengths)).ok()?))
    });
}

#[test]
fn shingoki() {
    let circles = circles(&[Some(2), Some(3), Some(4), None]);
    compare_random(|random, grid| {
        Some(Box::new(Shingoki::new(clues(random, grid, &circles)).ok()?))
    });
}

#[test]
fn balance_loop() {
    let circles = circles(&[Some(2), Some(3), Some(4), None]);
    compare_random(|random, grid| {
        Some(Box::new(BalanceLoop::new(clues(random, grid, &circles)).ok()?))
    });
}

#[test]
fn country_road() {
    compare_file("country-road", 9, &["1", "2", "3", "4"]);
}

#[test]
fn moon_or_sun() {
    compare_random(|random, grid| {
        let rooms = rooms(random, grid);
        let mut mark = || [Some(Mark::Sun), Some(Mark::Moon), None][below(random, 3)];
        let marks = CellClues::new(grid, grid.cells().map(|_| mark()).collect()).ok()?;
        Some(Box::new(MoonOrSun::new(marks, rooms).ok()?))
    });
}
