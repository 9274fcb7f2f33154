//! Expressions of a model: variables, formulas, sums and constraints, with the operators of Python.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::mem::discriminant;

use encycle::encodings::logic::{Formula, Lit, ProgramColumn, Relation};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

use crate::errors::invalid;
use crate::modeling::linear::{Comparison, MAX_SIZE, Sum};
use crate::modeling::state::{Shared, State};

/// The maximum depth of a formula.
const MAX_DEPTH: usize = 1000;

/// A part of a model: a variable, a formula, a sum, or a constraint.
///
/// `&`, `|`, `~`, `^`, `>>` (implies) and `==` combine formulas; `+`, `-` and `*` make sums; `==`, `<=` and `>=` compare sums.
#[pyclass(module = "encycle", frozen)]
pub struct Expression {
    pub shared: Shared,
    pub kind: Kind,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum Kind {
    Literal(Lit),
    /// A formula with its depth.
    Formula(Formula, usize),
    Sum(Sum),
    Comparison(Comparison),
}

/// An operand of an operator.
enum Operand<'a, 'py> {
    Expression(&'a Bound<'py, Expression>),
    Truth(bool),
    Number(f64),
}

impl<'a, 'py> Operand<'a, 'py> {
    fn of(value: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(expression) = value.cast::<Expression>() {
            return Ok(Self::Expression(expression));
        }
        if value.is_instance_of::<PyBool>() {
            return Ok(Self::Truth(value.extract()?));
        }
        let is_text = value.is_instance_of::<PyString>();
        let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
        match value.extract::<f64>() {
            Ok(number) if number.abs() > MAX_SIZE && value.is_instance_of::<PyInt>() => {
                Err(invalid(format!("{value}: integers up to 2^53 are possible")))
            }
            Ok(number) if !is_text => Ok(Self::Number(number)),
            Err(error) if is_number => Err(error),
            _ => Err(PyTypeError::new_err(format!(
                "`{}` in an expression: {}\nhelp: use variables of the model, numbers and truth values",
                value.get_type().name()?,
                value.repr()?
            ))),
        }
    }

    fn formula(&self) -> PyResult<(Formula, usize)> {
        match self {
            Self::Expression(expression) => expression.get().formula(),
            &Self::Truth(truth) => Ok((constant(truth), 0)),
            Self::Number(number) => Err(PyTypeError::new_err(format!(
                "the number {number} is not a formula\nhelp: use True or False"
            ))),
        }
    }

    fn sum(&self) -> PyResult<Sum> {
        match self {
            Self::Expression(expression) => expression.get().sum(),
            &Self::Truth(truth) => Ok(Sum::constant(f64::from(u8::from(truth)))),
            &Self::Number(number) => Ok(Sum::constant(number)),
        }
    }

    /// Returns whether it is a formula or a constraint, and neither a sum nor a number.
    fn is_formula(&self) -> bool {
        match self {
            Self::Expression(expression) => !matches!(expression.get().kind, Kind::Sum(_)),
            Self::Truth(_) => true,
            Self::Number(_) => false,
        }
    }
}

fn constant(truth: bool) -> Formula {
    if truth { Formula::And(Vec::new()) } else { Formula::Or(Vec::new()) }
}

impl Expression {
    pub fn literal(shared: &Shared, literal: Lit) -> Self {
        Self { shared: shared.clone(), kind: Kind::Literal(literal) }
    }

    pub fn column(shared: &Shared, column: ProgramColumn) -> Self {
        let sum = Sum { terms: vec![(1.0, column)], constant: 0.0 };
        Self { shared: shared.clone(), kind: Kind::Sum(sum) }
    }

    /// Returns the expression as a formula, and its depth.
    fn formula(&self) -> PyResult<(Formula, usize)> {
        match &self.kind {
            Kind::Literal(literal) => Ok(((*literal).into(), 0)),
            Kind::Formula(formula, depth) => Ok((formula.clone(), *depth)),
            Kind::Comparison(comparison) => Ok((comparison.formula()?, 3)),
            Kind::Sum(_) => Err(PyTypeError::new_err(
                "a sum is not a formula\nhelp: compare it with a number, as in (x + y >= 1)",
            )),
        }
    }

    /// Returns the expression as a sum.
    pub fn sum(&self) -> PyResult<Sum> {
        match &self.kind {
            Kind::Literal(literal) => Ok(Sum::literal(*literal)),
            Kind::Sum(sum) => Ok(sum.clone()),
            Kind::Formula(..) | Kind::Comparison(_) => Err(PyTypeError::new_err(
                "a formula cannot be a part of a sum\nhelp: name it: v = m.variable(\"v\"), m.add(v == formula)",
            )),
        }
    }

    /// Adds the expression to the model as a constraint.
    pub fn require(&self, state: &mut State) -> PyResult<()> {
        match &self.kind {
            Kind::Comparison(comparison) => comparison.require(state),
            _ => {
                state.require(self.formula()?.0);
                Ok(())
            }
        }
    }

