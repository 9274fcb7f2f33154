//! What is known about a solver program, as data.

use serde::{Serialize, Serializer};

use crate::answers::Dialect;
use crate::catalogue::ProofArguments;
use crate::catalogue::arguments::{self, TemplateError};

/// The kind of problem that a solver takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SolverKind {
    /// A formula in DIMACS CNF.
    Sat,
    /// A mixed integer program in the CPLEX LP format.
    Mip,
}

impl SolverKind {
    /// The name in solver descriptions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sat => "sat",
            Self::Mip => "mip",
        }
    }
}

/// How to ask a program for its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VersionQuery {
    /// The arguments that make the program print it.
    pub arguments: Vec<String>,
    /// The version is the word after the first occurrence of this one; without it, the first word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl VersionQuery {
    /// Picks the version out of what the program printed.
    pub fn pick(&self, output: &str) -> Option<String> {
        let mut words = output.split_whitespace();
        if let Some(after) = &self.after {
            words.find(|word| word.eq_ignore_ascii_case(after))?;
        }
        words.next().map(|word| word.trim_end_matches([',', ';']).to_owned())
    }
}

/// One solver program: what it is called, how it is started and how it answers.
///
/// Arguments are templates. `{input}` and `{output}` are the two files; an argument that is just
/// `{time}`, `{seed}`, `{threads}` or `{proof}` stands for the group of that name, and disappears
/// where nothing was asked for. In the groups, `{seconds}`, `{seed}`, `{threads}` and `{proof}` are
/// the values. A group that `arguments` has no place for is empty.
///
/// It is written as JSON as it is read (`docs/solvers.md` has every field).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Description {
    /// The name by which users ask for it.
    pub name: String,
    /// What it solves.
    pub kind: SolverKind,
    /// Names of the program, or paths that are absolute or begin with `~/`, the preferred one first;
    /// empty if it can only be given as a path.
    pub programs: Vec<String>,
    /// How to ask its version, if there is a way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<VersionQuery>,
    /// The arguments of a run.
    pub arguments: Vec<String>,
    /// The group `{time}`: the program's own time limit, in whole seconds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub time: Vec<String>,
    /// The group `{seed}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seed: Vec<String>,
    /// The group `{threads}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<String>,
    /// The group `{proof}`, for each format of proofs that it can write.
    #[serde(skip_serializing_if = "ProofArguments::is_empty")]
    pub proof: ProofArguments,
    /// How it answers.
    #[serde(serialize_with = "by_name")]
    pub answer: Dialect,
}

fn by_name<S: Serializer>(dialect: &Dialect, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(dialect.name())
}

impl Description {
    /// The description as a list of solvers of one entry, which [`Catalogue::extend`] reads back.
    ///
    /// [`Catalogue::extend`]: crate::Catalogue::extend
    #[must_use]
    pub fn to_json(&self) -> String {
        // strings, lists and objects with string keys: nothing that could fail
        let json = serde_json::to_string_pretty(&[self]).unwrap_or_default();
        json + "\n"
    }

    /// Finds contradictions that would only show when the solver is run; each with its field.
    pub(crate) fn validate(&self) -> Result<(), (&'static str, TemplateError)> {
        if self.answer.kind() != self.kind {
            let (answer, kind) = (self.answer.name(), self.answer.kind().name());
            return Err(("answer", TemplateError::WrongKind { answer, kind }));
        }
        arguments::validate(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(after: Option<&str>, output: &str) -> Option<String> {
        VersionQuery { arguments: vec![], after: after.map(str::to_owned) }.pick(output)
    }

    #[test]
    fn versions_are_picked_out_of_what_programs_print() {
        assert_eq!(pick(None, "4.0.4\n").as_deref(), Some("4.0.4"));
        assert_eq!(pick(Some("version"), "Z3 version 4.8.12 - 64 bit").as_deref(), Some("4.8.12"));
        let cbc = "Welcome to the CBC MILP Solver \nVersion: 2.10.8 \n";
        assert_eq!(pick(Some("Version:"), cbc).as_deref(), Some("2.10.8"));
        let glpk = "GLPSOL--GLPK LP/MIP Solver 5.0\nCopyright";
        assert_eq!(pick(Some("Solver"), glpk).as_deref(), Some("5.0"));
        assert_eq!(pick(Some("version"), "nothing of the sort"), None);
        assert_eq!(pick(None, ""), None);
    }
}
