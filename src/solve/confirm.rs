//! A negative verdict cannot be checked by itself: a second solver is asked.

use crate::solve::search::{Outcome, Verdict};
use crate::solve::session::Failure;

/// Whether a verdict rests on a solver's word that a formula has no model.
#[must_use]
pub fn needs_confirmation(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::NoSolution | Verdict::Unique)
}

/// Compares a verdict that [`needs_confirmation`] with what a second solver, `by`, said of the same
/// question (or of uniqueness, where the first said `unique`).
///
/// What contradicts a solution that was found, and so checked, is wrong: then the verdict is
/// [`Verdict::Failed`], the failure names the solver that is wrong, and the solutions are those that were
/// found. Where the second does not know, neither do we.
#[must_use]
pub fn confirmed(first: Outcome, solver: &str, second: Outcome, by: &str) -> Outcome {
    let refuted = |solver: &str, said: Verdict, by: &str, found: &'static str| {
        let (solver, by) = (solver.to_owned(), by.to_owned());
        Some(Failure::Refuted { solver, said: said.name(), by, found })
    };
    let other = second.solutions.iter().find(|&found| !first.solutions.contains(found));
    let failure = match (first.verdict, second.verdict) {
        (_, Verdict::Unknown | Verdict::Failed) => {
            let why = second.reason.or(second.failure.map(|failure| failure.to_string()));
            let reason = format!(
                "{solver} says {}, but {by} could not confirm it: {}",
                first.verdict,
                why.unwrap_or_else(|| "it did not say why".to_owned())
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
            building: TimeSpent::default(),
            reason: None,
            failure: None,
        }
    }

    /// The verdict, and who is wrong.
    fn after(first: Outcome, second: Outcome) -> (Verdict, Option<String>) {
        let outcome = confirmed(first, "one", second, "two");
        let wrong = outcome.failure.map(|failure| match failure {
            Failure::Refuted { solver, .. } => solver,
            other => panic!("{other}"),
        });
        (outcome.verdict, wrong)
    }

    #[test]
    fn who_agrees_confirms() {
        let none = || outcome(Verdict::NoSolution, &[]);
        let only = || outcome(Verdict::Unique, &[true]);
        assert_eq!(after(none(), none()), (Verdict::NoSolution, None));
        assert_eq!(after(only(), only()), (Verdict::Unique, None));
    }

    #[test]
    fn a_solution_refutes_whoever_denied_it() {
        let none = || outcome(Verdict::NoSolution, &[]);
        let only = || outcome(Verdict::Unique, &[true]);
        let wrong = |who: &str| (Verdict::Failed, Some(who.to_owned()));
        assert_eq!(after(none(), outcome(Verdict::Solved, &[true])), wrong("one"));
        assert_eq!(after(only(), none()), wrong("two"));
        assert_eq!(after(only(), outcome(Verdict::Several, &[false, true])), wrong("one"));
        assert_eq!(after(only(), outcome(Verdict::Unique, &[false])), wrong("one"));
        let both = confirmed(only(), "one", outcome(Verdict::Several, &[false, true]), "two");
        assert_eq!(both.solutions.len(), 2, "what was found is shown");
    }

    #[test]
    fn who_does_not_know_confirms_nothing() {
        let second = Outcome { reason: Some("late".to_owned()), ..outcome(Verdict::Unknown, &[]) };
        let outcome = confirmed(outcome(Verdict::NoSolution, &[]), "one", second, "two");
        assert_eq!(outcome.verdict, Verdict::Unknown);
        let reason = "one says no-solution, but two could not confirm it: late";
        assert_eq!(outcome.reason.as_deref(), Some(reason));
    }
}
