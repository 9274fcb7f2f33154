//! The table of dialects: the forms in which solvers write their results.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::SolverKind;
use crate::answers::OutputFormat;
use crate::answers::{OutputError, ParsedOutput, VariableNames, max_sat, mip, pseudo_boolean, sat};

/// The place of a solver's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultPlace {
    /// Standard output.
    Stdout,
    /// The result file, `{output}` in a solver description.
    File,
}

/// A dialect in the table [`DIALECTS`].
#[derive(Clone, Copy, Debug)]
pub struct DialectRow {
    /// The dialect.
    pub dialect: Dialect,
    /// The name in solver descriptions.
    pub name: &'static str,
    /// The kind of problem that the solvers of this dialect take.
    pub kind: SolverKind,
    /// The place of the result.
    pub place: ResultPlace,
    /// Whether an end mark follows a model. Without an end mark, the model of a killed solver may be cut off.
    pub has_end_mark: bool,
    /// The origin of the output, in a few words.
    pub meaning: &'static str,
    pub(super) format: OutputFormat,
}

/// Makes the enum [`Dialect`] and the table [`DIALECTS`] from one row per dialect.
macro_rules! dialects {
    ($($dialect:ident {
        name: $name:literal,
        kind: $kind:ident,
        place: $place:ident,
        has_end_mark: $has_end_mark:literal,
        meaning: $meaning:literal,
        format: $format:expr,
    })+) => {
        /// The form and the place in which a solver writes its result. `docs/reference/dialects.md` in the repository
        /// lists the wording of each dialect and its source.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Dialect {
            $(#[doc = $meaning] #[serde(rename = $name)] $dialect,)+
        }

        impl Dialect {
            /// Every dialect, in the order of [`DIALECTS`].
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$dialect),+];
        }

        /// The table of dialects, in the order of [`Dialect::ALL`].
        pub static DIALECTS: [DialectRow; [$($name),+].len()] = [$(DialectRow {
            dialect: Dialect::$dialect,
            name: $name,
            kind: SolverKind::$kind,
            place: ResultPlace::$place,
            has_end_mark: $has_end_mark,
            meaning: $meaning,
            format: $format,
        }),+];
    };
}

dialects! {
    Competition {
        name: "competition", kind: Sat, place: Stdout, has_end_mark: true,
        meaning: "`s` and `v` lines, of almost any SAT solver",
        format: sat::competition::FORMAT,
    }
    Minisat {
        name: "minisat", kind: Sat, place: File, has_end_mark: true,
        meaning: "the result file of minisat",
        format: sat::minisat::FORMAT,
    }
    Qdimacs {
        name: "qdimacs", kind: Sat, place: Stdout, has_end_mark: false,
        meaning: "`s cnf` and `V` lines: depqbf --qdo",
        format: sat::qdimacs::FORMAT,
    }
    Toulbar2 {
        name: "toulbar2", kind: Sat, place: Stdout, has_end_mark: false,
        meaning: "the output of toulbar2 -s -ub=1",
        format: sat::toulbar2::FORMAT,
    }
    SatSolver {
        name: "sat-solver", kind: Sat, place: Stdout, has_end_mark: false,
        meaning: "the output of sat-solver -p",
        format: sat::sat_solver::FORMAT,
    }
    Cbc {
        name: "cbc", kind: Mip, place: File, has_end_mark: false,
        meaning: "the file of cbc ... -solu FILE",
        format: mip::cbc::FORMAT,
    }
    Glpk {
        name: "glpk", kind: Mip, place: File, has_end_mark: false,
        meaning: "the file of glpsol -w FILE",
        format: mip::glpk::FORMAT,
    }
    GlpkReport {
        name: "glpk-report", kind: Mip, place: File, has_end_mark: false,
        meaning: "the file of glpsol -o FILE",
        format: mip::glpk_report::FORMAT,
    }
    Highs {
        name: "highs", kind: Mip, place: File, has_end_mark: false,
        meaning: "the file of highs --solution_file FILE",
        format: mip::highs::FORMAT,
    }
    Scip {
        name: "scip", kind: Mip, place: File, has_end_mark: false,
        meaning: "the file of SCIP's `write solution FILE`",
        format: mip::scip::FORMAT,
    }
    Gurobi {
        name: "gurobi", kind: Mip, place: File, has_end_mark: false,
        meaning: "the .sol file of gurobi_cl ResultFile=FILE.sol",
        format: mip::gurobi::FORMAT,
    }
    Cplex {
        name: "cplex", kind: Mip, place: File, has_end_mark: false,
        meaning: "the .sol file (XML) of CPLEX's `write FILE.sol`",
        format: mip::cplex::FORMAT,
    }
    Symphony {
        name: "symphony", kind: Mip, place: Stdout, has_end_mark: false,
        meaning: "the output of symphony -L",
        format: mip::symphony::FORMAT,
    }
    LpSolve {
        name: "lp-solve", kind: Mip, place: Stdout, has_end_mark: false,
        meaning: "the output of lp_solve -S3",
        format: mip::lp_solve::FORMAT,
    }
    PseudoBoolean {
        name: "pseudo-boolean", kind: Pb, place: Stdout, has_end_mark: false,
        meaning: "`s` and `v x1 -x2` lines, of almost any pseudo-Boolean solver",
        format: pseudo_boolean::FORMAT,
    }
    MaxSat {
        name: "max-sat", kind: MaxSat, place: Stdout, has_end_mark: false,
        meaning: "`o`, `s` and `v` lines, of almost any MaxSAT solver",
        format: max_sat::FORMAT,
    }
    Z3Lp {
        name: "z3-lp", kind: Mip, place: Stdout, has_end_mark: false,
        meaning: "the output of z3 -lp -model",
        format: mip::z3_lp::FORMAT,
    }
}

