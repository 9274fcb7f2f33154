//! The solutions that a symmetry maps to themselves.

use super::{SYMMETRY, atoms_of, emit};
use crate::encoding::{AtomLiteral, Encoding, EncodingError, EncodingInfo, Part};

/// The constraint that each atom has the value of its image.
const ABOUT: EncodingInfo = EncodingInfo {
    name: "invariant",
    meaning: "only solutions that a symmetry keeps",
    source: "Burnside's lemma",
    families: &[(SYMMETRY, "an atom and its image under a symmetry are equal")],
};

/// Returns the encoding of another problem: which solutions does a symmetry map to themselves? `images` contains the
/// image of each atom. The completeness of the result refers to these solutions.
///
/// # Errors
/// The encoding has no variables for the atoms, or it needs cuts. With cuts, a model may consist of a solution and its
/// image as two loops, and separation would return only one of them.
pub fn invariant<'a>(
    encoding: Encoding<'a>,
    images: &[usize],
) -> Result<Encoding<'a>, EncodingError> {
    if !encoding.is_exact() {
        let reason =
            "it needs cuts, so a model that a symmetry keeps may contain a solution that it moves";
        return Err(EncodingError::new(encoding.name(), reason));
    }
    let atoms = atoms_of(&encoding)?;
    let pair = |(atom, &image): (usize, &usize)| [atoms[atom], atoms[image]];
    let pairs = images.iter().enumerate().map(pair).filter(|[atom, image]| atom != image);
    let pairs: Vec<[AtomLiteral; 2]> = pairs.collect();
    Ok(encoding.with_part(Part::new(ABOUT, move |sink| {
        // the implications along a cycle of the permutation make all its atoms equal
        pairs.iter().for_each(|&[atom, image]| emit(sink, &[atom.negated(), image]));
    })))
}
