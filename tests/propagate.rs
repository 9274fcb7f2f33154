//! Loops found while the solver searches: the same solutions as by cuts.

mod binary;
mod common;

use std::collections::BTreeSet;

use binary::{code, encycle};
use encycle::search::{EmbeddedSession, Finder, Found, Mode, Options};
use encycle_encodings::logic::Choices;
use encycle_encodings::puzzle::Puzzle as _;
use encycle_encodings::puzzles::slitherlink::Slitherlink;
use proptest::prelude::*;

/// All solutions, and how many cuts it took.
fn solutions(puzzle: &Slitherlink, encoding: &str, mode: Mode) -> (BTreeSet<Vec<bool>>, usize) {
    let encoding = puzzle.encoding(encoding).expect("a known name");
    let mut session = EmbeddedSession::new(Choices::default(), None);
    let options = Options { mode, ..Options::default() };
    let mut finder = Finder::new(&*encoding, &mut session, options);
    let mut found = BTreeSet::new();
    while let Found::Solution(solution) = finder.next(&mut ()).expect("no failure") {
        assert_eq!(puzzle.check(&solution), Ok(()));
        assert!(found.insert(solution.atoms().to_vec()), "found twice");
    }
    let cuts = finder.rounds().iter().map(|round| round.cuts).sum();
    (found, cuts)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// And a model that the propagator has seen needs no cut any more.
    #[test]
    fn the_solutions_are_those_of_cuts(puzzle in common::slitherlink(4)) {
        let (expected, _) = solutions(&puzzle, "colour", Mode::Cuts);
        for encoding in ["colour", "direct+colours"] {
            let (found, cuts) = solutions(&puzzle, encoding, Mode::Propagate);
            prop_assert_eq!(&found, &expected, "{}", encoding);
            prop_assert_eq!(cuts, 0);
        }
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
    for more in [["--solver", "minisat"], ["--encoding", "direct"], ["--encoding", "colour+tree"]] {
        let output = encycle(&[&["solve", puzzle, "--mode", "propagate"][..], &more].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(code(&output), 2, "{said}");
        assert!(said.contains("use --mode cuts"), "{said}");
    }
}
