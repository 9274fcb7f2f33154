//! `encycle instances` for a Slitherlink: the good sets of clues, that is, the sets that make the solution unique.

use std::time::Duration;

use encycle::encodings::kinds::slitherlink::Slitherlink;
use encycle::encodings::puzzle::Solution;

use crate::cli::commands::making::instances::{
    Arguments, ClueChoice, InstancesFailure, SetType, written,
};
use crate::cli::exit::CliError;
use crate::cli::views::head;
use encycle::count::{ClueInstances, CountError, CountOptions, only_solution, with_all_clues};
use encycle::formats;
use encycle::puzzle::Puzzle;
use encycle::report::{ClueSetsReport, InstancesVerdict};

/// The result for a Slitherlink.
pub(super) struct ClueSetCounts {
    /// The number of good, minimal, minimum and hardest sets.
    numbers: [String; 4],
    /// The number of all clues from which the sets are chosen.
    clues: usize,
    /// The number of clues of a minimum set, if there is one.
    fewest: Option<usize>,
    /// The number of nodes of the decision diagram.
    nodes: usize,
    /// The texts of the puzzles to be printed.
    puzzles: Vec<String>,
}

/// Finds the good sets of clues. Returns `None` if no solution is named and the puzzle does not have exactly one
/// solution.
///
/// # Errors
/// If an option does not apply, the named solution is invalid, a limit is reached, or a puzzle to be printed
/// is not unique.
pub(super) fn find(
    arguments: &Arguments,
    shape: &Puzzle,
    puzzle: &Slitherlink,
    options: &CountOptions,
) -> Result<Option<ClueSetCounts>, InstancesFailure> {
    if arguments.clues == ClueChoice::All && puzzle.grid().is_none() {
        let name = &arguments.puzzle;
        let message = format!(
            "{name}: --clues all applies to grids only, because a general graph has no cells\n\
             help: list each set of edges that may have a clue as a clue"
        );
        return Err(CliError::Usage(message).into());
    }
    let solution = match &arguments.solution {
        Some(path) => {
            let solution = formats::load_solution(path, shape).map_err(CliError::from)?;
            shape.check(&solution).map_err(|broken| {
                let message = format!("{}: not a solution of the puzzle: {broken}", path.display());
                CliError::Usage(message)
            })?;
            Some(solution)
        }
        None => only_solution(shape, options)?,
    };
    let Some(solution) = solution else { return Ok(None) };
    let everywhere = match arguments.clues {
        ClueChoice::Given => None,
        ClueChoice::All => with_all_clues(puzzle, &solution),
    };
    let instances =
        ClueInstances::build(everywhere.as_ref().unwrap_or(puzzle), &solution, options)?;
    let families =
        [instances.good(), instances.minimal(), instances.minimum(), instances.hardest()];
    let shown = arguments.list.map(|sets| match sets {
        SetType::Good => families[0],
        SetType::Minimal => families[1],
        SetType::Minimum => families[2],
        SetType::Hardest => families[3],
    });
    let chosen = shown.into_iter().flat_map(|family| instances.puzzles(family));
    let puzzles: Result<Vec<String>, InstancesFailure> =
        chosen.take(arguments.limit).map(|one| checked(one, &solution, options)).collect();
    Ok(Some(ClueSetCounts {
        numbers: families.map(|family| instances.count(family).to_string()),
        clues: everywhere.as_ref().unwrap_or(puzzle).edge_clues().len(),
        fewest: instances.puzzles(families[2]).next().map(|one| one.edge_clues().len()),
        nodes: instances.nodes(families[0]),
        puzzles: puzzles?,
    }))
}

/// Returns the text of a puzzle after checking that `solution` is its only solution.
fn checked(
    puzzle: Slitherlink,
    solution: &Solution,
    options: &CountOptions,
) -> Result<String, InstancesFailure> {
    let puzzle = Puzzle::from(puzzle);
    if only_solution(&puzzle, options)?.as_ref() != Some(solution) {
        return Err(CountError::NotUnique.into());
    }
    written(puzzle)
}

impl crate::cli::commands::making::instances::GoodSets for ClueSetCounts {
    type Report = ClueSetsReport;

    fn is_any(&self) -> bool {
        self.numbers[0] != "0"
    }

    fn text(&self, name: &str, puzzle: &Puzzle) -> String {
        let [good, minimal, minimum, hardest] = &self.numbers;
        let head = head(puzzle);
        let fewest =
            self.fewest.map_or_else(String::new, |clues| format!(" with {clues} clues each"));
        let mut out = format!(
            "{name}: {good} good subsets of the {} clues ({head}, {} nodes)\n\
             {minimal} minimal, {minimum} minimum{fewest}, {hardest} hardest\n",
            self.clues, self.nodes
        );
        for puzzle in &self.puzzles {
            out.push('\n');
            out.push_str(puzzle);
        }
        out
    }

    fn report(
        found: Option<&Self>,
        name: &str,
        puzzle: &Puzzle,
        verdict: InstancesVerdict,
        reason: Option<String>,
        time: Duration,
    ) -> Self::Report {
        let empty = ClueSetsReport::new(name, puzzle, verdict, reason, time);
        let Some(found) = found else { return empty };
        let [good, minimal, minimum, hardest] = found.numbers.clone().map(Some);
        ClueSetsReport {
            clues: Some(found.clues),
            good,
            minimal,
            minimum,
            hardest,
            fewest_clues: found.fewest,
            nodes: Some(found.nodes),
            puzzles: Some(found.puzzles.clone()),
            ..empty
        }
    }
}
