//! microlp: a MIP solver in pure Rust, which uses the dual simplex method and branch and bound.

use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use encycle_encodings::logic::{Lit, Origin, ProgramColumn, ProgramPart, Relation, Row, RowSink};
use microlp::{
    ComparisonOp, LinearExpr, OptimizationDirection, Problem, ResumeOptions, Solution,
    SolutionStatus, SolveOptions, SolveOutcome, Variable,
};
use thiserror::Error;

use crate::builtin::implied_bounds::implied_bounds;
use crate::builtin::limit_check::LimitCheck;
use crate::{Limits, SolverStatus};

/// A microlp problem of 0-1 variables and rows, which is also a sink of rows.
///
/// Each call solves the whole problem from scratch, because microlp adds rows to a solved problem only one at a time
/// and solves it again after each row. Without an objective ([`Self::add_program`]), the first integer point ends the
/// search.
///
/// microlp computes in floating point, so callers should check its models like the models of an external solver.
///
/// ```
/// use encycle_encodings::logic::{Constraint, ConstraintSink, LoweringOptions, Origin, Place, RowLowering};
/// use encycle_solvers::{Limits, Microlp, SolverStatus};
///
/// let mut lowering = RowLowering::new(Microlp::new(), LoweringOptions::default());
/// let [a, b] = [1, 2].map(|number| lowering.variable("edge", format_args!("x_{number}")).pos_lit());
/// let origin = Origin::new("clue", Place::Whole);
/// lowering.constraint(Constraint::Clause(&[a, b]), origin);
/// lowering.constraint(Constraint::Clause(&[!a]), origin);
/// let status = lowering.sink()?.solve(&Limits::default());
/// assert_eq!(status, Ok(SolverStatus::Satisfiable(vec![Some(false), Some(true)])));
/// lowering.constraint(Constraint::Clause(&[!b]), origin);
/// assert_eq!(lowering.sink()?.solve(&Limits::default()), Ok(SolverStatus::Unsatisfiable));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Microlp {
    integer: Problem,
    /// The linear relaxation: the same rows with every value from 0 to 1.
    relaxed: Problem,
    columns: Vec<Variable>,
    rows: usize,
    program: Option<AddedProgram>,
}

/// The columns of a linear program in a [`Microlp`] problem.
#[derive(Clone)]
struct AddedProgram {
    others: Vec<Variable>,
    /// The integer columns whose bounds microlp cannot represent, with the bounds that it uses.
    narrowed: Vec<(Variable, [f64; 2])>,
    is_maximized: bool,
    has_objective: bool,
    /// Whether the rows exclude every value of an integer column.
    is_empty: bool,
}

/// The result of [`Microlp::optimize_under`].
#[derive(Clone, Debug, PartialEq)]
pub enum MicrolpOutcome {
    /// A point that satisfies all rows within microlp's tolerance.
    Point(MicrolpPoint),
    /// There is no point.
    Infeasible,
    /// The objective is unbounded.
    Unbounded,
    /// A limit was reached before a point was found.
    Limit,
    /// An integer column may need a value beyond 2^31, which microlp does not search.
    OutOfRange,
}

/// A point of a linear program.
#[derive(Clone, Debug, PartialEq)]
pub struct MicrolpPoint {
    /// The values of the Boolean columns, 0 or 1 within microlp's tolerance.
    pub booleans: Vec<f64>,
    /// The values of the columns of [`ProgramPart::columns`].
    pub others: Vec<f64>,
    /// Whether microlp proved that the point is optimal.
    pub is_optimal: bool,
    /// The bound that microlp proved for the objective without its constant.
    pub bound: Option<f64>,
}

/// The time after which microlp returns so that all limits can be checked. microlp itself checks only a time limit.
const SLICE: Duration = Duration::from_millis(100);

impl Microlp {
    /// The name of the solver.
    pub const NAME: &'static str = "microlp";
    /// The version of the crate.
    pub const VERSION: &'static str = "0.7.0";

