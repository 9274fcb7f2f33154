//! Incumbents: the best solution that a search with an objective knows.
//!
//! A model that violates a rule about graphs is often near a good solution. The rules make candidates from it, and from the
//! points of the relaxation, which are checked like any solution: against the formula and all rules, without the encoding.

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::ProgramColumn;
use encycle_encodings::puzzle::Solution;

use crate::solve::search::check::check;
use crate::solve::search::target::Objective;

/// A solution with its value, and the values of the columns that are not Boolean.
#[derive(Clone, Debug)]
pub(super) struct Incumbent {
    pub value: f64,
    pub solution: Solution,
    pub others: Vec<f64>,
}

/// A search for better solutions near points.
pub(super) struct IncumbentSearch<'a> {
    encoding: &'a Encoding<'a>,
    target: &'a Objective<'a>,
    /// What it costs to make each variable true.
    costs: Vec<f64>,
    pub best: Option<Incumbent>,
}

impl<'a> IncumbentSearch<'a> {
    pub fn new(encoding: &'a Encoding<'a>, target: &'a Objective<'a>) -> Self {
        let mut costs = vec![0.0; encoding.projection_size()];
        if let Some(objective) = &target.program().objective {
            let sign = if objective.is_maximized { -1.0 } else { 1.0 };
            for &(size, column) in &objective.terms {
                if let ProgramColumn::Boolean(variable) = column
                    && let Some(cost) = costs.get_mut(variable.idx())
                {
                    *cost += sign * size;
                }
            }
        }
        Self { encoding, target, costs, best: None }
    }

    /// Makes candidates near a point and keeps the best solution among them. `others` are the values of the columns that are
    /// not Boolean.
    pub fn offer(&mut self, point: &[f64], others: &[f64], is_long: bool) {
        let Some(rules) = self.encoding.global_constraint() else { return };
        let point = &point[..self.costs.len().min(point.len())];
        for values in rules.candidates(point, &self.costs, is_long) {
            self.offer_solution(self.encoding.solution(&values), others);
        }
    }

    /// Keeps a solution if it is one, and the best so far.
    pub fn offer_solution(&mut self, solution: Solution, others: &[f64]) {
        let program = self.target.program();
        let Some(value) = self.target.value(&solution, others) else { return };
        let is_better =
            self.best.as_ref().is_none_or(|best| self.target.is_better(value, best.value));
        let booleans: Vec<f64> =
            solution.atoms().iter().map(|&atom| f64::from(u8::from(atom))).collect();
        if is_better
            && program.columns.len() == others.len()
            && program.violation(&booleans, others).is_none()
            && check(self.encoding, &solution).is_ok()
        {
            log::debug!("a candidate of value {value}");
            self.best = Some(Incumbent { value, solution, others: others.to_vec() });
        }
    }
}
