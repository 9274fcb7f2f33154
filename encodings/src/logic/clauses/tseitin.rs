//! The lowering of formulas to clauses with auxiliary variables: Tseitin (1968), and Plaisted and Greenbaum (1986);
//! Westreicher 5.2.2.
//!
//! Each inner subformula gets a variable and clauses that define it, so the number of clauses is linear. Literals and
//! negations need no variable. At the top level, conjunctions are split, disjunctions become clauses, and *literal ⇔
//! formula* uses this literal as the variable of the formula.
//!
//! With [`DefinitionSides::Both`] a variable is equivalent to its subformula, so each model of the formula extends in
//! exactly one way. With [`DefinitionSides::Needed`] a variable is defined only in the direction that its polarity
//! requires, so a model may extend in several ways.

use crate::logic::clauses::view::{FormulaView, SignedPart, view};
use crate::logic::emit::{Emit, tidied};
use crate::logic::{Formula, Lit};

/// The directions of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DefinitionSides {
    /// Both directions (Tseitin).
    Both,
    /// Only the direction of the subformula's polarity (Plaisted and Greenbaum).
    Needed,
}

/// The polarity of a subformula: below an even number of negations, below an odd number, or both (below an
/// equivalence).
#[derive(Clone, Copy, PartialEq, Eq)]
enum FormulaPolarity {
    Positive,
    Negative,
    Both,
}

impl FormulaPolarity {
    fn flipped(self) -> Self {
        match self {
            Self::Positive => Self::Negative,
            Self::Negative => Self::Positive,
            Self::Both => Self::Both,
        }
    }
}

const TOP: &str = "the formula, with variables for its subformulas";
const DOWN: &str = "definition: the variable implies its subformula";
const UP: &str = "definition: the subformula implies its variable";

/// Emits the clauses of a formula.
pub(super) fn lower(formula: &Formula, definitions: DefinitionSides, out: &mut dyn Emit) {
    TseitinLowering { definitions, out }.assert(formula, true);
}

struct TseitinLowering<'a> {
    definitions: DefinitionSides,
    out: &'a mut dyn Emit,
}

impl TseitinLowering<'_> {
    /// Asserts a formula, or its negation if `sign` is false.
    fn assert(&mut self, formula: &Formula, sign: bool) {
        match view(formula, sign) {
            FormulaView::Literal(literal) => self.put(&[literal], TOP),
            FormulaView::All(parts) => {
                parts.into_iter().for_each(|(part, sign)| self.assert(part, sign))
            }
            FormulaView::Any(parts) => {
                let clause = self.parts(parts, FormulaPolarity::Positive, true);
                self.put(&clause, TOP);
            }
            FormulaView::Equal(a, b, equal) => match (view(a, true), view(b, equal)) {
                (FormulaView::Literal(literal), _) => {
                    self.define(literal, b, equal, FormulaPolarity::Both)
                }
                (_, FormulaView::Literal(literal)) => {
                    self.define(literal, a, true, FormulaPolarity::Both)
                }
                _ => {
                    let a = self.literal(a, true, FormulaPolarity::Both);
                    let b = self.literal(b, equal, FormulaPolarity::Both);
                    self.put(&[!a, b], TOP);
                    self.put(&[a, !b], TOP);
                }
            },
        }
    }

    /// Returns a literal for a formula, or for its negation if `sign` is false.
    fn literal(&mut self, formula: &Formula, sign: bool, polarity: FormulaPolarity) -> Lit {
        // a negation needs no variable, because it moves to the literal
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

    /// Returns the literals of the parts of a conjunction, or of a disjunction if `any` is set. Nested
    /// parts with the same operator are flattened.
    fn parts(
        &mut self,
        parts: Vec<SignedPart<'_>>,
        polarity: FormulaPolarity,
        any: bool,
    ) -> Vec<Lit> {
        let mut literals = Vec::with_capacity(parts.len());
        for (part, sign) in parts {
            match (view(part, sign), any) {
                (FormulaView::Any(inner), true) | (FormulaView::All(inner), false) => {
                    literals.extend(self.parts(inner, polarity, any));
                }
                _ => literals.push(self.literal(part, sign, polarity)),
            }
        }
        literals
    }

    /// Defines the literal `name` as a formula, or as its negation if `sign` is false.
    fn define(&mut self, name: Lit, formula: &Formula, sign: bool, polarity: FormulaPolarity) {
        let polarity = if self.definitions == DefinitionSides::Both {
            FormulaPolarity::Both
        } else {
            polarity
        };
        let down = polarity != FormulaPolarity::Negative;
        let up = polarity != FormulaPolarity::Positive;
        match view(formula, sign) {
            FormulaView::Literal(literal) => {
                self.define_all(name, vec![literal], (down, DOWN), (up, UP))
            }
            FormulaView::All(parts) => {
                let literals = self.parts(parts, polarity, false);
                self.define_all(name, literals, (down, DOWN), (up, UP));
            }
            FormulaView::Any(parts) => {
                let literals = self.parts(parts, polarity, true);
                // De Morgan: define ¬name as the conjunction of the negated literals
                let opposites = literals.into_iter().map(|literal| !literal).collect();
                self.define_all(!name, opposites, (up, UP), (down, DOWN));
            }
            FormulaView::Equal(a, b, equal) => {
                let a = self.literal(a, true, FormulaPolarity::Both);
                let b = self.literal(b, equal, FormulaPolarity::Both);
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

    /// Defines `name` as the conjunction of `literals`: `name` implies them if `only_if` is set, and they
    /// imply `name` if `if_all` is set.
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
