//! Symmetry breaking: of the solutions that symmetries exchange, only the least.

use super::{SYMMETRY, atoms_of, emit};
use crate::encoding::{
    Addition, AtomLiteral, Completeness, Encoding, EncodingError, Extended, RuleFamily,
    encode_with_variables,
};
use crate::logic::{ConstraintSink, Lit};
use crate::puzzle::Solution;

/// The constraint that no image of a solution under some symmetries is lexicographically less, where atoms are compared in
/// order and false is less than true (Crawford, Ginsberg, Luks and Roy 1996, Symmetry-Breaking Predicates for Search
/// Problems).
///
/// For each symmetry g, the atoms x₁, x₂, ... are compared with their images. A variable eᵢ is true if the first i pairs are
/// equal:
///
/// - eᵢ₋₁ → (xᵢ → g(xᵢ));
/// - eᵢ ↔ eᵢ₋₁ ∧ (xᵢ ↔ g(xᵢ)), four clauses, or three for the first.
///
/// A pair is left out if earlier equal pairs make it equal, such as the second of a cycle of two. So k pairs need k - 1
/// variables and k + 4(k - 1) - 1 clauses.
pub struct LexLeader {
    name: String,
    atom_images: Vec<Vec<usize>>,
    /// For each symmetry, the pairs of atoms to compare.
    pairs: Vec<Vec<[AtomLiteral; 2]>>,
}

/// Adds constraints that keep, of the solutions that symmetries exchange, at least the least. Exactly one is left if
/// `symmetries` is a whole group and the encoding is exact. Each symmetry is given by the image of each atom.
///
/// The result is named `name` and is [equisatisfiable](Completeness::Equisatisfiable): if one solution is left, the puzzle
/// has another if and only if one of the symmetries moves it. So it decides uniqueness, but counts no solutions. If the
/// encoding needs cuts, a model with several loops may contain a solution that is not the least; it is a solution all the
/// same.
///
/// # Errors
/// The encoding has no variables for the atoms, or leaves out solutions itself.
pub fn symmetry_breaking<'a>(
    encoding: Box<dyn Encoding + 'a>,
    name: &str,
    mut symmetries: Vec<Vec<usize>>,
) -> Result<Extended<'a, LexLeader>, EncodingError> {
    if encoding.completeness() != Completeness::Complete {
        let reason = "it excludes solutions, so the least of symmetric ones may be missing";
        return Err(EncodingError::new(encoding.name(), reason));
    }
    symmetries.retain(|images| images.iter().enumerate().any(|(atom, &image)| atom != image));
    let atoms = atoms_of(&*encoding)?;
    let pairs = symmetries.iter().map(|images| compared(images, &atoms)).collect();
    let addition = LexLeader { name: name.to_owned(), atom_images: symmetries, pairs };
    Ok(Extended::new(encoding, addition))
}

/// Returns the pairs of an atom and its image, without those that earlier pairs make equal.
fn compared(images: &[usize], atoms: &[AtomLiteral]) -> Vec<[AtomLiteral; 2]> {
    fn root(parents: &mut [usize], mut atom: usize) -> usize {
        while parents[atom] != atom {
            parents[atom] = parents[parents[atom]];
            atom = parents[atom];
        }
        atom
    }
    let mut parents: Vec<usize> = (0..images.len()).collect();
    let mut pairs = Vec::new();
    for (atom, &image) in images.iter().enumerate() {
        let [one, other] = [atom, image].map(|end| root(&mut parents, end));
        if one != other {
            parents[one] = other;
            pairs.push([atoms[atom], atoms[image]]);
        }
    }
    pairs
}

impl Addition for LexLeader {
    fn name<'b>(&'b self, _: &'b str) -> &'b str {
        &self.name
    }

    fn meaning(&self) -> &str {
        "the least of symmetric solutions"
    }

    fn encode(&self, inner: &dyn Encoding, sink: &mut dyn ConstraintSink) {
        let mut equal: Vec<Vec<AtomLiteral>> = Vec::new();
        encode_with_variables(inner, sink, &mut |sink| {
            for (symmetry, pairs) in (1..).zip(&self.pairs) {
                let mut variable = |place: usize| {
                    let var = sink.variable(SYMMETRY, format_args!("lex_{symmetry}_{place}"));
                    AtomLiteral::Variable(Lit::positive(var.idx32()))
                };
                equal.push((1..pairs.len()).map(&mut variable).collect());
            }
        });
        for (pairs, equal) in self.pairs.iter().zip(&equal) {
            let mut before = AtomLiteral::Implied(true);
            for (place, &[atom, image]) in pairs.iter().enumerate() {
                let [no_atom, no_image, no_before] = [atom, image, before].map(|one| one.negated());
                emit(sink, &[no_before, no_atom, image]);
                let Some(&both) = equal.get(place) else { break };
                emit(sink, &[both.negated(), before]);
                emit(sink, &[both.negated(), atom, no_image]);
                emit(sink, &[both, no_before, atom, image]);
                emit(sink, &[both, no_before, no_atom, no_image]);
                before = both;
            }
        }
    }

    fn completeness(&self, inner: Completeness) -> Completeness {
        match self.pairs.is_empty() {
            true => inner,
            false => Completeness::Equisatisfiable,
        }
    }

    fn missed_solution(&self, inner: &dyn Encoding, only: &Solution) -> Option<Solution> {
        let image = |images: &Vec<usize>| {
            let mut atoms = vec![false; images.len()];
            only.true_atoms().for_each(|atom| atoms[images[atom]] = true);
            Solution::new(atoms)
        };
        let moved = self.atom_images.iter().map(image).find(|image| image != only);
        moved.or_else(|| inner.missed_solution(only))
    }

    fn families(&self) -> Vec<RuleFamily> {
        vec![RuleFamily {
            name: SYMMETRY,
            meaning: "no symmetric image of the solution is lexicographically less",
            source: "Crawford, Ginsberg, Luks and Roy 1996",
        }]
    }
}
