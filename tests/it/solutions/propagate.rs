//! The external propagator finds the same solutions as cuts.

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

/// All solutions, and the number of cuts.
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

/// Asserts that both modes find the solutions that BatSat finds by cuts, and that propagation leaves nothing to cut.
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
    fn batsat_finds_the_same_solutions_in_both_modes(puzzle in slitherlink(4)) {
        all_modes_agree(&Engine::BatSat, &puzzle)?;
    }

    #[cfg(feature = "cadical")]
    #[test]
    fn cadical_finds_what_batsat_finds(puzzle in slitherlink(4)) {
        all_modes_agree(&Engine::Cadical, &puzzle)?;
    }
}

/// Regression: a clause of the propagator with one unassigned literal at the root level assigned that literal twice, and
/// BatSat panicked, or lost the reason of the assignment.
#[test]
fn a_cut_that_is_unit_at_the_root_is_propagated_once() {
    let grid = Grid::new(3, 2).expect("a legal size");
    let clues = vec![None, Some(1), Some(1), None, None, None];
    let puzzle = Slitherlink::new(grid, clues).expect("legal clues");
    all_modes_agree(&Engine::BatSat, &puzzle).expect("agreement");
}

/// The commands run the built-in CaDiCaL in both modes, and BatSat confirms the verdict.
#[cfg(feature = "cadical")]
#[test]
fn commands_run_the_builtin_cadical() {
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
fn without_the_cadical_feature_the_error_names_it() {
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
fn propagation_needs_one_round_per_solver_call() {
    let puzzle = "examples/slitherlink/heron.txt";
    let output = encycle(&["solve", puzzle, "--unique", "--mode", "propagate"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(code(&output), 0, "{said}");
    assert!(said.contains("2 rounds, 0 cuts"), "{said}");
}

#[test]
fn solvers_and_encodings_without_propagator_are_refused() {
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
