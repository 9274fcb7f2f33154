//! A solver's saved output, turned into a solution and a verdict on the puzzle.
//!
//! Needed are the puzzle, the map of the formula and the output; no encoder, and no solver. Nothing
//! is believed but that a formula has no model: what a model says is checked against all rules.

mod error;
mod reading;

use encycle_encodings::encoding::Completeness;
use encycle_encodings::grid::Edge;
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::loops::{drawn, walks};
use encycle_encodings::puzzle::{BrokenRule, Instance as _, Solution};

use crate::formats::map::VariableMap;
use crate::puzzle::Puzzle;
use encycle_solvers::answers::{dialect_of, mistaken_for_output};
use encycle_solvers::{Dialect, SolverStatus, VariableNames};

pub use error::{DecodeError, MapError};
pub use reading::{EdgeCellConflict, ModelReading, read_atoms};

/// The one column of a program that would have none, which readers do not take.
const STAND_IN: &str = "none";

/// What an output says of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// There is a model; whether it is a solution is in [`DecodedModel::broken`].
    Model(Box<DecodedModel>),
    /// The formula has no model, says the solver.
    NoSolution,
    /// The formula has no model, says the solver; but its encoding leaves out solutions, perhaps all.
    LeftOut,
    /// The solver did not know.
    Unknown {
        /// The line, from 1, and why, in the solver's words where it has any.
        why: Option<(usize, String)>,
    },
}

/// What a model says, and how that stands to the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedModel {
    /// What should be a solution.
    pub solution: Solution,
    /// The rule that it breaks; `None` if it is a solution.
    pub broken: Option<BrokenRule>,
    /// If `single-loop` is the broken rule: the loops, each as its edges in order.
    pub loops: Vec<Vec<Edge>>,
    /// The first of the loops that is a solution by itself.
    pub alone: Option<Vec<Edge>>,
    /// The first variable that the broken rule's description names.
    pub offender: Option<Variable>,
    /// Number of variables to which the output gives no value; they are taken as false.
    pub missing: usize,
    /// If those without a value are all that follow some variable: the first of them, from 1. The
    /// output may be of a smaller formula.
    pub missing_from: Option<usize>,
    /// Number of variables.
    pub variables: usize,
    /// The output lacks the 0 that ends a model, so it may be cut off.
    pub unfinished: bool,
    /// Where the edges and the cells of the model contradict each other.
    pub disagreement: Option<EdgeCellConflict>,
}

/// A variable of the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its number, from 1: that of its literal, or the place of its column.
    pub number: usize,
    /// Its name in the map.
    pub name: String,
}

/// Whether a map is one of this kind of puzzle and of this size.
///
/// # Errors
/// What the map says instead.
pub fn check_map(map: &VariableMap, puzzle: &Puzzle) -> Result<(), MapError> {
    let kind = puzzle.kind();
    if let Some(found) = map.fact("kind").filter(|&found| found != kind.name()) {
        return Err(MapError::Kind { found: found.to_owned(), wanted: kind });
    }
    let (found, wanted) = (map.extent().ok_or(MapError::NoSize)?, puzzle.extent());
    if found != wanted {
        return Err(MapError::Size { found, wanted });
    }
    Ok(())
}

/// The dialect of an output, told from its content.
///
/// # Errors
/// It is none of those known.
pub fn recognise(output: &str) -> Result<Dialect, DecodeError> {
    dialect_of(output).ok_or_else(|| {
        let first = output.trim_start();
        let hint = match mistaken_for_output(output) {
            Some(hint) => hint,
            None if first.is_empty() => "it is empty",
            None if first.starts_with("encycle-map ") => "this is a map: name it with --map",
            None if first.starts_with('{') => {
                "this may be the output of `encycle solve --json`: `encycle check` reads it"
            }
            None => "name it with --dialect if it is one",
        };
        DecodeError::NoDialect { hint }
    })
}

