//! A limit on wall-clock time.

use std::time::Duration;

use web_time::Instant;

use crate::solve::SearchOptions;

/// A limit on wall-clock time, and the moment at which it is reached.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    limit: Duration,
    end: Instant,
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

    /// States that the limit was reached, with its value.
    #[must_use]
    pub fn reason(self) -> String {
        time_limit_reached("time", self.limit)
    }

    /// Returns the options of a search that ends at this deadline.
    pub(crate) fn search_options(deadline: Option<Self>) -> SearchOptions {
        SearchOptions {
            timeout: deadline.map(|one| one.limit),
            started_at: deadline.and_then(|one| one.end.checked_sub(one.limit)),
            ..SearchOptions::default()
        }
    }
}

/// States that a limit on time was reached, with its value.
pub(crate) fn time_limit_reached(what: &str, limit: Duration) -> String {
    format!("the {what} limit of {} s was reached", limit.as_secs_f64())
}

/// States that a limit on memory was reached, with its value.
pub(crate) fn memory_limit_reached(megabytes: u64) -> String {
    format!("the memory limit of {megabytes} MB was reached")
}