    /// Makes a problem without variables and rows.
    #[must_use]
    pub fn new() -> Self {
        let problem = Problem::new(OptimizationDirection::Minimize);
        let (columns, rows, program) = (Vec::new(), 0, None);
        Self { integer: problem.clone(), relaxed: problem, columns, rows, program }
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns.len() + self.program.as_ref().map_or(0, |program| program.others.len())
    }

    /// Returns the number of rows. The objective is not a row.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Searches for a point whose values are all 0 or 1, without checking it. The seed, the threads and the output size
    /// in `limits` have no effect. The other limits are checked every 100 ms, except while microlp factorizes a basis
    /// or presolves.
    ///
    /// # Errors
    /// microlp fails, for example because of numerical trouble, or panics.
    pub fn solve(&self, limits: &Limits) -> Result<SolverStatus, MicrolpError> {
        self.solve_under(&[], limits)
    }

    /// Searches like [`Self::solve`] for a point in which these literals are true.
    ///
    /// # Errors
    /// The errors of [`Self::solve`].
    ///
    /// # Panics
    /// The variable of a literal is not a column.
    pub fn solve_under(
        &self,
        assumed: &[Lit],
        limits: &Limits,
    ) -> Result<SolverStatus, MicrolpError> {
        let model = |point: &Solution| {
            self.columns.iter().map(|&column| Some(point.var_value(column) > 0.5)).collect()
        };
        run(&self.fixed(assumed), &limits.start(), |point| SolverStatus::Satisfiable(model(point)))
    }

    /// Adds the columns, rows and objective of a linear program, after all Boolean columns. The objective is the value
    /// of an additional column, because microlp takes coefficients only with new columns.
    pub fn add_program(&mut self, program: &ProgramPart) {
        let mut added = AddedProgram {
            others: Vec::new(),
            narrowed: Vec::new(),
            is_maximized: false,
            has_objective: program.objective.is_some(),
            is_empty: false,
        };
        for (column, implied) in program.columns.iter().zip(implied_bounds(program)) {
            added.is_empty |= column.is_integer && implied[0] > implied[1];
            let (variable, bounds) = add_column(&mut self.integer, column.is_integer, implied);
            self.relaxed.add_var(0.0, (column.lower, column.upper));
            added.others.push(variable);
            added.narrowed.extend(bounds.map(|bounds| (variable, bounds)));
        }
        for row in &program.rows {
            let sum = self.sum(&row.terms, &added);
            let sides: &[_] = match row.lower == row.upper {
                true => &[(ComparisonOp::Eq, row.lower)],
                false => &[(ComparisonOp::Ge, row.lower), (ComparisonOp::Le, row.upper)],
            };
            for &(relation, right) in sides.iter().filter(|(_, right)| right.is_finite()) {
                self.add_row(sum.clone(), relation, right);
            }
        }
        if let Some(objective) = &program.objective {
            added.is_maximized = objective.is_maximized;
            let cost = if objective.is_maximized { -1.0 } else { 1.0 };
            let free = (f64::NEG_INFINITY, f64::INFINITY);
            let value = self.integer.add_var(cost, free);
            self.relaxed.add_var(cost, free);
            let mut sum = self.sum(&objective.terms, &added);
            sum.add(value, -1.0);
            self.state(sum, ComparisonOp::Eq, 0.0);
        }
        self.program = Some(added);
    }

    /// Returns the sum of these terms.
    fn sum(&self, terms: &[(f64, ProgramColumn)], added: &AddedProgram) -> LinearExpr {
        let mut sum = LinearExpr::empty();
        for &(size, column) in terms {
            let variable = match column {
                ProgramColumn::Boolean(variable) => self.columns[variable.idx()],
                ProgramColumn::Other(index) => added.others[index],
            };
            sum.add(variable, size);
        }
        sum
    }

