//! All sets of clues by which a given solution is the only one.

use encycle_encodings::puzzle::{LineProblem, Solution};

use crate::algebra::{Operation, Work};
use crate::arena::{Arena, SetFamily};
use crate::build::build;
use crate::frontier::{BuildStopped, GoOn};
use crate::instances::differences::Differences;
use crate::lines::BuildError;

/// The clues by which a given solution is the only one: Yoshinaka et al. 2012, section 7.
///
/// A set of clues is *good* if every other solution differs from the given one in a clue of the set at least. As in
/// the paper's equation (9), the sets that are not good are found from all solutions together with the clues in
/// which they differ, by leaving out the edges; here from the last edge upwards.
///
/// Elements of the families are clues in an order of their own; [`Self::clue`] tells which.
///
/// ```
/// use encycle_diagrams::instances::ClueSets;
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// // around the left one of two cells; the other cycles go around the right one, and around both
/// let puzzle = Slitherlink::from_rows(&["41"])?;
/// let problem = puzzle.line_problem().expect("lines");
/// let around = puzzle.hints()[0].edges.iter();
/// let mut lines = vec![false; 7];
/// around.for_each(|edge| lines[edge.index()] = true);
///
/// let sets = ClueSets::build(&problem, &Solution::new(lines), &mut |_| true)?;
/// // each of the two clues tells it from both others
/// let good: Vec<_> = sets.arena().sets(sets.good()).collect();
/// assert_eq!(good.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClueSets {
    arena: Arena,
    good: SetFamily,
    /// The clue of each element.
    clues: Vec<usize>,
}

impl ClueSets {
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
        let clue_of = frontier.clues();
        let mut arena = Arena::new();
        // a clue without edges tells nothing apart
        let is_empty = |&clue: &usize| problem.clues[clue].edges.is_empty();
        let mut clues: Vec<usize> = (0..problem.clues.len()).filter(is_empty).collect();
        clues.extend(clue_of.iter().flatten());
        let count = clues.len() as u32;
        let bad = agreeing(&lines, others, &clue_of, &mut arena, count, go_on)?;
        let all = arena.subsets(0..count);
        let good = arena.apply(Operation::Difference, all, bad, &mut Work::new(go_on))?;
        Ok(Self { arena, good, clues })
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

    /// All good sets of clues.
    #[must_use]
    pub fn good(&self) -> SetFamily {
        self.good
    }

    /// The good sets of which no clue can be taken away.
    ///
    /// # Errors
    /// It was stopped.
    pub fn minimal(&mut self, go_on: &mut GoOn<'_>) -> Result<SetFamily, BuildStopped> {
        let mut work = Work::new(go_on);
        self.arena.apply(Operation::MinimalOfUpper, self.good, SetFamily::EMPTY, &mut work)
    }

    /// The sets of a family with the fewest clues.
    pub fn minimum(&mut self, family: SetFamily) -> SetFamily {
        self.arena.lightest(family, |_| [1])
    }

    /// The sets of a family that are hardest by the order of Yoshinaka et al. (8.3): those with the fewest
    /// clues `4`, of these those with the fewest `0`, and then `3`, `1`, `2`. `count` is that of a clue of the
    /// problem; greater ones do not matter.
    pub fn hardest(&mut self, family: SetFamily, count: impl Fn(usize) -> usize) -> SetFamily {
        let clues = &self.clues;
        let weight = |element: u32| {
            [4, 0, 3, 1, 2].map(|of| u32::from(count(clues[element as usize]) == of))
        };
        self.arena.lightest(family, weight)
    }
}

/// The sets of clues, of `count`, in which one of the other solutions agrees with the given one: those that have no
/// clue in which it differs. Greater elements of `others` have greater clues.
fn agreeing(
    lines: &Arena,
    others: SetFamily,
    clue_of: &[Option<usize>],
    arena: &mut Arena,
    count: u32,
    go_on: &mut GoOn<'_>,
) -> Result<SetFamily, BuildStopped> {
    // the first clue at each level or behind
    let mut next = vec![count; clue_of.len() + 1];
    for (level, clue) in clue_of.iter().enumerate().rev() {
        next[level] = next[level + 1] - u32::from(clue.is_some());
    }
    let first = |part| lines.root(part).map_or(count, |node| next[node.level as usize]);
    let mut done = vec![SetFamily::EMPTY; others.index().max(1) + 1];
    done[SetFamily::UNIT.index()] = SetFamily::UNIT;
    let mut work = Work::new(go_on);
    for part in lines.nodes_of(others) {
        let Some(node) = lines.root(part) else { continue };
        let level = node.level as usize;
        // a clue that no part asks about may be there or not
        let mut from = |part: SetFamily| {
            let free = next[level + 1]..first(part);
            free.rev().fold(done[part.index()], |below, clue| arena.node(clue, below, below))
        };
        let (lo, hi) = (from(node.lo), from(node.hi));
        let both = arena.apply(Operation::Union, lo, hi, &mut work)?;
        done[part.index()] = match clue_of[level] {
            Some(_) => arena.node(next[level], both, lo),
            None => both,
        };
    }
    let free = 0..first(others);
    Ok(free.rev().fold(done[others.index()], |below, clue| arena.node(clue, below, below)))
}
