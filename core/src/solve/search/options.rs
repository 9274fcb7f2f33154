//! Search options: cuts, limits, and solver parameters; and the budget that is left of the limits.

use std::fmt;
use std::time::Duration;

use web_time::Instant;

#[allow(unused_imports, reason = "for the documentation")]
use encycle_encodings::encoding::GlobalConstraint;
use encycle_encodings::encoding::{Cut, CutKind};
use encycle_encodings::logic::{Constraint, ConstraintSink, Origin, Var};
use encycle_encodings::puzzle::Solution;
use encycle_solvers::{Limits, Stop, own_resident_mb, thread_cpu};

use crate::problem::Problem;
use crate::solve::deadline::{
    Deadline, JobLimits, STOPPED, memory_limit_reached, time_limit_reached,
};
use crate::solve::engine::Engine;
use crate::solve::session::Session;

/// The largest number of threads of a built-in solver.
const MOST_THREADS: u64 = 256;

/// The options of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// The kind of cut; `None` is the default of the encoding.
    pub cuts: Option<CutKind>,
    /// The time at which subtours are detected.
    pub mode: LoopCheckMode,
    /// The models that are repaired before they are cut off.
    pub repair: RepairMode,
    /// Whether fractional points are cut off before the first solver call. This requires a session with a linear
    /// relaxation ([`Session::relax`]) and an encoding with cuts for it ([`GlobalConstraint::separate_fractional`]).
    pub fractional: bool,
    /// Wall-clock limit for the whole search, including the construction of the formula.
    pub timeout: Option<Duration>,
    /// Start of the wall-clock limit; `None` is the start of the search.
    pub started_at: Option<Instant>,
    /// Limit on the total CPU time of all solver calls.
    pub cpu: Option<Duration>,
    /// Limit on the steps of each call of the built-in solver BatSat.
    pub steps: Option<u64>,
    /// Memory limit of the solver, and of Encycle while it builds the formula, in MiB.
    pub memory_mb: Option<u64>,
    /// Seed of the solver.
    pub seed: Option<u64>,
    /// Threads of the solver. If it does not race, a built-in SAT solver searches a cube of the puzzle on each thread
    /// ([`cubes`](crate::solve::cubes)), or a seed for a large piece of a Hamilton cycle.
    pub threads: Option<u64>,
    /// A request that stops the search.
    pub stop: Stop,
    /// The knowledge that the search starts from.
    pub start: SearchStart,
}

impl SearchOptions {
    /// Returns the number of threads of a built-in solver, if it is set.
    pub(in crate::solve) fn builtin_threads(&self) -> Option<usize> {
        self.threads.map(|threads| threads.clamp(1, MOST_THREADS) as usize)
    }

    /// Returns the deadline of a search that starts now, unless the options have a start.
    pub(in crate::solve) fn deadline(&self) -> Option<Deadline> {
        Deadline::new(self.timeout?, self.started_at.unwrap_or_else(Instant::now))
    }

    /// Returns the mode of repair, with that which suits the solver in place of [`RepairMode::Auto`].
    pub(in crate::solve) fn repair_for(&self, engine: &Engine) -> RepairMode {
        match self.repair {
            // a repaired model saves all rounds that cuts would take, and each of them is expensive
            RepairMode::Auto if engine.is_mip() => RepairMode::Models,
            mode => mode,
        }
    }

    /// Returns the encoding of a solver for which no encoding is chosen: its default, or, if the chosen kind of cut or
    /// mode does not fit the default, the first encoding that fits both.
    ///
    /// ```
    /// use encycle::encodings::encoding::CutKind;
    /// use encycle::prelude::*;
    /// use encycle::solve::Engine;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let mut options = SearchOptions::default();
    /// assert_eq!(options.default_encoding(&puzzle, &Engine::BatSat), "colour");
    /// // this kind of cut needs another encoding
    /// options.cuts = Some(CutKind::Leave);
    /// assert_ne!(options.default_encoding(&puzzle, &Engine::BatSat), "colour");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn default_encoding(&self, problem: &dyn Problem, engine: &Engine) -> String {
        let preferred = engine.default_encoding(problem);
        if self.fit(problem, &preferred) {
            return preferred;
        }
        let all = problem.as_encodable();
        let mut names = std::iter::once(all.default_encoding()).chain(all.encoding_names());
        names.find(|name| self.fit(problem, name)).unwrap_or(preferred)
    }

    /// Returns whether the chosen kind of cut and the chosen mode fit an encoding.
    pub(in crate::solve) fn fit(&self, problem: &dyn Problem, name: &str) -> bool {
        let propagates = self.mode == LoopCheckMode::Propagate;
        if self.cuts.is_none() && !propagates && !self.fractional {
            return true;
        }
        problem.encoding(name).is_ok_and(|encoding| {
            self.cuts.is_none_or(|kind| encoding.cut_kinds().contains(&kind))
                && (!propagates || encoding.propagator().is_some())
                && (!self.fractional || encoding.has_fractional_cuts())
        })
    }
}

