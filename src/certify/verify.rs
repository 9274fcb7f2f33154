//! Checking a certificate, with the puzzle's rules and nothing else.

use std::collections::{HashMap, HashSet};

use encycle_encodings::puzzle::BrokenRule;
use encycle_proofs::LratError;

use crate::certify::arguments::{Arguments, Literal};
use crate::certify::{Certificate, Claim};
use crate::puzzle::PuzzleKind;

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// There are no local arguments for the kind.
    #[error("puzzle: no arguments are known for {0} puzzles")]
    Kind(PuzzleKind),
    /// The claim is not about this number of solutions.
    #[error("claim: {claim}, but {solutions} solutions are listed")]
    Claim {
        /// The claim.
        claim: Claim,
        /// The number of listed solutions.
        solutions: usize,
    },
    /// A listed solution is none.
    #[error("solution {number}: {broken}")]
    Solution {
        /// Its number, from 1.
        number: usize,
        /// The broken rule.
        broken: BrokenRule,
    },
    /// A solution is listed twice.
    #[error("solution {number}: it is listed twice")]
    Twice {
        /// Its number, from 1.
        number: usize,
    },
    /// A variable is no atom of the puzzle.
    #[error("variable {number}: `{name}` is no atom of the puzzle, or that of an earlier variable")]
    Variable {
        /// Its number, from 1.
        number: usize,
        /// Its name.
        name: String,
    },
    /// A literal has no variable.
    #[error("clause {clause}: literal {literal} has no name")]
    Literal {
        /// The clause, from 1.
        clause: usize,
        /// The literal.
        literal: i32,
    },
    /// No argument shows that every solution satisfies a clause.
    #[error("clause {clause}: no rule, cut or listed solution justifies it: {text}")]
    Clause {
        /// The clause, from 1.
        clause: usize,
        /// The clause with the names of its variables.
        text: String,
    },
    /// The proof does not refute the formula.
    #[error("proof: {0}")]
    Proof(#[from] LratError),
}

impl Certificate {
    /// Checks the claim: the solutions obey all rules, each clause follows from the rules by a local argument or excludes
    /// a listed solution only, and the proof refutes the formula.
    ///
    /// # Errors
    /// What fails first.
    pub fn verify(&self) -> Result<(), VerifyError> {
        let Self { puzzle, claim, solutions, formula, names, proof, .. } = self;
        if *claim != Claim::of(solutions.len()) {
            return Err(VerifyError::Claim { claim: *claim, solutions: solutions.len() });
        }
        let mut known = HashSet::new();
        for (number, solution) in (1..).zip(solutions) {
            puzzle.check(solution).map_err(|broken| VerifyError::Solution { number, broken })?;
            if !known.insert(solution) {
                return Err(VerifyError::Twice { number });
            }
        }
        let mut atoms: HashMap<String, usize> =
            (0..puzzle.atom_count()).map(|atom| (puzzle.atom_name(atom), atom)).collect();
        let atoms = (1..).zip(names).map(|(number, name)| {
            // an atom is the meaning of one variable
            atoms.remove(name).ok_or_else(|| VerifyError::Variable { number, name: name.clone() })
        });
        let atoms = atoms.collect::<Result<Vec<usize>, _>>()?;
        let arguments =
            Arguments::new(puzzle, solutions).ok_or_else(|| VerifyError::Kind(puzzle.kind()))?;
        for (number, clause) in (1..).zip(formula) {
            let literals = clause.iter().map(|&literal| {
                let variable = (literal.unsigned_abs() as usize).checked_sub(1);
                let atom = variable.and_then(|variable| atoms.get(variable));
                let atom = *atom.ok_or(VerifyError::Literal { clause: number, literal })?;
                Ok(Literal { atom, is_positive: literal > 0 })
            });
            let literals = literals.collect::<Result<Vec<Literal>, VerifyError>>()?;
            if !arguments.justify(&literals) {
                let name = |literal: &Literal| {
                    let sign = if literal.is_positive { "" } else { "-" };
                    format!("{sign}{}", puzzle.atom_name(literal.atom))
                };
                let text = literals.iter().map(name).collect::<Vec<_>>().join(" v ");
                return Err(VerifyError::Clause { clause: number, text });
            }
        }
        Ok(proof.check(formula)?)
    }
}
