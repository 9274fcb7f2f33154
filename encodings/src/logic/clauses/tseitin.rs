//! Formulas to clauses with auxiliary variables: Tseitin (1968), and Plaisted and Greenbaum (1986);
//! Westreicher 5.2.2.
//!
//! Each inner subformula gets a variable and the clauses that define it, so the size stays linear.
//! Not and literals need none; at the top, conjunctions fall apart, disjunctions become clauses, and
//! *literal if and only if formula* makes that literal the formula's variable. With
//! [`Definitions::Both`] a variable is equivalent to its formula, so each model of the formula
//! extends in exactly one way. With [`Definitions::Needed`] it is defined only in the direction in
//! which it is used, and a model may extend in several ways.

use crate::logic::emit::{Emit, tidied};
use crate::logic::{Formula, Lit};

/// Which directions a definition has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Definitions {
    /// Tseitin: both.
    Both,
    /// Plaisted and Greenbaum: that of the subformula's polarity.
    Needed,
}

/// Under how many negations a subformula stands: it can help to make the whole true, or false.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Polarity {
    Positive,
    Negative,
    Both,
}

impl Polarity {
    fn flipped(self) -> Self {
        match self {
            Self::Positive => Self::Negative,
            Self::Negative => Self::Positive,
            Self::Both => Self::Both,
        }
    }
}

const TOP: &str = "the formula, its subformulas by their variables";
const DOWN: &str = "definition, from the variable to its subformula";
const UP: &str = "definition, from the subformula to its variable";

/// Hands on the clauses of a formula.
pub(super) fn lower(formula: &Formula, definitions: Definitions, out: &mut impl Emit) {
    Lowering { definitions, out }.assert(formula, true);
}

struct Lowering<'a, E> {
    definitions: Definitions,
    out: &'a mut E,
}

/// One way to read a formula and its sign: negation is gone, and three operators are left.
enum View<'a> {
    Literal(Lit),
    All(Vec<(&'a Formula, bool)>),
    Any(Vec<(&'a Formula, bool)>),
    Equal(&'a Formula, &'a Formula, bool),
}

fn signed(parts: &[Formula], sign: bool) -> Vec<(&Formula, bool)> {
    parts.iter().map(|part| (part, sign)).collect()
}

fn view(formula: &Formula, sign: bool) -> View<'_> {
    match formula {
        Formula::Literal(literal) => View::Literal(if sign { *literal } else { !*literal }),
        Formula::Not(part) => view(part, !sign),
        Formula::And(all) if sign => View::All(signed(all, sign)),
        Formula::Or(any) if !sign => View::All(signed(any, sign)),
        Formula::And(several) | Formula::Or(several) => View::Any(signed(several, sign)),
        Formula::Implies(a, b) if sign => View::Any(vec![(a, false), (b, true)]),
        Formula::Implies(a, b) => View::All(vec![(a, true), (b, false)]),
        Formula::Iff(a, b) => View::Equal(a, b, sign),
        Formula::Xor(a, b) => View::Equal(a, b, !sign),
    }
}

impl<E: Emit> Lowering<'_, E> {
    /// The formula, or its negation, holds.
    fn assert(&mut self, formula: &Formula, sign: bool) {
        match view(formula, sign) {
            View::Literal(literal) => self.put(&[literal], TOP),
            View::All(parts) => parts.into_iter().for_each(|(part, sign)| self.assert(part, sign)),
            View::Any(parts) => {
                let clause = self.parts(parts, Polarity::Positive, true);
                self.put(&clause, TOP);
            }
            View::Equal(a, b, equal) => match (view(a, true), view(b, equal)) {
                (View::Literal(literal), _) => self.define(literal, b, equal, Polarity::Both),
                (_, View::Literal(literal)) => self.define(literal, a, true, Polarity::Both),
                _ => {
                    let a = self.literal(a, true, Polarity::Both);
                    let b = self.literal(b, equal, Polarity::Both);
                    self.put(&[!a, b], TOP);
                    self.put(&[a, !b], TOP);
                }
            },
        }
    }

    /// A literal that stands for the formula, or for its negation.
    fn literal(&mut self, formula: &Formula, sign: bool, polarity: Polarity) -> Lit {
        // negations cost nothing: they move to the literal
        match formula {
            Formula::Literal(literal) => return if sign { *literal } else { !*literal },
            Formula::Not(part) => return self.literal(part, !sign, polarity),
            _ if !sign => return !self.literal(formula, true, polarity.flipped()),
            _ => {}
        }
        let variable = self.out.fresh_for(formula);
        self.define(variable, formula, true, polarity);
        variable
    }

    /// The literals of the parts of a conjunction or disjunction; parts of its own kind are opened.
    fn parts(&mut self, parts: Vec<(&Formula, bool)>, polarity: Polarity, any: bool) -> Vec<Lit> {
        let mut literals = Vec::with_capacity(parts.len());
        for (part, sign) in parts {
            match (view(part, sign), any) {
                (View::Any(inner), true) | (View::All(inner), false) => {
                    literals.extend(self.parts(inner, polarity, any));
                }
                _ => literals.push(self.literal(part, sign, polarity)),
            }
        }
        literals
    }

    /// Makes a literal mean the formula, or its negation.
    fn define(&mut self, name: Lit, formula: &Formula, sign: bool, polarity: Polarity) {
        let polarity =
            if self.definitions == Definitions::Both { Polarity::Both } else { polarity };
        let down = polarity != Polarity::Negative;
        let up = polarity != Polarity::Positive;
        match view(formula, sign) {
            View::Literal(literal) => self.define_all(name, vec![literal], (down, DOWN), (up, UP)),
            View::All(parts) => {
                let literals = self.parts(parts, polarity, false);
                self.define_all(name, literals, (down, DOWN), (up, UP));
            }
            View::Any(parts) => {
                let literals = self.parts(parts, polarity, true);
                // a disjunction is the negation of the conjunction of the opposites
                let opposites = literals.into_iter().map(|literal| !literal).collect();
                self.define_all(!name, opposites, (up, UP), (down, DOWN));
            }
            View::Equal(a, b, equal) => {
                let a = self.literal(a, true, Polarity::Both);
                let b = self.literal(b, equal, Polarity::Both);
                if down {
                    self.put(&[!name, !a, b], DOWN);
                    self.put(&[!name, a, !b], DOWN);
                }
                if up {
                    self.put(&[name, a, b], UP);
                    self.put(&[name, !a, !b], UP);
                }
            }
        }
    }

    /// `name` is true only if (the first, if it is wanted) and if (the second) all literals are.
    fn define_all(
        &mut self,
        name: Lit,
        literals: Vec<Lit>,
        (only_if, only_if_step): (bool, &'static str),
        (if_all, if_all_step): (bool, &'static str),
    ) {
        if only_if {
            literals.iter().for_each(|&literal| self.put(&[!name, literal], only_if_step));
        }
        if if_all {
            let mut clause = literals;
            clause.iter_mut().for_each(|literal| *literal = !*literal);
            clause.insert(0, name);
            self.put(&clause, if_all_step);
        }
    }

    fn put(&mut self, clause: &[Lit], step: &'static str) {
        if let Some(clause) = tidied(clause) {
            self.out.clause(&clause, step);
        }
    }
}
