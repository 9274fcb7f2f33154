//! A solver program on this machine: a description and a path.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use thiserror::Error;

use crate::answers::{
    AnswerReader, Dialect, OutputError, ParsedOutput, SolverStatus, VariableNames, without_escapes,
};
use crate::catalogue::Description;
use crate::catalogue::arguments::{self, TemplateValues};
use crate::process::cleanup::WorkDir;
use crate::process::system::{crash, crash_name};
use crate::process::{FinishedProcess, KillReason, ProcessJob, absolute, execute};
use crate::{Limits, ProofFormat, Resource, Stop};

/// The time limit for printing the version of a program.
const VERSION_WAIT: Duration = Duration::from_secs(2);

/// A solver program on this machine.
#[derive(Clone, Debug)]
pub struct Solver {
    /// The description of the program.
    pub description: Description,
    /// The path of the program.
    pub path: PathBuf,
    version: Arc<OnceLock<Option<String>>>,
    is_fallback: bool,
}

impl Solver {
    /// Combines a description and a program, without running it.
    pub fn new(description: Description, path: impl Into<PathBuf>) -> Self {
        let (path, version) = (path.into(), Arc::default());
        Self { description, path, version, is_fallback: false }
    }

    /// Combines a program that no description lists with the fallback description. The name of the solver becomes the
    /// name of the file.
    pub(crate) fn unknown(mut description: Description, path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        if let Some(name) = path.file_name() {
            description.name = name.to_string_lossy().into_owned();
        }
        Self { is_fallback: true, ..Self::new(description, path) }
    }

    /// Returns whether the description is only the fallback: the program was named by its path, and no description
    /// lists a program of this file name.
    #[must_use]
    pub fn is_fallback(&self) -> bool {
        self.is_fallback
    }

