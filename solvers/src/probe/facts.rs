//! The capabilities of a solver, found by trial.

use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::SolverKind;
use crate::answers::SolverStatus;
use crate::catalogue::ProofFormat;
use crate::external::Solver;
use crate::probe::cases::ProbeCase;
use crate::probe::run::{InputRoute, ProbeRun, RunSetup, run};
use crate::probe::{LATENESS, LIMIT_SECONDS};

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
