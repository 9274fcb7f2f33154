//! One question to one solver: starting it, and making one sense of how it ended and what it said.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::answers::Dialect;
use crate::answers::{
    AnswerReader, OutputError, ParsedAnswer, SolverStatus, VariableNames, read_file,
};
use crate::catalogue::arguments::{self, TemplateValues};
use crate::process::supervise::{FinishedProcess, KillReason, ProcessJob, execute};
use crate::process::{Limits, Resource};
use crate::process::{Solver, absolute};

/// What solvers are told as their own limit at most, in seconds: more than 2^31 some cannot read, and more
/// than 2^31 milliseconds others. That is 23 days.
const LONGEST: u64 = 2_000_000;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunEnd {
    /// The solver answered; that it does not know is an answer too.
    #[error("answered")]
    Answered,
    /// A limit was reached.
    #[error("reached the limit of {0}")]
    Limit(Resource),
    /// Somebody asked us to stop it.
    #[error("was stopped")]
    Stopped,
    /// A signal ended it.
    #[error("was ended by signal {0}{name}", name = signal_name(*.0))]
    Signal(i32),
    /// It could not be started.
    #[error("could not be started: {0}")]
    NotStarted(String),
    /// What it said makes no sense.
    #[error("bad output: {0}")]
    BadOutput(OutputError),
    /// It ended without an answer.
    #[error("exited with status {code} without an answer")]
    Exited {
        /// The exit status.
        code: i32,
    },
}

fn signal_name(number: i32) -> String {
    let name = nix::sys::signal::Signal::try_from(number);
    name.map(|signal| format!(" ({})", signal.as_str())).unwrap_or_default()
}

/// What became of a run.
#[derive(Clone, Debug)]
pub struct SolverRun {
    /// How it ended.
    pub end: RunEnd,
    /// What the solver says; there exactly if `end` is [`RunEnd::Answered`]. A model is not checked.
    pub reply: Option<SolverStatus>,
    /// From the start to the end of the program.
    pub wall: Duration,
    /// CPU time of it and of those of its children that it waited for; `None` if it was not started.
    pub cpu: Option<Duration>,
    /// Most memory that it, or one of those children, had resident, in KiB.
    pub peak_kb: Option<u64>,
    /// The last lines that it printed, on both streams, without the model.
    pub last_lines: Vec<String>,
}

impl Solver {
    /// Asks the solver about the file `input`, whose variables are `names`. It runs in `work_dir`,
    /// which should be private (a [`WorkDir`](crate::WorkDir)): its result file is put there.
    ///
    /// The verdict comes from what the solver says, never from its exit status. Of a solver that
    /// crashed or was killed only a complete model is believed, since a model can be checked.
    pub fn run(
        &self,
        input: &Path,
        names: VariableNames,
        limits: &Limits,
        work_dir: &Path,
    ) -> SolverRun {
        let (program, input, work_dir) =
            (absolute(&self.path), absolute(input), absolute(work_dir));
        let output = work_dir.join("answer.txt");
        // An answer to an earlier question must not be taken for one to this.
        let _ = std::fs::remove_file(&output);
        let arguments = arguments::fill(
            &self.description,
            &TemplateValues {
                input: input.as_os_str(),
                output: output.as_os_str(),
                seconds: limits
                    .wall
                    .map(|wall| (wall.as_millis().div_ceil(1000) as u64).clamp(1, LONGEST)),
                seed: limits.seed.map(|seed| seed % (1 << 31)),
                threads: limits.threads,
            },
        );
        let mut reader = AnswerReader::new(self.description.answer, names.len());
        let in_file = self.description.answer.uses_file();
        let finished = execute(
            &ProcessJob {
                program: &program,
                arguments: &arguments,
                work_dir: &work_dir,
                wall: limits.wall,
                cpu: limits.cpu,
                memory_mb: limits.memory_mb,
                output_bytes: limits.output_bytes,
                stop: limits.stop.clone(),
            },
            |line| {
                if !in_file {
                    reader.line(line);
                }
            },
        );
        match finished {
            Err(error) => SolverRun {
                end: RunEnd::NotStarted(format!("{}: {error}", program.display())),
                reply: None,
                wall: Duration::ZERO,
                cpu: None,
                peak_kb: None,
                last_lines: Vec::new(),
            },
            Ok(finished) => {
                let said = if finished.killed.is_some() && !may_be_whole(&self.description.answer) {
                    // reading a flood would take longer than the limit
                    Ok(Ok(ParsedAnswer::nothing()))
                } else if in_file {
                    self.said_in(&output, names, limits)
                } else {
                    Ok(reader.finish(names))
                };
                let (end, reply) = match said {
                    Ok(answer) => judge(&finished, limits, answer),
                    Err(end) => (end, None),
                };
                let FinishedProcess { wall, cpu, peak_kb, last_lines, .. } = finished;
                SolverRun { end, reply, wall, cpu: Some(cpu), peak_kb: Some(peak_kb), last_lines }
            }
        }
    }

