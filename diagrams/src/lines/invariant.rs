//! The number of solutions that a symmetry maps to themselves.

use encycle_encodings::grid::Edge;
use encycle_encodings::puzzle::LineProblem;
use num_bigint::BigUint;

use crate::frontier::{Frontier, GoOn, Transition};
use crate::lines::order::order_of_orbits;
use crate::lines::plan::EdgePlan;
use crate::lines::propagate::propagate;
use crate::lines::solutions::BuildError;
use crate::tally;

/// Counts the solutions that are unions of orbits of edges, where `images` gives the image of each edge under a
/// permutation.
///
/// The edges of an orbit are decided one after the other, so a state needs only one more byte: the value of the current
/// orbit. The frontier consists of all images of one front, which makes it wide, but the images have similar states.
///
/// ```
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
/// assert_eq!(count_invariant(&problem, &images, &mut |_| true)?, 1_u32.into());
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
    go_on: &mut GoOn<'_>,
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
    Ok(tally::count(&InvariantPlan { plan, continues }, go_on)?)
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
