//! Real solvers find all solutions and all forced atoms.

use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::Solution;
use encycle::formats;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{CommonAtoms, IpasirSession, SearchOptions, external_session, forced};
use encycle::solvers::find;

use std::collections::BTreeSet;

use crate::support::kinds::varied;
use crate::support::library;
use crate::support::solutions::{all_of, batsat, common, complete_encodings, puzzles};

/// External solvers get a blocking clause for each solution.
#[test]
fn external_solvers_find_all_solutions() {
    for &kind in varied() {
        let small = |puzzles: &mut Vec<(Puzzle, BTreeSet<Solution>)>| {
            puzzles.retain(|(_, solutions)| (2..8).contains(&solutions.len()));
            puzzles.truncate(2);
        };
        let mut puzzles = puzzles(kind, 80);
        small(&mut puzzles);
        assert!(!puzzles.is_empty(), "{kind}");
        for (puzzle, expected) in puzzles {
            let encoding = puzzle.encoding(&complete_encodings(&puzzle)[0]).expect("a known name");
            for solver in ["minisat", "highs"] {
                let solver = find(solver).unwrap_or_else(|error| panic!("{error}"));
                let mut session =
                    external_session(solver, LoweringOptions::default()).expect("a session");
                assert_eq!(all_of(&encoding, &mut *session), expected, "{puzzle:?}");
            }
            let ipasir = IpasirSession::load(&library::cadical(), LoweringOptions::default());
            let found = all_of(&encoding, &mut ipasir.expect("a session"));
            assert_eq!(found, expected, "{puzzle:?}");
        }
    }
}

/// By files, with a SAT solver and a MIP solver.
#[test]
fn external_solvers_find_the_forced_atoms() {
    for &kind in PuzzleKind::all() {
        let puzzle = formats::read(kind.sample(), None).expect("a sample").puzzle;
        let encoding = puzzle.encoding(&puzzle.default_encoding()).expect("a known name");
        let all = all_of(&encoding, &mut batsat(LoweringOptions::default()));
        let expected = common(&Vec::from_iter(all), puzzle.atom_count());
        for solver in ["minisat", "highs"] {
            let solver = find(solver).unwrap_or_else(|error| panic!("{error}"));
            let mut session =
                external_session(solver, LoweringOptions::default()).expect("a session");
            let found = forced(&encoding, &mut *session, SearchOptions::default(), &mut ());
            let Ok(CommonAtoms::Atoms(atoms, _)) = found else { panic!("{kind}: {found:?}") };
            assert_eq!(atoms, expected, "{kind}");
        }
    }
}
