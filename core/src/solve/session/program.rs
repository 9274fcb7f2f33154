//! Linear programs in sessions: what a solver was given beyond constraints, and the point that it returned.

use encycle_encodings::logic::{LinearObjective, OtherColumn, ProgramPart};

use crate::solve::session::{Failure, SolverId};

/// The values of all columns of a linear program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProgramPoint {
    /// The values of the Boolean variables, as the solver reports them: 0 or 1 within its tolerance.
    pub booleans: Vec<f64>,
    /// The values of the other columns, in the order of [`ProgramPart::columns`].
    pub others: Vec<f64>,
    /// Whether the solver reports that the point is optimal. A point of a program without an objective is optimal.
    pub is_optimal: bool,
    /// The bound that the solver proved for the value of the objective, including its constant: no point is less, or no
    /// point is greater if the objective is maximized. `None` if the solver does not report it.
    pub bound: Option<f64>,
}

impl ProgramPoint {
    /// Rounds the values of Boolean variables and integer columns, which solvers report within a tolerance.
    pub(in crate::solve) fn round(&mut self, program: &ProgramPart) {
        self.booleans.iter_mut().for_each(|value| *value = value.round());
        program.round(&mut self.others);
    }
}

/// Checks that a program has no columns, rows or objective.
///
/// # Errors
/// [`Failure::NoProgram`] if it has.
pub(super) fn require_boolean(solver: &SolverId, program: &ProgramPart) -> Result<(), Failure> {
    let no_objective = || program.objective.is_some().then_some("it takes no objective");
    let Some(reason) = program.mip_reason().or_else(no_objective) else { return Ok(()) };
    Err(Failure::NoProgram { solver: solver.to_string(), reason })
}

/// A program that a session was given, and the last point.
#[derive(Debug)]
pub(super) struct GivenProgram {
    pub part: ProgramPart,
    pub point: Option<ProgramPoint>,
}

impl GivenProgram {
    pub fn new(part: ProgramPart) -> Self {
        Self { part, point: None }
    }

    /// Returns whether the bounds of a column or row exclude every value. Some readers reject such a program.
    pub fn has_empty_range(&self) -> bool {
        let columns = self.part.columns.iter().map(OtherColumn::whole_bounds);
        let rows = self.part.rows.iter().map(|row| (row.lower, row.upper));
        columns.chain(rows).any(|(lower, upper)| {
            lower > upper || lower == f64::INFINITY || upper == f64::NEG_INFINITY
        })
    }

    /// Sets the point: the values of the Boolean columns, then those of the others. The bound is the bound of the
    /// solver, which knows no constant.
    pub fn set_point(&mut self, mut values: Vec<f64>, is_optimal: bool, bound: Option<f64>) {
        let others = values.split_off(values.len().saturating_sub(self.part.columns.len()));
        let objective = self.part.objective.as_ref();
        let is_optimal = is_optimal || !has_terms(objective);
        let constant = objective.map_or(0.0, |objective| objective.constant);
        let bound = bound.map(|bound| bound + constant);
        self.point = Some(ProgramPoint { booleans: values, others, is_optimal, bound });
    }
}

/// Returns whether an objective prefers any point.
fn has_terms(objective: Option<&LinearObjective>) -> bool {
    objective.is_some_and(|objective| objective.terms.iter().any(|&(size, _)| size != 0.0))
}
