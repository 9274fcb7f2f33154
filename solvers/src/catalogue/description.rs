//! The description of a solver program, as data.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::SolverKind;
use crate::answers::Dialect;
use crate::catalogue::templates::{TemplateError, check, check_arguments, check_group, mentions};

/// The query for the version of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersionQuery {
    /// The arguments that make the program print its version.
    pub arguments: Vec<String>,
    /// The version is the word after the first occurrence of this word, in upper or lower case. Without this field, the
    /// version is the first word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl VersionQuery {
    /// Extracts the version from the output of the program.
    #[must_use]
    pub fn pick(&self, output: &str) -> Option<String> {
        let mut words = output.split_whitespace();
        if let Some(after) = &self.after {
            words.find(|word| word.eq_ignore_ascii_case(after))?;
        }
        words.next().map(|word| word.trim_end_matches([',', ';']).to_owned())
    }
}

/// The description of a solver program: its names, its arguments and its output.
///
/// Arguments are templates. `{input}` and `{output}` are the two files. The argument `{options}` stands for the options
/// of a run ([`Self::set_options`]); without it, they are inserted before `{input}`. An argument that consists of
/// `{time}`, `{seed}`, `{threads}`, `{exact}` or `{proof}` stands for the group of that name; a run that sets no value
/// drops it.
/// Inside the groups, `{seconds}`, `{seed}`, `{threads}` and `{proof}` are the values. For example, with the group
/// `time = ["-t", "{seconds}"]`, the arguments `["{time}", "{input}"]` become `-t 60 FILE` in a run of at most 60
/// seconds. A group that `arguments` does not refer to is empty.
///
/// [`Catalogue::extend`](crate::Catalogue::extend) reads descriptions from TOML.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The name of the solver.
    pub name: String,
    /// The kind of problem that the solver accepts.
    pub kind: SolverKind,
    /// The names of the program, or its paths, which are absolute or begin with `~/`; the preferred name comes first.
    /// Empty for a description that applies only to programs named by their path.
    pub programs: Vec<String>,
    /// The query for the version, if the program prints its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<VersionQuery>,
    /// The arguments of a run.
    pub arguments: Vec<String>,
    /// Options of this run, at `{options}` or before `{input}`; braces in them have no meaning.
    #[serde(skip)]
    pub options: Vec<String>,
    /// Whether this run only simplifies the formula, so that `{output}` is a formula instead of a result.
    #[serde(skip)]
    pub is_simplifying: bool,
    /// The group `{time}`: the program's own time limit, in whole seconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub time: Vec<String>,
    /// The group `{seed}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seed: Vec<String>,
    /// The group `{threads}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<String>,
    /// The group `{exact}`: the arguments that set the gaps to 0 within which the solver calls a point optimal. They are
    /// passed with a [`VariableNames::Program`](crate::VariableNames::Program), unless the options of the run contain
    /// the first of them. `{settings}` is a file with [`Self::settings`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exact: Vec<String>,
    /// The content of the file `{settings}`, for a solver that reads such settings only from a file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub settings: String,
    /// The group `{proof}`, for each proof format that the solver can write.
    #[serde(default, skip_serializing_if = "ProofArguments::is_empty")]
    pub proof: ProofArguments,
    /// The arguments of a run that only simplifies the formula: it writes the simplified formula in DIMACS CNF into
    /// `{output}`, and its steps as a DRAT proof (`{proof}`). Without `{output}`, the simplified formula consists of
    /// the clauses that the proof has not deleted. Empty for a program that cannot simplify.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub simplify: Vec<String>,
    /// The dialect of the output.
    pub answer: Dialect,
}

/// Returns the absolute path of an option that is the path of a file, and any other option unchanged. A bare word, such
/// as `1`, is not read as a path.
fn located(option: String) -> String {
    let path = Path::new(&option);
    let is_file = option.contains(['.', '/', '\\']) && path.is_file();
    let absolute = is_file.then(|| std::path::absolute(path).ok()).flatten();
    absolute.and_then(|path| path.into_os_string().into_string().ok()).unwrap_or(option)
}

impl Description {
    /// Sets the options of a run. Drops leading options that repeat the leading arguments, such as a subcommand, so
    /// both `encycle` and `encycle sat` name the same solver.
    ///
    /// Replaces files among the options, such as `solver.jar` in `java -jar solver.jar`, by their absolute paths,
    /// because a solver runs in a directory of its own.
    pub fn set_options(&mut self, options: Vec<String>) {
        let is_same =
            |(option, argument): &(&String, &String)| option == argument && !argument.contains('{');
        let repeated = options.iter().zip(&self.arguments).take_while(is_same).count();
        self.options.clear();
        self.add_options(options.into_iter().skip(repeated));
    }

    /// Adds options of a run after the existing options; replaces files by their absolute paths like
    /// [`Self::set_options`].
    pub fn add_options(&mut self, options: impl IntoIterator<Item = String>) {
        self.options.extend(options.into_iter().map(located));
    }

