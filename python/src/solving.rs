//! `encycle.solve` and `encycle.unique`.

use std::time::Instant;

use encycle::encodings::logic::LoweringOptions;
use encycle::problem::Problem;
use encycle::solve::{RoundEvent, RoundReport, SearchOptions, Solve, SolveOutcome, Verdict};
use encycle::solvers::Stop;
use pyo3::prelude::*;

use crate::arguments::{duration, puzzle};
use crate::errors::{failed, solve_error, undecided};
use crate::interrupt::interruptible;
use crate::solution::Solution;

/// One call of the solver.
#[pyclass(module = "encycle", frozen, get_all)]
#[derive(Clone)]
pub struct Round {
    /// The solver.
    solver: String,
    /// The number of the round, from 1.
    number: usize,
    /// The number of variables, or of columns.
    variables: usize,
    /// The number of clauses, or of rows, with the cuts so far.
    clauses: usize,
    /// The number of constraints added because of the model: cuts, and the blocking clause of a solution.
    loops: usize,
    /// The number of cuts added.
    cuts: usize,
    /// The wall-clock time of the solver in seconds.
    seconds: f64,
}

impl Round {
    pub fn new(solver: &str, number: usize, report: &RoundReport) -> Self {
        Self {
            solver: solver.to_owned(),
            number,
            variables: report.variables,
            clauses: report.clauses,
            loops: report.loops,
            cuts: report.cuts,
            seconds: report.solver_time.as_secs_f64(),
        }
    }
}

#[pymethods]
impl Round {
    fn __repr__(&self) -> String {
        let Self { solver, number, variables, clauses, loops, cuts, seconds } = self;
        format!(
            "Round(solver={solver:?}, number={number}, variables={variables}, clauses={clauses}, loops={loops}, \
             cuts={cuts}, seconds={seconds:.6})"
        )
    }
}

/// The result of `solve`.
#[pyclass(module = "encycle", frozen, get_all)]
pub struct SolveResult {
    /// `solved`, `unique`, `several`, `no-solution`, or `unknown`.
    verdict: &'static str,
    /// For `unknown`: the limit that was reached.
    reason: Option<String>,
    /// The solution, if one was found.
    solution: Option<Py<Solution>>,
    /// For `several`: another solution.
    second: Option<Py<Solution>>,
    /// The solver; in a race, the one that decided.
    solver: String,
    /// The encoding.
    encoding: String,
    /// The calls of the solver.
    rounds: Vec<Round>,
    /// The number of cuts in all rounds.
    cuts: usize,
    /// The wall-clock time of the run in seconds.
    seconds: f64,
}

#[pymethods]
impl SolveResult {
    /// The picture of the solution as text; empty without a solution.
    #[getter]
    fn picture(&self, py: Python<'_>) -> PyResult<String> {
        self.solution
            .as_ref()
            .map_or(Ok(String::new()), |one| one.getattr(py, "picture")?.extract(py))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("{}\n{}", self.verdict, self.picture(py)?))
    }

    fn __repr__(&self) -> String {
        let Self { verdict, solver, encoding, rounds, cuts, seconds, .. } = self;
        let rounds = rounds.len();
        format!(
            "<encycle.SolveResult: {verdict} by {solver} with {encoding}, {rounds} rounds, {cuts} cuts, {seconds:.3} s>"
        )
    }
}

/// The arguments of a run.
pub struct RunArguments<'a> {
    pub encoding: Option<&'a str>,
    pub solver: Option<&'a str>,
    pub timeout: Option<f64>,
    pub unique: bool,
    pub progress: Option<Py<PyAny>>,
    pub lowering: Option<LoweringOptions>,
}

