//! The decoding of a solver's saved output into a solution and a verdict on the puzzle.
//!
//! Decoding needs the puzzle or the user's own model, the map of the formula and the output, but neither an encoder nor a
//! solver. A model of the formula is checked against all rules, whereas the result that a formula has no model is used
//! unchecked.

mod error;
mod reading;

use encycle_encodings::export::MapTarget;
use encycle_encodings::grid::Edge;
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::logic::{OtherColumn, ProgramColumn};
use encycle_encodings::model::Model;
use encycle_encodings::puzzle::{BrokenRule, Instance as _, Solution};
use encycle_encodings::rules::one_loop::{drawn, walks};

use crate::formats::map::{
    self, NO_SECOND_SOLUTION, NO_SOLUTION, UNDER_APPROXIMATION, UNSAT, VariableMap,
};
use crate::problem::Problem;
use crate::puzzle::Puzzle;
use encycle_solvers::answers::{dialect_of, mistaken_for_output, without_escapes};
use encycle_solvers::{
    Dialect, OutputError, ParsedOutput, SolverKind, SolverStatus, VariableNames,
};

pub use error::{DecodeError, MapError};
pub(crate) use reading::inside_cells;
pub use reading::inside_name;
pub use reading::{EdgeCellConflict, ModelReading, read_atoms};

/// The only column of a linear program without variables. It exists because programs reject a linear program without
/// columns.
const STAND_IN: &str = "none";

/// The result of decoding an output.
#[derive(Clone, Debug, PartialEq)]
pub enum Decoded {
    /// The output contains a model. [`DecodedModel::broken`] states whether it is a solution.
    Model(Box<DecodedModel>),
    /// The solver reports that the formula has no model, so the puzzle has no solution.
    NoSolution,
    /// The solver reports that the formula has no model. The formula excludes a known solution, so there is no second
    /// solution.
    NoSecondSolution,
    /// The solver reports that the formula has no model. Nothing follows, because the encoding excludes some solutions,
    /// possibly all.
    NotEncoded,
    /// The solver reports that the formula has no model. According to the map, the formula covers only a part of the
    /// solutions.
    NoneInPart {
        /// The part, such as `cube 3 of 8`.
        part: String,
    },
    /// The solver reports that the objective of a user's own model improves without end.
    Unbounded {
        /// The line of the output, from 1, and the reason in the solver's wording, if any.
        reason: Option<(usize, String)>,
    },
    /// The solver reports no result.
    Unknown {
        /// The line of the output, from 1, and the reason in the solver's wording, if any.
        reason: Option<(usize, String)>,
    },
}

impl Decoded {
    /// Returns the solution; `None` if there is no model, or the model breaks a rule.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 1 2\n3.\n".parse()?;
    /// let map = "encycle-map 1\nkind slitherlink\nsize 1 2\n1 in_1_1\n2 in_1_2\n";
    /// // no loop at all is around the 3
    /// let decoded = decode_output(&puzzle, map, "s SATISFIABLE\nv -1 -2 0\n")?;
    /// assert_eq!(decoded.solution(), None);
    /// let Decoded::Model(model) = decoded else { unreachable!() };
    /// assert!(model.broken.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Model(model) if model.broken.is_none() => Some(&model.solution),
            _ => None,
        }
    }
}

/// A model, mapped to the puzzle and checked against its rules.
#[derive(Clone, Debug, PartialEq)]
pub struct DecodedModel {
    /// The candidate solution.
    pub solution: Solution,
    /// The rule that the candidate breaks; `None` if it is a solution.
    pub broken: Option<BrokenRule>,
    /// The loops of the candidate, each as its sorted edges, if the broken rule is `single-loop`.
    pub loops: Vec<Vec<Edge>>,
    /// The first of the loops that is a solution by itself.
    pub loop_solution: Option<Vec<Edge>>,
    /// The first variable that the description of the broken rule names.
    pub violating_variable: Option<Variable>,
    /// The number of variables without a value in the output; they are read as false.
    pub missing: usize,
    /// The first variable without a value, from 1, if no later variable has a value. The output may then belong to a
    /// smaller formula.
    pub missing_from: Option<usize>,
    /// The number of variables.
    pub variables: usize,
    /// Whether the 0 at the end of the model is missing; the output may be truncated.
    pub truncated: bool,
    /// The first contradiction between the edges and the cells of the model.
    pub disagreement: Option<EdgeCellConflict>,
    /// Whether the formula excludes a known solution, so that the model is a second solution.
    pub is_second: bool,
    /// For a user's own model with an objective: its value.
    pub objective: Option<f64>,
    /// For a user's own model: the values of its integer and continuous columns.
    pub others: Vec<f64>,
}

