//! A model that violates a constraint is a failure of the solver, even if the solution in it is valid.

use std::fmt::Arguments;

use encycle::encodings::encoding::Encoding;
use encycle::encodings::logic::{Constraint, ConstraintSink, LoweringOptions, Origin, Var};
use encycle::solve::{
    BatSatSession, CallResult, Failure, Finder, FormulaSize, SearchOptions, Session, SolverId,
    SolverUsage,
};
use encycle::solvers::Limits;

use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
use encycle::encodings::puzzle::{Instance as _, Solution};
use encycle::solve::NextSolution;
use std::collections::BTreeSet;

use crate::support::kinds::{decisive, sample, varied};
use crate::support::solutions::batsat;

/// A session that flips one variable in one of its models.
struct Flipping {
    session: BatSatSession,
    flipped: Option<usize>,
    /// The number of models before that one.
    before: usize,
    is_built_in: bool,
}

impl ConstraintSink for Flipping {
    fn variable(&mut self, family: &'static str, name: Arguments<'_>) -> Var {
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

    fn is_built_in(&self) -> bool {
        self.is_built_in
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        self.session.size()
    }

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        let mut answer = self.session.solve(limits)?;
        if let CallResult::Model(model) = &mut answer {
            match (self.before, self.flipped) {
                (0, Some(variable)) => {
                    model[variable] = !model[variable];
                    self.flipped = None;
                }
                _ => self.before = self.before.saturating_sub(1),
            }
        }
        Ok(answer)
    }

    fn last_usage(&self) -> SolverUsage {
        self.session.last_usage()
    }
}

/// The families of the constraints that a model violates, in the order of the encoding.
struct Violated<'a> {
    model: &'a [bool],
    variables: u32,
    families: Vec<&'static str>,
}

impl ConstraintSink for Violated<'_> {
    fn variable(&mut self, _: &'static str, _: Arguments<'_>) -> Var {
        self.variables += 1;
        Var::new(self.variables - 1)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        if !constraint.is_satisfied(self.model) {
            self.families.push(origin.family);
        }
    }
}

fn violated(encoding: &Encoding<'_>, model: &[bool]) -> Vec<&'static str> {
    let mut violated = Violated { model, variables: 0, families: Vec::new() };
    encoding.encode(&mut violated);
    violated.families
}

fn first_model(encoding: &Encoding<'_>) -> Vec<bool> {
    let mut session = batsat(LoweringOptions::default());
    encoding.encode(&mut session);
    match session.solve(&Limits::default()) {
        Ok(CallResult::Model(model)) => model,
        other => panic!("{}: {other:?}", encoding.name()),
    }
}

/// Flips up to this many variables of each encoding.
const FLIPS: usize = 60;

/// The failure names the family of the first violated constraint.
#[test]
fn a_model_that_violates_a_constraint_is_a_failure_that_names_the_family() {
    // violated families of models whose solution satisfies all rules of the puzzle
    let mut hidden = std::collections::BTreeSet::new();
    for &kind in varied() {
        let puzzle = sample(kind);
        for name in decisive(&puzzle) {
            let encoding = puzzle.encoding(&name).expect("a known name");
            let right = first_model(&encoding);
            // the variables of the encoding come first, then those of the lowering
            for variable in (0..right.len()).step_by(right.len().div_ceil(FLIPS)) {
                let mut wrong = right.clone();
                wrong[variable] = !wrong[variable];
                let families = violated(&encoding, &wrong);
                let session = batsat(LoweringOptions::default());
                let mut session =
                    Flipping { session, flipped: Some(variable), before: 0, is_built_in: false };
                let mut finder = Finder::new(&encoding, &mut session, SearchOptions::default());
                let found = finder.next(&mut ());
                let what = format!("{kind} by {name}, variable {variable}: {found:?}");
                match (families.first(), found) {
                    (None, found) => assert!(found.is_ok(), "{what}"),
                    (Some(family), Err(Failure::WrongModel { origin, .. })) => {
                        assert_eq!(origin.family, *family, "{what}");
                        if puzzle.check(&encoding.solution(&wrong)).is_ok() {
                            hidden.insert((kind.name(), *family));
                        }
                    }
                    (Some(family), _) => panic!("{what}, but `{family}` is violated"),
                }
            }
        }
    }
    // otherwise the check of the rules would suffice
    assert!(hidden.len() > 10, "{hidden:?}");
}

/// The third model of a built-in solver is checked against the constraints only if it contains a solution, or if its
/// cuts might be wrong, as those of `edge`. A wrong one leads to a failure or to further cuts, but to no wrong solution,
/// and hides none.
#[test]
fn a_wrong_model_of_a_built_in_solver_changes_no_result() {
    let puzzle = Slitherlink::from_rows(&["...", ".2.", "..."]).expect("a puzzle");
    for name in ["edge", "colour"] {
        let encoding = encoding(name, &puzzle).expect("a known name");
        let run = |flipped: Option<usize>| -> (Vec<Solution>, Option<Failure>) {
            let session = batsat(LoweringOptions::default());
            let mut session = Flipping { session, flipped, before: 2, is_built_in: true };
            let mut finder = Finder::new(&encoding, &mut session, SearchOptions::default());
            let mut found = Vec::new();
            loop {
                match finder.next(&mut ()) {
                    Ok(NextSolution::Solution(solution)) => found.push(solution),
                    Ok(NextSolution::Exhausted) => return (found, None),
                    Ok(NextSolution::Unknown(reason)) => panic!("{reason}"),
                    Err(failure) => return (found, Some(failure)),
                }
            }
        };
        let all: BTreeSet<Solution> = run(None).0.into_iter().collect();
        let mut failures = 0;
        for variable in 0..first_model(&encoding).len() {
            let (found, failure) = run(Some(variable));
            for solution in &found {
                assert_eq!(puzzle.check(solution), Ok(()), "{name}, variable {variable}");
            }
            match failure {
                None => assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), all, "{variable}"),
                Some(Failure::WrongModel { .. }) => failures += 1,
                Some(other) => panic!("{name}, variable {variable}: {other}"),
            }
        }
        assert!(failures > 0, "{name}");
    }
}
