//! All solutions of a problem as one diagram.

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

/// Why there is no diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// Too much to be remembered at once.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The caller did not want to go on.
    #[error(transparent)]
    Stopped(#[from] BuildStopped),
}

/// How many solutions there are, without a diagram: the memory is that of two levels.
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

/// All solutions of a problem.
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
    /// Builds their diagram.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(problem: &LineProblem<'_>, go_on: &mut GoOn<'_>) -> Result<Self, BuildError> {
        let fixed = propagate(problem);
        Self::with(problem, fixed.as_deref(), None, go_on)
    }

    /// Builds their diagram with all edges in the given order, and only those fixed that are given.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn in_order(
        problem: &LineProblem<'_>,
        order: &[Edge],
        go_on: &mut GoOn<'_>,
    ) -> Result<Self, BuildError> {
        Self::with(problem, Some(&problem.given), Some(order), go_on)
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
            // what is in every set stands at the root
            for level in (0..plan.forced.len() as u32).rev() {
                family = arena.node(level, SetFamily::EMPTY, family);
            }
            edges = [plan.forced, plan.open].concat();
        }
        let counts = arena.counts(family);
        Ok(Self { arena, family, counts, edges, edge_count: problem.graph.edge_count() })
    }

    /// No solutions, as another method has found out.
    #[must_use]
    pub fn none(problem: &LineProblem<'_>) -> Self {
        let arena = Arena::new();
        let counts = arena.counts(SetFamily::EMPTY);
        let edge_count = problem.graph.edge_count();
        Self { arena, family: SetFamily::EMPTY, counts, edges: Vec::new(), edge_count }
    }

    /// The nodes.
    #[must_use]
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The family of the solutions; its elements are numbered as in [`Self::edges`].
    #[must_use]
    pub fn family(&self) -> SetFamily {
        self.family
    }

    /// The edge that each element of the family stands for. Edges that are in no solution may be missing.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// How many solutions there are.
    #[must_use]
    pub fn count(&self) -> BigUint {
        self.counts.total().clone()
    }

    /// The solutions in the order of the family.
    pub fn iter(&self) -> impl Iterator<Item = Solution> {
        self.arena.sets(self.family).map(|set| self.solution(&set))
    }

    /// The `number`-th solution, from 0; `None` if there are not so many.
    #[must_use]
    pub fn nth(&self, number: &BigUint) -> Option<Solution> {
        Some(self.solution(&self.arena.nth(&self.counts, number)?))
    }

    /// A solution, each equally likely; `None` if there is none.
    pub fn sample(&self, random: &mut impl Rng) -> Option<Solution> {
        Some(self.solution(&self.arena.sample(&self.counts, random)?))
    }

    /// Of each edge, whether it is a line in every solution, or in none; `None` if there is no solution.
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