/// A variable of the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The number, from 1: the number of its literal, or the position of its column.
    pub number: usize,
    /// The name in the map.
    pub name: String,
}

/// Checks that a map is for the puzzle's kind and size.
///
/// # Errors
/// Returns [`MapError::Kind`], [`MapError::NoSize`] or [`MapError::Size`] if the map is for another kind or size.
pub fn check_map(map: &VariableMap, problem: &dyn Problem) -> Result<(), MapError> {
    let kind = problem.kind_name();
    if let Some(found) = map.fact("kind").filter(|&found| found != kind) {
        return Err(MapError::Kind { found: found.to_owned(), wanted: kind });
    }
    let (found, wanted) = (map.extent().ok_or(MapError::NoSize)?, problem.as_encodable().extent());
    if found != wanted {
        return Err(MapError::Size { found, wanted });
    }
    Ok(())
}

/// Determines the dialect of an output from its content.
///
/// # Errors
/// Returns [`DecodeError::NoAnswer`] if the output has comments only, and [`DecodeError::NoDialect`] if it is in no supported
/// dialect.
pub fn recognise(output: &str) -> Result<Dialect, DecodeError> {
    let output = &*without_escapes(output);
    dialect_of(output).ok_or_else(|| {
        let first = output.trim_start();
        let is_comment = |line: &str| line.split_whitespace().next().is_none_or(|word| word == "c");
        if !first.is_empty() && output.lines().all(is_comment) {
            return DecodeError::NoAnswer { dialect: Dialect::Competition };
        }
        let hint = match mistaken_for_output(output) {
            Some(hint) => hint,
            None if first.is_empty() => "it is empty",
            None if first.starts_with("encycle-map ") => "this is a map\nhelp: give it as the map, and the file that the solver wrote as the output",
            None => "it is in no supported dialect\nhelp: name its dialect",
        };
        DecodeError::NoDialect { hint }
    })
}

/// Returns the type of file whose map fits the outputs of a dialect.
///
/// ```
/// use encycle::decode::map_target;
/// use encycle::encodings::export::MapTarget;
/// use encycle::solvers::Dialect;
///
/// assert_eq!(map_target(Dialect::Highs), MapTarget::Lp);
/// ```
#[must_use]
pub fn map_target(dialect: Dialect) -> MapTarget {
    map_target_of(dialect.kind())
}

/// Returns the type of file whose map fits the solvers of a family.
#[must_use]
pub fn map_target_of(kind: SolverKind) -> MapTarget {
    match kind {
        SolverKind::Sat | SolverKind::MaxSat => MapTarget::Cnf,
        SolverKind::Mip => MapTarget::Lp,
        SolverKind::Pb => MapTarget::Opb,
    }
}

/// Decodes what a solver wrote for a formula, with the text of the formula's map
/// ([`write_variable_map`](crate::export::write_variable_map)): a SAT solver for a DIMACS or WCNF file, a MIP solver for an
/// LP or MPS file, or a pseudo-Boolean solver for an OPB file. The output itself shows which solver wrote it.
///
/// ```
/// use encycle::prelude::*;
///
/// let puzzle: Puzzle = "slitherlink 1 2\n3.\n".parse()?;
/// let map = "encycle-map 1\nkind slitherlink\nsize 1 2\n1 in_1_1\n2 in_1_2\n";
/// let decoded = decode_output(&puzzle, map, "s SATISFIABLE\nv 1 2 0\n")?;
/// let solution = decoded.solution().expect("a model that is a solution");
/// assert!(puzzle.check(solution).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the map is malformed or for another puzzle, or the output is malformed or contains no result.
pub fn decode_output(
    problem: &dyn Problem,
    map: &str,
    output: &str,
) -> Result<Decoded, DecodeError> {
    let map = map::read(map).map_err(|error| error.in_origin("<map>"))?;
    check_map(&map, problem)?;
    decode(problem, &map, recognise(output)?, output)
}

