//! Sums of columns, and the constraint that a comparison becomes.

use std::collections::HashMap;

use encycle::encodings::logic::{Constraint, Formula, Lit, ProgramColumn, ProgramRow, Relation};
use encycle::encodings::model::ModelConstraint;
use pyo3::prelude::*;

use crate::errors::invalid;
use crate::modeling::state::State;

/// The maximum size of a number: the integers up to 2^53 are exact.
pub const MAX_SIZE: f64 = 9_007_199_254_740_992.0;

/// The maximum number of variables of a comparison inside of a formula.
const MAX_INSIDE: usize = 16;

/// A sum of columns with coefficients, and a constant. A column may occur several times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sum {
    pub terms: Vec<(f64, ProgramColumn)>,
    pub constant: f64,
}

impl Sum {
    pub fn constant(constant: f64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    /// Returns the sum of a literal, which is 1 if it is true. A negation is 1 less its variable.
    pub fn literal(literal: Lit) -> Self {
        let (size, constant) = if literal.is_pos() { (1.0, 0.0) } else { (-1.0, 1.0) };
        Self { terms: vec![(size, ProgramColumn::Boolean(literal.var()))], constant }
    }

    /// Adds another sum, multiplied by a factor.
    pub fn add(mut self, other: &Self, factor: f64) -> Self {
        self.terms.extend(other.terms.iter().map(|&(size, column)| (size * factor, column)));
        self.constant += other.constant * factor;
        self
    }

    pub fn times(mut self, factor: f64) -> Self {
        self.terms.iter_mut().for_each(|(size, _)| *size *= factor);
        self.constant *= factor;
        self
    }

    /// Returns the sum in which each column occurs once, with a coefficient other than 0.
    pub fn merged(&self) -> Self {
        let mut places = HashMap::new();
        let mut terms: Vec<(f64, ProgramColumn)> = Vec::with_capacity(self.terms.len());
        for &(size, column) in &self.terms {
            let place = *places.entry(column).or_insert(terms.len());
            match terms.get_mut(place) {
                Some((sum, _)) => *sum += size,
                None => terms.push((size, column)),
            }
        }
        terms.retain(|&(size, _)| size != 0.0);
        Self { terms, constant: self.constant }
    }

    /// Returns the value at a point.
    pub fn value(&self, values: &[bool], others: &[f64]) -> f64 {
        let value = |column| match column {
            ProgramColumn::Boolean(variable) => {
                f64::from(u8::from(values.get(variable.idx()).copied().unwrap_or(false)))
            }
            ProgramColumn::Other(index) => others.get(index).copied().unwrap_or(0.0),
        };
        self.constant + self.terms.iter().map(|&(size, column)| size * value(column)).sum::<f64>()
    }
}

/// A sum that is compared with 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub sum: Sum,
    pub relation: Relation,
}

/// What a comparison becomes.
enum Stated {
    /// It is always true, or always false.
    Constant(bool),
    /// A constraint over Boolean variables with integer coefficients.
    Boolean(Vec<(i64, Lit)>, i64),
    /// A row for MIP solvers.
    Row(ProgramRow),
}

impl Comparison {
    fn stated(&self) -> PyResult<Stated> {
        let Sum { terms, constant } = self.sum.merged();
        let right = -constant;
        let numbers = terms.iter().map(|&(size, _)| size).chain([right]);
        if let Some(number) = numbers.clone().find(|number| !number.is_finite()) {
            return Err(invalid(format!(
                "a sum with the number {number}\nhelp: use finite numbers"
            )));
        }
        if terms.is_empty() {
            return Ok(Stated::Constant(self.relation.holds(0.0, right)));
        }
        let booleans: Option<Vec<(i64, Lit)>> = terms
            .iter()
            .map(|&(size, column)| match column {
                ProgramColumn::Boolean(variable) => Some((size as i64, variable.pos_lit())),
                ProgramColumn::Other(_) => None,
            })
            .collect();
        let is_exact = numbers.clone().all(|number| number.fract() == 0.0);
        let total: f64 = numbers.map(f64::abs).sum();
        match booleans {
            Some(terms) if is_exact && total <= MAX_SIZE => {
                Ok(counted(terms, self.relation, right as i64))
            }
            _ => {
                let (mut lower, mut upper) = (right, right);
                match self.relation {
                    Relation::AtMost => lower = f64::NEG_INFINITY,
                    Relation::AtLeast => upper = f64::INFINITY,
                    Relation::Equal => {}
                }
                Ok(Stated::Row(ProgramRow { terms, lower, upper }))
            }
        }
    }

