//! Clues for a given loop: a puzzle whose only solution is a loop that a user has drawn.

use encycle_encodings::puzzle::{Extent, Solution};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::clue_set::ClueSet;
use crate::generate::error::GenerateError;
use crate::generate::frame::{PlacedClue, frame_of, has_loop_clues};
use crate::generate::pool::with_pool;
use crate::generate::repair::RepairOptions;
use crate::generate::shape::Symmetry;
use crate::generate::strategy::{ClueChoice, Strategy, choose};
use crate::generate::sufficiency::UniquenessTest;
use crate::puzzle::{Puzzle, PuzzleKind};

/// Returns whether [`clues_for_loop`] chooses clues of a kind.
///
/// ```
/// use encycle::generate::has_clues_for_loops;
/// use encycle::prelude::*;
///
/// let kinds = ["slitherlink", "masyu", "sudoku"].map(|name| name.parse::<PuzzleKind>());
/// let has_clues = kinds.map(|kind| kind.is_ok_and(has_clues_for_loops));
/// assert_eq!(has_clues, [true, true, false]);
/// ```
#[must_use]
pub fn has_clues_for_loops(kind: PuzzleKind) -> bool {
    matches!(kind, PuzzleKind::Slitherlink | PuzzleKind::Slitherlynx) || has_loop_clues(kind)
}

/// Chooses a random minimal set of clues that make a given loop the only solution, in the grid of a puzzle, whose own clues do
/// not count. Returns `None` if even all clues of the loop leave other solutions.
///
/// ```
/// use encycle::formats::read_solution;
/// use encycle::generate::{RepairOptions, clues_for_loop};
/// use encycle::prelude::*;
///
/// let empty: Puzzle = "slitherlink 2 3\n...\n...\n".parse()?;
/// let drawn = read_solution("xx.\nx..\n", &empty)?;
/// let puzzle = clues_for_loop(&empty, &drawn, 1, &RepairOptions::default())?.expect("clues");
/// let outcome = Solve::new(&puzzle).unique().run()?;
/// assert_eq!((outcome.verdict(), outcome.solution()), (Verdict::Unique, Some(&drawn)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the kind has no such clues, the drawing is no solution of its rules, a limit is reached, or the solver
/// fails.
pub fn clues_for_loop(
    puzzle: &Puzzle,
    drawn: &Solution,
    seed: u64,
    options: &RepairOptions,
) -> Result<Option<Puzzle>, GenerateError> {
    let kind = puzzle.kind();
    if !has_clues_for_loops(kind) || !matches!(puzzle.extent(), Extent::Grid(_)) {
        return Err(GenerateError::Unfit(format!(
            "no clues are chosen for a drawing of this {kind}\n\
             help: use a loop on a grid, such as one of a slitherlink or masyu"
        )));
    }
    let (frame, _) = frame_of(puzzle)?;
    frame.empty().check(drawn).map_err(|broken| {
        GenerateError::Unfit(format!("the drawing is no loop: {broken}\nhelp: draw a closed loop"))
    })?;
    let clues = frame.all_of(drawn);
    let limits = &options.limits();
    with_pool(&*frame, &clues, &options.engine, None, limits, |pool| {
        let groups = Symmetry::None.groups(&*frame, &clues);
        let required = ClueSet::none(clues.len());
        let choice = ClueChoice::fewest(&groups, &required, limits);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut test = UniquenessTest::new(pool, drawn);
        let found = choose(Strategy::MultiBranch, &choice, &mut test, &mut random)?;
        Ok(found.chosen.map(|chosen| {
            let chosen: Vec<PlacedClue> = chosen.iter().map(|number| clues[number]).collect();
            frame.with(&chosen)
        }))
    })
}
