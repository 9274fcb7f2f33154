//! Confirms verdicts that rest on an UNSAT result with a second solver.

use crate::solve::search::{Outcome, Verdict};
use crate::solve::session::Failure;

/// Returns whether a verdict rests on an UNSAT result.
#[must_use]
pub fn needs_confirmation(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::NoSolution | Verdict::Unique)
}

/// Combines an outcome that [`needs_confirmation`] with that of a second solver, `by`, for the same search. If the
/// first verdict is [`Verdict::Unique`], the second search must be for uniqueness.
///
/// A verdict that contradicts a solution of the other solver is wrong, since every solution is checked. Then the
/// result is [`Verdict::Failed`] with all solutions, and the failure names the wrong solver. If the second
/// solver decides nothing, the result is [`Verdict::Unknown`].
#[must_use]
pub fn confirmed(first: Outcome, solver: &str, second: Outcome, by: &str) -> Outcome {
    let refuted = |solver: &str, verdict: Verdict, by: &str, found: &'static str| {
        let (solver, by) = (solver.to_owned(), by.to_owned());
        Some(Failure::Refuted {
            solver,
            verdict: verdict.name(),
            other_solver: by,
            counterexample: found,
        })
    };
    let other = second.solutions.iter().find(|&found| !first.solutions.contains(found));
    let failure = match (first.verdict, second.verdict) {
        (_, Verdict::Unknown | Verdict::Failed) => {
            let why = second.reason.or(second.failure.map(|failure| failure.to_string()));
            let reason = format!(
                "{solver} reports {}, but {by} could not confirm it: {}",
                first.verdict,
                why.unwrap_or_else(|| "no reason given".to_owned())
            );
            return Outcome { verdict: Verdict::Unknown, reason: Some(reason), ..first };
        }
        (Verdict::NoSolution, Verdict::NoSolution) => None,
        (Verdict::NoSolution, _) => refuted(solver, first.verdict, by, "a solution"),
        (_, Verdict::NoSolution) => refuted(by, second.verdict, solver, "a solution"),
        _ if other.is_some() => refuted(solver, first.verdict, by, "another solution"),
        _ => None,
    };
    let Some(failure) = failure else { return first };
    let mut solutions = first.solutions;
    solutions.extend(other.cloned());
    Outcome { verdict: Verdict::Failed, solutions, failure: Some(failure), ..first }
}

#[cfg(test)]
mod tests {
    use encycle_encodings::puzzle::Solution;

    use super::*;
    use crate::solve::search::TimeSpent;

    fn outcome(verdict: Verdict, solutions: &[bool]) -> Outcome {
        let solutions = solutions.iter().map(|&atom| Solution::new(vec![atom])).collect();
        Outcome {
            verdict,
            solutions,
            rounds: Vec::new(),
            ledger: Vec::new(),
            build_time: TimeSpent::default(),
            reason: None,
            failure: None,
        }
    }

    /// Returns the verdict after confirmation, and the solver with the wrong verdict.
    fn after(first: Outcome, second: Outcome) -> (Verdict, Option<String>) {
        let outcome = confirmed(first, "one", second, "two");
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
        let both = confirmed(only(), "one", outcome(Verdict::Several, &[false, true]), "two");
        assert_eq!(both.solutions.len(), 2, "all solutions are kept");
    }

    #[test]
    fn an_unknown_second_verdict_confirms_nothing() {
        let second = Outcome { reason: Some("late".to_owned()), ..outcome(Verdict::Unknown, &[]) };
        let outcome = confirmed(outcome(Verdict::NoSolution, &[]), "one", second, "two");
        assert_eq!(outcome.verdict, Verdict::Unknown);
        let reason = "one reports no-solution, but two could not confirm it: late";
        assert_eq!(outcome.reason.as_deref(), Some(reason));
    }
}
