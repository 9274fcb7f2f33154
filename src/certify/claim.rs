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
    /// What is claimed.
    pub claim: Claim,
    /// All solutions; none for the claim [`Claim::Forced`].
    pub solutions: Vec<Solution>,
    /// The literals of the claim [`Claim::Forced`]: atoms, and whether every solution has them.
    pub forced: Vec<(usize, bool)>,
    /// The formula: rules, cuts, and a clause that excludes each solution, or all with the forced literals. Literals are
    /// those of DIMACS.
    pub formula: Vec<Clause>,
    /// The names of its variables: those of atoms, and others for auxiliary variables.
    pub names: Vec<String>,
    /// The proof that it has no model.
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
