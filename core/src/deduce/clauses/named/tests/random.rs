//! Random small puzzles with a solution, and all their solutions.

use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::codec::{ClueGrid, ClueSymbol};
use encycle_encodings::kinds::nurikabe::{IslandClue, Nurikabe};
use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::Solution;
use encycle_encodings::rules::one_loop::EdgeSet;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::generate::{LoopSize, random_inside};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::solve::{BatSatSession, Enumerator, NextSolution, SearchOptions};

/// Returns all solutions, or an empty list if there are more than 100.
pub fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
    let name = puzzle.complete_encoding(puzzle.builtin_encoding());
    let encoding = puzzle.encoding(&name).expect("an encoding");
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let mut all = Enumerator::new(&encoding, &mut session, SearchOptions::default());
    let mut solutions = Vec::new();
    while let NextSolution::Solution(solution) =
        all.next_solution(&mut ()).expect("the solver works")
    {
        solutions.push(solution);
        if solutions.len() > 100 {
            return Vec::new();
        }
    }
    solutions
}

/// Returns a puzzle of a kind; it may have no solution.
pub fn puzzle(kind: PuzzleKind, random: &mut Pcg64Mcg) -> Puzzle {
    match kind.name() {
        "hitori" => hitori(kind, random),
        "nurikabe" => nurikabe(random),
        "masyu" => masyu(kind, random),
        "heyawake" => heyawake(kind, random),
        _ => panic!("{kind} has no named techniques"),
    }
}

fn below(random: &mut Pcg64Mcg, bound: usize) -> usize {
    random.next_u32() as usize % bound
}

fn grid(random: &mut Pcg64Mcg, sizes: &[(usize, usize)]) -> Grid {
    let (rows, cols) = sizes[below(random, sizes.len())];
    Grid::new(rows, cols).expect("a grid")
}

/// Returns a puzzle that starts with different numbers in each row and column; then random cells repeat a number of
/// their row or column.
fn hitori(kind: PuzzleKind, random: &mut Pcg64Mcg) -> Puzzle {
    let grid = grid(random, &[(2, 2), (1, 6), (3, 4), (4, 4), (4, 5), (2, 6)]);
    let side = grid.rows().max(grid.cols());
    let step = below(random, side);
    let number = |cell: Cell| ((cell.row + cell.col + step) % side) as u32 + 1;
    let mut numbers: Vec<u32> = grid.cells().map(number).collect();
    let repeats = 20 + below(random, 60);
    for cell in grid.cells() {
        if below(random, 100) < repeats {
            let other = match below(random, 2) {
                0 => Cell { row: cell.row, col: below(random, grid.cols()) },
                _ => Cell { row: below(random, grid.rows()), col: cell.col },
            };
            numbers[grid.cell_index(cell)] = numbers[grid.cell_index(other)];
        }
    }
    if grid.cols() == 6 && below(random, 4) == 0 {
        numbers[..6].copy_from_slice(&[1, 2, 2, 1, 3, 1]);
    }
    if grid.rows() > 1 && grid.cols() > 3 && below(random, 4) == 0 {
        numbers[1..3].fill(1);
        numbers[grid.cols() + 1..grid.cols() + 3].fill(2);
    }
    let clues = ClueGrid::of_numbers(grid, numbers.into_iter().map(Some));
    kind.puzzle_of_clues(&clues).expect("numbers")
}

/// Returns a puzzle with the clues of random islands. The cells outside them may be separated or contain squares, so
/// the puzzle may have no solution.
fn nurikabe(random: &mut Pcg64Mcg) -> Puzzle {
    let grid = grid(random, &[(1, 5), (3, 3), (3, 4), (4, 4), (4, 5)]);
    let mut islands: Vec<usize> = vec![usize::MAX; grid.cell_count()];
    let mut clues = vec![None; grid.cell_count()];
    for number in 0..1 + below(random, grid.cell_count() / 3) {
        let start = below(random, grid.cell_count());
        let is_free = |islands: &[usize], cell: usize| {
            let mut beside = grid.neighbours(grid.cell_at(cell));
            islands[cell] == usize::MAX
                && beside
                    .all(|beside| [usize::MAX, number].contains(&islands[grid.cell_index(beside)]))
        };
        if !is_free(&islands, start) {
            continue;
        }
        islands[start] = number;
        let mut cells = vec![start];
        for _ in 0..below(random, 5) {
            let from = grid.cell_at(cells[below(random, cells.len())]);
            let beside: Vec<Cell> = grid.neighbours(from).collect();
            let next = grid.cell_index(beside[below(random, beside.len())]);
            if is_free(&islands, next) {
                islands[next] = number;
                cells.push(next);
            }
        }
        clues[start] = Some(match below(random, 6) {
            0 => IslandClue::Any,
            _ => IslandClue::Cells(cells.len() as u32),
        });
    }
    Nurikabe::new(grid, clues).expect("clues").into()
}

/// Returns a puzzle whose circles agree with a random loop.
fn masyu(kind: PuzzleKind, random: &mut Pcg64Mcg) -> Puzzle {
    let grid = grid(random, &[(4, 4), (4, 6), (5, 5), (5, 6)]);
    let empty = kind.puzzle_of_clues(&ClueGrid::empty(grid)).expect("no circles");
    // the links between cells are the edges of a grid whose vertices are the cells
    let faces = Grid::new(grid.rows() - 1, grid.cols() - 1).expect("a grid");
    let inside = random_inside(faces, LoopSize::Inside(0.5), 0.5, random);
    let solution: &Solution = &EdgeSet::around(faces, &inside).into();
    let density = 70 + below(random, 30);
    let circle = |cell| {
        let is_kept = below(random, 100) < density;
        let circles = [0, 1].map(|letter| ClueSymbol::Letter(letter, None)).into_iter();
        circles.filter(|_| is_kept).find(|&circle| empty.permitted(solution)(cell, circle))
    };
    let circles = grid.cells().map(circle).collect();
    kind.puzzle_of_clues(&ClueGrid::new(grid, circles)).expect("circles")
}

/// Returns a puzzle with one of four divisions into rooms and with random numbers.
fn heyawake(kind: PuzzleKind, random: &mut Pcg64Mcg) -> Puzzle {
    const ROOMS: [&str; 4] =
        ["aaabaaabaaabcccc", "aabbaabbccddccdd", "abbcabbcddddeeff", "aabcaabcddbcdddd"];
    let rooms = ROOMS[below(random, ROOMS.len())];
    let mut seen = Vec::new();
    let numbers: Vec<Option<u32>> = rooms
        .chars()
        .map(|room| match seen.contains(&room) {
            true => None,
            false => {
                seen.push(room);
                [None, Some(0), Some(1), Some(2), Some(2), Some(3), Some(5)][below(random, 7)]
            }
        })
        .collect();
    let grid = Grid::new(4, 4).expect("a grid");
    let rooms = rooms.chars().map(String::from).collect();
    let clues = ClueGrid { rooms, ..ClueGrid::of_numbers(grid, numbers) };
    kind.puzzle_of_clues(&clues).expect("one number in each room")
}
