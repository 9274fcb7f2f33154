//! Symmetries of the puzzle in its encoding: the solutions that one keeps, and one solution of those that they exchange.
//!
//! A symmetry is given by the image of each atom. Both constraints are over atoms, so the encoding needs a variable for each
//! atom that the clues do not imply.

mod invariant;
mod lex_leader;

pub use invariant::invariant;
pub use lex_leader::symmetry_breaking;

use crate::encoding::{AtomLiteral, Encoding, EncodingError, atom_literals};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};

/// The rule family of constraints from symmetries.
pub const SYMMETRY: &str = "symmetry";

/// Returns what the encoding has for each atom.
fn atoms_of(encoding: &Encoding<'_>) -> Result<Vec<AtomLiteral>, EncodingError> {
    atom_literals(encoding).ok_or_else(|| {
        let reason = "its variables are not the atoms of the puzzle, which symmetries permute\n\
                      help: use an encoding with a variable for each atom, such as edge for loops";
        EncodingError::new(encoding.name(), reason)
    })
}

/// Emits a clause without false constants, or nothing if a constant is true.
fn emit(sink: &mut dyn ConstraintSink, parts: &[AtomLiteral]) {
    if parts.contains(&AtomLiteral::Implied(true)) {
        return;
    }
    let literals: Vec<Lit> = parts.iter().filter_map(|part| part.literal()).collect();
    sink.constraint(Constraint::Clause(&literals), Origin::new(SYMMETRY, Place::Whole));
}
