//! The problem types of solvers: SAT, MIP and pseudo-Boolean.

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
    /// A pseudo-Boolean formula in the OPB format.
    Pb,
}

impl SolverKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Sat, Self::Mip, Self::Pb];

    /// Whether the problem consists of rows, not of clauses.
    ///
    /// ```
    /// use encycle_solvers::SolverKind;
    /// assert!(SolverKind::Pb.is_linear() && !SolverKind::Sat.is_linear());
    /// ```
    #[must_use]
    pub fn is_linear(self) -> bool {
        self != Self::Sat
    }

    /// Returns the name used in solver descriptions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sat => "sat",
            Self::Mip => "mip",
            Self::Pb => "pb",
        }
    }
}

impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
