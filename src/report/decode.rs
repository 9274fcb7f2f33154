//! The result of `encycle decode`.

use std::collections::BTreeMap;

use encycle_encodings::grid::Edge;
use encycle_encodings::puzzle::{BrokenRule, Solution, SolutionForm};
use serde::{Deserialize, Serialize};

use crate::decode::{Decoded, DecodedModel, Variable};
use crate::formats::map::VariableMap;
use crate::problem::Problem;
use crate::puzzle::Puzzle;
use crate::report::puzzle::{FailedVerdict, PuzzleSize, columns, graphs, rows};
use encycle_solvers::Dialect;

/// What `encycle decode --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum DecodeLine {
    /// The result.
    Result(Box<DecodeReport>),
    /// The puzzle, the map or the output cannot be read.
    Failed(FailedDecode),
}

/// The meaning of a solver's output for a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DecodeReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = DecodeReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The output as named on the command line.
    pub output: String,
    /// The kind of the puzzle.
    pub kind: String,
    /// The size of the puzzle.
    pub size: PuzzleSize,
    /// The variant of the rules in force, if the kind has several.
    pub variant: Option<String>,
    /// The verdict.
    pub verdict: DecodeVerdict,
    /// The reason why the verdict is not `solved`.
    pub reason: Option<String>,
    /// Always null: an unreadable input has an object without a result.
    pub error: Option<String>,
    /// The dialect of the output.
    pub dialect: String,
    /// The name of the encoding according to the map. Null if the map has none.
    pub encoding: Option<String>,
    /// The CNF method according to the map. Null if the map has none.
    pub cnf: Option<String>,
    /// The model on the puzzle, also if it breaks a rule.
    #[serde(flatten)]
    pub solution: DecodedSolution,
    /// For `rule-broken`: the rule.
    pub broken: Option<BrokenRuleFields>,
    /// If `single-loop` is the broken rule: the names of the edges of each loop.
    pub loops: Option<Vec<Vec<String>>>,
    /// The edges of the first loop that is a solution by itself, if there is one.
    pub solution_edges: Option<Vec<String>>,
    /// The number of variables without a value in the output, which are read as false. Null without a model.
    pub missing: Option<usize>,
    /// Other irregularities of the output, as text.
    pub notes: Vec<String>,
    /// For a model with an objective: its value. Missing otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<f64>,
    /// For a model: the values of its integer and continuous columns, by name. Missing if there are none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub columns: BTreeMap<String, f64>,
    /// For a model: the drawn edges of each graph of its rules, by name. Missing if there are none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub graphs: BTreeMap<String, Vec<String>>,
}

/// The verdict on a solver's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DecodeVerdict {
    /// The model is a solution.
    Solved,
    /// The solver reports that the formula has no model, and it excludes the only solution.
    Unique,
    /// The model is a solution, and the formula excludes another one.
    Several,
    /// The model breaks a rule of the puzzle.
    RuleBroken,
    /// The solver reports that the formula has no model.
    NoSolution,
    /// The solver reports that the objective of a model improves without end.
    Unbounded,
    /// The output does not decide the puzzle.
    Unknown,
}

impl DecodeVerdict {
    /// Returns the name used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unique => "unique",
            Self::Several => "several",
            Self::RuleBroken => "rule-broken",
            Self::NoSolution => "no-solution",
            Self::Unbounded => "unbounded",
            Self::Unknown => "unknown",
        }
    }
}

/// The decoded model under the key of the puzzle's form; null if the output has no model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DecodedSolution {
    /// The names of the drawn edges, as in a map file.
    Edges(Option<Vec<String>>),
    /// Rows of cell values, 0 for an empty cell.
    Cells(Option<Vec<Vec<u32>>>),
    /// The names of the true atoms, for kinds with neither edges nor cell values.
    Atoms(Option<Vec<String>>),
}

impl DecodedSolution {
    /// Returns the field of a model, or the null field of the puzzle's form.
    #[must_use]
    pub fn new(problem: &dyn Problem, solution: Option<&Solution>) -> Self {
        let names =
            |one: &Solution| one.true_atoms().map(|atom| problem.atom_label(atom)).collect();
        match problem.as_encodable().form() {
            SolutionForm::Edges => Self::Edges(solution.map(names)),
            SolutionForm::Atoms => Self::Atoms(solution.map(names)),
            SolutionForm::Values { grid, values } => {
                Self::Cells(solution.map(|one| rows(grid, values, one)))
            }
        }
    }
}

/// A rule that a model breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct BrokenRuleFields {
    /// The name of the rule.
    pub rule: String,
    /// The place, as text, with rows and columns counted from 1.
    pub place: String,
    /// The violation found there, as text.
    pub found: String,
}

impl From<&BrokenRule> for BrokenRuleFields {
    fn from(broken: &BrokenRule) -> Self {
        Self {
            rule: broken.rule.to_owned(),
            place: broken.place.to_string(),
            found: broken.violation.clone(),
        }
    }
}

/// A puzzle, map or output that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FailedDecode {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = DecodeReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The output as named on the command line.
    pub output: String,
    /// Always `failed`.
    pub verdict: FailedVerdict,
    /// The error, with the name of the input and the position.
    pub error: String,
}

impl FailedDecode {
    /// Describes an error in the puzzle, the map or the output.
    #[must_use]
    pub fn new(puzzle: &str, output: &str, error: impl ToString) -> Self {
        Self {
            schema: DecodeReport::SCHEMA.to_owned(),
            puzzle: puzzle.to_owned(),
            output: output.to_owned(),
            verdict: FailedVerdict::Failed,
            error: error.to_string(),
        }
    }
}