/// Reads an output and judges it.
///
/// # Errors
/// The output makes no sense or has no answer, or the map does not name all atoms (for loops on a grid:
/// neither all edges nor all cells).
///
/// ```
/// use encycle::decode::{Decoded, decode, recognise};
/// use encycle::formats::{self, map};
///
/// let puzzle = formats::read("slitherlink 1 2\n3.\n", None)?.puzzle;
/// let map = map::read("encycle-map 1\nkind slitherlink\nsize 1 2\n1 in_1_1\n2 in_1_2\n")?;
/// let output = "s SATISFIABLE\nv 1 2 0\n";
/// let Decoded::Model(told) = decode(&puzzle, &map, recognise(output)?, output)? else {
///     unreachable!()
/// };
/// assert_eq!(told.broken, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode(
    puzzle: &Puzzle,
    map: &VariableMap,
    dialect: Dialect,
    output: &str,
) -> Result<Decoded, DecodeError> {
    let literals = dialect.kind() == encycle_solvers::SolverKind::Sat;
    let stand_in = [STAND_IN.to_owned()];
    let names = match literals {
        true => VariableNames::Numbered(map.names().len()),
        false if map.names().is_empty() => VariableNames::Columns(&stand_in),
        false => VariableNames::Columns(map.names()),
    };
    let parsed = dialect.read(output, names).map_err(|bad| match of_other_side(map, dialect) {
        Some(hint) => DecodeError::OtherSide { bad, hint },
        None => DecodeError::Bad(bad),
    })?;
    let model = match parsed.status {
        None => return Err(DecodeError::NoAnswer { dialect }),
        Some(SolverStatus::Unsatisfiable) if leaves_out_all(map, puzzle) => {
            return Ok(Decoded::LeftOut);
        }
        Some(SolverStatus::Unsatisfiable) => return Ok(Decoded::NoSolution),
        Some(SolverStatus::Unknown) => return Ok(Decoded::Unknown { why: parsed.reason }),
        Some(SolverStatus::Satisfiable(model)) => model,
    };
    let ModelReading { solution, disagreement } = read_atoms(map, puzzle, &model)?;
    let broken = puzzle.check(&solution).err();
    let (loops, alone) = match (&broken, puzzle) {
        (Some(broken), Puzzle::Slitherlink(puzzle)) if broken.rule == "single-loop" => {
            let loops = walks(puzzle.graph(), solution.atoms()).into_iter().map(|walk| walk.edges);
            let mut loops: Vec<_> = loops.collect();
            loops.iter_mut().for_each(|edges| edges.sort_unstable());
            let alone = solution_among(puzzle, &loops).cloned();
            (loops, alone)
        }
        _ => Default::default(),
    };
    let missing = model.iter().filter(|value| value.is_none()).count();
    let given = model.len() - missing;
    Ok(Decoded::Model(Box::new(DecodedModel {
        solution,
        offender: broken.as_ref().and_then(|broken| offender(map, broken)),
        broken,
        loops,
        alone,
        missing,
        missing_from: (missing > 0 && model[given..].iter().all(Option::is_none))
            .then_some(given + 1),
        variables: model.len(),
        unfinished: literals && !parsed.complete,
        disagreement,
    })))
}

/// Why the map may not belong to the output: it is that of the formula, and the output answers the
/// linear program, or the other way round.
fn of_other_side(map: &VariableMap, dialect: Dialect) -> Option<&'static str> {
    match (map.fact("side"), dialect.kind()) {
        (Some("dimacs"), encycle_solvers::SolverKind::Mip) => {
            Some("the map is of a DIMACS file: take the one written with the LP file")
        }
        (Some("lp"), encycle_solvers::SolverKind::Sat) => {
            Some("the map is of an LP file: take the one written with the DIMACS file")
        }
        _ => None,
    }
}

/// The first variable that the description of a broken rule names.
fn offender(map: &VariableMap, broken: &BrokenRule) -> Option<Variable> {
    let text = broken.to_string();
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let named = |word: &str| map.names().iter().position(|name| name == word);
    words.find_map(|word| {
        named(word).map(|index| Variable { number: index + 1, name: word.to_owned() })
    })
}

/// Whether the map is of an encoding whose lack of models says nothing.
fn leaves_out_all(map: &VariableMap, puzzle: &Puzzle) -> bool {
    let encoding = map.fact("encoding").and_then(|name| puzzle.encoding(name).ok());
    encoding.is_some_and(|one| one.completeness() == Completeness::Underapproximation)
}

/// The first loop that is a solution by itself.
fn solution_among<'a>(puzzle: &Slitherlink, loops: &'a [Vec<Edge>]) -> Option<&'a Vec<Edge>> {
    // each check walks over the whole graph, and a large model has thousands of loops: only those at
    // a clue that every solution touches are worth it
    let touched = puzzle.hints().iter().find(|hint| hint.count > 0);
    let may_do = |edges: &[Edge]| {
        touched.is_none_or(|hint| hint.edges.iter().any(|edge| edges.binary_search(edge).is_ok()))
    };
    loops
        .iter()
        .filter(|edges| may_do(edges))
        .find(|edges| puzzle.check(&drawn(puzzle.graph(), edges)).is_ok())
}
