//! Puzzles for a sheet to print: each with its solution and its difficulty.

use std::time::Duration;

use crate::deduce::level_of;
use crate::puzzle::Puzzle;
use crate::render::{Picture, SheetPuzzle};
use crate::solve::{Solve, SolveError, Verdict};

/// What is found out about the puzzles of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct SheetChoice {
    /// Whether puzzles are solved, for the solutions at the end.
    pub answers: bool,
    /// Whether puzzles are graded.
    pub grades: bool,
    /// The time limit of each solving.
    pub timeout: Duration,
}

/// Prepares a puzzle for a sheet. Returns also a remark if the puzzle does not have exactly one solution, as far as this was
/// found out.
///
/// # Errors
/// The puzzle cannot be encoded.
pub fn sheet_puzzle(
    name: &str,
    puzzle: &Puzzle,
    choice: SheetChoice,
) -> Result<(SheetPuzzle, Option<&'static str>), SolveError> {
    let picture = Picture::puzzle(&**puzzle);
    let mut remark = None;
    let mut answer = None;
    if choice.answers {
        let outcome = Solve::new(puzzle).unique().timeout(choice.timeout).run()?;
        answer = outcome.solution().map(|solution| Picture::solved(&**puzzle, solution));
        remark = match outcome.verdict() {
            Verdict::Unique | Verdict::Optimal => None,
            Verdict::NoSolution => Some("no solution"),
            Verdict::Several => Some("several solutions, of which the sheet has the first"),
            Verdict::Solved | Verdict::Unbounded => {
                Some("not decided whether there is another solution")
            }
            Verdict::Unknown | Verdict::Failed => Some("not solved"),
        };
    }
    let level = if choice.grades { level_of(puzzle) } else { None };
    let mut about = picture.title().to_owned();
    if let Some(level) = level {
        about += &format!(", {level}");
    }
    // in the title, the size and the parameters follow the name of the kind
    let size = format!(" {}", puzzle.extent());
    let kind = picture.title().split(&size).next().unwrap_or_default();
    let rules = (kind.to_owned(), puzzle.kind().rules().to_owned());
    let sheet = SheetPuzzle { name: name.to_owned(), about, rules, puzzle: picture, answer };
    Ok((sheet, remark))
}
