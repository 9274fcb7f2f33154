//! Every solution, and no other: random small puzzles against brute force over all simple loops.

use std::cell::Cell;
use std::collections::BTreeSet;

use encycle::encodings::encoding::{CutKind, Encoding};
use encycle::encodings::grid::{Edge, Grid};
use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding, encoding_names};
use encycle::encodings::logic::{CnfMethod, DegreeRows, LoweringOptions};
use encycle::encodings::loops::EdgeSet;
use encycle::encodings::puzzle::{Instance as _, Solution};
use encycle::solve::{
    BatSatSession, Engine, Finder, MicrolpSession, NextSolution, SearchOptions, Session, Verdict,
    external_session, solve,
};
use encycle::solvers::find;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// The edges of a solution.
fn solution_edges(solution: &Solution) -> Vec<Edge> {
    solution.true_atoms().map(|atom| Edge(atom as u32)).collect()
}

/// The names of all encodings.
fn names() -> Vec<String> {
    encoding_names(&Slitherlink::from_rows(&["."]).expect("a puzzle"))
}

/// The papers' way.
const PLAIN: (&str, CutKind) = ("edge", CutKind::Loop);

/// All simple loops of a grid: the borders of sets of cells that are one loop.
fn all_loops(grid: Grid) -> Vec<EdgeSet> {
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

type Solutions = BTreeSet<Vec<Edge>>;

/// The loops that count right around every clue: independent of `check` and of every encoding.
fn brute_force(puzzle: &Slitherlink, loops: &[EdgeSet]) -> Solutions {
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

/// Every encoding with every kind of cut that goes with it.
fn ways() -> Vec<(&'static str, CutKind)> {
    let any = Slitherlink::from_rows(&["."]).expect("a puzzle");
    ["edge", "two-line", "pre-succ", "colour"]
        .into_iter()
        .flat_map(|name| {
            let kinds = encoding(name, &any).expect("a known name").cut_kinds();
            kinds.iter().map(move |&kind| (name, kind))
        })
        .collect()
}

fn found_by(
    puzzle: &Slitherlink,
    session: &mut dyn Session,
    (name, cuts): (&str, CutKind),
) -> Solutions {
    let encoding = encoding(name, puzzle).expect("a known name");
    let options = SearchOptions { cuts: Some(cuts), ..SearchOptions::default() };
    found_with(puzzle, session, &*encoding, options)
}

fn found_with(
    puzzle: &Slitherlink,
    session: &mut dyn Session,
    encoding: &dyn Encoding,
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

/// A puzzle whose clues are those of a random loop, thinned out (solvable, often many times over),
/// or, if `wild`, random digits (mostly unsolvable).
fn puzzles(
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
        // a 4 that does not fit becomes no clue at all
        let clues: Vec<Option<u8>> = clues.map(|clue| clue.filter(|&clue| clue < 4)).collect();
        Slitherlink::new(grid, clues).expect("clues 0 to 3")
    })
}

fn for_random_puzzles(
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

#[test]
fn embedded_sat_finds_exactly_all_solutions() {
    let sides = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)];
    for_random_puzzles(48, &sides, |puzzle, expected| {
        for way in ways() {
            let found =
                found_by(puzzle, &mut BatSatSession::new(LoweringOptions::default(), None), way);
            assert_eq!(&found, expected, "{way:?}");
        }
    });
}

#[test]
fn the_verdict_is_that_of_brute_force() {
    for_random_puzzles(48, &[(2, 2), (3, 3), (4, 4)], |puzzle, expected| {
        let encoding = encoding("edge", puzzle).expect("a known name");
        let mut session = BatSatSession::new(LoweringOptions::default(), Some(1));
        let outcome = solve(&*encoding, &mut session, SearchOptions::default(), true, &mut ());
        let verdict = match expected.len() {
            0 => Verdict::NoSolution,
            1 => Verdict::Unique,
            _ => Verdict::Several,
        };
        assert_eq!(outcome.verdict, verdict);
        assert_eq!(outcome.solutions.len(), expected.len().min(2));
    });
}

/// The same through LP files and real MIP solvers; few cases, a process a round is slow.
fn lp_finds_exactly_all_solutions(solver: &str) {
    let engine = Engine::named(solver, find).unwrap_or_else(|error| panic!("{error}"));
    for_random_puzzles(3, &[(1, 1), (2, 2), (3, 3)], |puzzle, expected| {
        // each solution costs a run
        if expected.len() > 12 {
            return;
        }
        for way in ways() {
            let mut session = engine.session(LoweringOptions::default(), None).expect("a session");
            assert_eq!(&found_by(puzzle, &mut *session, way), expected, "{way:?}");
        }
    });
}