    /// Returns the value of the expression at a point: the value of a sum, otherwise 0 or 1.
    pub fn value(&self, values: &[bool], others: &[f64]) -> f64 {
        let truth = |truth| f64::from(u8::from(truth));
        match &self.kind {
            Kind::Literal(literal) => Sum::literal(*literal).value(values, others),
            Kind::Formula(formula, _) => truth(formula.is_satisfied(values)),
            Kind::Comparison(comparison) => truth(comparison.holds(values, others)),
            Kind::Sum(sum) => sum.value(values, others),
        }
    }

    fn with(&self, kind: Kind) -> Self {
        Self { shared: self.shared.clone(), kind }
    }

    /// Checks that another operand belongs to this model, if it is an expression.
    fn operand<'a, 'py>(&self, other: &'a Bound<'py, PyAny>) -> PyResult<Operand<'a, 'py>> {
        let operand = Operand::of(other)?;
        if let Operand::Expression(expression) = &operand {
            self.shared.require_same(&expression.get().shared)?;
        }
        Ok(operand)
    }

    /// Combines two formulas.
    fn combined(
        &self,
        other: &Operand<'_, '_>,
        is_swapped: bool,
        combine: fn(Formula, Formula) -> Formula,
    ) -> PyResult<Self> {
        let (mut first, mut second) = (self.formula()?, other.formula()?);
        if is_swapped {
            std::mem::swap(&mut first, &mut second);
        }
        let depths = [&first, &second].map(|(formula, depth)| (discriminant(formula), *depth));
        let combined = combine(first.0, second.0);
        let is_joined = matches!(combined, Formula::And(_) | Formula::Or(_));
        // the parts of a joined operand are on the level of the operand
        let depths = depths.map(|(operator, depth)| match is_joined {
            true if operator == discriminant(&combined) => depth,
            _ => depth + 1,
        });
        let depth = depths[0].max(depths[1]);
        if depth > MAX_DEPTH {
            return Err(invalid(format!(
                "a formula of more than {MAX_DEPTH} levels\nhelp: name a part: v = m.variable(\"v\"), m.add(v == part)"
            )));
        }
        Ok(self.with(Kind::Formula(combined, depth)))
    }

    fn added(&self, other: &Bound<'_, PyAny>, own: f64, factor: f64) -> PyResult<Self> {
        let other = self.operand(other)?.sum()?;
        Ok(self.with(Kind::Sum(self.sum()?.times(own).add(&other, factor))))
    }

    fn multiplied(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        match self.operand(other)? {
            Operand::Number(factor) => Ok(self.with(Kind::Sum(self.sum()?.times(factor)))),
            Operand::Truth(truth) => {
                Ok(self.with(Kind::Sum(self.sum()?.times(f64::from(u8::from(truth))))))
            }
            Operand::Expression(_) => Err(PyTypeError::new_err(
                "a product of two variables is not linear\nhelp: use x & y for Boolean variables",
            )),
        }
    }
}

/// Joins two formulas to a conjunction or a disjunction, without nesting it.
fn joined(
    first: Formula,
    second: Formula,
    parts_of: fn(Formula) -> Result<Vec<Formula>, Formula>,
) -> Vec<Formula> {
    let mut parts = parts_of(first).unwrap_or_else(|other| vec![other]);
    parts.extend(parts_of(second).unwrap_or_else(|other| vec![other]));
    parts
}

fn and(first: Formula, second: Formula) -> Formula {
    Formula::And(joined(first, second, |formula| match formula {
        Formula::And(parts) => Ok(parts),
        other => Err(other),
    }))
}

fn or(first: Formula, second: Formula) -> Formula {
    Formula::Or(joined(first, second, |formula| match formula {
        Formula::Or(parts) => Ok(parts),
        other => Err(other),
    }))
}

#[pymethods]
impl Expression {
    /// The name of a variable or column, after `~` for a negation; None for other expressions.
    #[getter]
    fn name(&self) -> Option<String> {
        let state = self.shared.lock();
        match &self.kind {
            Kind::Literal(literal) => Some(state.literal_name(*literal)),
            Kind::Sum(Sum { terms, constant: 0.0 }) => match terms[..] {
                [(1.0, column)] => Some(state.column_name(column)),
                _ => None,
            },
            _ => None,
        }
    }

    fn __invert__(&self) -> PyResult<Self> {
        Ok(self.with(match &self.kind {
            Kind::Literal(literal) => Kind::Literal(!*literal),
            _ => {
                let (formula, depth) = self.formula()?;
                Kind::Formula(Formula::not(formula), depth + 1)
            }
        }))
    }

    fn __and__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.combined(&self.operand(other)?, false, and)
    }

