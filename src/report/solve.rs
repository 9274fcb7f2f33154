//! The result of `encycle solve`.

use std::collections::BTreeMap;

use encycle_encodings::encoding::CutKind;
use encycle_encodings::logic::LoweringOptions;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::report::puzzle::{PuzzleSize, SolutionFields, SolutionKeys, columns, graphs};
use crate::solve::{
    Attempt, Failure, ObjectiveValue, RoundReport, SolveOutcome, SolverId, Verdict,
};

/// The result of solving one puzzle. Times are in seconds, memory is in KiB.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SolveReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = SolveReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The kind of the puzzle.
    pub kind: String,
    /// The size of the puzzle.
    pub size: PuzzleSize,
    /// The variant of the rules in force, if the kind has several.
    pub variant: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// For `unknown`: which limit was reached. For `no-solution` by counting: why the lines do not add up.
    pub reason: Option<String>,
    /// For `failed`: what went wrong.
    pub error: Option<String>,
    /// For `failed`: the class of the failure.
    pub failure: Option<FailureClass>,
    /// The solver; in a race, the first to finish.
    pub solver: SolverId,
    /// The solver that confirmed the verdict: with `--confirm`, or if a floating-point solver decided.
    pub confirmed_by: Option<SolverId>,
    /// Why the verdict of a floating-point solver is not confirmed. Missing otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unconfirmed: Option<String>,
    /// In a race: the other attempts.
    pub others: Vec<OtherAttempt>,
    /// The name of the encoding; with `--method`, that of the method, as in `solver`.
    pub encoding: String,
    /// The CNF method; `none` for a method without a formula.
    pub cnf: String,
    /// The kind of cut. Null for an encoding without cuts.
    pub cut_kind: Option<String>,
    /// The number of cuts in all rounds, including those for relaxations.
    pub cuts: usize,
    /// With `--replay`: what the search started from. Missing otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replayed: Option<ReplayFields>,
    /// With `--certificate`, if one was written: its folder. Missing otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The wall time of the presolver.
    pub presolve_seconds: f64,
    /// The wall time of building the first formula.
    pub encode_seconds: f64,
    /// The CPU time of the thread that built the first formula.
    pub encode_cpu_seconds: f64,
    /// The solver calls.
    pub rounds: Vec<RoundFields>,
    /// The solution. Its key is missing if none was found.
    #[serde(flatten)]
    pub solution: SolutionFields,
    /// For `several`: another solution. Missing otherwise.
    #[serde(default, skip_serializing_if = "SolutionFields::is_empty")]
    pub second: SolutionFields,
    /// With an objective, of a model or by `--minimize` and `--maximize`: the value of the solution, and the bound on all
    /// solutions. Missing otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<ObjectiveValue>,
    /// For a model: the values of its integer and continuous columns, by name. Missing if there are none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub columns: BTreeMap<String, f64>,
    /// For a model: the drawn edges of each graph of its rules, by name. Missing if there are none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub graphs: BTreeMap<String, Vec<String>>,
}

/// What a replayed search started from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReplayFields {
    /// The number of recorded cuts in the first formula.
    pub cuts: usize,
    /// The number of recorded solutions whose blocking clauses are in the first formula.
    pub solutions: usize,
    /// The number of entries of the ledger that are not used, because no rule of the puzzle justifies them.
    pub refused: usize,
}

/// The class of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FailureClass {
    /// The solver crashed, did not start, or its output is malformed.
    Solver,
    /// The solver returned a model that does not satisfy the formula.
    WrongModel,
    /// A second solver found a solution that contradicts the verdict.
    Refuted,
    /// The solver or the encoding does not support the mode of the search.
    Unsupported,
    /// A constraint needs too many clauses.
    TooLarge,
    /// The encoding claims to be exact, but one of its models is not a solution.
    InexactEncoding,
    /// The constraints of the encoding and the rules of the puzzle disagree: a defect of Encycle.
    Internal,
    /// A file could not be read or written.
    Io,
}

impl From<&Failure> for FailureClass {
    fn from(failure: &Failure) -> Self {
        match failure {
            Failure::Solver { .. } => Self::Solver,
            Failure::WrongModel { .. } | Failure::WrongPoint { .. } => Self::WrongModel,
            Failure::Refuted { .. } => Self::Refuted,
            Failure::NoPropagator
            | Failure::NoAssumptions { .. }
            | Failure::Objective(_)
            | Failure::NoProgram { .. } => Self::Unsupported,
            Failure::TooLarge(_) => Self::TooLarge,
            Failure::Inexact { .. } => Self::InexactEncoding,
            Failure::Internal(_) => Self::Internal,
            Failure::Io { .. } => Self::Io,
        }
    }
}

