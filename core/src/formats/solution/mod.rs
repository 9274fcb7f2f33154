//! The reader of solutions. A solution is what `encycle solve` prints, as text or JSON, or a grid of inside cells, of
//! shaded cells or of values, or a list of names.
//!
//! On a general graph, a solution may also be walks as `encycle solve` lists them, such as `cycle: 1 2 3 1` or
//! `path: 1 2 3`.

use std::collections::HashMap;
use std::path::Path;

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::SolutionFamily;
use encycle_encodings::puzzle::{Solution, SolutionForm};
use encycle_encodings::rules::one_loop::EdgeSet;
use encycle_encodings::text::{Fault, Span, Text, counted};
use encycle_solvers::answers::without_escapes;
use serde_json::Value;

use crate::formats::source::{LoadError, load_text};
use crate::formats::{ParseError, other};
use crate::puzzle::{Puzzle, PuzzleKind};

mod model;
mod picture;

pub use model::{ModelPoint, read_model_solution};

/// Reads a candidate solution of a puzzle from a file, without checking it against the rules.
///
/// The file contains one of the following:
///
/// - The JSON that `encycle solve` prints; the solution is read from `edges`, `cells` or `atoms`.
/// - The text that `encycle solve` prints; the solution is read from the first picture.
/// - A text in which `#` starts a comment ([`solution_help`] describes it). For loops on a grid, it has one row of
///   characters for each row of cells: `x` (or `1`) inside the loop and `.` (or `-`, `0`) outside. For shaded cells, it
///   has `x` (or `1`) for a shaded cell. For values in cells, each row consists of digits, letters (`a` is 10) or
///   numbers separated by blanks, with `.` for an empty cell. For other puzzles, and for loops on a grid, too, the text
///   lists the names of the drawn edges, separated by blanks.
///
/// # Errors
/// Returns an error if the file cannot be read, or an error with line and column if its content is invalid.
pub fn load_solution(path: &Path, puzzle: &Puzzle) -> Result<Solution, LoadError> {
    let name = path.display().to_string();
    Ok(read_solution(&load_text(path)?, puzzle).map_err(|error| error.in_origin(name))?)
}

/// Reads a candidate solution of a puzzle from text, in the formats of [`load_solution`]. Escape sequences of terminals
/// are skipped, because a picture may be colored.
///
/// # Errors
/// Returns an error with line and column if the text is invalid.
pub fn read_solution(text: &str, puzzle: &Puzzle) -> Result<Solution, ParseError> {
    let text = &*without_escapes(text);
    let solution = match (puzzle.form(), puzzle.loop_grid()) {
        _ if text.trim_start().starts_with('{') => from_json(text, puzzle),
        _ if let Some(fault) = unusable(text) => Err(fault),
        _ if let Some(solution) = picture::read(text, puzzle) => solution,
        _ if let Some(solution) = read_walks(text, puzzle) => solution,
        _ if let Some(fault) = without_solution(text) => Err(fault),
        (_, Some(grid)) if !has_names(text) => from_inside(text, grid),
        (SolutionForm::Values { grid, .. }, _) if is_shading(puzzle) => from_shades(text, grid),
        (SolutionForm::Values { grid, values }, _) => from_values(text, grid, values),
        _ => from_names(text, puzzle),
    };
    solution.map_err(|Fault { offset, message }| {
        let help = match message.contains("\nhelp: ") {
            true => String::new(),
            false => format!("\nhelp: {}", solution_help(puzzle)),
        };
        ParseError::at(text, offset, message + &help)
    })
}

/// Returns whether a solution shades cells. The kind decides, because the cells of other small puzzles may have only one value,
/// too: the value of a Sudoku of one cell is 1, and a picture shows it as a number.
fn is_shading(puzzle: &Puzzle) -> bool {
    puzzle.kind().family() == SolutionFamily::Shading
}

