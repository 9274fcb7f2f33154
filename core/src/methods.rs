//! Methods that solve a puzzle without a formula: a decision diagram of all solutions, and backtracking. They are the
//! other methods of the papers' comparisons (Berschneider 2024, chapter 3; Westreicher 2011, chapter 6).
//!
//! Their outcome has the form of a run of [`Solve`](crate::solve::Solve), with the name of the method in place of the
//! names of a solver and an encoding.

use std::str::FromStr;

use encycle_encodings::presolve::{PresolveRules, backtrack, presolved_grid};
use encycle_encodings::puzzle::Solution;
use encycle_solvers::thread_cpu;
use web_time::Instant;

use crate::count::{CountError, CountOptions, CountWatch, Diagram, LINE_PUZZLES};
use crate::puzzle::{Puzzle, PuzzleKind, UnknownName, by_name};
use crate::solve::{
    Attempt, Engine, Failure, Outcome, RoundReport, SolveOutcome, SolverId, Verdict,
};

/// A method that solves a puzzle without a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DirectMethod {
    /// A zero-suppressed decision diagram of all solutions, from which solutions are taken (Yoshinaka et al. 2012), for
    /// puzzles whose solutions are lines.
    Zdd,
    /// Backtracking with the rules of the presolver ([`backtrack`]), for Slitherlink on grids.
    Backtracking,
}

impl DirectMethod {
    /// All methods.
    pub const ALL: &[Self] = &[Self::Zdd, Self::Backtracking];

    /// Returns the name used on the command line and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Zdd => "zdd",
            Self::Backtracking => "backtracking",
        }
    }

    /// Returns whether the method solves puzzles of this form.
    #[must_use]
    pub fn accepts(self, puzzle: &Puzzle) -> bool {
        match self {
            Self::Zdd => puzzle.line_problem().is_some(),
            Self::Backtracking => {
                matches!(puzzle, Puzzle::Slitherlink(one) if presolved_grid(one).is_some())
            }
        }
    }
}

impl FromStr for DirectMethod {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name("method", Self::ALL, |method| method.name(), name)
    }
}

/// A puzzle that a method does not solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "method `{}` does not solve this {kind}, only {}\nhelp: leave out the method",
    method.name(),
    match method {
        DirectMethod::Zdd => LINE_PUZZLES,
        DirectMethod::Backtracking => "slitherlink on grids",
    }
)]
pub struct MethodError {
    /// The method.
    pub method: DirectMethod,
    /// The kind of the puzzle.
    pub kind: PuzzleKind,
}

/// Solves a puzzle without a formula. With `unique`, a second solution is searched for.
///
/// Without `presolve` in the options, a diagram is built from the clues alone; backtracking always uses the rules of the
/// presolver. Every solution is checked against the rules.
///
/// ```
/// use encycle::count::CountOptions;
/// use encycle::methods::{DirectMethod, solve_directly};
/// use encycle::solve::Verdict;
///
/// let puzzle = encycle::formats::read("slitherlink 2 2\n31\n..\n", None)?.puzzle;
/// for &method in DirectMethod::ALL {
///     let outcome = solve_directly(&puzzle, method, true, &CountOptions::default())?;
///     assert_eq!(outcome.verdict(), Verdict::Unique);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the method does not solve puzzles of this form.
pub fn solve_directly(
    puzzle: &Puzzle,
    method: DirectMethod,
    unique: bool,
    options: &CountOptions,
) -> Result<SolveOutcome, MethodError> {
    if !method.accepts(puzzle) {
        return Err(MethodError { method, kind: puzzle.kind() });
    }
    let (start, cpu) = (Instant::now(), thread_cpu());
    let most = if unique { 2 } else { 1 };
    let found = match method {
        DirectMethod::Zdd => by_diagram(puzzle, most, options),
        DirectMethod::Backtracking => by_backtracking(puzzle, most, options),
    };
    let used = start.elapsed();
    let round = RoundReport {
        solver_time: used,
        solver_cpu: Some(thread_cpu().saturating_sub(cpu)),
        ..RoundReport::default()
    };
    let outcome = Outcome { rounds: vec![round], ..outcome(puzzle, unique, found) };
    let solver = SolverId { name: method.name().to_owned(), version: None.into() };
    let main = Attempt {
        outcome,
        solver,
        engine: Engine::Default,
        encoding: method.name().to_owned(),
        cuts: None,
        presolve: std::time::Duration::ZERO,
        heat: None,
    };
    Ok(SolveOutcome { main, others: Vec::new(), confirmed_by: None, unconfirmed: None })
}

/// The solutions that a method found.
struct MethodSolutions {
    solutions: Vec<Solution>,
    /// The limit that ended the search, if one did.
    limit: Option<String>,
}

