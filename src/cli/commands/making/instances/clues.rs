//! `encycle instances` for a Slitherlink: the good sets of clues, that is, the sets that make the solution unique.

use std::time::Instant;

use encycle::encodings::kinds::slitherlink::Slitherlink;
use encycle::encodings::puzzle::Solution;
use encycle::encodings::text::counted;

use crate::cli::arguments::clue_cells::mark_cells;
use crate::cli::commands::making::instances::{
    Arguments, ClueChoice, GoodSets, InstancesFailure, SetType, written,
};
use crate::cli::exit::CliError;
use crate::cli::views::head;
use encycle::count::{
    ClueCells, ClueInstances, CountError, CountOptions, only_solution, with_all_clues,
};
use encycle::formats;
use encycle::generate::{CellName, Mask};
use encycle::puzzle::Puzzle;
use encycle::report::{ClueSetsReport, InstancesVerdict};

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
    start: Instant,
) -> Result<Option<GoodSets<ClueSetsReport>>, InstancesFailure> {
    if arguments.clues == ClueChoice::All && puzzle.grid().is_none() {
        let name = &arguments.puzzle;
        let message = format!(
            "{name}: --clues all applies to grids only, because a general graph has no cells\n\
             help: list each set of edges that may have a clue as a clue"
        );
        return Err(CliError::Usage(message).into());
    }
    let Some(solution) = the_solution(arguments, shape, options)? else { return Ok(None) };
    let everywhere = match arguments.clues {
        ClueChoice::Given => None,
        ClueChoice::All => with_all_clues(puzzle, &solution),
    };
    let puzzle = everywhere.as_ref().unwrap_or(puzzle);
    let cells = clue_cells(arguments, puzzle)?;
    let instances = ClueInstances::build(puzzle, &solution, &cells, options)?;
    let families =
        [instances.good(), instances.minimal(), instances.minimum(), instances.hardest()];
    let listed = arguments.list.map(|sets| match sets {
        SetType::Good => families[0],
        SetType::Minimal => families[1],
        SetType::Minimum => families[2],
        SetType::Hardest => families[3],
    });
    let chosen = listed.into_iter().flat_map(|family| instances.puzzles(family));
    let puzzles: Result<Vec<String>, InstancesFailure> =
        chosen.take(arguments.limit).map(|one| checked(one, &solution, options)).collect();
    let (puzzles, clues, nodes) = (puzzles?, instances.clue_count(), instances.nodes(families[0]));
    let fewest = instances.puzzles(families[2]).next().map(|one| one.edge_clues().len());
    let [good, minimal, minimum, hardest] =
        families.map(|family| instances.count(family).to_string());
    let (name, head) = (&arguments.puzzle, head(shape));
    let each =
        fewest.map_or_else(String::new, |clues| format!(" with {} each", counted(clues, "clue")));
    let subsets = counted(&good, "good subset");
    let mut text = format!(
        "{name}: {subsets} of the {} ({head}, {})\n\
         {minimal} minimal, {minimum} minimum{each}, {hardest} hardest\n",
        counted(clues, "clue"),
        counted(nodes, "node")
    );
    puzzles.iter().for_each(|puzzle| text += &format!("\n{puzzle}"));
    let verdict = match good.as_str() {
        "0" => InstancesVerdict::NoSet,
        _ => InstancesVerdict::Counted,
    };
    let report = ClueSetsReport {
        clues: Some(clues),
        good: Some(good),
        minimal: Some(minimal),
        minimum: Some(minimum),
        hardest: Some(hardest),
        fewest_clues: fewest,
        nodes: Some(nodes),
        puzzles: Some(puzzles),
        ..ClueSetsReport::new(name, shape, verdict, None, start.elapsed())
    };
    Ok(Some(GoodSets { verdict, text, report }))
}

/// Returns the cells of `--require` and `--forbid`.
fn clue_cells(arguments: &Arguments, puzzle: &Slitherlink) -> Result<ClueCells, CliError> {
    let (require, forbid) = (&arguments.require, &arguments.forbid);
    let wrong = |message: &str| CliError::Usage(format!("{}: {message}", arguments.puzzle));
    if require.is_empty() && forbid.is_empty() {
        return Ok(ClueCells::default());
    }
    let grid = puzzle.grid().ok_or_else(|| {
        wrong("--require and --forbid apply to grids only, because a general graph has no cells")
    })?;
    let origin = format!("{}: ", arguments.puzzle);
    let options = "--require and --forbid";
    mark_cells(&mut Mask::default(), grid, require, forbid, options, &origin)?;
    let of = |cells: &[CellName]| cells.iter().map(|&CellName(cell)| cell).collect::<Vec<_>>();
    let (required, forbidden) = (of(require), of(forbid));
    match required.iter().find(|&&cell| puzzle.clue(cell).is_none()) {
        Some(cell) => Err(wrong(&format!(
            "--require {cell}: the puzzle has no clue in this cell\nhelp: with `--clues all`, every cell may have a clue"
        ))),
        None => Ok(ClueCells { required, forbidden }),
    }
}

/// Returns the named solution, or the only one of the puzzle.
fn the_solution(
    arguments: &Arguments,
    shape: &Puzzle,
    options: &CountOptions,
) -> Result<Option<Solution>, InstancesFailure> {
    let Some(path) = &arguments.solution else { return Ok(only_solution(shape, options)?) };
    let solution = formats::load_solution(path, shape).map_err(CliError::from)?;
    shape.check(&solution).map_err(|broken| {
        CliError::Usage(format!("{}: not a solution of the puzzle: {broken}", path.display()))
    })?;
    Ok(Some(solution))
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
