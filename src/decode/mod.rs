//! A solver's saved output, turned into lines and a verdict on the puzzle.
//!
//! Needed are the puzzle, the map of the formula and the output; no encoder, and no solver. Nothing
//! is believed but that a formula has no model: lines are checked against all rules.

mod error;
mod lines;

use encycle_encodings::connectivity::{Broken, Lines, LoopPuzzle};
use encycle_encodings::grid::Edge;

use crate::formats::map::Map;
use crate::puzzle::Kind;
use crate::solvers::read::{dialect_of, mistaken_for_output, read_file};
use crate::solvers::{self, Dialect, Names, Reply};

pub use error::{DecodeError, MapError};
pub use lines::{Disagreement, Reading, read_lines};

/// What an output says of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// There is a model; whether it is a solution is in [`Drawing::broken`].
    Drawn(Box<Drawing>),
    /// The formula has no model, says the solver.
    NoSolution,
    /// The solver did not know.
    Unknown,
}

/// The lines of a model, and how they stand to the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The lines.
    pub lines: Lines,
    /// The rule that they break; `None` if they are a solution.
    pub broken: Option<Broken>,
    /// If `single-loop` is the broken rule: the loops, each as its edges in order.
    pub loops: Vec<Vec<Edge>>,
    /// The first of the loops that is a solution by itself.
    pub solution: Option<Vec<Edge>>,
    /// Number of variables to which the output gives no value; they are taken as false.
    pub missing: usize,
    /// Number of variables.
    pub variables: usize,
    /// The output lacks the 0 that ends a model, so it may be cut off.
    pub unfinished: bool,
    /// Where the edges and the cells of the model contradict each other.
    pub disagreement: Option<Disagreement>,
}

/// Whether a map is one of this kind of puzzle and of this size.
///
/// # Errors
/// What the map says instead.
pub fn check_map(map: &Map, kind: Kind, puzzle: &dyn LoopPuzzle) -> Result<(), MapError> {
    if let Some(found) = map.fact("kind").filter(|&found| found != kind.name()) {
        return Err(MapError::Kind { found: found.to_owned(), wanted: kind });
    }
    let (found, wanted) = (map.grid().ok_or(MapError::NoSize)?, puzzle.grid());
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
        let hint = match mistaken_for_output(output) {
            Some(hint) => hint,
            None if output.trim().is_empty() => "it is empty",
            None => "name it with --dialect if it is one",
        };
        DecodeError::NoDialect { hint }
    })
}

/// Reads an output and judges it.
///
/// # Errors
/// The output makes no sense or has no answer, or the map names neither all edges nor all cells.
///
/// ```
/// use encycle::decode::{Decoded, decode, recognise};
/// use encycle::formats::map;
/// use encycle_encodings::puzzles::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3."])?;
/// let map = map::read("encycle-map 1\nkind slitherlink\nsize 1 2\n1 in_1_1\n2 in_1_2\n")?;
/// let output = "s SATISFIABLE\nv 1 2 0\n";
/// let Decoded::Drawn(drawing) = decode(&puzzle, &map, recognise(output)?, output)? else {
///     unreachable!()
/// };
/// assert_eq!(drawing.broken, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode(
    puzzle: &dyn LoopPuzzle,
    map: &Map,
    dialect: Dialect,
    output: &str,
) -> Result<Decoded, DecodeError> {
    let literals = dialect.kind() == solvers::Kind::Sat;
    let names = match literals {
        true => Names::Numbered(map.names().len()),
        false => Names::Columns(map.names()),
    };
    let answer = read_file(dialect, output, names)?;
    let model = match answer.reply {
        None => return Err(DecodeError::NoAnswer { dialect }),
        Some(Reply::Unsatisfiable) => return Ok(Decoded::NoSolution),
        Some(Reply::Unknown) => return Ok(Decoded::Unknown),
        Some(Reply::Model(model)) => model,
    };
    let Reading { lines, disagreement } = read_lines(map, puzzle.grid(), &model)?;
    let broken = puzzle.check(&lines).err();
    let mut loops = match &broken {
        Some(broken) if broken.rule == "single-loop" => lines.loops(),
        _ => Vec::new(),
    };
    loops.iter_mut().for_each(|edges| edges.sort_unstable());
    Ok(Decoded::Drawn(Box::new(Drawing {
        solution: solution_among(puzzle, &loops).cloned(),
        lines,
        broken,
        loops,
        missing: model.iter().filter(|value| value.is_none()).count(),
        variables: model.len(),
        unfinished: literals && !answer.complete,
        disagreement,
    })))
}

/// The first loop that is a solution by itself.
fn solution_among<'a>(puzzle: &dyn LoopPuzzle, loops: &'a [Vec<Edge>]) -> Option<&'a Vec<Edge>> {
    let grid = puzzle.grid();
    // each check walks over the whole grid, and a large model has thousands of loops: only those at
    // a cell that every solution touches are worth it
    let touched = puzzle.certainly_beyond(&|_| false).map(|cell| grid.cell_edges(cell));
    let may_do = |edges: &[Edge]| {
        touched.is_none_or(|touched| touched.iter().any(|edge| edges.binary_search(edge).is_ok()))
    };
    loops
        .iter()
        .filter(|edges| may_do(edges))
        .find(|edges| puzzle.check(&Lines::from_edges(grid, edges)).is_ok())
}
