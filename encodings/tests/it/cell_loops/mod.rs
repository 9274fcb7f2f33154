//! Loops through cells: every kind against brute force.

mod balance_loop;
mod country_road;
mod geradeweg;
mod linesweeper;
mod masyu;
mod moon_or_sun;
mod shingoki;
mod simple_loop;
mod yajilin;

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::ClueSymbol;
use encycle_encodings::kinds::written::WrittenPuzzle;
use encycle_encodings::puzzle::{Instance, Solution};
use proptest::prelude::*;

use crate::common::written;

/// The links of two loops around four cells each, on 2 x 4 cells.
const TWO_SQUARES: [&str; 8] = [
    "right_1_1",
    "right_2_1",
    "down_1_1",
    "down_1_2",
    "right_1_3",
    "right_2_3",
    "down_1_3",
    "down_1_4",
];

/// The links of the loop around 3 x 4 cells.
const AROUND: [&str; 10] = [
    "right_1_1",
    "right_1_2",
    "right_1_3",
    "right_3_1",
    "right_3_2",
    "right_3_3",
    "down_1_1",
    "down_2_1",
    "down_1_4",
    "down_2_4",
];

/// Returns the rule that the lines with these names break.
fn broken_rule(puzzle: &dyn Instance, lines: &[&str]) -> Option<&'static str> {
    puzzle.check(&Solution::new(atoms_with(puzzle, lines))).err().map(|broken| broken.rule)
}

/// Returns all puzzles of a kind with at most two of these clues on small grids.
fn tiny_puzzles(kind: &str, symbols: &[&str]) -> Vec<WrittenPuzzle> {
    let kind = written::kind(kind);
    let symbols: Vec<ClueSymbol> =
        symbols.iter().map(|text| kind.codec.alphabet.parse(text).expect("a symbol")).collect();
    let mut all = Vec::new();
    for (rows, cols) in [(1, 1), (1, 3), (2, 2), (2, 3), (3, 2)] {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let cells = grid.cell_count();
        let mut add = |placed: &[(usize, ClueSymbol)]| {
            let mut clues = vec![None; cells];
            placed.iter().for_each(|&(cell, clue)| clues[cell] = Some(clue));
            all.push(written::of_symbols(kind, grid, clues));
        };
        add(&[]);
        for first in 0..cells {
            for &one in &symbols {
                add(&[(first, one)]);
                for second in first + 1..cells {
                    symbols.iter().for_each(|&other| add(&[(first, one), (second, other)]));
                }
            }
        }
    }
    all
}

/// A puzzle of a kind with some of these clues on 3 x 4 or 4 x 3 cells.
fn random_puzzles(
    kind: &'static str,
    symbols: &'static [&str],
) -> impl Strategy<Value = WrittenPuzzle> {
    let clue = prop::option::weighted(0.2, prop::sample::select(symbols));
    (prop::collection::vec(clue, 12), any::<bool>()).prop_map(move |(clues, upright)| {
        let (rows, cols) = if upright { (4, 3) } else { (3, 4) };
        let kind = written::kind(kind);
        let symbol = |text: Option<&str>| text.and_then(|text| kind.codec.alphabet.parse(text));
        let grid = Grid::new(rows, cols).expect("a small grid");
        written::of_symbols(kind, grid, clues.into_iter().map(symbol).collect())
    })
}

/// Returns the values of the atoms of a puzzle, of which those with these names are true.
fn atoms_with(puzzle: &dyn Instance, names: &[&str]) -> Vec<bool> {
    (0..puzzle.atom_count()).map(|atom| names.contains(&&*puzzle.atom_name(atom))).collect()
}