    fn add_row(&mut self, sum: LinearExpr, relation: ComparisonOp, right: f64) {
        self.rows += 1;
        self.state(sum, relation, right);
    }

    fn state(&mut self, sum: LinearExpr, relation: ComparisonOp, right: f64) {
        self.relaxed.add_constraint(sum.clone(), relation, right);
        self.integer.add_constraint(sum, relation, right);
    }

    /// Searches for an optimal point of the program in which these literals are true. At a limit, returns the best
    /// point so far. The point is not checked.
    ///
    /// # Errors
    /// The errors of [`Self::solve`].
    ///
    /// # Panics
    /// The variable of a literal is not a column.
    pub fn optimize_under(
        &self,
        assumed: &[Lit],
        limits: &Limits,
    ) -> Result<MicrolpOutcome, MicrolpError> {
        let check = limits.start();
        if self.program.as_ref().is_some_and(|program| program.is_empty) {
            return Ok(MicrolpOutcome::Infeasible);
        }
        let outcome = optimize(&self.fixed(assumed), &check, |point| self.point(point))?;
        let Some(program) = &self.program else { return Ok(outcome) };
        if program.narrowed.is_empty() {
            return Ok(outcome);
        }
        let is_at_end = |point: &MicrolpPoint| {
            program.others.iter().zip(&point.others).any(|(variable, value)| {
                let narrowed = program.narrowed.iter().find(|(other, _)| other == variable);
                narrowed.is_some_and(|(_, ends)| ends.iter().any(|end| (end - value).abs() < 1.0))
            })
        };
        let is_settled = match &outcome {
            // without an objective, any point will do
            MicrolpOutcome::Point(point) => !program.has_objective || !is_at_end(point),
            MicrolpOutcome::Infeasible => false,
            _ => true,
        };
        if is_settled {
            return Ok(outcome);
        }
        // the relaxation has the bounds of the columns
        let relaxed = optimize(&self.relaxed, &check, |point| self.point(point))?;
        Ok(match (outcome, relaxed) {
            (_, MicrolpOutcome::Infeasible) => MicrolpOutcome::Infeasible,
            (MicrolpOutcome::Point(_), MicrolpOutcome::Unbounded) => MicrolpOutcome::Unbounded,
            _ => MicrolpOutcome::OutOfRange,
        })
    }

    /// Reads the values of a solution.
    fn point(&self, solution: &Solution) -> MicrolpPoint {
        let values = |columns: &[Variable]| {
            columns.iter().map(|&column| solution.var_value(column)).collect()
        };
        let others = self.program.as_ref().map(|program| values(&program.others));
        MicrolpPoint {
            booleans: values(&self.columns),
            others: others.unwrap_or_default(),
            is_optimal: solution.status() == SolutionStatus::Optimal,
            bound: self.bound(solution),
        }
    }

    /// Returns the bound of the objective. microlp minimizes, so the bound of a maximum has the other sign.
    fn bound(&self, solution: &Solution) -> Option<f64> {
        let is_maximized = self.program.as_ref().is_some_and(|program| program.is_maximized);
        let bound = solution.stats().best_bound?;
        Some(if is_maximized { -bound } else { bound })
    }

