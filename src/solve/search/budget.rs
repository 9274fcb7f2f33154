//! The budget of a search: its limits, and what is left of them.

use std::fmt;
use std::time::Duration;

use web_time::Instant;

use encycle_encodings::logic::{Constraint, ConstraintSink, Origin, Var};

use crate::solve::search::options::SearchOptions;
use crate::solve::session::Session;
use crate::solve::{Deadline, STOPPED, memory_limit_reached, time_limit_reached};
use encycle_solvers::{Limits, own_resident_mb, thread_cpu};

/// The limits of one search, shared by all of its rounds.
#[derive(Debug)]
pub(super) struct Budget {
    deadline: Option<Deadline>,
    /// The CPU time left, and the CPU time limit.
    cpu: Option<(Duration, Duration)>,
    limits: Limits,
}

impl Budget {
    /// Returns the budget for some options. The clock starts now unless [`SearchOptions::started_at`] is set.
    pub fn new(options: &SearchOptions) -> Self {
        let limits = Limits {
            memory_mb: options.memory_mb,
            seed: options.seed,
            threads: options.threads,
            stop: options.stop.clone(),
            ..Limits::default()
        };
        let deadline = options.timeout.and_then(|timeout| {
            Deadline::new(timeout, options.started_at.unwrap_or_else(Instant::now))
        });
        Self { deadline, cpu: options.cpu.map(|cpu| (cpu, cpu)), limits }
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
