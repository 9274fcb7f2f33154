//! Entrants of a race: a solver and an encoding, possibly preceded by a guess.
//!
//! An underapproximation finds a solution of a typical puzzle much faster than the complete encoding does, but it
//! cannot prove uniqueness. So, to prove uniqueness, an entrant first searches an underapproximation (the *guess*) and
//! then starts the complete encoding from the solution found, which is already the first of the two solutions to look
//! for:
//!
//! ```text
//!   entrant 1    complete encoding ------------------------------->
//!   entrant 2    guess ----> solution ----> complete encoding, one solution known --->
//!                               |
//!                               entrant 1 is stopped here if it has the same encoding
//! ```
//!
//! Entrant 1 is needed because the guess may have no solution although the puzzle has one. Once the guess has a
//! solution, entrant 1 can only repeat the work of entrant 2, so entrant 2 takes over its thread.

use std::path::Path;

use encycle_solvers::Stop;
use web_time::Instant;

use crate::solve::builder::Solve;
use crate::solve::engine::Engine;
use crate::solve::result::{Attempt, SolveError};
use crate::solve::search::{LoopCheckMode, SearchOptions, SearchStart, Verdict};

/// A solver with an encoding.
#[derive(Clone)]
pub(super) struct SolverEntrant<'e> {
    engine: &'e Engine,
    encoding: String,
    /// An underapproximation that is searched for the first solution. The encoding then decides whether there is
    /// another.
    guess: Option<String>,
    /// Whether the previous entrant runs the same encoding without a guess, so that it falls behind once the guess has
    /// a solution.
    overtakes: bool,
}

impl<'e> SolverEntrant<'e> {
    fn new(engine: &'e Engine, encoding: String) -> Self {
        Self { engine, encoding, guess: None, overtakes: false }
    }

    /// Returns the entrants of a run with a solver: one for each encoding that the run names; or the default encoding
    /// and, for a built-in SAT solver, an underapproximation next to it.
    pub fn all(run: &Solve<'_>, engine: &'e Engine) -> Vec<Self> {
        let of = |encoding: &String| Self::new(engine, encoding.clone());
        if let Some(names) = &run.encodings {
            return names.iter().map(of).collect();
        }
        let plain = of(&run.default_encoding(engine));
        let guess = engine.is_builtin_sat().then(|| run.puzzle.builtin_underapproximation());
        let beside = guess.flatten().map(|guess| match run.unique {
            true => {
                let after = of(&run.puzzle.encoding_without_outline()).after(guess);
                Self { overtakes: after.encoding == plain.encoding, ..after }
            }
            false => of(&guess),
        });
        // an encoding that the user did not name is dropped if it does not fit the cuts or the mode that the user named
        let beside = beside.filter(|one| one.encodings().all(|name| run.fits_choices(name)));
        std::iter::once(plain).chain(beside).collect()
    }

    /// Searches the first solution in this underapproximation.
    fn after(self, guess: String) -> Self {
        Self { guess: Some(guess), ..self }
    }

