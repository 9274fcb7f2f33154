//! What a kind with shaded cells implements, and what follows from it.

use crate::encoding::{Encodable, EncodingInfo};
use crate::logic::{ConstraintSink, Counter, ExternalPropagator};
use crate::puzzle::{BrokenRule, GridSketch, Ink, Sketch, Solution};
use crate::shading::ShadedBoard;

/// A kind of puzzle whose solution shades some cells of a grid, such that the cells of one colour are connected.
pub trait Shading: Encodable {
    /// The title of pictures.
    const TITLE: &'static str;

    /// The base encoding: its name, source, and the families of [`Self::rules`]. The families `shaded` of the cells and, with
    /// the part `tree`, those of the tree are added.
    const BASE: EncodingInfo;

    /// The colour that is connected: true for shaded cells.
    const CONNECTED: bool;

    /// Returns for each cell whether it is a goal of the other colour: each cell of that colour is connected to one of them.
    /// Returns `None` if the other colour may have any parts.
    fn goals(&self) -> Option<Vec<bool>> {
        None
    }

    /// Returns the cells.
    fn board(&self) -> ShadedBoard;

    /// Checks the rules but the connectivity. It shares no code with the encodings.
    ///
    /// # Errors
    /// The first broken rule.
    fn check_clues(&self, shaded: &[bool]) -> Result<(), BrokenRule>;

    /// Creates the variables of the clues, if any; they come after those of the cells.
    fn clue_variables(&self, _: &mut dyn ConstraintSink) {}

    /// Returns an upper bound of the number of variables of the clues and the counts.
    fn variable_bound(&self) -> u128 {
        self.counters().iter().map(|one| one.variable_count() as u128).sum()
    }

    /// Returns the counts of shaded cells, or of variables of the clues, whose constraints [`Self::rules`] need not add.
    fn counters(&self) -> Vec<Counter> {
        Vec::new()
    }

    /// Adds the constraints of the rules but the connectivity.
    fn rules(&self, sink: &mut dyn ConstraintSink);

    /// Returns a check of partial assignments, in addition to that of connected cells.
    fn clue_propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        None
    }

    /// Draws the clues.
    fn draw_clues(&self, sketch: &mut GridSketch);
}

/// Checks all rules of a candidate.
///
/// # Errors
/// The first broken rule.
pub fn checked<P: Shading>(puzzle: &P, solution: &Solution) -> Result<(), BrokenRule> {
    let shaded = puzzle.board().read(solution)?;
    puzzle.check_clues(&shaded)?;
    puzzle.board().check_connected(&shaded, P::CONNECTED)
}

/// Returns the picture of a puzzle, with a candidate if one is passed.
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
            fn extent(&self) -> crate::puzzle::Extent {
                crate::puzzle::Extent::Grid(crate::shading::Shading::board(self).grid())
            }

            fn form(&self) -> crate::puzzle::SolutionForm {
                crate::shading::Shading::board(self).values().form()
            }

            fn atom_count(&self) -> usize {
                crate::shading::Shading::board(self).values().count()
            }

            fn atom_name(&self, atom: usize) -> String {
                crate::shading::Shading::board(self).values().name(atom)
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