/// One solver call. Times are in seconds, memory is in KiB.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RoundFields {
    /// The number of variables, or of LP columns.
    pub variables: usize,
    /// The number of clauses, or of LP rows, cuts included.
    pub clauses: usize,
    /// The wall time of writing the input file of an external solver and of reading its output; 0 for a
    /// built-in solver.
    pub files_seconds: f64,
    /// The CPU time of writing the input file and of reading the output.
    pub files_cpu_seconds: f64,
    /// The wall time of the solver, including the relaxations.
    pub solver_seconds: f64,
    /// The CPU time of the solver and its children, or of the thread of a built-in solver. Null if the system
    /// does not report it.
    pub solver_cpu_seconds: Option<f64>,
    /// The peak resident memory of the solver's process. Null for a built-in solver.
    pub solver_peak_kb: Option<u64>,
    /// The number of linear relaxations solved before the call (`--fractional`).
    pub relaxations: usize,
    /// The number of cuts that the fractional points of the relaxations violated.
    pub fractional_cuts: usize,
    /// The number of windows in which the model was made without the solver. Zero for a model of the solver.
    #[serde(default)]
    pub swept: usize,
    /// The number of windows in which the model was repaired.
    #[serde(default)]
    pub repaired: usize,
    /// The number of constraints added because of the model: cuts, and the blocking clause of a solution.
    pub loops: usize,
    /// The number of cuts among `loops`.
    pub cuts: usize,
}

/// An attempt that did not decide the race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct OtherAttempt {
    /// The solver.
    pub solver: SolverId,
    /// The name of the encoding.
    pub encoding: String,
    /// The verdict of this attempt.
    pub verdict: Verdict,
    /// For `unknown`: which limit was reached, or that the race was over. For `no-solution` by counting: why.
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
        problem: &dyn Problem,
        lowering: LoweringOptions,
        outcome: &SolveOutcome,
    ) -> Self {
        let SolveOutcome { main, others, confirmed_by, unconfirmed } = outcome;
        let keys = SolutionKeys::new(problem);
        let fields = |index: usize| {
            main.outcome
                .solutions
                .get(index)
                .map_or_else(SolutionFields::default, |one| keys.fields(one))
        };
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            kind: problem.kind_name().to_owned(),
            size: problem.as_encodable().extent().into(),
            variant: problem.as_encodable().variant().map(str::to_owned),
            verdict: main.outcome.verdict,
            reason: main.outcome.reason.clone(),
            error: main.outcome.failure.as_ref().map(ToString::to_string),
            failure: main.outcome.failure.as_ref().map(FailureClass::from),
            solver: main.solver.clone(),
            confirmed_by: confirmed_by.clone(),
            unconfirmed: unconfirmed.clone(),
            others: others.iter().map(OtherAttempt::from).collect(),
            encoding: main.encoding.clone(),
            cnf: lowering.cnf.name().to_owned(),
            cut_kind: main.cuts.map(CutKind::name).map(str::to_owned),
            cuts: main.outcome.cuts(),
            replayed: None,
            certificate: None,
            presolve_seconds: main.presolve.as_secs_f64(),
            encode_seconds: main.outcome.build_time.wall.as_secs_f64(),
            encode_cpu_seconds: main.outcome.build_time.cpu.as_secs_f64(),
            rounds: main.outcome.rounds.iter().map(RoundFields::from).collect(),
            solution: fields(0),
            second: fields(1),
            objective: main.outcome.objective,
            columns: columns(problem, &main.outcome.others),
            graphs: main
                .outcome
                .solutions
                .first()
                .map(|one| graphs(problem, one))
                .unwrap_or_default(),
        }
    }
}

impl From<&RoundReport> for RoundFields {
    fn from(round: &RoundReport) -> Self {
        Self {
            variables: round.variables,
            clauses: round.clauses,
            files_seconds: round.io_time.wall.as_secs_f64(),
            files_cpu_seconds: round.io_time.cpu.as_secs_f64(),
            solver_seconds: round.solver_time.as_secs_f64(),
            solver_cpu_seconds: round.solver_cpu.map(|cpu| cpu.as_secs_f64()),
            solver_peak_kb: round.solver_peak_kb,
            relaxations: round.relaxations,
            fractional_cuts: round.fractional_cuts,
            swept: round.swept,
            repaired: round.repaired,
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
