//! Stop requests from outside: each job ends, and names the reason.

use encycle::count::CountError;
use encycle::generate::GenerateError;
use encycle::prelude::*;
use encycle::solve::JobLimits;
use encycle::solvers::Stop;

const REASON: &str = "the search was stopped";

fn requested() -> Stop {
    let stop = Stop::default();
    stop.request();
    stop
}

fn puzzle() -> Puzzle {
    "slitherlink 2 2\n..\n..\n".parse().expect("a puzzle")
}

#[test]
fn a_stop_request_ends_a_solve_run_and_a_race() {
    let puzzle = puzzle();
    for solvers in ["batsat", "batsat,microlp"] {
        let options = SearchOptions { stop: requested(), ..SearchOptions::default() };
        let outcome = Solve::new(&puzzle).solver(solvers).unique().options(options).run();
        let main = outcome.expect("a run").main.outcome;
        assert_eq!((main.verdict, main.reason.as_deref()), (Verdict::Unknown, Some(REASON)));
    }
}

#[test]
fn a_stop_request_ends_the_confirmation() {
    let (puzzle, stop) = (puzzle(), Stop::default());
    // the request comes after the first solver has reported
    let options = SearchOptions { stop: stop.clone(), ..SearchOptions::default() };
    let request = |event: &encycle::solve::RoundEvent<'_>| {
        if event.model.is_none() {
            stop.request();
        }
    };
    let clues: Puzzle = "slitherlink 2 2\n33\n33\n".parse().expect("a puzzle");
    for (puzzle, verdict) in [(&puzzle, Verdict::Several), (&clues, Verdict::Unknown)] {
        let run = Solve::new(puzzle).unique().confirm_with("microlp").options(options.clone());
        let outcome = run.observe(&request).run().expect("a run");
        assert_eq!(outcome.verdict(), verdict);
        assert!(outcome.confirmed_by.is_none());
    }
}

#[test]
fn a_stop_request_ends_a_count() {
    for method in [CountMethod::Zdd, CountMethod::Sat] {
        let options = CountOptions { stop: requested(), ..CountOptions::default() };
        let error = count(&puzzle(), method, &options).expect_err("a request");
        assert_eq!(error, CountError::Limit(REASON.to_owned()));
    }
}

#[test]
fn a_stop_request_ends_a_generation() {
    for kind in [PuzzleKind::Slitherlink, PuzzleKind::Numberlink, PuzzleKind::Hamilton] {
        let options = GenerateOptions { stop: requested(), ..GenerateOptions::new(kind, 5, 5) };
        let result = generate(&options, 1);
        assert!(matches!(&result, Err(GenerateError::Limit(reason)) if reason == REASON), "{kind}");
    }
}

#[test]
fn a_stop_request_precedes_a_deadline() {
    let limits = JobLimits::starting_now(Some(std::time::Duration::ZERO), requested());
    assert_eq!(limits.reached().as_deref(), Some(REASON));
    assert_eq!(JobLimits::default().reached(), None);
}
