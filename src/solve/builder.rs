//! [`Solve`]: the configuration of a run on one puzzle, with one or several solvers.

use std::path::PathBuf;
use std::time::Duration;

use encycle_encodings::logic::LoweringOptions;
use encycle_solvers::BuiltIn;

use crate::puzzle::Puzzle;
use crate::solve::engine::{Engine, SelectError};
use crate::solve::result::RoundEvent;
use crate::solve::search::SearchOptions;
use crate::solve::select::{Confirmer, SolverSelection};

/// A solve run, configured step by step: the library form of `encycle solve`.
///
/// The defaults are the defaults of the command: the built-in SAT solver that suits the puzzle, the presolver first,
/// the encoding that suits the solver, no limits. Every solution is checked against the rules before it is returned.
/// The built-in SAT solver confirms the verdicts `no-solution` and `unique` of solvers that calculate with
/// floating-point numbers.
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
/// With installed solvers that race, and another solver that confirms an UNSAT result:
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

    /// Adds a solver, or several separated by commas: names of built-in or described solvers, paths of programs, or
    /// `ipasir:PATH`. Several solvers race; the first definite verdict counts.
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

    /// Has no solver confirm a verdict, not even the verdict of a floating-point solver.
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

    /// Sets the encodings. Several encodings race.
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

    /// Writes formulas, models, pictures and cuts of every round to this folder
    /// ([`RoundsFolder`](crate::solve::RoundsFolder)).
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

    /// Counts where the built-in solver BatSat has its conflicts ([`Attempt::heat`](crate::solve::Attempt::heat)). The
    /// whole puzzle is then solved in one thread.
    #[must_use]
    pub fn heat(mut self) -> Self {
        self.heat = true;
        self
    }

    /// Returns the solvers and the confirmation, by name or as they were given.
    pub(super) fn resolve(&self) -> Result<SolverSelection, SelectError> {
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
}
