//! Exact counts of the solutions of a puzzle, and the values that all solutions have in common. Brute force tries every
//! assignment of a tiny puzzle.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use encycle_diagrams::CheckpointError;
use encycle_encodings::puzzle::{Solution, SolutionForm};
use encycle_solvers::{Stop, own_resident_mb};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::puzzle::{Puzzle, UnknownName, by_name};
use crate::solve::{JobLimits, memory_limit_reached};

mod instances;
mod order;
mod pairs;
mod sat;
mod symmetry;
mod zdd;

pub use encycle_diagrams::LevelStore;
pub use encycle_diagrams::instances::PairRule;
pub use encycle_diagrams::lines::LineSolutions;
pub use instances::{ClueCells, ClueInstances, only_solution, with_all_clues};
pub use num_bigint::BigUint;
pub use order::EdgeOrder;
pub use pairs::PairInstances;
pub use symmetry::{OrbitCount, count_up_to_symmetry};
pub use zdd::Diagram;

/// A method of counting solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CountMethod {
    /// A zero-suppressed decision diagram, built by the frontier method (Yoshinaka et al. 2012), for puzzles
    /// whose solutions are lines.
    Zdd,
    /// Enumeration by the built-in SAT solver.
    Sat,
    /// Every method that supports the kind, and brute force for tiny puzzles. All results must agree.
    All,
}

impl CountMethod {
    /// All methods.
    pub const ALL: &[Self] = &[Self::Zdd, Self::Sat, Self::All];

    /// Returns the name used on the command line.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// assert_eq!(CountMethod::Zdd.name(), "zdd");
    /// assert_eq!("sat".parse(), Ok(CountMethod::Sat));
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Zdd => "zdd",
            Self::Sat => "sat",
            Self::All => "all",
        }
    }

    /// Returns the method that is expected to be fastest for a puzzle.
    ///
    /// Enumeration is faster for puzzles whose solutions are not lines, and for loops through cells with clues if there
    /// are only few solutions; a diagram is faster for all other puzzles. To find out whether the solutions of a loop
    /// are few, this function enumerates them up to a small number, within the limits of `options`.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let options = CountOptions::default();
    /// let open: Puzzle = "slitherlink 6 6\n......\n......\n......\n......\n......\n......\n".parse()?;
    /// // an open grid has millions of loops: a diagram counts them without listing them
    /// assert_eq!(CountMethod::best(&open, &options), CountMethod::Zdd);
    /// let sudoku: Puzzle = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n".parse()?;
    /// assert_eq!(CountMethod::best(&sudoku, &options), CountMethod::Sat);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn best(problem: &dyn Problem, options: &CountOptions) -> Self {
        /// The maximum number of solutions that are enumerated in less time than a diagram takes.
        const FEW: usize = 1000;

        let is_few = match problem.as_encodable().line_problem() {
            None => true,
            Some(lines) => {
                let found = || sat::has_at_most(FEW, problem, options);
                // if the enumeration fails, the diagram reports the error, provided that it fails, too
                !lines.clauses.is_empty() && found().unwrap_or(false)
            }
        };
        if is_few { Self::Sat } else { Self::Zdd }
    }

    /// Returns whether this method builds a diagram for a puzzle. `Zdd` always tries, and fails for
    /// puzzles whose solutions are not lines.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let sudoku: Puzzle = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n".parse()?;
    /// assert!(!CountMethod::All.has_diagram(&sudoku));
    /// // the diagram is tried, which is an error
    /// let error = count(&sudoku, CountMethod::Zdd, &CountOptions::default()).unwrap_err();
    /// assert!(error.help().is_some_and(|help| help.starts_with("count by SAT")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn has_diagram(self, problem: &dyn Problem) -> bool {
        match self {
            Self::Zdd => true,
            Self::Sat => false,
            Self::All => problem.as_encodable().line_problem().is_some(),
        }
    }
}

impl FromStr for CountMethod {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name("method", Self::ALL, |method| method.name(), name)
    }
}

