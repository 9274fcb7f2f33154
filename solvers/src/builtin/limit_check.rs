//! The clock of a solver that runs in this process.

use std::cell::Cell;
use std::time::Duration;

use web_time::Instant;

use crate::limits::{Limits, Stop};
use crate::own_usage::{own_resident_mb, thread_cpu};

impl Limits {
    /// Starts the clock of a solver that runs in this thread.
    pub(crate) fn start(&self) -> LimitCheck {
        LimitCheck {
            stop: self.stop.clone(),
            end: self.wall.and_then(|wall| Instant::now().checked_add(wall)),
            cpu_end: self.cpu.map(|cpu| thread_cpu().saturating_add(cpu)),
            memory_mb: self.memory_mb,
            memory_read: Cell::new(None),
        }
    }
}

/// The time between two readings of the memory. It is not read at every step of a solver, because reading takes longer
/// than a step.
const MEMORY_INTERVAL: Duration = Duration::from_millis(5);

/// The running clock of a solver in this thread.
#[derive(Clone)]
pub(crate) struct LimitCheck {
    stop: Stop,
    end: Option<Instant>,
    cpu_end: Option<Duration>,
    memory_mb: Option<u64>,
    /// The time of the last reading of the memory.
    memory_read: Cell<Option<Instant>>,
}

impl LimitCheck {
    /// Returns whether a limit is reached or a stop is requested. Must be called by the thread of the solver.
    pub fn is_over(&self) -> bool {
        self.stop.is_requested()
            || self.end.is_some_and(|end| Instant::now() >= end)
            || self.cpu_end.is_some_and(|end| thread_cpu() >= end)
            || self.memory_mb.is_some_and(|limit| self.uses_more_than(limit))
    }

    fn uses_more_than(&self, limit: u64) -> bool {
        let now = Instant::now();
        if self.memory_read.get().is_some_and(|last| now.duration_since(last) < MEMORY_INTERVAL) {
            return false;
        }
        self.memory_read.set(Some(now));
        own_resident_mb().is_some_and(|mb| mb > limit)
    }
}
