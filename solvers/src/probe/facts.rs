//! The capabilities of a solver, found by trial.

use std::io;
use std::time::Duration;

use encycle_files::compression::Compression;
use serde::{Deserialize, Serialize};

use crate::SolverKind;
use crate::answers::SolverStatus;
use crate::catalogue::arguments::{TemplateValues, fill};
use crate::catalogue::{Description, ProofFormat};
use crate::external::{Solver, launch};
use crate::probe::cases::{ExpectedStatus, ProbeCase};
use crate::probe::{LATENESS, LIMIT_SECONDS, QUICK};
use crate::process::{WorkDir, absolute};

/// The capabilities of a solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SolverFacts {
    /// The exit codes, which never decide a result.
    pub exit: ExitCodes,
    /// Whether the solver keeps its time limit.
    pub limit: TimeLimitSupport,
    /// Whether the solver works with its option for the seed; `None` if it has no such option.
    pub seed: Option<bool>,
    /// The words that replace the file name to make the solver read standard input: no word or one word. `None` if the
    /// solver does not read standard input.
    pub stdin: Option<Vec<String>>,
    /// Whether the solver reads files compressed by gzip.
    pub gzip: bool,
    /// The formats in which the solver wrote a proof. The proof is not checked.
    pub proofs: Vec<ProofFormat>,
    /// The variables that have values in the solver's models; `None` for MIP and pseudo-Boolean solvers, which may omit
    /// zeros.
    pub values: Option<ModelCoverage>,
}

/// The exit codes of a solver; `None` if the solver never ended in this way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ExitCodes {
    /// The exit code after a model.
    pub satisfiable: Option<i32>,
    /// The exit code after the result that no model exists.
    pub unsatisfiable: Option<i32>,
    /// The exit code after the solver's own time limit.
    pub unknown: Option<i32>,
}

/// The effect of a time limit of one second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TimeLimitSupport {
    /// The solver has no option for a time limit.
    NoOption,
    /// The solver was still running ten seconds after the limit.
    Ignored,
    /// The solver ended by itself.
    Kept {
        /// The wall-clock time after the limit, in milliseconds.
        late_ms: u64,
    },
    /// The solver returned a result before the limit.
    Answered,
}

/// The variables of a formula that have values in a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ModelCoverage {
    /// All variables that the header declares.
    Declared,
    /// The variables from 1 to the maximum variable that occurs in a clause.
    UpToGreatest,
    /// The variables that occur in a clause.
    Occurring,
    /// Any other set.
    Some,
}

/// The words that may denote standard input, in the order in which they are tried.
const STDIN: [&[&str]; 4] = [&[], &["-"], &["-in"], &["/dev/stdin"]];

impl SolverFacts {
    /// Finds the capabilities of a solver that works.
    ///
    /// # Errors
    /// A case cannot be written, or the solver cannot be started.
    pub(crate) fn learn(solver: &Solver) -> io::Result<Self> {
        let description = &solver.description;
        let mut exit = ExitCodes {
            satisfiable: code(solver, &ProbeCase::satisfiable())?,
            unsatisfiable: code(solver, &ProbeCase::unsatisfiable())?,
            unknown: None,
        };
        let limit = time_limit(solver, &mut exit)?;
        let seeded = RunSetup { seed: Some(7), ..RunSetup::default() };
        let seed = match description.seed.is_empty() {
            true => None,
            false => Some(works(solver, &seeded)?),
        };
        let mut stdin = None;
        for words in STDIN {
            if works(solver, &RunSetup { route: InputRoute::Stdin(words), ..RunSetup::default() })?
            {
                stdin = Some(words.iter().map(|&word| word.to_owned()).collect());
                break;
            }
        }
        let gzip = works(solver, &RunSetup { route: InputRoute::Gzip, ..RunSetup::default() })?;
        let mut proofs = Vec::new();
        let case = ProbeCase::to_be_proved();
        for (format, group) in description.proof.iter() {
            let setup = RunSetup { proof: Some(group), ..RunSetup::default() };
            let proved = run(solver, &case, &setup)?;
            if proved.is_some_and(|run| run.is_correct(&case) && run.proof_bytes > 0) {
                proofs.push(format);
            }
        }
        let values = match description.kind {
            SolverKind::Sat | SolverKind::MaxSat => values(solver)?,
            SolverKind::Mip | SolverKind::Pb => None,
        };
        Ok(Self { exit, limit, seed, stdin, gzip, proofs, values })
    }
}

/// Returns the exit code after a correct result.
fn code(solver: &Solver, case: &ProbeCase) -> io::Result<Option<i32>> {
    let run = run(solver, case, &RunSetup::default())?;
    Ok(run.filter(|run| run.is_correct(case)).and_then(|run| run.code))
}

/// Returns whether the solver gives correct results with this setup. One case is not enough, because a solver that
/// cannot read a file may treat it as an empty formula.
pub(crate) fn works(solver: &Solver, setup: &RunSetup) -> io::Result<bool> {
    for case in [ProbeCase::unsatisfiable(), ProbeCase::satisfiable()] {
        if !run(solver, &case, setup)?.is_some_and(|run| run.is_correct(&case)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Runs the hard cases with the solver's own time limit, and kills it only long after that.
pub(crate) fn time_limit(solver: &Solver, exit: &mut ExitCodes) -> io::Result<TimeLimitSupport> {
    if solver.description.time.is_empty() {
        return Ok(TimeLimitSupport::NoOption);
    }
    let limit = Duration::from_secs(LIMIT_SECONDS);
    let setup =
        RunSetup { seconds: Some(LIMIT_SECONDS), wall: limit + LATENESS, ..RunSetup::default() };
    for case in ProbeCase::hard(solver.description.kind) {
        let Some(ProbeRun { status, code, wall, killed, .. }) = run(solver, &case, &setup)? else {
            return Ok(TimeLimitSupport::NoOption);
        };
        if killed {
            return Ok(TimeLimitSupport::Ignored);
        }
        if !matches!(status, Some(SolverStatus::Satisfiable(_) | SolverStatus::Unsatisfiable)) {
            exit.unknown = code;
            let late_ms = wall.saturating_sub(limit).as_millis();
            return Ok(TimeLimitSupport::Kept {
                late_ms: u64::try_from(late_ms).unwrap_or(u64::MAX),
            });
        }
    }
    Ok(TimeLimitSupport::Answered)
}

/// Returns which variables have values in a model.
fn values(solver: &Solver) -> io::Result<Option<ModelCoverage>> {
    let case = ProbeCase::with_gaps();
    let run = run(solver, &case, &RunSetup::default())?.filter(|run| run.is_correct(&case));
    let Some(SolverStatus::Satisfiable(model)) = run.and_then(|run| run.status) else {
        return Ok(None);
    };
    // of six variables, only 2 and 4 occur
    let has_value: Vec<bool> = model.iter().map(Option::is_some).collect();
    Ok(Some(match has_value[..] {
        [true, true, true, true, true, true] => ModelCoverage::Declared,
        [true, true, true, true, false, false] => ModelCoverage::UpToGreatest,
        [false, true, false, true, false, false] => ModelCoverage::Occurring,
        _ => ModelCoverage::Some,
    }))
}

// A run of one case with a variant of the input or the options.

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
        settings: None,
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
