//! Cube and conquer: one puzzle on several threads, of which one solves the whole puzzle and the others solve cubes of
//! it.
//!
//! A *cube* is a conjunction of literals. A set of cubes partitions the search: every solution lies in exactly one of
//! them (`cubes`). If no cube contains a solution, there is none.
//!
//! ```text
//!   thread 1    whole puzzle ----------------------------------->
//!   thread 2    cube x y -->     cube ¬x z ----------->  ...          all threads exchange learnt clauses
//!   thread 3    cube x ¬y ----------->   cube ¬x ¬z -->  ...
//! ```
//!
//! Cubes alone would be a risk, because a cube may be harder than the whole puzzle: its literals are decisions that the
//! solver might never have made. Therefore the first thread runs the search that a single thread would run, and the
//! others help it: by learnt clauses, by a solution, or by exhausting all cubes. The run ends as soon as the first
//! thread has decided, enough solutions are found, or all cubes are exhausted.
//!
//! The threads work on the same formula, so learnt clauses are valid in all of them: a literal of a cube is an
//! assumption, not a clause.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::Solution;
use encycle_solvers::ClauseExchange;

use crate::solve::cubes::cubes;
use crate::solve::engine::Engine;
use crate::solve::rounds::ForwardedRounds;
use crate::solve::search::{
    Finder, NextSolution, Outcome, SearchEnd, SearchOptions, Verdict, check, concluded, wanted,
};
use crate::solve::settings::RunSettings;
use crate::solve::threads::STACK_SIZE;

/// A queue of cubes that together contain all solutions.
struct CubeQueue {
    cubes: Vec<Vec<Lit>>,
    next: AtomicUsize,
    /// The number of cubes that contain no further solution.
    exhausted: AtomicUsize,
}

/// A search that several threads share.
struct SharedSearch<'a> {
    run: &'a RunSettings<'a>,
    engine: &'a Engine,
    encoding: &'a Encoding<'a>,
    /// The options of each thread.
    options: SearchOptions,
    exchange: ClauseExchange,
    found: Mutex<FoundSolutions>,
}

/// The results of the threads so far.
struct FoundSolutions {
    /// The reason why the threads stop.
    end: Option<SearchEnd>,
    /// The solutions, rounds, cuts and times.
    outcome: Outcome,
}

/// Solves the puzzle in at least two threads. The first thread solves the whole puzzle as it would alone, and the
/// others solve cubes. They exchange learnt clauses. The run ends when the first thread ends or no cube is left.
///
/// The verdict does not depend on the number of threads, unless a limit is reached. If there are several solutions, the
/// solutions that are found do depend on it.
pub(in crate::solve) fn conquer(
    run: &RunSettings<'_>,
    engine: &Engine,
    encoding: &Encoding<'_>,
    options: &SearchOptions,
    threads: usize,
) -> Outcome {
    let outcome = Outcome::new(Verdict::Unknown, Vec::new());
    let search = SharedSearch {
        run,
        engine,
        encoding,
        options: SearchOptions {
            stop: options.stop.child(),
            cpu: options.cpu.map(|cpu| cpu / threads as u32),
            ..options.clone()
        },
        exchange: ClauseExchange::default(),
        found: Mutex::new(FoundSolutions { end: None, outcome }),
    };
    for solution in options.start.solutions.iter().take(wanted(run.unique)) {
        match check(encoding, solution) {
            Ok(()) => search.add(solution.clone()),
            Err(failure) => search.stop(SearchEnd::Failed(failure)),
        }
    }
    let (whole, parts) = (CubeQueue::new(vec![Vec::new()]), OnceLock::new());
    std::thread::scope(|scope| {
        let search = &search;
        let spawn = |queue| {
            let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
            let work = move || search.work(queue);
            thread.spawn_scoped(scope, work).expect("the operating system creates a thread");
        };
        spawn(&whole);
        // several cubes for each thread, because the cubes are not equally hard
        let depth = (2 * threads).next_power_of_two().ilog2();
        // if the formula is too large, there are no cubes, and the first thread reports the failure
        let cubes = cubes(encoding, run.lowering, depth).unwrap_or_default();
        log::debug!("{}: {} cubes", engine.name(), cubes.len());
        let parts = parts.get_or_init(|| CubeQueue::new(cubes));
        for _ in 1..threads.min(parts.cubes.len() + 1) {
            spawn(parts);
        }
    });
    let FoundSolutions { end, outcome } =
        search.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let end = end.expect("the first thread has ended");
    let Outcome { solutions, rounds, ledger, build_time, .. } = outcome;
    Outcome { rounds, ledger, build_time, ..concluded(encoding, solutions, run.unique, end) }
}

