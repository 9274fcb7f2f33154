//! The embedded MIP solver: microlp, the dual simplex method and branch and bound in pure Rust.

use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use encycle_encodings::logic::{Lit, Origin, Relation, Row, RowSink};
use microlp::{
    ComparisonOp, Error, LinearExpr, OptimizationDirection, Problem, ResumeOptions, Solution,
    SolveOptions, SolveOutcome, Variable,
};

use crate::process::LimitCheck;
use crate::{Limits, SolverStatus};

/// A program of 0-1 variables and rows for microlp, as a sink of rows that can be asked again and again.
///
/// Each call solves the whole program anew: microlp's own way to go on, one row at a time, solves it again after each
/// of them. There is no objective, so the first integer point ends the search.
///
/// microlp computes in floating point, and its answers are believed no more than those of a program: a model is
/// checked by who asks.
///
/// ```
/// use encycle_solvers::{Microlp, Limits, SolverStatus};
/// use encycle_encodings::logic::{LoweringOptions, Constraint, ConstraintSink, Lit, Origin, Place, RowLowering};
///
/// let mut lowering = RowLowering::new(Microlp::new(), LoweringOptions::default());
/// let [a, b] = [1, 2].map(|number| lowering.variable("edge", format_args!("x_{number}")).pos_lit());
/// let origin = Origin::new("clue", Place::LineShape);
/// lowering.constraint(Constraint::Clause(&[a, b]), origin);
/// lowering.constraint(Constraint::Clause(&[!a]), origin);
/// let reply = lowering.sink()?.solve(&Limits::default());
/// assert_eq!(reply, Ok(SolverStatus::Model(vec![Some(false), Some(true)])));
/// lowering.constraint(Constraint::Clause(&[!b]), origin);
/// assert_eq!(lowering.sink()?.solve(&Limits::default()), Ok(SolverStatus::Unsatisfiable));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Microlp {
    integer: Problem,
    /// The same with every value from 0 to 1.
    relaxed: Problem,
    columns: Vec<Variable>,
    rows: usize,
}

/// How long microlp may go on before somebody looks at all limits; it knows of time alone.
const SLICE: Duration = Duration::from_millis(100);

impl Microlp {
    /// The name on the command line and in reports.
    pub const NAME: &'static str = "microlp";
    /// The version of the crate that is linked in.
    pub const VERSION: &'static str = "0.7.0";

    /// A program without variables and rows.
    #[must_use]
    pub fn new() -> Self {
        let problem = Problem::new(OptimizationDirection::Minimize);
        Self { integer: problem.clone(), relaxed: problem, columns: Vec::new(), rows: 0 }
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Looks for a point whose values are all 0 or 1. It is not checked. Of the limits, seed, threads and output have
    /// no meaning here; the others are looked at every tenth of a second, if microlp comes round to it: within one
    /// factorization of its basis, or its presolver, it does not.
    ///
    /// # Errors
    /// What microlp says if it fails, as by numbers that it cannot trust.
    pub fn solve(&self, limits: &Limits) -> Result<SolverStatus, String> {
        self.solve_under(&[], limits)
    }

    /// The same, among points in which these literals are true.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn solve_under(&self, assumed: &[Lit], limits: &Limits) -> Result<SolverStatus, String> {
        let model = |point: &Solution| {
            self.columns.iter().map(|&column| Some(point.var_value(column) > 0.5)).collect()
        };
        let mut fixed = Cow::Borrowed(&self.integer);
        for literal in assumed {
            let column = self.columns[literal.vidx()];
            let value = f64::from(u8::from(literal.is_pos()));
            fixed.to_mut().add_constraint([(column, 1.0)], ComparisonOp::Eq, value);
        }
        run(&fixed, &limits.watch(), |point| SolverStatus::Satisfiable(model(point)))
    }

    /// A vertex of the linear relaxation, all values from 0 to 1; `None` if there is none, or a limit was reached
    /// before.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn relax(&self, limits: &Limits) -> Result<Option<Vec<f64>>, String> {
        let mut values = None;
        let read = |point: &Solution| {
            let value = |&column| point.var_value(column).clamp(0.0, 1.0);
            values = Some(self.columns.iter().map(value).collect());
            SolverStatus::Unknown
        };
        run(&self.relaxed, &limits.watch(), read)?;
        Ok(values)
    }
}

impl Default for Microlp {
    fn default() -> Self {
        Self::new()
    }
}

/// Solves a problem, slice by slice, and reads its solution. A defect of microlp ends its answer, not Encycle.
fn run(
    problem: &Problem,
    watch: &LimitCheck,
    read: impl FnOnce(&Solution) -> SolverStatus,
) -> Result<SolverStatus, String> {
    if watch.is_over() {
        return Ok(SolverStatus::Unknown);
    }
    let solved = catch_unwind(AssertUnwindSafe(|| sliced(problem, watch)));
    match solved.unwrap_or_else(|_| Err(Error::InternalError("it panicked".to_owned()))) {
        Ok(SolveOutcome::Solution(point)) => Ok(read(&point)),
        Ok(_) => Ok(SolverStatus::Unknown),
        Err(Error::Infeasible) => Ok(SolverStatus::Unsatisfiable),
        Err(error) => Err(error.to_string()),
    }
}

fn sliced(problem: &Problem, watch: &LimitCheck) -> Result<SolveOutcome, Error> {
    let mut options = SolveOptions::default();
    options.time_limit = Some(SLICE);
    let mut outcome = problem.solve_with(options)?;
    while !matches!(outcome, SolveOutcome::Solution(_)) && !watch.is_over() {
        let mut more = ResumeOptions::default();
        more.time_limit = Some(SLICE);
        outcome = outcome.resume_with(more)?;
    }
    Ok(outcome)
}

impl fmt::Debug for Microlp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("EmbeddedMip");
        debug.field("columns", &self.columns()).field("rows", &self.rows).finish_non_exhaustive()
    }
}

impl RowSink for Microlp {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.columns.push(self.integer.add_binary_var(0.0));
        self.relaxed.add_var(0.0, (0.0, 1.0));
    }

    fn row(&mut self, row: Row<'_>, _: Origin) {
        let mut sum = LinearExpr::empty();
        for &(coefficient, variable) in row.terms {
            sum.add(self.columns[variable.idx()], coefficient as f64);
        }
        let relation = match row.relation {
            Relation::AtMost => ComparisonOp::Le,
            Relation::AtLeast => ComparisonOp::Ge,
            Relation::Equal => ComparisonOp::Eq,
        };
        self.rows += 1;
        self.relaxed.add_constraint(sum.clone(), relation, row.right as f64);
        self.integer.add_constraint(sum, relation, row.right as f64);
    }
}
