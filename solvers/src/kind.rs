//! The two problem types of solvers: SAT and MIP.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kind of problem that a solver takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SolverKind {
    /// A formula in DIMACS CNF.
    Sat,
    /// A mixed integer program in the CPLEX LP format.
    Mip,
}

impl SolverKind {
    /// Returns the name used in solver descriptions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sat => "sat",
            Self::Mip => "mip",
        }
    }
}

impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
