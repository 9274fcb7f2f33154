//! Counting proofs: sums of rows that show that the rules have no solution, in a few lines where clauses need millions.
//!
//! Each row is an equation or inequality of the rules, such as "two lines at this vertex", or a cut. A step adds rows,
//! multiplies one, or divides one and rounds up (cutting planes, Cook, Coullard and Turán 1987). The last step leaves a row
//! that no assignment satisfies. For example, on a chessboard of 3 x 3 cells the equations of the five cells of one color
//! minus those of the other four leave "0 is at least 2".
//!
//! The files are those of VeriPB, whose checker accepts them, too: `text`. The steps are found in `find`, and checked
//! here with exact integers.

mod find;
mod text;

pub(super) use text::HEAD;

use std::collections::BTreeMap;

use crate::certify::arguments::{Arguments, CountingRow};
use crate::certify::verify::VerifyError;

/// An operation on a stack of inequalities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingToken {
    /// Pushes the inequality with this number. They are numbered from 1: for each row "at least", followed by "at most" if
    /// it is an equation, then the result of each step.
    Inequality(usize),
    /// Pushes "the atom, or its negation, is at least 0".
    Literal {
        /// The atom.
        atom: usize,
        /// Whether it is the atom itself, rather than its negation.
        is_positive: bool,
    },
    /// Replaces the two topmost inequalities by their sum.
    Add,
    /// Multiplies the topmost inequality by a positive number.
    Multiply(u64),
    /// Divides the topmost inequality by a positive number. With literals whose factors are positive, all numbers are rounded
    /// up, which is sound because the left side is an integer.
    Divide(u64),
}

/// A proof that rows have no solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountingProof {
    /// The rows.
    pub rows: Vec<CountingRow>,
    /// The steps; the last one is the contradiction.
    pub steps: Vec<Vec<CountingToken>>,
}

/// An inequality: a sum of atoms with factors is at least the bound.
#[derive(Clone, Debug, Default)]
struct Inequality {
    factors: BTreeMap<usize, i128>,
    bound: i128,
}

impl CountingProof {
    /// Checks that the rules justify each row, and that the last step is contradictory.
    ///
    /// # Errors
    /// Returns the first failure.
    pub(super) fn check(&self, arguments: &Arguments<'_>) -> Result<(), VerifyError> {
        for (row, content) in (1..).zip(&self.rows) {
            if !arguments.justify_row(content) {
                let text = text::row_text(content, &arguments.names);
                return Err(VerifyError::Row { row, text });
            }
        }
        let mut known: Vec<Inequality> = self.rows.iter().flat_map(Inequality::of_row).collect();
        for (step, tokens) in (1..).zip(&self.steps) {
            let result = derive(&known, tokens);
            known.push(result.map_err(|reason| VerifyError::Step { step, reason })?);
        }
        match known.last().filter(|_| !self.steps.is_empty()) {
            Some(last) if last.is_contradictory() => Ok(()),
            _ => {
                let reason = "it is not contradictory, so the proof is not complete";
                Err(VerifyError::Step { step: self.steps.len(), reason })
            }
        }
    }
}

/// Returns the inequality that a step derives.
fn derive(known: &[Inequality], tokens: &[CountingToken]) -> Result<Inequality, &'static str> {
    const OVERFLOW: &str = "its numbers are too large";
    const TOO_FEW: &str = "an operation has too few operands";
    let mut stack: Vec<Inequality> = Vec::new();
    for token in tokens {
        match *token {
            CountingToken::Inequality(number) => {
                let found = number.checked_sub(1).and_then(|index| known.get(index));
                stack.push(found.ok_or("it names an inequality that does not precede it")?.clone());
            }
            CountingToken::Literal { atom, is_positive } => {
                let (factor, bound) = if is_positive { (1, 0) } else { (-1, -1) };
                stack.push(Inequality { factors: BTreeMap::from([(atom, factor)]), bound });
            }
            CountingToken::Add => {
                let other = stack.pop().ok_or(TOO_FEW)?;
                stack.last_mut().ok_or(TOO_FEW)?.add(other).ok_or(OVERFLOW)?;
            }
            CountingToken::Multiply(0) | CountingToken::Divide(0) => {
                return Err("it multiplies or divides by 0");
            }
            CountingToken::Multiply(factor) => {
                stack.last_mut().ok_or(TOO_FEW)?.multiply(factor.into()).ok_or(OVERFLOW)?;
            }
            CountingToken::Divide(divisor) => {
                stack.last_mut().ok_or(TOO_FEW)?.divide(divisor.into()).ok_or(OVERFLOW)?;
            }
        }
    }
    let result = stack.pop().ok_or(TOO_FEW)?;
    if stack.is_empty() { Ok(result) } else { Err("it leaves several inequalities") }
}

impl Inequality {
    /// Returns "at least", and for an equation also "at most".
    fn of_row(row: &CountingRow) -> impl Iterator<Item = Self> + use<> {
        let signed = |sign: i128| Self {
            factors: row.atoms.iter().map(|&atom| (atom, sign)).collect(),
            bound: sign * i128::from(row.bound),
        };
        [Some(signed(1)), row.is_equation.then(|| signed(-1))].into_iter().flatten()
    }

    /// Returns `None` if a number is too large; so do the other operations.
    fn add(&mut self, other: Self) -> Option<()> {
        for (atom, factor) in other.factors {
            let sum = self.factors.entry(atom).or_insert(0);
            *sum = sum.checked_add(factor)?;
            if *sum == 0 {
                self.factors.remove(&atom);
            }
        }
        self.bound = self.bound.checked_add(other.bound)?;
        Some(())
    }

    fn multiply(&mut self, number: i128) -> Option<()> {
        for factor in self.factors.values_mut() {
            *factor = factor.checked_mul(number)?;
        }
        self.bound = self.bound.checked_mul(number)?;
        Some(())
    }

    /// Divides and rounds up, with the negation of each atom that has a negative factor: -2 x is at least b exactly if
    /// 2 (not x) is at least b + 2.
    fn divide(&mut self, number: i128) -> Option<()> {
        let rounded_up =
            |value: i128| value.div_euclid(number) + i128::from(value.rem_euclid(number) > 0);
        let mut bound = self.bound;
        for factor in self.factors.values().filter(|factor| **factor < 0) {
            bound = bound.checked_sub(*factor)?;
        }
        bound = rounded_up(bound);
        for factor in self.factors.values_mut() {
            let size = rounded_up(factor.checked_abs()?);
            *factor = size * factor.signum();
            if *factor < 0 {
                bound = bound.checked_sub(size)?;
            }
        }
        self.bound = bound;
        Some(())
    }

    /// Returns whether even the maximum of the sum is less than the bound.
    fn is_contradictory(&self) -> bool {
        let mut positive = self.factors.values().filter(|factor| **factor > 0);
        let maximum = positive.try_fold(0_i128, |sum, factor| sum.checked_add(*factor));
        maximum.is_some_and(|maximum| maximum < self.bound)
    }
}

#[cfg(test)]
mod tests;
