//! Local repair: changes of a few variables that turn an invalid model into a better model.

use crate::logic::{Lit, Var};

/// A search for small changes of a model that violates the rule of a [`GlobalConstraint`](crate::encoding::GlobalConstraint).
///
/// The search goes from *window* to window. A window is a set of variables that may change; all other variables keep
/// their values. A driver solves the constraints over the window, and this trait enforces the omitted rule there: it
/// returns cuts, which hold as long as only the window changes. Each repaired window removes at least one violation and
/// adds none, so the search ends.
///
/// ```text
/// load a model
/// while there is a window:
///     until the window's values need no cut: solve the window with the cuts so far
///     accept these values, or reject the window if there are none
/// ```
///
/// The variables beyond the variables of [`Self::model`] are auxiliary. A driver appends the auxiliary variables that
/// share clauses with a window to the end of the window, and leaves them out of the values that it passes.
///
/// Repair proves nothing: if a window has no acceptable assignment, nothing follows from that. A repaired model is
/// checked like a model of the solver.
pub trait Repair {
    /// Starts with a model. `is_fixed` lists, by variable index, the variables whose value follows from a unit clause.
    fn load(&mut self, model: &[bool], is_fixed: &[bool]);

    /// Returns the model with all accepted windows.
    fn model(&self) -> Vec<bool>;

    /// Returns the variables of the next window, or `None` if no violation remains, or if every remaining violation was
    /// given up.
    fn next_window(&mut self) -> Option<&[Var]>;

    /// Checks values of the window's variables, in the order of the window. Returns clauses over these variables that
    /// the values violate and that hold in every acceptable assignment of the window; no clauses if the values are
    /// acceptable. The values that the window has before the repair are never acceptable.
    fn window_cuts(&mut self, values: &[bool]) -> Vec<Vec<Lit>>;

    /// Ends the window, with acceptable values or without values.
    fn end_window(&mut self, values: Option<&[bool]>);

    /// Returns a measure of the work so far that does not depend on the machine: the number of visited variables.
    fn work(&self) -> u64;
}
