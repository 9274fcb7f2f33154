//! All solutions of random small puzzles.

use std::collections::BTreeSet;

use encycle::count::brute_force;
use encycle::encodings::encoding::{Completeness, Encoding};
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::Solution;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{BatSatSession, Enumerator, Finder, NextSolution, SearchOptions, Session};

use super::random::{Draft, Random};

/// Adds up to `most` solutions to `found` and asserts that none is there already. Returns whether the search is done.
pub fn take(all: &mut Enumerator<'_>, found: &mut BTreeSet<Solution>, most: usize) -> bool {
    for _ in 0..most {
        match all.next_solution(&mut ()).expect("no failure") {
            NextSolution::Solution(solution) => assert!(found.insert(solution), "found twice"),
            NextSolution::Exhausted => return true,
            NextSolution::Unknown(reason) => panic!("no limit was set: {reason}"),
        }
    }
    false
}

pub fn all_of(encoding: &Encoding<'_>, session: &mut dyn Session) -> BTreeSet<Solution> {
    let mut found = BTreeSet::new();
    let mut all = Enumerator::new(encoding, session, SearchOptions::default());
    assert!(take(&mut all, &mut found, usize::MAX));
    for solution in &found {
        assert_eq!(encoding.puzzle().check(solution), Ok(()));
    }
    found
}

pub fn batsat(choices: LoweringOptions) -> BatSatSession {
    BatSatSession::new(choices, None)
}

pub fn complete_encodings(puzzle: &Puzzle) -> Vec<String> {
    let is_complete = |name: &String| {
        puzzle.encoding(name).expect("a known name").completeness() == Completeness::Complete
    };
    puzzle.encoding_names().into_iter().filter(is_complete).collect()
}

/// Random small puzzles with at most 300 solutions, and their solutions.
pub fn puzzles(kind: PuzzleKind, cases: u64) -> Vec<(Puzzle, BTreeSet<Solution>)> {
    let mut seen = Vec::new();
    let drafts = (0..).map(|seed| Draft::random(kind, &mut Random::new(seed)));
    for puzzle in drafts.take(cases as usize).filter_map(|draft| draft.puzzle()) {
        let expected = brute_force(&puzzle).map(BTreeSet::from_iter).unwrap_or_else(|| {
            // too large for brute force: enumerate with blocking clauses
            let encoding = puzzle.default_encoding();
            let encoding = puzzle.encoding(&encoding).expect("a known name");
            let mut session = batsat(LoweringOptions::default());
            let options = SearchOptions::default();
            let mut finder = Finder::new(&encoding, &mut session, options);
            let mut found = BTreeSet::new();
            while let NextSolution::Solution(solution) = finder.next(&mut ()).expect("no failure") {
                found.insert(solution);
                if found.len() > 300 {
                    break;
                }
            }
            found
        });
        if expected.len() <= 300 {
            seen.push((puzzle, expected));
        }
    }
    seen
}

/// The value of each atom that all solutions share.
pub fn common(solutions: &[Solution], atoms: usize) -> Vec<Option<bool>> {
    let of_atom = |atom: usize| {
        let first = solutions[0].has(atom);
        solutions.iter().all(|solution| solution.has(atom) == first).then_some(first)
    };
    (0..atoms).map(of_atom).collect()
}
