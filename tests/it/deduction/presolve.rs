//! The presolver, compared with all solutions: every deduced fact holds in each of them.

use std::collections::BTreeSet;

use encycle::encodings::encoding::{Encoding, PRESOLVED};
use encycle::encodings::grid::Grid;
use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding, encoding_names};
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::presolve::{
    PresolveFact, PresolveVerdict, Presolved, presolve, with_presolved,
};
use encycle::encodings::puzzle::{Instance as _, Solution};
use encycle::encodings::rules::one_loop::EdgeSet;
use encycle::solve::{BatSatSession, Finder, NextSolution, SearchOptions};

use crate::support::{binary, long_or};

/// A pseudo-random generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A loop: its edges, their number around each cell, and the cells inside.
struct Loop {
    edges: Vec<bool>,
    counts: Vec<u8>,
    inside: Vec<bool>,
}

/// All loops of a grid: the boundaries of cell sets that form one loop.
fn all_loops(grid: Grid) -> Vec<Loop> {
    let cells = grid.cell_count();
    let free = Slitherlink::new(grid, vec![None; cells]).expect("no clues");
    let loops = (1..1_u32 << cells).filter_map(|bits| {
        let inside: Vec<bool> = (0..cells).map(|i| bits >> i & 1 == 1).collect();
        let lines = EdgeSet::around(grid, &inside);
        let solution: Solution = lines.clone().into();
        free.check(&solution).ok()?;
        let count = |cell| lines.count(&grid.cell_edges(cell)) as u8;
        let counts = grid.cells().map(count).collect();
        Some(Loop { edges: solution.atoms().to_vec(), counts, inside })
    });
    loops.collect()
}

/// Clues of a random loop (satisfiable, often with many solutions), or random clues if `wild` (mostly unsatisfiable).
/// Each is kept with a probability of `density` percent.
fn clues(random: &mut Random, loops: &[Loop], density: usize, wild: bool) -> Vec<Option<u8>> {
    let chosen = &loops[random.below(loops.len())];
    let clue = |&count: &u8| match random.below(100) < density {
        true if wild => Some(random.below(4) as u8),
        // a 4 is legal only as the whole solution
        true => (count < 4).then_some(count),
        false => None,
    };
    chosen.counts.iter().map(clue).collect()
}

/// The loops that satisfy these clues.
fn meeting<'a>(loops: &'a [Loop], clues: &[Option<u8>]) -> Vec<&'a Loop> {
    let meets = |one: &&Loop| {
        clues.iter().zip(&one.counts).all(|(clue, count)| clue.is_none_or(|clue| clue == *count))
    };
    loops.iter().filter(meets).collect()
}

/// Asserts that every step and the verdict agree with all solutions.
fn assert_sound(puzzle: &Slitherlink, found: &Presolved, solutions: &[&Loop]) {
    let grid = puzzle.grid().expect("a grid");
    let side = |solution: &Loop, cell: u32| solution.inside.get(cell as usize) == Some(&true);
    for solution in solutions {
        for step in found.trace.steps() {
            for fact in step.facts {
                let holds = match *fact {
                    PresolveFact::Edge(edge, line) => solution.edges[edge.index()] == line,
                    PresolveFact::Sides { cells: [a, b], differ } => {
                        (side(solution, a) != side(solution, b)) == differ
                    }
                    PresolveFact::Corner { edges, ways } => {
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
        PresolveVerdict::Solved(only) => {
            assert_eq!(solutions.len(), 1, "{puzzle:?}");
            assert_eq!(only.atoms(), solutions[0].edges);
        }
        PresolveVerdict::Contradiction => assert!(solutions.is_empty(), "{puzzle:?}"),
        PresolveVerdict::Open => assert!(found.fixed() < puzzle.atom_count(), "{puzzle:?}"),
    }
    for (index, step) in found.trace.steps().enumerate() {
        assert!(step.from.iter().all(|&from| (from as usize) < index), "reasons come first");
        let last = index + 1 == found.trace.len();
        let end = last && found.verdict == PresolveVerdict::Contradiction;
        assert_eq!(step.facts.is_empty(), end, "{puzzle:?}: {}", step.words(grid));
    }
}

/// Thousands of puzzles with no, one and many solutions, at all densities and small sizes.
#[test]
fn deduced_facts_hold_in_every_solution() {
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
            let solutions = meeting(&loops, &clues);
            let found = presolve(&puzzle);
            assert_sound(&puzzle, &found, &solutions);
            solved += usize::from(matches!(found.verdict, PresolveVerdict::Solved(_)));
            contradictions += usize::from(found.verdict == PresolveVerdict::Contradiction);
            several += usize::from(solutions.len() > 1);
        }
    }
    // otherwise the cases are too uniform
    assert!(
        solved > 1500 && contradictions > 2000 && several > 5000,
        "{solved} {contradictions} {several}"
    );
}

/// Every clue pattern of five sizes.
#[test]
fn deduced_facts_hold_in_all_tiny_puzzles() {
    for (rows, cols) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3)] {
        let grid = Grid::new(rows, cols).expect("a grid");
        let loops = all_loops(grid);
        for number in 0..6_usize.pow(grid.cell_count() as u32) {
            let digit = |place: usize| (number / 6_usize.pow(place as u32) % 6) as u8;
            let clue = |place| (digit(place) < 5).then_some(digit(place));
            let clues: Vec<Option<u8>> = (0..grid.cell_count()).map(clue).collect();
            let Ok(puzzle) = Slitherlink::new(grid, clues.clone()) else { continue };
            let solutions = meeting(&loops, &clues);
            assert_sound(&puzzle, &presolve(&puzzle), &solutions);
        }
    }
}

