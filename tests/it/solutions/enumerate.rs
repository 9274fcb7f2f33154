//! All solutions of a puzzle, by every way to keep from finding one again.

use std::collections::BTreeSet;

use encycle::encodings::logic::{
    CnfMethod, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Var,
};
use encycle::formats;
use encycle::puzzle::PuzzleKind;
use encycle::solve::{
    BatSatSession, CallResult, Checkpoint, Enumerator, Failure, FormulaSize, NextSolution,
    SearchOptions, Session, SolverId, SolverUsage, count,
};
use encycle::solvers::{Limits, TrailStep};

use super::OPEN;
use crate::support::solutions::{all_of, batsat, complete_encodings, puzzles, take};

/// Every kind, every encoding that has all solutions, and by turns each CNF method.
#[test]
fn all_solutions_of_every_kind_by_every_encoding() {
    for &kind in PuzzleKind::ALL {
        let puzzles = puzzles(kind, 60);
        let counts: Vec<usize> = puzzles.iter().map(|(_, solutions)| solutions.len()).collect();
        assert!(counts.contains(&0), "{kind}: {counts:?}");
        assert!(counts.iter().any(|&count| count > 2), "{kind}: {counts:?}");
        for (number, (puzzle, expected)) in puzzles.iter().enumerate() {
            for (index, name) in complete_encodings(puzzle).iter().enumerate() {
                let encoding = puzzle.encoding(name).expect("a known name");
                let method = CnfMethod::ALL[(number + index) % CnfMethod::ALL.len()];
                let found = all_of(&*encoding, &mut batsat(method.into()));
                assert_eq!(&found, expected, "{name} by {} of {puzzle:?}", method.name());
            }
        }
    }
}

/// A session that is stopped after every few solutions, and goes on from a checkpoint in another one.
#[test]
fn what_goes_on_from_checkpoints_finds_each_solution_once() {
    for &kind in PuzzleKind::ALL {
        for (puzzle, expected) in puzzles(kind, 25) {
            for name in complete_encodings(&puzzle).iter().take(3) {
                let encoding = puzzle.encoding(name).expect("a known name");
                let mut found = BTreeSet::new();
                let mut done: Vec<Vec<Lit>> = Vec::new();
                loop {
                    let mut session = batsat(LoweringOptions::default());
                    let options = SearchOptions {
                        seed: Some(found.len() as u64),
                        ..SearchOptions::default()
                    };
                    let mut all = Enumerator::resume(&*encoding, &mut session, options, done);
                    let is_all = take(&mut all, &mut found, 1 + expected.len() / 5);
                    let count = found.len() as u64;
                    let text = Checkpoint::new(&puzzle, &*encoding, count, &all.done()).to_text();
                    let again = Checkpoint::read(&text).expect("its own text");
                    assert_eq!(again.solutions(), count);
                    done = again.cubes(&puzzle, &*encoding).expect("the same puzzle");
                    if is_all {
                        break;
                    }
                }
                assert_eq!(found, expected, "{name} of {puzzle:?}");
                // and what has all needs no solver any more
                let mut session = batsat(LoweringOptions::default());
                let mut all =
                    Enumerator::resume(&*encoding, &mut session, SearchOptions::default(), done);
                assert!(take(&mut all, &mut found, 1));
            }
        }
    }
}

/// Two loops are solutions each by itself, and models show them together (or one with a stray one): each is
/// found once, whichever is found first.
#[test]
fn loops_that_are_solutions_by_themselves_are_found_once() {
    let puzzle = formats::read("slitherlink 3 3\n..0\n.11\n...\n", None).expect("a puzzle").puzzle;
    let open = formats::read("slitherlink 1 5\n.....\n", None).expect("a puzzle").puzzle;
    // 5 + 4 + 3 + 2 + 1 runs of cells
    for (puzzle, count) in [(puzzle, 2), (open, 15)] {
        for name in puzzle.encoding_names() {
            for seed in 0..20 {
                let encoding = puzzle.encoding(&name).expect("a known name");
                let mut session = BatSatSession::new(LoweringOptions::default(), Some(seed));
                assert_eq!(all_of(&*encoding, &mut session).len(), count, "{name}, seed {seed}");
            }
        }
    }
}