/// The lengths of all solutions.
pub const ALL_LENGTHS: RangeInclusive<usize> = 0..=usize::MAX;

/// The options of a count.
#[derive(Clone, Debug)]
pub struct CountOptions {
    /// Whether the presolver fixes edges first (Slitherlink on grids).
    pub presolve: bool,
    /// The order in which a diagram decides the edges; by default, an order with few states.
    pub order: Option<EdgeOrder>,
    /// The numbers of lines that a counted solution may have; other than all numbers, only for [`count`] by
    /// [`CountMethod::Zdd`].
    pub lengths: RangeInclusive<usize>,
    /// The number of threads that count by [`CountMethod::Zdd`] without a diagram.
    pub threads: NonZeroUsize,
    /// The limit on the wall-clock time of each method.
    pub timeout: Option<Duration>,
    /// The limit on the memory of this process, in megabytes.
    pub memory_mb: Option<u64>,
    /// A request that stops the count.
    pub stop: Stop,
}

impl Default for CountOptions {
    fn default() -> Self {
        Self {
            presolve: true,
            order: None,
            lengths: ALL_LENGTHS,
            threads: NonZeroUsize::MIN,
            timeout: None,
            memory_mb: None,
            stop: Stop::default(),
        }
    }
}

/// The puzzles of which there are diagrams, in the words of error messages.
pub(crate) const LINE_PUZZLES: &str = "puzzles whose solutions are lines: slitherlink, slitherlynx, hamilton, numberlink, and loops through cells";

