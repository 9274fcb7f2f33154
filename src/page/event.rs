//! Events: the answers of the engine.

use encycle_solvers::SolverKind;
use serde::{Deserialize, Serialize};

use crate::page::{Board, BoardLayout, FormulaChoice, Marks, Spot};
use crate::report::{
    CountReport, GradeReport, LintedFile, RepairReport, SizesReport, SolveReport, ThinReport,
};

/// An event of a job. A job ends with exactly one of `done` and `failed`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// What the engine can do.
    About(Box<About>),
    /// The solvers.
    Solvers {
        /// The solvers, the built-in ones first.
        solvers: Vec<SolverView>,
    },
    /// A puzzle to show.
    Board(Box<Board>),
    /// A text to save.
    File {
        /// A name for the file.
        name: String,
        /// Its content.
        text: String,
    },
    /// The result of a check.
    Checked(Box<Checked>),
    /// The next step.
    Hint(Box<Hint>),
    /// How many solutions a puzzle has.
    Analysis(Box<Analysis>),
    /// What was thinned or repaired.
    Report(Box<ClueReport>),
    /// The difficulty of an example.
    Level {
        /// The name of the example.
        name: String,
        /// The lowest level of techniques that solves it; null if none does.
        level: Option<String>,
    },
    /// The difficulty.
    Grade {
        /// The grade, with the steps.
        grade: Box<GradeReport>,
    },
    /// The number of solutions.
    Count {
        /// The count.
        count: Box<CountReport>,
    },
    /// A round of a run has ended.
    Round(Box<RoundView>),
    /// A run has ended.
    Run {
        /// The number of the run in the request, from 0.
        run: usize,
        /// Its result.
        result: Box<SolveReport>,
        /// The solutions that were found.
        solutions: Vec<Marks>,
        /// The result as text, with its limits and its solver.
        words: String,
    },
    /// The sizes of an encoding.
    Size {
        /// The sizes.
        size: Box<SizesReport>,
    },
    /// A chart of the sizes.
    Chart {
        /// An SVG picture.
        svg: String,
    },
    /// The clauses about a part of a puzzle.
    Clauses(Box<ClauseList>),
    /// Where a clause or row comes from.
    Explanation(Box<Explanation>),
    /// The findings in a file.
    Lint {
        /// The findings.
        lint: Box<LintedFile>,
    },
    /// A decoded solver output.
    Decoded {
        /// The verdict: `solution`, `unique`, `no-solution`, `not-a-solution` or `unknown`.
        verdict: String,
        /// The solution, or what the model draws.
        marks: Marks,
        /// The broken rule, or what else is to be said.
        words: String,
    },
    /// The job still runs.
    Progress {
        /// What it does.
        words: String,
    },
    /// The job has ended.
    Done {
        /// The wall time of the job.
        seconds: f64,
    },
    /// The job has failed.
    Failed {
        /// The error: what, where, and the fix.
        error: String,
        /// The line of the text in which the error is, from 1.
        line: Option<usize>,
        /// The column, from 1.
        column: Option<usize>,
    },
}

/// What the engine can do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct About {
    /// The version.
    pub version: String,
    /// Whether external solvers can be started.
    pub external: bool,
    /// The kinds of puzzles.
    pub kinds: Vec<KindView>,
    /// The CNF methods.
    pub cnf: Vec<String>,
    /// The cardinality methods.
    pub card: Vec<String>,
    /// The symmetries of generated puzzles.
    pub symmetries: Vec<String>,
    /// The difficulties of generated puzzles.
    pub difficulties: Vec<String>,
    /// The examples.
    pub examples: Vec<ExampleView>,
    /// The greatest number of rows and columns of a puzzle.
    pub max_side: usize,
}

/// A solver.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SolverView {
    /// The name.
    pub name: String,
    /// The kind of problem that it takes.
    pub kind: SolverKind,
    /// Whether it is built in.
    pub built_in: bool,
    /// Whether it can be used: it is built in or installed.
    pub installed: bool,
    /// The version; null if it is not known.
    pub version: Option<String>,
    /// The results of the probe; null for a built-in solver, and unless requested.
    pub probe: Option<ProbeView>,
}

/// The results of a probe.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProbeView {
    /// Whether the solver passed all cases.
    pub works: bool,
    /// The failed cases, or the capabilities: each with a name and its value in words.
    pub facts: Vec<(String, String)>,
}

/// A kind of puzzles.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct KindView {
    /// The name.
    pub name: String,
    /// The rules, in a sentence.
    pub rules: String,
    /// How the plain text spells what pictures show; empty if it looks like them.
    pub text_form: String,
    /// A small puzzle as plain text.
    pub sample: String,
    /// The variants of the rules.
    pub variants: Vec<String>,
    /// The arrangement of the plain text.
    pub layout: BoardLayout,
    /// Whether puzzles of the kind can be generated.
    pub generates: bool,
    /// The names of the techniques of `grade`, the simplest first.
    pub techniques: Vec<String>,
    /// Whether clues can be removed and added one by one, as `thin` and `repair` need it.
    pub has_clues: bool,
    /// Whether clues can be chosen for a drawn loop, as `loop-clues` does.
    pub has_loop_clues: bool,
}