    /// Returns the problem in which these literals are true.
    fn fixed(&self, assumed: &[Lit]) -> Cow<'_, Problem> {
        let mut fixed = Cow::Borrowed(&self.integer);
        for literal in assumed {
            let column = self.columns[literal.vidx()];
            let value = f64::from(u8::from(literal.is_pos()));
            fixed.to_mut().add_constraint([(column, 1.0)], ComparisonOp::Eq, value);
        }
        fixed
    }

    /// Returns a vertex of the linear relaxation, in which all values are from 0 to 1; `None` if the relaxation is
    /// infeasible or a limit is reached.
    ///
    /// # Errors
    /// The errors of [`Self::solve`].
    pub fn relax(&self, limits: &Limits) -> Result<Option<Vec<f64>>, MicrolpError> {
        let mut values = None;
        let read = |point: &Solution| {
            let value = |&column| point.var_value(column).clamp(0.0, 1.0);
            values = Some(self.columns.iter().map(value).collect());
            SolverStatus::Unknown
        };
        run(&self.relaxed, &limits.start(), read)?;
        Ok(values)
    }

    /// Returns a point of the linear relaxation, whose values can then be fixed one after the other; `None` if the
    /// relaxation is infeasible.
    ///
    /// # Errors
    /// The errors of [`Self::solve`].
    ///
    /// ```
    /// use encycle_encodings::logic::{Constraint, ConstraintSink, LoweringOptions, Origin, Place, RowLowering};
    /// use encycle_solvers::Microlp;
    ///
    /// let mut lowering = RowLowering::new(Microlp::new(), LoweringOptions::default());
    /// let [a, b] = [1, 2].map(|number| lowering.variable("edge", format_args!("x_{number}")).pos_lit());
    /// lowering.constraint(Constraint::Clause(&[a, b]), Origin::new("clue", Place::Whole));
    /// let point = lowering.sink()?.relaxed_point()?.expect("a point");
    /// let point = point.fixed(!a)?.expect("b may be 1");
    /// assert_eq!(point.value(1), 1.0);
    /// assert!(point.fixed(!b)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn relaxed_point(&self) -> Result<Option<RelaxedPoint>, MicrolpError> {
        let columns = self.columns.clone().into();
        caught(|| self.relaxed.solve())
            .map(|point| point.map(|point| RelaxedPoint { point, columns }))
    }
}

/// A point of the linear relaxation of a [`Microlp`] problem.
#[derive(Clone)]
pub struct RelaxedPoint {
    point: Solution,
    columns: Arc<[Variable]>,
}

impl RelaxedPoint {
    /// Returns the value of a column, by its index.
    ///
    /// # Panics
    /// There is no such column.
    #[must_use]
    pub fn value(&self, column: usize) -> f64 {
        self.point.var_value(self.columns[column]).clamp(0.0, 1.0)
    }

    /// Returns a point in which this literal is true, in addition to the literals fixed so far; `None` if there is no
    /// such point.
    ///
    /// # Errors
    /// microlp fails, for example because of numerical trouble, or panics.
    ///
    /// # Panics
    /// The variable of the literal is not a column.
    pub fn fixed(&self, literal: Lit) -> Result<Option<Self>, MicrolpError> {
        let (column, point) = (self.columns[literal.vidx()], self.point.clone());
        let value = f64::from(u8::from(literal.is_pos()));
        let columns = Arc::clone(&self.columns);
        caught(|| point.fix_var(column, value))
            .map(|point| point.map(|point| Self { point, columns }))
    }
}

impl fmt::Debug for RelaxedPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RelaxedPoint").field("columns", &self.columns.len()).finish_non_exhaustive()
    }
}

impl Default for Microlp {
    fn default() -> Self {
        Self::new()
    }
}

/// A failure of microlp, with its own message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct MicrolpError(String);

/// Returns the point that microlp finds; `None` if it finds none. Turns a panic of microlp into an error.
fn caught(
    solve: impl FnOnce() -> Result<SolveOutcome, microlp::Error>,
) -> Result<Option<Solution>, MicrolpError> {
    match catch_unwind(AssertUnwindSafe(solve)) {
        Ok(Ok(SolveOutcome::Solution(point))) => Ok(Some(point)),
        Ok(Ok(_)) => Err(MicrolpError("interrupted".to_owned())),
        Ok(Err(microlp::Error::Infeasible)) => Ok(None),
        Ok(Err(error)) => Err(MicrolpError(error.to_string())),
        Err(_) => Err(MicrolpError("microlp panicked".to_owned())),
    }
}