impl CubeQueue {
    fn new(cubes: Vec<Vec<Lit>>) -> Self {
        Self { cubes, next: AtomicUsize::new(0), exhausted: AtomicUsize::new(0) }
    }

    /// Returns the next cube that no thread has begun.
    fn take(&self) -> Option<&[Lit]> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        self.cubes.get(next).map(|cube| &cube[..])
    }

    /// Records that a cube contains no further solution. Returns whether all cubes are exhausted.
    fn exhaust(&self) -> bool {
        self.exhausted.fetch_add(1, Ordering::AcqRel) + 1 == self.cubes.len()
    }
}

impl SharedSearch<'_> {
    /// Solves cubes until none is left, or another thread stops the search.
    fn work(&self, queue: &CubeQueue) {
        let Self { run, engine, encoding, .. } = *self;
        let mut rounds = ForwardedRounds::new(engine.name(), run.observer);
        let session = engine.session_for(run.problem, encoding, run.lowering, self.options.seed);
        let mut session = match session {
            Ok(session) => session,
            Err(failure) => return self.stop(SearchEnd::Failed(failure)),
        };
        if let Some(solver) = session.incremental() {
            solver.exchange(self.exchange.clone());
        }
        let mut finder = Finder::new(encoding, &mut *session, self.options.clone());
        while let Some(cube) = queue.take() {
            let end = loop {
                match finder.next_under(cube, &mut rounds) {
                    Ok(NextSolution::Solution(solution)) => self.add(solution),
                    Ok(NextSolution::Exhausted) if !queue.exhaust() => break None,
                    Ok(NextSolution::Exhausted) => break Some(SearchEnd::Exhausted),
                    // a search that another thread has stopped ends here, too
                    Ok(NextSolution::Unknown(reason)) => break Some(SearchEnd::Unknown(reason)),
                    Err(failure) => break Some(SearchEnd::Failed(failure)),
                }
            };
            if let Some(end) = end {
                self.stop(end);
                break;
            }
        }
        self.found().record(&finder);
    }

    fn found(&self) -> MutexGuard<'_, FoundSolutions> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a solution, which another thread may have found as well.
    fn add(&self, solution: Solution) {
        let mut found = self.found();
        if found.end.is_none() && !found.outcome.solutions.contains(&solution) {
            found.outcome.solutions.push(solution);
            if found.outcome.solutions.len() == wanted(self.run.unique) {
                drop(found);
                self.stop(SearchEnd::Enough);
            }
        }
    }

    /// Stops all threads. Only the first reason counts. It is recorded before the stop request, because a stopped
    /// thread records a reason as well.
    fn stop(&self, end: SearchEnd) {
        self.found().end.get_or_insert(end);
        self.options.stop.request();
    }
}

impl FoundSolutions {
    /// Records the rounds, cuts and times of a thread.
    fn record(&mut self, finder: &Finder<'_>) {
        let Outcome { rounds, ledger, build_time: one, .. } = &mut self.outcome;
        rounds.extend_from_slice(finder.rounds());
        for cut in finder.cuts() {
            if !ledger.contains(cut) {
                ledger.push(cut.clone());
            }
        }
        let other = finder.build_time();
        one.wall = one.wall.max(other.wall);
        one.cpu += other.cpu;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;
    use crate::puzzle::{Puzzle, PuzzleKind};
    use crate::solve::Solve;

    #[test]
    fn threads_do_not_change_the_verdict() {
        for kind in PuzzleKind::all() {
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
        let puzzle: Puzzle = "slitherlink 3 3\n3.3\n...\n3.3\n".parse().expect("a puzzle");
        let solve = |threads| {
            let options = SearchOptions { threads: Some(threads), ..Default::default() };
            Solve::new(&puzzle).encodings(["edge"]).options(options).run().expect("a run").verdict()
        };
        assert_eq!(solve(4), solve(1));
    }
}
