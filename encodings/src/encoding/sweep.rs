//! Sweeps: a first model is constructed window by window, without a search over the whole formula.

use crate::logic::{Lit, Var};

/// The construction of a model that a [`Repair`](crate::encoding::Repair) can start from.
///
/// The search goes from *window* to window. At first all variables are open. A driver solves the constraints over a
/// window, but leaves out the constraints that contain an open variable outside the window. Then some of the window's
/// variables are closed: from then on, only windows that contain them change them. Therefore each constraint holds from
/// the moment when its last variable is closed.
///
/// ```text
///  closed   | window  | open
///  . . . .  | ? ? ?   |           The values of the window must satisfy the constraints
///  . . . .  | ? ? ?   |           over closed variables and the window. Constraints that
///  . . . .  | ? ? ?   |           reach into the open part wait.
/// ```
///
/// In a solver for the whole formula, a conflict in one corner undoes decisions in all other corners. A sweep only
/// undoes decisions in the window, so its time grows with the number of variables.
///
/// ```text
/// while there is a window:
///     until the window's values need no cut: solve the window with the cuts so far
///     accept these values, or reject the window if there are none
/// if the sweep is complete, there is a model
/// ```
///
/// The variables beyond the variables of [`Self::model`] are auxiliary, as in a repair.
///
/// A sweep proves nothing: even if it does not complete, there may be a model. The model is checked like a model of the
/// solver.
pub trait Sweep {
    /// Returns the initial values. A window keeps most of them.
    fn model(&self) -> Vec<bool>;

    /// Returns the variables of the next window, or `None` if the sweep is complete or a part was given up.
    fn next_window(&mut self) -> Option<&[Var]>;

    /// Returns whether a variable is open.
    fn is_open(&self, variable: Var) -> bool;

    /// Checks values of the window's variables, in the order of the window. Returns clauses over these variables that
    /// the values violate and that hold in every acceptable assignment of the window; no clauses if the values are
    /// acceptable.
    fn window_cuts(&mut self, values: &[bool]) -> Vec<Vec<Lit>>;

    /// Ends the window, with acceptable values or without values. If there are none, the next window is larger.
    fn end_window(&mut self, values: Option<&[bool]>);

    /// Returns whether all variables are closed.
    fn is_complete(&self) -> bool;
}
