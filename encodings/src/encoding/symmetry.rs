//! Symmetries of a puzzle in its encoding: constraints that keep the solutions that a symmetry maps to themselves, or the
//! least of the solutions that symmetries exchange (symmetry breaking).
//!
//! A symmetry is given by the image of each atom. The constraints of both kinds are over atoms, so the encoding needs a
//! variable for each atom that the clues do not imply.

use std::sync::Arc;

use crate::encoding::{
    AtomLiteral, Completeness, Encoding, EncodingError, EncodingInfo, Part, SYMMETRY, atom_literals,
};
use crate::grid::DisjointSets;
use crate::logic::{ConstraintSink, Lit, Origin, Place};
use crate::puzzle::Solution;

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
    sink.add_clause(&literals, Origin::new(SYMMETRY, Place::Whole));
}

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

/// The constraint that no image of a solution under some symmetries is lexicographically smaller than the solution,
/// where atoms are compared in order and false is smaller than true (Crawford, Ginsberg, Luks and Roy 1996,
/// Symmetry-Breaking Predicates for Search Problems).
///
/// For each symmetry g, the atoms x₁, x₂, ... are compared with their images. A variable eᵢ is true if and only if the
/// first i pairs are equal:
///
/// - eᵢ₋₁ → (xᵢ → g(xᵢ));
/// - eᵢ ↔ eᵢ₋₁ ∧ (xᵢ ↔ g(xᵢ)), four clauses, or three for the first.
///
/// A pair is left out if earlier equal pairs make it equal. For example, if g exchanges a and b, the pair (b, a) is
/// left out after (a, b). Therefore k pairs need k - 1 variables and k + 4(k - 1) - 1 clauses.
const LEAST: EncodingInfo = EncodingInfo {
    name: SYMMETRY,
    meaning: "the least of symmetric solutions",
    source: "Crawford, Ginsberg, Luks and Roy 1996",
    families: &[(SYMMETRY, "no symmetric image of the solution is lexicographically less")],
};

/// Adds constraints that keep, of the solutions that symmetries exchange, at least the least solution. Exactly one
/// solution is left if `symmetries` is a whole group and the encoding is exact. Each symmetry is given by the image of
/// each atom.
///
/// The result is named `name` and is [equisatisfiable](Completeness::Equisatisfiable): if one solution is left, the
/// puzzle has another solution if and only if one of the symmetries moves it. The result therefore decides uniqueness,
/// but does not count solutions. If the encoding needs cuts, a model with several loops may contain a solution that is
/// not the least; it is a solution nevertheless.
///
/// # Errors
/// The encoding has no variables for the atoms, or it excludes solutions itself.
pub fn symmetry_breaking<'a>(
    mut encoding: Encoding<'a>,
    name: &str,
    mut symmetries: Vec<Vec<usize>>,
) -> Result<Encoding<'a>, EncodingError> {
    if encoding.completeness() != Completeness::Complete {
        let reason = "it excludes solutions, so the least of symmetric ones may be missing";
        return Err(EncodingError::new(encoding.name(), reason));
    }
    symmetries.retain(|images| images.iter().enumerate().any(|(atom, &image)| atom != image));
    let atoms = atoms_of(&encoding)?;
    let pairs: Arc<Vec<AtomPairs>> =
        Arc::new(symmetries.iter().map(|images| compared(images, &atoms)).collect());
    let count: usize = pairs.iter().map(|pairs| pairs.len().saturating_sub(1)).sum();
    let first = encoding.numbers(count)?;
    if !pairs.is_empty() {
        encoding.completeness = Completeness::Equisatisfiable;
    }
    let inner = encoding.other.take();
    encoding.other = Some(Box::new(move |only| {
        let moved = symmetries.iter().map(|images| image(images, only));
        moved.into_iter().find(|image| image != only).or_else(|| inner.as_ref()?(only))
    }));
    let named = pairs.clone();
    let part = Part::new(LEAST, move |sink| constraints(&pairs, first, sink));
    let part = part.with_variables(first, move |sink| {
        for (symmetry, pairs) in (1..).zip(&*named) {
            for place in 1..pairs.len() {
                sink.variable(SYMMETRY, format_args!("lex_{symmetry}_{place}"));
            }
        }
    });
    Ok(encoding.with_part(part).with_name(name))
}

/// The pairs of atoms that one symmetry compares.
type AtomPairs = Vec<[AtomLiteral; 2]>;

/// Returns the image of a solution.
fn image(images: &[usize], solution: &Solution) -> Solution {
    let mut atoms = vec![false; images.len()];
    solution.true_atoms().for_each(|atom| atoms[images[atom]] = true);
    Solution::new(atoms)
}

/// Adds the constraints of all symmetries, whose variables start at `first`.
fn constraints(all: &[AtomPairs], first: u32, sink: &mut dyn ConstraintSink) {
    let mut next = first;
    for pairs in all {
        let mut before = AtomLiteral::Implied(true);
        for (place, &[atom, image]) in pairs.iter().enumerate() {
            let [no_atom, no_image, no_before] = [atom, image, before].map(|one| one.negated());
            emit(sink, &[no_before, no_atom, image]);
            if place + 1 == pairs.len() {
                break;
            }
            let both = AtomLiteral::Variable(Lit::positive(next));
            next += 1;
            emit(sink, &[both.negated(), before]);
            emit(sink, &[both.negated(), atom, no_image]);
            emit(sink, &[both, no_before, atom, image]);
            emit(sink, &[both, no_before, no_atom, no_image]);
            before = both;
        }
    }
}

/// Returns the pairs of an atom and its image, without the pairs that earlier pairs make equal.
fn compared(images: &[usize], atoms: &[AtomLiteral]) -> Vec<[AtomLiteral; 2]> {
    let mut equal = DisjointSets::new(images.len());
    let mut pairs = Vec::new();
    for (atom, &image) in images.iter().enumerate() {
        if equal.unite(atom as u32, image as u32) {
            pairs.push([atoms[atom], atoms[image]]);
        }
    }
    pairs
}
