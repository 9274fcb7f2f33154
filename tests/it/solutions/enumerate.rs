//! The enumerator: by cubes, by blocking clauses, and from checkpoints.

use std::collections::BTreeSet;

use encycle::encodings::encoding::EXCLUDED;
use encycle::encodings::logic::{
    CnfMethod, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Var,
};
use encycle::formats;
use encycle::puzzle::PuzzleKind;
use encycle::solve::{
    BatSatSession, CallResult, Checkpoint, Enumerator, Failure, FormulaSize, NextSolution,
    SearchOptions, Session, SolverId, SolverUsage, count,
};
use encycle::solvers::{IncrementalSolver, Limits};

use super::OPEN;
use crate::support::kinds::varied;
use crate::support::solutions::{all_of, batsat, complete_encodings, puzzles, take};

/// Every kind and every complete encoding; the CNF methods take turns.
#[test]
fn every_complete_encoding_has_all_solutions() {
    for &kind in varied() {
        let puzzles = puzzles(kind, 60);
        let counts: Vec<usize> = puzzles.iter().map(|(_, solutions)| solutions.len()).collect();
        assert!(counts.contains(&0), "{kind}: {counts:?}");
        assert!(counts.iter().any(|&count| count > 2), "{kind}: {counts:?}");
        for (number, (puzzle, expected)) in puzzles.iter().enumerate() {
            for (index, name) in complete_encodings(puzzle).iter().enumerate() {
                let encoding = puzzle.encoding(name).expect("a known name");
                let method = CnfMethod::ALL[(number + index) % CnfMethod::ALL.len()];
                let found = all_of(&encoding, &mut batsat(method.into()));
                assert_eq!(&found, expected, "{name} by {} of {puzzle:?}", method.name());
            }
        }
    }
}

/// The search stops after a few solutions and continues from a checkpoint in another session.
#[test]
fn resumed_searches_find_each_solution_once() {
    for &kind in varied() {
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
                    let mut all = Enumerator::resume(&encoding, &mut session, options, done);
                    let is_all = take(&mut all, &mut found, 1 + expected.len() / 5);
                    let count = found.len() as u64;
                    let text = Checkpoint::new(&puzzle, &encoding, count, &all.done()).to_text();
                    let again = Checkpoint::read(&text).expect("its own text");
                    assert_eq!(again.solutions(), count);
                    done = again.cubes(&puzzle, &encoding).expect("the same puzzle");
                    if is_all {
                        break;
                    }
                }
                assert_eq!(found, expected, "{name} of {puzzle:?}");
                // a complete checkpoint needs no solver call
                let mut session = batsat(LoweringOptions::default());
                let mut all =
                    Enumerator::resume(&encoding, &mut session, SearchOptions::default(), done);
                assert!(take(&mut all, &mut found, 1));
            }
        }
    }
}

/// Each loop is a solution, and a model may contain several of them, or one and a subtour. Each solution is found once.
#[test]
fn loops_that_appear_together_in_models_are_found_once() {
    let puzzle = formats::read("slitherlink 3 3\n..0\n.11\n...\n", None).expect("a puzzle").puzzle;
    let open = formats::read("slitherlink 1 5\n.....\n", None).expect("a puzzle").puzzle;
    // a row of five cells has 5 + 4 + 3 + 2 + 1 runs of cells
    for (puzzle, count) in [(puzzle, 2), (open, 15)] {
        for name in puzzle.encoding_names() {
            for seed in 0..20 {
                let encoding = puzzle.encoding(&name).expect("a known name");
                let mut session = BatSatSession::new(LoweringOptions::default(), Some(seed));
                assert_eq!(all_of(&encoding, &mut session).len(), count, "{name}, seed {seed}");
            }
        }
    }
}

/// Without clues the solutions are the simple cycles of the grid graph (OEIS A140517).
#[test]
fn squares_without_clues_have_as_many_solutions_as_simple_cycles() {
    for (side, cycles) in [(1, 1), (2, 13), (3, 213), (4, 9_349)] {
        let text = format!("slitherlink {side} {side}\n{}", (".".repeat(side) + "\n").repeat(side));
        let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
        for name in ["colour", "edge"] {
            let encoding = puzzle.encoding(name).expect("a known name");
            let mut session = batsat(LoweringOptions::default());
            let counted = count(&encoding, &mut session, SearchOptions::default(), &mut ());
            let counted = counted.expect("no failure");
            assert_eq!((counted.solutions, counted.reason), (cycles, None), "{name}");
        }
    }
}

