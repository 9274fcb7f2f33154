//! All sets of clues that make a given solution unique.

use encycle_encodings::puzzle::{LineProblem, Solution};

use crate::algebra::{Operation, OperationCache};
use crate::arena::{Arena, SetFamily};
use crate::build::build;
use crate::frontier::{BuildStopped, GoOn};
use crate::instances::differences::Differences;
use crate::lines::BuildError;

/// The sets of clues that make a given solution unique (Yoshinaka et al. 2012, section 7).
///
/// A set of clues is *good* if every other solution differs from the given solution in at least one clue of the set. As
/// in the paper's equation (9), the sets that are not good result from the family of all solutions with the clues in
/// which they differ, by projecting away the edges. This implementation projects from the last edge upwards.
///
/// Elements of the families are clues in an internal order; [`Self::clue`] maps them to the problem's clues.
///
/// ```
/// use encycle_diagrams::instances::ClueSets;
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// // the solution goes around the left of two cells; the other cycles go around the right cell or around both
/// let puzzle = Slitherlink::from_rows(&["41"])?;
/// let problem = puzzle.line_problem().expect("a loop puzzle");
/// let around = puzzle.edge_clues()[0].edges.iter();
/// let mut lines = vec![false; 7];
/// around.for_each(|edge| lines[edge.index()] = true);
///
/// let sets = ClueSets::build(&problem, &Solution::new(lines), &mut |_| true)?;
/// // each of the two clues distinguishes the solution from both other cycles
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
    /// Compares `solution` with all solutions of the problem without its clues.
    ///
    /// The problem's clues are the candidates. Only their edges matter, because each candidate gets its count from
    /// `solution`; the counts in the problem have no effect.
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
        // a clue without edges cannot distinguish solutions
        let is_empty = |&clue: &usize| problem.clues[clue].edges.is_empty();
        let mut clues: Vec<usize> = (0..problem.clues.len()).filter(is_empty).collect();
        clues.extend(clue_of.iter().flatten());
        let count = clues.len() as u32;
        let bad = agreeing(&lines, others, &clue_of, &mut arena, count, go_on)?;
        let all = arena.subsets(0..count);
        let good = arena.apply(Operation::Difference, all, bad, &mut OperationCache::new(go_on))?;
        Ok(Self { arena, good, clues })
    }

    /// Returns the store of the nodes of all families.
    #[must_use]
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Returns the index, in the problem, of the clue that an element represents.
    #[must_use]
    pub fn clue(&self, element: u32) -> usize {
        self.clues[element as usize]
    }

    /// Returns all good sets of clues.
    #[must_use]
    pub fn good(&self) -> SetFamily {
        self.good
    }

    /// Returns the inclusion-minimal good sets.
    ///
    /// # Errors
    /// [`BuildStopped`] if `go_on` returns `false`.
    pub fn minimal(&mut self, go_on: &mut GoOn<'_>) -> Result<SetFamily, BuildStopped> {
        let mut work = OperationCache::new(go_on);
        self.arena.apply(Operation::MinimalOfUpper, self.good, SetFamily::EMPTY, &mut work)
    }

    /// Returns the sets of a family with the smallest number of clues.
    pub fn minimum(&mut self, family: SetFamily) -> SetFamily {
        self.arena.lightest(family, |_| [1])
    }

    /// Returns the hardest sets of a family in the order of Yoshinaka et al. (8.3): the sets with the fewest clues `4`;
    /// among these, the sets with the fewest clues `0`; then likewise `3`, `1` and `2`.
    ///
    /// `count` returns the count of a clue of the problem. Clues with counts above 4 have no weight.
    pub fn hardest(&mut self, family: SetFamily, count: impl Fn(usize) -> usize) -> SetFamily {
        let clues = &self.clues;
        let weight = |element: u32| {
            [4, 0, 3, 1, 2].map(|of| u32::from(count(clues[element as usize]) == of))
        };
        self.arena.lightest(family, weight)
    }
}

/// Returns the sets of the `count` clues on which at least one of the other solutions agrees with the given solution,
/// that is, the sets without any clue in which this other solution differs. Clues have the same order as their elements
/// in `others`.
fn agreeing(
    lines: &Arena,
    others: SetFamily,
    clue_of: &[Option<usize>],
    arena: &mut Arena,
    count: u32,
    go_on: &mut GoOn<'_>,
) -> Result<SetFamily, BuildStopped> {
    // the first clue at or after each level
    let mut next = vec![count; clue_of.len() + 1];
    for (level, clue) in clue_of.iter().enumerate().rev() {
        next[level] = next[level + 1] - u32::from(clue.is_some());
    }
    let first = |part| lines.root(part).map_or(count, |node| next[node.level as usize]);
    let mut done = vec![SetFamily::EMPTY; others.index().max(1) + 1];
    done[SetFamily::UNIT.index()] = SetFamily::UNIT;
    let mut work = OperationCache::new(go_on);
    for part in lines.nodes_of(others) {
        let Some(node) = lines.root(part) else { continue };
        let level = node.level as usize;
        // a clue without a node on the path may be in the set or not
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
