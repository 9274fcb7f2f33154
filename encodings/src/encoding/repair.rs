//! Local repair: changes of a few variables that turn an invalid model into a better model.
//!
//! A sweep constructs the first model window by window, without a search over the whole formula. The schedule tells when a
//! sweep and repairs are worth their time.

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

/// The first round whose model is repaired in a large grid that is not sparse.
const FIRST_REPAIR_LARGE: usize = 8;

/// The first round whose model is repaired in a small grid. No published puzzle needs more rounds than this.
const FIRST_REPAIR_SMALL: usize = 256;

/// The number of cells of a puzzle and of their clues, and the bounds of its kind: the schedule follows from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepairSchedule {
    /// The number of cells.
    pub cells: usize,
    /// The number of cells with a clue.
    pub clues: usize,
    /// The number of cells of a large grid.
    pub large: usize,
    /// A large grid with at most this percentage of clues is sparse: its first model has many stray parts, and it hardly
    /// ever has one solution only. `None` if such puzzles may be unique.
    pub sparse_percent: Option<usize>,
    /// The first model of a large grid with at most this percentage of clues is made by a sweep. With more clues, unit
    /// propagation and a few conflicts find it, and the search for a second solution takes most of the time.
    pub sweep_percent: usize,
}

impl RepairSchedule {
    /// Returns the first round whose model is worth a repair.
    #[must_use]
    pub fn first_repair(self) -> usize {
        match self.cells >= self.large {
            false => FIRST_REPAIR_SMALL,
            true if self.sparse_percent.is_some_and(|percent| self.has_at_most(percent)) => 1,
            true => FIRST_REPAIR_LARGE,
        }
    }

    /// Returns whether the first model is worth a sweep.
    #[must_use]
    pub fn is_worth_sweeping(self) -> bool {
        self.cells >= self.large && self.has_at_most(self.sweep_percent)
    }

    fn has_at_most(self, percent: usize) -> bool {
        self.clues * 100 <= self.cells * percent
    }
}
