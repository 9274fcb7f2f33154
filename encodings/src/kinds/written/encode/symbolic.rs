//! Statements and numbers of which the drawing decides the value.

use std::rc::Rc;

use crate::cell_values::CellValues;
use crate::kinds::written::terms::NumberComparison;
use crate::logic::Lit;

/// A statement in negation normal form: negations are at literals only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Statement {
    Literal(Lit),
    /// All statements are true; with none, the statement is true.
    And(Vec<Statement>),
    /// One of the statements is true; with none, the statement is false.
    Or(Vec<Statement>),
    /// The sum of the terms is in a range. It has at least two terms and no value twice.
    Sum {
        terms: Vec<(i64, Lit)>,
        least: i64,
        most: i64,
    },
}

impl From<Lit> for Statement {
    fn from(literal: Lit) -> Self {
        Self::Literal(literal)
    }
}

impl Statement {
    /// The statement that is always true.
    pub const TRUE: Self = Self::And(Vec::new());

    /// The statement that is never true.
    pub const FALSE: Self = Self::Or(Vec::new());

    /// Returns the constant statement.
    pub fn constant(truth: bool) -> Self {
        if truth { Self::TRUE } else { Self::FALSE }
    }

    /// Returns whether the statement is always, or never, true; `None` if that is not obvious.
    pub fn value(&self) -> Option<bool> {
        match self {
            Self::And(parts) if parts.is_empty() => Some(true),
            Self::Or(parts) if parts.is_empty() => Some(false),
            _ => None,
        }
    }

    /// Returns the conjunction.
    pub fn and(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Self::And(inner) => all.extend(inner),
                Self::Or(inner) if inner.is_empty() => return Self::FALSE,
                part => all.push(part),
            }
        }
        if all.len() == 1 { all.remove(0) } else { Self::And(all) }
    }

    /// Returns the disjunction.
    pub fn or(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Self::Or(inner) => all.extend(inner),
                Self::And(inner) if inner.is_empty() => return Self::TRUE,
                part => all.push(part),
            }
        }
        if all.len() == 1 { all.remove(0) } else { Self::Or(all) }
    }

    /// Returns the negation.
    pub fn not(self) -> Self {
        match self {
            Self::Literal(literal) => Self::Literal(!literal),
            Self::And(parts) => Self::or(parts.into_iter().map(Self::not)),
            Self::Or(parts) => Self::and(parts.into_iter().map(Self::not)),
            Self::Sum { terms, least, most } => {
                let (smallest, largest) = reach(&terms);
                let below = Self::in_range(terms.clone(), smallest, least - 1);
                let above = Self::in_range(terms, most + 1, largest);
                Self::or([below, above])
            }
        }
    }

    /// Returns whether exactly one or none of two statements is true.
    pub fn iff(first: Self, second: Self) -> Self {
        let forth = Self::or([first.clone().not(), second.clone()]);
        let back = Self::or([first, second.not()]);
        Self::and([forth, back])
    }

    /// Returns the statement that a sum is in a range.
    pub fn in_range(terms: Vec<(i64, Lit)>, least: i64, most: i64) -> Self {
        let mut merged: Vec<(i64, Lit)> = Vec::new();
        let mut constant = 0;
        let mut sorted = terms;
        sorted.sort_by_key(|(_, literal)| literal.vidx());
        for (factor, literal) in sorted {
            // a term over a negated literal becomes one over the literal: f·¬x = f − f·x
            let (factor, literal) = match literal.is_neg() {
                true => {
                    constant += factor;
                    (-factor, !literal)
                }
                false => (factor, literal),
            };
            match merged.last_mut() {
                Some(last) if last.1 == literal => last.0 += factor,
                _ => merged.push((factor, literal)),
            }
        }
        merged.retain(|(factor, _)| *factor != 0);
        let (least, most) = (least - constant, most - constant);
        let (smallest, largest) = reach(&merged);
        if least <= smallest && largest <= most {
            return Self::TRUE;
        }
        if largest < least || most < smallest || most < least {
            return Self::FALSE;
        }
        match merged[..] {
            [(factor, literal)] => {
                let holds_at = |sum: i64| (least..=most).contains(&sum);
                match (holds_at(0), holds_at(factor)) {
                    (true, _) => Self::Literal(!literal),
                    (false, true) => Self::Literal(literal),
                    (false, false) => Self::FALSE,
                }
            }
            _ => Self::Sum { terms: merged, least: least.max(smallest), most: most.min(largest) },
        }
    }
}

