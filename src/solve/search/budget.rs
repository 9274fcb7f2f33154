//! What a search may use, and what is left of it.

use std::fmt;
use std::time::Duration;

use web_time::Instant;

use encycle_encodings::logic::{Constraint, ConstraintSink, Origin, Var};

use crate::solve::search::options::SearchOptions;
use crate::solve::session::Session;
use encycle_solvers::{Limits, own_resident_mb};

/// The limits of one search, which all of its rounds share.
#[derive(Debug)]
pub(super) struct Budget {
    end: Option<Instant>,
    cpu: Option<Duration>,
    limits: Limits,
}

impl Budget {
    /// The clock starts now, if it has not started before.
    pub fn new(options: &SearchOptions) -> Self {
        let limits = Limits {
            memory_mb: options.memory_mb,
            seed: options.seed,
            threads: options.threads,
            stop: options.stop.clone(),
            ..Limits::default()
        };
        let end = options
            .timeout
            .and_then(|timeout| options.since.unwrap_or_else(Instant::now).checked_add(timeout));
        Self { end, cpu: options.cpu, limits }
    }

    /// A solver has used so much.
    pub fn spend(&mut self, cpu: Duration) {
        self.cpu = self.cpu.map(|left| left.saturating_sub(cpu));
    }

    /// What the next call of the solver may use.
    ///
    /// # Errors
    /// The limit that has been reached.
    pub fn limits(&self) -> Result<Limits, String> {
        let wall = self.end.map(|end| end.saturating_duration_since(Instant::now()));
        match (wall, self.cpu) {
            _ if self.limits.stop.is_requested() => Err("it was stopped".to_owned()),
            (Some(Duration::ZERO), _) => Err("the time limit was reached".to_owned()),
            (_, Some(Duration::ZERO)) => Err("the limit of CPU time was reached".to_owned()),
            (wall, cpu) => Ok(Limits { wall, cpu, ..self.limits.clone() }),
        }
    }

    /// The same while a formula grows in our own memory.
    fn check(&self) -> Result<(), String> {
        self.limits()?;
        let full = |limit| own_resident_mb().is_some_and(|used| used > limit);
        match self.limits.memory_mb.is_some_and(full) {
            true => Err("the memory limit was reached".to_owned()),
            false => Ok(()),
        }
    }
}

/// After how many constraints the limits are looked at again.
const PERIOD: u32 = 1024;

/// Hands constraints on to a session as long as there is time and memory for them.
pub(super) struct Building<'a> {
    session: &'a mut dyn Session,
    budget: &'a Budget,
    seen: u32,
    over: Option<String>,
}

impl<'a> Building<'a> {
    pub fn new(session: &'a mut dyn Session, budget: &'a Budget) -> Self {
        Self { session, budget, seen: 0, over: None }
    }

    /// The formula is complete, or a limit was reached before.
    pub fn finish(self) -> Result<(), String> {
        match self.over {
            None => Ok(()),
            Some(reason) => Err(format!("{reason} while the formula was built")),
        }
    }

    fn count(&mut self) {
        self.seen += 1;
        if self.seen == PERIOD {
            self.seen = 0;
            self.over = self.budget.check().err();
        }
    }
}

impl ConstraintSink for Building<'_> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        if self.over.is_some() {
            // nobody looks at it any more
            return Var::new(0);
        }
        self.count();
        self.session.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        if self.over.is_none() {
            self.count();
            self.session.constraint(constraint, origin);
        }
    }

    fn wants_more(&self) -> bool {
        self.over.is_none() && self.session.wants_more()
    }
}
