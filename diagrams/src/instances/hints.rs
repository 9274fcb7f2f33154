//! All sets of clues by which a given solution is the only one.

use encycle_encodings::puzzle::{LineProblem, Solution};

use super::differences::Differences;
use crate::algebra::{Operation, Work};
use crate::arena::{Arena, Family};
use crate::build::build;
use crate::frontier::{GoOn, Stopped};
use crate::lines::BuildError;

/// The clues by which a given solution is the only one: Yoshinaka et al. 2012, section 7.
///
/// Clues tell the solution from another if they are not equal in all of them. So a set of clues is *good* if it
/// has a clue in common with each set of clues in which another solution differs, and of those sets the minimal
/// ones are enough. Where the paper eliminates the edges from all cycles by quantifiers, only those minimal sets
/// are kept here, on the way as well.
///
/// Elements of the families are clues in an order of their own; [`Self::clue`] tells which.
///
/// ```
/// use encycle_diagrams::instances::HintSets;
/// use encycle_encodings::puzzle::{Puzzle, Solution};
/// use encycle_encodings::puzzles::slitherlink::Slitherlink;
///
/// // around the left one of two cells; the other cycles go around the right one, and around both
/// let puzzle = Slitherlink::from_rows(&["41"])?;
/// let problem = puzzle.line_problem().expect("lines");
/// let around = puzzle.hints()[0].edges.iter();
/// let mut lines = vec![false; 7];
/// around.for_each(|edge| lines[edge.index()] = true);
///
/// let mut sets = HintSets::build(&problem, &Solution::new(lines), &mut |_| true)?;
/// let good = sets.good(&mut |_| true)?;
/// // with the 4, with the 1, or with both
/// assert_eq!(sets.arena().counts(good).total(), &3_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HintSets {
    arena: Arena,
    differences: Family,
    /// The clue of each element.
    clues: Vec<usize>,
}

impl HintSets {
    /// Compares all solutions of a problem without its clues with this one. The clues are where a clue may be;
    /// their counts are those of the solution, whatever the problem says.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(
        problem: &LineProblem<'_>,
        solution: &Solution,
        go_on: &mut GoOn<'_>,
    ) -> Result<Self, BuildError> {
        let frontier = Differences::new(problem, solution)?;
        let mut lines = Arena::new();
        let others = build(&mut lines, &frontier, 0, go_on)?;
        let mut element_of = Vec::new();
        let mut clues = Vec::new();
        for clue in frontier.clues() {
            element_of.push(clue.map(|_| clues.len() as u32));
            clues.extend(clue);
        }
        // a clue without edges tells nothing apart
        clues.extend((0..problem.clues.len()).filter(|&clue| problem.clues[clue].edges.is_empty()));
        let mut arena = Arena::new();
        let of = |level: u32| element_of[level as usize];
        let differences = minimal_image(&lines, others, &of, &mut arena, go_on)?;
        Ok(Self { arena, differences, clues })
    }

    /// The nodes of all families.
    #[must_use]
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The index of the clue that an element stands for, in the problem.
    #[must_use]
    pub fn clue(&self, element: u32) -> usize {
        self.clues[element as usize]
    }

    /// The minimal sets of clues in which other solutions differ: the empty set alone if one differs in none.
    #[must_use]
    pub fn differences(&self) -> Family {
        self.differences
    }

    /// All good sets of clues.
    ///
    /// # Errors
    /// It was stopped.
    pub fn good(&mut self, go_on: &mut GoOn<'_>) -> Result<Family, Stopped> {
        let all = self.arena.subsets(0..self.clues.len() as u32);
        let mut work = Work::new(go_on);
        self.arena.apply(Operation::Hitting, all, self.differences, &mut work)
    }

    /// The good sets of which no clue can be taken away.
    ///
    /// # Errors
    /// It was stopped.
    pub fn minimal(&mut self, go_on: &mut GoOn<'_>) -> Result<Family, Stopped> {
        let mut work = Work::new(go_on);
        self.arena.apply(Operation::MinimalHitting, self.differences, Family::EMPTY, &mut work)
    }

    /// The sets of a family with the fewest clues.
    pub fn minimum(&mut self, family: Family) -> Family {
        self.arena.lightest(family, |_| [1])
    }

    /// The sets of a family that are hardest by the order of Yoshinaka et al. (8.3): those with the fewest
    /// clues `4`, of these those with the fewest `0`, and then `3`, `1`, `2`. `count` is that of a clue of the
    /// problem; greater ones do not matter.
    pub fn hardest(&mut self, family: Family, count: impl Fn(usize) -> usize) -> Family {
        let clues = &self.clues;
        let weight =
            |element: u32| [4, 0, 3, 1, 2].map(|of| u32::from(count(clues[element as usize]) == of));
        self.arena.lightest(family, weight)
    }
}

/// The minimal ones among the images of sets, in another arena: of elements that have no image nothing is left.
/// Greater elements have greater images.
fn minimal_image(
    from: &Arena,
    family: Family,
    image: &dyn Fn(u32) -> Option<u32>,
    to: &mut Arena,
    go_on: &mut GoOn<'_>,
) -> Result<Family, Stopped> {
    let mut done = vec![Family::EMPTY; family.index().max(1) + 1];
    done[Family::UNIT.index()] = Family::UNIT;
    let mut work = Work::new(go_on);
    for part in from.nodes_of(family) {
        let Some(node) = from.root(part) else { continue };
        let (lo, hi) = (done[node.lo.index()], done[node.hi.index()]);
        done[part.index()] = match image(node.level) {
            Some(element) => {
                let hi = to.apply(Operation::NonSupersets, hi, lo, &mut work)?;
                to.node(element, lo, hi)
            }
            None => {
                let both = to.apply(Operation::Union, lo, hi, &mut work)?;
                to.apply(Operation::Minimal, both, Family::EMPTY, &mut work)?
            }
        };
    }
    Ok(done[family.index()])
}
