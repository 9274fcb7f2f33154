//! Confirmation: a second solver checks verdicts that rest on an UNSAT result.
//!
//! A solution can be checked against the rules; an UNSAT result cannot. So `no-solution` and `unique` depend on the
//! correctness of a solver and of its encoding. A second solver therefore solves the puzzle from scratch, without the
//! cuts and solutions of the first solver. If it finds a solution that the first solver excluded, the first solver is
//! refuted, because the solution is checked. If both agree, the verdict is confirmed.
//!
//! The value of `optimal` is that of a checked solution; that no better one exists depends on the solver. A second solver
//! that finds a better solution refutes it.

use web_time::Instant;

use crate::solve::attempt::attempt;
use crate::solve::engine::Engine;
use crate::solve::result::{Attempt, SolveError, SolveOutcome};
use crate::solve::search::{
    LoopCheckMode, Outcome, RepairMode, SearchOptions, SearchStart, Verdict, is_clearly_better,
};
use crate::solve::session::Failure;
use crate::solve::settings::RunSettings;

/// Returns whether a verdict rests on the result that there is no solution, or no other or better one.
#[must_use]
pub fn needs_confirmation(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::NoSolution | Verdict::Unique | Verdict::Optimal)
}

/// Returns the reason why an outcome decides nothing.
fn undecided_reason(outcome: Outcome) -> String {
    let failure = outcome.failure.map(|failure| failure.to_string());
    outcome.reason.or(failure).unwrap_or_else(|| "no reason given".to_owned())
}

/// Combines an outcome that [`needs_confirmation`] with the outcome of a second solver, `by`, for the same search. If
/// the first verdict is [`Verdict::Unique`], the second search must be for uniqueness.
///
/// A verdict that contradicts a solution of the other solver is wrong, because every solution is checked. Then the
/// result is [`Verdict::Failed`] with all solutions, and the failure names the wrong solver. If the second solver
/// decides nothing, the result is [`Verdict::Unknown`]. With an objective, which may be maximized, the values of the
/// solutions are compared, because there may be several best solutions.
#[must_use]
pub fn confirmed(
    first: Outcome,
    solver: &str,
    second: Outcome,
    by: &str,
    is_maximized: bool,
) -> Outcome {
    let refuted = |solver: &str, verdict: Verdict, by: &str, counterexample: &'static str| {
        let (solver, other_solver) = (solver.to_owned(), by.to_owned());
        Some(Failure::Refuted { solver, verdict: verdict.name(), other_solver, counterexample })
    };
    let solution = "a solution, checked against the rules";
    let better = "a better solution, checked against the rules";
    let value = |outcome: &Outcome| outcome.objective.and_then(|objective| objective.value);
    let is_better = |one: Option<f64>, other: Option<f64>| {
        one.zip(other).is_some_and(|(one, other)| is_clearly_better(one, other, is_maximized))
    };
    let values = [value(&first), value(&second)];
    let other = second.solutions.iter().find(|&found| !first.solutions.contains(found));
    let failure = match (first.verdict, second.verdict) {
        (_, Verdict::Unknown | Verdict::Failed) => {
            let (verdict, why) = (first.verdict, undecided_reason(second));
            let reason =
                format!("{solver} reports {verdict}, but {by} could not confirm it: {why}");
            return Outcome { verdict: Verdict::Unknown, reason: Some(reason), ..first };
        }
        (Verdict::NoSolution, Verdict::NoSolution) => None,
        (Verdict::NoSolution, _) => refuted(solver, first.verdict, by, solution),
        (_, Verdict::NoSolution) => refuted(by, second.verdict, solver, solution),
        (Verdict::Optimal, _) if is_better(values[1], values[0]) => {
            refuted(solver, first.verdict, by, better)
        }
        (Verdict::Optimal, _) if is_better(values[0], values[1]) => {
            refuted(by, second.verdict, solver, better)
        }
        (Verdict::Optimal, _) => None,
        _ if other.is_some() => {
            refuted(solver, first.verdict, by, "another solution, checked against the rules")
        }
        _ => None,
    };
    let Some(failure) = failure else { return first };
    let mut solutions = first.solutions;
    solutions.extend(other.cloned());
    Outcome { verdict: Verdict::Failed, solutions, failure: Some(failure), ..first }
}

/// Has a solver that the user chose confirm the verdict. Without its confirmation, the verdict is
/// [`Verdict::Unknown`].
pub(super) fn confirm_attempt(
    run: &RunSettings<'_>,
    outcome: SolveOutcome,
    engine: &Engine,
    start: Instant,
) -> Result<SolveOutcome, SolveError> {
    let name = match run.encodings {
        // the encoding with which the first solver decided
        Some(_) => outcome.main.encoding.clone(),
        None => run.default_encoding(engine),
    };
    // options that the second solver does not support are dropped
    let encoding = run.problem.encoding(&name)?;
    let mut second = from_scratch(run, &outcome, start);
    second.options.cuts = run.options.cuts.filter(|kind| encoding.cut_kinds().contains(kind));
    if run.options.mode == LoopCheckMode::Propagate
        && !(engine.accepts_propagator() && encoding.propagator().is_some())
    {
        second.options.mode = LoopCheckMode::Auto;
    }
    second.options.fractional &= engine.has_relaxation() && encoding.has_fractional_cuts();
    second.rounds = run.rounds.as_ref().map(|folder| folder.join("confirm"));
    // a single encoding of the whole puzzle, so that the confirmation does not depend on the decomposition into pieces
    second.encodings = Some(vec![name.clone()]);
    Ok(combined(run, outcome, attempt(&second, engine, &name)?))
}