/// Returns the smallest and the largest value of a sum.
pub(super) fn reach(terms: &[(i64, Lit)]) -> (i64, i64) {
    let factors = || terms.iter().map(|(factor, _)| *factor);
    (factors().map(|factor| factor.min(0)).sum(), factors().map(|factor| factor.max(0)).sum())
}

/// A number: a constant, weighted literals, and weighted values of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Amount {
    pub constant: i64,
    pub terms: Vec<(i64, Lit)>,
    /// Factors and the cells of the values.
    pub values: Vec<(i64, usize)>,
    /// Factors and the lengths of runs.
    pub runs: Vec<(i64, RunLength)>,
}

/// A number from 0 on, by literals of which each implies the one before: the nth is true if the number is at least n.
pub(super) type RunLength = Rc<[Lit]>;

impl Amount {
    /// Returns a number that the drawing does not change.
    pub fn constant(constant: i64) -> Self {
        Self { constant, ..Self::default() }
    }

    /// Returns the number if the drawing does not change it.
    pub fn value(&self) -> Option<i64> {
        let is_fixed = self.terms.is_empty() && self.values.is_empty() && self.runs.is_empty();
        is_fixed.then_some(self.constant)
    }

    /// Adds another number times a factor.
    pub fn add(&mut self, factor: i64, other: &Self) {
        self.constant += factor * other.constant;
        self.terms.extend(other.terms.iter().map(|&(inner, literal)| (factor * inner, literal)));
        for &(inner, cell) in &other.values {
            match self.values.iter_mut().find(|(_, known)| *known == cell) {
                Some(known) => known.0 += factor * inner,
                None => self.values.push((factor * inner, cell)),
            }
        }
        self.values.retain(|(factor, _)| *factor != 0);
        self.runs.extend(other.runs.iter().map(|(inner, run)| (factor * inner, run.clone())));
    }

    /// Returns the statement that the number compares with 0, if it is the length of a run, or the sum or difference of two.
    pub fn compared_runs(&self, comparison: NumberComparison) -> Option<Statement> {
        let is_plain = self.terms.is_empty() && self.values.is_empty();
        let are_single = self.runs.iter().all(|(factor, _)| factor.abs() == 1);
        let none: RunLength = Rc::new([]);
        let [first, second] = match &self.runs[..] {
            [first] => [first.clone(), (1, none)],
            [first, second] => [first.clone(), second.clone()],
            _ => return None,
        };
        if !is_plain || !are_single {
            return None;
        }
        let bound = -self.constant;
        let at_least = |bound| sum_at_least(&first, &second, bound);
        let at_most = |bound: i64| {
            let [first, second] = [&first, &second].map(|(factor, run)| (-factor, run.clone()));
            sum_at_least(&first, &second, -bound)
        };
        Some(match comparison {
            NumberComparison::Equal => Statement::and([at_least(bound), at_most(bound)]),
            NumberComparison::Unequal => unequal(&first, &second, bound),
            NumberComparison::Less => at_most(bound - 1),
            NumberComparison::AtMost => at_most(bound),
            NumberComparison::Greater => at_least(bound + 1),
            NumberComparison::AtLeast => at_least(bound),
        })
    }

    /// Returns the same number with the lengths of runs as sums of literals.
    pub fn without_runs(&self) -> Self {
        let of_run = |(factor, run): &(i64, RunLength)| {
            let factor = *factor;
            run.iter().map(move |&literal| (factor, literal)).collect::<Vec<_>>()
        };
        let terms = self.terms.iter().copied().chain(self.runs.iter().flat_map(of_run)).collect();
        Self { terms, runs: Vec::new(), ..self.clone() }
    }

