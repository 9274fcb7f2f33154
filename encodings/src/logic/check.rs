//! The check of a model against the constraints themselves.

use std::fmt;

use crate::logic::{Constraint, ConstraintSink, Origin, Var};

/// A sink that evaluates each constraint under an assignment and keeps the first violated constraint.
///
/// It evaluates constraints rather than clauses or rows, so it also detects errors in a lowering.
///
/// ```
/// use encycle_encodings::logic::{ConstraintSink, ModelCheck};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["4"])?;
/// let mut good = ModelCheck::new(&[true; 4]);
/// puzzle.encode(&mut good);
/// assert_eq!(good.broken(), None);
///
/// let mut bad = ModelCheck::new(&[true, true, true, false]);
/// puzzle.encode(&mut bad);
/// assert_eq!(bad.broken().unwrap().family, "degree");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Debug)]
pub struct ModelCheck<'a> {
    assignment: &'a [bool],
    variables: u32,
    broken: Option<Origin>,
}

impl<'a> ModelCheck<'a> {
    /// Creates a check of `assignment`, which is indexed by variable. Variables beyond its end are false.
    #[must_use]
    pub fn new(assignment: &'a [bool]) -> Self {
        Self { assignment, variables: 0, broken: None }
    }

    /// Returns the origin of the first constraint that the assignment violates.
    #[must_use]
    pub fn broken(&self) -> Option<Origin> {
        self.broken
    }
}

impl ConstraintSink for ModelCheck<'_> {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) -> Var {
        let var = Var::new(self.variables);
        self.variables += 1;
        var
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        if self.broken.is_none() && !constraint.is_satisfied(self.assignment) {
            self.broken = Some(origin);
        }
    }
}
