//! The view of a formula, or of its negation, by its top operator: the case analysis that all lowerings of formulas share.

use crate::logic::{Formula, Lit};

/// A part of a formula, and its sign, which is `false` if the part is negated.
pub(super) type SignedPart<'a> = (&'a Formula, bool);

/// The top operator of a formula or of its negation, reduced to conjunction, disjunction and equivalence. The third
/// field of `Equal` is `false` if the two formulas differ in value.
pub(super) enum FormulaView<'a> {
    Literal(Lit),
    All(Vec<SignedPart<'a>>),
    Any(Vec<SignedPart<'a>>),
    Equal(&'a Formula, &'a Formula, bool),
}

/// Returns the view of a formula, or of its negation if `sign` is false.
pub(super) fn view(formula: &Formula, sign: bool) -> FormulaView<'_> {
    match formula {
        Formula::Literal(literal) => FormulaView::Literal(if sign { *literal } else { !*literal }),
        Formula::Not(part) => view(part, !sign),
        Formula::And(all) if sign => FormulaView::All(signed(all, sign)),
        Formula::Or(any) if !sign => FormulaView::All(signed(any, sign)),
        Formula::And(several) | Formula::Or(several) => FormulaView::Any(signed(several, sign)),
        Formula::Implies(a, b) if sign => FormulaView::Any(vec![(a, false), (b, true)]),
        Formula::Implies(a, b) => FormulaView::All(vec![(a, true), (b, false)]),
        Formula::Iff(a, b) => FormulaView::Equal(a, b, sign),
        Formula::Xor(a, b) => FormulaView::Equal(a, b, !sign),
    }
}

fn signed(parts: &[Formula], sign: bool) -> Vec<SignedPart<'_>> {
    parts.iter().map(|part| (part, sign)).collect()
}

/// Returns the two disjunctions whose conjunction is [`FormulaView::Equal`].
pub(super) fn implications<'a>(
    a: &'a Formula,
    b: &'a Formula,
    equal: bool,
) -> [[SignedPart<'a>; 2]; 2] {
    [[(a, false), (b, equal)], [(a, true), (b, !equal)]]
}
