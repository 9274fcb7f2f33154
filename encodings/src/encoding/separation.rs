//! Cuts as they are needed: what an encoding leaves out, and how an invalid model is cut off.

use crate::encoding::{Cut, CutKind, CutReason, Encoding, Repair, Sweep};
use crate::logic::{ExternalPropagator, Lit};
use crate::puzzle::Solution;

/// The rule that an encoding's constraints leave out, enforced by cuts.
pub trait Separation: Sync {
    /// Returns the supported kinds of cut, the default first.
    fn cut_kinds(&self) -> &'static [CutKind];

    /// Splits a model of `encoding`; see [`Encoding::separate`]. `kind` is one of [`Self::cut_kinds`].
    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], kind: CutKind) -> Separated;

    /// Returns whether the cuts of [`Self::separate`] hold in every solution even if the model violates constraints. A cut
    /// against a loop, for example, is derived from edges that form one, which a wrong model may not have.
    fn separates_any_model(&self) -> bool {
        false
    }

    /// Returns an external propagator that enforces the rule during the search. Without one, only models
    /// are separated.
    fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        None
    }

    /// Returns whether the external propagator should be attached by default. It depends on the kind only.
    fn prefers_propagator(&self) -> bool {
        false
    }

    /// Returns the number of the first round whose model is worth a repair, from 1, or `None` if there is no repair. It
    /// depends on the puzzle only.
    fn first_repair(&self) -> Option<usize> {
        None
    }

    /// Returns whether the first model is worth a [`Self::sweep`]. It depends on the puzzle only.
    fn is_worth_sweeping(&self) -> bool {
        false
    }

    /// Returns the construction of a first model for [`Self::repair`]. Without one, the first model is that of the
    /// solver.
    fn sweep(&self) -> Option<Box<dyn Sweep + '_>> {
        None
    }

    /// Returns a local repair of invalid models. Without one, they are only cut off.
    fn repair(&self) -> Option<Box<dyn Repair + '_>> {
        None
    }

    /// Returns whether [`Self::separate_fractional`] can find cuts.
    fn has_fractional_cuts(&self) -> bool {
        false
    }

    /// Returns rows that hold in every solution and that a point of the linear relaxation violates.
    fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        let _ = point;
        Vec::new()
    }
}

/// The result of separating a model. At least one of the two fields is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separated {
    /// A solution that the model contains.
    pub solution: Option<Solution>,
    /// Constraints that the model violates and that no further solution violates. If there is a solution, one
    /// of them blocks it.
    pub cuts: Vec<Cut>,
}

/// Returns the model as a solution, and the cut that blocks it: one of the true variables of the projection
/// set is false, or, where one solution may contain another, one variable of the projection set differs.
pub(crate) fn block_solution(encoding: &Encoding<'_>, model: &[bool]) -> Separated {
    let nest = encoding.puzzle().solutions_nest();
    let projected = model.iter().take(encoding.projection_size()).enumerate();
    let literals = projected
        .filter(|&(_, &truth)| truth || nest)
        .map(|(index, &truth)| Lit::new(index as u32, truth))
        .collect();
    Separated {
        solution: Some(encoding.solution(model)),
        cuts: vec![Cut::clause(literals, CutReason::KnownSolution)],
    }
}
