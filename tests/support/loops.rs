//! All solutions of small Slitherlinks, by brute force and by a session.

use std::collections::BTreeSet;

use encycle::encodings::encoding::{CutKind, Encoding};
use encycle::encodings::grid::{Edge, Grid};
use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding, encoding_names};
use encycle::encodings::logic::{CnfMethod, DegreeRows, LoweringOptions};
use encycle::encodings::puzzle::{Instance as _, Solution};
use encycle::encodings::rules::one_loop::EdgeSet;
use encycle::solve::{Engine, Finder, NextSolution, SearchOptions, Session};
use encycle::solvers::find;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::long_or;

/// The edges of a solution.
pub fn solution_edges(solution: &Solution) -> Vec<Edge> {
    solution.true_atoms().map(|atom| Edge(atom as u32)).collect()
}

/// The names of all encodings.
pub fn names() -> Vec<String> {
    encoding_names(&Slitherlink::from_rows(&["."]).expect("a puzzle"))
}

/// The papers' encoding and cuts.
pub const PLAIN: (&str, CutKind) = ("edge", CutKind::Loop);

/// All simple loops of a grid: the boundaries of cell sets that form one loop.
pub fn all_loops(grid: Grid) -> Vec<EdgeSet> {
    let free = Slitherlink::new(grid, vec![None; grid.cell_count()]).expect("no clues");
    let cells = grid.cell_count();
    (0..1_u32 << cells)
        .map(|bits| {
            let inside: Vec<bool> = (0..cells).map(|i| bits >> i & 1 == 1).collect();
            EdgeSet::around(grid, &inside)
        })
        .filter(|lines| free.check(&lines.clone().into()).is_ok())
        .collect()
}

pub type Solutions = BTreeSet<Vec<Edge>>;

/// The loops that satisfy all clues. Independent of `check` and of every encoding.
pub fn brute_force(puzzle: &Slitherlink, loops: &[EdgeSet]) -> Solutions {
    loops
        .iter()
        .filter(|lines| {
            puzzle.clues().all(|(cell, clue)| {
                lines.count(&puzzle.grid().expect("a grid").cell_edges(cell)) == usize::from(clue)
            })
        })
        .map(|lines| lines.edges().collect())
        .collect()
}

/// Every base with each of its kinds of cut.
pub fn ways() -> Vec<(&'static str, CutKind)> {
    let any = Slitherlink::from_rows(&["."]).expect("a puzzle");
    ["edge", "two-line", "pre-succ", "colour"]
        .into_iter()
        .flat_map(|name| {
            let kinds = encoding(name, &any).expect("a known name").cut_kinds();
            kinds.iter().map(move |&kind| (name, kind))
        })
        .collect()
}

pub fn found_by(
    puzzle: &Slitherlink,
    session: &mut dyn Session,
    (name, cuts): (&str, CutKind),
) -> Solutions {
    let encoding = encoding(name, puzzle).expect("a known name");
    let options = SearchOptions { cuts: Some(cuts), ..SearchOptions::default() };
    found_with(puzzle, session, &encoding, options)
}

pub fn found_with(
    puzzle: &Slitherlink,
    session: &mut dyn Session,
    encoding: &Encoding<'_>,
    options: SearchOptions,
) -> Solutions {
    let mut finder = Finder::new(encoding, session, options);
    let mut found = Solutions::new();
    loop {
        match finder.next(&mut ()).expect("a session without failure") {
            NextSolution::Solution(solution) => {
                puzzle.check(&solution).expect("a solution keeps the rules");
                assert!(found.insert(solution_edges(&solution)), "found twice");
            }
            NextSolution::Exhausted => return found,
            NextSolution::Unknown(reason) => panic!("no limit was set: {reason}"),
        }
    }
}