/// Points of the relaxation are cut off, and no solution with them.
#[test]
fn cutting_off_fractional_points_loses_no_solution() {
    let cuts = Cell::new(0);
    for_random_puzzles(6, &[(1, 4), (2, 3), (3, 3)], |puzzle, expected| {
        if expected.len() > 12 {
            return;
        }
        for name in ["edge", "pre-succ", "edge+colours"] {
            let encoding = encoding(name, puzzle).expect("a known name");
            let mut session = MicrolpSession::new(LoweringOptions::default());
            let options = SearchOptions { fractional: true, ..SearchOptions::default() };
            let mut finder = Finder::new(&*encoding, &mut session, options);
            let mut found = Solutions::new();
            while let NextSolution::Solution(solution) = finder.next(&mut ()).expect("no failure") {
                assert!(found.insert(solution_edges(&solution)), "found twice");
            }
            assert_eq!(&found, expected, "{name}");
            cuts.set(cuts.get() + finder.rounds()[0].fractional_cuts);
        }
    });
    assert!(cuts.get() > 20, "only {} cuts", cuts.get());
}

#[test]
fn microlp_finds_exactly_all_solutions() {
    lp_finds_exactly_all_solutions("microlp");
}

#[test]
fn cbc_finds_exactly_all_solutions() {
    lp_finds_exactly_all_solutions("cbc");
}

#[test]
fn highs_finds_exactly_all_solutions() {
    lp_finds_exactly_all_solutions("highs");
}

#[test]
fn glpsol_finds_exactly_all_solutions() {
    lp_finds_exactly_all_solutions("glpsol");
}

#[test]
fn scip_finds_exactly_all_solutions() {
    lp_finds_exactly_all_solutions("scip");
}

/// Real readers of LP files take every encoding in every form: names, long rows, auxiliary columns.
fn lp_takes_every_encoding(solver: &str) {
    let engine = Engine::named(solver, find).unwrap_or_else(|error| panic!("{error}"));
    let puzzle = Slitherlink::from_rows(&["3..", "..2"]).expect("a puzzle");
    let expected = brute_force(&puzzle, &all_loops(puzzle.grid().expect("a grid")));
    assert!((1..5).contains(&expected.len()), "{} solutions", expected.len());
    for (index, name) in names().iter().enumerate() {
        let encoding = encoding(name, &puzzle).expect("a known name");
        // each method and each form by turns
        let choices = LoweringOptions {
            cnf: CnfMethod::ALL[index % CnfMethod::ALL.len()],
            degree_rows: DegreeRows::ALL[index / 2 % DegreeRows::ALL.len()],
            ..LoweringOptions::default()
        };
        let mut session = engine.session(choices, None).expect("a session");
        let found = found_with(&puzzle, &mut *session, &*encoding, SearchOptions::default());
        assert_eq!(found, expected, "{name} {choices:?}");
    }
}

#[test]
fn microlp_takes_every_encoding() {
    lp_takes_every_encoding("microlp");
}

#[test]
fn cbc_takes_every_encoding() {
    lp_takes_every_encoding("cbc");
}

#[test]
fn highs_takes_every_encoding() {
    lp_takes_every_encoding("highs");
}

#[test]
fn glpsol_takes_every_encoding() {
    lp_takes_every_encoding("glpsol");
}

#[test]
fn scip_takes_every_encoding() {
    lp_takes_every_encoding("scip");
}

/// "Forbid every separate loop" is unsound: with clues 0, 1, 1 in the cells (0,2), (1,2), (1,1) two
/// loops are solutions each by itself, and naive cuts call the puzzle unique.
#[test]
fn a_loop_that_is_a_solution_by_itself_is_never_cut() {
    let puzzle = Slitherlink::from_rows(&["..0", ".11", "..."]).expect("a puzzle");
    let expected = brute_force(&puzzle, &all_loops(puzzle.grid().expect("a grid")));
    assert_eq!(expected.len(), 2);
    for way in ways() {
        for seed in [None, Some(1), Some(2), Some(3)] {
            assert_eq!(
                found_by(&puzzle, &mut BatSatSession::new(LoweringOptions::default(), seed), way),
                expected
            );
        }
    }
    for solver in ["minisat", "cadical", "highs"] {
        let solver = find(solver).unwrap_or_else(|error| panic!("{error}"));
        let mut session = external_session(solver, LoweringOptions::default()).expect("a session");
        assert_eq!(found_by(&puzzle, &mut *session, PLAIN), expected);
    }
}

/// The empty drawing satisfies a puzzle of zeros; the papers demand a line (2.1, 2.15).
#[test]
fn a_puzzle_of_zeros_has_no_solution() {
    let puzzle = Slitherlink::from_rows(&["00", "00"]).expect("a puzzle");
    let found = found_by(&puzzle, &mut BatSatSession::new(LoweringOptions::default(), None), PLAIN);
    assert!(found.is_empty());
}

/// A puzzle with a 4 has its single-cell loop as the only solution.
#[test]
fn a_four_is_solved_by_the_loop_around_its_cell() {
    let puzzle = Slitherlink::from_rows(&["...", ".4.", "0.."]).expect("a legal 4");
    let found = found_by(&puzzle, &mut BatSatSession::new(LoweringOptions::default(), None), PLAIN);
    let mut inside = [false; 9];
    inside[4] = true;
    let alone = EdgeSet::around(puzzle.grid().expect("a grid"), &inside).edges().collect();
    assert_eq!(found, Solutions::from([alone]));
}