/// Describes how a solution of this puzzle is written.
#[must_use]
pub fn solution_help(puzzle: &Puzzle) -> String {
    let text = match (puzzle.form(), puzzle.loop_grid()) {
        (_, Some(_)) => "rows of `x` for a cell inside the loop and `.` for one outside".to_owned(),
        _ if is_shading(puzzle) => "rows of `x` for a shaded cell and `.` for any other".to_owned(),
        (SolutionForm::Values { .. }, _) => "rows of values, with `.` for an empty cell".to_owned(),
        _ if puzzle.atom_count() > 0 => {
            format!("the names of the lines drawn, such as `{}`", puzzle.atom_name(0))
        }
        _ => "an empty text, since nothing can be drawn".to_owned(),
    };
    format!("write {text}; or use the output of `encycle solve`, as text or JSON")
}

/// Returns why an output of `encycle solve` cannot be read: it has no solution, or solutions of several puzzles.
fn unusable(text: &str) -> Option<Fault> {
    let whole = Span { text, offset: 0 };
    let lines = whole.split(|c| c == '\n');
    let mut verdicts = lines.filter_map(|line| Some((line, other::verdict(line.text)?)));
    let (first, verdict) = verdicts.next()?;
    if let Some((second, _)) = verdicts.next() {
        return Some(
            second.fault("a second result: the puzzle has one\nhelp: keep the lines of its result"),
        );
    }
    ["no-solution", "unknown", "failed"].contains(&verdict).then(|| {
        first.fault(format!("no solution to read: this is the output for the verdict {verdict}"))
    })
}

/// Returns the error for an output of `encycle solve` without a picture or walks. Otherwise, the result line would be read as
/// a row of cells.
fn without_solution(text: &str) -> Option<Fault> {
    let mut lines = (Span { text, offset: 0 }).split(|c| c == '\n');
    let result = lines.find(|line| other::verdict(line.text).is_some())?;
    Some(result.fault(
        "no picture of this puzzle below the result\n\
         help: give the whole output of `encycle solve`, as text or JSON",
    ))
}

/// Returns the lines of a text without comments, skipping blank lines and puzzle headers such as `sudoku 3 3`.
fn lines(text: &str) -> impl Iterator<Item = Span<'_>> {
    let is_header =
        |line: &Span<'_>| line.words().next().is_some_and(|first| PuzzleKind::is_name(first.text));
    let lines = Text(text).lines().map(Span::without_comment);
    lines.filter(move |line| !line.text.is_empty() && !is_header(line))
}

/// Returns whether a text of a loop around cells names its edges: no row of cells begins with another letter than `x`.
fn has_names(text: &str) -> bool {
    let first = lines(text).next().and_then(|line| line.text.chars().next());
    first.is_some_and(|first| first.is_ascii_alphabetic() && !first.eq_ignore_ascii_case(&'x'))
}

/// Reads a grid of cells inside and outside the loop.
fn from_inside(text: &str, grid: Grid) -> Result<Solution, Fault> {
    let read = |cell: Span<'_>| match cell.text {
        "x" | "X" | "1" => Ok(true),
        "." | "-" | "_" | "0" => Ok(false),
        _ => Err(cell.wrong("is not a cell")),
    };
    let cells = rectangle(text, grid, |line| line.chars().collect(), read)?;
    Ok(EdgeSet::around(grid, &cells).into())
}

/// Reads a grid of shaded and unshaded cells.
fn from_shades(text: &str, grid: Grid) -> Result<Solution, Fault> {
    let read = |cell: Span<'_>| match cell.text {
        "x" | "X" | "1" => Ok(true),
        "." | "-" | "_" | "0" => Ok(false),
        _ => Err(cell.wrong("is not a cell")),
    };
    Ok(Solution::new(rectangle(text, grid, |line| line.chars().collect(), read)?))
}

/// Reads a grid of values.
fn from_values(text: &str, grid: Grid, values: u32) -> Result<Solution, Fault> {
    let cols = grid.cols();
    let read = |cell: Span<'_>| match cell.text {
        "." | "-" | "_" | "0" | "x" => Ok(0),
        _ => cell.value(values),
    };
    Ok(Solution::of_values(&rectangle(text, grid, |line| line.cells(cols), read)?, values))
}