    fn __rand__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.combined(&self.operand(other)?, true, and)
    }

    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.combined(&self.operand(other)?, false, or)
    }

    fn __ror__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.combined(&self.operand(other)?, true, or)
    }

    fn __xor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.combined(&self.operand(other)?, false, Formula::xor)
    }

    fn __rxor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.combined(&self.operand(other)?, true, Formula::xor)
    }

    fn __rshift__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.combined(&self.operand(other)?, false, Formula::implies)
    }

    fn __rrshift__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.combined(&self.operand(other)?, true, Formula::implies)
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.added(other, 1.0, 1.0)
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.added(other, 1.0, 1.0)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.added(other, 1.0, -1.0)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.added(other, -1.0, 1.0)
    }

    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.multiplied(other)
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.multiplied(other)
    }

    fn __neg__(&self) -> PyResult<Self> {
        Ok(self.with(Kind::Sum(self.sum()?.times(-1.0))))
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operation: CompareOp) -> PyResult<Self> {
        let operand = self.operand(other)?;
        let is_formula = !matches!(self.kind, Kind::Sum(_)) && operand.is_formula();
        let relation = match operation {
            CompareOp::Eq if is_formula => return self.combined(&operand, false, Formula::iff),
            CompareOp::Ne if is_formula => return self.combined(&operand, false, Formula::xor),
            CompareOp::Eq => Relation::Equal,
            CompareOp::Le => Relation::AtMost,
            CompareOp::Ge => Relation::AtLeast,
            CompareOp::Ne => {
                let message =
                    "`!=` of a sum\nhelp: use ~(sum == number), if all variables are Boolean";
                return Err(PyTypeError::new_err(message));
            }
            CompareOp::Lt | CompareOp::Gt => {
                let message = "`<` or `>` in a model\nhelp: use <= or >=, as in x + y <= 1";
                return Err(PyTypeError::new_err(message));
            }
        };
        let sum = self.sum()?.add(&operand.sum()?, -1.0);
        Ok(self.with(Kind::Comparison(Comparison { sum, relation })))
    }

    fn __bool__(&self) -> PyResult<bool> {
        if let Kind::Formula(Formula::Iff(first, second), _) = &self.kind
            && first == second
        {
            // a dictionary compares a key with itself
            return Ok(true);
        }
        Err(PyTypeError::new_err(
            "an expression has no truth value before the model is solved\nhelp: use &, | and ~ instead of and, or and not; \
             write a chained comparison as two constraints; r[x] is the value of x in a result r",
        ))
    }

    fn __hash__(&self) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.shared.address().hash(&mut hasher);
        match &self.kind {
            Kind::Literal(literal) => literal.to_ipasir().hash(&mut hasher),
            Kind::Sum(Sum { terms, .. }) if terms.len() == 1 => terms[0].1.hash(&mut hasher),
            _ => {
                let message =
                    "only variables are hashable\nhelp: use the name of the expression as the key";
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(hasher.finish())
    }

    fn __repr__(&self) -> String {
        let state = self.shared.lock();
        match &self.kind {
            Kind::Literal(literal) => state.literal_name(*literal),
            Kind::Formula(formula, _) => formula_text(&state, formula),
            Kind::Sum(sum) => sum_text(&state, sum),
            Kind::Comparison(Comparison { sum, relation }) => {
                let Sum { terms, constant } = sum.merged();
                let relation = match relation {
                    Relation::AtMost => "<=",
                    Relation::AtLeast => ">=",
                    Relation::Equal => "==",
                };
                let left = sum_text(&state, &Sum { terms, constant: 0.0 });
                format!("{left} {relation} {}", 0.0 - constant)
            }
        }
    }
}

/// Returns a formula in Python.
fn formula_text(state: &State, formula: &Formula) -> String {
    let inside = |part: &Formula| match part {
        Formula::Literal(_) | Formula::Not(_) => formula_text(state, part),
        Formula::And(parts) | Formula::Or(parts) if parts.len() <= 1 => formula_text(state, part),
        _ => format!("({})", formula_text(state, part)),
    };
    let all = |parts: &[Formula], operator: &str| {
        parts.iter().map(inside).collect::<Vec<_>>().join(operator)
    };
    let both = |first: &Formula, operator: &str, second: &Formula| {
        format!("{} {operator} {}", inside(first), inside(second))
    };
    match formula {
        Formula::Literal(literal) => state.literal_name(*literal),
        Formula::Not(part) => format!("~{}", inside(part)),
        Formula::And(parts) if parts.is_empty() => "True".to_owned(),
        Formula::Or(parts) if parts.is_empty() => "False".to_owned(),
        Formula::And(parts) => all(parts, " & "),
        Formula::Or(parts) => all(parts, " | "),
        Formula::Implies(first, second) => both(first, ">>", second),
        Formula::Iff(first, second) => both(first, "==", second),
        Formula::Xor(first, second) => both(first, "^", second),
    }
}

/// Returns a text for a sum.
fn sum_text(state: &State, sum: &Sum) -> String {
    let mut text = String::new();
    for &(size, column) in &sum.terms {
        let sign = match (text.is_empty(), size < 0.0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text += sign;
        if size.abs() != 1.0 {
            text += &format!("{}*", size.abs());
        }
        text += &state.column_name(column);
    }
    match (text.is_empty(), sum.constant) {
        (true, constant) => constant.to_string(),
        (false, 0.0) => text,
        (false, constant) if constant < 0.0 => format!("{text} - {}", -constant),
        (false, constant) => format!("{text} + {constant}"),
    }
}