/// The knowledge before a search starts, from an earlier search with the same encoding.
#[derive(Clone, Debug, Default)]
pub struct SearchStart {
    /// Constraints that the first formula contains. They must hold in every solution that is not listed.
    pub cuts: Vec<Cut>,
    /// Known solutions. The cuts block each of them.
    pub solutions: Vec<Solution>,
    /// A solution of a problem with an objective, from which a search for better ones starts.
    pub incumbent: Option<Solution>,
}

/// When subtours are detected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopCheckMode {
    /// During the search of a built-in solver if the encoding prefers that ([`GlobalConstraint::prefers_propagator`]),
    /// otherwise in each model.
    #[default]
    Auto,
    /// In each model: cuts are added, and the solver is called again.
    Cuts,
    /// During the solver's search, by the external propagator of the encoding ([`GlobalConstraint::propagator`]).
    Propagate,
}

impl LoopCheckMode {
    /// All modes, with their names on the command line.
    pub const ALL: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("cuts", Self::Cuts), ("propagate", Self::Propagate)];
}

/// Which solution of a puzzle about lines is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthGoal {
    /// The one with the fewest drawn edges.
    Shortest,
    /// The one with the most drawn edges.
    Longest,
}

/// The invalid models that are repaired locally before they are cut off, if the encoding supports repair
/// ([`GlobalConstraint::repair`]), and whether the first model comes from a sweep ([`GlobalConstraint::sweep`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepairMode {
    /// Models of sparse puzzles from the first round on, and of other puzzles after some rounds. Large sparse puzzles
    /// are swept.
    #[default]
    Auto,
    /// Models from the first round on, without a sweep; [`Self::Auto`] for MIP solvers.
    Models,
    /// Models from the first round on, after a sweep.
    Always,
    /// No models.
    Never,
}

impl RepairMode {
    /// All modes, with their names on the command line.
    pub const ALL: [(&'static str, Self); 4] = [
        ("auto", Self::Auto),
        ("models", Self::Models),
        ("always", Self::Always),
        ("never", Self::Never),
    ];
}

impl JobLimits {
    /// Returns the limits of a search with these options.
    pub(in crate::solve) fn of(options: &SearchOptions) -> Self {
        Self { deadline: options.deadline(), stop: options.stop.clone(), steps: options.steps }
    }

    /// Returns the options of a search within the job. Nothing is repaired, because the searches of a generator prove
    /// uniqueness with few models, and because a seed must always generate the same puzzle.
    pub(crate) fn search_options(&self) -> SearchOptions {
        SearchOptions {
            timeout: self.deadline.map(|one| one.limit),
            started_at: self.deadline.and_then(|one| one.end.checked_sub(one.limit)),
            stop: self.stop.clone(),
            steps: self.steps,
            repair: RepairMode::Never,
            ..SearchOptions::default()
        }
    }
}

/// The part of its own time limit after which a solver counts as stopped by it.
const NEARLY: f64 = 0.98;

/// The limits of one search, shared by all of its rounds.
#[derive(Debug)]
pub(super) struct SearchBudget {
    deadline: Option<Deadline>,
    /// The CPU time left, and the CPU time limit.
    cpu: Option<(Duration, Duration)>,
    limits: Limits,
}

impl SearchBudget {
    /// Returns the budget for some options. The clock starts now unless [`SearchOptions::started_at`] is set.
    pub fn new(options: &SearchOptions) -> Self {
        let limits = Limits {
            steps: options.steps,
            memory_mb: options.memory_mb,
            seed: options.seed,
            threads: options.threads,
            stop: options.stop.clone(),
            ..Limits::default()
        };
        Self { deadline: options.deadline(), cpu: options.cpu.map(|cpu| (cpu, cpu)), limits }
    }

