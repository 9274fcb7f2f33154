//! The external propagator finds the same solutions as cuts.

use encycle::encodings::grid::Grid;
use encycle::encodings::kinds::slitherlink::Slitherlink;
use encycle::solve::Engine;
use proptest::prelude::*;

use crate::support::binary::{code, encycle, own_binary};
use crate::support::propagation::all_modes_agree;
use crate::support::puzzles::slitherlink;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn batsat_finds_the_same_solutions_in_both_modes(puzzle in slitherlink(4)) {
        all_modes_agree(&Engine::BatSat, &puzzle)?;
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
        assert!(said.contains("(--mode cuts)"), "{said}");
    }
}
