//! The set of all solutions of a problem, as one decision diagram.

use encycle_encodings::grid::Edge;
use encycle_encodings::puzzle::{LineProblem, Solution};
use num_bigint::BigUint;
use rand::Rng;

use crate::arena::{Arena, SetFamily};
use crate::build::build;
use crate::frontier::{BuildStopped, GoOn};
use crate::lines::plan::{EdgePlan, PlanError};
use crate::lines::propagate::propagate;
use crate::sets::Counts;
use crate::tally;

/// An error of building a diagram, or of counting solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The states of the problem are too large.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The computation stopped early.
    #[error(transparent)]
    Stopped(#[from] BuildStopped),
}

/// Counts the solutions of a problem without building a diagram, so that only the states of two levels are in memory.
///
/// # Errors
/// See [`BuildError`].
pub fn count_solutions(
    problem: &LineProblem<'_>,
    go_on: &mut GoOn<'_>,
) -> Result<BigUint, BuildError> {
    let Some(fixed) = propagate(problem) else { return Ok(BigUint::ZERO) };
    Ok(tally::count(&EdgePlan::new(problem, &fixed, None)?, go_on)?)
}

/// The set of all solutions of a problem, as a decision diagram.
#[derive(Clone, Debug)]
pub struct LineSolutions {
    arena: Arena,
    family: SetFamily,
    counts: Counts,
    /// The edge of each level.
    edges: Vec<Edge>,
    edge_count: usize,
}

impl LineSolutions {
    /// Builds the diagram of all solutions of a problem.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(problem: &LineProblem<'_>, go_on: &mut GoOn<'_>) -> Result<Self, BuildError> {
        let fixed = propagate(problem);
        Self::with(problem, fixed.as_deref(), None, go_on)
    }

    /// Builds the diagram with the edges in a given order, and without propagation.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn in_order(
        problem: &LineProblem<'_>,
        order: &[Edge],
        go_on: &mut GoOn<'_>,
    ) -> Result<Self, BuildError> {
        Self::with(problem, Some(&problem.fixed), Some(order), go_on)
    }

    fn with(
        problem: &LineProblem<'_>,
        fixed: Option<&[Option<bool>]>,
        order: Option<&[Edge]>,
        go_on: &mut GoOn<'_>,
    ) -> Result<Self, BuildError> {
        let mut arena = Arena::new();
        let (mut family, mut edges) = (SetFamily::EMPTY, Vec::new());
        if let Some(fixed) = fixed {
            let plan = EdgePlan::new(problem, fixed, order)?;
            family = build(&mut arena, &plan, plan.forced.len() as u32, go_on)?;
            // the elements common to all sets are at the root
            for level in (0..plan.forced.len() as u32).rev() {
                family = arena.node(level, SetFamily::EMPTY, family);
            }
            edges = [plan.forced, plan.open].concat();
        }
        let counts = arena.counts(family);
        Ok(Self { arena, family, counts, edges, edge_count: problem.graph.edge_count() })
    }

    /// Creates the empty set of solutions, for a problem that another method has proved unsolvable.
    #[must_use]
    pub fn none(problem: &LineProblem<'_>) -> Self {
        let arena = Arena::new();
        let counts = arena.counts(SetFamily::EMPTY);
        let edge_count = problem.graph.edge_count();
        Self { arena, family: SetFamily::EMPTY, counts, edges: Vec::new(), edge_count }
    }

    /// Returns the store of the diagram's nodes.
    #[must_use]
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Returns the family of the solutions. Its elements are indices into [`Self::edges`].
    #[must_use]
    pub fn family(&self) -> SetFamily {
        self.family
    }

    /// Returns the edge that each element of the family represents. Edges that are in no solution may be missing.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Returns the number of solutions.
    #[must_use]
    pub fn count(&self) -> BigUint {
        self.counts.total().clone()
    }

    /// Returns an iterator over the solutions, in the order of the family.
    pub fn iter(&self) -> impl Iterator<Item = Solution> {
        self.arena.sets(self.family).map(|set| self.solution(&set))
    }

    /// Returns the solution at index `number`, from 0; `None` if there are not more than `number` solutions.
    #[must_use]
    pub fn nth(&self, number: &BigUint) -> Option<Solution> {
        Some(self.solution(&self.arena.nth(&self.counts, number)?))
    }

    /// Draws a solution uniformly at random; `None` if there is no solution.
    pub fn sample(&self, random: &mut impl Rng) -> Option<Solution> {
        Some(self.solution(&self.arena.sample(&self.counts, random)?))
    }

    /// Returns, for each edge, `Some(true)` if it is a line in every solution, `Some(false)` if it is a line in no
    /// solution, and `None` otherwise. The result is `None` if there is no solution.
    #[must_use]
    pub fn common(&self) -> Option<Vec<Option<bool>>> {
        if self.family == SetFamily::EMPTY {
            return None;
        }
        let [all, some] = self.arena.common(self.family);
        let mut known = vec![Some(false); self.edge_count];
        some.into_iter().for_each(|level| known[self.edges[level as usize].index()] = None);
        all.into_iter().for_each(|level| known[self.edges[level as usize].index()] = Some(true));
        Some(known)
    }

    fn solution(&self, set: &[u32]) -> Solution {
        let mut lines = vec![false; self.edge_count];
        set.iter().for_each(|&level| lines[self.edges[level as usize].index()] = true);
        Solution::new(lines)
    }
}
