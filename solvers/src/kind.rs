//! The kinds of problems that solvers accept: SAT, MIP, pseudo-Boolean and MaxSAT.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kind of problem that a solver accepts.
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
    /// A formula of partial MaxSAT in the WCNF format.
    #[serde(rename = "max-sat")]
    MaxSat,
}

impl SolverKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Sat, Self::Mip, Self::Pb, Self::MaxSat];

    /// Returns whether the problem consists of linear rows rather than clauses.
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
