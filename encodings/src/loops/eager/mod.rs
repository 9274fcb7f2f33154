//! Parts that are added to the rules of a loop puzzle before the solver is asked: "one loop" by
//! constraints in place of cuts, and redundant families.
//!
//! A part is a file here and a line in [`PARTS`].

mod board;
pub(crate) mod elimination;
mod first;
mod inside;
mod order;
mod reach;
mod tree;

pub use board::{Drawing, DrawingVariables};
pub(crate) use elimination::Elimination;

use crate::encoding::{EncodingInfo, PredictedSize};
use crate::grid::{Cell, Grid};
use crate::logic::ConstraintSink;

/// What a part needs to know of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopField {
    /// The grid.
    pub grid: Grid,
    /// Cells of which it is certain that one at least is inside, in every solution; few if possible.
    pub one_inside: Option<Vec<Cell>>,
}

/// A part.
pub trait EagerPart: Sync {
    /// What is told of it.
    fn about(&self) -> &'static EncodingInfo;

    /// Whether it leaves exactly one loop, so that no cut is needed.
    fn is_one_loop(&self) -> bool {
        true
    }

    /// Whether its variables follow from the lines, so that each solution has one model.
    fn is_determined(&self) -> bool {
        true
    }

    /// The variables of the drawing that it speaks about.
    fn drawings(&self) -> &'static [Drawing];

    /// How many variables it makes at most, quickly told and rather too high.
    fn variable_bound(&self, field: &LoopField) -> u128;

    /// Makes its variables.
    fn variables(&self, field: &LoopField, sink: &mut dyn ConstraintSink);

    /// Hands on its constraints; `first` is the number of its first variable.
    fn constraints(
        &self,
        field: &LoopField,
        board: &DrawingVariables,
        first: u32,
        sink: &mut dyn ConstraintSink,
    );

    /// Variables and clauses that [`CnfMethod::Direct`](crate::logic::CnfMethod::Direct) makes of
    /// each family, by closed formulas; `None` where there is none.
    fn predicted(&self, field: &LoopField) -> Option<Vec<PredictedSize>>;
}

/// All parts.
pub const PARTS: &[&dyn EagerPart] =
    &[&inside::Colours, &reach::REACH, &reach::REACH_ALL, &order::Order, &tree::Tree];
