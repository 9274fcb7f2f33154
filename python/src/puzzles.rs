//! What the commands do with puzzles besides solving them: check, grade, thin, repair, convert and draw.

use encycle::deduce::{DeduceError, Deducer, Grade as RustGrade, Level, TechniqueSet, techniques};
use encycle::encodings::puzzle::Solution as FoundSolution;
use encycle::encodings::suggest;
use encycle::formats::{self, PuzzleFormat};
use encycle::generate::{
    self, GenerateError, RepairOptions, RepairOutcome, Strategy, Symmetry, ThinOutcome,
};
use encycle::puzzle::Puzzle;
use encycle::render::{Charset, Picture, svg, text as text_picture};
use encycle::report::{DeductionVerdict, GradeReport};
use encycle::solve::Verdict;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::arguments::{duration, natural, one_of, puzzle};
use crate::errors::{generate_error, invalid, puzzle_error, rule_error};
use crate::solution::Solution;

/// A solution as a text, or a solution that Encycle found.
#[derive(FromPyObject)]
pub enum GivenSolution<'py> {
    Found(PyRef<'py, Solution>),
    Text(String),
}

impl GivenSolution<'_> {
    fn of(&self, py: Python<'_>, puzzle: &Puzzle) -> PyResult<FoundSolution> {
        match self {
            Self::Text(text) => {
                formats::read_solution(text, puzzle).map_err(|error| puzzle_error(py, &error))
            }
            Self::Found(solution) if solution.belongs_to(puzzle) => Ok(solution.found().clone()),
            Self::Found(_) => Err(invalid(
                "the solution is that of another puzzle\nhelp: give the solution of this puzzle",
            )),
        }
    }
}

fn given_solution<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<GivenSolution<'py>>> {
    one_of(value, "a solution\nhelp: give a `Solution`, or a text that `encycle check` reads")
}

/// Checks a solution against the rules of a puzzle.
///
/// Args:
///     text: the puzzle in any format.
///     solution: a `Solution`, or a text that `encycle check` reads, such as a picture; the default is the solution that
///         the text of the puzzle contains, as the formats janko, pzprv3 and csv can.
///
/// Returns:
///     The solution.
///
/// Raises:
///     PuzzleError: a text is malformed.
///     RuleError: the solution breaks a rule.
///     ValueError: there is no solution to check.
#[pyfunction]
#[pyo3(signature = (text, solution=None))]
pub fn check(
    py: Python<'_>,
    text: &str,
    #[pyo3(from_py_with = given_solution)] solution: Option<GivenSolution<'_>>,
) -> PyResult<Solution> {
    let parsed = formats::read(text, None).map_err(|error| puzzle_error(py, &error))?;
    let solution = match (solution, parsed.solution) {
        (Some(solution), _) => solution.of(py, &parsed.puzzle)?,
        (None, Some(solution)) => solution,
        (None, None) => {
            return Err(invalid(format!(
                "no solution to check in this text\nhelp: give the solution: {}",
                formats::solution_help(&parsed.puzzle)
            )));
        }
    };
    parsed.puzzle.check(&solution).map_err(|broken| rule_error(py, &broken))?;
    Ok(Solution::new(&parsed.puzzle, solution))
}

/// Draws a puzzle, with a solution if one is given. The solution is not checked.
///
/// Args:
///     text: the puzzle in any format.
///     solution: a `Solution`, or a text that `encycle check` reads.
///     svg: whether the picture is SVG instead of text.
///     ascii: whether a picture as text has ASCII characters only.
///
/// Raises:
///     PuzzleError: a text is malformed.
///     ValueError: the solution is that of another puzzle.
#[pyfunction]
#[pyo3(signature = (text, solution=None, *, svg=false, ascii=false))]
pub fn render(
    py: Python<'_>,
    text: &str,
    #[pyo3(from_py_with = given_solution)] solution: Option<GivenSolution<'_>>,
    svg: bool,
    ascii: bool,
) -> PyResult<String> {
    let puzzle = puzzle(py, text)?;
    let solution = solution.map(|solution| solution.of(py, &puzzle)).transpose()?;
    Ok(drawn(&puzzle, solution.as_ref(), svg, ascii))
}