/// An example.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ExampleView {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: String,
    /// The size, such as `6 x 8`; empty for a graph.
    pub size: String,
}

/// The result of a check.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Checked {
    /// Whether the marks are a solution.
    pub solved: bool,
    /// Whether the marks contain a mistake: they break a rule, or no solution agrees with them. Always false if
    /// mistakes were not requested.
    pub mistake: bool,
    /// The name of the broken rule, if it is one.
    pub rule: Option<String>,
    /// The result in words.
    pub words: String,
    /// Where it is.
    pub spot: Option<Spot>,
    /// Where further rules are broken.
    pub further: Vec<Spot>,
    /// The cells whose clues hold if nothing more is marked, if broken rules were requested.
    pub finished: Vec<usize>,
    /// The numbers of such clues at corners and outside the grid, as in the notes of the board.
    pub finished_notes: Vec<usize>,
}

/// The next step of a player.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Hint {
    /// Where to look first, in words; empty if there is no step.
    pub place: String,
    /// Whether the marks contain a mistake, which the words describe.
    pub mistake: bool,
    /// The technique; null if none suffices, and the fact was found by search.
    pub technique: Option<String>,
    /// Its level: `easy`, `medium` or `hard`.
    pub level: Option<String>,
    /// What it says in general.
    pub meaning: String,
    /// Who described it.
    pub source: String,
    /// Where it applies and what follows.
    pub words: String,
    /// Earlier steps on which it rests, in words, that fix no atom by themselves.
    pub because: Vec<String>,
    /// The new facts. Empty if there is nothing left to say.
    pub facts: Marks,
    /// Where to look.
    pub spot: Option<Spot>,
}

/// How many solutions a puzzle has.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// `no-solution`, `unique`, `several` or `unknown`.
    pub verdict: String,
    /// The solutions that were found: none, one or two.
    pub solutions: Vec<Marks>,
    /// What all solutions share. Empty if this is not known.
    pub common: Marks,
    /// The atoms in which the two solutions differ.
    pub differ: Vec<usize>,
    /// The result in words.
    pub words: String,
}

/// What was thinned or repaired.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClueReport {
    /// The result in words.
    pub words: String,
    /// The superfluous clues.
    pub thin: Option<ThinReport>,
    /// The contradiction or the added clues.
    pub repair: Option<RepairReport>,
}

/// A round of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RoundView {
    /// The number of the run in the request, from 0.
    pub run: usize,
    /// The number of the round, from 1.
    pub round: usize,
    /// The number of variables, or of LP columns.
    pub variables: usize,
    /// The number of clauses, or of LP rows, cuts included.
    pub clauses: usize,
    /// The wall time of the solver in this round.
    pub solver_seconds: f64,
    /// The wall time of the run up to the end of this round.
    pub seconds: f64,
    /// Whether there is a model.
    pub has_model: bool,
    /// The model; null without a model, and if rounds come faster than they can be shown.
    pub model: Option<Vec<usize>>,
    /// The separate lines of the model, as lists of vertices of the board's points; a loop ends with its first vertex.
    pub walks: Vec<Vec<usize>>,
    /// The cuts that follow.
    pub cuts: Vec<CutView>,
    /// The number of cuts, if not all are listed.
    pub cut_count: usize,
}

/// A cut.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CutView {
    /// The kind: `loop`, `leave` or `separator`.
    pub kind: String,
    /// Why it is sound.
    pub reason: String,
    /// The number of its literals.
    pub length: usize,
    /// Its first literals, with a minus sign before those that are false if their variable is true.
    pub literals: Vec<String>,
    /// The atoms among them.
    pub atoms: Vec<usize>,
    /// The cells whose variable for inside and outside is among them, row by row.
    pub cells: Vec<usize>,
}

/// The clauses about a part of a puzzle.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClauseList {
    /// The part in words.
    pub words: String,
    /// The clauses, at most 300.
    pub clauses: Vec<ClauseView>,
    /// The number of all of them.
    pub count: usize,
    /// The number of clauses of the formula.
    pub of: usize,
}

/// A clause.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClauseView {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The clause with variable names.
    pub text: String,
    /// The rule family.
    pub rule: String,
    /// Where the rule applies.
    pub place: String,
}

/// Where a clause or row comes from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// Its number, from 1.
    pub number: usize,
    /// The number of clauses or rows.
    pub of: usize,
    /// The clause or row with variable names.
    pub text: String,
    /// The rule family.
    pub rule: String,
    /// What the rule says.
    pub meaning: String,
    /// Where the rule applies.
    pub place: String,
    /// The constraint as a phrase.
    pub constraint: String,
    /// The step of the lowering.
    pub step: String,
    /// Auxiliary variables, each with the subformula that defines it.
    pub auxiliary: Vec<(String, String)>,
    /// How the formula was made.
    pub formula: FormulaChoice,
    /// The paper and equation.
    pub source: String,
    /// The atoms with a positive literal, and those with a negative one.
    pub literals: Marks,
    /// Where to look.
    pub spot: Option<Spot>,
}
