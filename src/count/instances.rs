//! The sets of clues by which a loop is the only solution.

use encycle_diagrams::Family;
use encycle_diagrams::instances::HintSets;
use encycle_encodings::grid::Grid;
use encycle_encodings::puzzle::{Puzzle as _, Solution};
use encycle_encodings::puzzles::slitherlink::Slitherlink;
use num_bigint::BigUint;

use super::zdd::watched;
use super::{CountError, Options};
use crate::puzzle::Puzzle;

/// All sets of clues on the grid by which a loop is the only solution: Yoshinaka et al. 2012, section 7.
///
/// ```
/// use encycle::count::{Instances, Options};
/// use encycle::formats;
///
/// let puzzle = formats::read("slitherlink 2 2\n22\n2.\n", None)?.puzzle;
/// let encycle::puzzle::Puzzle::Slitherlink(puzzle) = puzzle else { unreachable!() };
/// let solution = encycle::count::only_solution(&puzzle, &Options::default())?.expect("unique");
/// let instances = Instances::build(&puzzle, &solution, &Options::default())?;
/// let fewest = instances.puzzles(instances.minimum()).next().expect("there is one");
/// // two 2s side by side leave only the loop around everything
/// assert_eq!(fewest.clues().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Instances {
    grid: Grid,
    /// The clue of each cell in the domain.
    clues: Vec<(usize, u8)>,
    sets: HintSets,
    minimal: Family,
    minimum: Family,
    hardest: Family,
}

impl Instances {
    /// Finds the sets among the clues of a puzzle on a grid, for this solution of it.
    ///
    /// # Errors
    /// The puzzle is on no grid, the solution breaks a rule, or a limit was reached.
    pub fn build(
        puzzle: &Slitherlink,
        solution: &Solution,
        options: &Options,
    ) -> Result<Self, CountError> {
        puzzle.check(solution)?;
        let kind = || CountError::Kind(Puzzle::from(puzzle.clone()).kind());
        let grid = puzzle.grid().ok_or_else(kind)?;
        let problem = puzzle.line_problem().ok_or_else(kind)?;
        let cells = puzzle.clues().map(|(cell, clue)| (cell.row * grid.cols() + cell.col, clue));
        let clues: Vec<(usize, u8)> = cells.collect();
        watched(options, |go_on| {
            let mut sets = HintSets::build(&problem, solution, go_on)?;
            let minimal = sets.minimal(go_on)?;
            let minimum = sets.minimum(minimal);
            let hardest = sets.hardest(minimal, |clue| usize::from(clues[clue].1));
            Ok(Self { grid, clues: clues.clone(), sets, minimal, minimum, hardest })
        })
    }

    /// All good sets.
    #[must_use]
    pub fn good(&self) -> Family {
        self.sets.good()
    }

    /// Those of which no clue can be taken away.
    #[must_use]
    pub fn minimal(&self) -> Family {
        self.minimal
    }

    /// Those with the fewest clues.
    #[must_use]
    pub fn minimum(&self) -> Family {
        self.minimum
    }

    /// Those with the fewest `4`, of these with the fewest `0`, then `3`, `1` and `2` (8.3 there).
    #[must_use]
    pub fn hardest(&self) -> Family {
        self.hardest
    }

    /// How many sets one of these families has.
    #[must_use]
    pub fn count(&self, family: Family) -> BigUint {
        self.sets.arena().counts(family).total().clone()
    }

    /// How many nodes one of these families has.
    #[must_use]
    pub fn nodes(&self, family: Family) -> usize {
        self.sets.arena().size(family)
    }

    /// The puzzles of one of these families, in its order.
    pub fn puzzles(&self, family: Family) -> impl Iterator<Item = Slitherlink> {
        self.sets.arena().sets(family).filter_map(|set| {
            let mut clues = vec![None; self.grid.rows() * self.grid.cols()];
            for element in set {
                let (cell, clue) = self.clues[self.sets.clue(element)];
                clues[cell] = Some(clue);
            }
            Slitherlink::new(self.grid, clues).ok()
        })
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
/// A limit was reached, or the solution that was found breaks a rule.
pub fn only_solution(
    puzzle: &Slitherlink,
    options: &Options,
) -> Result<Option<Solution>, CountError> {
    let puzzle = Puzzle::from(puzzle.clone());
    let diagram = super::Diagram::build(&puzzle, options)?;
    let found = diagram.solutions().nth(&BigUint::ZERO);
    let Some(solution) = found.filter(|_| diagram.solutions().count() == BigUint::from(1_u32))
    else {
        return Ok(None);
    };
    puzzle.check(&solution)?;
    Ok(Some(solution))
}