    /// Adds the comparison to a model.
    pub fn require(&self, state: &mut State) -> PyResult<()> {
        match self.stated()? {
            Stated::Constant(true) => {}
            Stated::Constant(false) => state.model.add_clause(&[]),
            Stated::Boolean(terms, right) => state.model.add(self.constraint(terms, right)),
            Stated::Row(row) => state.model.add_row(row),
        }
        Ok(())
    }

    fn constraint(&self, terms: Vec<(i64, Lit)>, right: i64) -> ModelConstraint {
        let count = terms.len() as i64;
        let is_count = terms.iter().all(|&(size, _)| size == 1) && (0..=count).contains(&right);
        if !is_count {
            return ModelConstraint::Linear { terms, relation: self.relation, right };
        }
        let (at_least, at_most) = match self.relation {
            Relation::AtMost => (0, right),
            Relation::AtLeast => (right, count),
            Relation::Equal => (right, right),
        };
        let literals = terms.into_iter().map(|(_, literal)| literal).collect();
        let [at_least, at_most] = [at_least, at_most].map(|number| number as usize);
        match (at_least, self.relation) {
            (1, Relation::AtLeast) => ModelConstraint::Clause(literals),
            _ => ModelConstraint::Count { literals, at_least, at_most },
        }
    }

    /// Returns the comparison as a formula, for use inside of a formula.
    ///
    /// # Errors
    /// It has columns that are not Boolean, or too many variables.
    pub fn formula(&self) -> PyResult<Formula> {
        match self.stated()? {
            Stated::Constant(true) => Ok(Formula::And(Vec::new())),
            Stated::Constant(false) => Ok(Formula::Or(Vec::new())),
            Stated::Boolean(terms, _) if terms.len() > MAX_INSIDE => Err(invalid(format!(
                "a comparison of {} variables inside of a formula; at most {MAX_INSIDE} are possible\nhelp: add it as a \
                 constraint of its own, with a large coefficient for the condition",
                terms.len()
            ))),
            Stated::Boolean(terms, right) => {
                let relation = self.relation;
                Ok(Constraint::Linear { terms: &terms, relation, right }.to_formula())
            }
            Stated::Row(_) => Err(invalid(
                "a comparison inside of a formula has columns that are not Boolean, or numbers that are not integers\n\
                 help: add it as a constraint of its own, with a large coefficient for the condition",
            )),
        }
    }

    /// Returns whether it holds at a point, within the tolerance of MIP solvers.
    pub fn holds(&self, values: &[bool], others: &[f64]) -> bool {
        let value = self.sum.value(values, others);
        let slack = 1e-6 * (1.0 + self.sum.terms.iter().map(|(size, _)| size.abs()).sum::<f64>());
        match self.relation {
            Relation::AtMost => value <= slack,
            Relation::AtLeast => value >= -slack,
            Relation::Equal => value.abs() <= slack,
        }
    }
}

/// Returns a comparison of integers. If all coefficients have the same size, they become 1: a negative coefficient is
/// that of the negation.
fn counted(mut terms: Vec<(i64, Lit)>, relation: Relation, mut right: i64) -> Stated {
    let size = terms[0].0.abs();
    if terms.iter().any(|&(one, _)| one.abs() != size) {
        return Stated::Boolean(terms, right);
    }
    for (one, literal) in &mut terms {
        if *one < 0 {
            right += size;
            *literal = !*literal;
        }
        *one = 1;
    }
    let right = match relation {
        Relation::AtMost => right.div_euclid(size),
        Relation::AtLeast => -(-right).div_euclid(size),
        Relation::Equal if right % size != 0 => return Stated::Constant(false),
        Relation::Equal => right / size,
    };
    let count = terms.len() as i64;
    let (can_hold, always) = match relation {
        Relation::AtMost => (right >= 0, right >= count),
        Relation::AtLeast => (right <= count, right <= 0),
        Relation::Equal => ((0..=count).contains(&right), false),
    };
    match (can_hold, always) {
        (false, _) => Stated::Constant(false),
        (true, true) => Stated::Constant(true),
        (true, false) => Stated::Boolean(terms, right),
    }
}
