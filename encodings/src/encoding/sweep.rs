//! A first model without a search over the whole formula: window by window.

use crate::logic::{Lit, Var};

/// The construction of a model that a [`Repair`](crate::encoding::Repair) can start from.
///
/// The search goes from *window* to window. All variables are open at first. A driver solves the constraints over a
/// window; it leaves out those that contain an open variable outside the window. Then some of the window's variables are
/// closed: only windows that contain them change them from now on. So each constraint holds from the moment when its last
/// variable is closed.
///
/// In a solver for the whole formula, a conflict in one corner undoes the decisions in all others. The time of a sweep
/// grows with the number of variables.
///
/// ```text
/// while there is a window:
///     until the window's values need no cut: solve the window with the cuts so far
///     accept these values, or reject the window if there are none
/// if the sweep is complete, there is a model
/// ```
///
/// The variables beyond those of [`Self::model`] are auxiliary, as in a repair.
///
/// A sweep proves nothing: if it does not complete, there may be a model. The model is checked like a model of the
/// solver.
pub trait Sweep {
    /// Returns the initial values: a window keeps most of them.
    fn model(&self) -> Vec<bool>;

    /// Returns the variables of the next window, or `None` if the sweep is complete or a part was given up.
    fn next_window(&mut self) -> Option<&[Var]>;

    /// Returns whether a variable is open.
    fn is_open(&self, variable: Var) -> bool;

    /// Checks values of the window's variables, in the order of the window. Returns clauses over these variables that
    /// the values violate and that hold in every acceptable assignment of the window; none if the values are
    /// acceptable.
    fn window_cuts(&mut self, values: &[bool]) -> Vec<Vec<Lit>>;

    /// Ends the window, with acceptable values or without. Without, the next window is larger.
    fn end_window(&mut self, values: Option<&[bool]>);

    /// Returns whether all variables are closed.
    fn is_complete(&self) -> bool;
}
