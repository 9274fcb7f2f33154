//! Propositional formulas, and the helper functions of Westreicher 3.3.

use std::fmt;

use crate::logic::subsets::each_subset;
use crate::logic::{Lit, holds};

/// A propositional formula over literals (Westreicher 3.1, with the operators of 5.1.1, and exclusive or).
///
/// ```
/// use encycle_encodings::logic::{Formula, Lit};
/// let [a, b] = [Lit::positive(0), Lit::positive(1)];
/// let formula = Formula::implies(a.into(), Formula::not(b.into()));
/// assert!(formula.is_satisfied(&[true, false]));
/// assert!(!formula.is_satisfied(&[true, true]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A variable or its negation.
    Literal(Lit),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction; the empty conjunction is true.
    And(Vec<Formula>),
    /// Disjunction; the empty disjunction is false.
    Or(Vec<Formula>),
    /// Implication: the first formula implies the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Equivalence: both formulas are true, or neither is.
    Iff(Box<Formula>, Box<Formula>),
    /// Exclusive disjunction: exactly one of the two formulas is true.
    Xor(Box<Formula>, Box<Formula>),
}

impl From<Lit> for Formula {
    fn from(literal: Lit) -> Self {
        Self::Literal(literal)
    }
}

/// Returns each literal as a formula.
fn each(literals: &[Lit]) -> impl Iterator<Item = Formula> {
    literals.iter().map(|&literal| literal.into())
}

impl Formula {
    /// Returns the negation of a formula.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "a constructor beside the other constructors")]
    pub fn not(formula: Self) -> Self {
        Self::Not(Box::new(formula))
    }

    /// Returns the implication from `first` to `second`.
    #[must_use]
    pub fn implies(first: Self, second: Self) -> Self {
        Self::Implies(Box::new(first), Box::new(second))
    }

    /// Returns the equivalence of two formulas.
    #[must_use]
    pub fn iff(first: Self, second: Self) -> Self {
        Self::Iff(Box::new(first), Box::new(second))
    }

    /// Returns the exclusive disjunction of two formulas.
    #[must_use]
    pub fn xor(first: Self, second: Self) -> Self {
        Self::Xor(Box::new(first), Box::new(second))
    }

    /// Returns *None*: no literal is true (3.9).
    #[must_use]
    pub fn none(literals: &[Lit]) -> Self {
        Self::And(literals.iter().map(|&literal| (!literal).into()).collect())
    }

    /// Returns *AtLeastOne* of the literals (3.10).
    #[must_use]
    pub fn at_least_one(literals: &[Lit]) -> Self {
        Self::Or(each(literals).collect())
    }

    /// Returns *AtMostOne* of the literals (3.11): at least one literal of each pair is false.
    #[must_use]
    pub fn at_most_one(literals: &[Lit]) -> Self {
        Self::at_most(literals, 1)
    }

    /// Returns *ExactlyOne* of the literals (3.12).
    #[must_use]
    pub fn exactly_one(literals: &[Lit]) -> Self {
        Self::And(vec![Self::at_least_one(literals), Self::at_most_one(literals)])
    }

    /// Returns *ExactlyTwo* of the literals (3.14): a disjunction over all pairs, each of which is true
    /// while all other literals are false.
    #[must_use]
    pub fn exactly_two(literals: &[Lit]) -> Self {
        let choice = |i, j| {
            let value = |(k, &literal): (usize, &Lit)| {
                Self::from(if k == i || k == j { literal } else { !literal })
            };
            Self::And(literals.iter().enumerate().map(value).collect())
        };
        let mut choices = Vec::with_capacity(literals.len() * literals.len() / 2);
        for i in 0..literals.len() {
            choices.extend((i + 1..literals.len()).map(|j| choice(i, j)));
        }
        Self::Or(choices)
    }

    /// Returns "at most `most` of the literals": in each set of `most + 1` literals, at least one is false.
    #[must_use]
    pub fn at_most(literals: &[Lit], most: usize) -> Self {
        let mut clauses = Vec::new();
        each_subset(literals.len(), most.saturating_add(1), |set| {
            clauses.push(Self::Or(set.iter().map(|&i| (!literals[i]).into()).collect()));
        });
        Self::And(clauses)
    }

