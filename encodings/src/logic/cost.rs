//! Objectives as costs: sums of positive weights of true literals, as clauses and pseudo-Boolean formulas state them.

use crate::logic::{LinearObjective, Lit, ProgramColumn, Var, holds};

/// The greatest total of the scaled coefficients: sums stay exact in floating point.
const MOST: f64 = 9e15;

/// The most decimals of a coefficient.
const DECIMALS: i32 = 6;

/// An objective that is not a cost.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObjectiveError {
    /// A coefficient is not a decimal number with few digits.
    #[error(
        "the objective has the coefficient {0}, which has more than {DECIMALS} decimals\n\
         help: use a MIP solver or an LP file, or round the coefficients"
    )]
    Decimals(String),
    /// The coefficients are too large in total.
    #[error(
        "the coefficients of the objective are too large in total\n\
         help: use a MIP solver or an LP file, or smaller coefficients"
    )]
    TooLarge,
    /// A column or row is not one of Boolean variables with integer coefficients.
    #[error(
        "there are columns that are not 0-1, or rows with numbers that are not integers\n\
         help: use a MIP solver or an LP file"
    )]
    NotBoolean,
}

/// An objective as the sum of the weights of true literals: the *cost*, a whole number from 0, to be minimized.
///
/// ```
/// use encycle_encodings::logic::{LinearObjective, Lit, ObjectiveCost, ProgramColumn, Var};
///
/// // maximize 2.5 a - b
/// let [a, b] = [0, 1].map(|number| ProgramColumn::Boolean(Var::new(number)));
/// let terms = vec![(2.5, a), (-1.0, b)];
/// let cost = ObjectiveCost::new(&LinearObjective { terms, constant: 0.0, is_maximized: true })?;
/// assert_eq!(cost.weights(), [(Lit::negative(0), 25), (Lit::positive(1), 10)]);
/// assert_eq!((cost.of(&[true, true]), cost.value(10)), (10, 1.5));
/// # Ok::<(), encycle_encodings::logic::ObjectiveError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectiveCost {
    weights: Vec<(Lit, u64)>,
    /// The factor from values to costs: 1, 10, 100, ...; negative for an objective that is maximized.
    factor: f64,
    /// The value of cost 0.
    least: f64,
}

/// Returns the greatest common divisor of two numbers.
#[must_use]
pub fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl ObjectiveCost {
    /// Returns the cost of an objective.
    ///
    /// # Errors
    /// The coefficients are not decimal numbers with few digits, or a column is not Boolean.
    pub fn new(objective: &LinearObjective) -> Result<Self, ObjectiveError> {
        let scale = scale(objective)?;
        let factor = if objective.is_maximized { -scale } else { scale };
        let (mut weights, mut negative, mut total) = (Vec::new(), 0.0, 0.0);
        for &(size, column) in &objective.terms {
            let ProgramColumn::Boolean(variable) = column else {
                return Err(ObjectiveError::NotBoolean);
            };
            let size = (size * factor).round();
            total += size.abs();
            match size {
                0.0 => {}
                size if size > 0.0 => weights.push((variable.pos_lit(), size as u64)),
                size => {
                    negative += size;
                    weights.push((variable.neg_lit(), -size as u64));
                }
            }
        }
        match total < MOST {
            true => Ok(Self { weights, factor, least: objective.constant + negative / factor }),
            false => Err(ObjectiveError::TooLarge),
        }
    }

    /// Returns the literals with their weights, which are not 0.
    #[must_use]
    pub fn weights(&self) -> &[(Lit, u64)] {
        &self.weights
    }

    /// Returns the cost of an assignment.
    #[must_use]
    pub fn of(&self, values: &[bool]) -> u64 {
        let is_true = |literal: Lit| holds(literal, values);
        self.weights.iter().filter(|(literal, _)| is_true(*literal)).map(|(_, weight)| weight).sum()
    }

    /// Returns the value of the objective at this cost.
    #[must_use]
    pub fn value(&self, cost: u64) -> f64 {
        self.least + cost as f64 / self.factor
    }

    /// Returns the cost as integer coefficients of variables: the terms, which are smaller than the cost by [`Self::constant`].
    #[must_use]
    pub fn terms(&self) -> Vec<(i64, Var)> {
        let signed = |&(literal, weight): &(Lit, u64)| match literal.is_pos() {
            true => (weight as i64, literal.var()),
            false => (-(weight as i64), literal.var()),
        };
        self.weights.iter().map(signed).collect()
    }

    /// Returns the value of the objective, without its constant, for a sum of [`Self::terms`].
    #[must_use]
    pub fn value_of_sum(&self, sum: f64) -> f64 {
        sum / self.factor
    }

    /// Returns the difference of the cost and the sum of [`Self::terms`].
    #[must_use]
    pub fn constant(&self) -> i64 {
        let negated = self.weights.iter().filter(|(literal, _)| literal.is_neg());
        negated.map(|&(_, weight)| weight as i64).sum()
    }

    /// Returns the least difference of two costs that are not equal, or less: the greatest common divisor of the weights.
    #[must_use]
    pub fn step(&self) -> i64 {
        let weights = self.weights.iter().map(|&(_, weight)| u128::from(weight));
        i64::try_from(weights.fold(0, gcd)).unwrap_or(1).max(1)
    }

    /// Returns how the value of the objective follows from the cost, for a comment of a file; `None` if they are equal.
    #[must_use]
    pub fn meaning_of_cost(&self) -> Option<String> {
        meaning(self.least, self.factor)
    }

    /// Returns how the value of the objective follows from the sum of [`Self::terms`], like [`Self::meaning_of_cost`].
    #[must_use]
    pub fn meaning_of_terms(&self) -> Option<String> {
        meaning(self.least + self.constant() as f64 / self.factor, self.factor)
    }
}

