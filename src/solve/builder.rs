//! [`Solve`]: one question about one puzzle, for one solver or several.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use web_time::Instant;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::export::NameCollector;
use encycle_encodings::logic::{LoweringOptions, lower_to_cnf};
use encycle_solvers::{BuiltIn, Stop};

use crate::puzzle::Puzzle;
use crate::solve::confirm::needs_confirmation;
use crate::solve::conquer::Conquest;
use crate::solve::engine::Engine;
use crate::solve::entrant::Entrant;
use crate::solve::forward::Rounds;
use crate::solve::race::race;
use crate::solve::result::{Attempt, RoundEvent, SolveError, SolveOutcome, cut_kind};
use crate::solve::rounds::RoundsFolder;
use crate::solve::search::{LoopCheckMode, Outcome, SearchOptions, Verdict, solve};
use crate::solve::select::{Confirmation, Confirmer, SelectError, SolverSelection};
use crate::solve::session::{Failure, SolverId};

/// A solve run, configured step by step: what `encycle solve` does.
///
/// The defaults are those of the command: the built-in SAT solver that suits the puzzle, the presolver first, the encoding
/// that suits the solver, no limits. Every solution is checked against the rules before it is returned, and the built-in
/// SAT solver confirms `no-solution` and `unique` of solvers that calculate with floating-point numbers.
///
/// ```
/// use std::time::Duration;
/// use encycle::prelude::*;
///
/// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
/// let outcome = Solve::new(&puzzle).unique().timeout(Duration::from_secs(10)).run()?;
/// assert_eq!(outcome.verdict(), Verdict::Unique);
/// println!("{}", puzzle.picture(outcome.solution().expect("a unique solution")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With installed solvers that race, and a second one that confirms an UNSAT result:
///
/// ```no_run
/// # use encycle::prelude::*;
/// # let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
/// let outcome = Solve::new(&puzzle).solver("kissat,cbc").unique().confirm().run()?;
/// println!("{} by {}", outcome.verdict(), outcome.main.solver);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Solve<'a> {
    pub(super) puzzle: &'a Puzzle,
    solvers: SolverChoice,
    pub(super) encodings: Option<Vec<String>>,
    pub(super) presolve: bool,
    pub(super) lowering: LoweringOptions,
    pub(super) unique: bool,
    pub(super) options: SearchOptions,
    pub(super) rounds: Option<PathBuf>,
    pub(super) observer: Option<&'a (dyn Fn(&RoundEvent<'_>) + Sync)>,
    pub(super) heat: bool,
}

/// Names that are resolved when the run starts, or solvers that are resolved already.
#[derive(Clone)]
enum SolverChoice {
    Names { solvers: Vec<String>, confirmer: OwnedConfirmer },
    Selection(SolverSelection),
}

/// A [`Confirmer`] that owns its name.
#[derive(Clone, Default)]
enum OwnedConfirmer {
    Never,
    #[default]
    FloatingPoint,
    Automatic,
    Named(String),
}

