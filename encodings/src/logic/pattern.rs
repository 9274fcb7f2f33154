//! Patterns of formulas, and the shapes by which lowerings recognize a formula that they have seen with other literals.

use crate::logic::{Formula, Lit};

/// A formula over the positions of a list of literals, for constraints that occur many times with other literals.
///
/// ```
/// use encycle_encodings::logic::{Formula, FormulaPattern, Lit};
/// let [first, second] = [0, 1].map(Lit::positive);
/// let differ = FormulaPattern::new(Formula::xor(first.into(), second.into()));
/// let [a, b] = [Lit::positive(7), Lit::negative(9)];
/// assert_eq!(differ.formula(&[a, b]), Formula::xor(a.into(), b.into()));
/// ```
#[derive(Clone, Debug)]
pub struct FormulaPattern {
    pub(super) formula: Formula,
    pub(super) shape: FormulaShape,
}

impl FormulaPattern {
    /// Creates the pattern of a formula. Variable i stands for the literal at position i.
    #[must_use]
    pub fn new(formula: Formula) -> Self {
        let shape = FormulaShape::of(&formula);
        Self { formula, shape }
    }

    /// Returns the formula over these literals.
    ///
    /// # Panics
    /// If there are fewer literals than variables of the pattern.
    #[must_use]
    pub fn formula(&self, literals: &[Lit]) -> Formula {
        self.formula.map_literals(&|position| instance(position, literals))
    }
}

/// Returns the literal at a position of a pattern, which may be negated.
pub(super) fn instance(position: Lit, literals: &[Lit]) -> Lit {
    let literal = literals[position.vidx()];
    if position.is_neg() { !literal } else { literal }
}

/// The shape of a formula: its prefix notation, with positions in `literals`, which has the first literal of each
/// variable and its negation. So the shape does not depend on the sign with which a variable first occurs.
#[derive(Clone, Debug, Default)]
pub(super) struct FormulaShape {
    pub prefix: Vec<u32>,
    pub literals: Vec<Lit>,
}

impl FormulaShape {
    fn of(formula: &Formula) -> Self {
        let mut shape = Self::default();
        shape.set(formula);
        shape
    }

    /// Makes this the shape of a formula.
    pub fn set(&mut self, formula: &Formula) {
        self.prefix.clear();
        self.literals.clear();
        self.append(formula);
    }

    fn append(&mut self, formula: &Formula) {
        let Self { prefix, literals } = self;
        match formula {
            Formula::Literal(literal) => {
                let place =
                    literals.iter().position(|known| known == literal).unwrap_or_else(|| {
                        literals.extend([*literal, !*literal]);
                        literals.len() - 2
                    });
                prefix.extend([0, place as u32]);
            }
            Formula::Not(part) => {
                prefix.push(1);
                self.append(part);
            }
            Formula::And(parts) | Formula::Or(parts) => {
                let tag = if matches!(formula, Formula::And(_)) { 2 } else { 3 };
                prefix.extend([tag, parts.len() as u32]);
                parts.iter().for_each(|part| self.append(part));
            }
            Formula::Implies(a, b) | Formula::Iff(a, b) | Formula::Xor(a, b) => {
                prefix.push(match formula {
                    Formula::Implies(..) => 4,
                    Formula::Iff(..) => 5,
                    _ => 6,
                });
                self.append(a);
                self.append(b);
            }
        }
    }
}
