//! Races: the solvers and encodings of a run in parallel, and the confirmation of the verdict.
//!
//! An entrant of a race is a solver with an encoding, possibly preceded by a guess. An underapproximation finds a
//! solution of a typical puzzle much faster than the complete encoding does, but it cannot prove uniqueness. So, to
//! prove uniqueness, an entrant first searches an underapproximation (the *guess*) and then starts the complete encoding
//! from the solution found, which is already the first of the two solutions to look for:
//!
//! ```text
//!   entrant 1    complete encoding ------------------------------->
//!   entrant 2    guess ----> solution ----> complete encoding, one solution known --->
//!                               |
//!                               entrant 1 is stopped here if it has the same encoding
//! ```
//!
//! An encoding that is slower on most puzzles and much faster on the hardest ones starts late: most runs end before.
//!
//! Entrant 1 is needed because the guess may have no solution although the puzzle has one. Once the guess has a
//! solution, entrant 1 can only repeat the work of entrant 2, so entrant 2 takes over its thread.

mod confirm;

use std::sync::OnceLock;
use std::time::Duration;

use encycle_solvers::Stop;
use web_time::Instant;

use crate::solve::attempt::attempt;
use crate::solve::engine::{Confirmation, Engine, SelectError, SolverSelection};
use crate::solve::race::confirm::{confirm_attempt, confirm_rounding};
use crate::solve::result::{Attempt, SolveError, SolveOutcome, cut_kind};
use crate::solve::search::{SearchStart, Verdict};
use crate::solve::settings::RunSettings;
use crate::solve::threads::race;

pub use confirm::{confirmed, needs_confirmation};

/// Returns the first solver that takes the problem, apart from the one that solved it, if that is known.
fn confirmer<'a>(
    run: &RunSettings<'_>,
    engines: &'a [Engine],
    solver: Option<&Engine>,
) -> Result<&'a Engine, SolveError> {
    let needs_mip = run.problem.needs_mip();
    let is_other = |engine: &Engine| solver.is_none_or(|solver| !engine.is_same(solver));
    let mut suited = engines.iter().filter(|one| one.is_mip() == needs_mip && is_other(one));
    Ok(suited.next().ok_or(SelectError::NoConfirmer)?)
}