/// A count by an incomplete encoding has a reason why it is a lower bound.
#[test]
fn counts_by_incomplete_encodings_are_lower_bounds() {
    let puzzle = formats::read(PuzzleKind::Numberlink.sample(), None).expect("a sample").puzzle;
    let guess = puzzle.builtin_underapproximation().expect("it has one");
    for name in ["induced".to_owned(), guess] {
        let encoding = puzzle.encoding(&name).expect("a known name");
        let mut session = batsat(LoweringOptions::default());
        let counted = count(&encoding, &mut session, SearchOptions::default(), &mut ());
        let reason = counted.expect("no failure").reason.expect("a reason");
        assert!(reason.contains("excludes solutions"), "{name}: {reason}");
    }
}

/// A solver that drops assumptions and blocking clauses.
struct Dropping {
    session: BatSatSession,
    has_trail: bool,
}

impl ConstraintSink for Dropping {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.session.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        if origin.family != EXCLUDED {
            self.session.constraint(constraint, origin);
        }
    }
}

impl Session for Dropping {
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

    fn incremental(&mut self) -> Option<&mut dyn IncrementalSolver> {
        self.session.incremental().filter(|_| self.has_trail)
    }

    fn last_usage(&self) -> SolverUsage {
        self.session.last_usage()
    }
}

/// A solution found twice is a failure of the solver, whether assumptions, clauses or a checkpoint exclude it.
#[test]
fn a_solver_that_drops_blocks_is_detected() {
    let puzzle = formats::read(OPEN, None).expect("a puzzle").puzzle;
    for name in ["colour", "edge"] {
        let encoding = puzzle.encoding(name).expect("a known name");
        for (has_trail, family) in [(true, "assumption"), (false, EXCLUDED)] {
            let dropping = || Dropping { session: batsat(LoweringOptions::default()), has_trail };
            let mut session = dropping();
            let mut all = Enumerator::new(&encoding, &mut session, SearchOptions::default());
            let mut found = BTreeSet::new();
            let failure = loop {
                match all.next_solution(&mut ()) {
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
            let mut session = dropping();
            let mut rest =
                Enumerator::resume(&encoding, &mut session, SearchOptions::default(), done);
            let failure =
                rest.next_solution(&mut ()).expect_err("it begins with the same solution");
            assert!(matches!(failure, Failure::WrongModel { .. }), "{name}: {failure}");
        }
    }
}

/// A solver that flips one variable of each model.
struct Flipping {
    session: BatSatSession,
    variable: usize,
}

impl ConstraintSink for Flipping {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.session.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.session.constraint(constraint, origin);
    }
}

impl Session for Flipping {
    fn solver(&self) -> &SolverId {
        self.session.solver()
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        self.session.size()
    }

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        let mut result = self.session.solve(limits)?;
        if let CallResult::Model(model) = &mut result {
            model[self.variable] ^= true;
        }
        Ok(result)
    }

    fn incremental(&mut self) -> Option<&mut dyn IncrementalSolver> {
        self.session.incremental()
    }

    fn last_usage(&self) -> SolverUsage {
        self.session.last_usage()
    }
}

/// A trail does not make a model trustworthy: no variable of the only solution can be flipped.
#[test]
fn a_wrong_model_with_a_trail_is_detected() {
    let puzzle = formats::load("examples/slitherlink/first.txt", None).expect("a puzzle").puzzle;
    for name in ["colour", "edge"] {
        let encoding = puzzle.encoding(name).expect("a known name");
        assert_eq!(all_of(&encoding, &mut batsat(LoweringOptions::default())).len(), 1, "{name}");
        for variable in 0..encoding.projection_size() {
            let session = batsat(LoweringOptions::default());
            let mut session = Flipping { session, variable };
            let mut all = Enumerator::new(&encoding, &mut session, SearchOptions::default());
            let failure = all.next_solution(&mut ()).expect_err("a wrong model");
            assert!(matches!(failure, Failure::WrongModel { .. }), "{name}: {failure}");
        }
    }
}
