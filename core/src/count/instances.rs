//! The sets of clues that make a given loop the only solution of a Slitherlink.

use encycle_diagrams::SetFamily;
use encycle_diagrams::instances::ClueSets;
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::puzzle::{Instance as _, Solution};
use num_bigint::BigUint;

use crate::count::zdd::watched;
use crate::count::{CountError, CountOptions};
use crate::puzzle::Puzzle;

/// All sets of clues that make a given loop the only solution (Yoshinaka et al. 2012, section 7).
///
/// ```
/// use encycle::count::{ClueInstances, CountOptions};
/// use encycle::formats;
///
/// let puzzle = formats::read("slitherlink 2 2\n22\n2.\n", None)?.puzzle;
/// let options = CountOptions::default();
/// let solution = encycle::count::only_solution(&puzzle, &options)?.expect("unique");
/// let encycle::puzzle::Puzzle::Slitherlink(puzzle) = puzzle else { unreachable!() };
/// let instances = ClueInstances::build(&puzzle, &solution, &options)?;
/// let fewest = instances.puzzles(instances.minimum()).next().expect("a puzzle");
/// // two 2s side by side leave only the loop around the whole grid
/// assert_eq!(fewest.clues().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClueInstances {
    /// The puzzle with all clues that the sets choose from.
    puzzle: Slitherlink,
    sets: ClueSets,
    minimal: SetFamily,
    minimum: SetFamily,
    hardest: SetFamily,
}

impl ClueInstances {
    /// Finds the sets among the clues of a puzzle, on a grid or a general graph, that have the given solution.
    ///
    /// # Errors
    /// Returns an error if the solution breaks a rule, or a limit is reached.
    pub fn build(
        puzzle: &Slitherlink,
        solution: &Solution,
        options: &CountOptions,
    ) -> Result<Self, CountError> {
        puzzle.check(solution)?;
        let kind = || CountError::Kind(Puzzle::from(puzzle.clone()).kind());
        let problem = puzzle.line_problem().ok_or_else(kind)?;
        watched(options, |go_on| {
            let mut sets = ClueSets::build(&problem, solution, go_on)?;
            let minimal = sets.minimal(go_on)?;
            let minimum = sets.minimum(minimal);
            let hardest = sets.hardest(minimal, |clue| puzzle.edge_clues()[clue].count);
            Ok(Self { puzzle: puzzle.clone(), sets, minimal, minimum, hardest })
        })
    }

    /// Returns all sets that make the solution unique.
    #[must_use]
    pub fn good(&self) -> SetFamily {
        self.sets.good()
    }

    /// Returns the minimal sets, that is, the sets that leave several solutions if any single clue is removed.
    #[must_use]
    pub fn minimal(&self) -> SetFamily {
        self.minimal
    }

    /// Returns the sets with the fewest clues.
    #[must_use]
    pub fn minimum(&self) -> SetFamily {
        self.minimum
    }

    /// Returns the sets with the fewest clues `4`; among these the sets with the fewest clues `0`, then `3`, `1` and
    /// `2` (section 8.3).
    #[must_use]
    pub fn hardest(&self) -> SetFamily {
        self.hardest
    }

    /// Returns the number of sets in one of these families.
    #[must_use]
    pub fn count(&self, family: SetFamily) -> BigUint {
        self.sets.arena().counts(family).total().clone()
    }

    /// Returns the number of diagram nodes of one of these families.
    #[must_use]
    pub fn nodes(&self, family: SetFamily) -> usize {
        self.sets.arena().size(family)
    }

    /// Returns the puzzles of one of these families, in the order of its sets.
    pub fn puzzles(&self, family: SetFamily) -> impl Iterator<Item = Slitherlink> {
        self.sets.arena().sets(family).filter_map(|set| {
            let mut clues: Vec<usize> = set.into_iter().map(|one| self.sets.clue(one)).collect();
            clues.sort_unstable();
            self.with(&clues)
        })
    }

    /// Returns the puzzle with these clues only.
    fn with(&self, clues: &[usize]) -> Option<Slitherlink> {
        let chosen = clues.iter().map(|&clue| &self.puzzle.edge_clues()[clue]);
        let Some(grid) = self.puzzle.grid() else {
            let clues = chosen.map(|clue| (clue.edges.clone(), clue.count)).collect();
            let (graph, points) = (self.puzzle.graph().clone(), self.puzzle.points().to_vec());
            return Slitherlink::on_graph(graph, points, clues).ok();
        };
        let mut cells = vec![None; grid.cell_count()];
        let all: Vec<_> = self.puzzle.clues().collect();
        for &clue in clues {
            let (cell, count) = all[clue];
            cells[grid.cell_index(cell)] = Some(count);
        }
        Slitherlink::new(grid, cells).ok()
    }
}

/// Returns the puzzle with a clue in each cell of the grid for the same loop, or `None` if it is not on
/// a grid.
#[must_use]
pub fn with_all_clues(puzzle: &Slitherlink, solution: &Solution) -> Option<Slitherlink> {
    let grid = puzzle.grid()?;
    let empty = Slitherlink::new(grid, vec![Some(0); grid.rows() * grid.cols()]).ok()?;
    let lines = |edges: &[encycle_encodings::grid::Edge]| {
        edges.iter().filter(|edge| solution.has(edge.index())).count()
    };
    let clues = empty.edge_clues().iter().map(|clue| u8::try_from(lines(&clue.edges)).ok());
    Slitherlink::new(grid, clues.collect()).ok()
}

/// Returns the only solution of a puzzle, or `None` if the puzzle has no solution or several solutions.
///
/// # Errors
/// Returns an error if the solutions of the puzzle are not lines, a limit is reached, or the solution found
/// breaks a rule.
pub fn only_solution(
    puzzle: &Puzzle,
    options: &CountOptions,
) -> Result<Option<Solution>, CountError> {
    let diagram = crate::count::Diagram::build(puzzle, options)?;
    let found = diagram.solutions().nth(&BigUint::ZERO);
    let Some(solution) = found.filter(|_| diagram.solutions().count() == BigUint::from(1_u32))
    else {
        return Ok(None);
    };
    puzzle.check(&solution)?;
    Ok(Some(solution))
}
