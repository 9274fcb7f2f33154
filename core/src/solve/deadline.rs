//! Deadlines: a limit on wall-clock time, and the limits of several searches together.

use std::time::Duration;

use web_time::Instant;

use encycle_solvers::Stop;

/// A limit on wall-clock time, and the moment at which it is reached.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    pub(super) limit: Duration,
    pub(super) end: Instant,
}

impl Deadline {
    /// Returns the deadline of a limit that counts from `start`; `None` if it is too far away to be represented.
    #[must_use]
    pub fn new(limit: Duration, start: Instant) -> Option<Self> {
        start.checked_add(limit).map(|end| Self { limit, end })
    }

    /// Returns the deadline of a limit that counts from now.
    #[must_use]
    pub fn starting_now(limit: Option<Duration>) -> Option<Self> {
        Self::new(limit?, Instant::now())
    }

    /// Returns the time left; zero after the deadline.
    #[must_use]
    pub fn left(self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// Returns whether the deadline has passed.
    #[must_use]
    pub fn has_passed(self) -> bool {
        self.left() == Duration::ZERO
    }

    /// Returns the message that the limit was reached, with its value.
    #[must_use]
    pub fn reason(self) -> String {
        time_limit_reached("time", self.limit)
    }
}

/// The limits of a job that consists of several searches.
#[derive(Clone, Debug, Default)]
pub struct JobLimits {
    /// The deadline of the job.
    pub deadline: Option<Deadline>,
    /// A request that stops the job.
    pub stop: Stop,
    /// The steps after which a call of the built-in solver BatSat gives up.
    pub steps: Option<u64>,
}

impl JobLimits {
    /// Returns the limits of a job that starts now.
    #[must_use]
    pub fn starting_now(timeout: Option<Duration>, stop: Stop) -> Self {
        Self { deadline: Deadline::starting_now(timeout), stop, steps: None }
    }

    /// Returns the reason to end the job, if there is one.
    #[must_use]
    pub fn reached(&self) -> Option<String> {
        if self.stop.is_requested() {
            return Some(STOPPED.to_owned());
        }
        self.deadline.filter(|deadline| deadline.has_passed()).map(Deadline::reason)
    }
}

/// The message that the search ended because of a stop request.
pub(crate) const STOPPED: &str = "the search was stopped";

/// Returns the message that a limit on time was reached, with its value.
pub(crate) fn time_limit_reached(what: &str, limit: Duration) -> String {
    format!("the {what} limit of {} s was reached", limit.as_secs_f64())
}

/// Returns the message that a limit on memory was reached, with its value.
pub(crate) fn memory_limit_reached(megabytes: u64) -> String {
    format!("the memory limit of {megabytes} MB was reached")
}