/// Returns the outcome of a search for one solution, or for two.
fn outcome(puzzle: &Puzzle, unique: bool, found: Result<MethodSolutions, String>) -> Outcome {
    let MethodSolutions { solutions, limit } = match found {
        Ok(found) => found,
        Err(message) => return Outcome::failed(Failure::Internal(message), Vec::new()),
    };
    if let Some(broken) = solutions.iter().find_map(|solution| puzzle.check(solution).err()) {
        let message = format!("a solution breaks a rule: {broken}");
        return Outcome::failed(Failure::Internal(message), solutions);
    }
    let verdict = match (solutions.len(), unique, limit) {
        (2.., ..) => Verdict::Several,
        (1, false, _) => Verdict::Solved,
        (.., Some(limit)) => return Outcome::unknown(limit, solutions),
        (1, true, None) => Verdict::Unique,
        (0, _, None) => Verdict::NoSolution,
    };
    Outcome::new(verdict, solutions)
}

/// Takes the first solutions from the diagram of all solutions.
fn by_diagram(
    puzzle: &Puzzle,
    most: usize,
    options: &CountOptions,
) -> Result<MethodSolutions, String> {
    match Diagram::build(puzzle, options) {
        Ok(diagram) => {
            let solutions = diagram.solutions().iter().take(most).collect();
            Ok(MethodSolutions { solutions, limit: None })
        }
        Err(CountError::Limit(limit)) => {
            Ok(MethodSolutions { solutions: Vec::new(), limit: Some(limit) })
        }
        Err(error) => Err(error.to_string()),
    }
}

fn by_backtracking(
    puzzle: &Puzzle,
    most: usize,
    options: &CountOptions,
) -> Result<MethodSolutions, String> {
    let Puzzle::Slitherlink(slitherlink) = puzzle else { return Err("no slitherlink".to_owned()) };
    let mut watch = CountWatch::new(options);
    let mut go_on = || watch.go_on(0);
    let found = backtrack(slitherlink, PresolveRules::ALL, most, &mut go_on);
    let found = found.ok_or("the rules do not apply to this puzzle")?;
    Ok(MethodSolutions { solutions: found.solutions, limit: watch.reached })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solve;

    fn read(text: &str) -> Puzzle {
        crate::formats::read(text, None).expect("a puzzle").puzzle
    }

    /// On 3 x 3 cells with one or two clues, each method has the verdict of the built-in solver.
    #[test]
    fn the_methods_agree_with_the_built_in_solver() {
        let mut verdicts = Vec::new();
        for (first, second) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
            let puzzle = read(&format!("slitherlink 3 3\n{first}.{second}\n.3.\n2..\n"));
            let expected = Solve::new(&puzzle).unique().run().expect("a run").verdict();
            for &method in DirectMethod::ALL {
                let options = CountOptions { presolve: first % 2 == 0, ..CountOptions::default() };
                let outcome = solve_directly(&puzzle, method, true, &options).expect("a grid");
                assert_eq!(outcome.verdict(), expected, "{first} {second} {method:?}");
            }
            if !verdicts.contains(&expected) {
                verdicts.push(expected);
            }
        }
        assert_eq!(verdicts.len(), 3, "{verdicts:?}");
    }

    #[test]
    fn one_solution_is_enough_unless_uniqueness_is_asked_for() {
        let puzzle = read("slitherlink 2 2\n..\n..\n");
        for &method in DirectMethod::ALL {
            let run = |unique| {
                solve_directly(&puzzle, method, unique, &CountOptions::default()).expect("a grid")
            };
            assert_eq!((run(false).verdict(), run(false).solutions().len()), (Verdict::Solved, 1));
            assert_eq!((run(true).verdict(), run(true).solutions().len()), (Verdict::Several, 2));
        }
    }

    #[test]
    fn other_puzzles_are_refused() {
        let cases = [
            ("sudoku 2 2\n1...\n..2.\n.3..\n...4\n", DirectMethod::Zdd),
            ("numberlink 2 2 free\n1.\n1.\n", DirectMethod::Backtracking),
            ("slitherlynx 2 2\n31\n..\n", DirectMethod::Backtracking),
        ];
        for (text, method) in cases {
            let error = solve_directly(&read(text), method, false, &CountOptions::default());
            assert!(error.is_err_and(|error| error.method == method), "{text}");
        }
    }

    #[test]
    fn a_limit_leaves_the_puzzle_undecided() {
        let puzzle = read("slitherlink 3 3\n...\n...\n...\n");
        let timeout = Some(std::time::Duration::ZERO);
        for &method in DirectMethod::ALL {
            let options = CountOptions { timeout, ..CountOptions::default() };
            let outcome = solve_directly(&puzzle, method, true, &options).expect("a grid");
            let (verdict, reason) = (outcome.verdict(), outcome.main.outcome.reason);
            assert_eq!(verdict, Verdict::Unknown);
            assert_eq!(reason.as_deref(), Some("the time limit of 0 s was reached"), "{method:?}");
        }
    }
}