impl LinearObjective {
    /// Returns how the value of the objective follows from the sum of its terms, which a file states without the constant,
    /// for a comment of the file; `None` if they are equal.
    #[must_use]
    pub fn meaning_of_sum(&self) -> Option<String> {
        (self.constant != 0.0).then(|| format!("objective: {} + value", self.constant))
    }

    /// Returns how the value of the objective follows from the minimum of a file that states it without the constant and
    /// minimizes it, like [`Self::meaning_of_sum`].
    #[must_use]
    pub fn meaning_of_minimum(&self) -> Option<String> {
        meaning(self.constant, if self.is_maximized { -1.0 } else { 1.0 })
    }
}

/// Returns how a value follows from a minimum, from which it differs by a constant and a factor.
fn meaning(constant: f64, factor: f64) -> Option<String> {
    let minimum = match factor.abs() {
        1.0 => "minimum".to_owned(),
        size => format!("minimum / {size}"),
    };
    match (constant == 0.0, factor < 0.0) {
        (true, false) if factor == 1.0 => None,
        (true, false) => Some(format!("objective: {minimum}")),
        (true, true) => Some(format!("objective: -{minimum}")),
        (false, false) => Some(format!("objective: {constant} + {minimum}")),
        (false, true) => Some(format!("objective: {constant} - {minimum}")),
    }
}

/// Returns the power of ten that makes all coefficients whole numbers.
fn scale(objective: &LinearObjective) -> Result<f64, ObjectiveError> {
    let fits = |scale: f64| {
        objective.terms.iter().find(|(size, _)| {
            let scaled = size * scale;
            (scaled - scaled.round()).abs() > 1e-9 * scale.max(scaled.abs())
        })
    };
    let scales = (0..=DECIMALS).map(|digits| 10_f64.powi(digits));
    match scales.into_iter().find(|&scale| fits(scale).is_none()) {
        Some(scale) => Ok(scale),
        None => {
            let wrong = fits(10_f64.powi(DECIMALS)).map_or(0.0, |&(size, _)| size);
            Err(ObjectiveError::Decimals(wrong.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(
        terms: &[f64],
        constant: f64,
        is_maximized: bool,
    ) -> Result<ObjectiveCost, ObjectiveError> {
        let column = |number: u32| ProgramColumn::Boolean(Var::new(number));
        let terms = (0..).zip(terms).map(|(number, &size)| (size, column(number))).collect();
        ObjectiveCost::new(&LinearObjective { terms, constant, is_maximized })
    }

    #[test]
    fn costs_are_whole_numbers_from_zero() {
        let values = [true, false, true];
        let minimized = cost(&[0.5, 2.0, -1.25], 1.0, false).expect("few decimals");
        assert_eq!(minimized.of(&values), 50);
        assert_eq!(minimized.value(50), 0.25);
        assert_eq!(minimized.value(0), -0.25);
        let maximized = cost(&[0.5, 2.0, -1.25], 1.0, true).expect("few decimals");
        assert_eq!(maximized.value(maximized.of(&values)), 0.25);
        assert_eq!(maximized.value(0), 3.5);
    }

    #[test]
    fn long_decimals_are_refused() {
        assert_eq!(
            cost(&[0.123_456_78], 1.0, false).err(),
            Some(ObjectiveError::Decimals("0.12345678".to_owned()))
        );
        assert_eq!(cost(&[1e16], 1.0, false).err(), Some(ObjectiveError::TooLarge));
    }

    #[test]
    fn the_value_follows_from_the_minimum() {
        for (constant, is_maximized, of_cost, of_terms) in [
            (0.0, false, Some("objective: -2 + minimum"), None),
            (2.0, false, None, Some("objective: 2 + minimum")),
            (0.0, true, Some("objective: 3 - minimum"), Some("objective: -minimum")),
        ] {
            let cost = cost(&[3.0, -2.0], constant, is_maximized).expect("integers");
            assert_eq!(cost.meaning_of_cost().as_deref(), of_cost);
            assert_eq!(cost.meaning_of_terms().as_deref(), of_terms);
        }
        let tenths = cost(&[0.5], 1.0, true).expect("one decimal");
        assert_eq!(tenths.meaning_of_terms().as_deref(), Some("objective: 1 - minimum / 10"));
    }
}