/// Reads the cells of a text, which must have as many rows and columns as the grid.
fn rectangle<'a, T>(
    text: &'a str,
    grid: Grid,
    cells: impl Fn(Span<'a>) -> Vec<Span<'a>>,
    read: impl Fn(Span<'a>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let mut found = Vec::with_capacity(grid.cell_count());
    let mut rows = 0;
    for line in lines(text) {
        rows += 1;
        let before = found.len();
        for cell in cells(line).into_iter().filter(|cell| !cell.text.trim().is_empty()) {
            found.push(read(cell)?);
        }
        let cells = found.len() - before;
        if rows > grid.rows() || cells != grid.cols() {
            let message = format!(
                "row {rows} has {}: the puzzle has {} of {}",
                counted(cells, "cell"),
                counted(grid.rows(), "row"),
                counted(grid.cols(), "cell")
            );
            return Err(line.fault(message));
        }
    }
    if rows < grid.rows() {
        let message = format!("only {}: the puzzle has {}", counted(rows, "row"), grid.rows());
        return Err(Text(text).fault_at_end(message));
    }
    Ok(found)
}

/// Reads a list of names of drawn edges.
fn from_names(text: &str, puzzle: &Puzzle) -> Result<Solution, Fault> {
    let numbers = atoms_by_name(puzzle);
    let mut atoms = vec![false; puzzle.atom_count()];
    for name in lines(text).flat_map(Span::words) {
        let atom = numbers.get(name.text).ok_or_else(|| name.fault(unknown(name.text, puzzle)))?;
        atoms[*atom] = true;
    }
    Ok(Solution::new(atoms))
}

/// Reads a text as one JSON value.
fn json(text: &str) -> Result<Value, Fault> {
    let fault = |message: String| Fault { offset: 0, message };
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let not_json =
        |error: &dyn std::fmt::Display| format!("not the JSON of `encycle solve`: {error}");
    let value = match values.next() {
        Some(Ok(value)) => value,
        Some(Err(error)) => return Err(fault(not_json(&error))),
        None => return Err(fault(not_json(&"the input is empty"))),
    };
    let offset = values.byte_offset();
    if values.next().is_some() {
        let message = "a second result: the puzzle has one".to_owned();
        let blank = text[offset..].len() - text[offset..].trim_start().len();
        return Err(Fault { offset: offset + blank, message });
    }
    Ok(value)
}

/// Reads the JSON of `encycle solve --json`.
fn from_json(text: &str, puzzle: &Puzzle) -> Result<Solution, Fault> {
    let fault = |message: String| Fault { offset: 0, message };
    let value = json(text)?;
    let key = puzzle.form().key();
    let list = value[key].as_array().ok_or_else(|| {
        fault(format!("the JSON has no `{key}`: only the result of a solved puzzle has it"))
    })?;
    if let SolutionForm::Values { grid, values } = puzzle.form() {
        let rows: Vec<&Vec<Value>> = list.iter().filter_map(Value::as_array).collect();
        if rows.len() != grid.rows() || rows.iter().any(|row| row.len() != grid.cols()) {
            let (rows, cols) = (grid.rows(), grid.cols());
            let (rows, cols) = (counted(rows, "array"), counted(cols, "number"));
            return Err(fault(format!("`cells` must be {rows} of {cols}")));
        }
        let number = |cell: &Value| match cell.as_u64().and_then(|cell| u32::try_from(cell).ok()) {
            Some(number) if number <= values => Ok(number),
            _ => Err(fault(format!(
                "{cell} is not a value: values are 1 to {values}, and 0 for an empty cell"
            ))),
        };
        let cells: Result<Vec<u32>, Fault> = rows.into_iter().flatten().map(number).collect();
        return Ok(Solution::of_values(&cells?, values));
    }
    let numbers = atoms_by_name(puzzle);
    let mut atoms = vec![false; puzzle.atom_count()];
    for name in list {
        let text = name.as_str().unwrap_or_default();
        let atom = numbers.get(text).ok_or_else(|| {
            let shown = name.to_string();
            fault(unknown(shown.trim_matches('"'), puzzle))
        })?;
        atoms[*atom] = true;
    }
    Ok(Solution::new(atoms))
}

/// Returns the numbers of the atoms by their names.
fn atoms_by_name(puzzle: &Puzzle) -> HashMap<String, usize> {
    (0..puzzle.atom_count()).map(|atom| (puzzle.atom_name(atom), atom)).collect()
}

/// Returns the error message for an unknown name.
fn unknown(name: &str, puzzle: &Puzzle) -> String {
    let name: String = name.chars().take(40).flat_map(char::escape_debug).collect();
    let kind = puzzle.kind();
    match puzzle.atom_count() {
        0 => format!("`{name}` is not a name in this {kind} puzzle: it has nothing to draw"),
        _ => format!("`{name}` is not a name in this {kind} puzzle"),
    }
}

/// The words that begin a walk.
const STARTS: [&str; 2] = ["cycle:", "path:"];

/// Reads the walks of a text; `None` if it contains no walks.
fn read_walks(text: &str, puzzle: &Puzzle) -> Option<Result<Solution, Fault>> {
    let walks = tsplib_tour(text).map_or_else(|| walks_of(text), |tour| vec![tour]);
    (!walks.is_empty()).then(|| drawn_walks(&walks, text, puzzle))
}

/// Returns the vertices of the first tour of a TSPLIB file, the first vertex again at the end; `None` for any other text.
///
/// Format: G. Reinelt, TSPLIB 95, section 2.1 (`TYPE : TOUR`).
fn tsplib_tour(text: &str) -> Option<Vec<Span<'_>>> {
    let lines = (Span { text, offset: 0 }).split(|c| c == '\n').map(Span::trim);
    let mut lines =
        lines.skip_while(|line| line.text.trim_end_matches([' ', ':']) != "TOUR_SECTION");
    lines.next()?;
    let words = lines.flat_map(Span::words);
    let mut tour: Vec<Span<'_>> =
        words.take_while(|word| !["-1", "EOF"].contains(&word.text)).collect();
    tour.extend(tour.first().copied());
    Some(tour)
}

