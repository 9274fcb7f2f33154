//! [`Solve`]: the configuration of a run on one puzzle, with one or several solvers.

use std::path::PathBuf;
use std::time::Duration;

use encycle_encodings::logic::LoweringOptions;
use encycle_solvers::BuiltIn;
use web_time::Instant;

use crate::problem::Problem;
use crate::solve::engine::{Confirmer, Engine, SelectError, SolverSelection};
use crate::solve::race;
use crate::solve::result::{SolveError, SolveOutcome};
use crate::solve::rounds::RoundEvent;
use crate::solve::search::{LengthGoal, SearchOptions};
use crate::solve::settings::RunSettings;

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
    solvers: SolverChoice,
    settings: RunSettings<'a>,
}

/// Names that are resolved when the run starts, or solvers that are resolved already.
#[derive(Clone)]
enum SolverChoice {
    Names { solvers: Vec<String>, confirmer: Confirmer<'static> },
    Selection(SolverSelection),
}

impl SolverChoice {
    /// Returns a choice of names with the default confirmation.
    fn named(solvers: Vec<String>) -> Self {
        Self::Names { solvers, confirmer: Confirmer::default() }
    }
}

impl<'a> Solve<'a> {
    /// Creates a run with the defaults.
    #[must_use]
    pub fn new(problem: &'a dyn Problem) -> Self {
        Self { solvers: SolverChoice::named(Vec::new()), settings: RunSettings::new(problem) }
    }

    /// Adds a solver, or several separated by commas: names of built-in or described solvers, paths of programs, or
    /// `ipasir:PATH`. Several solvers race; the first definite verdict counts.
    #[must_use]
    pub fn solver(mut self, name: &str) -> Self {
        match &mut self.solvers {
            SolverChoice::Names { solvers, .. } => solvers.push(name.to_owned()),
            SolverChoice::Selection(_) => self.solvers = SolverChoice::named(vec![name.to_owned()]),
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
        self.confirmer(Confirmer::Automatic)
    }

    /// Has this solver confirm the verdicts `no-solution` and `unique`.
    #[must_use]
    pub fn confirm_with(self, name: &str) -> Self {
        self.confirmer(Confirmer::Named(name.to_owned().into()))
    }

    /// Has no solver confirm a verdict, not even the verdict of a floating-point solver.
    #[must_use]
    pub fn no_confirm(self) -> Self {
        self.confirmer(Confirmer::Never)
    }

    fn confirmer(mut self, chosen: Confirmer<'static>) -> Self {
        if let SolverChoice::Names { confirmer, .. } = &mut self.solvers {
            *confirmer = chosen;
        }
        self
    }

    /// Looks for a second solution after the first.
    #[must_use]
    pub fn unique(mut self) -> Self {
        self.settings.unique = true;
        self
    }

    /// Looks for the solution of a puzzle about lines with the fewest or the most drawn edges; the verdict is then
    /// [`Verdict::Optimal`](crate::solve::Verdict::Optimal).
    ///
    /// ```
    /// use encycle::prelude::*;
    /// use encycle::solve::LengthGoal;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n..\n..\n".parse()?;
    /// let outcome = Solve::new(&puzzle).length(LengthGoal::Longest).run()?;
    /// assert_eq!(outcome.main.outcome.objective.and_then(|one| one.value), Some(8.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn length(mut self, goal: LengthGoal) -> Self {
        self.settings.length = Some(goal);
        self
    }

    /// Sets the encodings. Several encodings race.
    #[must_use]
    pub fn encodings<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.settings.encodings = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Sets whether the presolver's facts are added to the formula (default: true).
    #[must_use]
    pub fn presolve(mut self, presolve: bool) -> Self {
        self.settings.presolve = presolve;
        self
    }

    /// Sets how constraints become clauses or rows.
    #[must_use]
    pub fn lowering(mut self, lowering: LoweringOptions) -> Self {
        self.settings.lowering = lowering;
        self.settings.suits_degree_rows = false;
        self
    }

    /// Makes of degree constraints the rows that suit each solver ([`Engine::suited_degree_rows`]), whatever
    /// [`Self::lowering`] says about them. This is the default if no lowering is set.
    #[must_use]
    pub fn suited_degree_rows(mut self) -> Self {
        self.settings.suits_degree_rows = true;
        self
    }

    /// Limits the wall-clock time of the run.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.options.timeout = Some(timeout);
        self
    }

    /// Sets the kind of cut, limits and seed.
    #[must_use]
    pub fn options(mut self, options: SearchOptions) -> Self {
        self.settings.options = options;
        self
    }

    /// Writes formulas, models, pictures and cuts of every round to this folder
    /// ([`RoundsFolder`](crate::solve::RoundsFolder)).
    #[must_use]
    pub fn rounds(mut self, folder: impl Into<PathBuf>) -> Self {
        self.settings.rounds = Some(folder.into());
        self
    }

    /// Calls `observer` after every round, from the thread of the solver.
    #[must_use]
    pub fn observe(mut self, observer: &'a (dyn Fn(&RoundEvent<'_>) + Sync)) -> Self {
        self.settings.observer = Some(observer);
        self
    }

    /// Counts where the built-in solver BatSat has its conflicts ([`Attempt::heat`](crate::solve::Attempt::heat)). The
    /// whole puzzle is then solved in one thread.
    #[must_use]
    pub fn heat(mut self) -> Self {
        self.settings.heat = true;
        self
    }

    /// Runs the attempts in parallel, as many at a time as there are cores, and confirms the verdict if requested.
    ///
    /// # Errors
    /// The run could not start: a solver, an encoding or a kind of cut does not exist or does not fit, or the folder
    /// for the rounds cannot be created.
    pub fn run(&self) -> Result<SolveOutcome, SolveError> {
        let start = Instant::now();
        race::run(&self.settings, self.resolve()?, start)
    }

    /// Returns the solvers and the confirmation, by name or as they were given.
    fn resolve(&self) -> Result<SolverSelection, SelectError> {
        match &self.solvers {
            SolverChoice::Selection(selection) => Ok(selection.clone()),
            SolverChoice::Names { solvers, confirmer } => {
                let names = match solvers.is_empty() {
                    true => BuiltIn::DEFAULT_NAME.to_owned(),
                    false => solvers.join(","),
                };
                SolverSelection::parse(&names, confirmer.clone(), Engine::find)
            }
        }
    }
}
