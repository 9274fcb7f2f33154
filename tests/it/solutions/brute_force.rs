//! Sessions find exactly the solutions of brute force over all simple loops, on random small puzzles.

use std::cell::Cell;

use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::rules::one_loop::EdgeSet;
use encycle::solve::{
    BatSatSession, Finder, MicrolpSession, NextSolution, SearchOptions, Verdict, solve,
};

use crate::support::loops::{
    PLAIN, Solutions, all_loops, brute_force, finds_exactly_all_solutions, for_random_puzzles,
    found_by, solution_edges, takes_every_encoding, ways,
};

#[test]
fn batsat_finds_exactly_all_solutions() {
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
fn verdicts_match_brute_force() {
    for_random_puzzles(48, &[(2, 2), (3, 3), (4, 4)], |puzzle, expected| {
        let encoding = encoding("edge", puzzle).expect("a known name");
        let mut session = BatSatSession::new(LoweringOptions::default(), Some(1));
        let outcome = solve(&encoding, &mut session, SearchOptions::default(), true, &mut ());
        let verdict = match expected.len() {
            0 => Verdict::NoSolution,
            1 => Verdict::Unique,
            _ => Verdict::Several,
        };
        assert_eq!(outcome.verdict, verdict);
        assert_eq!(outcome.solutions.len(), expected.len().min(2));
    });
}

/// Cuts of the linear relaxation exclude no solution.
#[test]
fn cutting_fractional_points_excludes_no_solution() {
    let cuts = Cell::new(0);
    for_random_puzzles(6, &[(1, 4), (2, 3), (3, 3)], |puzzle, expected| {
        if expected.len() > 12 {
            return;
        }
        for name in ["edge", "pre-succ", "edge+colours"] {
            let encoding = encoding(name, puzzle).expect("a known name");
            let mut session = MicrolpSession::new(LoweringOptions::default());
            let options = SearchOptions { fractional: true, ..SearchOptions::default() };
            let mut finder = Finder::new(&encoding, &mut session, options);
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
    finds_exactly_all_solutions("microlp");
}

#[test]
fn microlp_takes_every_encoding() {
    takes_every_encoding("microlp");
}

/// Forbidding every subtour is unsound. With clues 0, 1, 1 in the cells (0,2), (1,2), (1,1), two loops are each a
/// solution, and a model can contain both; cutting both would make the puzzle unsatisfiable.
#[test]
fn a_loop_that_is_a_solution_is_never_cut() {
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
}

/// The empty set of edges satisfies all clues, but the papers require an edge (2.1, 2.15).
#[test]
fn a_puzzle_of_zeros_has_no_solution() {
    let puzzle = Slitherlink::from_rows(&["00", "00"]).expect("a puzzle");
    let found = found_by(&puzzle, &mut BatSatSession::new(LoweringOptions::default(), None), PLAIN);
    assert!(found.is_empty());
}

/// The loop around the cell of a 4 is the only solution.
#[test]
fn a_four_is_solved_by_the_loop_around_its_cell() {
    let puzzle = Slitherlink::from_rows(&["...", ".4.", "0.."]).expect("a legal 4");
    let found = found_by(&puzzle, &mut BatSatSession::new(LoweringOptions::default(), None), PLAIN);
    let mut inside = [false; 9];
    inside[4] = true;
    let alone = EdgeSet::around(puzzle.grid().expect("a grid"), &inside).edges().collect();
    assert_eq!(found, Solutions::from([alone]));
}
