//! The counter of an objective: clauses that bound the cost of a solution, for solvers that take clauses only.

use encycle_encodings::logic::{LinearObjective, Lit, Origin, Place, ProgramColumn, Var};
use encycle_encodings::puzzle::Solution;
use rustsat::encodings::card::{BoundUpper as _, Totalizer};
use rustsat::encodings::pb::{BoundUpper as _, DynamicPolyWatchdog};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars as _};

use crate::solve::session::{DECIMALS, Failure, ObjectiveError, Session};

/// The greatest total of the scaled coefficients: sums stay exact in floating point.
const MOST: f64 = 9e15;

/// An objective as the sum of the weights of true literals: the *cost*, a whole number from 0, to be minimized.
pub(super) struct ObjectiveCounter {
    weights: Vec<(Lit, u64)>,
    /// The factor from values to costs: 1, 10, 100, ...; negative for an objective that is maximized.
    factor: f64,
    /// The value of cost 0.
    least: f64,
    encoding: Option<CounterEncoding>,
}

/// How costs are bounded: a totalizer if all weights are equal, otherwise the dynamic polynomial watchdog (Paxian,
/// Reimer and Becker 2018).
enum CounterEncoding {
    Count(Totalizer, u64),
    Sum(Box<DynamicPolyWatchdog>),
}

impl ObjectiveCounter {
    /// Creates the counter of an objective, without clauses.
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
            true => {
                let least = objective.constant + negative / factor;
                Ok(Self { weights, factor, least, encoding: None })
            }
            false => Err(ObjectiveError::TooLarge),
        }
    }

    /// Returns the cost of a solution.
    pub fn cost(&self, solution: &Solution) -> u64 {
        let is_true = |literal: Lit| solution.has(literal.vidx()) == literal.is_pos();
        self.weights.iter().filter(|(literal, _)| is_true(*literal)).map(|(_, weight)| weight).sum()
    }

    /// Returns the value of the objective at this cost.
    pub fn value(&self, cost: u64) -> f64 {
        self.least + cost as f64 / self.factor
    }

    /// Returns assumptions under which the cost is at most this number. The first call adds the clauses of the counter to
    /// the session; later bounds must be smaller.
    ///
    /// # Errors
    /// The session refuses a clause.
    pub fn at_most(&mut self, cost: u64, session: &mut dyn Session) -> Result<Vec<Lit>, Failure> {
        let encoding = match &self.encoding {
            Some(known) => known,
            None => {
                let encoding = self.encode(cost, session)?;
                self.encoding.insert(encoding)
            }
        };
        let internal = |error: &dyn std::fmt::Display| Failure::Internal(error.to_string());
        match encoding {
            CounterEncoding::Count(totalizer, weight) => {
                totalizer.enforce_ub((cost / *weight) as usize).map_err(|error| internal(&error))
            }
            CounterEncoding::Sum(watchdog) => {
                watchdog.enforce_ub(cost as usize).map_err(|error| internal(&error))
            }
        }
    }

    /// Adds the clauses of the counter, up to this cost, to a session.
    fn encode(&self, cost: u64, session: &mut dyn Session) -> Result<CounterEncoding, Failure> {
        let first = session.size()?.variables as u32;
        let mut manager = BasicVarManager::from_next_free(Var::new(first));
        let mut clauses = Cnf::new();
        const MEMORY: &str = "enough memory for the clauses of the objective";
        let weight = self.weights.first().map_or(1, |&(_, weight)| weight);
        let encoding = if self.weights.iter().all(|&(_, other)| other == weight) {
            let mut totalizer: Totalizer =
                self.weights.iter().map(|&(literal, _)| literal).collect();
            let most = (cost / weight) as usize;
            totalizer.encode_ub(0..=most, &mut clauses, &mut manager).expect(MEMORY);
            CounterEncoding::Count(totalizer, weight)
        } else {
            let weights = self.weights.iter().map(|&(literal, weight)| (literal, weight as usize));
            let mut watchdog: DynamicPolyWatchdog = weights.collect();
            watchdog.encode_ub(0..=cost as usize, &mut clauses, &mut manager).expect(MEMORY);
            CounterEncoding::Sum(Box::new(watchdog))
        };
        for number in first..manager.n_used() {
            session.variable("objective", format_args!("y_objective_{}", number + 1));
        }
        for clause in &clauses {
            let literals: Vec<Lit> = clause.iter().copied().collect();
            session.add_clause(&literals, Origin::new("objective", Place::Whole));
        }
        session.size()?;
        Ok(encoding)
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

    fn counter(terms: &[f64], is_maximized: bool) -> Result<ObjectiveCounter, ObjectiveError> {
        let column = |number: u32| ProgramColumn::Boolean(Var::new(number));
        let terms = (0..).zip(terms).map(|(number, &size)| (size, column(number))).collect();
        ObjectiveCounter::new(&LinearObjective { terms, constant: 1.0, is_maximized })
    }

    #[test]
    fn costs_are_whole_numbers_from_zero() {
        let solution = Solution::new(vec![true, false, true]);
        let minimized = counter(&[0.5, 2.0, -1.25], false).expect("few decimals");
        assert_eq!(minimized.cost(&solution), 50);
        assert_eq!(minimized.value(50), 0.25);
        assert_eq!(minimized.value(0), -0.25);
        let maximized = counter(&[0.5, 2.0, -1.25], true).expect("few decimals");
        assert_eq!(maximized.value(maximized.cost(&solution)), 0.25);
        assert_eq!(maximized.value(0), 3.5);
    }

    #[test]
    fn long_decimals_are_refused() {
        assert_eq!(
            counter(&[0.123_456_78], false).err(),
            Some(ObjectiveError::Decimals("0.12345678".to_owned()))
        );
        assert_eq!(counter(&[1e16], false).err(), Some(ObjectiveError::TooLarge));
    }
}
