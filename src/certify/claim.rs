//! What a certificate contains.

use std::fmt;

use encycle_encodings::puzzle::Solution;
use encycle_proofs::{Clause, Lrat};
use serde::{Deserialize, Serialize};

use crate::puzzle::Puzzle;
use crate::solve::LedgerEntry;

/// What a certificate says about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// There is no solution.
    NoSolution,
    /// There is exactly one solution.
    Unique,
    /// There are exactly the listed solutions, at least two.
    Exactly,
    /// Every solution has the listed literals.
    Forced,
}

impl Claim {
    /// Returns the claim for a number of solutions.
    #[must_use]
    pub fn of(solutions: usize) -> Self {
        match solutions {
            0 => Self::NoSolution,
            1 => Self::Unique,
            _ => Self::Exactly,
        }
    }

    /// Returns the name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoSolution => "no-solution",
            Self::Unique => "unique",
            Self::Exactly => "exactly",
            Self::Forced => "forced",
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A claim with everything that its check needs.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The claim.
    pub claim: Claim,
    /// All solutions; empty for the claim [`Claim::Forced`].
    pub solutions: Vec<Solution>,
    /// The literals of the claim [`Claim::Forced`]: atoms, each with the value that it has in every solution.
    pub forced: Vec<(usize, bool)>,
    /// The formula. Its clauses are the rules, the cuts, and a clause that excludes each solution or, for the claim
    /// [`Claim::Forced`], all solutions with the forced literals. Literals are numbered as in DIMACS.
    pub formula: Vec<Clause>,
    /// The names of the variables of the formula: the names of atoms, and other names for auxiliary variables.
    pub names: Vec<String>,
    /// The proof that the formula has no model.
    pub proof: Lrat,
    /// The cuts with their reasons, for people; the check does not need them.
    pub cuts: Vec<LedgerEntry>,
    /// The encoding of the rules.
    pub encoding: String,
    /// The solver that found the solutions and the cuts.
    pub solver: String,
    /// The solver whose clauses became the proof.
    pub prover: String,
}