    /// Returns the statement that the number compares with 0. About one or two values it is a conjunction of clauses that
    /// exclude values: that two values differ takes a clause of two literals for each value.
    pub fn compared(
        &self,
        values: CellValues,
        may_be_empty: bool,
        comparison: NumberComparison,
    ) -> Statement {
        let first = i64::from(!may_be_empty);
        let domain = first..=i64::from(values.values);
        let literal = |cell: usize, value: i64| match value {
            0 => None,
            value => Some(values.literal(cell, value as u32)),
        };
        // the cell has another value than this one
        let not_value = |cell: usize, value: i64| match literal(cell, value) {
            Some(literal) => vec![Statement::Literal(!literal)],
            None => (1..=values.values)
                .map(|value| Statement::Literal(values.literal(cell, value)))
                .collect(),
        };
        let fits = |sum: i64| comparison.holds(self.constant + sum, 0);
        match (&self.terms[..], &self.values[..]) {
            ([], [(factor, cell)]) => {
                let allowed: Vec<i64> =
                    domain.clone().filter(|value| fits(factor * value)).collect();
                let all = domain.clone().count();
                match 2 * allowed.len() <= all && !allowed.contains(&0) {
                    true => Statement::or(
                        allowed
                            .iter()
                            .filter_map(|&value| literal(*cell, value))
                            .map(Statement::Literal),
                    ),
                    false => Statement::and(
                        domain
                            .filter(|value| !allowed.contains(value))
                            .map(|value| Statement::or(not_value(*cell, value))),
                    ),
                }
            }
            ([], [(first_factor, first), (second_factor, second)]) => {
                let mut clauses = Vec::new();
                for one in domain.clone() {
                    let allowed: Vec<i64> = domain
                        .clone()
                        .filter(|other| fits(first_factor * one + second_factor * other))
                        .collect();
                    let count = domain.clone().count();
                    if allowed.len() == count {
                        continue;
                    }
                    let here = not_value(*first, one);
                    if 2 * allowed.len() <= count && !allowed.contains(&0) {
                        let then = allowed.iter().filter_map(|&value| literal(*second, value));
                        clauses.push(Statement::or(
                            here.into_iter().chain(then.map(Statement::Literal)),
                        ));
                        continue;
                    }
                    for other in domain.clone().filter(|other| !allowed.contains(other)) {
                        clauses.push(Statement::or(
                            here.iter().cloned().chain(not_value(*second, other)),
                        ));
                    }
                }
                Statement::and(clauses)
            }
            (terms, cells) => {
                let of_cell = |&(factor, cell): &(i64, usize)| {
                    (1..=values.values)
                        .map(move |value| (factor * i64::from(value), values.literal(cell, value)))
                };
                let all = terms.iter().copied().chain(cells.iter().flat_map(of_cell)).collect();
                compared_sum(all, comparison, -self.constant)
            }
        }
    }
}

/// Returns the statement that a sum compares with a bound.
pub(super) fn compared_sum(
    terms: Vec<(i64, Lit)>,
    comparison: NumberComparison,
    bound: i64,
) -> Statement {
    const MOST: i64 = 1 << 40;
    let (least, most) = match comparison {
        NumberComparison::Equal | NumberComparison::Unequal => (0, 0),
        NumberComparison::Less => (-MOST, -1),
        NumberComparison::AtMost => (-MOST, 0),
        NumberComparison::Greater => (1, MOST),
        NumberComparison::AtLeast => (0, MOST),
    };
    let inside = Statement::in_range(terms, least + bound, most + bound);
    if comparison == NumberComparison::Unequal { inside.not() } else { inside }
}

/// Returns the statement that a run length times 1 or -1 is at least a bound.
fn is_at_least((factor, run): &(i64, RunLength), bound: i64) -> Statement {
    let reaches = |length: i64| match usize::try_from(length) {
        Err(_) | Ok(0) => Statement::TRUE,
        Ok(length) => run.get(length - 1).map_or(Statement::FALSE, |&one| Statement::Literal(one)),
    };
    if *factor > 0 { reaches(bound) } else { reaches(1 - bound).not() }
}

/// Returns the least and the greatest value of a run length times 1 or -1.
fn range_of((factor, run): &(i64, RunLength)) -> (i64, i64) {
    let length = run.len() as i64;
    if *factor > 0 { (0, length) } else { (-length, 0) }
}

/// Returns the statement that two numbers have a sum of at least a bound: whatever the bound that the first misses, the second
/// makes up for it.
fn sum_at_least(first: &(i64, RunLength), second: &(i64, RunLength), bound: i64) -> Statement {
    let (least, most) = range_of(first);
    let misses = |short: i64| {
        Statement::or([is_at_least(first, short), is_at_least(second, bound - short + 1)])
    };
    Statement::and((least + 1..=most + 1).map(misses))
}

/// Returns the statement that two numbers do not have a sum.
fn unequal(first: &(i64, RunLength), second: &(i64, RunLength), sum: i64) -> Statement {
    let is_other = |number: &(i64, RunLength), value: i64| {
        [is_at_least(number, value).not(), is_at_least(number, value + 1)]
    };
    let (least, most) = range_of(first);
    let differs = |value: i64| {
        let parts = is_other(first, value).into_iter().chain(is_other(second, sum - value));
        Statement::or(parts)
    };
    Statement::and((least..=most).map(differs))
}
