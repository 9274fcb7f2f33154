//! The variables of an encoding for the atoms of its puzzle.

use std::collections::HashMap;
use std::fmt;

use crate::encoding::Encoding;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Var};
use crate::puzzle::Instance;

/// The counterpart of an atom in an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomLiteral {
    /// A variable.
    Variable(Lit),
    /// No variable, because the clues [imply](crate::puzzle::Instance::implied) this value.
    Implied(bool),
}

impl AtomLiteral {
    /// Returns the literal, if there is a variable.
    #[must_use]
    pub fn literal(self) -> Option<Lit> {
        match self {
            Self::Variable(literal) => Some(literal),
            Self::Implied(_) => None,
        }
    }

    /// Returns the negation.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Variable(literal) => Self::Variable(!literal),
            Self::Implied(value) => Self::Implied(!value),
        }
    }
}

/// Returns, for each atom, its literal, or the value that the clues imply. Returns `None` if an atom that the clues do
/// not imply has no variable.
///
/// ```
/// use encycle_encodings::encoding::atom_literals;
/// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["3."])?;
/// assert_eq!(atom_literals(&encoding("edge", &puzzle)?).map(|atoms| atoms.len()), Some(7));
/// // the variables of `colour` are cells
/// assert_eq!(atom_literals(&encoding("colour", &puzzle)?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn atom_literals(encoding: &Encoding<'_>) -> Option<Vec<AtomLiteral>> {
    let mut names = VariableNumbers::default();
    encoding.variables(&mut names);
    literals_by_name(encoding.puzzle(), |name| names.0.get(name).copied()).collect()
}

/// Returns, for each atom, its literal if there is a variable with the name of the atom, or else the value that the
/// clues imply; `None` if there is neither. `number` returns the index of the variable with a name.
///
/// ```
/// use encycle_encodings::encoding::{AtomLiteral, literals_by_name};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["."])?;
/// let found: Vec<_> = literals_by_name(&puzzle, |name| (name == "v_1_1").then_some(7)).collect();
/// assert_eq!(found.iter().flatten().count(), 1);
/// assert!(matches!(found[2], Some(AtomLiteral::Variable(literal)) if literal.vidx() == 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn literals_by_name<'a>(
    puzzle: &'a dyn Instance,
    number: impl Fn(&str) -> Option<u32> + 'a,
) -> impl Iterator<Item = Option<AtomLiteral>> + 'a {
    let mut implied = None;
    (0..puzzle.atom_count()).map(move |atom| match number(&puzzle.atom_name(atom)) {
        Some(number) => Some(AtomLiteral::Variable(Lit::positive(number))),
        None => implied.get_or_insert_with(|| puzzle.implied())[atom].map(AtomLiteral::Implied),
    })
}

/// A sink that numbers the variables of an encoding by their names.
#[derive(Default)]
struct VariableNumbers(HashMap<String, u32>);

impl ConstraintSink for VariableNumbers {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) -> Var {
        let number = self.0.len() as u32;
        self.0.insert(name.to_string(), number);
        Var::new(number)
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}

    fn accepts_more(&self) -> bool {
        false
    }
}
