//! Deciding a puzzle: a solution, no solution, and whether the solution is the only one.

use encycle_encodings::encoding::{Completeness, Encoding};
use encycle_encodings::puzzle::Solution;

use crate::solve::search::finder::{Finder, NextSolution};
use crate::solve::search::options::SearchOptions;
use crate::solve::search::outcome::{Outcome, Verdict};
use crate::solve::search::round::Observer;
use crate::solve::session::{Failure, Session};

/// Solves a puzzle; with `unique`, also looks for a second solution in the same session.
pub fn solve(
    encoding: &dyn Encoding,
    session: &mut dyn Session,
    options: SearchOptions,
    unique: bool,
    observer: &mut dyn Observer,
) -> Outcome {
    let mut finder = Finder::new(encoding, session, options);
    let mut solutions = Vec::new();
    let wanted = if unique { 2 } else { 1 };
    let (verdict, reason, failure) = loop {
        match finder.next(observer) {
            Ok(NextSolution::Solution(solution)) => {
                if let Err(failure) = check(encoding, &solution) {
                    break (Verdict::Failed, None, Some(failure));
                }
                solutions.push(solution);
                if solutions.len() == wanted {
                    break (if unique { Verdict::Several } else { Verdict::Solved }, None, None);
                }
            }
            Ok(NextSolution::Exhausted)
                if encoding.completeness() == Completeness::Underapproximation =>
            {
                let which = if solutions.is_empty() { "" } else { " other" };
                let reason = format!(
                    "`{}` has no{which} model, but it leaves out solutions of the puzzle, perhaps all",
                    encoding.name()
                );
                break (Verdict::Unknown, Some(reason), None);
            }
            Ok(NextSolution::Exhausted) => {
                let other = match solutions.first() {
                    None => break (Verdict::NoSolution, None, None),
                    Some(only) => encoding.missed_solution(only),
                };
                let Some(other) = other else { break (Verdict::Unique, None, None) };
                if let Err(failure) = check(encoding, &other) {
                    break (Verdict::Failed, None, Some(failure));
                }
                solutions.push(other);
                break (Verdict::Several, None, None);
            }
            Ok(NextSolution::Unknown(reason)) => break (Verdict::Unknown, Some(reason), None),
            Err(failure) => break (Verdict::Failed, None, Some(failure)),
        }
    };
    let (rounds, building) = (finder.rounds().to_vec(), finder.building());
    Outcome { verdict, solutions, rounds, building, reason, failure }
}

/// What is called a solution against all rules.
pub(super) fn check(encoding: &dyn Encoding, solution: &Solution) -> Result<(), Failure> {
    let checked = encoding.puzzle().check(solution);
    checked.map_err(|broken| Failure::Disagreement(broken.to_string()))
}
