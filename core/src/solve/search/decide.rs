//! Decision of a puzzle: whether it has a solution, and whether that solution is the only one.

use encycle_encodings::encoding::Encoding;
use encycle_encodings::puzzle::Solution;

use crate::solve::search::check::check;
use crate::solve::search::finder::{Finder, NextSolution};
use crate::solve::search::options::SearchOptions;
use crate::solve::search::outcome::{Observer, Outcome, Verdict};
use crate::solve::session::{Failure, Session};

/// Solves a puzzle; with `unique`, also looks for a second solution in the same session. The solutions that the search
/// starts from count if they satisfy all rules.
pub fn solve(
    encoding: &Encoding<'_>,
    session: &mut dyn Session,
    options: SearchOptions,
    unique: bool,
    observer: &mut dyn Observer,
) -> Outcome {
    let mut solutions = options.start.solutions.clone();
    let mut finder = Finder::new(encoding, session, options);
    let end = collect(&mut finder, encoding, unique, &mut solutions, observer);
    let (rounds, ledger) = (finder.rounds().to_vec(), finder.cuts().to_vec());
    let build_time = finder.build_time();
    Outcome { rounds, ledger, build_time, ..concluded(encoding, solutions, unique, end) }
}

/// The reason why the search ends.
#[derive(Debug)]
pub(in crate::solve) enum SearchEnd {
    /// As many solutions as are wanted have been found.
    Enough,
    /// There is no further solution.
    Exhausted,
    /// A limit was reached.
    Unknown(String),
    /// The solver failed, or a solution is wrong.
    Failed(Failure),
}

/// Returns the number of solutions that decide the question.
pub(in crate::solve) fn wanted(unique: bool) -> usize {
    if unique { 2 } else { 1 }
}

/// Collects as many solutions as are wanted.
fn collect(
    finder: &mut Finder<'_>,
    encoding: &Encoding<'_>,
    unique: bool,
    solutions: &mut Vec<Solution>,
    observer: &mut dyn Observer,
) -> SearchEnd {
    solutions.truncate(wanted(unique));
    loop {
        if let Err(failure) = solutions.last().map_or(Ok(()), |last| check(encoding, last)) {
            return SearchEnd::Failed(failure);
        }
        if solutions.len() == wanted(unique) {
            return SearchEnd::Enough;
        }
        match finder.next(observer) {
            Ok(NextSolution::Solution(solution)) => solutions.push(solution),
            Ok(NextSolution::Exhausted) => return SearchEnd::Exhausted,
            Ok(NextSolution::Unknown(reason)) => return SearchEnd::Unknown(reason),
            Err(failure) => return SearchEnd::Failed(failure),
        }
    }
}

/// Returns the outcome of a search without its rounds. If the encoding misses a solution, that solution is added.
pub(in crate::solve) fn concluded(
    encoding: &Encoding<'_>,
    mut solutions: Vec<Solution>,
    unique: bool,
    end: SearchEnd,
) -> Outcome {
    let verdict = match end {
        SearchEnd::Enough if unique => Verdict::Several,
        SearchEnd::Enough => Verdict::Solved,
        SearchEnd::Unknown(reason) => return Outcome::unknown(reason, solutions),
        SearchEnd::Failed(failure) => return Outcome::failed(failure, solutions),
        SearchEnd::Exhausted if !encoding.completeness().keeps_a_solution() => {
            let which = if solutions.is_empty() { "" } else { " other" };
            let reason = format!(
                "`{}` has no{which} model, but it excludes solutions of the puzzle, possibly all",
                encoding.name()
            );
            return Outcome::unknown(reason, solutions);
        }
        SearchEnd::Exhausted => {
            match solutions.first().map(|only| encoding.missed_solution(only)) {
                None => Verdict::NoSolution,
                Some(None) => Verdict::Unique,
                Some(Some(other)) => {
                    if let Err(failure) = check(encoding, &other) {
                        return Outcome::failed(failure, solutions);
                    }
                    solutions.push(other);
                    Verdict::Several
                }
            }
        }
    };
    Outcome::new(verdict, solutions)
}

#[cfg(test)]
mod tests {
    use encycle_encodings::encoding::Encodable as _;
    use encycle_encodings::kinds::slitherlink::Slitherlink;
    use encycle_encodings::logic::LoweringOptions;

    use super::*;
    use crate::solve::BatSatSession;

    /// Both clues are satisfied by one loop around the whole row, and by two loops, one at each end. Cuts must not
    /// repair the model with two loops.
    #[test]
    fn a_falsely_exact_encoding_fails_with_its_name() {
        let puzzle = Slitherlink::from_rows(&["3...3"]).expect("a puzzle");
        for base in ["edge", "colour"] {
            let encoding = puzzle.encoding(base).expect("a known encoding");
            let encoding = encoding.with_global_constraint(None).with_name("falsely-exact");
            let mut session = BatSatSession::new(LoweringOptions::default(), None);
            // the model with one loop may come first
            let mut finder = Finder::new(&encoding, &mut session, SearchOptions::default());
            let failure = loop {
                match finder.next(&mut ()) {
                    Ok(NextSolution::Solution(_)) => {}
                    Ok(other) => panic!("{base}: {other:?}"),
                    Err(failure) => break failure,
                }
            };
            assert_eq!(failure.name(), "inexact-encoding", "{base}: {failure}");
            assert!(failure.to_string().contains("falsely-exact"), "{failure}");
        }
    }
}
