//! What a run may use, and the request to stop it.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::process::usage::{own_resident_mb, thread_cpu};

/// What a run may use only so much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Time on the wall clock.
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

/// A request to stop, which may come from another thread. Copies stand for the same request.
///
/// ```
/// let stop = encycle_solvers::Stop::default();
/// let copy = stop.clone();
/// copy.request();
/// assert!(stop.is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks all who hold a copy to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Two are equal if they stand for the same request.
impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stop {}

/// What a run is allowed, and told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time on the wall clock. We enforce it; the solver's own limit is set to it, rounded up.
    pub wall: Option<Duration>,
    /// CPU time, of all processes of the solver together.
    pub cpu: Option<Duration>,
    /// Address space of each process, and resident memory of all of them together, in MiB.
    pub memory_mb: Option<u64>,
    /// The solver's seed, modulo 2^31, which all of them take.
    pub seed: Option<u64>,
    /// The solver's threads.
    pub threads: Option<u64>,
    /// Bytes on standard output, and in each file that it writes.
    pub output_bytes: u64,
    /// Ends the run when somebody asks.
    pub stop: Stop,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wall: None,
            cpu: None,
            memory_mb: None,
            seed: None,
            threads: None,
            output_bytes: 1 << 30,
            stop: Stop::default(),
        }
    }
}

impl Limits {
    /// The limits of a solver in this process and this thread, whose clock starts now.
    pub(crate) fn watch(&self) -> LimitCheck {
        LimitCheck {
            stop: self.stop.clone(),
            end: self.wall.and_then(|wall| Instant::now().checked_add(wall)),
            cpu_end: self.cpu.map(|cpu| thread_cpu().saturating_add(cpu)),
            memory_mb: self.memory_mb,
            weighed: Cell::new(None),
        }
    }
}

/// How often the memory is looked at: to read it from the system takes longer than a step of a solver.
const WEIGHING: Duration = Duration::from_millis(5);

/// Tells a solver in this process when its limits are reached.
pub(crate) struct LimitCheck {
    stop: Stop,
    end: Option<Instant>,
    cpu_end: Option<Duration>,
    memory_mb: Option<u64>,
    /// When the memory was looked at.
    weighed: Cell<Option<Instant>>,
}

impl LimitCheck {
    /// Whether one of them is; to be asked by the thread of the solver.
    pub fn is_over(&self) -> bool {
        self.stop.is_requested()
            || self.end.is_some_and(|end| Instant::now() >= end)
            || self.cpu_end.is_some_and(|end| thread_cpu() >= end)
            || self.memory_mb.is_some_and(|limit| self.is_heavier_than(limit))
    }

    fn is_heavier_than(&self, limit: u64) -> bool {
        let now = Instant::now();
        if self.weighed.get().is_some_and(|before| now.duration_since(before) < WEIGHING) {
            return false;
        }
        self.weighed.set(Some(now));
        own_resident_mb().is_some_and(|mb| mb > limit)
    }
}
