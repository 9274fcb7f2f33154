//! Limits of a run, and the request to stop it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A limited resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Wall-clock time.
    Wall,
    /// CPU time.
    Cpu,
    /// Memory.
    Memory,
    /// Bytes of output.
    Output,
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Wall => "time",
            Self::Cpu => "CPU time",
            Self::Memory => "memory",
            Self::Output => "output",
        })
    }
}

/// A request to stop, which may come from another thread. Clones share one request.
///
/// ```
/// let stop = encycle_solvers::Stop::default();
/// let clone = stop.clone();
/// clone.request();
/// assert!(stop.is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<StopRequest>);

#[derive(Debug, Default)]
struct StopRequest {
    is_requested: AtomicBool,
    parent: Option<Stop>,
}

impl Stop {
    /// Requests the stop of every run that holds a clone or a child.
    pub fn request(&self) {
        self.0.is_requested.store(true, Ordering::Relaxed);
    }

    /// Returns whether a stop was requested, of this request or of its parent.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.is_requested.load(Ordering::Relaxed)
            || self.0.parent.as_ref().is_some_and(Self::is_requested)
    }

    /// Creates a request for a part of the work. A request to stop `self` stops the part too, but not vice versa.
    ///
    /// ```
    /// let all = encycle_solvers::Stop::default();
    /// let (one, other) = (all.child(), all.child());
    /// one.request();
    /// assert!(!all.is_requested() && !other.is_requested());
    /// all.request();
    /// assert!(other.is_requested());
    /// ```
    #[must_use]
    pub fn child(&self) -> Self {
        Self(Arc::new(StopRequest {
            is_requested: AtomicBool::new(false),
            parent: Some(self.clone()),
        }))
    }
}

/// Two requests are equal if they are clones of each other.
impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stop {}

/// The limits and options of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time. For a program, this crate enforces the limit, and also sets the program's own time limit to it,
    /// rounded up.
    pub wall: Option<Duration>,
    /// CPU time of all processes of the solver together.
    pub cpu: Option<Duration>,
    /// Steps of each call of the built-in solver BatSat, most of which are decisions. Unlike time, they do not depend on the
    /// machine.
    pub steps: Option<u64>,
    /// Address space of each process, and resident memory of all of them together, in MiB.
    pub memory_mb: Option<u64>,
    /// The solver's seed, modulo 2^31, because all solvers accept this range.
    pub seed: Option<u64>,
    /// The number of the solver's threads.
    pub threads: Option<u64>,
    /// Bytes on standard output, and in each file that the solver writes.
    pub output_bytes: u64,
    /// The request that ends the run.
    pub stop: Stop,
}

/// The maximum time limit that is passed to a solver, in seconds, which is 23 days. Some solvers cannot read more than
/// 2^31 seconds, and others cannot read more than 2^31 milliseconds.
const MAX_SECONDS: u64 = 2_000_000;

/// The most and the least milliseconds in which a solver writes its best point after its own time limit.
const MOST_KEPT: u128 = 5000;
const LEAST_KEPT: u128 = 300;

impl Limits {
    /// Returns the time limit that is passed to a solver program, in seconds; `None` if time is not limited. The program is
    /// killed at the limit. With an objective, its own limit is a tenth shorter, but at most 5 s and a fraction, so that it can
    /// still write the best point that it found.
    #[must_use]
    pub fn own_seconds(&self, has_objective: bool) -> Option<u64> {
        let milliseconds = self.wall?.as_millis();
        let seconds = match has_objective {
            true => {
                let rounded = (milliseconds - (milliseconds / 10).min(MOST_KEPT) + 500) / 1000;
                rounded.min(milliseconds.saturating_sub(LEAST_KEPT) / 1000)
            }
            false => milliseconds.div_ceil(1000),
        };
        Some((seconds as u64).clamp(1, MAX_SECONDS))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wall: None,
            cpu: None,
            steps: None,
            memory_mb: None,
            seed: None,
            threads: None,
            output_bytes: 1 << 30,
            stop: Stop::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 9.5 s, 8 s were used, and of an hour 54 minutes.
    #[test]
    fn little_of_the_time_limit_is_kept_for_the_best_point() {
        for (milliseconds, seconds) in
            [(9500, 9), (9999, 9), (10_300, 9), (4000, 3), (2000, 1), (100, 1), (3_600_000, 3595)]
        {
            let wall = Some(std::time::Duration::from_millis(milliseconds));
            let limits = Limits { wall, ..Limits::default() };
            assert_eq!(limits.own_seconds(true), Some(seconds), "{milliseconds}");
        }
    }
}
