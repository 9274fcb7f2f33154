//! Slitherlink: every encoding by every method has exactly the solutions of brute force, and the predicted sizes.

#[path = "../../../encodings/tests/it/common/mod.rs"]
mod common;
mod constraints;
mod patterns;
mod random;
mod sizes;

use std::collections::BTreeSet;

use common::{Counter, irredundant_methods, rows};
use encycle::encodings::encoding::Encoding;
use encycle::encodings::grid::{Cell, Edge, Grid};
use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding, encoding_names};
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::Solution;
use encycle::encodings::rules::one_loop::EdgeSet;
use encycle::solve::{BatSatSession, Finder, NextSolution, SearchOptions};

type Solutions = BTreeSet<Vec<Edge>>;

/// All sets of disjoint loops of a grid, each with whether it is one loop. Independent of all encodings.
struct AllLoops {
    grid: Grid,
    sets: Vec<(EdgeSet, bool)>,
}

impl AllLoops {
    fn new(rows: usize, cols: usize) -> Self {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let cells = grid.cell_count();
        let sets = (1..1_u32 << cells).filter_map(|bits| {
            let inside: Vec<bool> = (0..cells).map(|i| bits >> i & 1 == 1).collect();
            let lines = EdgeSet::around(grid, &inside);
            let two = |vertex| matches!(lines.count(&grid.vertex_edges(vertex)), 0 | 2);
            grid.vertices().all(two).then(|| {
                let one = lines.loops().len() == 1;
                (lines, one)
            })
        });
        Self { grid, sets: sets.collect() }
    }

    /// The sets that satisfy all clues, with one loop or any number of loops.
    fn solutions(&self, puzzle: &Slitherlink, one_loop: bool) -> Solutions {
        self.sets
            .iter()
            .filter(|(lines, one)| {
                let right = |(cell, clue): (Cell, u8)| {
                    lines.count(&self.grid.cell_edges(cell)) == usize::from(clue)
                };
                (*one || !one_loop) && puzzle.clues().all(right)
            })
            .map(|(lines, _)| lines.edges().collect())
            .collect()
    }

    fn puzzle(&self, clues: Vec<Option<u8>>) -> Slitherlink {
        Slitherlink::new(self.grid, clues).expect("clues 0 to 3")
    }

    /// Every pattern of empty cells and clues 0 to 3.
    fn patterns(&self) -> impl Iterator<Item = Slitherlink> {
        let cells = self.grid.cell_count() as u32;
        (0..5_usize.pow(cells)).map(move |mut number| {
            let clue = |_| {
                let digit = number % 5;
                number /= 5;
                digit.checked_sub(1).map(|clue| clue as u8)
            };
            self.puzzle((0..cells).map(clue).collect())
        })
    }
}

/// The edges of a solution.
fn solution_edges(solution: &Solution) -> Vec<Edge> {
    solution.true_atoms().map(|atom| Edge(atom as u32)).collect()
}

/// The names of all encodings.
fn names() -> Vec<String> {
    encoding_names(&Slitherlink::from_rows(&["."]).expect("a puzzle"))
}

/// All solutions that `Finder` finds with BatSat. An exact encoding must need no cut.
fn found(encoding: &Encoding<'_>, choices: LoweringOptions) -> Solutions {
    let mut session = BatSatSession::new(choices, None);
    let mut finder = Finder::new(encoding, &mut session, SearchOptions::default());
    let mut found = Solutions::new();
    while let NextSolution::Solution(lines) = finder.next(&mut ()).expect("no failure") {
        assert!(found.insert(solution_edges(&lines)), "found twice");
    }
    let cuts: usize = finder.rounds().iter().map(|round| round.cuts).sum();
    assert!(cuts == 0 || !encoding.is_exact(), "{} was cut", encoding.name());
    found
}

/// Asserts that every encoding has exactly the solutions of brute force, lowered by each of these choices.
fn assert_sat_finds_all(puzzle: &Slitherlink, loops: &AllLoops, all: &[LoweringOptions]) {
    let expected = loops.solutions(puzzle, true);
    for name in names() {
        let encoding = encoding(&name, puzzle).expect("a known name");
        for &choices in all {
            assert_eq!(found(&encoding, choices), expected, "{name} {choices:?} on {puzzle:?}");
        }
    }
}

/// Asserts that the points of the rows are exactly the solutions; without a part for "one loop" they include sets of
/// several loops.
fn assert_rows_are_exact(
    puzzle: &Slitherlink,
    loops: &AllLoops,
    name: &str,
    choices: LoweringOptions,
) {
    let encoding = encoding(name, puzzle).expect("a known name");
    let program = rows(choices, |sink| encoding.encode(sink));
    let shown = encoding.projection_size();
    let points = Counter::of_program(&program).points(shown);
    let found: Solutions =
        points.keys().map(|point| solution_edges(&encoding.solution(point))).collect();
    let expected = loops.solutions(puzzle, encoding.is_exact());
    assert_eq!(found, expected, "{name} {choices:?} on {puzzle:?}");
}

/// Whether backtracking over the rows of an encoding ends soon. `leaf` has many models for a solution, and the others have
/// hundreds of variables on grids of more than six cells.
fn has_few_rows(name: &str, cells: usize) -> bool {
    let has = |parts: &[&str]| name.split('+').any(|one| parts.contains(&one));
    let is_large = has(&["reach", "reach-all", "binary", "remainder", "leaf-hybrid"])
        || has(&["elimination", "elimination-natural"]);
    (cells <= 3 || !has(&["leaf"])) && (cells <= 6 || !is_large)
}

const SMALL: [(usize, usize); 6] = [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3)];

fn methods() -> Vec<LoweringOptions> {
    irredundant_methods().map(LoweringOptions::from).collect()
}
