//! The sets of clues by which a loop is the only solution.

use encycle_diagrams::SetFamily;
use encycle_diagrams::instances::ClueSets;
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::puzzle::{Instance as _, Solution};
use num_bigint::BigUint;

use crate::count::zdd::watched;
use crate::count::{CountError, CountOptions};
use crate::puzzle::Puzzle;

/// All sets of clues by which a loop is the only solution: Yoshinaka et al. 2012, section 7.
///
/// ```
/// use encycle::count::{ClueInstances, CountOptions};
/// use encycle::formats;
///
/// let puzzle = formats::read("slitherlink 2 2\n22\n2.\n", None)?.puzzle;
/// let solution = encycle::count::only_solution(&puzzle, &CountOptions::default())?.expect("unique");
/// let encycle::puzzle::Puzzle::Slitherlink(puzzle) = puzzle else { unreachable!() };
/// let instances = ClueInstances::build(&puzzle, &solution, &CountOptions::default())?;
/// let fewest = instances.puzzles(instances.minimum()).next().expect("there is one");
/// // two 2s side by side leave only the loop around everything
/// assert_eq!(fewest.clues().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClueInstances {
    /// The puzzle with all clues of the domain.
    puzzle: Slitherlink,
    sets: ClueSets,
    minimal: SetFamily,
    minimum: SetFamily,
    hardest: SetFamily,
}

impl ClueInstances {
    /// Finds the sets among the clues of a puzzle, on a grid or a general graph, for this solution of it.
    ///
    /// # Errors
    /// The solution breaks a rule, or a limit was reached.
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
            let hardest = sets.hardest(minimal, |clue| puzzle.hints()[clue].count);
            Ok(Self { puzzle: puzzle.clone(), sets, minimal, minimum, hardest })
        })
    }

    /// All good sets.
    #[must_use]
    pub fn good(&self) -> SetFamily {
        self.sets.good()
    }

    /// Those of which no clue can be taken away.
    #[must_use]
    pub fn minimal(&self) -> SetFamily {
        self.minimal
    }

    /// Those with the fewest clues.
    #[must_use]
    pub fn minimum(&self) -> SetFamily {
        self.minimum
    }

    /// Those with the fewest `4`, of these with the fewest `0`, then `3`, `1` and `2` (8.3 there).
    #[must_use]
    pub fn hardest(&self) -> SetFamily {
        self.hardest
    }

    /// How many sets one of these families has.
    #[must_use]
    pub fn count(&self, family: SetFamily) -> BigUint {
        self.sets.arena().counts(family).total().clone()
    }

    /// How many nodes one of these families has.
    #[must_use]
    pub fn nodes(&self, family: SetFamily) -> usize {
        self.sets.arena().size(family)
    }

    /// The puzzles of one of these families, in its order.
    pub fn puzzles(&self, family: SetFamily) -> impl Iterator<Item = Slitherlink> {
        self.sets.arena().sets(family).filter_map(|set| {
            let mut clues: Vec<usize> = set.into_iter().map(|one| self.sets.clue(one)).collect();
            clues.sort_unstable();
            self.with(&clues)
        })
    }

    /// The puzzle with these of its clues alone.
    fn with(&self, clues: &[usize]) -> Option<Slitherlink> {
        let hints = clues.iter().map(|&clue| &self.puzzle.hints()[clue]);
        let Some(grid) = self.puzzle.grid() else {
            let clues = hints.map(|hint| (hint.edges.clone(), hint.count)).collect();
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

/// The same loop with a clue in each cell of the grid; `None` if there is no grid.
#[must_use]
pub fn with_all_clues(puzzle: &Slitherlink, solution: &Solution) -> Option<Slitherlink> {
    let grid = puzzle.grid()?;
    let empty = Slitherlink::new(grid, vec![Some(0); grid.rows() * grid.cols()]).ok()?;
    let lines = |edges: &[encycle_encodings::grid::Edge]| {
        edges.iter().filter(|edge| solution.has(edge.index())).count()
    };
    let clues = empty.hints().iter().map(|hint| u8::try_from(lines(&hint.edges)).ok());
    Slitherlink::new(grid, clues.collect()).ok()
}

/// The solution of a puzzle that has only one; `None` if it has none, or several.
///
/// # Errors
/// The puzzle is not about lines, a limit was reached, or the solution that was found breaks a rule.
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