fn drawn(
    puzzle: &Puzzle,
    solution: Option<&FoundSolution>,
    is_svg: bool,
    is_ascii: bool,
) -> String {
    let picture = Picture::new(&**puzzle, solution);
    match (is_svg, is_ascii) {
        (true, _) => svg(&picture),
        (false, true) => text_picture(&picture, Charset::Ascii),
        (false, false) => text_picture(&picture, Charset::Unicode),
    }
}

/// Converts a puzzle to another format.
///
/// Args:
///     text: the puzzle in any format.
///     to: a format of `encycle.FORMATS`, or `picture` or `svg`.
///     canonical: whether to write the canonical form, which is equal for rotated and reflected puzzles.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     ValueError: the format does not exist, or cannot express the puzzle.
#[pyfunction]
#[pyo3(signature = (text, to, *, canonical=false))]
pub fn convert(py: Python<'_>, text: &str, to: &str, canonical: bool) -> PyResult<String> {
    let mut puzzle = puzzle(py, text)?;
    if canonical {
        puzzle = py.detach(|| puzzle.canonical());
    }
    match to {
        "picture" | "svg" => Ok(drawn(&puzzle, None, to == "svg", false)),
        _ => formats::write(&puzzle, format(to)?).map_err(invalid),
    }
}

fn format(name: &str) -> PyResult<PuzzleFormat> {
    name.parse().map_err(invalid)
}

/// A step of `grade`.
#[pyclass(module = "encycle", frozen, get_all)]
#[derive(Clone)]
pub struct Step {
    /// The name of the technique.
    technique: &'static str,
    /// Where it was applied and what follows, in words.
    words: String,
    /// The names of the atoms that follow, with a `-` before an atom that is in no solution.
    facts: Vec<String>,
    /// The indices of the earlier steps from which they follow, if the technique keeps them.
    sources: Vec<usize>,
}

#[pymethods]
impl Step {
    fn __str__(&self) -> String {
        match self.words.starts_with(self.technique) {
            true => self.words.clone(),
            false => format!("{}: {}", self.technique, self.words),
        }
    }

    fn __repr__(&self) -> String {
        format!("<encycle.Step: {}>", self.__str__())
    }
}

/// The difficulty of a puzzle. It iterates over its steps.
#[pyclass(module = "encycle", frozen, get_all)]
pub struct Grade {
    /// `solved`, `no-solution`, or `open` (the puzzle needs guessing, or has several solutions).
    verdict: &'static str,
    /// The lowest level that solves the puzzle, `easy`, `medium` or `hard`; None if none does.
    level: Option<&'static str>,
    /// How often each technique was applied, the simplest first.
    techniques: Vec<(String, usize)>,
    /// The steps in order.
    steps: Vec<Step>,
    /// The names of the atoms that are in all solutions.
    in_all: Vec<String>,
    /// The names of the atoms that are in no solution.
    in_none: Vec<String>,
    /// The picture of what the steps derive.
    picture: String,
}

#[pymethods]
impl Grade {
    fn __len__(&self) -> usize {
        self.steps.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.steps.clone().into_pyobject(py)?.try_iter()
    }

    fn __repr__(&self) -> String {
        let level = self.level.unwrap_or("no level");
        format!("<encycle.Grade: {}, {level}, {} steps>", self.verdict, self.steps.len())
    }
}

