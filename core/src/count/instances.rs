//! The sets of clues that make a given loop, or several loops, the only solution of a Slitherlink or Slitherlynx.

use encycle_diagrams::SetFamily;
use encycle_diagrams::instances::ClueSets;
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::puzzle::{EdgeClue, Instance as _, Solution};
use num_bigint::BigUint;

use crate::count::zdd::watched;
use crate::count::{CountError, CountOptions};
use crate::puzzle::Puzzle;

/// The cells that must, or must not, have a clue.
#[derive(Clone, Debug, Default)]
pub struct ClueCells {
    /// The cells whose clues belong to every set.
    pub required: Vec<Cell>,
    /// The cells whose clues belong to no set.
    pub forbidden: Vec<Cell>,
}

/// All sets of clues that make a given solution the only one (Yoshinaka et al. 2012, section 7).
///
/// ```
/// use encycle::count::{ClueCells, ClueInstances, CountOptions};
/// use encycle::formats;
///
/// let puzzle = formats::read("slitherlink 2 2\n22\n2.\n", None)?.puzzle;
/// let options = CountOptions::default();
/// let solution = encycle::count::only_solution(&puzzle, &options)?.expect("unique");
/// let encycle::puzzle::Puzzle::Slitherlink(puzzle) = puzzle else { unreachable!() };
/// let instances = ClueInstances::build(&puzzle, &solution, &ClueCells::default(), &options)?;
/// let fewest = instances.puzzles(instances.minimum()).next().expect("a puzzle");
/// // two 2s side by side leave only the loop around the whole grid
/// assert_eq!(fewest.clues().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClueInstances {
    /// The puzzle with all clues that the sets choose from, and the required ones.
    puzzle: Slitherlink,
    /// The indices of the clues that the sets choose from.
    candidates: Vec<usize>,
    /// The indices of the clues of every set.
    required: Vec<usize>,
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
        cells: &ClueCells,
        options: &CountOptions,
    ) -> Result<Self, CountError> {
        puzzle.check(solution)?;
        let kind = || CountError::Kind(Puzzle::from(puzzle.clone()).kind().name());
        let mut problem = puzzle.line_problem().ok_or_else(kind)?;
        let places: Vec<Option<Cell>> = match puzzle.grid() {
            Some(_) => puzzle.clues().map(|(cell, _)| Some(cell)).collect(),
            None => vec![None; problem.clues.len()],
        };
        let is_in =
            |list: &[Cell], clue: usize| places[clue].is_some_and(|cell| list.contains(&cell));
        let (required, others): (Vec<usize>, Vec<usize>) =
            (0..places.len()).partition(|&clue| is_in(&cells.required, clue));
        let candidates: Vec<usize> =
            others.into_iter().filter(|&clue| !is_in(&cells.forbidden, clue)).collect();
        let clues = std::mem::take(&mut problem.clues);
        let of = |numbers: &[usize]| numbers.iter().map(|&clue| clues[clue].clone()).collect();
        problem.clues = of(&candidates);
        let fixed: Vec<EdgeClue<'_>> = of(&required);
        watched(options, |go_on| {
            let mut sets = ClueSets::build(&problem, solution, &fixed, go_on)?;
            let minimal = sets.minimal(go_on)?;
            let minimum = sets.minimum(minimal);
            let hardest = sets.hardest(minimal, |clue| problem.clues[clue].count);
            Ok(Self {
                puzzle: puzzle.clone(),
                candidates,
                required,
                sets,
                minimal,
                minimum,
                hardest,
            })
        })
    }

    /// Returns the number of clues that a set may have: the required ones, and those to choose from.
    #[must_use]
    pub fn clue_count(&self) -> usize {
        self.candidates.len() + self.required.len()
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
            let chosen = set.into_iter().map(|one| self.candidates[self.sets.clue(one)]);
            let mut clues: Vec<usize> = chosen.chain(self.required.iter().copied()).collect();
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
        on_grid(&self.puzzle, grid, cells)
    }
}

/// Returns the puzzle with these clues that allows as many loops as `like`; `None` if a clue is invalid.
fn on_grid(like: &Slitherlink, grid: Grid, clues: Vec<Option<u8>>) -> Option<Slitherlink> {
    match like.allows_several_loops() {
        true => Slitherlink::with_several_loops(grid, clues).ok(),
        false => Slitherlink::new(grid, clues).ok(),
    }
}

/// Returns the puzzle with a clue in each cell of the grid for the same loop, or `None` if it is not on
/// a grid.
#[must_use]
pub fn with_all_clues(puzzle: &Slitherlink, solution: &Solution) -> Option<Slitherlink> {
    let grid = puzzle.grid()?;
    let empty = on_grid(puzzle, grid, vec![Some(0); grid.rows() * grid.cols()])?;
    let lines = |edges: &[encycle_encodings::grid::Edge]| {
        edges.iter().filter(|edge| solution.has(edge.index())).count()
    };
    let clues = empty.edge_clues().iter().map(|clue| u8::try_from(lines(&clue.edges)).ok());
    on_grid(puzzle, grid, clues.collect())
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
