//! The limits of a search, and the remaining time.

use std::fmt;
use std::time::Duration;

use web_time::Instant;

use encycle_encodings::logic::{Constraint, ConstraintSink, Origin, Var};

use crate::solve::search::options::SearchOptions;
use crate::solve::session::Session;
use encycle_solvers::{Limits, own_resident_mb};

/// The limits of one search, shared by all of its rounds.
#[derive(Debug)]
pub(super) struct Budget {
    deadline: Option<Instant>,
    cpu: Option<Duration>,
    limits: Limits,
}

impl Budget {
    /// Returns the budget for some options. The clock starts now unless [`SearchOptions::since`] is set.
    pub fn new(options: &SearchOptions) -> Self {
        let limits = Limits {
            memory_mb: options.memory_mb,
            seed: options.seed,
            threads: options.threads,
            stop: options.stop.clone(),
            ..Limits::default()
        };
        let deadline = options.timeout.and_then(|timeout| {
            options.started_at.unwrap_or_else(Instant::now).checked_add(timeout)
        });
        Self { deadline, cpu: options.cpu, limits }
    }

    /// Subtracts CPU time that a solver has used.
    pub fn spend(&mut self, cpu: Duration) {
        self.cpu = self.cpu.map(|left| left.saturating_sub(cpu));
    }

    /// Returns the limits of the next solver call.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn limits(&self) -> Result<Limits, String> {
        let wall = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        match (wall, self.cpu) {
            _ if self.limits.stop.is_requested() => Err("the search was stopped".to_owned()),
            (Some(Duration::ZERO), _) => Err("the time limit was reached".to_owned()),
            (_, Some(Duration::ZERO)) => Err("the CPU time limit was reached".to_owned()),
            (wall, cpu) => Ok(Limits { wall, cpu, ..self.limits.clone() }),
        }
    }

    /// Checks the limits, including the memory of this process, while the formula is built.
    fn check(&self) -> Result<(), String> {
        self.limits()?;
        let is_exceeded = |limit| own_resident_mb().is_some_and(|used| used > limit);
        match self.limits.memory_mb.is_some_and(is_exceeded) {
            true => Err("the memory limit was reached".to_owned()),
            false => Ok(()),
        }
    }
}

/// The number of variables and constraints between two checks of the limits.
const CHECK_INTERVAL: u32 = 1024;

/// A sink that forwards to a session until a limit is reached.
pub(super) struct LimitedSink<'a> {
    session: &'a mut dyn Session,
    budget: &'a Budget,
    /// The number of variables and constraints since the last check.
    unchecked: u32,
    /// The limit that was reached, if any.
    exceeded: Option<String>,
}

impl<'a> LimitedSink<'a> {
    /// Returns a sink that forwards to this session.
    pub fn new(session: &'a mut dyn Session, budget: &'a Budget) -> Self {
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
            // constraints are dropped from here on, so the variable is never used
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