/// Rates the difficulty of a puzzle: the lowest level whose techniques solve it without guessing.
///
/// Args:
///     text: the puzzle in any format.
///     level: apply the techniques up to this level at once, instead of searching for the lowest level.
///     without: the names of techniques that are not applied.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     ValueError: a level or a technique does not exist, or the puzzle is too large.
#[pyfunction]
#[pyo3(signature = (text, *, level=None, without=Vec::new()))]
pub fn grade(
    py: Python<'_>,
    text: &str,
    level: Option<&str>,
    without: Vec<String>,
) -> PyResult<Grade> {
    let puzzle = puzzle(py, text)?;
    let known: Vec<&str> = techniques(puzzle.kind()).iter().map(|one| one.name).collect();
    if let Some(name) = without.iter().find(|name| !known.contains(&name.as_str())) {
        let help = suggest::help(name, &known);
        return Err(invalid(format!(
            "`{name}` is not a technique of {}\nhelp: {help}",
            puzzle.kind()
        )));
    }
    let level: Option<Level> = level.map(str::parse).transpose().map_err(invalid)?;
    let set = |level| TechniqueSet::up_to(level).without(&without);
    let graded = py.detach(|| {
        let Some(level) = level else {
            return encycle::deduce::grade_with(&puzzle, &set(Level::Hard));
        };
        let deduced = Deducer::with(&puzzle, set(level)).deduce(&puzzle)?;
        let is_solved = DeductionVerdict::from(&deduced.verdict) == DeductionVerdict::Solved;
        Ok::<_, DeduceError>(RustGrade { level: is_solved.then_some(level), deduced })
    });
    let graded = graded.map_err(invalid)?;
    let report = GradeReport::new("", &puzzle, &graded, std::time::Duration::ZERO);
    let report = report.with_steps(&puzzle, &graded);
    let literal = |&(atom, value): &(usize, bool)| {
        format!("{}{}", if value { "" } else { "-" }, puzzle.atom_name(atom))
    };
    let steps = graded.deduced.steps.iter().map(|step| Step {
        technique: step.technique,
        words: step.words.clone(),
        facts: step.facts.iter().map(literal).collect(),
        sources: step.from.clone(),
    });
    let picture = Picture::partial(&*puzzle, &graded.deduced.derived());
    Ok(Grade {
        verdict: match report.verdict {
            DeductionVerdict::Solved => "solved",
            DeductionVerdict::NoSolution => "no-solution",
            DeductionVerdict::Open => "open",
        },
        level: report.level.map(Level::name),
        techniques: report.techniques.into_iter().map(|one| (one.name, one.times)).collect(),
        steps: steps.collect(),
        in_all: report.in_all.unwrap_or_default(),
        in_none: report.in_none.unwrap_or_default(),
        picture: text_picture(&picture, Charset::Unicode),
    })
}

/// The result of `thin`.
#[pyclass(module = "encycle", frozen, get_all)]
pub struct ThinResult {
    /// `unique`, `several`, or `no-solution`.
    verdict: &'static str,
    /// The text of the puzzle with fewer clues; None if it does not have exactly one solution.
    puzzle: Option<String>,
    /// The names of the clues that are each superfluous.
    superfluous: Vec<String>,
    /// The number of clues of the given puzzle.
    clues: usize,
    /// The number of clues that are kept.
    kept: usize,
}

#[pymethods]
impl ThinResult {
    fn __repr__(&self) -> String {
        format!("<encycle.ThinResult: {}, {} of {} clues>", self.verdict, self.kept, self.clues)
    }
}

/// Returns an item of a list by its name.
fn named<T: Copy>(
    what: &str,
    all: &[T],
    name_of: fn(T) -> &'static str,
    name: &str,
) -> PyResult<T> {
    let known: Vec<&str> = all.iter().map(|&one| name_of(one)).collect();
    all.iter().copied().find(|&one| name_of(one) == name).ok_or_else(|| {
        invalid(format!("unknown {what}: `{name}`\nhelp: {}", suggest::help(name, &known)))
    })
}

/// Removes superfluous clues from a puzzle with exactly one solution.
///
/// Args:
///     text: the puzzle in any format.
///     strategy: which clues are removed, such as `multi-branch` (the default) or `minimum` (as few clues as possible are
///         kept).
///     symmetry: the symmetry of the clues that is kept, such as `rotate2`; the default is `none`.
///     seed: the seed of the random choices.
///     to: the format of the result.
///     timeout: the limit on the wall-clock time in seconds.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     ValueError: an argument is invalid, or the clues of this kind cannot be removed one by one.
///     TimeoutError: the time limit was reached.
///     SolverError: the solver failed.
#[pyfunction]
#[pyo3(signature = (text, *, strategy="multi-branch", symmetry="none", seed=1, to="plain", timeout=None))]
pub fn thin(
    py: Python<'_>,
    text: &str,
    strategy: &str,
    symmetry: &str,
    #[pyo3(from_py_with = natural)] seed: u64,
    to: &str,
    timeout: Option<f64>,
) -> PyResult<ThinResult> {
    let (puzzle, to) = (puzzle(py, text)?, format(to)?);
    let strategy = named("strategy", &Strategy::ALL, Strategy::name, strategy)?;
    let symmetry = named("symmetry", &Symmetry::ALL, Symmetry::name, symmetry)?;
    let options = RepairOptions { timeout: duration(timeout)?, ..RepairOptions::default() };
    let thinned = py.detach(|| generate::thin(&puzzle, strategy, symmetry, seed, &options));
    let none = |verdict: Verdict| ThinResult {
        verdict: verdict.name(),
        puzzle: None,
        superfluous: Vec::new(),
        clues: 0,
        kept: 0,
    };
    Ok(match thinned.map_err(|error| generate_error(&error))? {
        ThinOutcome::NoSolution => none(Verdict::NoSolution),
        ThinOutcome::Several(..) => none(Verdict::Several),
        ThinOutcome::Unique { superfluous, clues, puzzle, kept, .. } => ThinResult {
            puzzle: Some(formats::write(&puzzle, to).map_err(invalid)?),
            superfluous,
            clues,
            kept,
            ..none(Verdict::Unique)
        },
    })
}

