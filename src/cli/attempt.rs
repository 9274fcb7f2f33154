//! One question about one puzzle, put to one solver, to several at once, or to a second one.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use encycle::encodings::encoding::{CutKind, Encoding};
use encycle::encodings::logic::LoweringOptions;

use crate::cli::exit::CliError;
use crate::cli::rounds::Rounds;
use crate::cli::solver_list;
use encycle::puzzle::Puzzle;
use encycle::solve::{
    Engine, Failure, LoopCheckMode, Outcome, SearchOptions, SolverId, TimeSpent, Verdict,
    confirmed, race, solve, wants_confirmation,
};
use encycle::solvers::Stop;

/// What is asked.
pub struct Question<'a> {
    pub puzzle: &'a Puzzle,
    /// What the user wants instead of the engine's defaults: one encoding, or several that race.
    pub encodings: Option<&'a [String]>,
    /// What the user wants instead of the encoding's default.
    pub cuts: Option<CutKind>,
    /// Whether the presolver goes first.
    pub presolve: bool,
    pub choices: LoweringOptions,
    pub unique: bool,
    pub progress: bool,
    /// Limits and seed.
    pub options: SearchOptions,
    /// Where the rounds are kept.
    pub folder: Option<PathBuf>,
}

/// What one engine said.
#[derive(Debug)]
pub struct Attempt {
    pub outcome: Outcome,
    pub solver: SolverId,
    pub encoding: String,
    /// `None` where the encoding needs no cuts.
    pub cuts: Option<CutKind>,
    /// Wall time of the presolver.
    pub presolve: Duration,
    /// What the user may try, if it failed.
    pub hint: Option<String>,
}

/// What all engines said.
#[derive(Debug)]
pub struct Attempts {
    /// The one that counts.
    pub main: Attempt,
    /// The others that were begun.
    pub others: Vec<Attempt>,
    /// Who agreed.
    pub confirmed_by: Option<SolverId>,
}