/// Decodes an output in a known dialect and checks its model. [`decode_output`] does all steps at once.
///
/// # Errors
/// Returns an error if the output is malformed or contains no result, or if the map does not name all atoms (for loops
/// on a grid: neither all edges nor all cells).
///
/// ```
/// use encycle::decode::{Decoded, decode, recognise};
/// use encycle::formats::{self, map};
///
/// let puzzle = formats::read("slitherlink 1 2\n3.\n", None)?.puzzle;
/// let map = map::read("encycle-map 1\nkind slitherlink\nsize 1 2\n1 in_1_1\n2 in_1_2\n")?;
/// let output = "s SATISFIABLE\nv 1 2 0\n";
/// let Decoded::Model(model) = decode(&puzzle, &map, recognise(output)?, output)? else {
///     unreachable!()
/// };
/// assert_eq!(model.broken, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode(
    problem: &dyn Problem,
    map: &VariableMap,
    dialect: Dialect,
    output: &str,
) -> Result<Decoded, DecodeError> {
    let (literals, count) = (dialect.kind() == SolverKind::Sat, map.names().len());
    let stand_in = [STAND_IN.to_owned()];
    let model = problem.as_model().filter(|_| dialect.kind() == SolverKind::Mip);
    let columns = model.map_or_else(FileColumns::default, |model| FileColumns::of(model, map));
    let names = match dialect.kind() {
        SolverKind::MaxSat => VariableNames::Numbered(own_variables(problem, map).unwrap_or(count)),
        SolverKind::Sat => VariableNames::Numbered(count),
        SolverKind::Pb => VariableNames::Opb(count),
        SolverKind::Mip if columns.names.len() > count => VariableNames::Program(&columns.names),
        SolverKind::Mip if count == 0 => VariableNames::Columns(&stand_in),
        SolverKind::Mip if map.fact("side") == Some(MapTarget::Opb.name()) => {
            VariableNames::Opb(count)
        }
        SolverKind::Mip if columns.names.is_empty() => VariableNames::Columns(map.names()),
        SolverKind::Mip => VariableNames::Columns(&columns.names),
    };
    let text = without_escapes(output);
    let parsed = match map.is_own() {
        true => dialect.read(&text, names),
        false => read_any(dialect, &text, names),
    };
    let parsed = parsed.map_err(|bad| {
        // an output without values shows no side
        let has_values =
            dialect.kind() == SolverKind::Mip || output.lines().any(|line| line.starts_with("v "));
        match of_other_side(map, dialect).filter(|_| has_values) {
            Some(hint) => DecodeError::OtherSide { bad, hint },
            None => DecodeError::Bad(bad),
        }
    })?;
    let model = match parsed.status {
        None => return Err(DecodeError::NoAnswer { dialect }),
        Some(SolverStatus::Unsatisfiable) => return Ok(without_model(map, problem)),
        Some(SolverStatus::Unknown) if parsed.is_unbounded && has_whole_objective(map, problem) => {
            return Ok(Decoded::Unbounded { reason: parsed.reason });
        }
        Some(SolverStatus::Unknown) => return Ok(Decoded::Unknown { reason: parsed.reason }),
        // the values of integer and continuous columns are those of the point
        Some(SolverStatus::Satisfiable(model)) => {
            let mut model = columns.in_order_of_map(model);
            model.truncate(count.max(stand_in.len()));
            model
        }
    };
    let point = parsed.point.map(|point| columns.in_order_of_map(point));
    let others = point.map_or_else(Vec::new, |point| point[count..].to_vec());
    let decoded = decode_point(problem, map, &model, others)?;
    check_objective(problem, &decoded, parsed.objective)?;
    let truncated = literals && !parsed.complete;
    Ok(Decoded::Model(Box::new(DecodedModel { truncated, ..decoded })))
}

/// The distance from an integer within which solvers report integers, and the relative error of the values that they print.
const ROUNDING: f64 = 1e-5;

/// The most decimals of the coefficients of an objective, which an OPB file has as integers.
const DECIMALS: i32 = 6;

/// Checks the value of the objective that an output states. A file may leave out the constant, which some programs read with the
/// other sign, minimize the negated objective, or multiply it by a power of ten.
fn check_objective(
    problem: &dyn Problem,
    decoded: &DecodedModel,
    stated: Option<f64>,
) -> Result<(), DecodeError> {
    let objective = problem.as_model().and_then(Model::objective);
    let (Some(objective), Some(found), Some(stated)) = (objective, decoded.objective, stated)
    else {
        return Ok(());
    };
    let booleans: Vec<f64> =
        decoded.solution.atoms().iter().map(|&value| f64::from(u8::from(value))).collect();
    let slack = |&(size, column): &(f64, ProgramColumn)| {
        size.abs() * column.value(&booleans, &decoded.others).abs().max(1.0)
    };
    let slack = objective.terms.iter().map(slack).sum::<f64>() + objective.constant.abs() + 1.0;
    let sum = found - objective.constant;
    let is_stated =
        (0..=DECIMALS).map(|decimals| stated.abs() / 10_f64.powi(decimals)).any(|one| {
            [0.0, objective.constant, -objective.constant]
                .iter()
                .any(|constant| ((sum + constant).abs() - one).abs() <= ROUNDING * slack)
        });
    match is_stated {
        true => Ok(()),
        false => {
            Err(DecodeError::Objective { stated: stated.to_string(), found: found.to_string() })
        }
    }
}

