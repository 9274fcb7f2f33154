//! Solve runs: attempts in parallel, and the confirmation of the verdict.

use std::sync::OnceLock;

use web_time::Instant;

use encycle_solvers::Stop;

use crate::solve::builder::Solve;
use crate::solve::confirm::needs_confirmation;
use crate::solve::engine::SelectError;
use crate::solve::entrant::SolverEntrant;
use crate::solve::race::race;
use crate::solve::result::{SolveError, SolveOutcome, cut_kind};
use crate::solve::search::Verdict;
use crate::solve::select::{Confirmation, SolverSelection};

impl Solve<'_> {
    /// Runs the attempts in parallel, as many at a time as there are cores, and confirms the verdict if requested.
    ///
    /// # Errors
    /// The run could not start: a solver, an encoding or a kind of cut does not exist or does not fit, or the folder
    /// for the rounds cannot be created.
    pub fn run(&self) -> Result<SolveOutcome, SolveError> {
        let start = Instant::now();
        let SolverSelection { solvers, confirmation } = self.resolve()?;
        let entrants: Vec<SolverEntrant<'_>> =
            solvers.iter().flat_map(|engine| SolverEntrant::all(self, engine)).collect();
        if entrants.len() > 1 {
            // names are checked before the first attempt starts
            for name in entrants.iter().flat_map(SolverEntrant::encodings) {
                cut_kind(&self.puzzle.encoding(name)?, self.options.cuts)?;
            }
        }
        let stops = vec![OnceLock::new(); entrants.len()];
        // Even on one core, an underapproximation must run in parallel with its complete encoding. For a single
        // attempt, the number of cores is not queried, because that takes as long as solving some puzzles.
        let cores = match cfg!(target_family = "wasm") || entrants.len() < 2 {
            true => 1,
            false => std::thread::available_parallelism().map_or(1, usize::from).max(2),
        };
        let folder = |number: usize| match (&self.rounds, entrants.len()) {
            (Some(folder), 2..) => Some(folder.join(format!("solver-{}", number + 1))),
            (folder, _) => folder.clone(),
        };
        let attempt = |number: usize, stop: Stop| {
            let of = |number: usize| stops[number].get_or_init(|| stop.child());
            let plain = || of(number - 1).request();
            let is_race = entrants.len() > 1;
            entrants[number].run(self, is_race, folder(number).as_deref(), of(number), plain)
        };
        let race = race(entrants.len(), cores, &self.options.stop, attempt, |result| {
            result.as_ref().is_ok_and(|(attempt, _)| attempt.outcome.verdict.is_decided())
        });
        let (mut attempts, mut guesses) = (Vec::new(), Vec::new());
        let mut best = None;
        for (number, result) in race.results.into_iter().enumerate() {
            let Some((attempt, guess)) = result.transpose()? else { continue };
            guesses.extend(guess);
            // a reached limit is more informative than a failure of one solver among several
            let rank = match attempt.outcome.verdict {
                _ if race.winner == Some(number) => 3,
                Verdict::Unknown if !stops[number].get().is_some_and(Stop::is_requested) => 2,
                _ => 1,
            };
            if best.is_none_or(|(least, _)| rank > least) {
                best = Some((rank, attempts.len()));
            }
            attempts.push(attempt);
        }
        let Some((_, best)) = best else { return Err(SelectError::EmptyName.into()) };
        let main = attempts.remove(best);
        attempts.append(&mut guesses);
        let outcome =
            SolveOutcome { main, others: attempts, confirmed_by: None, unconfirmed: None };
        match confirmation {
            _ if !needs_confirmation(outcome.verdict()) => Ok(outcome),
            Confirmation::Always(engine) => self.confirm_attempt(outcome, &engine, start),
            Confirmation::FloatingPoint if outcome.main.engine.is_floating_point() => {
                self.confirm_rounding(outcome, start)
            }
            Confirmation::Never | Confirmation::FloatingPoint => Ok(outcome),
        }
    }
}
