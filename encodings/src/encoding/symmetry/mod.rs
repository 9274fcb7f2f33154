//! Symmetries of a puzzle in its encoding: constraints that keep the solutions that a symmetry maps to themselves, or
//! one of the solutions that symmetries exchange.
//!
//! A symmetry is given by the image of each atom. The constraints of both kinds are over atoms, so the encoding needs a
//! variable for each atom that the clues do not imply.

mod invariant;
mod lex_leader;

pub use invariant::invariant;
pub use lex_leader::symmetry_breaking;

use crate::encoding::{AtomLiteral, Encoding, EncodingError, atom_literals};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};

/// The rule family of constraints from symmetries.
pub const SYMMETRY: &str = "symmetry";

/// Returns, for each atom, its literal, or the value that the clues imply.
fn atoms_of(encoding: &Encoding<'_>) -> Result<Vec<AtomLiteral>, EncodingError> {
    atom_literals(encoding).ok_or_else(|| {
        let reason = "its variables are not the atoms of the puzzle, which symmetries permute\n\
                      help: use an encoding with a variable for each atom, such as edge for loops";
        EncodingError::new(encoding.name(), reason)
    })
}

/// Emits a clause without its false constants, or nothing if a constant is true.
fn emit(sink: &mut dyn ConstraintSink, parts: &[AtomLiteral]) {
    if parts.contains(&AtomLiteral::Implied(true)) {
        return;
    }
    let literals: Vec<Lit> = parts.iter().filter_map(|part| part.literal()).collect();
    sink.constraint(Constraint::Clause(&literals), Origin::new(SYMMETRY, Place::Whole));
}