/// Reads an output. If its columns do not have these names, they may have the numbers that a fixed MPS file gives to the
/// same columns.
fn read_any(
    dialect: Dialect,
    output: &str,
    names: VariableNames<'_>,
) -> Result<ParsedOutput, OutputError> {
    dialect.read(output, names).or_else(|bad| {
        let numbered: Vec<String> = (1..=names.len()).map(|number| format!("x{number}")).collect();
        let names = match names {
            VariableNames::Columns(_) => VariableNames::Columns(&numbered),
            VariableNames::Program(_) => VariableNames::Program(&numbered),
            VariableNames::Numbered(_) | VariableNames::Opb(_) => return Err(bad),
        };
        dialect.read(output, names).map_err(|_| bad)
    })
}

/// The columns of a linear program, in the order of its file.
#[derive(Default)]
struct FileColumns {
    names: Vec<String>,
    /// The place of each among the variables of the map, which the integer and continuous columns follow.
    places: Vec<usize>,
}

impl FileColumns {
    fn of(model: &Model, map: &VariableMap) -> Self {
        let (names, count) = (all_columns(model, map), map.names().len());
        let place = |column: ProgramColumn| match column {
            ProgramColumn::Boolean(variable) => variable.idx(),
            ProgramColumn::Other(index) => count + index,
        };
        // a file that `encode` writes has the order of the map
        let places: Vec<usize> = match map.is_own() && count == model.variable_names().len() {
            true => model.file_order().into_iter().map(place).collect(),
            false => (0..names.len()).collect(),
        };
        Self { names: places.iter().map(|&place| names[place].clone()).collect(), places }
    }

    /// Returns the values of all columns, given in the order of the file, in that of the map.
    fn in_order_of_map<T: Clone>(&self, values: Vec<T>) -> Vec<T> {
        if self.places.is_sorted() || self.places.len() != values.len() {
            return values;
        }
        let mut ordered = values.clone();
        values.into_iter().zip(&self.places).for_each(|(value, &place)| ordered[place] = value);
        ordered
    }
}

/// Returns the names of all columns of a linear program: those of the map, and the integer and continuous columns.
fn all_columns(model: &Model, map: &VariableMap) -> Vec<String> {
    let count = map.names().len();
    let is_numbered = map.fact("side") == Some(MapTarget::Opb.name());
    let others = model.program().columns.iter().zip(model.column_names()).zip(count + 1..);
    let name = |((column, given), number): ((&OtherColumn, &String), usize)| match map.is_own() {
        true => given.clone(),
        false if is_numbered => format!("x{number}"),
        false => column.name.clone(),
    };
    let booleans = (1..).zip(map.names()).map(|(number, name)| match is_numbered {
        true => format!("x{number}"),
        false => name.clone(),
    });
    booleans.chain(others.map(name)).collect()
}

/// Returns the number of variables of a user's own WCNF file, which has no variables for soft clauses.
fn own_variables(problem: &dyn Problem, map: &VariableMap) -> Option<usize> {
    problem.as_model().filter(|_| map.is_own()).map(Model::own_variable_count)
}

/// Maps a model to the problem, and checks it. `model` contains the values of the variables of the map. A variable that
/// has no value, or is beyond the end of `model`, counts as false.
///
/// # Errors
/// Returns an error if the map does not name all atoms (for loops on a grid: neither all edges nor all cells).
pub fn decode_model(
    problem: &dyn Problem,
    map: &VariableMap,
    model: &[Option<bool>],
) -> Result<DecodedModel, MapError> {
    decode_point(problem, map, model, Vec::new())
}

