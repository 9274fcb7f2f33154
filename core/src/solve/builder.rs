//! [`Solve`]: the configuration of a run on one puzzle, with one or several solvers.

use std::path::PathBuf;
use std::time::Duration;

use encycle_encodings::logic::LoweringOptions;
use encycle_solvers::BuiltIn;
use web_time::Instant;

use crate::formats::AtomWeights;
use crate::problem::Problem;
use crate::solve::engine::{Confirmer, Engine, SelectError, SolverSelection};
use crate::solve::race;
use crate::solve::result::{SolveError, SolveOutcome};
use crate::solve::rounds::RoundEvent;
use crate::solve::search::{LengthGoal, PuzzleGoal, SearchOptions};
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
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n".parse()?;
    /// assert_eq!(Solve::new(&puzzle).run()?.verdict(), Verdict::Solved);
    ///
    /// // a problem of one's own
    /// let mut model = Model::new();
    /// let (a, b) = (model.variable("a"), model.variable("b"));
    /// model.add_clause(&[a, b]);
    /// assert_eq!(Solve::new(&model).unique().run()?.verdict(), Verdict::Several);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(problem: &'a dyn Problem) -> Self {
        Self { solvers: SolverChoice::named(Vec::new()), settings: RunSettings::new(problem) }
    }

    /// Adds a solver, or several separated by commas: names of built-in or described solvers, paths of programs, or
    /// `ipasir:PATH`. Several solvers race; the first definite verdict counts.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// // the built-in MIP solver, by linear programs
    /// let outcome = Solve::new(&puzzle).solver("microlp").run()?;
    /// assert_eq!(outcome.main.solver.name, "microlp");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solver(mut self, name: &str) -> Self {
        match &mut self.solvers {
            SolverChoice::Names { solvers, .. } => solvers.push(name.to_owned()),
            SolverChoice::Selection(_) => self.solvers = SolverChoice::named(vec![name.to_owned()]),
        }
        self
    }

    /// Uses solvers that are resolved already.
    ///
    /// ```
    /// use encycle::prelude::*;
    /// use encycle::solve::{Confirmation, Engine, SolverSelection};
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let solvers = vec![Engine::BatSat, Engine::Microlp];
    /// let selection = SolverSelection { solvers, confirmation: Confirmation::Never };
    /// let outcome = Solve::new(&puzzle).selection(selection).run()?;
    /// assert_eq!(outcome.verdict(), Verdict::Solved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn selection(mut self, selection: SolverSelection) -> Self {
        self.solvers = SolverChoice::Selection(selection);
        self
    }

    /// Has a second solver, chosen automatically, confirm the verdicts `no-solution`, `unique` and `optimal`.
    ///
    /// ```no_run
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let outcome = Solve::new(&puzzle).solver("kissat").unique().confirm().run()?;
    /// let second = outcome.confirmed_by.as_ref().expect("another solver");
    /// println!("{} confirms {}", second.name, outcome.verdict());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn confirm(self) -> Self {
        self.confirmer(Confirmer::Automatic)
    }

    /// Has this solver confirm the verdicts `no-solution`, `unique` and `optimal`.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let outcome = Solve::new(&puzzle).unique().confirm_with("microlp").run()?;
    /// assert_eq!(outcome.confirmed_by.expect("a solver").name, "microlp");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn confirm_with(self, name: &str) -> Self {
        self.confirmer(Confirmer::Named(name.to_owned().into()))
    }

    /// Has no solver confirm a verdict, not even the verdict of a floating-point solver.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// // otherwise a SAT solver confirms the verdict of a solver that calculates with floating-point numbers
    /// let outcome = Solve::new(&puzzle).solver("microlp").unique().no_confirm().run()?;
    /// assert_eq!(outcome.confirmed_by, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n3.\n..\n".parse()?;
    /// let outcome = Solve::new(&puzzle).unique().run()?;
    /// assert_eq!((outcome.verdict(), outcome.solutions().len()), (Verdict::Several, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        self.settings.goal = Some(goal.into());
        self
    }

    /// Looks for the solution of a puzzle whose true atoms weigh least in total; the verdict is then
    /// [`Verdict::Optimal`](crate::solve::Verdict::Optimal).
    ///
    /// ```
    /// use encycle::formats::AtomWeights;
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n..\n..\n".parse()?;
    /// // the upper left corner pays 2 for each of its edges, and the right side costs
    /// let text = "h_1_1 -2\nv_1_1 -2\nv_1_3 3\nv_2_3 3\n";
    /// let weights = AtomWeights::read(text, "weights.txt", &puzzle)?;
    /// let outcome = Solve::new(&puzzle).minimize(weights).run()?;
    /// assert_eq!(outcome.main.outcome.objective.and_then(|one| one.value), Some(-4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn minimize(self, weights: AtomWeights) -> Self {
        self.goal(weights, false)
    }

    /// Looks for the solution whose true atoms weigh most, like [`Self::minimize`].
    ///
    /// ```
    /// use encycle::formats::AtomWeights;
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "sudoku 2 2\n12..\n....\n....\n...1\n".parse()?;
    /// // is there a solution with a 4 in the second cell of the second row?
    /// let weights = AtomWeights::read("x_2_2_4 1\n", "weights.txt", &puzzle)?;
    /// let outcome = Solve::new(&puzzle).maximize(weights).run()?;
    /// assert_eq!(outcome.verdict(), Verdict::Optimal);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn maximize(self, weights: AtomWeights) -> Self {
        self.goal(weights, true)
    }

    fn goal(mut self, weights: AtomWeights, is_maximized: bool) -> Self {
        self.settings.goal = Some(PuzzleGoal { weights: Some(weights), is_maximized });
        self
    }

    /// Sets the encodings. Several encodings race.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let outcome = Solve::new(&puzzle).encodings(["edge+order", "edge+tree"]).run()?;
    /// assert!(["edge+order", "edge+tree"].contains(&&*outcome.main.encoding));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn encodings<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.settings.encodings = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Sets whether the presolver's facts are added to the formula (default: true).
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let clauses = |presolve| {
    ///     let outcome = Solve::new(&puzzle).encodings(["edge"]).presolve(presolve).run()?;
    ///     Ok::<_, SolveError>(outcome.main.outcome.rounds[0].clauses)
    /// };
    /// assert!(clauses(false)? < clauses(true)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn presolve(mut self, presolve: bool) -> Self {
        self.settings.presolve = presolve;
        self
    }

    /// Sets how constraints become clauses or rows.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let outcome = Solve::new(&puzzle).lowering(CnfMethod::Tseitin.into()).run()?;
    /// assert_eq!(outcome.verdict(), Verdict::Solved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lowering(mut self, lowering: LoweringOptions) -> Self {
        self.settings.lowering = lowering;
        self.settings.suits_degree_rows = false;
        self
    }

    /// Makes of degree constraints the rows that suit each solver ([`Engine::suited_degree_rows`]), whatever
    /// [`Self::lowering`] says about them. This is the default if no lowering is set.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let lowering = LoweringOptions { card: CardMethod::Totalizer, ..LoweringOptions::default() };
    /// let run = Solve::new(&puzzle).solver("microlp").lowering(lowering).suited_degree_rows();
    /// assert_eq!(run.run()?.verdict(), Verdict::Solved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn suited_degree_rows(mut self) -> Self {
        self.settings.suits_degree_rows = true;
        self
    }

    /// Limits the wall-clock time of the run.
    ///
    /// ```
    /// use std::time::Duration;
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let outcome = Solve::new(&puzzle).timeout(Duration::ZERO).run()?;
    /// // a limit is not an error, but no verdict either
    /// assert_eq!(outcome.verdict(), Verdict::Unknown);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.options.timeout = Some(timeout);
        self
    }

    /// Sets the kind of cut, limits and seed.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let options = SearchOptions { seed: Some(7), memory_mb: Some(2000), ..SearchOptions::default() };
    /// assert_eq!(Solve::new(&puzzle).options(options).run()?.verdict(), Verdict::Solved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn options(mut self, options: SearchOptions) -> Self {
        self.settings.options = options;
        self
    }

    /// Writes formulas, models, pictures and cuts of every round to this folder
    /// ([`RoundsFolder`](crate::solve::RoundsFolder)).
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let folder = tempfile::tempdir()?;
    /// Solve::new(&puzzle).encodings(["edge"]).rounds(folder.path()).run()?;
    /// assert!(folder.path().read_dir()?.count() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rounds(mut self, folder: impl Into<PathBuf>) -> Self {
        self.settings.rounds = Some(folder.into());
        self
    }

    /// Calls `observer` after every round, from the thread of the solver.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// use encycle::prelude::*;
    /// use encycle::solve::RoundEvent;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let rounds = AtomicUsize::new(0);
    /// let count = |_: &RoundEvent<'_>| { rounds.fetch_add(1, Ordering::Relaxed); };
    /// let outcome = Solve::new(&puzzle).observe(&count).run()?;
    /// assert_eq!(rounds.load(Ordering::Relaxed), outcome.main.outcome.rounds.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn observe(mut self, observer: &'a (dyn Fn(&RoundEvent<'_>) + Sync)) -> Self {
        self.settings.observer = Some(observer);
        self
    }

    /// Counts where the built-in solver BatSat has its conflicts ([`Attempt::heat`](crate::solve::Attempt::heat)). The
    /// whole puzzle is then solved in one thread.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 3 3\n3.3\n...\n3.3\n".parse()?;
    /// let outcome = Solve::new(&puzzle).presolve(false).heat().run()?;
    /// let heat = outcome.main.heat.expect("requested");
    /// for (variable, conflicts) in heat.iter().filter(|(_, conflicts)| *conflicts > 0) {
    ///     println!("{variable}: {conflicts}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn heat(mut self) -> Self {
        self.settings.heat = true;
        self
    }

    /// Runs the attempts in parallel, as many at a time as there are cores, and confirms the verdict if requested.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let outcome = Solve::new(&puzzle).run()?;
    /// println!("{} with {}", outcome.verdict(), outcome.main.encoding);
    ///
    /// let error = Solve::new(&puzzle).solver("kissta").run().unwrap_err();
    /// println!("{}\n{}", error.problem(), error.help().unwrap_or_default());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
