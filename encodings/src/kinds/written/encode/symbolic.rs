//! Statements and numbers of which the drawing decides the value.

use crate::cell_values::CellValues;
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Amount {
    pub constant: i64,
    pub terms: Vec<(i64, Lit)>,
    /// Factors and the cells of the values.
    pub values: Vec<(i64, usize)>,
}

impl Amount {
    /// Returns a number that the drawing does not change.
    pub fn constant(constant: i64) -> Self {
        Self { constant, ..Self::default() }
    }

    /// Returns the number if the drawing does not change it.
    pub fn value(&self) -> Option<i64> {
        (self.terms.is_empty() && self.values.is_empty()).then_some(self.constant)
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
    }

    /// Returns the statement that `holds` for the number, which is the same for equal numbers: a range if `holds` is
    /// monotone or an interval.
    pub fn compared(
        &self,
        values: CellValues,
        may_be_empty: bool,
        least: i64,
        most: i64,
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
        let fits = |sum: i64| (least..=most).contains(&(self.constant + sum));
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
                Statement::in_range(all, least - self.constant, most - self.constant)
            }
        }
    }
}
