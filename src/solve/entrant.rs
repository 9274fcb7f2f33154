//! One entrant of a race: a solver and an encoding, perhaps after a guess.

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
    /// An underapproximation in which the first solution is searched. The encoding then decides whether there is another.
    guess: Option<String>,
    /// Whether the entrant before it runs the same encoding without a guess, and is behind once the guess has a solution.
    overtakes: bool,
}

impl<'e> SolverEntrant<'e> {
    fn new(engine: &'e Engine, encoding: String) -> Self {
        Self { engine, encoding, guess: None, overtakes: false }
    }

    /// Returns the entrants of a run with a solver: one for each encoding that it names, or the default encoding and,
    /// for the built-in solver, an underapproximation of it.
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
        // an encoding that nobody named gives way to the cuts or the mode that the user named
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

    /// Runs the attempt. `overtaken` is called once the guess has found a solution and the same attempt without a guess is
    /// behind. The second result is the attempt of a guess that has found one.
    ///
    /// A built-in solver has one thread while it races, and all of them once the other attempt is behind: at least two,
    /// since the thread of that attempt is free then.
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
        // both encodings number the projection set alike, so the cuts fit
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
    /// Returns the encoding of a solver for which none is chosen: its default, or, if the chosen kind of cut or mode does
    /// not fit that, the first that both fit.
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

    /// Returns the verdict of the guess `induced+cover` and, if it finds a solution, that of `induced` after it.
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
