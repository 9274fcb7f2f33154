//! How many solutions a puzzle has, and what they have in common.

mod brute;
mod instances;
mod pairs;
mod sat;
mod zdd;

pub use brute::brute_force;
pub use encycle_diagrams::instances::PairRule;
pub use encycle_diagrams::lines::LineSolutions;
pub use instances::{ClueInstances, only_solution, with_all_clues};
pub use num_bigint::BigUint;
pub use pairs::PairInstances;
pub use zdd::Diagram;

use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::puzzle::{Puzzle, UnknownName, by_name};
use encycle_solvers::own_resident_mb;

/// How solutions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CountMethod {
    /// A zero-suppressed decision diagram, built by the frontier method (Yoshinaka et al. 2012): for puzzles
    /// about lines.
    Zdd,
    /// All solutions are found by the built-in solver, one after the other.
    Sat,
    /// Each of these that knows the kind, and where the puzzle is tiny trying everything; they must agree.
    All,
}

impl CountMethod {
    /// All methods.
    pub const ALL: &[Self] = &[Self::Zdd, Self::Sat, Self::All];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Zdd => "zdd",
            Self::Sat => "sat",
            Self::All => "all",
        }
    }

    /// The one that serves a puzzle best.
    #[must_use]
    pub fn best(puzzle: &Puzzle) -> Self {
        if puzzle.line_problem().is_some() { Self::Zdd } else { Self::Sat }
    }

    /// Whether a diagram counts the solutions of a puzzle, or refuses to.
    #[must_use]
    pub fn has_diagram(self, puzzle: &Puzzle) -> bool {
        match self {
            Self::Zdd => true,
            Self::Sat => false,
            Self::All => puzzle.line_problem().is_some(),
        }
    }
}

impl FromStr for CountMethod {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name("method", Self::ALL, |method| method.name(), name)
    }
}

/// What a count may use, and what goes before it.
#[derive(Clone, Copy, Debug)]
pub struct CountOptions {
    /// Whether the presolver fixes what it can before (Slitherlink on grids).
    pub presolve: bool,
    /// Limit of wall-clock time, for each method.
    pub timeout: Option<Duration>,
    /// Limit of this process's memory, in megabytes.
    pub memory_mb: Option<u64>,
}

impl Default for CountOptions {
    fn default() -> Self {
        Self { presolve: true, timeout: None, memory_mb: None }
    }
}

/// Why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// The method is not for this kind of puzzle.
    #[error(
        "decision diagrams (`--method zdd`, --sample, --dot, --listing) are for puzzles whose solutions are \
         lines in a graph (slitherlink, slitherlynx, hamilton, numberlink), not for {0}; count it by \
         `--method sat`, without these"
    )]
    Kind(crate::puzzle::PuzzleKind),
    /// There is no encoding that serves, or it is too large for the puzzle.
    #[error("{0}")]
    Encoding(String),
    /// A limit was reached.
    #[error("{0}")]
    Limit(String),
    /// What was counted as a solution breaks a rule.
    #[error("a counted solution is none: {0}")]
    Wrong(#[from] encycle_encodings::puzzle::BrokenRule),
    /// Clues or pairs that should make a solution the only one do not.
    #[error("a set of clues or pairs was found that has not one solution")]
    NotUnique,
    /// The solver failed.
    #[error("{0}")]
    Solver(String),
    /// Methods do not agree, of which one at least is wrong.
    #[error("the methods do not agree: {0}")]
    Disagreement(String),
}

/// A number of solutions, and who says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionCount {
    /// How many there are.
    pub solutions: BigUint,
    /// The methods that have counted them.
    pub methods: Vec<&'static str>,
}

/// Counts the solutions of a puzzle, exactly.
///
/// ```
/// use encycle::count::{CountMethod, CountOptions, count};
/// use encycle::formats;
///
/// let puzzle = formats::read("slitherlink 2 2\n..\n.2\n", None)?.puzzle;
/// let count = count(&puzzle, CountMethod::All, &CountOptions::default())?;
/// assert_eq!((count.solutions, count.methods), (3_u32.into(), vec!["zdd", "sat", "brute force"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The method is not for this kind of puzzle, a limit was reached, the solver failed, or methods disagree.
pub fn count(
    puzzle: &Puzzle,
    method: CountMethod,
    options: &CountOptions,
) -> Result<SolutionCount, CountError> {
    count_by(puzzle, method, options, || zdd::count(puzzle, options))
}