    /// Sets the limit on the steps of each call.
    pub fn limit_steps(&mut self, steps: u64) {
        self.limits.steps = Some(steps);
    }

    /// Subtracts CPU time that a solver has used.
    pub fn spend(&mut self, cpu: Duration) {
        self.cpu = self.cpu.map(|(left, limit)| (left.saturating_sub(cpu), limit));
    }

    /// Returns the limits of the next solver call.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn limits(&self) -> Result<Limits, String> {
        match (self.deadline, self.cpu) {
            _ if self.limits.stop.is_requested() => Err(STOPPED.to_owned()),
            (Some(deadline), _) if deadline.has_passed() => Err(deadline.reason()),
            (_, Some((Duration::ZERO, limit))) => Err(time_limit_reached("CPU time", limit)),
            (deadline, cpu) => Ok(Limits {
                wall: deadline.map(Deadline::left),
                cpu: cpu.map(|(left, _)| left),
                ..self.limits.clone()
            }),
        }
    }

    /// Subtracts the CPU time that this thread has used since it had used `before`, and sets `before` to the CPU time
    /// used so far. Returns the limits that are left, or `None` if a limit is reached.
    pub fn limits_after(&mut self, before: &mut Duration) -> Option<Limits> {
        let now = thread_cpu();
        self.spend(now.saturating_sub(std::mem::replace(before, now)));
        self.limits().ok()
    }

    /// Returns the limit because of which a solver gave no result, if one is certainly reached.
    pub fn reached(&self) -> Option<String> {
        self.limits().err().or_else(|| self.check().err())
    }

    /// Returns the time limit if a call with these limits took so long that the solver, whose own limit is shorter, stopped
    /// because of it.
    pub fn reached_in(&self, spent: Duration, limits: &Limits) -> Option<String> {
        let own = Duration::from_secs(limits.own_seconds(true)?).min(limits.wall?);
        (spent >= own.mul_f64(NEARLY)).then(|| self.deadline.map(Deadline::reason)).flatten()
    }

    /// Checks the limits, including the memory of this process, while the formula is built.
    fn check(&self) -> Result<(), String> {
        self.limits()?;
        let is_exceeded = |limit| own_resident_mb().is_some_and(|used| used > limit);
        match self.limits.memory_mb.filter(|&limit| is_exceeded(limit)) {
            Some(limit) => Err(memory_limit_reached(limit)),
            None => Ok(()),
        }
    }
}

/// The number of variables and constraints between two checks of the limits.
const CHECK_INTERVAL: u32 = 1024;

/// A sink that forwards to a session until a limit is reached.
pub(super) struct LimitedSink<'a> {
    session: &'a mut dyn Session,
    budget: &'a SearchBudget,
    /// The number of variables and constraints since the last check.
    unchecked: u32,
    /// The limit that was reached, if any.
    exceeded: Option<String>,
}

impl<'a> LimitedSink<'a> {
    /// Returns a sink that forwards to this session.
    pub fn new(session: &'a mut dyn Session, budget: &'a SearchBudget) -> Self {
        Self { session, budget, unchecked: 0, exceeded: None }
    }

    /// Checks that the formula is complete.
    ///
    /// # Errors
    /// Returns the limit that was reached before.
    pub fn finish(self) -> Result<(), String> {
        match self.exceeded {
            None => Ok(()),
            Some(reason) => Err(format!("{reason} while the formula was built")),
        }
    }

    /// Counts a variable or constraint, and checks the limits at each interval.
    fn count(&mut self) {
        self.unchecked += 1;
        if self.unchecked == CHECK_INTERVAL {
            self.unchecked = 0;
            self.exceeded = self.budget.check().err();
        }
    }
}

impl ConstraintSink for LimitedSink<'_> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        if self.exceeded.is_some() {
            // constraints are dropped once a limit is reached, so the variable is never used
            return Var::new(0);
        }
        self.count();
        self.session.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        if self.exceeded.is_none() {
            self.count();
            self.session.constraint(constraint, origin);
        }
    }

    fn accepts_more(&self) -> bool {
        self.exceeded.is_none() && self.session.accepts_more()
    }
}
