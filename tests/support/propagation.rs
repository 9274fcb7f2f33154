//! Propagation and cuts find the same solutions.

use std::collections::BTreeSet;

use encycle::encodings::encoding::Encodable as _;
use encycle::encodings::kinds::slitherlink::Slitherlink;
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::Instance as _;
use encycle::solve::{Engine, Finder, LoopCheckMode, NextSolution, SearchOptions};
use proptest::prelude::*;

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
    let mut finder = Finder::new(&encoding, &mut *session, options);
    let mut found = BTreeSet::new();
    while let NextSolution::Solution(solution) = finder.next(&mut ()).expect("no failure") {
        assert_eq!(puzzle.check(&solution), Ok(()));
        assert!(found.insert(solution.atoms().to_vec()), "found twice");
    }
    let cuts = finder.rounds().iter().map(|round| round.cuts).sum();
    (found, cuts)
}

/// Asserts that both modes find the solutions that BatSat finds by cuts, and that propagation leaves nothing to cut.
pub fn all_modes_agree(engine: &Engine, puzzle: &Slitherlink) -> Result<(), TestCaseError> {
    let (expected, _) = solutions(&Engine::BatSat, puzzle, "colour", LoopCheckMode::Cuts);
    prop_assert_eq!(&solutions(engine, puzzle, "colour", LoopCheckMode::Cuts).0, &expected);
    for encoding in ["colour", "edge+colours"] {
        let (found, cuts) = solutions(engine, puzzle, encoding, LoopCheckMode::Propagate);
        prop_assert_eq!(&found, &expected, "{}", encoding);
        prop_assert_eq!(cuts, 0);
    }
    Ok(())
}
