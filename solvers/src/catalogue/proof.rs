//! Formats of unsatisfiability proofs, and the arguments that make a solver write a proof.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A format in which SAT solvers write proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ProofFormat {
    /// Learnt and deleted clauses, as text or binary; includes DRUP. Wetzler, Heule and Hunt, *DRAT-trim*, SAT 2014.
    Drat,
    /// DRAT with the hints that make checking fast. Cruz-Filipe et al., *Efficient Certified RAT
    /// Verification*, CADE 2017.
    Lrat,
    /// Clauses with optional hints, to be elaborated into LRAT. Baek, Carneiro and Heule, *A Flexible Proof
    /// Format for SAT Solver-Elaborator Communication*, TACAS 2021.
    Frat,
}

impl ProofFormat {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Drat, Self::Lrat, Self::Frat];

    /// Returns the name used in solver descriptions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Drat => "drat",
            Self::Lrat => "lrat",
            Self::Frat => "frat",
        }
    }

    /// Returns the format of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

impl fmt::Display for ProofFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The arguments that make a solver write a proof into the file `{proof}`, for each format.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofArguments(BTreeMap<ProofFormat, Vec<String>>);

impl ProofArguments {
    /// Sets the arguments for a format.
    pub fn insert(&mut self, format: ProofFormat, arguments: Vec<String>) {
        self.0.insert(format, arguments);
    }

    /// Returns the arguments for a format.
    #[must_use]
    pub fn get(&self, format: ProofFormat) -> Option<&[String]> {
        self.0.get(&format).map(Vec::as_slice)
    }

    /// Returns the formats with their arguments.
    pub fn iter(&self) -> impl Iterator<Item = (ProofFormat, &[String])> {
        self.0.iter().map(|(format, group)| (*format, group.as_slice()))
    }

    /// Returns the first of these formats that the solver can write, with the arguments.
    pub fn first_of(&self, formats: &[ProofFormat]) -> Option<(ProofFormat, &[String])> {
        formats.iter().find_map(|&format| Some((format, self.get(format)?)))
    }

    /// Returns whether the solver cannot write proofs in any format.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