impl Question<'_> {
    /// Lets the engines race, as many at a time as there are cores, and has the verdict confirmed if it
    /// rests on a solver's word.
    ///
    /// # Errors
    /// If the encoding or the cuts do not exist, or a folder cannot be made.
    pub fn put_to(
        &self,
        engines: &[Engine],
        confirmer: Option<&Engine>,
    ) -> Result<Attempts, CliError> {
        let entrants: Vec<(&Engine, String)> = engines
            .iter()
            .flat_map(|engine| {
                self.encodings_for(engine).into_iter().map(move |name| (engine, name))
            })
            .collect();
        if entrants.len() > 1 {
            // a wrong name is told before anybody begins
            for (_, name) in &entrants {
                cut_kind(&*self.puzzle.encoding(name)?, self.cuts)?;
            }
        }
        // a guess and what it stands beside run at the same time, on one core too
        let cores = std::thread::available_parallelism().map_or(1, usize::from).max(2);
        let folder = |number: usize| match (&self.folder, entrants.len()) {
            (Some(folder), 2..) => Some(folder.join(format!("solver-{}", number + 1))),
            (folder, _) => folder.clone(),
        };
        let attempt = |number: usize, stop| {
            let (engine, name) = &entrants[number];
            self.ask(engine, name, self.unique, folder(number), stop)
        };
        let race = race(entrants.len(), cores, attempt, |attempt| {
            attempt.as_ref().is_ok_and(|attempt| attempt.outcome.verdict.is_decided())
        });
        let mut attempts = Vec::new();
        let mut best = None;
        for (number, result) in race.results.into_iter().enumerate() {
            let Some(attempt) = result.transpose()? else { continue };
            // a limit tells more than a failure: others may fail, and this one only wants more time
            let rank = match attempt.outcome.verdict {
                _ if race.winner == Some(number) => 3,
                Verdict::Unknown => 2,
                _ => 1,
            };
            if best.is_none_or(|(least, _)| rank > least) {
                best = Some((rank, attempts.len()));
            }
            attempts.push(attempt);
        }
        let Some((_, best)) = best else {
            return Err(CliError::Usage("no solver was named".to_owned()));
        };
        let main = attempts.remove(best);
        let (main, confirmed_by) = match confirmer {
            Some(engine) if wants_confirmation(main.outcome.verdict) => {
                self.confirm(main, engine)?
            }
            _ => (main, None),
        };
        Ok(Attempts { main, others: attempts, confirmed_by })
    }

    fn confirm(
        &self,
        first: Attempt,
        engine: &Engine,
    ) -> Result<(Attempt, Option<SolverId>), CliError> {
        let folder = self.folder.as_ref().map(|folder| folder.join("confirm"));
        let unique = first.outcome.verdict == Verdict::Unique;
        let name = match self.encodings {
            // the one that has decided, so it can
            Some(_) => first.encoding.clone(),
            None => engine.default_encoding(self.puzzle),
        };
        let second = self.ask(engine, &name, unique, folder, Stop::default())?;
        let (solver, by) = (first.solver.to_string(), second.solver.to_string());
        let outcome = confirmed(first.outcome, &solver, second.outcome, &by);
        let agreed = outcome.verdict.is_decided().then_some(second.solver);
        Ok((Attempt { outcome, ..first }, agreed))
    }

    /// The encodings that an engine is given.
    fn encodings_for(&self, engine: &Engine) -> Vec<String> {
        match (self.encodings, engine) {
            (Some(names), _) => names.to_vec(),
            (None, engine) if engine.is_builtin_sat() => {
                let best = engine.default_encoding(self.puzzle);
                [best].into_iter().chain(self.puzzle.builtin_underapproximation()).collect()
            }
            (None, _) => vec![engine.default_encoding(self.puzzle)],
        }
    }

    /// One engine alone. One that fails is an outcome, not an error.
    fn ask(
        &self,
        engine: &Engine,
        name: &str,
        unique: bool,
        folder: Option<PathBuf>,
        stop: Stop,
    ) -> Result<Attempt, CliError> {
        let puzzle = self.puzzle;
        let encoding = puzzle.encoding(name)?;
        let begun = Instant::now();
        let encoding = if self.presolve { puzzle.presolved(encoding) } else { encoding };
        let presolve = begun.elapsed();
        let cuts = cut_kind(&*encoding, self.cuts)?;
        if self.options.mode == LoopCheckMode::Propagate
            && (!engine.is_builtin_sat() || encoding.propagator().is_none())
        {
            return Err(CliError::Usage(Failure::NoPropagator.to_string()));
        }
        if self.options.fractional && !(engine.has_relaxation() && encoding.has_fractional_cuts()) {
            let message = "--fractional needs --solver microlp, and an encoding of Slitherlink whose variables are \
                           edges, without a part that says \"one loop\", such as edge; leave it out";
            return Err(CliError::Usage(message.to_owned()));
        }
        let folder: Option<&Path> = folder.as_deref();
        let (choices, linear) = (self.choices, engine.is_linear());
        let mut rounds = Rounds::new(puzzle, &*encoding, choices, folder, linear, self.progress)?;
        let options = SearchOptions { cuts, stop, ..self.options.clone() };
        let (outcome, solver) = match engine.session(choices, options.seed) {
            Ok(mut session) => {
                let outcome = solve(&*encoding, &mut *session, options, unique, &mut rounds);
                (outcome, session.solver().clone())
            }
            Err(failure) => (failed(failure), SolverId { name: engine.name(), version: None }),
        };
        let hint = match engine {
            Engine::External(solver) if outcome.failure.is_some() => solver_list::hint(solver),
            _ => None,
        };
        let encoding = encoding.name().to_owned();
        Ok(Attempt { outcome, solver, encoding, cuts, presolve, hint })
    }
}

/// What did not even begin.
fn failed(failure: Failure) -> Outcome {
    Outcome {
        verdict: Verdict::Failed,
        solutions: Vec::new(),
        rounds: Vec::new(),
        building: TimeSpent::default(),
        reason: None,
        failure: Some(failure),
    }
}

/// The kind of cut: what is asked for if it goes with the encoding, else the encoding's default.
/// `None` if it needs no cuts.
pub fn cut_kind(
    encoding: &dyn Encoding,
    wanted: Option<CutKind>,
) -> Result<Option<CutKind>, CliError> {
    let kinds = encoding.cut_kinds();
    let Some(wanted) = wanted else { return Ok(kinds.first().copied()) };
    if kinds.contains(&wanted) {
        return Ok(Some(wanted));
    }
    let known: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let (cut, name, known) = (wanted.name(), encoding.name(), known.join(", "));
    let hint =
        if kinds.is_empty() { "it needs no cuts".to_owned() } else { format!("use {known}") };
    Err(CliError::Usage(format!("--cuts {cut} does not go with --encoding {name}; {hint}")))
}
