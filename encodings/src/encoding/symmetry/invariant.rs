//! The solutions that a symmetry maps to themselves.

use super::{SYMMETRY, atoms_of, emit};
use crate::encoding::{Addition, AtomLiteral, Encoding, EncodingError, Extended, RuleFamily};
use crate::logic::ConstraintSink;

/// The constraint that each atom has the value of its image.
pub struct Invariance {
    /// Atoms and their images.
    pairs: Vec<[AtomLiteral; 2]>,
}

/// Returns the encoding of another problem: which solutions does a symmetry map to themselves? `images` has the image of each
/// atom. The completeness of the result refers to these solutions.
///
/// # Errors
/// The encoding has no variables for the atoms, or needs cuts. Its models may then consist of a solution and its image, as
/// two loops, of which separation would return one.
pub fn invariant<'a>(
    encoding: Box<dyn Encoding + 'a>,
    images: &[usize],
) -> Result<Extended<'a, Invariance>, EncodingError> {
    if !encoding.is_exact() {
        let reason =
            "it needs cuts, so a model that a symmetry keeps may contain a solution that it moves";
        return Err(EncodingError::new(encoding.name(), reason));
    }
    let atoms = atoms_of(&*encoding)?;
    let pair = |(atom, &image): (usize, &usize)| [atoms[atom], atoms[image]];
    let pairs = images.iter().enumerate().map(pair).filter(|[atom, image]| atom != image);
    let addition = Invariance { pairs: pairs.collect() };
    Ok(Extended::new(encoding, addition))
}

impl Addition for Invariance {
    fn meaning(&self) -> &str {
        "only solutions that a symmetry keeps"
    }

    fn encode(&self, inner: &dyn Encoding, sink: &mut dyn ConstraintSink) {
        inner.encode(sink);
        // the implications along a cycle make its atoms equal
        self.pairs.iter().for_each(|&[atom, image]| emit(sink, &[atom.negated(), image]));
    }

    fn families(&self) -> Vec<RuleFamily> {
        vec![RuleFamily {
            name: SYMMETRY,
            meaning: "an atom and its image under a symmetry are equal",
            source: "Burnside's lemma",
        }]
    }
}