/// The result of `repair`.
#[pyclass(module = "encycle", frozen, get_all)]
pub struct RepairResult {
    /// `unique` (no repair is needed), `several`, or `no-solution`.
    verdict: &'static str,
    /// The text of the repaired puzzle: without the clues in `removed`, and with those in `added`. None if no repair is needed or
    /// possible.
    puzzle: Option<String>,
    /// For `no-solution`: the names of clues that contradict each other.
    contradiction: Vec<String>,
    /// For `no-solution`: the names of the fewest clues without which there is a solution; None if clues cannot help.
    removed: Option<Vec<String>>,
    /// For `several`, and without the clues in `removed`: the names of the fewest clues that make one of the solutions unique;
    /// None if there are none, or none are needed.
    added: Option<Vec<String>>,
    /// The solutions that were examined.
    solutions: Vec<Py<Solution>>,
    /// Whether these are all solutions.
    complete: bool,
}

#[pymethods]
impl RepairResult {
    fn __repr__(&self) -> String {
        format!("<encycle.RepairResult: {}>", self.verdict)
    }
}

/// Finds why a puzzle does not have exactly one solution, and the fewest clues that repair it.
///
/// Args:
///     text: the puzzle in any format.
///     solutions: the number of solutions to examine; if there are more, one of the others may need fewer clues.
///     to: the format of the result.
///     timeout: the limit on the wall-clock time in seconds.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     ValueError: an argument is invalid, or the clues of this kind cannot be removed one by one.
///     TimeoutError: the time limit was reached.
///     SolverError: the solver failed.
#[pyfunction]
#[pyo3(signature = (text, *, solutions=20, to="plain", timeout=None))]
pub fn repair(
    py: Python<'_>,
    text: &str,
    #[pyo3(from_py_with = natural)] solutions: usize,
    to: &str,
    timeout: Option<f64>,
) -> PyResult<RepairResult> {
    let (puzzle, to) = (puzzle(py, text)?, format(to)?);
    if solutions < 2 {
        return Err(invalid(format!("solutions: {solutions}\nhelp: examine at least 2 solutions")));
    }
    let options = RepairOptions { timeout: duration(timeout)?, ..RepairOptions::default() };
    let repaired = py.detach(|| generate::repair(&puzzle, solutions, &options));
    let written = |puzzle: &Puzzle| formats::write(puzzle, to).map_err(invalid);
    let object = |one: &FoundSolution| Py::new(py, Solution::new(&puzzle, one.clone()));
    let unique = |solutions| RepairResult {
        verdict: Verdict::Unique.name(),
        puzzle: None,
        contradiction: Vec::new(),
        removed: None,
        added: None,
        solutions,
        complete: true,
    };
    let repaired = repaired.map_err(|error| generate_error(&error))?;
    if let Some(limit) = repaired.limit() {
        return Err(generate_error(&GenerateError::Limit(limit.to_owned())));
    }
    let mended = repaired.mended().map(written).transpose()?;
    let added = repaired.added_clues().map(<[String]>::to_vec);
    Ok(match repaired {
        RepairOutcome::Unique(solution) => unique(vec![object(&solution)?]),
        RepairOutcome::Contradiction { clues, removed, .. } => RepairResult {
            verdict: Verdict::NoSolution.name(),
            puzzle: mended,
            contradiction: clues,
            removed: removed.map(|(clues, _)| clues),
            added,
            ..unique(Vec::new())
        },
        RepairOutcome::Several { solutions, is_all, .. } => RepairResult {
            verdict: Verdict::Several.name(),
            puzzle: mended,
            added,
            complete: is_all,
            ..unique(solutions.iter().map(object).collect::<PyResult<_>>()?)
        },
    })
}

/// Returns the names of the encodings of a puzzle, the default first.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
#[pyfunction]
pub fn encodings(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    Ok(puzzle(py, text)?.encoding_names())
}
