//! Optimization: the best solution of a problem with an objective.
//!
//! Cuts only remove what is no solution, so the optimum of a formula and the cuts so far is a bound on the optimum of the
//! problem, and an optimum that violates no rule is the optimum of the problem. That leads to two searches:
//!
//! - a solver that *takes the objective* (MIP, pseudo-Boolean) returns the optimum of each round. The first one without a
//!   cut ends the search, and the values of the rounds are bounds;
//! - any other solver returns some solution. The search demands a better one, by assumptions over a counter of the
//!   objective, until there is none (solution-improving search).

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::{LinearObjective, Lit, ProgramPart};
use encycle_encodings::puzzle::Solution;

use crate::solve::search::finder::{Finder, NextSolution};
use crate::solve::search::objective::ObjectiveCounter;
use crate::solve::search::options::SearchOptions;
use crate::solve::search::outcome::{ObjectiveValue, Observer, Outcome, Verdict};
use crate::solve::session::{Failure, ProgramPoint, Session};

/// Searches the best solution. `is_linear` tells whether the session takes the objective itself.
pub fn optimize(
    encoding: &Encoding<'_>,
    session: &mut dyn Session,
    options: SearchOptions,
    program: &ProgramPart,
    is_linear: bool,
    observer: &mut dyn Observer,
) -> Outcome {
    let given = (is_linear || program.needs_mip()).then_some(program);
    let mut finder = Finder::new(encoding, session, options).with_program(given);
    let found = match (&program.objective, given) {
        (Some(objective), None) => improve(&mut finder, objective, observer),
        _ => solve_rounds(&mut finder, program, observer),
    };
    let mut outcome = found.unwrap_or_else(|failure| Outcome::failed(failure, Vec::new()));
    outcome.rounds = finder.rounds().to_vec();
    outcome.ledger = finder.cuts().to_vec();
    outcome.build_time = finder.build_time();
    outcome
}

/// Solves rounds with a solver that takes the whole program.
fn solve_rounds(
    finder: &mut Finder<'_>,
    program: &ProgramPart,
    observer: &mut dyn Observer,
) -> Result<Outcome, Failure> {
    let next = finder.next(observer)?;
    let bound = finder.bound();
    let outcome = match next {
        NextSolution::Exhausted => Outcome::new(Verdict::NoSolution, Vec::new()),
        NextSolution::Unknown(reason) => Outcome {
            objective: Some(ObjectiveValue { value: None, bound }),
            ..Outcome::unknown(reason, Vec::new())
        },
        NextSolution::Solution(solution) => {
            let point = finder.point().cloned().unwrap_or_default();
            check_point(program, &point)?;
            let value =
                program.objective.as_ref().map(|one| one.value(&point.booleans, &point.others));
            let found = vec![solution];
            let outcome = match (value.is_some(), point.is_optimal) {
                (false, _) => Outcome::new(Verdict::Solved, found),
                (true, true) => Outcome::new(Verdict::Optimal, found),
                (true, false) => {
                    let reason =
                        "the solver stopped before it proved that the solution is the best";
                    Outcome::unknown(reason.to_owned(), found)
                }
            };
            let bound = if point.is_optimal { value } else { point.bound.or(bound) };
            let objective = value.map(|value| ObjectiveValue { value: Some(value), bound });
            Outcome { objective, others: point.others, ..outcome }
        }
    };
    Ok(outcome)
}

/// Checks the rows and the bounds of the columns that are not Boolean, within the tolerance of MIP solvers.
///
/// # Errors
/// The point violates one of them.
fn check_point(program: &ProgramPart, point: &ProgramPoint) -> Result<(), Failure> {
    match program.violation(&point.booleans, &point.others) {
        None => Ok(()),
        Some(what) => Err(Failure::WrongPoint(what)),
    }
}

/// Demands better solutions until there is none.
fn improve(
    finder: &mut Finder<'_>,
    objective: &LinearObjective,
    observer: &mut dyn Observer,
) -> Result<Outcome, Failure> {
    let mut counter = ObjectiveCounter::new(objective).map_err(Failure::Objective)?;
    let mut best: Option<(u64, Solution)> = None;
    loop {
        let assumed: Vec<Lit> = match &best {
            None => Vec::new(),
            Some((0, _)) => break,
            Some((cost, _)) => counter.at_most(cost - 1, finder.session)?,
        };
        let end = match finder.next_under(&assumed, observer)? {
            NextSolution::Solution(solution) => {
                let cost = counter.cost(&solution);
                if best.as_ref().is_some_and(|(known, _)| *known <= cost) {
                    return Err(finder.wrong_model("objective"));
                }
                log::debug!("a solution of value {}", counter.value(cost));
                best = Some((cost, solution));
                continue;
            }
            NextSolution::Exhausted => None,
            NextSolution::Unknown(reason) => Some(reason),
        };
        let Some(reason) = end else { break };
        let bound = Some(counter.value(0));
        let value = best.as_ref().map(|(cost, _)| counter.value(*cost));
        let found = best.into_iter().map(|(_, solution)| solution).collect();
        let objective = Some(ObjectiveValue { value, bound });
        return Ok(Outcome { objective, ..Outcome::unknown(reason, found) });
    }
    Ok(match best {
        None => Outcome::new(Verdict::NoSolution, Vec::new()),
        Some((cost, solution)) => {
            let value = counter.value(cost);
            let objective = Some(ObjectiveValue { value: Some(value), bound: Some(value) });
            Outcome { objective, ..Outcome::new(Verdict::Optimal, vec![solution]) }
        }
    })
}
