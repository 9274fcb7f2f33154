//! The set of all solutions of a problem, as one decision diagram.

use std::ops::RangeInclusive;

use encycle_encodings::grid::Edge;
use encycle_encodings::puzzle::{LineProblem, Solution};
use num_bigint::BigUint;
use rand::Rng;

use crate::arena::{Arena, SetFamily};
use crate::build::build;
use crate::checkpoint::CheckpointError;
use crate::frontier::{BuildStopped, Frontier, GoOn, Transition};
use crate::lines::order::order_of_orbits;
use crate::lines::plan::{EdgePlan, PlanError};
use crate::lines::propagate::propagate;
use crate::sets::Counts;
use crate::tally::{self, CountFailure, CountResources};

/// An error of building a diagram, or of counting solutions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The states of the problem are too large.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The computation stopped early.
    #[error(transparent)]
    Stopped(#[from] BuildStopped),
    /// The checkpoint of a count cannot be used.
    #[error(transparent)]
    Checkpoint(CheckpointError),
}

impl From<CountFailure> for BuildError {
    fn from(failure: CountFailure) -> Self {
        match failure {
            CountFailure::Stopped(stopped) => Self::Stopped(stopped),
            CountFailure::Checkpoint(error) => Self::Checkpoint(error),
        }
    }
}

/// The options of [`count_solutions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyOptions<'a> {
    /// All edges, in the order of the decisions; without it, an order with few states is chosen.
    pub order: Option<&'a [Edge]>,
    /// The numbers of lines that a counted solution may have.
    pub lengths: RangeInclusive<usize>,
}

impl Default for TallyOptions<'_> {
    fn default() -> Self {
        Self { order: None, lengths: 0..=usize::MAX }
    }
}

/// Counts the solutions of a problem without building a diagram, so that only the states of two levels are in memory.
///
/// ```
/// use encycle_diagrams::CountResources;
/// use encycle_diagrams::lines::{TallyOptions, count_solutions};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
/// use encycle_encodings::puzzle::Instance;
///
/// let puzzle = Slitherlink::from_rows(&["..", ".."])?;
/// let problem = puzzle.line_problem().expect("a loop puzzle");
/// let count = |lengths| {
///     let options = TallyOptions { lengths, ..TallyOptions::default() };
///     count_solutions(&problem, &options, CountResources::new(&mut |_| true))
/// };
/// // of the 13 loops, four are around one cell, and four around two
/// assert_eq!(count(0..=usize::MAX)?, 13_u32.into());
/// assert_eq!(count(4..=6)?, 8_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`BuildError`].
pub fn count_solutions(
    problem: &LineProblem<'_>,
    options: &TallyOptions<'_>,
    resources: CountResources<'_, '_>,
) -> Result<BigUint, BuildError> {
    let Some(fixed) = propagate(problem) else { return Ok(BigUint::ZERO) };
    let plan = EdgePlan::new(problem, &fixed, options.order)?;
    let all = plan.forced.len() + plan.open.len();
    let [least, most] = [*options.lengths.start(), (*options.lengths.end()).min(all)];
    if least == 0 && most == all {
        return Ok(tally::count(&plan, resources)?);
    }
    let forced = plan.forced.len();
    let Some(most) = most.checked_sub(forced).filter(|_| least <= most) else {
        return Ok(BigUint::ZERO);
    };
    let plan = LengthPlan { least: least.saturating_sub(forced), most, plan };
    Ok(tally::count(&plan, resources)?)
}

/// A plan whose solutions have a number of open edges in a range. The last four bytes of a state are the number so far.
#[derive(Debug)]
struct LengthPlan {
    plan: EdgePlan,
    least: usize,
    most: usize,
}

impl Frontier for LengthPlan {
    fn levels(&self) -> usize {
        self.plan.levels()
    }

    fn state_size(&self) -> usize {
        self.plan.state_size() + size_of::<u32>()
    }

    fn root(&self, state: &mut [u8]) -> Transition {
        let (state, lines) = state.split_at_mut(self.plan.state_size());
        lines.fill(0);
        match self.plan.root(state) {
            Transition::Accept if self.least > 0 => Transition::Reject,
            transition => transition,
        }
    }

