//! A run of one case with a variant of the input or the options.

use std::io;
use std::time::Duration;

use encycle_files::compression::Compression;

use crate::answers::SolverStatus;
use crate::catalogue::Description;
use crate::catalogue::arguments::{TemplateValues, fill};
use crate::external::{Solver, launch};
use crate::probe::QUICK;
use crate::probe::cases::{ExpectedStatus, ProbeCase};
use crate::process::{WorkDir, absolute};

/// The way in which the solver receives its input.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InputRoute<'a> {
    /// As a file.
    File,
    /// As a file compressed by gzip.
    Gzip,
    /// On standard input, with these words in place of the file name.
    Stdin(&'a [&'a str]),
}

/// The input and the options of a run.
#[derive(Clone, Copy)]
pub(crate) struct RunSetup<'a> {
    pub route: InputRoute<'a>,
    /// The solver's own time limit.
    pub seconds: Option<u64>,
    pub seed: Option<u64>,
    pub proof: Option<&'a [String]>,
    /// The time at which the solver is killed.
    pub wall: Duration,
}

impl Default for RunSetup<'_> {
    fn default() -> Self {
        Self { route: InputRoute::File, seconds: None, seed: None, proof: None, wall: QUICK }
    }
}

/// The outcome of a run.
pub(crate) struct ProbeRun {
    pub status: Option<SolverStatus>,
    /// The exit status; `None` if a signal ended the solver.
    pub code: Option<i32>,
    pub wall: Duration,
    /// Whether the solver was killed at its limit.
    pub killed: bool,
    /// The size of the proof.
    pub proof_bytes: u64,
}

impl ProbeRun {
    /// Returns whether the solver ended by itself with the correct result.
    pub fn is_correct(&self, case: &ProbeCase) -> bool {
        !self.killed && self.status.as_ref().is_some_and(|status| is_correct(case, status))
    }
}

/// Returns whether a status is the expected status. A status that cannot be checked is not correct.
pub(crate) fn is_correct(case: &ProbeCase, status: &SolverStatus) -> bool {
    match status {
        SolverStatus::Satisfiable(model) => {
            case.expected != ExpectedStatus::NoModel && case.holds(model)
        }
        SolverStatus::Unsatisfiable => case.expected == ExpectedStatus::NoModel,
        SolverStatus::Unknown => false,
    }
}

/// Runs a case. Returns `None` if the description does not allow this input route.
///
/// # Errors
/// The case cannot be written, or the solver cannot be started.
pub(crate) fn run(
    solver: &Solver,
    case: &ProbeCase,
    setup: &RunSetup,
) -> io::Result<Option<ProbeRun>> {
    let work_dir = WorkDir::new()?;
    let kind = solver.description.kind;
    let (name, text) = case.file(kind);
    let name = match setup.route {
        InputRoute::Gzip => format!("{name}.gz"),
        _ => name.to_owned(),
    };
    let input = work_dir.path().join(&name);
    let file = std::fs::File::create(&input)?;
    Compression::of(&input).write(file, |out| out.write_all(text.as_bytes()))?;
    let output = work_dir.path().join(Solver::OUTPUT);
    let proof = work_dir.path().join("proof");

    let description = match setup.route {
        InputRoute::Stdin(words) => match without_input(&solver.description, words) {
            Some(description) => description,
            None => return Ok(None),
        },
        _ => solver.description.clone(),
    };
    let values = TemplateValues {
        input: input.as_os_str(),
        output: output.as_os_str(),
        seconds: setup.seconds,
        seed: setup.seed,
        threads: None,
    };
    let with_proof = setup.proof.map(|group| (group, proof.as_os_str()));
    let arguments = fill(&description, &values, with_proof);
    let on_stdin = matches!(setup.route, InputRoute::Stdin(_)).then_some(&*input);
    let mut printed = Vec::new();
    let program = absolute(&solver.path);
    let finished = launch(&program, &arguments, on_stdin, work_dir.path(), setup.wall, |line| {
        printed.extend_from_slice(line);
        printed.push(b'\n');
    })?;
    let text = match description.answer.uses_file() {
        // an unknown program may have made anything under that name
        _ if description.uses_file() && output.is_file() => {
            std::fs::read(&output).unwrap_or_default()
        }
        true => Vec::new(),
        false => printed,
    };
    let parsed = description.answer.read(&String::from_utf8_lossy(&text), case.names(kind));
    Ok(Some(ProbeRun {
        status: parsed.ok().and_then(|parsed| parsed.status),
        code: finished.status.code(),
        wall: finished.wall,
        killed: finished.killed.is_some(),
        proof_bytes: std::fs::metadata(&proof).map_or(0, |file| file.len()),
    }))
}

/// Returns the description with these words in place of the input file. Returns `None` if the file name is only a part
/// of an argument, unless there is exactly one word.
fn without_input(description: &Description, words: &[&str]) -> Option<Description> {
    let mut arguments = Vec::new();
    for argument in &description.arguments {
        match (argument.contains("{input}"), argument.as_str(), words) {
            (false, ..) => arguments.push(argument.clone()),
            (true, "{input}", _) => arguments.extend(words.iter().map(|&word| word.to_owned())),
            (true, _, [word]) => arguments.push(argument.replace("{input}", word)),
            _ => return None,
        }
    }
    Some(Description { arguments, ..description.clone() })
}
