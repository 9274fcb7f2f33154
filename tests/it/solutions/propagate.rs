//! Loops found while the solver searches: the same solutions as by cuts.

use std::collections::BTreeSet;

use encycle::encodings::encoding::Encodable as _;
use encycle::encodings::grid::Grid;
use encycle::encodings::kinds::slitherlink::Slitherlink;
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::Instance as _;
use encycle::solve::{Engine, Finder, LoopCheckMode, NextSolution, SearchOptions};
use proptest::prelude::*;

use crate::support::binary::{code, encycle, own_binary};
use crate::support::puzzles::slitherlink;

/// All solutions, and how many cuts it took.
fn solutions(
    engine: &Engine,
    puzzle: &Slitherlink,
    encoding: &str,
    mode: LoopCheckMode,
) -> (BTreeSet<Vec<bool>>, usize) {
    let encoding = puzzle.encoding(encoding).expect("a known name");
    let mut session = engine.session(LoweringOptions::default(), None).expect("it is built in");
    let options = SearchOptions { mode, ..SearchOptions::default() };
    let mut finder = Finder::new(&*encoding, &mut *session, options);
    let mut found = BTreeSet::new();
    while let NextSolution::Solution(solution) = finder.next(&mut ()).expect("no failure") {
        assert_eq!(puzzle.check(&solution), Ok(()));
        assert!(found.insert(solution.atoms().to_vec()), "found twice");
    }
    let cuts = finder.rounds().iter().map(|round| round.cuts).sum();
    (found, cuts)
}

/// The solutions by cuts are those of BatSat; and a model that the propagator has seen needs no cut any more.
fn all_modes_agree(engine: &Engine, puzzle: &Slitherlink) -> Result<(), TestCaseError> {
    let (expected, _) = solutions(&Engine::BatSat, puzzle, "colour", LoopCheckMode::Cuts);
    prop_assert_eq!(&solutions(engine, puzzle, "colour", LoopCheckMode::Cuts).0, &expected);
    for encoding in ["colour", "edge+colours"] {
        let (found, cuts) = solutions(engine, puzzle, encoding, LoopCheckMode::Propagate);
        prop_assert_eq!(&found, &expected, "{}", encoding);
        prop_assert_eq!(cuts, 0);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_solutions_are_those_of_cuts(puzzle in slitherlink(4)) {
        all_modes_agree(&Engine::BatSat, &puzzle)?;
    }

    #[cfg(feature = "cadical")]
    #[test]
    fn cadical_finds_what_batsat_finds(puzzle in slitherlink(4)) {
        all_modes_agree(&Engine::Cadical, &puzzle)?;
    }
}

/// It was assigned where it stood, a second time: BatSat panicked, or without assertions forgot where it came from.
#[test]
fn a_cut_with_one_literal_left_at_the_root() {
    let grid = Grid::new(3, 2).expect("a legal size");
    let clues = vec![None, Some(1), Some(1), None, None, None];
    let puzzle = Slitherlink::new(grid, clues).expect("legal clues");
    all_modes_agree(&Engine::BatSat, &puzzle).expect("agreement");
}

/// As the program, past the registry of encodings and limits; with uniqueness proven by who found the solution.
#[cfg(feature = "cadical")]
#[test]
fn cadical_inside_serves_the_commands() {
    let puzzle = "examples/slitherlink/heron.txt";
    for mode in ["cuts", "propagate"] {
        let more =
            ["--solver", "embedded-cadical", "--mode", mode, "--timeout", "600", "--confirm"];
        let output = encycle(&[&["solve", puzzle, "--unique"][..], &more].concat());
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(code(&output), 0, "{said}");
        assert!(said.contains("embedded-cadical 3.0.1") && said.contains("batsat"), "{said}");
    }
    let listed = encycle(&["solvers", "embedded-cadical"]);
    assert_eq!(code(&listed), 0);
    assert!(String::from_utf8_lossy(&listed.stdout).contains("(built in)"));
}

#[cfg(not(feature = "cadical"))]
#[test]
fn without_cadical_inside_it_is_told_how_to_get_it() {
    for arguments in [
        &["solve", "examples/slitherlink/first.txt", "--solver", "embedded-cadical"][..],
        &["solvers", "embedded-cadical"],
    ] {
        let output = encycle(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(code(&output), 2, "{said}");
        assert!(said.contains("cargo feature `cadical`"), "{said}");
    }
}

#[test]
fn one_round_does_where_the_propagator_sees_all() {
    let puzzle = "examples/slitherlink/heron.txt";
    let output = encycle(&["solve", puzzle, "--unique", "--mode", "propagate"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(code(&output), 0, "{said}");
    assert!(said.contains("2 rounds, 0 cuts"), "{said}");
}

#[test]
fn who_cannot_be_watched_is_told() {
    let puzzle = "examples/slitherlink/first.txt";
    for more in
        [["--solver", &*own_binary()], ["--encoding", "edge"], ["--encoding", "colour+tree"]]
    {
        let output = encycle(&[&["solve", puzzle, "--mode", "propagate"][..], &more].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(code(&output), 2, "{said}");
        assert!(said.contains("use --mode cuts"), "{said}");
    }
}
