//! `export`: a puzzle, a formula, a map, a picture or a solution as text.

use std::io::{self, Write};

use encycle_encodings::export::MapTarget;
use encycle_encodings::puzzle::SolutionForm;

use crate::export::{write_cnf, write_linear_program, write_variable_map};
use crate::formats::{self, PuzzleFormat};
use crate::page::check::candidate;
use crate::page::formula::{encoding, lowering};
use crate::page::job::{JobError, puzzle};
use crate::page::{Event, FormulaChoice, Marks};
use crate::puzzle::Puzzle;
use crate::render::{Picture, svg};

/// The maximum length of a text, in bytes.
const MAX_BYTES: usize = 32 << 20;

/// Answers `export`.
pub(super) fn export(
    text: &str,
    target: &str,
    formula: &FormulaChoice,
    marks: &Marks,
) -> Result<Event, JobError> {
    let puzzle = puzzle(text)?;
    let kind = puzzle.kind().name();
    let file = |ending: &str, text: String| Event::File { name: format!("{kind}.{ending}"), text };
    let mut out = LimitedText(Vec::new());
    let choices = lowering(formula)?;
    let ending = match target {
        "cnf" => write_cnf(&mut out, &encoding(&puzzle, formula)?, choices).map(|_| "cnf"),
        "lp" => write_linear_program(&mut out, &encoding(&puzzle, formula)?, choices).map(|_| "lp"),
        "map" | "lp-map" => {
            let side = if target == "map" { MapTarget::Cnf } else { MapTarget::Lp };
            write_variable_map(&mut out, &puzzle, &encoding(&puzzle, formula)?, choices, side)
                .map(|()| "map")
        }
        "svg" => {
            let picture = match *marks == Marks::default() {
                true => Picture::puzzle(&*puzzle),
                false => Picture::solved(&*puzzle, &candidate(&puzzle, marks)?),
            };
            return Ok(file("svg", svg(&picture)));
        }
        "solution" => return Ok(file("solution.txt", solution(&puzzle, marks)?)),
        _ => {
            let format: PuzzleFormat = target.parse().map_err(JobError::new)?;
            let ending = match format {
                PuzzleFormat::Graph => "json",
                PuzzleFormat::Hcp => "hcp",
                PuzzleFormat::Col => "col",
                PuzzleFormat::Sdk => "sdk",
                _ => "txt",
            };
            return Ok(file(ending, formats::write(&puzzle, format).map_err(JobError::new)?));
        }
    };
    let ending = ending.map_err(JobError::new)?;
    // the writers write ASCII
    Ok(file(ending, String::from_utf8_lossy(&out.0).into_owned()))
}

/// Returns a solution in the format that `encycle check` reads: the values of the cells, or the names of the true
/// atoms.
fn solution(puzzle: &Puzzle, marks: &Marks) -> Result<String, JobError> {
    let solution = candidate(puzzle, marks)?;
    puzzle.check(&solution).map_err(|broken| JobError::new(format!("not a solution: {broken}")))?;
    Ok(match puzzle.form() {
        SolutionForm::Values { grid, values } => {
            let values = solution.values(values);
            let rows = values.chunks(grid.cols()).map(|row| {
                let row: Vec<String> = row.iter().map(ToString::to_string).collect();
                row.join(" ") + "\n"
            });
            rows.collect()
        }
        SolutionForm::Edges | SolutionForm::Atoms => puzzle.atom_names(&solution).join(" ") + "\n",
    })
}

/// A text of at most [`MAX_BYTES`] bytes. Writing more is an error.
struct LimitedText(Vec<u8>);

impl Write for LimitedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_BYTES {
            return Err(io::Error::other(format!(
                "longer than {} MiB\nhelp: write the file with `encycle encode`",
                MAX_BYTES >> 20
            )));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
