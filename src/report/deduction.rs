//! The results of `encycle grade`: what follows without search.

use std::time::Duration;

use encycle_encodings::presolve::PresolveVerdict;
use serde::{Deserialize, Serialize};

use crate::deduce::{DeductionStep, Grade, Level, techniques};
use crate::puzzle::Puzzle;
use crate::report::puzzle::PuzzleSize;
use crate::solve::{Solve, SolveError, Verdict};

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

impl From<&PresolveVerdict> for DeductionVerdict {
    fn from(verdict: &PresolveVerdict) -> Self {
        match verdict {
            PresolveVerdict::Solved(_) => Self::Solved,
            PresolveVerdict::Contradiction => Self::NoSolution,
            PresolveVerdict::Open => Self::Open,
        }
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
    /// The lowest level that solves the puzzle; with `--level`, that level. Null if the puzzle is not solved.
    pub level: Option<Level>,
    /// What a solver says of a puzzle that no level solves: `unique` if it needs guessing, else `several` or `no-solution`;
    /// `unknown` after ten seconds. Null otherwise, and with `--level`.
    pub search: Option<Verdict>,
    /// The techniques that were applied, simplest first.
    pub techniques: Vec<TechniqueUse>,
    /// With `--steps`: the steps in order. Missing otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<GradeStep>>,
    /// With `--steps`: the names of the atoms that the steps prove to be in all solutions. If there is no solution, those
    /// on the way to the contradiction. Missing otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_all: Option<Vec<String>>,
    /// With `--steps`: the names of the atoms that the steps prove to be in no solution. Missing otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_none: Option<Vec<String>>,
    /// The number of atoms of the puzzle, such as edges.
    pub atom_count: usize,
    /// The wall time, including the levels below unless `--level` skips them.
    pub seconds: f64,
}

/// How often a technique was applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TechniqueUse {
    /// The name of the technique.
    pub name: String,
    /// The reason why its conclusion holds in every solution.
    pub meaning: String,
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
    /// The place, if it is a single one.
    pub place: Option<String>,
    /// The literals that follow: names of atoms, with a `-` before absent ones. Empty for a step that only narrows the
    /// possibilities, and for a contradiction.
    pub facts: Vec<String>,
    /// The numbers of the earlier steps from which the facts follow, from 1, if the technique keeps them.
    pub from: Vec<usize>,
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
            search: None,
            techniques: uses(puzzle, grade),
            steps: None,
            in_all: None,
            in_none: None,
            atom_count: puzzle.atom_count(),
            seconds: time.as_secs_f64(),
        }
    }

    /// Asks the built-in solver whether a puzzle that no level solves has exactly one solution, for at most ten seconds. Only
    /// then it needs guessing.
    ///
    /// # Errors
    /// The solver fails.
    pub fn with_search(self, puzzle: &Puzzle) -> Result<Self, SolveError> {
        if self.verdict != DeductionVerdict::Open {
            return Ok(self);
        }
        let outcome = Solve::new(puzzle).unique().timeout(Duration::from_secs(10)).run()?;
        Ok(Self { search: Some(outcome.verdict()), ..self })
    }

    /// Adds the steps, and what they derive.
    #[must_use]
    pub fn with_steps(self, puzzle: &Puzzle, grade: &Grade) -> Self {
        let derived = grade.deduced.derived();
        let named = |wanted: bool| -> Vec<String> {
            let atoms = derived.iter().enumerate().filter(|(_, known)| **known == Some(wanted));
            atoms.map(|(atom, _)| puzzle.atom_name(atom)).collect()
        };
        let steps = grade.deduced.steps.iter().map(|step| GradeStep::new(puzzle, step));
        Self {
            steps: Some(steps.collect()),
            in_all: Some(named(true)),
            in_none: Some(named(false)),
            ..self
        }
    }
}

impl GradeStep {
    fn new(puzzle: &Puzzle, step: &DeductionStep) -> Self {
        let literal = |&(atom, value): &(usize, bool)| {
            format!("{}{}", if value { "" } else { "-" }, puzzle.atom_name(atom))
        };
        Self {
            technique: step.technique.to_owned(),
            words: step.words.clone(),
            place: step.place.map(|place| place.to_string()),
            facts: step.facts.iter().map(literal).collect(),
            from: step.from.iter().map(|from| from + 1).collect(),
        }
    }
}

/// Returns the techniques that were applied, simplest first.
fn uses(puzzle: &Puzzle, grade: &Grade) -> Vec<TechniqueUse> {
    let order = techniques(puzzle.kind());
    let mut uses: Vec<TechniqueUse> = Vec::new();
    for step in &grade.deduced.steps {
        match uses.iter_mut().find(|one| one.name == step.technique) {
            Some(one) => one.times += 1,
            None => {
                let known = order.iter().find(|one| one.name == step.technique);
                let meaning = known.map_or("", |one| one.meaning).to_owned();
                uses.push(TechniqueUse { name: step.technique.to_owned(), meaning, times: 1 });
            }
        }
    }
    uses.sort_by_key(|one| order.iter().position(|technique| technique.name == one.name));
    uses
}
