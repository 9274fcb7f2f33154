//! What a solver can do, found out by trying.

use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::SolverKind;
use crate::answers::SolverStatus;
use crate::catalogue::ProofFormat;
use crate::probe::ask::{InputRoute, ProbeRun, RunSetup, ask};
use crate::probe::cases::ProbeCase;
use crate::probe::{LATENESS, LIMIT_SECONDS};
use crate::process::Solver;

/// What a solver can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverFacts {
    /// Its exit status, which is never taken for an answer.
    pub exit: ExitCodes,
    /// Whether it keeps the time limit that it is given.
    pub limit: TimeLimitSupport,
    /// Whether it takes its option for the seed; `None` if it has none.
    pub seed: Option<bool>,
    /// What stands in the place of the file's name where it reads from standard input: nothing, or a
    /// word. `None` if it does not.
    pub stdin: Option<Vec<String>>,
    /// Whether it reads a file that is compressed with gzip.
    pub gzip: bool,
    /// The formats of proofs that it wrote a file in. Nobody checked the proof.
    pub proofs: Vec<ProofFormat>,
    /// The variables that it gives values to; `None` for MIP solvers, which may leave out zeros.
    pub values: Option<ModelCoverage>,
}

/// Exit statuses; `None` if it was not seen to end so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExitCodes {
    /// After a model.
    pub satisfiable: Option<i32>,
    /// After "unsatisfiable".
    pub unsatisfiable: Option<i32>,
    /// After its own time limit.
    pub unknown: Option<i32>,
}

/// How a time limit of one second is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeLimitSupport {
    /// It has no option for it.
    NoOption,
    /// It was still running ten seconds later.
    Ignored,
    /// It ended by itself.
    Kept {
        /// So many milliseconds after the limit, on the wall clock.
        late_ms: u64,
    },
    /// It answered before.
    Answered,
}

/// The variables of a formula that a model has values for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelCoverage {
    /// All that the header declares.
    Declared,
    /// From 1 to the greatest that occurs.
    UpToGreatest,
    /// Those that occur.
    Occurring,
    /// Some.
    Some,
}

/// The words that may stand for standard input, in the order of trying.
const STDIN: [&[&str]; 4] = [&[], &["-"], &["-in"], &["/dev/stdin"]];

impl SolverFacts {
    /// Finds them out of a solver that works.
    ///
    /// # Errors
    /// The questions cannot be written, or it cannot be started.
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
            if works(solver, &RunSetup { way: InputRoute::Stdin(words), ..RunSetup::default() })? {
                stdin = Some(words.iter().map(|&word| word.to_owned()).collect());
                break;
            }
        }
        let gzip = works(solver, &RunSetup { way: InputRoute::Gzip, ..RunSetup::default() })?;
        let mut proofs = Vec::new();
        let case = ProbeCase::to_be_proved();
        for (format, group) in description.proof.iter() {
            let said = ask(solver, &case, &RunSetup { proof: Some(group), ..RunSetup::default() })?;
            if said.is_some_and(|said| said.is_right(&case) && said.proof_bytes > 0) {
                proofs.push(format);
            }
        }
        let values = match description.kind {
            SolverKind::Sat => values(solver)?,
            SolverKind::Mip => None,
        };
        Ok(Self { exit, limit, seed, stdin, gzip, proofs, values })
    }
}

/// The exit status after a right answer.
fn code(solver: &Solver, case: &ProbeCase) -> io::Result<Option<i32>> {
    let said = ask(solver, case, &RunSetup::default())?;
    Ok(said.filter(|said| said.is_right(case)).and_then(|said| said.code))
}

/// Whether it can be asked so. One answer is not enough: a solver that cannot read a file may take it
/// for an empty formula.
pub(crate) fn works(solver: &Solver, manner: &RunSetup) -> io::Result<bool> {
    for case in [ProbeCase::unsatisfiable(), ProbeCase::satisfiable()] {
        if !ask(solver, &case, manner)?.is_some_and(|said| said.is_right(&case)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Asks what is too hard, and kills the solver only long after its own limit.
pub(crate) fn time_limit(solver: &Solver, exit: &mut ExitCodes) -> io::Result<TimeLimitSupport> {
    if solver.description.time.is_empty() {
        return Ok(TimeLimitSupport::NoOption);
    }
    let limit = Duration::from_secs(LIMIT_SECONDS);
    let manner =
        RunSetup { seconds: Some(LIMIT_SECONDS), wall: limit + LATENESS, ..RunSetup::default() };
    for case in ProbeCase::hard(solver.description.kind) {
        let Some(ProbeRun { reply, code, wall, killed, .. }) = ask(solver, &case, &manner)? else {
            return Ok(TimeLimitSupport::NoOption);
        };
        if killed {
            return Ok(TimeLimitSupport::Ignored);
        }
        if !matches!(reply, Some(SolverStatus::Satisfiable(_) | SolverStatus::Unsatisfiable)) {
            exit.unknown = code;
            let late_ms = wall.saturating_sub(limit).as_millis();
            return Ok(TimeLimitSupport::Kept {
                late_ms: u64::try_from(late_ms).unwrap_or(u64::MAX),
            });
        }
    }
    Ok(TimeLimitSupport::Answered)
}

fn values(solver: &Solver) -> io::Result<Option<ModelCoverage>> {
    let case = ProbeCase::with_gaps();
    let said = ask(solver, &case, &RunSetup::default())?.filter(|said| said.is_right(&case));
    let Some(SolverStatus::Satisfiable(model)) = said.and_then(|said| said.reply) else {
        return Ok(None);
    };
    // The variables 2 and 4 occur, of six.
    let said: Vec<bool> = model.iter().map(Option::is_some).collect();
    Ok(Some(match said[..] {
        [true, true, true, true, true, true] => ModelCoverage::Declared,
        [true, true, true, true, false, false] => ModelCoverage::UpToGreatest,
        [false, true, false, true, false, false] => ModelCoverage::Occurring,
        _ => ModelCoverage::Some,
    }))
}