impl Dialect {
    /// Returns the row of the table.
    ///
    /// ```
    /// use encycle_solvers::{Dialect, SolverKind};
    ///
    /// assert_eq!(Dialect::Gurobi.row().kind, SolverKind::Mip);
    /// ```
    #[must_use]
    pub fn row(self) -> &'static DialectRow {
        &DIALECTS[self as usize]
    }

    /// Returns the name in solver descriptions.
    ///
    /// ```
    /// use encycle_solvers::Dialect;
    ///
    /// assert_eq!(Dialect::LpSolve.name(), "lp-solve");
    /// assert_eq!("lp-solve".parse(), Ok(Dialect::LpSolve));
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the origin of the output, in a few words.
    ///
    /// ```
    /// use encycle_solvers::Dialect;
    ///
    /// for dialect in Dialect::ALL {
    ///     println!("{:16} {}", dialect.name(), dialect.meaning());
    /// }
    /// ```
    #[must_use]
    pub fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// Returns the kind of problem that the solvers of this dialect take.
    ///
    /// ```
    /// use encycle_solvers::{Dialect, SolverKind};
    ///
    /// let mip = Dialect::ALL.into_iter().filter(|dialect| dialect.kind() == SolverKind::Mip);
    /// assert!(mip.count() > 5);
    /// ```
    #[must_use]
    pub fn kind(self) -> SolverKind {
        self.row().kind
    }

    /// Returns whether a solver of this kind can write this dialect. Several MIP solvers read OPB too, and name its
    /// columns `x1`, `x2`, and so on.
    ///
    /// ```
    /// use encycle_solvers::{Dialect, SolverKind};
    ///
    /// assert!(Dialect::Scip.suits(SolverKind::Mip) && Dialect::Scip.suits(SolverKind::Pb));
    /// assert!(!Dialect::Scip.suits(SolverKind::Sat));
    /// ```
    #[must_use]
    pub fn suits(self, kind: SolverKind) -> bool {
        let is_mip = self.kind() == SolverKind::Mip;
        self.kind() == kind || (kind == SolverKind::Pb && is_mip)
    }

    /// Returns whether the result is in the file `{output}` rather than on standard output.
    ///
    /// ```
    /// use encycle_solvers::Dialect;
    ///
    /// assert!(Dialect::Highs.uses_file());
    /// assert!(!Dialect::Competition.uses_file());
    /// ```
    #[must_use]
    pub fn uses_file(self) -> bool {
        self.row().place == ResultPlace::File
    }

    /// Reads a result file, or the whole of standard output.
    ///
    /// ```
    /// use encycle_solvers::{Dialect, SolverStatus, VariableNames};
    ///
    /// let text = "solution status: time limit reached\nno solution available\n";
    /// let output = Dialect::Scip.read(text, VariableNames::Numbered(3))?;
    /// assert_eq!(output.status, Some(SolverStatus::Unknown));
    /// assert_eq!(output.reason, Some((1, "the solver reports `time limit reached`".to_owned())));
    /// # Ok::<(), encycle_solvers::OutputError>(())
    /// ```
    ///
    /// # Errors
    /// The output is malformed or contradicts itself. The error describes the first malformed line, or a contradiction
    /// between lines.
    pub fn read(self, text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        (self.row().format.read)(text, names)
    }
}

/// An unknown name of a dialect.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown dialect: `{}`\nhelp: known dialects: {}", .0.escape_debug(), known())]
pub struct UnknownDialect(
    /// The name.
    pub String,
);

fn known() -> String {
    Dialect::ALL.map(Dialect::name).join(", ")
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        let found = Self::ALL.into_iter().find(|dialect| dialect.name() == name);
        found.ok_or_else(|| UnknownDialect(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_has_its_row_and_one_name() {
        for (dialect, row) in Dialect::ALL.into_iter().zip(&DIALECTS) {
            assert_eq!((dialect, dialect.name()), (row.dialect, row.name));
            assert_eq!(toml::Value::try_from(dialect), Ok(row.name.into()));
            assert_eq!(toml::Value::from(row.name).try_into(), Ok(dialect));
            assert_eq!(row.name.parse(), Ok(dialect));
        }
        let error = "dimacs".parse::<Dialect>().unwrap_err().to_string();
        assert!(error.contains("`dimacs`\nhelp: known dialects: competition, minisat"), "{error}");
    }
}
