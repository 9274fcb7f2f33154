//! How many solutions a puzzle has, and what they have in common.

mod instances;
mod zdd;

pub use encycle_diagrams::SplitMix64;
pub use encycle_diagrams::lines::LineSolutions;
pub use instances::{Instances, only_solution, with_all_clues};
pub use num_bigint::BigUint;
pub use zdd::Diagram;

use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::puzzle::{Puzzle, UnknownName, by_name};
use crate::solvers::own_resident_mb;

/// How solutions are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// A zero-suppressed decision diagram, built by the frontier method (Yoshinaka et al. 2012): for puzzles
    /// about lines.
    #[default]
    Zdd,
}

impl Method {
    /// All methods, the default first.
    pub const ALL: &[Self] = &[Self::Zdd];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Zdd => "zdd",
        }
    }
}

impl FromStr for Method {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name("method", Self::ALL, |method| method.name(), name)
    }
}

/// What a count may use, and what goes before it.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How solutions are counted.
    pub method: Method,
    /// Whether the presolver fixes what it can before (Slitherlink on grids).
    pub presolve: bool,
    /// Limit of wall-clock time.
    pub timeout: Option<Duration>,
    /// Limit of this process's memory, in megabytes.
    pub memory_mb: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self { method: Method::default(), presolve: true, timeout: None, memory_mb: None }
    }
}

/// Why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// The method is not for this kind of puzzle.
    #[error(
        "`--method zdd` counts solutions that are lines in a graph (slitherlink, slitherlynx, hamilton, \
         numberlink), not those of {0}; whether there is more than one, `encycle solve --unique` tells"
    )]
    Kind(crate::puzzle::Kind),
    /// A limit was reached.
    #[error("{0}")]
    Limit(String),
    /// What was counted as a solution breaks a rule.
    #[error("a counted solution is none: {0}")]
    Wrong(#[from] encycle_encodings::puzzle::Broken),
    /// Clues that should make a solution the only one do not.
    #[error("a set of clues was found that leaves more than one solution")]
    NotUnique,
}

/// Counts the solutions of a puzzle, exactly.
///
/// ```
/// use encycle::{count, formats};
///
/// let puzzle = formats::read("slitherlink 3 3\n..0\n.11\n...\n", None)?.puzzle;
/// assert_eq!(count::count(&puzzle, &count::Options::default())?, 2_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The method is not for this kind of puzzle, or a limit was reached.
pub fn count(puzzle: &Puzzle, options: &Options) -> Result<BigUint, CountError> {
    match options.method {
        Method::Zdd => zdd::count(puzzle, options),
    }
}

/// The limits of one count.
struct Watch {
    end: Option<Instant>,
    memory_mb: Option<u64>,
    reached: Option<&'static str>,
}

impl Watch {
    /// The clock starts now.
    fn new(options: &Options) -> Self {
        let end = options.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Self { end, memory_mb: options.memory_mb, reached: None }
    }

    /// Whether to go on; `bytes` are held, where the system does not say more.
    fn go_on(&mut self, bytes: usize) -> bool {
        let used = own_resident_mb().unwrap_or(0).max(bytes as u64 >> 20);
        if self.end.is_some_and(|end| Instant::now() >= end) {
            self.reached = Some("the time limit was reached");
        } else if self.memory_mb.is_some_and(|limit| used > limit) {
            self.reached = Some("the memory limit was reached");
        }
        self.reached.is_none()
    }
}
