//! Partial MaxSAT formulas about clues, and their optima by an external MaxSAT solver.

use std::io::{self, Write};

use encycle_encodings::export::{Encode, WcnfSize, write_wcnf};
use encycle_encodings::logic::{Lit, LoweringOptions};

/// A partial MaxSAT formula. The constraints of `encode` are hard, and each literal of `soft` is a soft clause of
/// weight 1.
#[derive(Clone, Copy)]
pub(super) struct MaxSatFormula<'a> {
    /// Comment lines about the formula, which are written at its beginning.
    pub comments: &'a [String],
    /// The hard constraints.
    pub encode: Encode<'a>,
    /// The soft clauses.
    pub soft: &'a [Lit],
    /// How constraints become clauses.
    pub lowering: LoweringOptions,
}

impl MaxSatFormula<'_> {
    /// Writes the formula.
    ///
    /// # Errors
    /// Returns the errors of `out`, or an error if a constraint would have too many clauses.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<WcnfSize> {
        let soft: Vec<(Lit, u64)> = self.soft.iter().map(|&literal| (literal, 1)).collect();
        write_wcnf(out, self.comments, self.lowering, self.encode, &soft)
    }
}

#[cfg(feature = "process")]
mod optimum {
    use std::fs::File;
    use std::io::BufWriter;

    use encycle_encodings::logic::{ModelCheck, holds};
    use encycle_solvers::{Limits, Solver, VariableNames, WorkDir};

    use super::MaxSatFormula;
    use crate::generate::error::GenerateError;
    use crate::solve::{
        CallResult, Deadline, Failure, JobLimits, SolverId, call_result, creating_directory,
        io_failure,
    };

    impl MaxSatFormula<'_> {
        /// Returns the numbers of the soft clauses that an optimum violates, or `None` if the hard clauses have no
        /// model. An external MaxSAT solver finds the optimum.
        ///
        /// The model is checked against the constraints, and the claimed cost against the model. That no model costs
        /// less, or that the hard clauses have no model, rests on the claim of the solver.
        ///
        /// # Errors
        /// Returns an error if the solver reaches a limit or fails, its model violates a constraint, or the cost of the
        /// model differs from the claimed cost.
        pub fn optimum(
            &self,
            solver: &Solver,
            limits: &JobLimits,
        ) -> Result<Option<Vec<usize>>, GenerateError> {
            let work = WorkDir::new().map_err(|error| io_failure(&creating_directory(), error))?;
            let input = work.path().join("formula.wcnf");
            let written =
                File::create(&input).and_then(|file| self.write(&mut BufWriter::new(file)));
            let size = written.map_err(|error| io_failure("writing the formula", error))?;
            let limited = Limits {
                wall: limits.deadline.map(Deadline::left),
                stop: limits.stop.clone(),
                ..Limits::default()
            };
            let names = VariableNames::Numbered(size.last_variable);
            let run = solver.run(&input, names, &limited, work.path());
            let id = SolverId::of_program(solver.name(), solver);
            let claimed = run.cost;
            let model = match call_result(&id, run)? {
                CallResult::Model(model) => model,
                CallResult::Unsatisfiable => return Ok(None),
                CallResult::Unknown(reason) => {
                    return Err(GenerateError::Limit(limits.reached().unwrap_or(reason)));
                }
            };
            let mut check = ModelCheck::new(&model);
            (self.encode)(&mut check);
            if let Some(origin) = check.broken() {
                return Err(Failure::WrongModel { solver: id.to_string(), origin }.into());
            }
            let is_violated = |number: &usize| !holds(self.soft[*number], &model);
            let violated: Vec<usize> = (0..self.soft.len()).filter(is_violated).collect();
            // every soft clause has weight 1
            let cost = violated.len() as u64;
            if claimed != Some(cost) {
                let claimed = claimed.map_or("no cost".to_owned(), |cost| format!("cost {cost}"));
                let reason = format!(
                    "it claims {claimed}, but the number of soft clauses that its model violates is {cost}"
                );
                return Err(refused(&id, reason));
            }
            Ok(Some(violated))
        }
    }

    /// Returns the error for a wrong result.
    pub fn refused(solver: &SolverId, reason: String) -> GenerateError {
        Failure::Solver { solver: solver.to_string(), reason, last_lines: Vec::new() }.into()
    }
}

#[cfg(feature = "process")]
pub(super) use optimum::refused;