/// An error from counting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// The method does not support this kind of puzzle.
    #[error(
        "decision diagrams (the method zdd, an order of edges, lengths, samples, listings) do not support {0}, only \
         {LINE_PUZZLES}\nhelp: count by SAT, without lengths, an order, samples and listings"
    )]
    Kind(&'static str),
    /// Another method than the diagram was asked to count solutions of certain lengths.
    #[error("solutions of certain lengths are counted by the method zdd only")]
    Lengths,
    /// No complete encoding exists, or the encoding is too large for the puzzle.
    #[error("{0}")]
    Encoding(String),
    /// A limit was reached; the text names it.
    #[error("{0}")]
    Limit(String),
    /// The checkpoint cannot be used.
    #[error("{0}")]
    Checkpoint(#[from] CheckpointError),
    /// A counted solution breaks a rule.
    #[error("a counted solution is invalid: {0}")]
    Wrong(#[from] encycle_encodings::puzzle::BrokenRule),
    /// A reported set of clues or pairs does not make the solution unique.
    #[error("a reported set of clues or pairs does not have exactly one solution")]
    NotUnique,
    /// The solver failed.
    #[error("{0}")]
    Solver(String),
    /// The methods disagree, so at least one of them is wrong.
    #[error("the methods disagree: {0}")]
    Disagreement(String),
}

/// A number of solutions, and the methods that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionCount {
    /// The number of solutions.
    pub solutions: BigUint,
    /// The methods that counted them.
    pub methods: Vec<&'static str>,
}

/// Counts the solutions of a puzzle, or of a user's own model, exactly.
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
/// Returns an error if the method does not support the kind of puzzle, a limit is reached, the solver
/// fails, or the methods disagree.
pub fn count(
    problem: &dyn Problem,
    method: CountMethod,
    options: &CountOptions,
) -> Result<SolutionCount, CountError> {
    if method != CountMethod::Zdd && options.lengths != ALL_LENGTHS {
        return Err(CountError::Lengths);
    }
    count_by(problem, method, options, || zdd::count(required_puzzle(problem)?, options, None))
}

/// Counts the solutions by [`CountMethod::Zdd`], and continues from the checkpoint in a store, if it has one. A count that
/// a limit stops saves one.
///
/// # Errors
/// Returns the errors of [`count`], and [`CountError::Checkpoint`].
pub fn count_resumed(
    puzzle: &Puzzle,
    options: &CountOptions,
    store: &mut dyn LevelStore,
) -> Result<SolutionCount, CountError> {
    count_by(puzzle, CountMethod::Zdd, options, || zdd::count(puzzle, options, Some(store)))
}

/// Returns the puzzle that a problem is.
///
/// # Errors
/// It is a model, of which there are no diagrams.
pub fn required_puzzle(problem: &dyn Problem) -> Result<&Puzzle, CountError> {
    problem.as_puzzle().ok_or(CountError::Kind("a formula of your own"))
}

/// Counts the solutions; `by_diagram` returns the count of a diagram, and is called only if the method uses a diagram.
fn count_by(
    problem: &dyn Problem,
    method: CountMethod,
    options: &CountOptions,
    by_diagram: impl FnOnce() -> Result<BigUint, CountError>,
) -> Result<SolutionCount, CountError> {
    let mut counts: Vec<(&'static str, BigUint)> = Vec::new();
    if method.has_diagram(problem) {
        counts.push(("zdd", by_diagram()?));
    }
    if method != CountMethod::Zdd {
        let count = sat::count(problem, options).map_err(|error| match (error, &counts[..]) {
            // report the first count, although no second method confirms it
            (CountError::Limit(limit), [(first, count)]) => {
                CountError::Limit(format!("{limit} in sat, after {first} counted {count}"))
            }
            (error, _) => error,
        })?;
        counts.push(("sat", count));
    }
    if method == CountMethod::All {
        counts.extend(brute_force(problem).map(|all| ("brute force", all.len().into())));
    }
    let (methods, solutions) = agreed(counts)?;
    Ok(SolutionCount { solutions, methods })
}

/// Returns, for each atom, the value that it has in all solutions, or `None` if its value differs. Returns `None` as a
/// whole if the puzzle has no solution.
///
/// [`CountMethod::All`] uses each method that supports the kind, and they must agree.
///
/// # Errors
/// Returns the errors of [`count`].
pub fn common(
    problem: &dyn Problem,
    method: CountMethod,
    options: &CountOptions,
) -> Result<Option<Vec<Option<bool>>>, CountError> {
    common_by(problem, method, options, || {
        Ok(Diagram::build(required_puzzle(problem)?, options)?.solutions().common())
    })
}

/// Finds the common values; `by_diagram` returns the result of a diagram, and is called only if the method uses a
/// diagram.
fn common_by(
    problem: &dyn Problem,
    method: CountMethod,
    options: &CountOptions,
    by_diagram: impl FnOnce() -> Result<Option<Vec<Option<bool>>>, CountError>,
) -> Result<Option<Vec<Option<bool>>>, CountError> {
    let mut known = Vec::new();
    if method.has_diagram(problem) {
        known.push(("zdd", by_diagram()?));
    }
    if method != CountMethod::Zdd {
        known.push(("sat", sat::common(problem, options)?));
    }
    Ok(agreed(known)?.1)
}

/// Returns the methods and their common result, or an error if the results differ.
fn agreed<T: PartialEq + std::fmt::Debug>(
    results: Vec<(&'static str, T)>,
) -> Result<(Vec<&'static str>, T), CountError> {
    if results.iter().any(|(_, one)| *one != results[0].1) {
        let words: Vec<String> =
            results.iter().map(|(method, one)| format!("{method} found {one:?}")).collect();
        return Err(CountError::Disagreement(words.join(", ")));
    }
    let methods = results.iter().map(|(method, _)| *method).collect();
    let result = results.into_iter().next().map(|(_, one)| one);
    Ok((methods, result.expect("at least one method ran")))
}

/// The limits of one count, and the limit that was reached, if any.
pub(crate) struct CountWatch {
    limits: JobLimits,
    memory_mb: Option<u64>,
    pub reached: Option<String>,
}

impl CountWatch {
    /// Starts the clock.
    pub fn new(options: &CountOptions) -> Self {
        let limits = JobLimits::starting_now(options.timeout, options.stop.clone());
        Self { limits, memory_mb: options.memory_mb, reached: None }
    }

    /// Returns whether all limits hold. The memory used is the resident memory of the process, if known, or `bytes` if
    /// that is more.
    pub fn go_on(&mut self, bytes: usize) -> bool {
        let used = || own_resident_mb().unwrap_or(0).max(bytes as u64 >> 20);
        let exceeded = || self.memory_mb.filter(|&limit| used() > limit).map(memory_limit_reached);
        self.reached = self.limits.reached().or_else(exceeded);
        self.reached.is_none()
    }
}

/// The largest number of assignments to try.
const MAX_ASSIGNMENTS: u64 = 1 << 16;

/// Returns all solutions by trying every assignment, or `None` if there are more than 65536 assignments.
///
/// ```
/// use encycle::{count::brute_force, formats};
///
/// let puzzle = formats::read("slitherlink 1 2\n..\n", None)?.puzzle;
/// assert_eq!(brute_force(&puzzle).map(|solutions| solutions.len()), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn brute_force(problem: &dyn Problem) -> Option<Vec<Solution>> {
    let instance = problem.as_encodable();
    // an assignment chooses one of `ways` values in each of `places` places
    let (places, ways) = match instance.form() {
        SolutionForm::Values { grid, values } => (grid.cell_count(), u64::from(values) + 1),
        SolutionForm::Edges | SolutionForm::Atoms => (instance.atom_count(), 2),
    };
    let all =
        ways.checked_pow(u32::try_from(places).ok()?).filter(|&all| all <= MAX_ASSIGNMENTS)?;
    let assignment = |number: u64| {
        let digits = (0..places as u32).map(|place| number / ways.pow(place) % ways);
        match instance.form() {
            SolutionForm::Values { values, .. } => {
                Solution::of_values(&digits.map(|digit| digit as u32).collect::<Vec<_>>(), values)
            }
            _ => Solution::new(digits.map(|digit| digit == 1).collect()),
        }
    };
    let assignments = (0..all).map(assignment);
    Some(assignments.filter(|solution| instance.check(solution).is_ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_error_contains_the_count_of_the_first_method() {
        let text = "slitherlink 2 2\n..\n..\n";
        let puzzle = crate::formats::read(text, None).expect("a puzzle").puzzle;
        let options = CountOptions { timeout: Some(Duration::ZERO), ..CountOptions::default() };
        let error =
            count_by(&puzzle, CountMethod::All, &options, || Ok(13_u32.into())).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the time limit of 0 s was reached in sat, after zdd counted 13"
        );
    }

    /// A loop through cells without circles is any cycle of the grid graph (OEIS A140517), and these cycles are too
    /// many to enumerate; if a puzzle has one solution, enumeration finds it faster than a diagram is built.
    #[test]
    fn the_best_method_depends_on_the_number_of_solutions() {
        let options = CountOptions::default();
        let read = |text: &str| crate::formats::read(text, None).expect("a puzzle").puzzle;
        let open = read(&format!("linesweeper 7 7\n{}...3...\n", ".......\n".repeat(6)));
        assert_eq!(CountMethod::best(&open, &options), CountMethod::Zdd);
        let yajilin = |middle: &str| read(&format!("yajilin 3 3\n. . .\n. {middle} .\n. . .\n"));
        assert_eq!(CountMethod::best(&yajilin("x"), &options), CountMethod::Sat);
        assert_eq!(CountMethod::best(&read("hitori 1 1\n1\n"), &options), CountMethod::Sat);
    }

    #[test]
    fn a_disagreement_names_the_methods_and_results() {
        assert_eq!(agreed(vec![("zdd", 2), ("sat", 2)]), Ok((vec!["zdd", "sat"], 2)));
        let error = agreed(vec![("zdd", 2), ("sat", 2), ("brute force", 3)]).unwrap_err();
        let message = "the methods disagree: zdd found 2, sat found 2, brute force found 3";
        assert_eq!(error.to_string(), message);
    }
}
