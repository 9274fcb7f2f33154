//! The results of `encycle presolve` and `encycle grade`: what follows without search.

use std::time::Duration;

use encycle_encodings::grid::Grid;
use encycle_encodings::presolve::{PresolveStep, PresolveVerdict, Presolved};
use serde::{Deserialize, Serialize};

use crate::deduce::{Grade, Level, techniques};
use crate::puzzle::Puzzle;
use crate::report::puzzle::PuzzleSize;

/// The verdict of a deduction without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DeductionVerdict {
    /// The only solution was found.
    Solved,
    /// There is no solution.
    NoSolution,
    /// Some edges or values remain open.
    Open,
}

impl DeductionVerdict {
    /// Returns the name used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::NoSolution => "no-solution",
            Self::Open => "open",
        }
    }
}

impl From<&PresolveVerdict> for DeductionVerdict {
    fn from(verdict: &PresolveVerdict) -> Self {
        match verdict {
            PresolveVerdict::Solved(_) => Self::Solved,
            PresolveVerdict::Contradiction => Self::NoSolution,
            PresolveVerdict::Open => Self::Open,
        }
    }
}

/// The edges that the presolver fixes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PresolveReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = PresolveReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The kind of the puzzle.
    pub kind: String,
    /// The size of the puzzle.
    pub size: PuzzleSize,
    /// The verdict.
    pub verdict: DeductionVerdict,
    /// The number of edges of the grid.
    pub edge_count: usize,
    /// The names of the edges that are lines in every solution.
    pub lines: Vec<String>,
    /// The names of the edges that are lines in no solution.
    pub empty: Vec<String>,
    /// The steps.
    pub steps: PresolveSteps,
    /// The wall time of the presolver.
    pub seconds: f64,
}

/// The steps of the presolver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum PresolveSteps {
    /// The number of steps.
    Count(usize),
    /// With `--steps`: the steps in order.
    List(Vec<PresolveStepFields>),
}

/// One step of the presolver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PresolveStepFields {
    /// The name of the rule.
    pub rule: String,
    /// The place where the rule was applied, as text.
    pub place: String,
    /// The reason why the rule holds.
    pub reason: String,
    /// The new facts, as text. Empty for a contradiction.
    pub facts: Vec<String>,
    /// The numbers of the earlier steps from which the facts follow, from 1.
    pub from: Vec<u32>,
}

impl PresolveStepFields {
    /// Describes a step on a grid.
    #[must_use]
    pub fn new(grid: Grid, step: &PresolveStep<'_>) -> Self {
        Self {
            rule: step.rule.name().to_owned(),
            place: step.place.to_string(),
            reason: step.rule.reason().to_owned(),
            facts: step.facts.iter().map(|fact| fact.words(grid)).collect(),
            from: step.from.iter().map(|from| from + 1).collect(),
        }
    }
}

impl PresolveReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-presolve-1";

    /// Describes the result of the presolver for the puzzle `name`, with the number of steps.
    #[must_use]
    pub fn new(name: &str, puzzle: &Puzzle, presolved: &Presolved, time: Duration) -> Self {
        let named = |wanted: bool| -> Vec<String> {
            let edges = presolved.edges.iter().enumerate();
            let fixed = edges.filter(|(_, fixed)| **fixed == Some(wanted));
            fixed.map(|(edge, _)| puzzle.atom_name(edge)).collect()
        };
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            kind: puzzle.kind().name().to_owned(),
            size: puzzle.extent().into(),
            verdict: (&presolved.verdict).into(),
            edge_count: presolved.edges.len(),
            lines: named(true),
            empty: named(false),
            steps: PresolveSteps::Count(presolved.trace.len()),
            seconds: time.as_secs_f64(),
        }
    }

    /// Adds the steps on the puzzle's grid.
    #[must_use]
    pub fn with_steps(self, grid: Grid, presolved: &Presolved) -> Self {
        let steps = presolved.trace.steps().map(|step| PresolveStepFields::new(grid, &step));
        Self { steps: PresolveSteps::List(steps.collect()), ..self }
    }
}

/// The difficulty of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GradeReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = GradeReport::SCHEMA)))]
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
    pub verdict: DeductionVerdict,
    /// The lowest level that solves the puzzle. Null if none does.
    pub level: Option<Level>,
    /// The techniques that were applied, simplest first.
    pub techniques: Vec<TechniqueUse>,
    /// With `--steps`: the steps in order. Missing otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<GradeStep>>,
    /// The wall time, including the levels below.
    pub seconds: f64,
}

/// How often a technique was applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TechniqueUse {
    /// The name of the technique.
    pub name: String,
    /// The number of applications.
    pub times: usize,
}

/// One step of a grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GradeStep {
    /// The name of the technique.
    pub technique: String,
    /// The place where it was applied and the facts that follow, as text.
    pub words: String,
}

impl GradeReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-grade-1";

    /// Describes the grade of the puzzle `name`, without the steps.
    #[must_use]
    pub fn new(name: &str, puzzle: &Puzzle, grade: &Grade, time: Duration) -> Self {
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            kind: puzzle.kind().name().to_owned(),
            size: puzzle.extent().into(),
            variant: puzzle.variant().map(str::to_owned),
            verdict: (&grade.deduced.verdict).into(),
            level: grade.level,
            techniques: uses(puzzle, grade),
            steps: None,
            seconds: time.as_secs_f64(),
        }
    }

    /// Adds the steps.
    #[must_use]
    pub fn with_steps(self, grade: &Grade) -> Self {
        let steps = grade.deduced.steps.iter().map(|step| GradeStep {
            technique: step.technique.to_owned(),
            words: step.words.clone(),
        });
        Self { steps: Some(steps.collect()), ..self }
    }
}

/// Returns the techniques that were applied, simplest first.
fn uses(puzzle: &Puzzle, grade: &Grade) -> Vec<TechniqueUse> {
    let mut uses: Vec<TechniqueUse> = Vec::new();
    for step in &grade.deduced.steps {
        match uses.iter_mut().find(|one| one.name == step.technique) {
            Some(one) => one.times += 1,
            None => uses.push(TechniqueUse { name: step.technique.to_owned(), times: 1 }),
        }
    }
    let order = techniques(puzzle.kind());
    uses.sort_by_key(|one| order.iter().position(|technique| technique.name == one.name));
    uses
}