/// Puzzles of some clues of a random loop (satisfiable, often with many solutions), or of random digits if `wild`
/// (mostly unsatisfiable).
pub fn puzzles(
    loops: &[EdgeSet],
    grid: Grid,
    density: f64,
    wild: bool,
) -> impl Strategy<Value = Slitherlink> {
    let (loops, cells) = (loops.to_vec(), grid.cell_count());
    let noise = prop::collection::vec((0..4_u8, 0.0..1.0), cells);
    (0..loops.len(), noise).prop_map(move |(chosen, noise)| {
        let clues = grid.cells().zip(&noise).map(|(cell, &(digit, keep))| {
            let true_clue = loops[chosen].count(&grid.cell_edges(cell)) as u8;
            (keep < density).then_some(if wild { digit } else { true_clue })
        });
        // a 4 is dropped: it is legal only in few places
        let clues: Vec<Option<u8>> = clues.map(|clue| clue.filter(|&clue| clue < 4)).collect();
        Slitherlink::new(grid, clues).expect("clues 0 to 3")
    })
}

pub fn for_random_puzzles(
    cases: u32,
    sides: &[(usize, usize)],
    test: impl Fn(&Slitherlink, &Solutions),
) {
    for &(rows, cols) in sides {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let loops = all_loops(grid);
        for (density, wild) in [(0.25, false), (0.5, false), (0.8, false), (0.25, true)] {
            let mut runner = TestRunner::new(Config { cases, ..Config::default() });
            runner
                .run(&puzzles(&loops, grid, density, wild), |puzzle| {
                    test(&puzzle, &brute_force(&puzzle, &loops));
                    Ok(())
                })
                .unwrap_or_else(|error| panic!("{rows}x{cols}: {error}"));
        }
    }
}

/// Asserts that a MIP or pseudo-Boolean solver finds exactly all solutions. Few cases: each round starts a process.
pub fn finds_exactly_all_solutions(solver: &str) {
    let engine = Engine::named(solver, find).unwrap_or_else(|error| panic!("{error}"));
    for_random_puzzles(3, &[(1, 1), (2, 2), (3, 3)], |puzzle, expected| {
        // each solution costs a process
        if expected.len() > 12 {
            return;
        }
        for way in ways() {
            let mut session = engine.session(LoweringOptions::default(), None).expect("a session");
            assert_eq!(&found_by(puzzle, &mut *session, way), expected, "{way:?}");
        }
    });
}

/// Asserts that a MIP or pseudo-Boolean solver reads the files of every encoding: names, long rows, auxiliary columns.
pub fn takes_every_encoding(solver: &str) {
    let engine = Engine::named(solver, find).unwrap_or_else(|error| panic!("{error}"));
    let puzzle = Slitherlink::from_rows(&["3..", "..2"]).expect("a puzzle");
    let expected = brute_force(&puzzle, &all_loops(puzzle.grid().expect("a grid")));
    assert!((1..5).contains(&expected.len()), "{} solutions", expected.len());
    for (index, name) in names().iter().enumerate() {
        // minutes for a few of these
        if solver == "glpsol" && name.ends_with("+leaf") && long_or(0, 1) > 0 {
            continue;
        }
        let encoding = encoding(name, &puzzle).expect("a known name");
        // the CNF methods take turns, and with cuts the forms of rows; the relaxation of `equation` is so weak that a
        // MIP solver takes minutes for a part with labels or times
        let forms = if encoding.global_constraint().is_some() {
            DegreeRows::ALL
        } else {
            &DegreeRows::ALL[..1]
        };
        let choices = LoweringOptions {
            cnf: CnfMethod::ALL[index % CnfMethod::ALL.len()],
            degree_rows: forms[index / 2 % forms.len()],
            ..LoweringOptions::default()
        };
        let mut session = engine.session(choices, None).expect("a session");
        let found = found_with(&puzzle, &mut *session, &encoding, SearchOptions::default());
        assert_eq!(found, expected, "{name} {choices:?}");
    }
}
