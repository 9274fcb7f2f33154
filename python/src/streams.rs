//! Solutions one by one, found by a thread of their own.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::Solution as FoundSolution;
use encycle::problem::Problem;
use encycle::puzzle::Puzzle;
use encycle::solve::{
    Engine, Enumerator, NextSolution, SearchOptions, cut_kind, incompleteness_reason,
};
use encycle::solvers::{BuiltIn, Stop};
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{duration, natural, puzzle};
use crate::errors::{SolverError, invalid};
use crate::solution::Solution;

/// The time between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The stack size of the searching thread in bytes, enough for deep formulas.
const STACK_SIZE: usize = 16 << 20;

/// The arguments of a search for all solutions.
pub struct SearchArguments<'a> {
    pub limit: Option<u64>,
    pub solver: Option<&'a str>,
    pub encoding: Option<String>,
    pub timeout: Option<f64>,
    pub lowering: LoweringOptions,
}

/// What the searching thread reports.
enum Message {
    Solution(FoundSolution),
    /// There are no further solutions, or the limit was reached.
    End,
    /// A limit other than the number of solutions was reached, or solutions may be missing.
    Unknown(String),
    Failed(String),
}

/// A search for all solutions of a problem.
pub struct Stream {
    receiver: Mutex<Option<Receiver<Message>>>,
    stop: Stop,
    has_timeout: bool,
}

impl Stream {
    /// Starts a search.
    ///
    /// # Errors
    /// The solver or the encoding does not exist.
    pub fn start(
        problem: impl Problem + Send + 'static,
        arguments: SearchArguments<'_>,
    ) -> PyResult<Self> {
        let SearchArguments { limit, solver, encoding, timeout, lowering } = arguments;
        let engine = Engine::find(solver.unwrap_or(BuiltIn::DEFAULT_NAME)).map_err(invalid)?;
        let best = || problem.complete_encoding(engine.default_encoding(&problem));
        let name = encoding.unwrap_or_else(best);
        problem.encoding(&name).map_err(invalid)?;
        let stop = Stop::default();
        let options = SearchOptions {
            timeout: duration(timeout)?,
            stop: stop.clone(),
            ..SearchOptions::default()
        };
        let (sender, receiver) = sync_channel(1);
        let search = move || {
            let last = match search(&problem, &name, &engine, lowering, options, limit, &sender) {
                Ok(last) => last,
                Err(failure) => Message::Failed(failure),
            };
            // after `close`, the receiver is gone
            let _ = sender.send(last);
        };
        let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(search);
        thread.map_err(|error| SolverError::new_err(format!("no thread: {error}")))?;
        Ok(Self { receiver: Mutex::new(Some(receiver)), stop, has_timeout: timeout.is_some() })
    }

    /// Returns the next solution; `None` after the last.
    pub fn next(&self, py: Python<'_>) -> PyResult<Option<FoundSolution>> {
        // `list` itself does not look for signals
        py.check_signals().inspect_err(|_| self.close())?;
        loop {
            let message = py.detach(|| {
                let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
                receiver.as_ref().map(|receiver| receiver.recv_timeout(SIGNAL_INTERVAL))
            });
            match message {
                None => return Ok(None),
                Some(Err(RecvTimeoutError::Timeout)) => {
                    py.check_signals().inspect_err(|_| self.close())?
                }
                Some(Ok(Message::Solution(solution))) => return Ok(Some(solution)),
                Some(Ok(Message::End)) => {
                    self.close();
                    return Ok(None);
                }
                Some(Ok(Message::Unknown(reason))) => {
                    self.close();
                    return Err(match self.has_timeout {
                        true => PyTimeoutError::new_err(reason),
                        false => SolverError::new_err(reason),
                    });
                }
                Some(Ok(Message::Failed(failure))) => {
                    self.close();
                    return Err(SolverError::new_err(failure));
                }
                Some(Err(RecvTimeoutError::Disconnected)) => {
                    self.close();
                    return Err(SolverError::new_err("the search ended unexpectedly"));
                }
            }
        }
    }

    /// Ends the search.
    pub fn close(&self) {
        self.stop.request();
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.close();
    }
}

/// Sends each solution, and returns why the search ends.
fn search(
    problem: &dyn Problem,
    name: &str,
    engine: &Engine,
    lowering: LoweringOptions,
    options: SearchOptions,
    limit: Option<u64>,
    sender: &SyncSender<Message>,
) -> Result<Message, String> {
    let encoding = problem.encoding(name).map_err(|error| error.to_string())?;
    let encoding = problem.presolved(encoding);
    let cuts = cut_kind(&encoding, None).map_err(|error| error.to_string())?;
    let options = SearchOptions { cuts, ..options };
    let session = engine.confirmed_session(lowering, options.seed);
    let mut session = session.map_err(|failure| failure.to_string())?;
    let mut all = Enumerator::new(&encoding, &mut *session, options);
    let mut count = 0;
    while limit.is_none_or(|limit| count < limit) {
        match all.next_solution(&mut ()).map_err(|failure| failure.to_string())? {
            NextSolution::Solution(solution) => {
                count += 1;
                if sender.send(Message::Solution(solution)).is_err() {
                    return Ok(Message::End);
                }
            }
            NextSolution::Exhausted => {
                let reason = incompleteness_reason(&encoding);
                return Ok(reason.map_or(Message::End, Message::Unknown));
            }
            NextSolution::Unknown(reason) => return Ok(Message::Unknown(reason)),
        }
    }
    Ok(Message::End)
}

/// The solutions of a puzzle, one by one. The search goes on in another thread until all solutions are found, or until
/// `close`.
#[pyclass(module = "encycle", frozen)]
pub struct Solutions {
    puzzle: Puzzle,
    stream: Stream,
}

#[pymethods]
impl Solutions {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let next = self.stream.next(py)?;
        Ok(next.map(|solution| Solution::new(&self.puzzle, solution)))
    }

    /// Ends the search.
    fn close(&self) {
        self.stream.close();
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyTuple>) {
        self.close();
    }
}

/// Returns an iterator over all solutions of a puzzle. None comes twice, and each is checked against all rules.
///
/// Args:
///     text: the puzzle in any format.
///     limit: the maximum number of solutions; the default is all.
///     encoding: the name of an encoding; the default suits the solver.
///     solver: the name of a built-in or installed solver, or the path of a program.
///     timeout: the limit on the wall-clock time in seconds; the iterator then raises `TimeoutError`.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     ValueError: an argument is invalid.
#[pyfunction]
#[pyo3(signature = (text, limit=None, *, encoding=None, solver=None, timeout=None))]
pub fn enumerate(
    py: Python<'_>,
    text: &str,
    #[pyo3(from_py_with = natural)] limit: Option<u64>,
    encoding: Option<String>,
    solver: Option<&str>,
    timeout: Option<f64>,
) -> PyResult<Solutions> {
    let puzzle = puzzle(py, text)?;
    let lowering = LoweringOptions::default();
    let arguments = SearchArguments { limit, solver, encoding, timeout, lowering };
    Ok(Solutions { stream: Stream::start(puzzle.clone(), arguments)?, puzzle })
}