impl DecodeReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-decode-1";

    /// Describes a decoded output. `name` and `output` are the puzzle and the output as named by the user.
    #[must_use]
    pub fn new(
        name: &str,
        output: &str,
        problem: &dyn Problem,
        map: &VariableMap,
        dialect: Dialect,
        decoded: &Decoded,
    ) -> Self {
        let puzzle = problem.as_encodable();
        let model = match decoded {
            Decoded::Model(model) => Some(&**model),
            _ => None,
        };
        let names = |edges: &Vec<Edge>| -> Vec<String> {
            edges.iter().map(|edge| puzzle.atom_name(edge.index())).collect()
        };
        let loops = model.map(|model| &model.loops).filter(|loops| !loops.is_empty());
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            output: output.to_owned(),
            kind: problem.kind_name().to_owned(),
            size: puzzle.extent().into(),
            variant: puzzle.variant().map(str::to_owned),
            verdict: verdict(decoded),
            reason: reason(decoded),
            error: None,
            dialect: dialect.name().to_owned(),
            encoding: map.fact("encoding").map(str::to_owned),
            cnf: map.fact("cnf").map(str::to_owned),
            solution: DecodedSolution::new(problem, model.map(|model| &model.solution)),
            broken: model.and_then(|model| model.broken.as_ref()).map(BrokenRuleFields::from),
            loops: loops.map(|loops| loops.iter().map(names).collect()),
            solution_edges: model.and_then(|model| model.loop_solution.as_ref()).map(names),
            missing: model.map(|model| model.missing),
            notes: model.map_or_else(Vec::new, |model| notes(problem, map, model)),
            objective: model.and_then(|model| model.objective),
            columns: model.map(|model| columns(problem, &model.others)).unwrap_or_default(),
            graphs: model.map(|model| graphs(problem, &model.solution)).unwrap_or_default(),
        }
    }
}

fn verdict(decoded: &Decoded) -> DecodeVerdict {
    match decoded {
        Decoded::Model(model) if model.broken.is_some() => DecodeVerdict::RuleBroken,
        Decoded::Model(model) if model.is_second => DecodeVerdict::Several,
        Decoded::Model(_) => DecodeVerdict::Solved,
        Decoded::NoSolution => DecodeVerdict::NoSolution,
        Decoded::NoSecondSolution => DecodeVerdict::Unique,
        Decoded::Unbounded { .. } => DecodeVerdict::Unbounded,
        Decoded::NotEncoded | Decoded::NoneInPart { .. } | Decoded::Unknown { .. } => {
            DecodeVerdict::Unknown
        }
    }
}

/// Returns the reason if the verdict is not `solved`.
fn reason(decoded: &Decoded) -> Option<String> {
    match decoded {
        Decoded::Model(model) if model.broken.is_none() && model.is_second => Some(
            "the formula excludes a known solution, and this is another one".to_owned(),
        ),
        Decoded::Model(model) => model.broken.as_ref().map(ToString::to_string),
        Decoded::NoSecondSolution => Some(
            "the formula has no model, according to the solver. It excludes a known solution of the puzzle, \
             which is therefore the only one"
                .to_owned(),
        ),
        Decoded::NoneInPart { part } => Some(format!(
            "the formula has no model, according to the solver, but it covers only a part of the solutions: {part}"
        )),
        Decoded::NoSolution => Some(
            "the formula has no model, according to the solver. Every solution of the puzzle \
             satisfies the formula (which may leave a rule to cuts), so the puzzle \
             has no solution either"
                .to_owned(),
        ),
        Decoded::NotEncoded => Some(
            "the formula has no model, according to the solver, but the encoding leaves out \
             solutions of the puzzle, possibly all of them"
                .to_owned(),
        ),
        Decoded::Unbounded { reason } => {
            reason.as_ref().map(|(line, why)| format!("line {line}: {why}"))
        }
        Decoded::Unknown { reason: Some((line, why)) } => {
            Some(format!("the solver reported no result: line {line}: {why}"))
        }
        Decoded::Unknown { reason: None } => Some("the solver reported no result".to_owned()),
    }
}

/// Returns notes on the output that go beyond the verdict.
fn notes(problem: &dyn Problem, map: &VariableMap, model: &DecodedModel) -> Vec<String> {
    let mut notes = Vec::new();
    if model.missing > 0 {
        notes.push(format!(
            "{} of {} variables have no value and count as false",
            model.missing, model.variables
        ));
    }
    if let Some(first) = model.missing_from.filter(|&first| first > 1) {
        notes.push(format!(
            "these are all variables from {first} on: the output may belong to a smaller formula, unless \
             the solver omits variables that occur in no clause"
        ));
    }
    if let Some(Variable { number, name }) = &model.violating_variable {
        notes.push(format!("{name} is variable {number}"));
    }
    if model.truncated {
        notes.push("the model does not end with 0: the output may be truncated".to_owned());
    }
    notes.extend(model.disagreement.map(|found| found.to_string()));
    if model.broken.is_some() && !may_break_rules(problem, map, model) {
        notes.push(
            "a model of this puzzle's formula cannot break this rule: the output is truncated or \
             belongs to another puzzle or encoding, or the solver is wrong"
                .to_owned(),
        );
    }
    notes
}

/// Returns whether a model of the formula can break the rule, because the formula leaves the rule to cuts.
fn may_break_rules(problem: &dyn Problem, map: &VariableMap, model: &DecodedModel) -> bool {
    let encoding = map.fact("encoding").map(|name| problem.encoding(name));
    match problem.as_puzzle() {
        Some(Puzzle::Slitherlink(_)) => !model.loops.is_empty(),
        None if encoding.is_none() => problem.as_model().is_some_and(|own| own.has_rules()),
        _ => encoding.is_some_and(|encoding| encoding.is_ok_and(|one| !one.is_exact())),
    }
}