    fn child(&self, level: usize, state: &[u8], taken: bool, next: &mut [u8]) -> Transition {
        let size = self.plan.state_size();
        let (state, before) = state.split_at(size);
        let (next, lines) = next.split_at_mut(size);
        let before = before.try_into().map_or(0, u32::from_le_bytes);
        let drawn = before + u32::from(taken);
        lines.copy_from_slice(&drawn.to_le_bytes());
        let drawn = drawn as usize;
        if drawn > self.most || drawn + (self.levels() - level - 1) < self.least {
            return Transition::Reject;
        }
        match self.plan.child(level, state, taken, next) {
            Transition::Accept if drawn < self.least => Transition::Reject,
            transition => transition,
        }
    }
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
    /// Builds the diagram of all solutions of a problem. `order` contains all edges; without it, an order with few states
    /// is chosen.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(
        problem: &LineProblem<'_>,
        order: Option<&[Edge]>,
        go_on: &mut GoOn<'_>,
    ) -> Result<Self, BuildError> {
        let fixed = propagate(problem);
        Self::with(problem, fixed.as_deref(), order, go_on)
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

// The number of solutions that a symmetry maps to themselves.

/// Counts the solutions that are unions of orbits of edges, where `images` gives the image of each edge under a
/// permutation.
///
/// The edges of an orbit are decided one after the other, so a state needs only one more byte: the value of the current
/// orbit. The frontier consists of all images of one front, which makes it wide, but the images have similar states.
///
/// ```
/// use encycle_diagrams::CountResources;
/// use encycle_diagrams::lines::count_invariant;
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
/// use encycle_encodings::puzzle::Instance;
/// use encycle_encodings::grid::Isometry;
///
/// let puzzle = Slitherlink::from_rows(&["..", ".."])?;
/// let problem = puzzle.line_problem().expect("a loop puzzle");
/// let turn = Isometry { flips_rows: true, flips_cols: true, transposes: false };
/// let images = puzzle.atom_images(&turn.into()).expect("a grid");
/// // of the 13 loops, a half turn keeps only that around all four cells
/// let count = count_invariant(&problem, &images, CountResources::new(&mut |_| true))?;
/// assert_eq!(count, 1_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`BuildError`].
///
/// # Panics
/// `images` does not have one entry per edge.
pub fn count_invariant(
    problem: &LineProblem<'_>,
    images: &[usize],
    resources: CountResources<'_, '_>,
) -> Result<BigUint, BuildError> {
    assert_eq!(images.len(), problem.graph.edge_count(), "one image per edge");
    let orbits = orbits(images);
    let fixed = propagate(problem).and_then(|fixed| spread(&fixed, &orbits));
    let Some(fixed) = fixed else { return Ok(BigUint::ZERO) };
    // an edge that is fixed because of its orbit may fix further edges
    let problem = LineProblem { fixed, ..problem.clone() };
    let fixed = propagate(&problem).and_then(|fixed| spread(&fixed, &orbits));
    let Some(fixed) = fixed else { return Ok(BigUint::ZERO) };
    let open: Vec<bool> = fixed.iter().map(Option::is_none).collect();
    let mut order = order_of_orbits(&problem, &open, &orbits);
    order.extend(problem.graph.edges().filter(|edge| !open[edge.index()]));
    let plan = EdgePlan::new(&problem, &fixed, Some(&order))?;
    let orbit = |edge: &Edge| orbits[edge.index()];
    let continues = plan.open.windows(2).map(|pair| orbit(&pair[0]) == orbit(&pair[1]));
    let continues = std::iter::once(false).chain(continues).chain([false]).collect();
    let plan = InvariantPlan { plan, continues };
    Ok(tally::count(&plan, resources)?)
}

/// Returns, for each element, the number of its orbit, which is the first element of the orbit.
fn orbits(images: &[usize]) -> Vec<usize> {
    let mut orbits = vec![usize::MAX; images.len()];
    for first in 0..images.len() {
        let mut element = first;
        while orbits[element] == usize::MAX {
            orbits[element] = first;
            element = images[element];
        }
    }
    orbits
}

/// Fixes all edges of an orbit if one of them is fixed; `None` if two of them have different values.
fn spread(fixed: &[Option<bool>], orbits: &[usize]) -> Option<Vec<Option<bool>>> {
    let mut values = vec![None; orbits.len()];
    for (&orbit, &value) in orbits.iter().zip(fixed) {
        match (values[orbit], value) {
            (Some(known), Some(value)) if known != value => return None,
            (None, _) => values[orbit] = value,
            _ => {}
        }
    }
    Some(orbits.iter().map(|&orbit| values[orbit]).collect())
}

/// A plan in which an edge has the same value as the previous edge if both are in the same orbit. The last byte of a
/// state is this value; it is 0 between orbits.
#[derive(Debug)]
struct InvariantPlan {
    plan: EdgePlan,
    /// For each level, whether its edge is in the orbit of the previous edge.
    continues: Vec<bool>,
}

impl Frontier for InvariantPlan {
    fn levels(&self) -> usize {
        self.plan.levels()
    }

    fn state_size(&self) -> usize {
        self.plan.state_size() + 1
    }

    fn root(&self, state: &mut [u8]) -> Transition {
        let size = self.plan.state_size();
        state[size] = 0;
        self.plan.root(&mut state[..size])
    }

    fn child(&self, level: usize, state: &[u8], taken: bool, next: &mut [u8]) -> Transition {
        let size = self.plan.state_size();
        if self.continues[level] && (state[size] == 1) != taken {
            return Transition::Reject;
        }
        let is_kept = taken && self.continues[level + 1];
        next[size] = u8::from(is_kept);
        match self.plan.child(level, &state[..size], taken, &mut next[..size]) {
            // no further line may follow, but the orbit requires a line
            Transition::Accept if is_kept => Transition::Reject,
            transition => transition,
        }
    }
}
