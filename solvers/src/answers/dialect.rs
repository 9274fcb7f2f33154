//! The forms in which solvers give their answers.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::SolverKind;

/// The form in which a solver gives its answer, and the place. `docs/dialects.md` has the wording of
/// each, and its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// `s` and `v` lines on standard output, as in the SAT competitions.
    Competition,
    /// MiniSat's result file.
    Minisat,
    /// `s cnf` and `V` lines on standard output, as QBF solvers print them (`depqbf --qdo`).
    Qdimacs,
    /// What toulbar2 prints of a formula, with `-s -ub=1`.
    Toulbar2,
    /// What the crate `sat-solver` prints, with `-p`.
    SatSolver,
    /// The file of CBC's `-solu`.
    Cbc,
    /// The file of GLPK's `-w`.
    Glpk,
    /// The file of GLPK's `-o`, a report for people.
    GlpkReport,
    /// The file of HiGHS's `--solution_file`.
    Highs,
    /// The file of SCIP's `write solution`.
    Scip,
    /// Gurobi's `.sol` file.
    Gurobi,
    /// CPLEX's `.sol` file, which is XML.
    Cplex,
    /// What SYMPHONY prints.
    Symphony,
    /// What `lp_solve -S3` prints.
    LpSolve,
    /// What `z3 -lp -model` prints.
    Z3Lp,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 15] = [
        Self::Competition,
        Self::Minisat,
        Self::Qdimacs,
        Self::Toulbar2,
        Self::SatSolver,
        Self::Cbc,
        Self::Glpk,
        Self::GlpkReport,
        Self::Highs,
        Self::Scip,
        Self::Gurobi,
        Self::Cplex,
        Self::Symphony,
        Self::LpSolve,
        Self::Z3Lp,
    ];

    /// The name in solver descriptions and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Competition => "competition",
            Self::Minisat => "minisat",
            Self::Qdimacs => "qdimacs",
            Self::Toulbar2 => "toulbar2",
            Self::SatSolver => "sat-solver",
            Self::Cbc => "cbc",
            Self::Glpk => "glpk",
            Self::GlpkReport => "glpk-report",
            Self::Highs => "highs",
            Self::Scip => "scip",
            Self::Gurobi => "gurobi",
            Self::Cplex => "cplex",
            Self::Symphony => "symphony",
            Self::LpSolve => "lp-solve",
            Self::Z3Lp => "z3-lp",
        }
    }

    /// What writes it, in a few words.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Competition => "`s` and `v` lines, of almost any SAT solver",
            Self::Minisat => "the result file of minisat",
            Self::Qdimacs => "`s cnf` and `V` lines: depqbf --qdo",
            Self::Toulbar2 => "what toulbar2 -s -ub=1 prints",
            Self::SatSolver => "what sat-solver -p prints",
            Self::Cbc => "the file of cbc ... -solu FILE",
            Self::Glpk => "the file of glpsol -w FILE",
            Self::GlpkReport => "the file of glpsol -o FILE",
            Self::Highs => "the file of highs --solution_file FILE",
            Self::Scip => "the file of SCIP's `write solution FILE`",
            Self::Gurobi => "the .sol file of gurobi_cl ResultFile=FILE.sol",
            Self::Cplex => "the .sol file (XML) of CPLEX's `write FILE.sol`",
            Self::Symphony => "what symphony -L prints",
            Self::LpSolve => "what lp_solve -S3 prints",
            Self::Z3Lp => "what z3 -lp -model prints",
        }
    }

    /// The kind of problem whose answer is written so.
    #[must_use]
    pub fn kind(self) -> SolverKind {
        match self {
            Self::Competition
            | Self::Minisat
            | Self::Qdimacs
            | Self::Toulbar2
            | Self::SatSolver => SolverKind::Sat,
            _ => SolverKind::Mip,
        }
    }

    /// Whether the answer is in the file `{output}`, not on standard output.
    #[must_use]
    pub fn uses_file(self) -> bool {
        match self {
            Self::Competition
            | Self::Qdimacs
            | Self::Toulbar2
            | Self::SatSolver
            | Self::Symphony
            | Self::LpSolve
            | Self::Z3Lp => false,
            Self::Minisat
            | Self::Cbc
            | Self::Glpk
            | Self::GlpkReport
            | Self::Highs
            | Self::Scip
            | Self::Gurobi
            | Self::Cplex => true,
        }
    }
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            format!("no dialect `{}`; there are {known}", name.escape_debug())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_has_one_name_in_descriptions_and_on_the_command_line() {
        for dialect in Dialect::ALL {
            let json = format!("\"{}\"", dialect.name());
            assert_eq!(serde_json::from_str::<Dialect>(&json).ok(), Some(dialect));
            assert_eq!(dialect.name().parse(), Ok(dialect));
        }
        assert!("dimacs".parse::<Dialect>().unwrap_err().contains("competition, minisat"));
    }
}
