//! Sessions with the built-in MIP solver.

use std::fmt;

use encycle_encodings::logic::{
    Constraint, ConstraintSink, Lit, LoweringOptions, Origin, RowLowering, Var,
};

use crate::solve::session::{
    CallResult, Failure, FormulaSize, Session, SolverId, SolverUsage, answer,
};
use encycle_solvers::{BuiltIn, Limits, Microlp, MicrolpError, thread_cpu};

/// A session with the built-in solver microlp.
///
/// ```
/// use encycle::solve::{MicrolpSession, SearchOptions, Verdict, solve};
/// use encycle::encodings::logic::LoweringOptions;
/// use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".3"])?;
/// let encoding = encoding("edge", &puzzle)?;
/// let mut session = MicrolpSession::new(LoweringOptions::default());
/// let outcome = solve(&encoding, &mut session, SearchOptions::default(), true, &mut ());
/// assert_eq!(outcome.verdict, Verdict::Several);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MicrolpSession {
    id: SolverId,
    lowering: RowLowering<Microlp>,
    /// The assumptions of the next call.
    assumed: Vec<Lit>,
    last: SolverUsage,
}

impl MicrolpSession {
    /// Starts a session with an empty program.
    #[must_use]
    pub fn new(choices: LoweringOptions) -> Self {
        let lowering = RowLowering::new(Microlp::new(), choices);
        Self {
            id: BuiltIn::MICROLP.into(),
            lowering,
            assumed: Vec::new(),
            last: SolverUsage::default(),
        }
    }

    /// Calls the solver, and records the CPU time.
    fn timed<T>(
        &mut self,
        call: impl FnOnce(&Microlp) -> Result<T, MicrolpError>,
    ) -> Result<T, Failure> {
        let before = thread_cpu();
        let result = call(self.lowering.sink()?);
        self.last = SolverUsage { cpu: thread_cpu().checked_sub(before), ..SolverUsage::default() };
        result.map_err(|error| Failure::Solver {
            solver: self.id.to_string(),
            reason: error.to_string(),
            last_lines: Vec::new(),
        })
    }
}

impl ConstraintSink for MicrolpSession {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.lowering.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.lowering.constraint(constraint, origin);
    }
}

impl Session for MicrolpSession {
    fn solver(&self) -> &SolverId {
        &self.id
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        let program = self.lowering.sink()?;
        Ok(FormulaSize { variables: program.columns(), clauses: program.rows() })
    }

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        let assumed = std::mem::take(&mut self.assumed);
        Ok(answer(self.timed(|program| program.solve_under(&assumed, limits))?, limits))
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assumed = literals.to_vec();
        true
    }

    fn relax(&mut self, limits: &Limits) -> Result<Option<Vec<f64>>, Failure> {
        self.timed(|program| program.relax(limits))
    }

    fn last_usage(&self) -> SolverUsage {
        self.last
    }
}
