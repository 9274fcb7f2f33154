//! The family of the solutions of a puzzle, each with the clues in which it differs from a reference solution.

use encycle_encodings::puzzle::{LineProblem, Solution};

use crate::frontier::{Frontier, Transition};
use crate::lines::{EdgePlan, PlanError, Slots};

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
pub(super) struct Differences {
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
    pub fn new(problem: &LineProblem<'_>, solution: &Solution) -> Result<Self, PlanError> {
        let lines = LineProblem { clues: Vec::new(), ..problem.clone() };
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
