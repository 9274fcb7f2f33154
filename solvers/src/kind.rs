//! The problem types of solvers: SAT, MIP, pseudo-Boolean and MaxSAT.

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
    /// A formula of partial MaxSAT in the WCNF format. Its solvers find the fewest clues to change; they solve no puzzles.
    #[serde(rename = "max-sat")]
    MaxSat,
}

impl SolverKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Sat, Self::Mip, Self::Pb, Self::MaxSat];

    /// Whether the problem consists of rows, not of clauses.
    ///
    /// ```
    /// use encycle_solvers::SolverKind;
    /// assert!(SolverKind::Pb.is_linear() && !SolverKind::Sat.is_linear());
    /// ```
    #[must_use]
    pub fn is_linear(self) -> bool {
        matches!(self, Self::Mip | Self::Pb)
    }

    /// Returns the name used in solver descriptions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sat => "sat",
            Self::Mip => "mip",
            Self::Pb => "pb",
            Self::MaxSat => "max-sat",
        }
    }
}

impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
