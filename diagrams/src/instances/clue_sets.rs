//! All sets of clues that make a given solution unique.

use encycle_encodings::puzzle::{EdgeClue, LineProblem, Solution};

use crate::algebra::{Operation, OperationCache};
use crate::arena::{Arena, SetFamily};
use crate::build::build;
use crate::frontier::{BuildStopped, Frontier, GoOn, Transition};
use crate::lines::{BuildError, EdgePlan, PlanError, Slots};

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
/// let sets = ClueSets::build(&problem, &Solution::new(lines), &[], &mut |_| true)?;
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
    /// Compares `solution` with all solutions of the problem without its clues, but with the `required` clues, which belong to
    /// every set and must hold in the solution.
    ///
    /// The problem's clues are the candidates. Only their edges matter, because each candidate gets its count from
    /// `solution`; the counts in the problem have no effect.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(
        problem: &LineProblem<'_>,
        solution: &Solution,
        required: &[EdgeClue<'_>],
        go_on: &mut GoOn<'_>,
    ) -> Result<Self, BuildError> {
        let frontier = Differences::new(problem, solution, required)?;
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

// The family of the solutions of a puzzle, each with the clues in which it differs from a reference solution.

/// The count of a clue that certainly differs from the reference solution.
const DIFFERENT: u8 = u8::MAX;
/// The maximum number of edges of a clue; larger counts would collide with [`DIFFERENT`].
const MOST_EDGES: usize = 254;

// Marks in the last byte of a state.

/// The lines of the decided edges are a complete solution.
const COMPLETE: u8 = 1;
/// The lines differ from the reference solution.
const OTHER: u8 = 2;

/// The family of all solutions except the reference solution, each with the clues whose counts differ.
///
/// The family has an element for each edge, and after the last edge of each clue an element for the clue (the `x` and
/// `y` of Yoshinaka et al. 2012, section 7).
///
/// A state consists of the state of the lines, a count for each clue with decided and open edges, and the marks. A
/// count that can no longer equal the count in the reference solution becomes [`DIFFERENT`].
struct Differences {
    plan: EdgePlan,
    items: Vec<ElementMeaning>,
    /// The maximum number of clues with decided and open edges.
    open: usize,
}

/// The meaning of an element.
enum ElementMeaning {
    /// The edge on a level of the plan is a line.
    Edge { level: usize, in_solution: bool, clues: Vec<ClueUpdate> },
    /// The count of a clue differs.
    Clue { clue: usize, at: usize },
}

/// The update of a clue at one edge.
struct ClueUpdate {
    /// The index of the clue's count in the state.
    at: usize,
    /// The clue's count in the reference solution.
    count: u8,
    /// The number of the clue's edges that come later.
    left: u8,
}

impl Differences {
    /// Creates the family for a problem. The counts of the problem's clues have no effect.
    ///
    /// # Errors
    /// A clue has more than [`MOST_EDGES`] edges, or the plan of the lines fails.
    pub fn new(
        problem: &LineProblem<'_>,
        solution: &Solution,
        required: &[EdgeClue<'_>],
    ) -> Result<Self, PlanError> {
        let lines = LineProblem { clues: required.to_vec(), ..problem.clone() };
        let plan = EdgePlan::new(&lines, &lines.fixed, None)?;
        let mut clues_of = vec![Vec::new(); problem.graph.edge_count()];
        let mut left = Vec::new();
        for (index, clue) in problem.clues.iter().enumerate() {
            let count = clue.edges.len();
            if count > MOST_EDGES {
                let what = "the number of edges around a clue";
                return Err(PlanError { what, count, most: MOST_EDGES });
            }
            left.push(count as u8);
            clue.edges.iter().for_each(|edge| clues_of[edge.index()].push(index));
        }
        let mut place: Vec<Option<usize>> = vec![None; problem.clues.len()];
        let mut slots = Slots::default();
        let mut items = Vec::new();
        for (level, edge) in plan.open.iter().enumerate() {
            let mut steps = Vec::new();
            let mut last = Vec::new();
            for &clue in &clues_of[edge.index()] {
                let at = *place[clue].get_or_insert_with(|| slots.take());
                left[clue] -= 1;
                let edges = problem.clues[clue].edges.iter();
                let count = edges.filter(|edge| solution.has(edge.index())).count() as u8;
                steps.push(ClueUpdate { at, count, left: left[clue] });
                if left[clue] == 0 {
                    last.push((clue, at));
                }
            }
            let in_solution = solution.has(edge.index());
            items.push(ElementMeaning::Edge { level, in_solution, clues: steps });
            for (clue, at) in last {
                items.push(ElementMeaning::Clue { clue, at });
                slots.give_back(at);
            }
        }
        Ok(Self { plan, items, open: slots.count })
    }

    /// Returns the clue that each element represents; `None` for edges. Clues without edges have no element.
    pub fn clues(&self) -> Vec<Option<usize>> {
        let clue_of = |item: &ElementMeaning| match item {
            ElementMeaning::Edge { .. } => None,
            ElementMeaning::Clue { clue, .. } => Some(*clue),
        };
        self.items.iter().map(clue_of).collect()
    }
}

impl Frontier for Differences {
    fn levels(&self) -> usize {
        self.items.len()
    }

    fn state_size(&self) -> usize {
        self.plan.state_size() + self.open + 1
    }

    fn root(&self, state: &mut [u8]) -> Transition {
        let (lines, counts) = state.split_at_mut(self.plan.state_size());
        counts.fill(0);
        self.plan.root(lines)
    }

    fn child(&self, item: usize, state: &[u8], taken: bool, next: &mut [u8]) -> Transition {
        next.copy_from_slice(state);
        let (before, _) = state.split_at(self.plan.state_size());
        let (lines, counts) = next.split_at_mut(self.plan.state_size());
        let (marks, counts) = counts.split_last_mut().expect("the last byte holds the marks");
        match &self.items[item] {
            ElementMeaning::Clue { at, .. } => {
                if taken != (counts[*at] == DIFFERENT) {
                    return Transition::Reject;
                }
                counts[*at] = 0;
            }
            ElementMeaning::Edge { level, in_solution, clues } => {
                if *marks & COMPLETE == 0 {
                    match self.plan.child(*level, before, taken, lines) {
                        Transition::Reject => return Transition::Reject,
                        Transition::Open => {}
                        Transition::Accept => {
                            *marks |= COMPLETE;
                            lines.fill(0);
                        }
                    }
                } else if taken {
                    return Transition::Reject;
                }
                if taken != *in_solution {
                    *marks |= OTHER;
                }
                for step in clues {
                    let count = &mut counts[step.at];
                    if *count == DIFFERENT {
                        continue;
                    }
                    *count += u8::from(taken);
                    if *count > step.count || *count + step.left < step.count {
                        *count = DIFFERENT;
                    }
                }
            }
        }
        match (item + 1 == self.items.len(), *marks == COMPLETE | OTHER) {
            (false, _) => Transition::Open,
            (true, true) => Transition::Accept,
            (true, false) => Transition::Reject,
        }
    }
}
