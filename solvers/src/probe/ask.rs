//! One question to a solver, put in whatever way: what it said, and how it ended.

use std::ffi::{OsStr, OsString};
use std::io;
use std::time::Duration;

use crate::answers::{SolverStatus, VariableNames, read_file};
use crate::catalogue::Description;
use crate::catalogue::arguments::{TemplateValues, fill_with_proof};
use crate::probe::QUICK;
use crate::probe::cases::{ExpectedStatus, ProbeCase};
use crate::process::cleanup::WorkDir;
use crate::process::{Solver, absolute, launch};
use encycle_files::compression::Compression;

/// How the file comes to the solver.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InputRoute<'a> {
    File,
    Gzip,
    /// On standard input, with these words in the place of its name.
    Stdin(&'a [&'a str]),
}

/// How a question is asked.
#[derive(Clone, Copy)]
pub(crate) struct RunSetup<'a> {
    pub way: InputRoute<'a>,
    /// The solver's own time limit.
    pub seconds: Option<u64>,
    pub seed: Option<u64>,
    pub proof: Option<&'a [String]>,
    /// When we kill it.
    pub wall: Duration,
}

impl Default for RunSetup<'_> {
    fn default() -> Self {
        Self { way: InputRoute::File, seconds: None, seed: None, proof: None, wall: QUICK }
    }
}

/// What came of it.
pub(crate) struct ProbeRun {
    pub reply: Option<SolverStatus>,
    /// The exit status; `None` if a signal ended it.
    pub code: Option<i32>,
    pub wall: Duration,
    /// We killed it.
    pub killed: bool,
    /// The size of the proof.
    pub proof_bytes: u64,
}

impl ProbeRun {
    /// Whether it ended by itself and answered what is expected of the case.
    pub fn is_right(&self, case: &ProbeCase) -> bool {
        !self.killed && self.reply.as_ref().is_some_and(|reply| is_right(case, reply))
    }
}

/// Whether a reply is the one that is expected. What cannot be checked is not right.
pub(crate) fn is_right(case: &ProbeCase, reply: &SolverStatus) -> bool {
    match reply {
        SolverStatus::Satisfiable(model) => {
            case.expected != ExpectedStatus::NoModel && case.holds(model)
        }
        SolverStatus::Unsatisfiable => case.expected == ExpectedStatus::NoModel,
        SolverStatus::Unknown => false,
    }
}

/// Asks. `None` if the description leaves no place for it to be asked so.
pub(crate) fn ask(
    solver: &Solver,
    case: &ProbeCase,
    manner: &RunSetup,
) -> io::Result<Option<ProbeRun>> {
    let work_dir = WorkDir::new()?;
    let kind = solver.description.kind;
    let (name, text) = case.file(kind);
    let name = match manner.way {
        InputRoute::Gzip => format!("{name}.gz"),
        _ => name.to_owned(),
    };
    let input = work_dir.path().join(&name);
    let file = std::fs::File::create(&input)?;
    Compression::of(&input).write(file, |out| out.write_all(text.as_bytes()))?;
    let output = work_dir.path().join("answer.txt");
    let proof = work_dir.path().join("proof");

    let description = match manner.way {
        InputRoute::Stdin(words) => match without_input(&solver.description, words) {
            Some(description) => description,
            None => return Ok(None),
        },
        _ => solver.description.clone(),
    };
    let values = TemplateValues {
        input: input.as_os_str(),
        output: output.as_os_str(),
        seconds: manner.seconds,
        seed: manner.seed,
        threads: None,
    };
    let with_proof = manner.proof.map(|group| (group, proof.as_os_str()));
    let mut arguments = fill_with_proof(&description, &values, with_proof);
    let mut program = absolute(&solver.path);
    if let InputRoute::Stdin(_) = manner.way {
        // Programs run with an empty standard input, so a shell puts the file there.
        let script = OsStr::new("exec \"$@\" < \"$0\"");
        let before = [OsStr::new("-c"), script, input.as_os_str(), program.as_os_str()];
        let before: Vec<OsString> = before.map(OsStr::to_owned).into();
        arguments = before.into_iter().chain(arguments).collect();
        program = "/bin/sh".into();
    }
    let mut printed = Vec::new();
    let finished = launch(&program, &arguments, work_dir.path(), manner.wall, |line| {
        printed.extend_from_slice(line);
        printed.push(b'\n');
    })?;
    let text = match description.answer.uses_file() {
        // a program that is not what we take it for may have made anything of that name
        true if output.is_file() => std::fs::read(&output).unwrap_or_default(),
        true => Vec::new(),
        false => printed,
    };
    let names = VariableNames::Numbered(case.variables);
    let answer = read_file(description.answer, &String::from_utf8_lossy(&text), names);
    Ok(Some(ProbeRun {
        reply: answer.ok().and_then(|answer| answer.reply),
        code: finished.status.code(),
        wall: finished.wall,
        killed: finished.killed.is_some(),
        proof_bytes: std::fs::metadata(&proof).map_or(0, |file| file.len()),
    }))
}

/// The description of a run that has these words in the place of the input's name.
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
