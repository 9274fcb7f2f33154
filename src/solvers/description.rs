//! What is known about a solver program, as data.

use serde::Deserialize;

use super::arguments::{self, TemplateError};
use super::dialect::Dialect;

/// The kind of problem that a solver takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A formula in DIMACS CNF.
    Sat,
    /// A mixed integer program in the CPLEX LP format.
    Mip,
}

/// How to ask a program for its version.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersionQuery {
    /// The arguments that make the program print it.
    pub arguments: Vec<String>,
    /// The version is the word after the first occurrence of this one; without it, the first word.
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
/// `{time}`, `{seed}` or `{threads}` stands for the group of that name, and disappears where
/// nothing was asked for. In the groups, `{seconds}`, `{seed}` and `{threads}` are the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name by which users ask for it.
    pub name: String,
    /// What it solves.
    pub kind: Kind,
    /// Names of the program, the preferred one first; empty if it can only be given as a path.
    pub programs: Vec<String>,
    /// How to ask its version, if there is a way.
    pub version: Option<VersionQuery>,
    /// The arguments of a run.
    pub arguments: Vec<String>,
    /// The group `{time}`: the program's own time limit, in whole seconds.
    pub time: Vec<String>,
    /// The group `{seed}`.
    pub seed: Vec<String>,
    /// The group `{threads}`.
    pub threads: Vec<String>,
    /// How it answers.
    pub answer: Dialect,
}

impl Description {
    /// Finds contradictions that would only show when the solver is run.
    pub(super) fn validate(&self) -> Result<(), TemplateError> {
        if self.answer.kind() != self.kind {
            return Err(TemplateError::WrongKind);
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