/// Maps the values of all columns to the problem, and checks them.
fn decode_point(
    problem: &dyn Problem,
    map: &VariableMap,
    model: &[Option<bool>],
    mut others: Vec<f64>,
) -> Result<DecodedModel, MapError> {
    let ModelReading { solution, disagreement } = read_atoms(map, problem, model)?;
    if let Some(own) = problem.as_model() {
        own.program().round(&mut others);
    }
    let broken = match problem.as_model() {
        Some(own) => own.check_point(solution.atoms(), &others),
        None => problem.as_encodable().check(&solution),
    };
    let broken = broken.err();
    let objective = problem.as_model().and_then(|own| own.value(solution.atoms(), &others));
    let (loops, alone) = match (&broken, problem.as_puzzle()) {
        (Some(broken), Some(Puzzle::Slitherlink(puzzle))) if broken.rule == "single-loop" => {
            let loops = walks(puzzle.graph(), solution.atoms()).into_iter().map(|walk| walk.edges);
            let mut loops: Vec<_> = loops.collect();
            loops.iter_mut().for_each(|edges| edges.sort_unstable());
            let alone = solution_among(puzzle, &loops).cloned();
            (loops, alone)
        }
        _ => Default::default(),
    };
    let missing = model.iter().filter(|value| value.is_none()).count();
    let assigned = model.len() - missing;
    Ok(DecodedModel {
        solution,
        violating_variable: broken.as_ref().and_then(|broken| violating_variable(map, broken)),
        broken,
        loops,
        loop_solution: alone,
        missing,
        missing_from: (missing > 0 && model[assigned..].iter().all(Option::is_none))
            .then_some(assigned + 1),
        variables: model.len(),
        truncated: false,
        disagreement,
        is_second: map.fact(UNSAT) == Some(NO_SECOND_SOLUTION),
        objective,
        others,
    })
}

/// Returns a hint if the map belongs to the CNF formula and the output to the linear program, or vice versa.
fn of_other_side(map: &VariableMap, dialect: Dialect) -> Option<&'static str> {
    match (map.fact("side"), dialect.kind()) {
        (Some("dimacs"), SolverKind::Mip) => {
            Some("the map is for a DIMACS file; use the map written with the LP file")
        }
        (Some("dimacs"), SolverKind::Pb) => {
            Some("the map is for a DIMACS file; use the map written with the OPB file")
        }
        (Some("lp"), SolverKind::Sat | SolverKind::MaxSat) => {
            Some("the map is for an LP file; use the map written with the DIMACS file")
        }
        (Some("opb"), SolverKind::Sat | SolverKind::MaxSat) => {
            Some("the map is for an OPB file; use the map written with the DIMACS file")
        }
        _ => None,
    }
}

/// Returns the first variable that the description of a broken rule names.
fn violating_variable(map: &VariableMap, broken: &BrokenRule) -> Option<Variable> {
    let text = broken.to_string();
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let named = |word: &str| map.names().iter().position(|name| name == word);
    words.find_map(|word| {
        named(word).map(|index| Variable { number: index + 1, name: word.to_owned() })
    })
}

/// Returns what follows if the formula has no model. This is what the map states or, if it states nothing, what the
/// encoding implies.
fn without_model(map: &VariableMap, problem: &dyn Problem) -> Decoded {
    match map.fact(UNSAT) {
        Some(NO_SECOND_SOLUTION) => Decoded::NoSecondSolution,
        Some(UNDER_APPROXIMATION) => Decoded::NotEncoded,
        Some(NO_SOLUTION) | None if !leaves_out_all(map, problem) => Decoded::NoSolution,
        Some(NO_SOLUTION) | None => Decoded::NotEncoded,
        Some(part) => Decoded::NoneInPart { part: part.escape_debug().to_string() },
    }
}

/// Returns whether the objective of the map's formula is unbounded exactly if that of the problem is: no rule is left out,
/// without which the formula may have a solution and the problem none.
fn has_whole_objective(map: &VariableMap, problem: &dyn Problem) -> bool {
    let Some(model) = problem.as_model().filter(|model| model.objective().is_some()) else {
        return false;
    };
    let encoding = map.fact("encoding").and_then(|name| problem.encoding(name).ok());
    !model.has_rules() || (!map.is_own() && encoding.is_some_and(|one| one.is_whole()))
}

/// Returns whether the map's encoding may exclude all solutions, so that unsatisfiability implies nothing.
fn leaves_out_all(map: &VariableMap, problem: &dyn Problem) -> bool {
    let encoding = map.fact("encoding").and_then(|name| problem.encoding(name).ok());
    encoding.is_some_and(|one| !one.completeness().keeps_a_solution())
}

/// Returns the first loop that is a solution by itself.
fn solution_among<'a>(puzzle: &Slitherlink, loops: &'a [Vec<Edge>]) -> Option<&'a Vec<Edge>> {
    // each check visits the whole graph, and a large model has thousands of loops; so only the loops are checked that
    // touch a clue with a positive count, because every solution touches that clue
    let touched = puzzle.edge_clues().iter().find(|hint| hint.count > 0);
    let is_candidate = |edges: &[Edge]| {
        touched.is_none_or(|hint| hint.edges.iter().any(|edge| edges.binary_search(edge).is_ok()))
    };
    loops
        .iter()
        .filter(|edges| is_candidate(edges))
        .find(|edges| puzzle.check(&drawn(puzzle.graph(), edges)).is_ok())
}
