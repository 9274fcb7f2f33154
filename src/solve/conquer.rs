//! One puzzle on several threads: each solves cubes with a session of its own (*cube and conquer*).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::{Lit, LoweringOptions};
use encycle_encodings::puzzle::Solution;
use encycle_solvers::ClauseExchange;

use crate::solve::cubes::cubes;
use crate::solve::engine::Engine;
use crate::solve::forward::Rounds;
use crate::solve::race::STACK_SIZE;
use crate::solve::search::{
    Finder, NextSolution, Outcome, SearchEnd, SearchOptions, Verdict, verdict, wanted,
};
use crate::solve::session::Failure;

/// What several threads solve together.
pub(super) struct Conquest<'a> {
    /// Makes the encoding of a thread.
    pub encode: &'a (dyn Fn() -> Box<dyn Encoding + 'a> + Sync),
    pub engine: &'a Engine,
    pub lowering: LoweringOptions,
    pub options: SearchOptions,
    pub unique: bool,
    /// The number of threads, at least two.
    pub threads: usize,
}

/// What the threads have found.
struct Found {
    solutions: Vec<Solution>,
    end: SearchEnd,
    rest: Outcome,
}

impl Conquest<'_> {
    /// Solves the puzzle. The verdict does not depend on the number of threads, unless a limit is reached; which of several
    /// solutions are found does.
    pub fn run<'r>(&self, rounds: impl Fn() -> Rounds<'r> + Sync) -> Outcome {
        let encoding = (self.encode)();
        // a few cubes for each thread, since they are not equally hard
        let depth = (2 * self.threads).next_power_of_two().ilog2();
        let cubes = match cubes(&*encoding, self.lowering, depth) {
            Ok(cubes) => cubes,
            Err(error) => return Outcome::failed(Failure::TooLarge(error)),
        };
        log::debug!("{}: {} cubes on {} threads", self.engine.name(), cubes.len(), self.threads);
        let wanted = wanted(self.unique);
        let mut solutions = self.options.start.solutions.clone();
        solutions.truncate(wanted);
        let end = if solutions.len() == wanted { SearchEnd::Enough } else { SearchEnd::Exhausted };
        let rest = Outcome::new((Verdict::Unknown, None, None), Vec::new());
        let found = Mutex::new(Found { solutions, end, rest });
        let options = SearchOptions {
            stop: self.options.stop.child(),
            cpu: self.options.cpu.map(|cpu| cpu / self.threads as u32),
            ..self.options.clone()
        };
        let next = AtomicUsize::new(0);
        let exchange = ClauseExchange::default();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(cubes.len()) {
                let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
                let work = || self.work(&cubes, &next, &options, &exchange, &found, &mut rounds());
                thread.spawn_scoped(scope, work).expect("the operating system creates a thread");
            }
        });
        let Found { mut solutions, end, rest } =
            found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (verdict, reason, failure) = verdict(&*encoding, &mut solutions, self.unique, end);
        Outcome { verdict, reason, failure, solutions, ..rest }
    }

    /// Solves cubes until none is left, or as many solutions as are wanted are found.
    fn work(
        &self,
        cubes: &[Vec<Lit>],
        next: &AtomicUsize,
        options: &SearchOptions,
        exchange: &ClauseExchange,
        found: &Mutex<Found>,
        rounds: &mut Rounds<'_>,
    ) {
        let found = || found.lock().unwrap_or_else(PoisonError::into_inner);
        let mut session = match self.engine.session(self.lowering, options.seed) {
            Ok(session) => session,
            Err(failure) => return found().stop(SearchEnd::Failed(failure), options),
        };
        session.exchange(exchange.clone());
        let encoding = (self.encode)();
        let mut finder = Finder::new(&*encoding, &mut *session, options.clone());
        while let Some(cube) = cubes.get(next.fetch_add(1, Ordering::Relaxed)) {
            let end = loop {
                match finder.next_under(cube, rounds) {
                    Ok(NextSolution::Solution(solution)) => {
                        found().add(solution, self.unique, options);
                    }
                    Ok(NextSolution::Exhausted) => break None,
                    // so does a search that another thread has stopped
                    Ok(NextSolution::Unknown(reason)) => break Some(SearchEnd::Unknown(reason)),
                    Err(failure) => break Some(SearchEnd::Failed(failure)),
                }
            };
            if let Some(end) = end {
                found().stop(end, options);
                break;
            }
        }
        found().record(&finder);
    }
}

impl Found {
    /// Adds a solution, which another thread may have found as well.
    fn add(&mut self, solution: Solution, unique: bool, options: &SearchOptions) {
        if matches!(self.end, SearchEnd::Exhausted) && !self.solutions.contains(&solution) {
            self.solutions.push(solution);
            if self.solutions.len() == wanted(unique) {
                self.stop(SearchEnd::Enough, options);
            }
        }
    }

    /// Stops all threads. The first reason counts.
    fn stop(&mut self, end: SearchEnd, options: &SearchOptions) {
        options.stop.request();
        if matches!(self.end, SearchEnd::Exhausted) {
            self.end = end;
        }
    }

    /// Records what a thread has done.
    fn record(&mut self, finder: &Finder<'_>) {
        self.rest.rounds.extend_from_slice(finder.rounds());
        for cut in finder.cuts() {
            if !self.rest.ledger.contains(cut) {
                self.rest.ledger.push(cut.clone());
            }
        }
        let (one, other) = (&mut self.rest.build_time, finder.build_time());
        one.wall = one.wall.max(other.wall);
        one.cpu += other.cpu;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;
    use crate::puzzle::PuzzleKind;
    use crate::solve::Solve;

    #[test]
    fn threads_do_not_change_the_verdict() {
        for kind in PuzzleKind::ALL {
            let puzzle = formats::read(kind.sample(), None).expect("a sample").puzzle;
            for name in puzzle.encoding_names() {
                let run = |threads| {
                    let options = SearchOptions { threads: Some(threads), ..Default::default() };
                    let run = Solve::new(&puzzle).unique().encodings([&*name]).options(options);
                    let outcome = run.run().expect("a run").main.outcome;
                    (outcome.verdict, outcome.solutions.len(), outcome.solutions.first().cloned())
                };
                let (one, three) = (run(1), run(3));
                assert_eq!((one.0, one.1), (three.0, three.1), "{kind} by {name}");
                if one.1 == 1 {
                    assert_eq!(one.2, three.2, "{kind} by {name}");
                }
            }
        }
    }

    #[test]
    fn cubes_without_a_solution_prove_that_there_is_none() {
        let puzzle = "slitherlink 3 3\n3.3\n...\n3.3\n".parse().expect("a puzzle");
        let solve = |threads| {
            let options = SearchOptions { threads: Some(threads), ..Default::default() };
            Solve::new(&puzzle).encodings(["edge"]).options(options).run().expect("a run").verdict()
        };
        assert_eq!(solve(4), solve(1));
    }
}
