//! Sessions whose UNSAT results a second solver confirms.

use std::fmt;

use encycle_encodings::logic::{
    Constraint, ConstraintSink, Lit, LoweringOptions, Origin, ProgramPart, Var,
};
use encycle_solvers::Limits;
use web_time::Instant;

use crate::solve::session::{
    BatSatSession, CallResult, Failure, FormulaSize, ProgramPoint, Session, SolverId, SolverUsage,
};

/// A session of a solver whose UNSAT results may be rounding errors. The built-in SAT solver confirms each UNSAT
/// result, with the same constraints and assumptions, in the time that is left. Without its confirmation, the result is
/// [`CallResult::Unknown`]. If it finds a model, the call fails with [`Failure::Refuted`].
///
/// The built-in SAT solver cannot take the columns and rows of a linear program. With such a program, nothing confirms
/// UNSAT results.
pub struct ConfirmedSession {
    first: Box<dyn Session>,
    second: BatSatSession,
    assumed: Vec<Lit>,
    /// Whether there are columns or rows that only the first solver has.
    has_program: bool,
}

impl ConfirmedSession {
    /// Wraps a session with an empty formula.
    #[must_use]
    pub fn new(first: Box<dyn Session>, choices: LoweringOptions) -> Self {
        let second = BatSatSession::new(choices, None);
        Self { first, second, assumed: Vec::new(), has_program: false }
    }

    /// Has the second solver solve the formula under these assumptions, under which the first solver reports it to be
    /// unsatisfiable.
    fn confirm(&mut self, assumed: &[Lit], limits: &Limits) -> Result<CallResult, Failure> {
        self.second.assume(assumed);
        let (solver, other_solver) = (self.first.solver(), self.second.solver());
        let (solver, other_solver) = (solver.to_string(), other_solver.to_string());
        let reason = match self.second.solve(limits) {
            Ok(CallResult::Unsatisfiable) => return Ok(CallResult::Unsatisfiable),
            Ok(CallResult::Model(_)) => {
                let (verdict, counterexample) = ("unsatisfiable", "a model of the formula");
                return Err(Failure::Refuted { solver, verdict, other_solver, counterexample });
            }
            Ok(CallResult::Unknown(reason)) => reason,
            Err(failure) => failure.to_string(),
        };
        Ok(CallResult::Unknown(format!(
            "{solver} reports that the formula is unsatisfiable, but {other_solver} could not confirm it: {reason}"
        )))
    }
}

impl ConstraintSink for ConfirmedSession {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.second.variable(family, name);
        self.first.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.second.constraint(constraint, origin);
        self.first.constraint(constraint, origin);
    }
}

impl Session for ConfirmedSession {
    fn solver(&self) -> &SolverId {
        self.first.solver()
    }

    fn is_built_in(&self) -> bool {
        self.first.is_built_in()
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        self.first.size()
    }

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        let (start, assumed) = (Instant::now(), std::mem::take(&mut self.assumed));
        match self.first.solve(limits)? {
            CallResult::Unsatisfiable if !self.has_program => {
                let wall = limits.wall.map(|wall| wall.saturating_sub(start.elapsed()));
                self.confirm(&assumed, &Limits { wall, ..limits.clone() })
            }
            result => Ok(result),
        }
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assumed = literals.to_vec();
        self.first.assume(literals)
    }

    fn relax(&mut self, limits: &Limits) -> Result<Option<Vec<f64>>, Failure> {
        self.first.relax(limits)
    }

    fn set_program(&mut self, program: &ProgramPart) -> Result<(), Failure> {
        self.has_program = program.needs_mip();
        self.first.set_program(program)
    }

    fn point(&self) -> Option<&ProgramPoint> {
        self.first.point()
    }

    fn last_usage(&self) -> SolverUsage {
        self.first.last_usage()
    }
}