/// Without clues the solutions are the simple cycles of the grid graph (OEIS A140517), by each base that leaves
/// "one loop" to cuts, and counted too.
#[test]
fn open_squares_have_as_many_solutions_as_there_are_cycles() {
    for (side, cycles) in [(1, 1), (2, 13), (3, 213), (4, 9_349)] {
        let text = format!("slitherlink {side} {side}\n{}", (".".repeat(side) + "\n").repeat(side));
        let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
        for name in ["colour", "edge"] {
            let encoding = puzzle.encoding(name).expect("a known name");
            let mut session = batsat(LoweringOptions::default());
            let counted = count(&*encoding, &mut session, SearchOptions::default(), &mut ());
            let counted = counted.expect("no failure");
            assert_eq!((counted.solutions, counted.reason), (cycles, None), "{name}");
        }
    }
}

/// An encoding that leaves out solutions never claims to have counted all.
#[test]
fn a_guess_counts_at_least() {
    let puzzle = formats::read(PuzzleKind::Numberlink.sample(), None).expect("a sample").puzzle;
    let guess = puzzle.builtin_underapproximation().expect("it has one");
    for name in ["induced".to_owned(), guess] {
        let encoding = puzzle.encoding(&name).expect("a known name");
        let mut session = batsat(LoweringOptions::default());
        let counted = count(&*encoding, &mut session, SearchOptions::default(), &mut ());
        let reason = counted.expect("no failure").reason.expect("a reason");
        assert!(reason.contains("excludes solutions"), "{name}: {reason}");
    }
}

/// A solver that loses what is to keep it from a solution that is known: the assumptions, or the blocks.
struct Forgetful {
    session: BatSatSession,
    tells_its_path: bool,
}

impl ConstraintSink for Forgetful {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.session.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        if origin.family != "block" {
            self.session.constraint(constraint, origin);
        }
    }
}

impl Session for Forgetful {
    fn solver(&self) -> &SolverId {
        self.session.solver()
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        self.session.size()
    }

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        self.session.solve(limits)
    }

    fn assume(&mut self, _: &[Lit]) -> bool {
        true
    }

    fn trail(&mut self) -> Option<&[TrailStep]> {
        self.session.trail().filter(|_| self.tells_its_path)
    }

    fn last_usage(&self) -> SolverUsage {
        self.session.last_usage()
    }
}

/// What comes a second time is the solver's failure, whether it was to be kept from it by assumptions, by
/// clauses, or by a checkpoint.
#[test]
fn a_solver_that_forgets_what_was_found_is_caught() {
    let puzzle = formats::read(OPEN, None).expect("a puzzle").puzzle;
    for name in ["colour", "edge"] {
        let encoding = puzzle.encoding(name).expect("a known name");
        for (tells_its_path, family) in [(true, "assumption"), (false, "block")] {
            let forgetful =
                || Forgetful { session: batsat(LoweringOptions::default()), tells_its_path };
            let mut session = forgetful();
            let mut all = Enumerator::new(&*encoding, &mut session, SearchOptions::default());
            let mut found = BTreeSet::new();
            let failure = loop {
                match all.next(&mut ()) {
                    Ok(NextSolution::Solution(solution)) => {
                        assert!(found.insert(solution), "twice")
                    }
                    Ok(end) => panic!("{name}: {end:?} after {}", found.len()),
                    Err(failure) => break failure,
                }
            };
            let Failure::WrongModel { origin, .. } = &failure else { panic!("{failure}") };
            assert_eq!(origin.family, family, "{name}");

            let done = all.done();
            let mut session = forgetful();
            let mut rest =
                Enumerator::resume(&*encoding, &mut session, SearchOptions::default(), done);
            let failure = rest.next(&mut ()).expect_err("it begins with the same solution");
            assert!(matches!(failure, Failure::WrongModel { .. }), "{name}: {failure}");
        }
    }
}