impl<'a> Solve<'a> {
    /// Creates a run with the defaults.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Self {
            puzzle,
            solvers: SolverChoice::Names {
                solvers: Vec::new(),
                confirmer: OwnedConfirmer::default(),
            },
            encodings: None,
            presolve: true,
            lowering: LoweringOptions::default(),
            unique: false,
            options: SearchOptions::default(),
            rounds: None,
            observer: None,
            heat: false,
        }
    }

    /// Adds a solver, or several separated by commas: names of built-in or described solvers, paths of programs,
    /// or `ipasir:PATH`. Several solvers race; the first definite verdict counts.
    #[must_use]
    pub fn solver(mut self, name: &str) -> Self {
        match &mut self.solvers {
            SolverChoice::Names { solvers, .. } => solvers.push(name.to_owned()),
            SolverChoice::Selection(_) => {
                let solvers = vec![name.to_owned()];
                self.solvers =
                    SolverChoice::Names { solvers, confirmer: OwnedConfirmer::default() };
            }
        }
        self
    }

    /// Uses solvers that are resolved already.
    #[must_use]
    pub fn selection(mut self, selection: SolverSelection) -> Self {
        self.solvers = SolverChoice::Selection(selection);
        self
    }

    /// Has a second solver, chosen automatically, confirm the verdicts `no-solution` and `unique`.
    #[must_use]
    pub fn confirm(self) -> Self {
        self.confirmer(OwnedConfirmer::Automatic)
    }

    /// Has this solver confirm the verdicts `no-solution` and `unique`.
    #[must_use]
    pub fn confirm_with(self, name: &str) -> Self {
        self.confirmer(OwnedConfirmer::Named(name.to_owned()))
    }

    /// Has no solver confirm a verdict, not even that of a floating-point solver.
    #[must_use]
    pub fn no_confirm(self) -> Self {
        self.confirmer(OwnedConfirmer::Never)
    }

    fn confirmer(mut self, chosen: OwnedConfirmer) -> Self {
        if let SolverChoice::Names { confirmer, .. } = &mut self.solvers {
            *confirmer = chosen;
        }
        self
    }

    /// Looks for a second solution after the first.
    #[must_use]
    pub fn unique(mut self) -> Self {
        self.unique = true;
        self
    }

    /// Sets the encodings; several race.
    #[must_use]
    pub fn encodings<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.encodings = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Sets whether the presolver's facts are added to the formula (default: true).
    #[must_use]
    pub fn presolve(mut self, presolve: bool) -> Self {
        self.presolve = presolve;
        self
    }

    /// Sets how constraints become clauses or rows.
    #[must_use]
    pub fn lowering(mut self, lowering: LoweringOptions) -> Self {
        self.lowering = lowering;
        self
    }

    /// Limits the wall-clock time of the run.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// Sets the kind of cut, limits and seed.
    #[must_use]
    pub fn options(mut self, options: SearchOptions) -> Self {
        self.options = options;
        self
    }

    /// Writes formulas, models, pictures and cuts of every round to this folder ([`RoundsFolder`]).
    #[must_use]
    pub fn rounds(mut self, folder: impl Into<PathBuf>) -> Self {
        self.rounds = Some(folder.into());
        self
    }

    /// Calls `observer` after every round, from the thread of the solver.
    #[must_use]
    pub fn observe(mut self, observer: &'a (dyn Fn(&RoundEvent<'_>) + Sync)) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Counts where the built-in solver BatSat has its conflicts ([`Attempt::heat`]); the whole puzzle is solved in one
    /// thread.
    #[must_use]
    pub fn heat(mut self) -> Self {
        self.heat = true;
        self
    }

    /// Runs the attempts side by side, as many as there are cores, and confirms the verdict if requested.
    ///
    /// # Errors
    /// The run could not start: a solver, an encoding or a kind of cut does not exist or does not fit, or
    /// the folder for the rounds cannot be created.
    pub fn run(&self) -> Result<SolveOutcome, SolveError> {
        let start = Instant::now();
        let SolverSelection { solvers, confirmation } = self.resolve()?;
        let entrants: Vec<Entrant<'_>> =
            solvers.iter().flat_map(|engine| Entrant::all(self, engine)).collect();
        if entrants.len() > 1 {
            // names are checked before the first attempt starts
            for name in entrants.iter().flat_map(Entrant::encodings) {
                cut_kind(&*self.puzzle.encoding(name)?, self.options.cuts)?;
            }
        }
        let stops = vec![OnceLock::new(); entrants.len()];
        // an underapproximation must run beside its complete encoding on one core too; the system is not asked for a
        // single attempt, since its answer takes as long as some puzzles
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

    fn resolve(&self) -> Result<SolverSelection, SelectError> {
        let (solvers, confirmer) = match &self.solvers {
            SolverChoice::Selection(selection) => return Ok(selection.clone()),
            SolverChoice::Names { solvers, confirmer } => (solvers, confirmer),
        };
        let names = match solvers.is_empty() {
            true => BuiltIn::DEFAULT_NAME.to_owned(),
            false => solvers.join(","),
        };
        let confirmer = match confirmer {
            OwnedConfirmer::Never => Confirmer::Never,
            OwnedConfirmer::FloatingPoint => Confirmer::FloatingPoint,
            OwnedConfirmer::Automatic => Confirmer::Automatic,
            OwnedConfirmer::Named(name) => Confirmer::Named(name),
        };
        SolverSelection::parse(&names, confirmer, Engine::find)
    }

    /// Runs one solver with one encoding. A failure of the solver is an outcome.
    pub(super) fn attempt(
        &self,
        engine: &Engine,
        name: &str,
        unique: bool,
        folder: Option<&Path>,
        stop: Stop,
    ) -> Result<Attempt, SolveError> {
        let puzzle = self.puzzle;
        if let Some(attempt) = self.attempt_by_pieces(engine, unique, folder, stop.clone()) {
            return Ok(attempt);
        }
        let propagates = self.options.mode == LoopCheckMode::Propagate;
        // only BatSat counts conflicts
        let engine = engine.suited_to(puzzle, unique || self.heat || propagates);
        let encoding = puzzle.encoding(name)?;
        let start = Instant::now();
        let encoding = match self.presolve {
            true => puzzle.presolved(encoding),
            false => encoding,
        };
        let presolve = start.elapsed();
        let cuts = cut_kind(&*encoding, self.options.cuts)?;
        if propagates && (!engine.accepts_propagator() || encoding.propagator().is_none()) {
            return Err(SolveError::NoPropagator(Failure::NoPropagator));
        }
        if self.options.fractional && !(engine.has_relaxation() && encoding.has_fractional_cuts()) {
            let (solver, encoding) = (engine.name(), name.to_owned());
            return Err(SolveError::NoFractionalCuts { solver, encoding });
        }
        let folder = folder.map(|folder| {
            RoundsFolder::new(folder, puzzle, &*encoding, self.lowering, engine.is_linear())
                .and_then(|mut rounds| rounds.add(&self.options.start.cuts).map(|()| rounds))
                .map_err(|error| SolveError::RoundsFolder { folder: folder.to_owned(), error })
        });
        let folder = folder.transpose()?;
        let mut rounds = Rounds::new(engine.name(), self.observer);
        rounds.folder = folder;
        log::debug!("{}: building the formula of {name}", engine.name());
        let mut options = SearchOptions { cuts, stop, ..self.options.clone() };
        if rounds.folder.is_some() && options.mode == LoopCheckMode::Auto {
            // the files contain the cuts, and those during the search are not recorded
            options.mode = LoopCheckMode::Cuts;
        }
        let threads = options.builtin_threads().unwrap_or(1);
        let session = engine.session_for(puzzle, &*encoding, self.lowering, options.seed);
        let mut heat = None;
        let (outcome, solver) = match session {
            Ok(session)
                if threads > 1
                    && !self.heat
                    && engine.is_builtin_sat()
                    && rounds.folder.is_none()
                    && options.mode != LoopCheckMode::Propagate =>
            {
                let conquest = Conquest {
                    puzzle,
                    encoding: &*encoding,
                    engine,
                    lowering: self.lowering,
                    options,
                    unique,
                    threads,
                };
                let outcome = conquest.run(|| Rounds::new(engine.name(), self.observer));
                (outcome, session.solver().clone())
            }
            Ok(mut session) => {
                if self.heat {
                    session.count_conflicts();
                }
                let outcome = solve(&*encoding, &mut *session, options, unique, &mut rounds);
                let counts = session.conflicts_by_variable();
                heat = counts.map(|counts| named_counts(&*encoding, self.lowering, counts));
                (outcome, session.solver().clone())
            }
            Err(failure) => {
                (Outcome::failed(failure), SolverId { name: engine.name(), version: None })
            }
        };
        let encoding = encoding.name().to_owned();
        Ok(Attempt { outcome, solver, engine: engine.clone(), encoding, cuts, presolve, heat })
    }
}

/// Returns the variables of a formula, by name, with the counts that are not 0.
fn named_counts(
    encoding: &dyn Encoding,
    lowering: LoweringOptions,
    counts: &[u64],
) -> Vec<(String, u64)> {
    let names = lower_to_cnf(NameCollector::default(), lowering, |sink| encoding.encode(sink));
    // a formula that is too large was not searched
    let names = names.unwrap_or_default();
    let counts = names.iter().zip(counts).filter(|&(_, &count)| count > 0);
    counts.map(|(name, &count)| (name.to_owned(), count)).collect()
}
