//! Sinks that keep formulas and programs in memory, and a tiny model counter.

#![allow(dead_code, reason = "no test file uses all of it")]

pub mod random_models;
pub mod written;

use std::collections::BTreeMap;
use std::fmt;

use encycle_encodings::logic::{
    ClauseSink, CnfMethod, ConstraintSink, Lit, LoweringOptions, Origin, Relation, Row, RowSink,
    Var, lower_to_cnf, lower_to_rows,
};

/// A CNF formula in memory.
#[derive(Debug, Default)]
pub struct Formula {
    pub names: Vec<String>,
    pub clauses: Vec<Vec<Lit>>,
}

impl ClauseSink for Formula {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.names.push(name.to_string());
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.clauses.push(clause.to_vec());
    }
}

/// A row: coefficients and variables, the comparison, the right-hand side.
pub type OwnedRow = (Vec<(i64, Var)>, Relation, i64);

/// A 0-1 program in memory.
#[derive(Debug, Default)]
pub struct Program {
    pub names: Vec<String>,
    pub rows: Vec<OwnedRow>,
}

impl RowSink for Program {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.names.push(name.to_string());
    }

    fn row(&mut self, row: Row<'_>, _: Origin) {
        self.rows.push((row.terms.to_vec(), row.relation, row.right));
    }
}

/// The CNF methods without the stages of distribution that say the same with more clauses. Those are compared with
/// clauses formed one by one in `lowering.rs`.
pub fn irredundant_methods() -> impl Iterator<Item = CnfMethod> {
    CnfMethod::ALL.iter().copied().filter(|method| method.irredundant() == *method)
}

pub fn cnf(choices: LoweringOptions, encode: impl FnOnce(&mut dyn ConstraintSink)) -> Formula {
    lower_to_cnf(Formula::default(), choices, encode).expect("a small formula")
}

pub fn rows(choices: LoweringOptions, encode: impl FnOnce(&mut dyn ConstraintSink)) -> Program {
    lower_to_rows(Program::default(), choices, encode).expect("a small program")
}

/// A linear constraint of the counter: the coefficients of the true variables sum to at least `right`.
struct Sum {
    terms: Vec<(i64, usize)>,
    right: i64,
    greatest: i64,
}

impl Sum {
    fn new(terms: Vec<(i64, usize)>, right: i64) -> Self {
        let greatest = terms.iter().map(|(coefficient, _)| coefficient.abs()).max().unwrap_or(0);
        Self { terms, right, greatest }
    }
}

/// A branching of the counter: the values of the variable that are left to try, the last one first, and what the
/// present one forces, itself included.
struct Decision {
    variable: usize,
    left: Vec<bool>,
    trail: Vec<usize>,
}

/// A solver that finds all 0-1 points by bound propagation and branching. It treats clauses as rows and is
/// suitable only for small cases.
pub struct Counter {
    sums: Vec<Sum>,
    of: Vec<Vec<usize>>,
    values: Vec<Option<bool>>,
}

impl Counter {
    pub fn of_formula(formula: &Formula) -> Self {
        let sums = formula.clauses.iter().map(|clause| {
            // a negative literal counts as 1 - x
            let negatives = clause.iter().filter(|literal| literal.is_neg()).count() as i64;
            let sign = |literal: &Lit| if literal.is_pos() { 1 } else { -1 };
            let terms = clause.iter().map(|literal| (sign(literal), literal.vidx())).collect();
            Sum::new(terms, 1 - negatives)
        });
        Self::new(formula.names.len(), sums.collect())
    }

    pub fn of_program(program: &Program) -> Self {
        let mut sums = Vec::new();
        for (terms, relation, right) in &program.rows {
            let with_sign = |sign: i64| {
                let terms = terms.iter().map(|&(c, var)| (sign * c, var.idx())).collect();
                Sum::new(terms, sign * right)
            };
            if *relation != Relation::AtMost {
                sums.push(with_sign(1));
            }
            if *relation != Relation::AtLeast {
                sums.push(with_sign(-1));
            }
        }
        Self::new(program.names.len(), sums)
    }

    fn new(variables: usize, sums: Vec<Sum>) -> Self {
        let mut of = vec![Vec::new(); variables];
        for (index, sum) in sums.iter().enumerate() {
            sum.terms.iter().for_each(|&(_, variable)| of[variable].push(index));
        }
        Self { sums, of, values: vec![None; variables] }
    }

    /// Returns the projection of all points to their first `projected` values, each with its number of
    /// extensions: 1, or 2 for several.
    pub fn points(mut self, projected: usize) -> BTreeMap<Vec<bool>, usize> {
        let mut found = BTreeMap::new();
        let all: Vec<usize> = (0..self.sums.len()).collect();
        if self.propagate(all, &mut Vec::new()) {
            self.search(projected, &mut |point| {
                let extensions = found.entry(point[..projected].to_vec()).or_insert(0);
                *extensions += 1;
                *extensions
            });
        }
        found
    }

    /// Visits all points, but at most two with the same first `projected` values. `visit` returns the number of
    /// visits with these values.
    fn search(&mut self, projected: usize, visit: &mut dyn FnMut(&[bool]) -> usize) {
        // no recursion: a formula may have more variables than the stack of a thread has room for calls
        let mut decisions = Vec::new();
        loop {
            if let Some(variable) = self.values.iter().position(Option::is_none) {
                decisions.push(Decision { variable, left: vec![true, false], trail: Vec::new() });
            } else {
                let point: Vec<bool> =
                    self.values.iter().map(|value| *value == Some(true)).collect();
                if visit(&point) > 1 {
                    let extends = |decision: &&mut Decision| decision.variable >= projected;
                    decisions.iter_mut().filter(extends).for_each(|extended| extended.left.clear());
                }
            }
            if !self.decide(&mut decisions) {
                return;
            }
        }
    }

    /// Takes the next value of the last decision with one that does not contradict a sum. Returns `false` if no
    /// decision is left.
    fn decide(&mut self, decisions: &mut Vec<Decision>) -> bool {
        while let Some(Decision { variable, left, trail }) = decisions.last_mut() {
            trail.drain(..).for_each(|variable| self.values[variable] = None);
            let Some(value) = left.pop() else {
                decisions.pop();
                continue;
            };
            self.values[*variable] = Some(value);
            trail.push(*variable);
            if self.propagate(self.of[*variable].clone(), trail) {
                return true;
            }
        }
        false
    }

    /// Assigns all variables that the bounds force. Returns `false` on a contradiction.
    fn propagate(&mut self, mut waiting: Vec<usize>, trail: &mut Vec<usize>) -> bool {
        while let Some(index) = waiting.pop() {
            let sum = &self.sums[index];
            // the largest possible value of the left-hand side
            let most: i64 = sum
                .terms
                .iter()
                .map(|&(c, variable)| match self.values[variable] {
                    None => c.max(0),
                    Some(value) => c * i64::from(value),
                })
                .sum();
            let slack = most - sum.right;
            if slack < 0 {
                return false;
            }
            if slack >= sum.greatest {
                continue;
            }
            let forced: Vec<(usize, bool)> = sum
                .terms
                .iter()
                .filter(|&&(c, variable)| self.values[variable].is_none() && c.abs() > slack)
                .map(|&(c, variable)| (variable, c > 0))
                .collect();
            for (variable, value) in forced {
                self.values[variable] = Some(value);
                trail.push(variable);
                waiting.extend(&self.of[variable]);
            }
        }
        true
    }
}
