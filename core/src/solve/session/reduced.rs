//! Sessions over the variables that are not fixed: a solver gets a formula in which some variables have their values.
//!
//! Rows for the values would say the same, but a solver program reads its file in every round, and most columns of a tour
//! never matter.

use std::fmt;

use encycle_encodings::logic::{
    Constraint, ConstraintSink, LinearObjective, Lit, Origin, ProgramColumn, ProgramPart, Var,
};
use encycle_solvers::Limits;

use crate::solve::session::{
    CallResult, Failure, FormulaSize, ProgramPoint, Session, SolverId, SolverUsage,
};

/// A session whose solver gets a formula without the fixed variables.
pub(in crate::solve) struct ReducedSession<'s> {
    inner: &'s mut dyn Session,
    /// The value of each variable that is fixed.
    fixed: Vec<Option<bool>>,
    /// The variable of the solver for each variable, with any number where it is fixed.
    variables: Vec<Var>,
    point: Option<ProgramPoint>,
}

/// A literal, or its value.
enum Reduced {
    Value(bool),
    Literal(Lit),
}

impl<'s> ReducedSession<'s> {
    /// Returns a session in which these literals are true, except for variables that `encode` uses in formulas.
    pub fn new(
        inner: &'s mut dyn Session,
        literals: &[Lit],
        encode: &dyn Fn(&mut dyn ConstraintSink),
    ) -> Self {
        let count = literals.iter().map(|literal| literal.vidx() + 1).max().unwrap_or_default();
        let mut fixed = vec![None; count];
        literals.iter().for_each(|literal| fixed[literal.vidx()] = Some(literal.is_pos()));
        encode(&mut UnfixedFormulas { fixed: &mut fixed, count: 0 });
        Self { inner, fixed, variables: Vec::new(), point: None }
    }

    fn fixed(&self, variable: usize) -> Option<bool> {
        self.fixed.get(variable).copied().flatten()
    }

    fn reduce(&self, literal: Lit) -> Reduced {
        match self.fixed(literal.vidx()) {
            Some(value) => Reduced::Value(value == literal.is_pos()),
            None => {
                let variable = self.variables[literal.vidx()];
                Reduced::Literal(if literal.is_pos() {
                    variable.pos_lit()
                } else {
                    variable.neg_lit()
                })
            }
        }
    }

    /// Returns the literals that are not fixed, and the number of those that are true.
    fn reduce_all(&self, literals: &[Lit]) -> (Vec<Lit>, usize) {
        let (mut left, mut count) = (Vec::with_capacity(literals.len()), 0);
        for &literal in literals {
            match self.reduce(literal) {
                Reduced::Value(value) => count += usize::from(value),
                Reduced::Literal(literal) => left.push(literal),
            }
        }
        (left, count)
    }

    /// Adds the constraint that the number of true literals is in a range, some of which may be fixed.
    fn count(&mut self, when: Option<Lit>, literals: &[Lit], range: [usize; 2], origin: Origin) {
        let (literals, known) = self.reduce_all(literals);
        let literals = &literals[..];
        let at_least = range[0].saturating_sub(known);
        let constraint = match (range[1].checked_sub(known), when) {
            (Some(at_most), None) => Constraint::Cardinality { literals, at_least, at_most },
            (Some(at_most), Some(when)) => {
                Constraint::Conditional { when, literals, at_least, at_most }
            }
            (None, None) => Constraint::Clause(&[]),
            (None, Some(when)) => {
                return self.inner.constraint(Constraint::Clause(&[!when]), origin);
            }
        };
        self.inner.constraint(constraint, origin);
    }

    /// Returns values for all variables, from those of the solver.
    fn expand<T: Copy>(&self, values: &[T], of: impl Fn(bool) -> T) -> Vec<T> {
        let value = |(number, variable): (usize, &Var)| match self.fixed(number) {
            Some(value) => of(value),
            None => values.get(variable.idx()).copied().unwrap_or_else(|| of(false)),
        };
        self.variables.iter().enumerate().map(value).collect()
    }

    /// Returns terms over the variables of the solver, and the sum of the others.
    fn reduce_terms(&self, terms: &[(f64, ProgramColumn)]) -> (Vec<(f64, ProgramColumn)>, f64) {
        let (mut left, mut constant) = (Vec::new(), 0.0);
        for &(size, column) in terms {
            let ProgramColumn::Boolean(variable) = column else {
                left.push((size, column));
                continue;
            };
            match self.reduce(variable.pos_lit()) {
                Reduced::Value(value) => constant += size * f64::from(u8::from(value)),
                Reduced::Literal(one) => left.push((size, ProgramColumn::Boolean(one.var()))),
            }
        }
        (left, constant)
    }
}

