//! Real MIP solvers find all solutions of small Slitherlinks through LP files.

use encycle::encodings::kinds::slitherlink::Slitherlink;
use encycle::encodings::logic::LoweringOptions;
use encycle::solve::external_session;
use encycle::solvers::find;

use crate::support::loops::{
    PLAIN, all_loops, brute_force, finds_exactly_all_solutions, found_by, takes_every_encoding,
};

#[test]
fn cbc_finds_exactly_all_solutions() {
    finds_exactly_all_solutions("cbc");
}

#[test]
fn highs_finds_exactly_all_solutions() {
    finds_exactly_all_solutions("highs");
}

#[test]
fn glpsol_finds_exactly_all_solutions() {
    finds_exactly_all_solutions("glpsol");
}

#[test]
fn scip_finds_exactly_all_solutions() {
    finds_exactly_all_solutions("scip");
}

#[test]
fn cbc_takes_every_encoding() {
    takes_every_encoding("cbc");
}

#[test]
fn highs_takes_every_encoding() {
    takes_every_encoding("highs");
}

#[test]
fn glpsol_takes_every_encoding() {
    takes_every_encoding("glpsol");
}

#[test]
fn scip_takes_every_encoding() {
    takes_every_encoding("scip");
}

/// The puzzle of the same test in `tests/it/solutions/brute_force.rs`.
#[test]
fn a_loop_that_is_a_solution_is_never_cut() {
    let puzzle = Slitherlink::from_rows(&["..0", ".11", "..."]).expect("a puzzle");
    let expected = brute_force(&puzzle, &all_loops(puzzle.grid().expect("a grid")));
    assert_eq!(expected.len(), 2);
    for solver in ["minisat", "cadical", "highs"] {
        let solver = find(solver).unwrap_or_else(|error| panic!("{error}"));
        let mut session = external_session(solver, LoweringOptions::default()).expect("a session");
        assert_eq!(found_by(&puzzle, &mut *session, PLAIN), expected);
    }
}
