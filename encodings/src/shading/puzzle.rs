//! The trait of the kinds with shaded cells, and the traits that follow from it.

use crate::encoding::{Encodable, EncodingInfo};
use crate::logic::{ConstraintSink, Counter, ExternalPropagator};
use crate::puzzle::{BrokenRule, GridSketch, Ink, Sketch, Solution};
use crate::shading::ShadedBoard;

/// A kind of puzzle whose solution shades some cells of a grid such that the cells of one color are connected.
pub trait Shading: Encodable {
    /// The title of pictures.
    const TITLE: &'static str;

    /// The base encoding: its name, its source, and the families of [`Self::rules`]. The family `shaded` of the cells
    /// is added, and with the part `tree` the families of the tree, too.
    const BASE: EncodingInfo;

    /// The color that is connected: true if the shaded cells are.
    const CONNECTED: bool;

    /// Returns, for each cell, whether it is a goal of the other color: each cell of that color must be connected to a
    /// goal. Returns `None` if the other color need not be connected to anything.
    fn goals(&self) -> Option<Vec<bool>> {
        None
    }

    /// Returns the cells.
    fn board(&self) -> ShadedBoard;

    /// Checks all rules except connectivity. The check shares no code with the encodings.
    ///
    /// # Errors
    /// The first broken rule.
    fn check_clues(&self, shaded: &[bool]) -> Result<(), BrokenRule>;

    /// Creates the variables of the clues, if any; they follow the variables of the cells.
    fn clue_variables(&self, _: &mut dyn ConstraintSink) {}

    /// Returns an upper bound of the number of variables of the clues and the counts.
    fn variable_bound(&self) -> u128 {
        self.counters().iter().map(|one| one.variable_count() as u128).sum()
    }

    /// Returns the counts of shaded cells, or of variables of the clues, whose constraints [`Self::rules`] need not
    /// add.
    fn counters(&self) -> Vec<Counter> {
        Vec::new()
    }

    /// Adds the constraints of all rules except connectivity.
    fn rules(&self, sink: &mut dyn ConstraintSink);

    /// Returns a check of partial assignments against the clues, in addition to the check of connected cells.
    fn clue_propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        None
    }

    /// Draws the clues.
    fn draw_clues(&self, sketch: &mut GridSketch);
}

/// Checks all rules on a solution.
///
/// # Errors
/// The first broken rule.
pub fn checked<P: Shading>(puzzle: &P, solution: &Solution) -> Result<(), BrokenRule> {
    let shaded = puzzle.board().read(solution)?;
    puzzle.check_clues(&shaded)?;
    puzzle.board().check_connected(&shaded, P::CONNECTED)
}

/// Returns the picture of a puzzle, with a solution if one is given.
pub fn sketched<P: Shading>(puzzle: &P, solution: Option<&Solution>) -> Sketch {
    let grid = puzzle.board().grid();
    let mut sketch = GridSketch::new(format!("{} {}", P::TITLE, puzzle.extent()), grid);
    sketch.walled = true;
    puzzle.draw_clues(&mut sketch);
    for atom in solution.iter().flat_map(|solution| solution.true_atoms()) {
        if let Some(shaded) = sketch.shaded.get_mut(atom) {
            *shaded = Some(Ink::Solution);
        }
    }
    Sketch::Grid(sketch)
}

/// Implements [`Instance`](crate::puzzle::Instance) and [`Encodable`] for a type that implements [`Shading`].
macro_rules! shading_puzzle {
    ($kind:ty) => {
        impl crate::puzzle::Instance for $kind {
            fn form(&self) -> crate::puzzle::SolutionForm {
                crate::shading::Shading::board(self).values().form()
            }

            fn check(
                &self,
                solution: &crate::puzzle::Solution,
            ) -> Result<(), crate::puzzle::BrokenRule> {
                crate::shading::checked(self, solution)
            }

            /// A solution may shade more cells than another.
            fn solutions_nest(&self) -> bool {
                true
            }

            fn sketch(&self, solution: Option<&crate::puzzle::Solution>) -> crate::puzzle::Sketch {
                crate::shading::sketched(self, solution)
            }
        }

        impl crate::encoding::Encodable for $kind {
            fn encoding_names(&self) -> Vec<String> {
                crate::shading::names::<Self>()
            }

            fn encoding<'a>(
                &'a self,
                name: &str,
            ) -> Result<crate::encoding::Encoding<'a>, crate::encoding::EncodingError> {
                crate::shading::encoding(name, self)
            }
        }
    };
}
pub(crate) use shading_puzzle;