    pub fn encodings(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.encoding).chain(&self.guess)
    }

    /// Runs the attempt. `overtaken` is called once the guess has found a solution and the same attempt without a guess
    /// has fallen behind. The second result is the attempt of the guess, if the guess has found a solution.
    ///
    /// A built-in solver has one thread while it races. It gets all threads once the other attempt has fallen behind:
    /// at least two, because the thread of the other attempt is then free.
    pub fn run(
        &self,
        run: &Solve<'_>,
        is_race: bool,
        folder: Option<&Path>,
        stop: &Stop,
        overtaken: impl Fn(),
    ) -> Result<(Attempt, Option<Attempt>), SolveError> {
        let mut alone = run.clone();
        if is_race && self.engine.is_builtin_sat() {
            alone.options.threads = Some(1);
        }
        let Some(guess) = &self.guess else {
            let (name, unique) = (&self.encoding, run.unique);
            let attempt = alone.attempt(self.engine, name, unique, folder, stop.clone());
            return Ok((attempt?, None));
        };
        let start = Instant::now();
        let apart = folder.map(|folder| folder.join("guess"));
        let guess = alone.attempt(self.engine, guess, false, apart.as_deref(), stop.clone())?;
        if guess.outcome.verdict != Verdict::Solved {
            return Ok((guess, None));
        }
        if self.overtakes {
            overtaken();
        }
        log::debug!("{}: {} has a solution; searching another", self.engine.name(), guess.encoding);
        let spent = guess.outcome.rounds.iter().filter_map(|round| round.solver_cpu).sum();
        // both encodings number the projection set in the same way, so the cuts of the guess are valid here
        let options = SearchOptions {
            start: SearchStart {
                cuts: guess.outcome.ledger.clone(),
                solutions: guess.outcome.solutions.clone(),
            },
            started_at: run.options.started_at.or(Some(start)),
            cpu: run.options.cpu.map(|cpu| cpu.saturating_sub(spent)),
            ..run.options.clone()
        };
        let mut rest = run.clone();
        rest.options = options;
        if is_race && self.engine.is_builtin_sat() {
            rest.options.threads = self.overtakes.then(|| rest.options.threads.unwrap_or(2));
        }
        let attempt =
            rest.attempt(self.engine, &self.encoding, run.unique, folder, stop.clone())?;
        Ok((attempt, Some(guess)))
    }
}

impl Solve<'_> {
    /// Returns the encoding of a solver for which no encoding is chosen: its default, or, if the chosen kind of cut or
    /// mode does not fit the default, the first encoding that fits both.
    pub(crate) fn default_encoding(&self, engine: &Engine) -> String {
        let preferred = engine.default_encoding(self.puzzle);
        if self.fits_choices(&preferred) {
            return preferred;
        }
        let mut names =
            std::iter::once(self.puzzle.default_encoding()).chain(self.puzzle.encoding_names());
        names.find(|name| self.fits_choices(name)).unwrap_or(preferred)
    }

    /// Returns whether the chosen kind of cut and the chosen mode fit an encoding.
    fn fits_choices(&self, name: &str) -> bool {
        let SearchOptions { cuts, mode, fractional, .. } = &self.options;
        let propagates = *mode == LoopCheckMode::Propagate;
        if cuts.is_none() && !propagates && !fractional {
            return true;
        }
        self.puzzle.encoding(name).is_ok_and(|encoding| {
            cuts.is_none_or(|kind| encoding.cut_kinds().contains(&kind))
                && (!propagates || encoding.propagator().is_some())
                && (!fractional || encoding.has_fractional_cuts())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::puzzle::Puzzle;

    /// Returns the verdict of the guess `induced+cover` and, if the guess finds a solution, the verdict of `induced`
    /// after it.
    fn verdicts(text: &str) -> (Verdict, Option<Verdict>) {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let engine = Engine::find("batsat").expect("built in");
        let entrant =
            SolverEntrant::new(&engine, "induced".to_owned()).after("induced+cover".to_owned());
        let entrant = SolverEntrant { overtakes: true, ..entrant };
        let has_guessed = Cell::new(false);
        let run = Solve::new(&puzzle).unique();
        let (attempt, guess) = entrant
            .run(&run, true, None, &Stop::default(), || has_guessed.set(true))
            .expect("a run");
        assert_eq!(has_guessed.get(), guess.is_some());
        match guess {
            Some(guess) => (guess.outcome.verdict, Some(attempt.outcome.verdict)),
            None => (attempt.outcome.verdict, None),
        }
    }

    #[test]
    fn the_encoding_searches_another_solution_than_the_guess() {
        let unique = "numberlink 2 3 free\n1.1\n2.2\n";
        assert_eq!(verdicts(unique), (Verdict::Solved, Some(Verdict::Unique)));
        let several = "numberlink 3 3 free\n1..\n...\n122\n";
        assert_eq!(verdicts(several), (Verdict::Solved, Some(Verdict::Several)));
    }

    #[test]
    fn a_guess_without_a_solution_decides_nothing() {
        let uncovered = "numberlink 2 2 free\n1.\n1.\n";
        assert_eq!(verdicts(uncovered), (Verdict::Unknown, None));
    }
}