impl ConstraintSink for ReducedSession<'_> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        let number = self.variables.len();
        let variable = match self.fixed(number) {
            Some(_) => Var::new(0),
            None => self.inner.variable(family, name),
        };
        self.variables.push(variable);
        Var::new(number as u32)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        match constraint {
            Constraint::Clause(literals) => {
                let (left, known) = self.reduce_all(literals);
                if known == 0 {
                    self.inner.constraint(Constraint::Clause(&left), origin);
                }
            }
            Constraint::Cardinality { literals, at_least, at_most } => {
                self.count(None, literals, [at_least, at_most], origin);
            }
            Constraint::Conditional { when, literals, at_least, at_most } => {
                match self.reduce(when) {
                    Reduced::Value(false) => {}
                    Reduced::Value(true) => self.count(None, literals, [at_least, at_most], origin),
                    Reduced::Literal(when) => {
                        self.count(Some(when), literals, [at_least, at_most], origin);
                    }
                }
            }
            Constraint::ZeroOrTwo(literals) => match self.reduce_all(literals) {
                (left, 0) => self.inner.constraint(Constraint::ZeroOrTwo(&left), origin),
                _ => self.count(None, literals, [2, 2], origin),
            },
            Constraint::Crossing { edge, boundary } => {
                let (left, known) = self.reduce_all(boundary);
                match (self.reduce(edge), known) {
                    (Reduced::Value(false), _) | (_, 2..) => {}
                    (Reduced::Value(true), _) => {
                        self.count(None, boundary, [2, boundary.len()], origin);
                    }
                    (Reduced::Literal(edge), 0) => {
                        self.inner
                            .constraint(Constraint::Crossing { edge, boundary: &left }, origin);
                    }
                    (Reduced::Literal(edge), _) => {
                        let clause: Vec<Lit> = left.into_iter().chain([!edge]).collect();
                        self.inner.constraint(Constraint::Clause(&clause), origin);
                    }
                }
            }
            Constraint::Linear { terms, relation, right } => {
                let (mut left, mut known) = (Vec::with_capacity(terms.len()), 0);
                for &(size, literal) in terms {
                    match self.reduce(literal) {
                        Reduced::Value(value) => known += if value { size } else { 0 },
                        Reduced::Literal(literal) => left.push((size, literal)),
                    }
                }
                let right = right.saturating_sub(known);
                self.inner.constraint(Constraint::Linear { terms: &left, relation, right }, origin);
            }
            Constraint::Formula(formula) => {
                // no variable of a formula is fixed
                let literal = |literal: Lit| match self.reduce(literal) {
                    Reduced::Literal(literal) => literal,
                    Reduced::Value(_) => literal,
                };
                let formula = formula.map_literals(&literal);
                self.inner.constraint(Constraint::Formula(&formula), origin);
            }
        }
    }
}

impl Session for ReducedSession<'_> {
    fn solver(&self) -> &SolverId {
        self.inner.solver()
    }

    fn is_built_in(&self) -> bool {
        self.inner.is_built_in()
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        self.inner.size()
    }

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        let result = self.inner.solve(limits)?;
        self.point = self.inner.point().map(|point| ProgramPoint {
            booleans: self.expand(&point.booleans, |value| f64::from(u8::from(value))),
            ..point.clone()
        });
        Ok(match result {
            CallResult::Model(model) => CallResult::Model(self.expand(&model, |value| value)),
            other => other,
        })
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        let (left, known) = self.reduce_all(literals);
        left.len() + known == literals.len() && self.inner.assume(&left)
    }

    fn relax(&mut self, limits: &Limits) -> Result<Option<Vec<f64>>, Failure> {
        let point = self.inner.relax(limits)?;
        Ok(point.map(|point| self.expand(&point, |value| f64::from(u8::from(value)))))
    }

    fn set_program(&mut self, program: &ProgramPart) -> Result<(), Failure> {
        let mut reduced = program.clone();
        for row in &mut reduced.rows {
            let (terms, constant) = self.reduce_terms(&row.terms);
            row.terms = terms;
            (row.lower, row.upper) = (row.lower - constant, row.upper - constant);
        }
        reduced.objective = program.objective.as_ref().map(|objective| {
            let (terms, constant) = self.reduce_terms(&objective.terms);
            LinearObjective { terms, constant: objective.constant + constant, ..objective.clone() }
        });
        self.inner.set_program(&reduced)
    }

    fn point(&self) -> Option<&ProgramPoint> {
        self.point.as_ref()
    }

    fn last_usage(&self) -> SolverUsage {
        self.inner.last_usage()
    }
}

/// A sink that takes the values of the variables in formulas away.
struct UnfixedFormulas<'a> {
    fixed: &'a mut [Option<bool>],
    count: u32,
}

impl ConstraintSink for UnfixedFormulas<'_> {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) -> Var {
        self.count += 1;
        Var::new(self.count - 1)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, _: Origin) {
        if let Constraint::Formula(_) = constraint {
            constraint.for_each_literal(&mut |literal: Lit| {
                if let Some(fixed) = self.fixed.get_mut(literal.vidx()) {
                    *fixed = None;
                }
            });
        }
    }
}