/// Runs the attempts in parallel, as many at a time as there are cores, and confirms the verdict if requested. `start`
/// is the start of the run.
pub(super) fn run(
    run: &RunSettings<'_>,
    selection: SolverSelection,
    start: Instant,
) -> Result<SolveOutcome, SolveError> {
    let SolverSelection { solvers, confirmation } = selection;
    if let Confirmation::Automatic(engines) = &confirmation {
        // a missing solver is reported before the first attempt starts
        confirmer(run, engines, None)?;
    }
    let entrants: Vec<SolverEntrant<'_>> =
        solvers.iter().flat_map(|engine| SolverEntrant::all(run, engine)).collect();
    if entrants.len() > 1 {
        // names are checked before the first attempt starts
        for name in entrants.iter().flat_map(SolverEntrant::encodings) {
            cut_kind(&run.problem.encoding(name)?, run.options.cuts)?;
        }
    }
    let stops = vec![OnceLock::new(); entrants.len()];
    // Even on one core, an underapproximation must run in parallel with its complete encoding. For a single
    // attempt, the number of cores is not queried, because that takes as long as solving some puzzles.
    let cores = match cfg!(target_family = "wasm") || entrants.len() < 2 {
        true => 1,
        false => std::thread::available_parallelism().map_or(1, usize::from).max(2),
    };
    let settings = |number: usize, stop: &Stop| {
        let mut settings = run.clone();
        settings.options.stop = stop.clone();
        if let (Some(folder), 2..) = (&run.rounds, entrants.len()) {
            settings.rounds = Some(folder.join(format!("solver-{}", number + 1)));
        }
        settings
    };
    let attempt = |number: usize, stop: Stop| {
        // on one core, the entrants run one after the other
        if cores > 1 && !entrants[number].waits(&stop) {
            return None;
        }
        let of = |number: usize| stops[number].get_or_init(|| stop.child());
        let plain = || of(number - 1).request();
        Some(entrants[number].run(&settings(number, of(number)), entrants.len() > 1, plain))
    };
    let race = race(entrants.len(), cores, &run.options.stop, attempt, |result| {
        let is_decided = |attempt: &Attempt| attempt.outcome.verdict.is_decided();
        matches!(result, Some(Ok((attempt, _))) if is_decided(attempt))
    });
    let (mut attempts, mut guesses) = (Vec::new(), Vec::new());
    let mut best = None;
    for (number, result) in race.results.into_iter().enumerate() {
        let Some((attempt, guess)) = result.flatten().transpose()? else { continue };
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
    let outcome = SolveOutcome { main, others: attempts, confirmed_by: None, unconfirmed: None };
    match confirmation {
        _ if !needs_confirmation(outcome.verdict()) => Ok(outcome),
        // a clause solver may take far longer than a MIP solver for an optimum, so it confirms one only on request
        Confirmation::FloatingPoint if outcome.verdict() == Verdict::Optimal => Ok(outcome),
        Confirmation::Always(engine) => confirm_attempt(run, outcome, &engine, start),
        Confirmation::Automatic(engines) => {
            let engine = confirmer(run, &engines, Some(&outcome.main.engine))?;
            confirm_attempt(run, outcome, engine, start)
        }
        Confirmation::FloatingPoint if outcome.main.engine.is_floating_point() => {
            confirm_rounding(run, outcome, start)
        }
        Confirmation::Never | Confirmation::FloatingPoint => Ok(outcome),
    }
}

/// A solver with an encoding.
#[derive(Clone)]
struct SolverEntrant<'e> {
    engine: &'e Engine,
    encoding: String,
    /// An underapproximation that is searched for the first solution. The encoding then decides whether there is
    /// another.
    guess: Option<String>,
    /// Whether the previous entrant runs the same encoding without a guess, so that it falls behind once the guess has
    /// a solution.
    overtakes: bool,
    /// How long it waits before it starts.
    delay: Duration,
}

/// How long an encoding for hard puzzles waits.
const LATE: Duration = Duration::from_millis(300);

impl<'e> SolverEntrant<'e> {
    fn new(engine: &'e Engine, encoding: String) -> Self {
        Self { engine, encoding, guess: None, overtakes: false, delay: Duration::ZERO }
    }

    /// Returns the entrants of a run with a solver: one for each encoding that the run names; or the default encoding
    /// and, for a built-in SAT solver, an underapproximation next to it.
    fn all(run: &RunSettings<'_>, engine: &'e Engine) -> Vec<Self> {
        let of = |encoding: &String| Self::new(engine, encoding.clone());
        if let Some(names) = &run.encodings {
            return names.iter().map(of).collect();
        }
        let RunSettings { problem, options, .. } = run;
        let plain = of(&run.default_encoding(engine));
        let is_guessed = engine.is_builtin_sat() && run.goal.is_none();
        let guess = is_guessed.then(|| problem.builtin_underapproximation());
        let beside = guess.flatten().map(|guess| match run.unique {
            true => {
                let after = of(&problem.encoding_without_outline()).after(guess);
                Self { overtakes: after.encoding == plain.encoding, ..after }
            }
            false => of(&guess),
        });
        // an encoding that the user did not name is dropped if it does not fit the cuts or the mode that the user named
        let beside = beside.filter(|one| one.encodings().all(|name| options.fit(*problem, name)));
        let late = is_guessed.then(|| problem.builtin_late_encoding()).flatten();
        let late = late.filter(|name| !run.heat && options.fit(*problem, name));
        let late = late.map(|name| Self { delay: LATE, ..of(&name) });
        std::iter::once(plain).chain(beside).chain(late).collect()
    }