    /// Returns "at least `least` of the literals": at most `literals.len() - least` of them are false.
    #[must_use]
    pub fn at_least(literals: &[Lit], least: usize) -> Self {
        if least > literals.len() {
            return Self::Or(Vec::new());
        }
        let opposite: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
        Self::at_most(&opposite, literals.len() - least)
    }

    /// Returns whether an assignment satisfies the formula (Westreicher, definition 3.3). Variables beyond the end of
    /// the assignment are false.
    #[must_use]
    pub fn is_satisfied(&self, assignment: &[bool]) -> bool {
        match self {
            Self::Literal(literal) => holds(*literal, assignment),
            Self::Not(formula) => !formula.is_satisfied(assignment),
            Self::And(all) => all.iter().all(|formula| formula.is_satisfied(assignment)),
            Self::Or(any) => any.iter().any(|formula| formula.is_satisfied(assignment)),
            Self::Implies(a, b) => !a.is_satisfied(assignment) || b.is_satisfied(assignment),
            Self::Iff(a, b) => a.is_satisfied(assignment) == b.is_satisfied(assignment),
            Self::Xor(a, b) => a.is_satisfied(assignment) != b.is_satisfied(assignment),
        }
    }

    /// Calls `visit` for each literal, from left to right.
    pub fn for_each_literal(&self, visit: &mut dyn FnMut(Lit)) {
        match self {
            Self::Literal(literal) => visit(*literal),
            Self::Not(formula) => formula.for_each_literal(visit),
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().for_each(|part| part.for_each_literal(visit));
            }
            Self::Implies(a, b) | Self::Iff(a, b) | Self::Xor(a, b) => {
                a.for_each_literal(visit);
                b.for_each_literal(visit);
            }
        }
    }

    /// Returns the formula with each literal replaced by the literal that `new` gives for it.
    #[must_use]
    pub fn map_literals(&self, new: &dyn Fn(Lit) -> Lit) -> Self {
        let boxed = |part: &Self| Box::new(part.map_literals(new));
        let each = |parts: &[Self]| parts.iter().map(|part| part.map_literals(new)).collect();
        match self {
            Self::Literal(literal) => Self::Literal(new(*literal)),
            Self::Not(part) => Self::Not(boxed(part)),
            Self::And(parts) => Self::And(each(parts)),
            Self::Or(parts) => Self::Or(each(parts)),
            Self::Implies(a, b) => Self::Implies(boxed(a), boxed(b)),
            Self::Iff(a, b) => Self::Iff(boxed(a), boxed(b)),
            Self::Xor(a, b) => Self::Xor(boxed(a), boxed(b)),
        }
    }

    /// Returns the formula with names for its variables, to be displayed in Westreicher's notation (example 5.1).
    #[must_use]
    pub fn named<'a>(&'a self, name: &'a dyn Fn(Lit) -> String) -> NamedFormula<'a> {
        NamedFormula { formula: self, name }
    }
}

/// A formula with names for its variables, for display; see [`Formula::named`].
#[derive(Clone, Copy)]
pub struct NamedFormula<'a> {
    formula: &'a Formula,
    name: &'a dyn Fn(Lit) -> String,
}

impl fmt::Display for NamedFormula<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |formula: &Formula| formula.named(self.name).to_string();
        let joined = |parts: &[Formula], sign: &str, empty: &str| match parts {
            [] => empty.to_owned(),
            [only] => named(only),
            _ => format!("({})", parts.iter().map(named).collect::<Vec<_>>().join(sign)),
        };
        f.write_str(&match self.formula {
            Formula::Literal(literal) => (self.name)(*literal),
            Formula::Not(formula) => format!("-{}", named(formula)),
            Formula::And(all) => joined(all, " ^ ", "true"),
            Formula::Or(any) => joined(any, " v ", "false"),
            Formula::Implies(a, b) => format!("({} => {})", named(a), named(b)),
            Formula::Iff(a, b) => format!("({} <=> {})", named(a), named(b)),
            Formula::Xor(a, b) => format!("({} xor {})", named(a), named(b)),
        })
    }
}