    /// Returns the name with the options of the run.
    #[must_use]
    pub fn name(&self) -> String {
        let words = [&self.description.name].into_iter().chain(&self.description.options);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Returns the solver with the arguments of a run that only simplifies the formula ([`Description::simplify`]), or
    /// `None` if the solver cannot simplify. [`prove`](Self::prove) performs the run.
    #[must_use]
    pub fn simplifying(&self) -> Option<Self> {
        let mut solver = self.clone();
        solver.description.arguments = std::mem::take(&mut solver.description.simplify);
        solver.description.is_simplifying = true;
        (!solver.description.arguments.is_empty()).then_some(solver)
    }

    /// Returns the version that the program prints; `None` if it prints none. The first call runs the program.
    #[must_use]
    pub fn version(&self) -> Option<String> {
        self.version.get_or_init(|| self.query_version()).clone()
    }

    fn query_version(&self) -> Option<String> {
        let query = self.description.version.as_ref()?;
        let work_dir = WorkDir::new().ok()?;
        let arguments: Vec<OsString> = query.arguments.iter().map(OsString::from).collect();
        let mut output = String::new();
        let wall = VERSION_WAIT;
        let finished = launch(&self.path, &arguments, None, work_dir.path(), wall, |line| {
            output.push_str(&without_escapes(&String::from_utf8_lossy(line)));
            output.push('\n');
        })
        .ok()?;
        // some programs print the version on standard error, which is in the last lines
        query.pick(&output).or_else(|| query.pick(&finished.last_lines.join("\n")))
    }
}

/// Runs a program within a time limit and with at most 1 MiB of output.
pub(crate) fn launch(
    program: &Path,
    arguments: &[OsString],
    input: Option<&Path>,
    work_dir: &Path,
    wall: Duration,
    on_line: impl FnMut(&[u8]) + Send,
) -> io::Result<FinishedProcess> {
    execute(
        &ProcessJob {
            program: &absolute(program),
            arguments,
            input,
            work_dir,
            wall: Some(wall),
            cpu: None,
            memory_mb: None,
            output_bytes: 1 << 20,
            stop: Stop::default(),
        },
        on_line,
    )
}

// One run of a solver program, whose exit status and output are combined into one outcome.

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunEnd {
    /// The solver returned a status, possibly unknown.
    #[error("answered")]
    Answered,
    /// A limit was reached.
    #[error("reached the limit of {0}")]
    Limit(Resource),
    /// A stop was requested.
    #[error("was stopped")]
    Stopped,
    /// A signal with this number ended the program; on Windows, an exception with this code.
    #[error("was ended by {}", crash_name(*.0))]
    Signal(i32),
    /// The program could not be started.
    #[error("could not be started: {0}")]
    NotStarted(String),
    /// The output is malformed or contradicts itself.
    #[error("bad output: {0}")]
    BadOutput(OutputError),
    /// The program exited without a status in its output.
    #[error("exited with status {code} without an answer")]
    Exited {
        /// The exit status.
        code: i32,
    },
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct SolverRun {
    /// How the run ended.
    pub end: RunEnd,
    /// The status that the solver reports; set exactly if `end` is [`RunEnd::Answered`]. A model is not
    /// checked.
    pub status: Option<SolverStatus>,
    /// The reason for an unknown status, as far as the output has one.
    pub reason: Option<String>,
    /// The cost of the model, as a MaxSAT solver claims it; `None` for other solvers, and without a model.
    pub cost: Option<u64>,
    /// The value of each column ([`ParsedOutput::point`]). The point is not checked.
    pub point: Option<Vec<f64>>,
    /// Whether the solver reports that the model is optimal ([`ParsedOutput::is_optimal`]).
    pub is_optimal: bool,
    /// The bound that the solver proved for the objective ([`ParsedOutput::bound`]).
    pub bound: Option<f64>,
    /// Wall-clock time from the start to the end of the program.
    pub wall: Duration,
    /// CPU time of the program and of the children that it waited for; `None` if the program was not started.
    pub cpu: Option<Duration>,
    /// Peak resident memory of a single process, the program or one of those children, in KiB.
    pub peak_kb: Option<u64>,
    /// The last lines of both output streams, without `v` lines.
    pub last_lines: Vec<String>,
}

impl Solver {
    /// The name of the result file in the work directory of a run, if the arguments have one.
    pub const OUTPUT: &'static str = "answer.txt";

    /// The name of the file with the solver's settings in the work directory, if the description has settings.
    const SETTINGS: &'static str = "settings.txt";

    /// Runs the solver on the file `input`, whose variables are `names`. The run and its result file are in `work_dir`,
    /// which should be private (a [`WorkDir`](crate::WorkDir)).
    ///
    /// The status comes from the output, never from the exit status. If the solver crashed or was killed, only a
    /// complete model is accepted, because the caller can check it.
    pub fn run(
        &self,
        input: &Path,
        names: VariableNames,
        limits: &Limits,
        work_dir: &Path,
    ) -> SolverRun {
        self.run_with_proof(input, names, limits, work_dir, None)
    }

    /// Runs the solver like [`run`](Self::run), and makes it write a proof of unsatisfiability in this format into the
    /// file. If the [`Description`](crate::Description) has no arguments for the format, no proof is written. The proof
    /// is not checked.
    pub fn prove(
        &self,
        input: &Path,
        names: VariableNames,
        limits: &Limits,
        work_dir: &Path,
        (format, proof): (ProofFormat, &Path),
    ) -> SolverRun {
        let proof = absolute(proof);
        let _ = std::fs::remove_file(&proof);
        let group = self.description.proof.get(format);
        let with_proof = group.map(|group| (group, proof.as_os_str()));
        self.run_with_proof(input, names, limits, work_dir, with_proof)
    }

    fn run_with_proof(
        &self,
        input: &Path,
        names: VariableNames,
        limits: &Limits,
        work_dir: &Path,
        proof: Option<(&[String], &OsStr)>,
    ) -> SolverRun {
        let (program, input, work_dir) =
            (absolute(&self.path), absolute(input), absolute(work_dir));
        let output = work_dir.join(Self::OUTPUT);
        // the result of an earlier run must not be mistaken for the result of this run
        let _ = std::fs::remove_file(&output);
        let has_objective = matches!(names, VariableNames::Program(_));
        let settings = has_objective.then(|| work_dir.join(Self::SETTINGS));
        if let Some(error) = settings.as_ref().and_then(|file| self.write_settings(file).err()) {
            let reason = format!("writing its settings: {error}");
            return SolverRun::without_status(RunEnd::NotStarted(reason));
        }
        let arguments = arguments::fill(
            &self.description,
            &TemplateValues {
                input: input.as_os_str(),
                output: output.as_os_str(),
                seconds: limits.own_seconds(has_objective),
                settings: settings.as_ref().map(|settings| settings.as_os_str()),
                seed: limits.seed.map(|seed| seed % (1 << 31)),
                threads: limits.threads,
            },
            proof,
        );
        let mut reader = AnswerReader::new(self.description.answer, names.len());
        let must_be_in_file = self.description.answer.uses_file();
        let finished = execute(
            &ProcessJob {
                program: &program,
                arguments: &arguments,
                input: None,
                work_dir: &work_dir,
                wall: limits.wall,
                cpu: limits.cpu,
                memory_mb: limits.memory_mb,
                output_bytes: limits.output_bytes,
                stop: limits.stop.clone(),
            },
            |line| {
                if !must_be_in_file {
                    reader.line(line);
                }
            },
        );
        match finished {
            Err(error) => SolverRun::without_status(RunEnd::NotStarted(format!(
                "{}: {error}",
                program.display()
            ))),
            Ok(finished) => {
                // a description may send a dialect of standard output to a file
                let in_file = must_be_in_file || self.description.uses_file() && output.is_file();
                let has_end_mark = self.description.answer.row().has_end_mark;
                let parsed = if finished.killed.is_some() && !has_end_mark {
                    // reading a very long output would take longer than the limit
                    Ok(Ok(ParsedOutput::none()))
                } else if in_file {
                    self.read_result_file(&output, names, limits)
                } else {
                    Ok(reader.finish(names))
                };
                let run = match parsed {
                    Ok(parsed) => outcome(&finished, limits, parsed),
                    Err(end) => SolverRun::without_status(end),
                };
                let FinishedProcess { wall, cpu, peak_kb, last_lines, .. } = finished;
                let run = match self.description.answer {
                    Dialect::Glpk | Dialect::GlpkReport => run.with_presolver(&last_lines),
                    _ => run,
                };
                SolverRun { wall, cpu: Some(cpu), peak_kb: Some(peak_kb), last_lines, ..run }
            }
        }
    }

    /// Writes the settings of the group `{exact}`, if there are any.
    fn write_settings(&self, file: &Path) -> io::Result<()> {
        match self.description.settings.as_str() {
            "" => Ok(()),
            settings => std::fs::write(file, settings),
        }
    }

    /// Reads the result file. The outer error is a file that exceeds the output limit.
    fn read_result_file(
        &self,
        output: &PathBuf,
        names: VariableNames,
        limits: &Limits,
    ) -> Result<Result<ParsedOutput, OutputError>, RunEnd> {
        let length = match std::fs::metadata(output) {
            Ok(metadata) if metadata.is_file() => metadata.len(),
            _ => return Ok(Ok(ParsedOutput::none())),
        };
        if length > limits.output_bytes {
            return Err(RunEnd::Limit(Resource::Output));
        }
        let text = std::fs::read(output).unwrap_or_default();
        Ok(self.description.answer.read(&String::from_utf8_lossy(&text), names))
    }
}

impl SolverRun {
    /// Returns a run that ended without a status, and used nothing.
    fn without_status(end: RunEnd) -> Self {
        Self {
            end,
            status: None,
            reason: None,
            cost: None,
            point: None,
            is_optimal: false,
            bound: None,
            wall: Duration::ZERO,
            cpu: None,
            peak_kb: None,
            last_lines: Vec::new(),
        }
    }

    /// Replaces the unknown status that GLPK writes if its presolver decided.
    fn with_presolver(self, last_lines: &[String]) -> Self {
        let prints = |words: &str| last_lines.iter().any(|line| line.contains(words));
        match self.status {
            Some(SolverStatus::Unknown) if prints("PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION") => {
                Self { status: Some(SolverStatus::Unsatisfiable), reason: None, ..self }
            }
            Some(SolverStatus::Unknown) if prints("PROBLEM HAS NO DUAL FEASIBLE SOLUTION") => {
                let reason = "the program is infeasible, or its objective is unbounded";
                Self { reason: Some(reason.to_owned()), ..self }
            }
            _ => self,
        }
    }

    /// Returns a run with the status of this output.
    fn answered(output: ParsedOutput) -> Self {
        let ParsedOutput { status, reason, cost, point, is_optimal, bound, .. } = output;
        let reason = reason.map(|(_, reason)| reason);
        let run = Self::without_status(RunEnd::Answered);
        Self { status, reason, cost, point, is_optimal, bound, ..run }
    }
}

/// Combines the output and the exit status.
fn outcome(
    finished: &FinishedProcess,
    limits: &Limits,
    parsed: Result<ParsedOutput, OutputError>,
) -> SolverRun {
    let signal = crash(finished.status);
    let by_itself = finished.killed.is_none() && signal.is_none();
    match parsed {
        Ok(output) if by_itself && output.status.is_some() => SolverRun::answered(output),
        Ok(output)
            if output.complete && matches!(output.status, Some(SolverStatus::Satisfiable(_))) =>
        {
            SolverRun::answered(output)
        }
        Err(bad) if by_itself => SolverRun::without_status(RunEnd::BadOutput(bad)),
        _ => SolverRun::without_status(end_without_status(finished, limits, signal)),
    }
}

/// Returns the end of a run without an acceptable status.
fn end_without_status(finished: &FinishedProcess, limits: &Limits, signal: Option<i32>) -> RunEnd {
    if let Some(killed) = finished.killed {
        match killed {
            KillReason::Limit(resource) => RunEnd::Limit(resource),
            KillReason::Stopped => RunEnd::Stopped,
        }
    } else if limits.memory_mb.is_some() && mentions_memory(&finished.last_lines) {
        RunEnd::Limit(Resource::Memory)
    } else if let Some(signal) = signal {
        RunEnd::Signal(signal)
    } else {
        RunEnd::Exited { code: finished.status.code().unwrap_or(-1) }
    }
}

/// Phrases in the messages of programs that failed to allocate memory.
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

/// Returns whether a program reports a failed allocation. The message decides, because the exit status differs from
/// program to program.
fn mentions_memory(last_lines: &[String]) -> bool {
    last_lines.iter().any(|line| {
        let line = line.to_ascii_lowercase();
        MEMORY.iter().any(|words| line.contains(words))
    })
}