    /// Waits until it may start; returns false if the race ends before.
    fn waits(&self, stop: &Stop) -> bool {
        let start = Instant::now();
        while start.elapsed() < self.delay {
            if stop.is_requested() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Searches the first solution in this underapproximation.
    fn after(self, guess: String) -> Self {
        Self { guess: Some(guess), ..self }
    }

    fn encodings(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.encoding).chain(&self.guess)
    }

    /// Runs the attempt. `overtaken` is called once the guess has found a solution and the same attempt without a guess
    /// has fallen behind. The second result is the attempt of the guess, if the guess has found a solution.
    ///
    /// A built-in solver has one thread while it races. It gets all threads once the other attempt has fallen behind:
    /// at least two, because the thread of the other attempt is then free.
    fn run(
        &self,
        run: &RunSettings<'_>,
        is_race: bool,
        overtaken: impl Fn(),
    ) -> Result<(Attempt, Option<Attempt>), SolveError> {
        let is_single = is_race && self.engine.is_builtin_sat();
        let mut alone = run.clone();
        if is_single {
            alone.options.threads = Some(1);
        }
        let Some(guess) = &self.guess else {
            return Ok((attempt(&alone, self.engine, &self.encoding)?, None));
        };
        let start = Instant::now();
        alone.unique = false;
        alone.rounds = run.rounds.as_ref().map(|folder| folder.join("guess"));
        let guess = attempt(&alone, self.engine, guess)?;
        if guess.outcome.verdict != Verdict::Solved {
            return Ok((guess, None));
        }
        if self.overtakes {
            overtaken();
        }
        log::debug!("{}: {} has a solution; searching another", self.engine.name(), guess.encoding);
        let spent = guess.outcome.rounds.iter().filter_map(|round| round.solver_cpu).sum();
        let mut rest = run.clone();
        // both encodings number the projection set in the same way, so the cuts of the guess are valid here
        rest.options.start = SearchStart {
            cuts: guess.outcome.ledger.clone(),
            solutions: guess.outcome.solutions.clone(),
            incumbent: None,
        };
        rest.options.started_at = run.options.started_at.or(Some(start));
        rest.options.cpu = run.options.cpu.map(|cpu| cpu.saturating_sub(spent));
        if is_single {
            rest.options.threads = self.overtakes.then(|| rest.options.threads.unwrap_or(2));
        }
        Ok((attempt(&rest, self.engine, &self.encoding)?, Some(guess)))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solve::Solve;

    /// Returns the verdict of the guess `induced+cover` and, if the guess finds a solution, the verdict of `induced`
    /// after it.
    fn verdicts(text: &str) -> (Verdict, Option<Verdict>) {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let engine = Engine::find("batsat").expect("built in");
        let entrant =
            SolverEntrant::new(&engine, "induced".to_owned()).after("induced+cover".to_owned());
        let entrant = SolverEntrant { overtakes: true, ..entrant };
        let has_guessed = Cell::new(false);
        let run = RunSettings { unique: true, ..RunSettings::new(&puzzle) };
        let (attempt, guess) = entrant.run(&run, true, || has_guessed.set(true)).expect("a run");
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

    /// A puzzle that is solved at once is solved by the first encoding alone, and only that attempt is in the result.
    #[test]
    fn an_encoding_for_hard_puzzles_starts_late() {
        let puzzle: Puzzle = "nurikabe 2 3\n1.1\n...\n".parse().expect("a puzzle");
        let late = puzzle.builtin_late_encoding().expect("an encoding");
        assert!(puzzle.encoding(&late).expect("an encoding").is_whole());
        let engine = Engine::find("batsat").expect("built in");
        let settings = RunSettings { unique: true, ..RunSettings::new(&puzzle) };
        let entrants = SolverEntrant::all(&settings, &engine);
        let names: Vec<(&str, Duration)> =
            entrants.iter().map(|one| (&*one.encoding, one.delay)).collect();
        assert_eq!(names, [("islands", Duration::ZERO), (&*late, LATE)]);
        let stop = Stop::default();
        stop.request();
        assert!(entrants[0].waits(&stop) && !entrants[1].waits(&stop));
        let outcome = Solve::new(&puzzle).unique().run().expect("a run");
        assert_eq!((&*outcome.main.encoding, outcome.others.len()), ("islands", 0));
    }

    #[test]
    fn a_guess_without_a_solution_decides_nothing() {
        let uncovered = "numberlink 2 2 free\n1.\n1.\n";
        assert_eq!(verdicts(uncovered), (Verdict::Unknown, None));
    }
}