/// Returns the walks of a text, each as the words that name its vertices.
fn walks_of(text: &str) -> Vec<Vec<Span<'_>>> {
    let mut walks: Vec<Vec<Span<'_>>> = Vec::new();
    let mut is_walk = false;
    for line in (Span { text, offset: 0 }).split(|c| c == '\n') {
        let is_start = STARTS.iter().any(|start| line.text.starts_with(start));
        // a long walk continues in indented lines
        is_walk = is_start || is_walk && line.text.starts_with(' ');
        if is_start {
            walks.push(Vec::new());
        }
        if let Some(walk) = walks.last_mut().filter(|_| is_walk) {
            walk.extend(line.words().filter(|word| !STARTS.contains(&word.text)));
        }
    }
    walks
}

fn drawn_walks(walks: &[Vec<Span<'_>>], text: &str, puzzle: &Puzzle) -> Result<Solution, Fault> {
    let Some(graph) = puzzle.graph_of_atoms() else {
        let whole = Span { text, offset: 0 };
        return Err(whole.fault("walks are solutions of puzzles with lines only"));
    };
    let numbers: HashMap<String, usize> =
        (0..graph.vertex_count()).map(|vertex| (graph.vertex_name(vertex), vertex)).collect();
    let mut atoms = vec![false; puzzle.atom_count()];
    for walk in walks {
        let mut last: Option<usize> = None;
        for word in walk {
            let &vertex = numbers
                .get(word.text)
                .ok_or_else(|| word.wrong("is not a vertex of the puzzle"))?;
            if let Some(from) = last.replace(vertex) {
                let edge = graph.edge_between(from, vertex).ok_or_else(|| {
                    let from = graph.vertex_name(from);
                    word.fault(format!("no edge joins the vertices {from} and {}", word.text))
                })?;
                atoms[edge.index()] = true;
            }
        }
    }
    Ok(Solution::new(atoms))
}
