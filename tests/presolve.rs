//! The presolver against all solutions: what it fixes holds in each of them.

use encycle_encodings::connectivity::Lines;
use encycle_encodings::grid::Grid;
use encycle_encodings::presolve::{Fact, Presolved, Verdict, presolve};
use encycle_encodings::puzzle::{Puzzle as _, Solution};
use encycle_encodings::puzzles::slitherlink::Slitherlink;

/// Random numbers from a kept seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A loop: its edges, the number of its edges around each cell, and its inside.
struct Loop {
    edges: Vec<bool>,
    counts: Vec<u8>,
    inside: Vec<bool>,
}

/// All loops of a grid: the borders of sets of cells that are one loop.
fn all_loops(grid: Grid) -> Vec<Loop> {
    let cells = grid.cell_count();
    let free = Slitherlink::new(grid, vec![None; cells]).expect("no clues");
    let loops = (1..1_u32 << cells).filter_map(|bits| {
        let inside: Vec<bool> = (0..cells).map(|i| bits >> i & 1 == 1).collect();
        let lines = Lines::around(grid, &inside);
        let solution: Solution = lines.clone().into();
        free.check(&solution).ok()?;
        let count = |cell| lines.count(&grid.cell_edges(cell)) as u8;
        let counts = grid.cells().map(count).collect();
        Some(Loop { edges: solution.atoms().to_vec(), counts, inside })
    });
    loops.collect()
}

/// Clues of a random loop (solvable, often many times over), or random ones (mostly unsolvable), each kept
/// with a probability of `density` percent.
fn clues(random: &mut Random, loops: &[Loop], density: usize, wild: bool) -> Vec<Option<u8>> {
    let chosen = &loops[random.below(loops.len())];
    let clue = |&count: &u8| match random.below(100) < density {
        true if wild => Some(random.below(4) as u8),
        // a 4 is the whole solution, and its neighbours' clues follow
        true => (count < 4).then_some(count),
        false => None,
    };
    chosen.counts.iter().map(clue).collect()
}

/// Every step and every verdict against all solutions.
fn assert_sound(puzzle: &Slitherlink, found: &Presolved, solutions: &[&Loop]) {
    let grid = puzzle.grid().expect("a grid");
    let side = |solution: &Loop, cell: u32| solution.inside.get(cell as usize) == Some(&true);
    for solution in solutions {
        for step in found.trace.steps() {
            for fact in step.facts {
                let holds = match *fact {
                    Fact::Edge(edge, line) => solution.edges[edge.index()] == line,
                    Fact::Sides { cells: [a, b], differ } => {
                        (side(solution, a) != side(solution, b)) == differ
                    }
                    Fact::Corner { edges, ways } => {
                        let [a, b] = edges.map(|edge| u8::from(solution.edges[edge.index()]));
                        ways >> (a + 2 * b) & 1 == 1
                    }
                };
                assert!(holds, "{puzzle:?}: {}", step.words(grid));
            }
        }
        for (fixed, line) in found.edges.iter().zip(&solution.edges) {
            assert!(fixed.is_none_or(|fixed| fixed == *line), "{puzzle:?}");
        }
        for (fixed, inside) in found.inside.iter().zip(&solution.inside) {
            assert!(fixed.is_none_or(|fixed| fixed == *inside), "{puzzle:?}");
        }
    }
    match &found.verdict {
        Verdict::Solved(only) => {
            assert_eq!(solutions.len(), 1, "{puzzle:?}");
            assert_eq!(only.atoms(), solutions[0].edges);
        }
        Verdict::Contradiction => assert!(solutions.is_empty(), "{puzzle:?}"),
        Verdict::Open => assert!(found.fixed() < puzzle.atom_count(), "{puzzle:?}"),
    }
    for (index, step) in found.trace.steps().enumerate() {
        assert!(step.from.iter().all(|&from| (from as usize) < index), "reasons come first");
        let last = index + 1 == found.trace.len();
        let end = last && found.verdict == Verdict::Contradiction;
        assert_eq!(step.facts.is_empty(), end, "{puzzle:?}: {}", step.words(grid));
    }
}

/// Thousands of puzzles of all densities on all small sizes, with no solution, one and many.
#[test]
fn what_is_fixed_holds_in_every_solution() {
    let mut random = Random(1);
    let (mut solved, mut contradictions, mut several) = (0, 0, 0);
    for (rows, cols) in
        [(1, 1), (1, 2), (2, 1), (2, 2), (1, 5), (2, 3), (4, 2), (3, 3), (4, 3), (3, 5), (4, 4)]
    {
        let grid = Grid::new(rows, cols).expect("a grid");
        let loops = all_loops(grid);
        for round in 0..1500 {
            let density = [5, 15, 25, 40, 60, 80, 100][round % 7];
            let clues = clues(&mut random, &loops, density, round % 3 == 0);
            let Ok(puzzle) = Slitherlink::new(grid, clues.clone()) else { continue };
            let meets = |one: &&Loop| {
                clues
                    .iter()
                    .zip(&one.counts)
                    .all(|(clue, count)| clue.is_none_or(|clue| clue == *count))
            };
            let solutions: Vec<&Loop> = loops.iter().filter(meets).collect();
            let found = presolve(&puzzle);
            assert_sound(&puzzle, &found, &solutions);
            solved += usize::from(matches!(found.verdict, Verdict::Solved(_)));
            contradictions += usize::from(found.verdict == Verdict::Contradiction);
            several += usize::from(solutions.len() > 1);
        }
    }
    // else the test says nothing
    assert!(
        solved > 1500 && contradictions > 2000 && several > 5000,
        "{solved} {contradictions} {several}"
    );
}

/// Every puzzle of three sizes, without exception.
#[test]
fn what_is_fixed_holds_in_all_tiny_puzzles() {
    for (rows, cols) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3)] {
        let grid = Grid::new(rows, cols).expect("a grid");
        let loops = all_loops(grid);
        for number in 0..6_usize.pow(grid.cell_count() as u32) {
            let digit = |place: usize| (number / 6_usize.pow(place as u32) % 6) as u8;
            let clue = |place| (digit(place) < 5).then_some(digit(place));
            let clues: Vec<Option<u8>> = (0..grid.cell_count()).map(clue).collect();
            let Ok(puzzle) = Slitherlink::new(grid, clues.clone()) else { continue };
            let meets = |one: &&Loop| {
                clues
                    .iter()
                    .zip(&one.counts)
                    .all(|(clue, count)| clue.is_none_or(|clue| clue == *count))
            };
            let solutions: Vec<&Loop> = loops.iter().filter(meets).collect();
            assert_sound(&puzzle, &presolve(&puzzle), &solutions);
        }
    }
}