/// Solves a problem in time slices and reads its solution. Turns a panic of microlp into an error.
fn run(
    problem: &Problem,
    check: &LimitCheck,
    read: impl FnOnce(&Solution) -> SolverStatus,
) -> Result<SolverStatus, MicrolpError> {
    if check.is_over() {
        return Ok(SolverStatus::Unknown);
    }
    let solved = catch_unwind(AssertUnwindSafe(|| solve_in_slices(problem, check)));
    match solved
        .unwrap_or_else(|_| Err(microlp::Error::InternalError("microlp panicked".to_owned())))
    {
        Ok(SolveOutcome::Solution(point)) => Ok(read(&point)),
        Ok(_) => Ok(SolverStatus::Unknown),
        Err(microlp::Error::Infeasible) => Ok(SolverStatus::Unsatisfiable),
        Err(error) => Err(MicrolpError(error.to_string())),
    }
}

/// Searches for an optimal point in time slices and reads it. Turns a panic of microlp into an error.
fn optimize(
    problem: &Problem,
    check: &LimitCheck,
    read: impl FnOnce(&Solution) -> MicrolpPoint,
) -> Result<MicrolpOutcome, MicrolpError> {
    if check.is_over() {
        return Ok(MicrolpOutcome::Limit);
    }
    let solve = || solve_until(problem, check, SolveOutcome::is_optimal);
    match catch_unwind(AssertUnwindSafe(solve)) {
        Ok(Ok(SolveOutcome::Solution(point))) => Ok(MicrolpOutcome::Point(read(&point))),
        Ok(Ok(_)) => Ok(MicrolpOutcome::Limit),
        Ok(Err(microlp::Error::Infeasible)) => Ok(MicrolpOutcome::Infeasible),
        Ok(Err(microlp::Error::Unbounded)) => Ok(MicrolpOutcome::Unbounded),
        Ok(Err(error)) => Err(MicrolpError(error.to_string())),
        Err(_) => Err(MicrolpError("microlp panicked".to_owned())),
    }
}

/// Adds a column with these bounds. For an integer column, also returns the bounds that microlp uses, if it cannot represent
/// those of the column.
fn add_column(
    problem: &mut Problem,
    is_integer: bool,
    [lower, upper]: [f64; 2],
) -> (Variable, Option<[f64; 2]>) {
    if !is_integer {
        return (problem.add_var(0.0, (lower, upper)), None);
    }
    // conversions of floating-point numbers saturate
    let (low, high) = (lower.ceil() as i32, (upper.floor() as i32).max(lower.ceil() as i32));
    let narrowed = |end: i32, bound: f64| (f64::from(end) - bound).abs() >= 1.0;
    let ends = [(low, lower), (high, upper)];
    let ends =
        ends.map(|(end, bound)| if narrowed(end, bound) { f64::from(end) } else { f64::NAN });
    let is_narrowed = ends.iter().any(|end| !end.is_nan());
    (problem.add_integer_var(0.0, (low, high)), is_narrowed.then_some(ends))
}

/// Solves a problem in time slices until there is a point or a limit is reached.
fn solve_in_slices(problem: &Problem, check: &LimitCheck) -> Result<SolveOutcome, microlp::Error> {
    solve_until(problem, check, |outcome| matches!(outcome, SolveOutcome::Solution(_)))
}

/// Solves a problem in time slices until the outcome is good enough or a limit is reached.
fn solve_until(
    problem: &Problem,
    check: &LimitCheck,
    is_enough: impl Fn(&SolveOutcome) -> bool,
) -> Result<SolveOutcome, microlp::Error> {
    let mut options = SolveOptions::default();
    options.time_limit = Some(SLICE);
    let mut outcome = problem.solve_with(options)?;
    while !is_enough(&outcome) && !check.is_over() {
        let mut more = ResumeOptions::default();
        more.time_limit = Some(SLICE);
        outcome = outcome.resume_with(more)?;
    }
    Ok(outcome)
}

impl fmt::Debug for Microlp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Microlp");
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
        self.add_row(sum, relation, row.right as f64);
    }
}