impl RunArguments<'_> {
    /// Runs the solvers.
    pub fn solve(self, py: Python<'_>, problem: &dyn Problem) -> PyResult<SolveOutcome> {
        let stop = Stop::default();
        let timeout = duration(self.timeout)?;
        let mut solve = Solve::new(problem).options(SearchOptions {
            timeout,
            stop: stop.clone(),
            ..SearchOptions::default()
        });
        if self.unique {
            solve = solve.unique();
        }
        if let Some(solver) = self.solver {
            solve = solve.solver(solver);
        }
        if let Some(lowering) = self.lowering {
            solve = solve.lowering(lowering).suited_degree_rows();
        }
        if let Some(encoding) = self.encoding {
            solve = solve.encodings(encoding.split(','));
        }
        let progress = self.progress;
        let has_progress = progress.is_some();
        let outcome = interruptible(
            py,
            &stop,
            |events| {
                let report = |event: &RoundEvent<'_>| {
                    // the receiver is gone after an exception; the stop is requested then
                    let _ = events.send(Round::new(&event.solver, event.round, event.report));
                };
                match has_progress {
                    true => solve.observe(&report).run(),
                    false => solve.run(),
                }
            },
            |py, round| match &progress {
                Some(progress) => progress.call1(py, (round,)).map(drop),
                None => Ok(()),
            },
        )?;
        let outcome = outcome.map_err(|error| solve_error(&error))?;
        match outcome.verdict() {
            Verdict::Failed => Err(failed(outcome.main.outcome.failure.as_ref())),
            _ => Ok(outcome),
        }
    }
}

/// Solves a puzzle, and checks the solution against all rules.
///
/// Args:
///     text: the puzzle in any format: plain text, an address, a game id.
///     encoding: names of encodings, separated by commas; several race. The default suits the solver.
///     solver: names of built-in or installed solvers, or paths of programs, separated by commas; several race.
///         The default is the built-in SAT solver.
///     timeout: the limit on the wall-clock time in seconds; the verdict is then `unknown`.
///     unique: whether to look for a second solution.
///     progress: a callable that gets a `Round` after each call of the solver; an exception in it ends the run.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     ValueError: an argument is invalid.
///     SolverError: the solver failed, or its model was invalid.
#[pyfunction]
#[pyo3(signature = (text, *, encoding=None, solver=None, timeout=None, unique=false, progress=None))]
pub fn solve(
    py: Python<'_>,
    text: &str,
    encoding: Option<&str>,
    solver: Option<&str>,
    timeout: Option<f64>,
    unique: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<SolveResult> {
    let puzzle = puzzle(py, text)?;
    let start = Instant::now();
    let outcome = RunArguments { encoding, solver, timeout, unique, progress, lowering: None }
        .solve(py, &puzzle)?;
    let solver = outcome.main.solver.to_string();
    let rounds = outcome.main.outcome.rounds.iter().enumerate();
    let mut solutions =
        outcome.solutions().iter().map(|one| Py::new(py, Solution::new(&puzzle, one.clone())));
    Ok(SolveResult {
        verdict: outcome.verdict().name(),
        reason: outcome.main.outcome.reason.clone(),
        solution: solutions.next().transpose()?,
        second: solutions.next().transpose()?,
        rounds: rounds.map(|(index, report)| Round::new(&solver, index + 1, report)).collect(),
        solver,
        encoding: outcome.main.encoding.clone(),
        cuts: outcome.main.outcome.cuts(),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Returns whether a puzzle has exactly one solution.
///
/// The arguments are those of `solve`.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     ValueError: an argument is invalid.
///     TimeoutError: the time limit was reached.
///     SolverError: the solver failed, or its model was invalid.
#[pyfunction]
#[pyo3(signature = (text, *, encoding=None, solver=None, timeout=None, progress=None))]
pub fn unique(
    py: Python<'_>,
    text: &str,
    encoding: Option<&str>,
    solver: Option<&str>,
    timeout: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<bool> {
    let puzzle = puzzle(py, text)?;
    let outcome =
        RunArguments { encoding, solver, timeout, unique: true, progress, lowering: None }
            .solve(py, &puzzle)?;
    match outcome.verdict() {
        Verdict::Unknown => {
            Err(undecided(outcome.main.outcome.reason.as_deref(), timeout.is_some()))
        }
        verdict => Ok(verdict == Verdict::Unique),
    }
}