/// Counts, and asks for the number of a diagram only where one is to count.
fn count_by(
    puzzle: &Puzzle,
    method: CountMethod,
    options: &CountOptions,
    by_diagram: impl FnOnce() -> Result<BigUint, CountError>,
) -> Result<SolutionCount, CountError> {
    let mut counts: Vec<(&'static str, BigUint)> = Vec::new();
    if method.has_diagram(puzzle) {
        counts.push(("zdd", by_diagram()?));
    }
    if method != CountMethod::Zdd {
        let count = sat::count(puzzle, options).map_err(|error| match (error, &counts[..]) {
            // what is known is not lost, though nobody has confirmed it
            (CountError::Limit(limit), [(first, count)]) => {
                CountError::Limit(format!("{limit} by sat, after {first} had counted {count}"))
            }
            (error, _) => error,
        })?;
        counts.push(("sat", count));
    }
    if method == CountMethod::All {
        counts.extend(brute_force(puzzle).map(|all| ("brute force", all.len().into())));
    }
    let (methods, solutions) = agreed(counts)?;
    Ok(SolutionCount { solutions, methods })
}

/// Of each atom, whether it is true in all solutions, or in none; `None` if there is no solution. With
/// [`CountMethod::All`] by each method that knows the kind, and they agree.
///
/// # Errors
/// As [`count`].
pub fn common(
    puzzle: &Puzzle,
    method: CountMethod,
    options: &CountOptions,
) -> Result<Option<Vec<Option<bool>>>, CountError> {
    common_by(puzzle, method, options, || Ok(Diagram::build(puzzle, options)?.solutions().common()))
}

fn common_by(
    puzzle: &Puzzle,
    method: CountMethod,
    options: &CountOptions,
    by_diagram: impl FnOnce() -> Result<Option<Vec<Option<bool>>>, CountError>,
) -> Result<Option<Vec<Option<bool>>>, CountError> {
    let mut known = Vec::new();
    if method.has_diagram(puzzle) {
        known.push(("zdd", by_diagram()?));
    }
    if method != CountMethod::Zdd {
        known.push(("sat", sat::common(puzzle, options)?));
    }
    Ok(agreed(known)?.1)
}

/// What all say, and who they are.
fn agreed<T: PartialEq + std::fmt::Debug>(
    said: Vec<(&'static str, T)>,
) -> Result<(Vec<&'static str>, T), CountError> {
    if said.iter().any(|(_, one)| *one != said[0].1) {
        let words: Vec<String> =
            said.iter().map(|(method, one)| format!("{method} says {one:?}")).collect();
        return Err(CountError::Disagreement(words.join(", ")));
    }
    let methods = said.iter().map(|(method, _)| *method).collect();
    let said = said.into_iter().next().map(|(_, one)| one);
    Ok((methods, said.expect("each method says something")))
}

/// The limits of one count.
struct Watch {
    end: Option<Instant>,
    memory_mb: Option<u64>,
    reached: Option<&'static str>,
}

impl Watch {
    /// The clock starts now.
    fn new(options: &CountOptions) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_method_counted_is_told_when_the_other_reaches_a_limit() {
        let text = "slitherlink 2 2\n..\n..\n";
        let puzzle = crate::formats::read(text, None).expect("a puzzle").puzzle;
        let options = CountOptions { timeout: Some(Duration::ZERO), ..CountOptions::default() };
        let error =
            count_by(&puzzle, CountMethod::All, &options, || Ok(13_u32.into())).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the time limit was reached by sat, after zdd had counted 13"
        );
    }

    #[test]
    fn methods_that_disagree_are_told() {
        assert_eq!(agreed(vec![("zdd", 2), ("sat", 2)]), Ok((vec!["zdd", "sat"], 2)));
        let error = agreed(vec![("zdd", 2), ("sat", 2), ("brute force", 3)]).unwrap_err();
        let message = "the methods do not agree: zdd says 2, sat says 2, brute force says 3";
        assert_eq!(error.to_string(), message);
    }
}