    /// Returns whether the solver calculates with floating-point numbers, so that its UNSAT results may be rounding
    /// errors. This holds for MIP solvers, with formulas of any kind.
    #[must_use]
    pub fn is_floating_point(&self) -> bool {
        self.kind == SolverKind::Mip || self.answer.kind() == SolverKind::Mip
    }

    /// Returns the description as a solver list with one entry, which
    /// [`Catalogue::extend`](crate::Catalogue::extend) reads back.
    ///
    /// ```
    /// use encycle_solvers::Catalogue;
    ///
    /// let kissat = Catalogue::builtin().get("kissat").expect("is described");
    /// let mut catalogue = Catalogue::default();
    /// catalogue.extend(&kissat.to_toml())?;
    /// assert_eq!(catalogue.get("kissat"), Some(kissat));
    /// # Ok::<(), encycle_solvers::CatalogueError>(())
    /// ```
    #[must_use]
    pub fn to_toml(&self) -> String {
        #[derive(Serialize)]
        struct SolverList<'a> {
            solver: [&'a Description; 1],
        }
        let toml = toml::to_string(&SolverList { solver: [self] });
        toml.expect("strings, lists of strings and tables with string keys can be written as TOML")
    }

    /// Finds contradictions that would otherwise appear only when the solver runs. The error comes with the name of the
    /// field.
    pub(crate) fn validate(&self) -> Result<(), (&'static str, TemplateError)> {
        if !self.answer.suits(self.kind) {
            let (answer, kind) = (self.answer.name(), self.answer.kind().name());
            return Err(("answer", TemplateError::WrongKind { answer, kind }));
        }
        for (field, group, name) in self.groups() {
            check_group(group, name).map_err(|error| (field, error))?;
        }
        for argument in &self.exact {
            check(argument, &["{settings}"]).map_err(|error| ("exact", error))?;
        }
        if mentions(&self.exact, "{settings}") == self.settings.is_empty() {
            let (field, missing) = match self.settings.is_empty() {
                true => ("settings", "settings"),
                false => ("exact", "{settings}"),
            };
            return Err((field, TemplateError::Missing(missing)));
        }
        for (format, group) in self.proof.iter() {
            let checked = match group.is_empty() {
                true => Err(TemplateError::EmptyProof(format.name())),
                false => check_group(group, "{proof}"),
            };
            checked.map_err(|error| ("proof", error))?;
        }
        check_arguments(&self.arguments).map_err(|error| ("arguments", error))?;
        check_arguments(&self.simplify).map_err(|error| ("simplify", error))?;
        if !self.simplify.is_empty() {
            let mut needed = ["{input}", "{proof}"].into_iter();
            if let Some(name) = needed.find(|name| !mentions(&self.simplify, name)) {
                return Err(("simplify", TemplateError::Missing(name)));
            }
        }
        let needed = [("{input}", true), ("{output}", self.answer.uses_file())];
        match needed.into_iter().find(|(name, needed)| *needed && !mentions(&self.arguments, name))
        {
            Some((name, _)) => Err(("arguments", TemplateError::Missing(name))),
            None => Ok(()),
        }
    }

    /// Returns whether the result is in the file `{output}`, because the dialect requires it or an argument names the
    /// file.
    #[must_use]
    pub fn uses_file(&self) -> bool {
        self.answer.uses_file() || (!self.is_simplifying && mentions(&self.arguments, "{output}"))
    }

    /// Returns the groups that have a single value: the field, its templates and the placeholder.
    fn groups(&self) -> [(&'static str, &[String], &'static str); 3] {
        [
            ("time", &self.time, "{seconds}"),
            ("seed", &self.seed, "{seed}"),
            ("threads", &self.threads, "{threads}"),
        ]
    }
}

// Formats of unsatisfiability proofs, and the arguments that make a solver write a proof.

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

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(after: Option<&str>, output: &str) -> Option<String> {
        VersionQuery { arguments: vec![], after: after.map(str::to_owned) }.pick(output)
    }

    #[test]
    fn versions_are_extracted_from_program_output() {
        assert_eq!(pick(None, "4.0.4\n").as_deref(), Some("4.0.4"));
        assert_eq!(pick(Some("version"), "Z3 version 4.8.12 - 64 bit").as_deref(), Some("4.8.12"));
        let cbc = "Welcome to the CBC MILP Solver \nVersion: 2.10.8 \n";
        assert_eq!(pick(Some("Version:"), cbc).as_deref(), Some("2.10.8"));
        let glpk = "GLPSOL--GLPK LP/MIP Solver 5.0\nCopyright";
        assert_eq!(pick(Some("Solver"), glpk).as_deref(), Some("5.0"));
        assert_eq!(pick(Some("version"), "no such word"), None);
        assert_eq!(pick(None, ""), None);
    }
}