/// A puzzle as in Westreicher 5.3: the loop around two 3s is a solution, which the prework of the thesis's predecessor
/// excluded.
#[test]
fn the_loop_around_two_adjacent_threes_is_not_excluded() {
    let rows = ["0...", ".33.", "...."];
    let puzzle = Slitherlink::from_rows(&rows).expect("a puzzle");
    let loops = all_loops(puzzle.grid().expect("a grid"));
    let found = presolve(&puzzle);
    let domino: Vec<bool> = (0..12).map(|cell| cell == 5 || cell == 6).collect();
    let domino = loops.iter().find(|one| one.inside == domino).expect("a loop");
    for (fixed, line) in found.edges.iter().zip(&domino.edges) {
        assert!(fixed.is_none_or(|fixed| fixed == *line));
    }
    // with 1s all around, that loop is the only solution
    let puzzle = Slitherlink::from_rows(&[".11.", "1331", ".11."]).expect("a puzzle");
    let PresolveVerdict::Solved(only) = presolve(&puzzle).verdict else {
        panic!("it is left open")
    };
    assert_eq!(only.atoms(), domino.edges);
}

/// With the deduced facts added, every encoding keeps its solutions.
#[test]
fn presolved_encodings_keep_their_solutions() {
    let mut random = Random(2);
    let grid = Grid::new(3, 3).expect("a grid");
    let loops = all_loops(grid);
    for round in 0..long_or(60, 15) {
        let clues = clues(&mut random, &loops, [20, 40, 70][round % 3], round % 5 == 0);
        let Ok(puzzle) = Slitherlink::new(grid, clues) else { continue };
        for name in encoding_names(&puzzle) {
            let plain = encoding(&name, &puzzle).expect("an encoding");
            let inner = encoding(&name, &puzzle).expect("an encoding");
            let with = with_presolved(inner, presolve(&puzzle));
            assert_eq!(solutions_of(&plain), solutions_of(&with), "{name}: {puzzle:?}");
            assert!(with.families().iter().any(|family| family.name == PRESOLVED));
        }
    }
}

fn solutions_of(encoding: &Encoding<'_>) -> BTreeSet<Vec<bool>> {
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let mut finder = Finder::new(encoding, &mut session, SearchOptions::default());
    let mut found = BTreeSet::new();
    while let NextSolution::Solution(solution) = finder.next(&mut ()).expect("no failure") {
        found.insert(solution.atoms().to_vec());
    }
    found
}

/// The presolver deduces nothing for other kinds.
#[test]
fn only_slitherlink_on_grids_is_presolved() {
    let grid = Grid::new(1, 3).expect("a grid");
    let several = Slitherlink::with_several_loops(grid, vec![Some(4), None, Some(4)]);
    let found = presolve(&several.expect("a Slitherlynx"));
    assert_eq!((found.verdict.clone(), found.fixed()), (PresolveVerdict::Open, 0));
}

/// `grade --level hard` applies all rules of the presolver, and its steps draw and list what they fix.
#[test]
fn grade_prints_exit_code_picture_steps_and_json() {
    let ask = |text: &str, options: &[&str]| {
        let output = binary::with_input(&[&["grade", "-"], options].concat(), text);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, told) = ask("slitherlink 2 2\n3.\n..\n", &["--ascii", "--steps"]);
    assert_eq!(code, Some(3), "{told}");
    let picture = "\n2 of 12 edges fixed (16.7 %)\n+---+ ? .\n";
    assert!(told.starts_with("-: several solutions (2 x 2; ") && told.contains(picture), "{told}");
    let (code, told) = ask("slitherlink 1 2\n33\n", &["--steps", "--level", "hard"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.starts_with("-: solved up to hard (1 x 2; "), "{told}");
    assert!(told.contains("three-in-corner at the cell in row 1, column 1: "), "{told}");
    assert!(told.contains("7 of 7 edges fixed (100.0 %)") && told.contains(" [from "), "{told}");
    let (code, told) = ask("slitherlink 2 2\n30\n0.\n", &["--steps"]);
    assert_eq!(code, Some(1), "{told}");
    let words: Vec<&str> = told.split_whitespace().collect();
    assert!(words.join(" ").contains("nothing is possible here"), "{told}");
    assert!(told.lines().all(|line| line.chars().count() <= 100), "{told}");
    let (code, told) = ask("slitherlink 2 2\n30\n0.\n", &["--json", "--steps"]);
    let value: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!((code, &value["verdict"]), (Some(1), &"no-solution".into()));
    let step = &value["steps"][0];
    assert!(step["facts"].as_array().is_some_and(|facts| !facts.is_empty()), "{step}");
    assert!(step["place"].is_string() && step["from"] == serde_json::json!([]), "{step}");
    let folder = tempfile::tempdir().expect("a folder");
    let svg = folder.path().join("picture.svg");
    ask("slitherlink 2 2\n3.\n..\n", &["--svg", svg.to_str().expect("text")]);
    let picture = std::fs::read_to_string(svg).expect("a picture");
    assert!(picture.contains("stroke-dasharray"), "{picture}");
}

/// The steps of each kind end with a picture.
#[test]
fn grade_draws_what_the_steps_fix_for_each_kind() {
    for kind in encycle::puzzle::PuzzleKind::all() {
        let text = encycle::formats::write_default(&crate::support::kinds::sample(*kind));
        let output = binary::with_input(&["grade", "-", "--steps"], &text.expect("a text"));
        assert!([Some(0), Some(3)].contains(&output.status.code()), "{kind}: {output:?}");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let (_, picture) = told.split_once(" fixed (").expect("a share");
        assert!(picture.lines().count() > 1, "{kind}: {told}");
    }
}