    fn said_in(
        &self,
        output: &PathBuf,
        names: VariableNames,
        limits: &Limits,
    ) -> Result<Result<ParsedAnswer, OutputError>, RunEnd> {
        let length = match std::fs::metadata(output) {
            Ok(metadata) if metadata.is_file() => metadata.len(),
            _ => return Ok(Ok(ParsedAnswer::nothing())),
        };
        if length > limits.output_bytes {
            return Err(RunEnd::Limit(Resource::Output));
        }
        let text = std::fs::read(output).unwrap_or_default();
        Ok(read_file(self.description.answer, &String::from_utf8_lossy(&text), names))
    }
}

/// Whether the answer of a program that was killed may be known to be whole, by the 0 that ends a model.
fn may_be_whole(dialect: &Dialect) -> bool {
    matches!(dialect, Dialect::Competition | Dialect::Minisat)
}

/// Weighs what was said against the way it ended.
fn judge(
    finished: &FinishedProcess,
    limits: &Limits,
    said: Result<ParsedAnswer, OutputError>,
) -> (RunEnd, Option<SolverStatus>) {
    let signal = finished.status.signal();
    let by_itself = finished.killed.is_none() && signal.is_none();
    match said {
        Ok(ParsedAnswer { reply: Some(reply), .. }) if by_itself => (RunEnd::Answered, Some(reply)),
        Ok(ParsedAnswer { reply: Some(SolverStatus::Satisfiable(model)), complete: true }) => {
            (RunEnd::Answered, Some(SolverStatus::Satisfiable(model)))
        }
        Err(bad) if by_itself => (RunEnd::BadOutput(bad), None),
        _ => (without_answer(finished, limits, signal), None),
    }
}

fn without_answer(finished: &FinishedProcess, limits: &Limits, signal: Option<i32>) -> RunEnd {
    if let Some(killed) = finished.killed {
        match killed {
            KillReason::Limit(resource) => RunEnd::Limit(resource),
            KillReason::Stopped => RunEnd::Stopped,
        }
    } else if limits.memory_mb.is_some() && speaks_of_memory(&finished.last_lines) {
        RunEnd::Limit(Resource::Memory)
    } else if let Some(signal) = signal {
        RunEnd::Signal(signal)
    } else {
        RunEnd::Exited { code: finished.status.code().unwrap_or(-1) }
    }
}

/// What programs say that were refused memory.
const MEMORY: [&str; 8] = [
    "out of memory",
    "out-of-memory",
    "memory exhausted",
    "memory limit",
    "memory allocation",
    "allocate",
    "bad_alloc",
    "out of space",
];

/// A program that was refused memory ends as it likes; all that is common is that they say so.
fn speaks_of_memory(last_lines: &[String]) -> bool {
    last_lines.iter().any(|line| {
        let line = line.to_ascii_lowercase();
        MEMORY.iter().any(|words| line.contains(words))
    })
}
