//! The result of `encycle solve`.

use encycle_encodings::encoding::CutKind;
use encycle_encodings::logic::LoweringOptions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::Puzzle;
use crate::report::puzzle::{PuzzleSize, SolutionFields, SolutionKeys};
use crate::solve::{Attempt, Failure, RoundReport, SolveOutcome, SolverId, Verdict};

/// The result of one solve run. Times are in seconds, memory is in KiB.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SolveReport {
    /// [`Self::SCHEMA`].
    pub schema: String,
    /// The puzzle as it was named.
    pub puzzle: String,
    /// The kind of puzzle.
    pub kind: String,
    /// Its size.
    pub size: PuzzleSize,
    /// The variant of the rules in force, if the kind has several.
    pub variant: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// For `unknown`: which limit was reached.
    pub reason: Option<String>,
    /// For `failed`: what went wrong.
    pub error: Option<String>,
    /// For `failed`: the class of the failure, in one word ([`Failure::name`]).
    pub failure: Option<String>,
    /// The solver; of a race, the one that decided.
    pub solver: SolverId,
    /// The solver that confirmed the verdict.
    pub confirmed_by: Option<SolverId>,
    /// The other attempts of a race.
    pub others: Vec<OtherAttempt>,
    /// The encoding.
    pub encoding: String,
    /// The CNF method.
    pub cnf: String,
    /// The kind of cut; none for an exact encoding.
    pub cut_kind: Option<String>,
    /// Cuts in all rounds.
    pub cuts: usize,
    /// Wall-clock time of the presolver.
    pub presolve_seconds: f64,
    /// Wall-clock time of building the first formula.
    pub encode_seconds: f64,
    /// CPU time of the thread that built it.
    pub encode_cpu_seconds: f64,
    /// One entry a solver call.
    pub rounds: Vec<RoundFields>,
    /// The solution.
    #[serde(flatten)]
    pub solution: SolutionFields,
    /// For `several`: another solution.
    #[serde(default, skip_serializing_if = "SolutionFields::is_empty")]
    pub second: SolutionFields,
}

/// One solver call. Times are in seconds, memory is in KiB.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RoundFields {
    /// Variables, or LP columns.
    pub variables: usize,
    /// Clauses, or LP rows, cuts included.
    pub clauses: usize,
    /// Wall-clock time of writing the input file of an external solver and reading its output.
    pub files_seconds: f64,
    /// CPU time of the same.
    pub files_cpu_seconds: f64,
    /// Wall-clock time of the solver.
    pub solver_seconds: f64,
    /// CPU time of the solver, if it is known.
    pub solver_cpu_seconds: Option<f64>,
    /// Peak resident memory of an external solver.
    pub solver_peak_kb: Option<u64>,
    /// Linear relaxations solved before the call.
    pub relaxations: usize,
    /// Cuts found by them.
    pub fractional_cuts: usize,
    /// Constraints that follow from the model: cuts, and the block of a solution.
    pub loops: usize,
    /// The cuts among them.
    pub cuts: usize,
}

/// An attempt that did not decide the race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OtherAttempt {
    /// The solver.
    pub solver: SolverId,
    /// The encoding.
    pub encoding: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// For `unknown`: which limit was reached, or that the race was over.
    pub reason: Option<String>,
    /// For `failed`: what went wrong.
    pub error: Option<String>,
}

impl SolveReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-solve-2";

    /// Describes the outcome of a run; `name` is the puzzle as the user named it.
    #[must_use]
    pub fn new(
        name: &str,
        puzzle: &Puzzle,
        lowering: LoweringOptions,
        outcome: &SolveOutcome,
    ) -> Self {
        let SolveOutcome { main, others, confirmed_by } = outcome;
        let keys = SolutionKeys::new(puzzle);
        let fields = |index: usize| {
            main.outcome
                .solutions
                .get(index)
                .map_or_else(SolutionFields::default, |one| keys.fields(one))
        };
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            kind: puzzle.kind().name().to_owned(),
            size: puzzle.extent().into(),
            variant: puzzle.variant().map(str::to_owned),
            verdict: main.outcome.verdict,
            reason: main.outcome.reason.clone(),
            error: main.outcome.failure.as_ref().map(ToString::to_string),
            failure: main.outcome.failure.as_ref().map(Failure::name).map(str::to_owned),
            solver: main.solver.clone(),
            confirmed_by: confirmed_by.clone(),
            others: others.iter().map(OtherAttempt::from).collect(),
            encoding: main.encoding.clone(),
            cnf: lowering.cnf.name().to_owned(),
            cut_kind: main.cuts.map(CutKind::name).map(str::to_owned),
            cuts: main.outcome.cuts(),
            presolve_seconds: main.presolve.as_secs_f64(),
            encode_seconds: main.outcome.building.wall.as_secs_f64(),
            encode_cpu_seconds: main.outcome.building.cpu.as_secs_f64(),
            rounds: main.outcome.rounds.iter().map(RoundFields::from).collect(),
            solution: fields(0),
            second: fields(1),
        }
    }
}

impl From<&RoundReport> for RoundFields {
    fn from(round: &RoundReport) -> Self {
        Self {
            variables: round.variables,
            clauses: round.clauses,
            files_seconds: round.files.wall.as_secs_f64(),
            files_cpu_seconds: round.files.cpu.as_secs_f64(),
            solver_seconds: round.solver_time.as_secs_f64(),
            solver_cpu_seconds: round.solver_cpu.map(|cpu| cpu.as_secs_f64()),
            solver_peak_kb: round.solver_peak_kb,
            relaxations: round.relaxations,
            fractional_cuts: round.fractional_cuts,
            loops: round.loops,
            cuts: round.cuts,
        }
    }
}

impl From<&Attempt> for OtherAttempt {
    fn from(attempt: &Attempt) -> Self {
        Self {
            solver: attempt.solver.clone(),
            encoding: attempt.encoding.clone(),
            verdict: attempt.outcome.verdict,
            reason: attempt.outcome.reason.clone(),
            error: attempt.outcome.failure.as_ref().map(ToString::to_string),
        }
    }
}