/// Has the built-in SAT solver confirm the verdict of a floating-point solver, or the built-in MIP solver if only a MIP solver
/// takes the problem, with the defaults of the built-in solver. If a limit is reached first, the verdict remains, unconfirmed.
pub(super) fn confirm_rounding(
    run: &RunSettings<'_>,
    outcome: SolveOutcome,
    start: Instant,
) -> Result<SolveOutcome, SolveError> {
    let engine = if run.problem.needs_mip() { Engine::Microlp } else { Engine::BatSat };
    if engine.is_same(&outcome.main.engine) {
        let reason = "no other built-in solver takes columns that are not 0-1\n\
                      help: name a second solver to confirm the verdict";
        return Ok(SolveOutcome { unconfirmed: Some(reason.to_owned()), ..outcome });
    }
    let mut second = from_scratch(run, &outcome, start);
    second.options = SearchOptions {
        cuts: None,
        mode: LoopCheckMode::Auto,
        fractional: false,
        ..second.options
    };
    (second.encodings, second.rounds, second.observer, second.heat) = (None, None, None, false);
    let second = attempt(&second, &engine, &second.default_encoding(&engine))?;
    if !second.outcome.verdict.is_decided() {
        let reason = format!("{}: {}", second.solver, undecided_reason(second.outcome));
        return Ok(SolveOutcome { unconfirmed: Some(reason), ..outcome });
    }
    Ok(combined(run, outcome, second))
}

/// Returns the settings of a confirmation, without the cuts and solutions that the first solver started from; only better
/// solutions than a known one are searched. Time counts from the start of the run.
fn from_scratch<'a>(
    run: &RunSettings<'a>,
    outcome: &SolveOutcome,
    start: Instant,
) -> RunSettings<'a> {
    let mut second = RunSettings { unique: outcome.verdict() == Verdict::Unique, ..run.clone() };
    second.options.start = SearchStart::default();
    if outcome.verdict() == Verdict::Optimal && run.goal.is_none() {
        // the question is whether there is a better solution
        second.options.start.incumbent = outcome.solution().cloned();
        second.options.repair = RepairMode::Never;
    }
    second.options.started_at = run.options.started_at.or(Some(start));
    second
}

/// Combines the outcome of a run with the attempt of the solver that confirms it.
fn combined(run: &RunSettings<'_>, outcome: SolveOutcome, second: Attempt) -> SolveOutcome {
    let (solver, by) = (outcome.main.solver.to_string(), second.solver.to_string());
    let objective = run.problem.program().and_then(|program| program.objective.as_ref());
    let is_maximized = match &run.goal {
        Some(goal) => goal.is_maximized,
        None => objective.is_some_and(|objective| objective.is_maximized),
    };
    let main = Attempt {
        outcome: confirmed(outcome.main.outcome, &solver, second.outcome, &by, is_maximized),
        ..outcome.main
    };
    let confirmed_by = main.outcome.verdict.is_decided().then_some(second.solver);
    SolveOutcome { main, confirmed_by, ..outcome }
}

#[cfg(test)]
mod tests {
    use encycle_encodings::puzzle::Solution;

    use super::*;

    fn outcome(verdict: Verdict, solutions: &[bool]) -> Outcome {
        let solutions = solutions.iter().map(|&atom| Solution::new(vec![atom])).collect();
        Outcome::new(verdict, solutions)
    }

    /// Returns the verdict after confirmation, and the solver with the wrong verdict.
    fn after(first: Outcome, second: Outcome) -> (Verdict, Option<String>) {
        let outcome = confirmed(first, "one", second, "two", false);
        let wrong = outcome.failure.map(|failure| match failure {
            Failure::Refuted { solver, .. } => solver,
            other => panic!("{other}"),
        });
        (outcome.verdict, wrong)
    }

    #[test]
    fn equal_verdicts_confirm_each_other() {
        let none = || outcome(Verdict::NoSolution, &[]);
        let only = || outcome(Verdict::Unique, &[true]);
        assert_eq!(after(none(), none()), (Verdict::NoSolution, None));
        assert_eq!(after(only(), only()), (Verdict::Unique, None));
    }

    #[test]
    fn a_solution_refutes_the_solver_that_missed_it() {
        let none = || outcome(Verdict::NoSolution, &[]);
        let only = || outcome(Verdict::Unique, &[true]);
        let wrong = |solver: &str| (Verdict::Failed, Some(solver.to_owned()));
        assert_eq!(after(none(), outcome(Verdict::Solved, &[true])), wrong("one"));
        assert_eq!(after(only(), none()), wrong("two"));
        assert_eq!(after(only(), outcome(Verdict::Several, &[false, true])), wrong("one"));
        assert_eq!(after(only(), outcome(Verdict::Unique, &[false])), wrong("one"));
        let both =
            confirmed(only(), "one", outcome(Verdict::Several, &[false, true]), "two", false);
        assert_eq!(both.solutions.len(), 2, "all solutions are kept");
    }

    #[test]
    fn an_unknown_second_verdict_confirms_nothing() {
        let second = Outcome { reason: Some("late".to_owned()), ..outcome(Verdict::Unknown, &[]) };
        let outcome = confirmed(outcome(Verdict::NoSolution, &[]), "one", second, "two", false);
        assert_eq!(outcome.verdict, Verdict::Unknown);
        let reason = "one reports no-solution, but two could not confirm it: late";
        assert_eq!(outcome.reason.as_deref(), Some(reason));
    }
}
