//! The search for installed solver programs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use thiserror::Error;

use encycle_encodings::suggest;

use crate::SolverKind;
use crate::builtin::BuiltIn;
use crate::catalogue::{Catalogue, Description, directories};
use crate::external::Solver;
use crate::process::absolute;

/// The reason why no solver was found.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum FindError {
    /// The name is neither a path nor the name of a described solver.
    #[error("unknown solver: `{wanted}`\nhelp: {help}; or give the path of a program")]
    Unknown {
        /// The name.
        wanted: String,
        /// The most similar known name, and the installed solvers.
        help: String,
    },
    /// No program of the solver is in the directories of the search path.
    #[error(
        "solver `{name}` is not installed: no {programs} on PATH, in the directories of \
         ENCYCLE_SOLVER_PATH or in ~/.local/share/encycle/solvers/bin\n\
         help: install it (Encycle's `scripts/install-solvers` does), or set `programs` in its \
         description"
    )]
    NotInstalled {
        /// The solver.
        name: String,
        /// The programs.
        programs: String,
    },
    /// A built-in solver whose cargo feature is not enabled.
    #[error(
        "`{name}` is not compiled in\n\
         help: build with the cargo feature `cadical`, which needs a C++ compiler, or use the program \
         `cadical`"
    )]
    NotBuiltIn {
        /// The solver.
        name: String,
    },
    /// The description has no program of its own.
    #[error("`{name}` is a dialect, not a program\nhelp: give the path of a program")]
    NoProgram {
        /// The name of the description.
        name: String,
    },
    /// The solver takes another kind of problem.
    #[error("`{name}` is a solver of kind {kind}, not a MaxSAT solver\nhelp: {help}")]
    NotMaxSat {
        /// The solver.
        name: String,
        /// Its kind.
        kind: SolverKind,
        /// The known MaxSAT solvers.
        help: String,
    },
    /// There is no file at the path.
    #[error("no such program: {0}")]
    NoFile(PathBuf),
    /// The file is not executable.
    #[error("not executable: {0}")]
    NotExecutable(PathBuf),
}

/// The name of the fallback description for unknown programs.
const COMPETITION: &str = "competition";
/// The name of the fallback description for unknown programs that are used as MaxSAT solvers.
const MAX_SAT: &str = "max-sat";

/// Finds a solver by name, or a program by path, with the built-in descriptions only.
///
/// # Errors
/// No such solver is described or installed, or the path is not the path of a program.
pub fn find(wanted: &str) -> Result<Solver, FindError> {
    Catalogue::builtin().find(wanted)
}

impl Catalogue {
    /// Finds a solver by name on the [`SearchPath`] of the environment, or a program by path.
    ///
    /// # Errors
    /// No such solver is described or installed, or the path is not the path of a program.
    pub fn find(&self, wanted: &str) -> Result<Solver, FindError> {
        SearchPath::from_environment().find(self, wanted)
    }

    /// Finds a MaxSAT solver by name, or a program by path, like [`find`](Self::find). A program whose file name is in
    /// no description gets the fallback description `max-sat`.
    ///
    /// # Errors
    /// The errors of [`find`](Self::find), or the solver is of another kind.
    pub fn find_max_sat(&self, wanted: &str) -> Result<Solver, FindError> {
        let solver = self.find(wanted)?;
        match (solver.description.kind, self.get(MAX_SAT)) {
            (SolverKind::MaxSat, _) => Ok(solver),
            (_, Some(fallback)) if solver.is_fallback() => {
                Ok(Solver::unknown(fallback.clone(), solver.path))
            }
            (kind, _) => {
                let known = self.descriptions().iter().filter(|one| one.kind == SolverKind::MaxSat);
                let known = known.filter(|one| !one.programs.is_empty());
                let known: Vec<&str> = known.map(|one| one.name.as_str()).collect();
                let help = format!("known MaxSAT solvers: {}", known.join(", "));
                Err(FindError::NotMaxSat { name: solver.description.name, kind, help })
            }
        }
    }

    /// Returns the solvers that have programs, each with the path of its program if the program is installed.
    /// Descriptions without programs are skipped, because they only define a dialect for solvers that are named by
    /// their path.
    #[must_use]
    pub fn installed(&self) -> Vec<(Description, Option<PathBuf>)> {
        let path = SearchPath::from_environment();
        let located = |one: &Description| (one.clone(), path.locate(one));
        let programs = self.descriptions().iter().filter(|one| !one.programs.is_empty());
        programs.map(located).collect()
    }
}

/// The directories that are searched for programs, in this order.
#[derive(Clone, Debug, Default)]
pub struct SearchPath {
    directories: Vec<PathBuf>,
}

impl SearchPath {
    /// Makes a search path from these directories.
    pub fn new(directories: Vec<PathBuf>) -> Self {
        Self { directories }
    }

    /// Returns the directories of `PATH`, then the directories of `ENCYCLE_SOLVER_PATH`, then
    /// `~/.local/share/encycle/solvers/bin`, where Encycle's `scripts/install-solvers` installs programs.
    pub fn from_environment() -> Self {
        let split = |name| std::env::var_os(name).into_iter().flat_map(split_paths);
        let mut places: Vec<_> = split("PATH").chain(split("ENCYCLE_SOLVER_PATH")).collect();
        if let Some(home) = directories::home() {
            places.push(home.join(".local/share/encycle/solvers/bin"));
        }
        Self { directories: places }
    }

    /// Finds a solver by name, or a program by its path or by its name in the directories. A program whose file name is
    /// in no description gets the fallback description, which has the competition dialect.
    ///
    /// # Errors
    /// No such solver is described or installed, or the path is not the path of a program.
    pub fn find(&self, catalogue: &Catalogue, wanted: &str) -> Result<Solver, FindError> {
        if BuiltIn::named(wanted).is_some_and(|one| one.version.is_none()) {
            return Err(FindError::NotBuiltIn { name: wanted.to_owned() });
        }
        if let Some(description) = catalogue.get(wanted) {
            let name = || description.name.clone();
            if description.programs.is_empty() {
                return Err(FindError::NoProgram { name: name() });
            }
            let programs = || description.programs.join(", ");
            return match self.locate(description) {
                Some(path) => Ok(Solver::new(description.clone(), path)),
                None => Err(FindError::NotInstalled { name: name(), programs: programs() }),
            };
        }
        if wanted.contains(std::path::is_separator) || Path::new(wanted).is_file() {
            return at_path(catalogue, Path::new(wanted));
        }
        // an interpreter, such as `java` in 'java -jar solver.jar'
        if let Some(path) = self.program(wanted) {
            return at_path(catalogue, &path);
        }
        Err(FindError::Unknown { wanted: wanted.to_owned(), help: self.known(catalogue, wanted) })
    }

    /// Returns the help for an unknown name: the most similar known name, and the solvers that can be used.
    fn known(&self, catalogue: &Catalogue, wanted: &str) -> String {
        let descriptions = catalogue.descriptions();
        let builtin = || BuiltIn::present().map(|one| one.name);
        let described = descriptions.iter().map(|one| one.name.as_str());
        let question = suggest::question(wanted, builtin().chain(described));
        let installed = descriptions.iter().filter(|one| self.locate(one).is_some());
        let names: Vec<&str> = builtin().chain(installed.map(|one| one.name.as_str())).collect();
        let start = if question.is_empty() { "use" } else { "If not, use" };
        format!("{question}{start} an installed one: {}", names.join(", "))
    }

    /// Returns the path of a solver's program: the first of its programs that is in one of the directories, or else the
    /// running program if it is one of these programs.
    pub fn locate(&self, description: &Description) -> Option<PathBuf> {
        let found = description.programs.iter().find_map(|program| self.program(program));
        found.or_else(|| this_program(description))
    }

    /// Returns the path of a program in the directories.
    fn program(&self, name: &str) -> Option<PathBuf> {
        let paths = std::env::join_paths(&self.directories).ok()?;
        which::which_in(expanded(name), Some(&paths), ".").ok().map(|path| absolute(&path))
    }
}

/// Replaces `~` in the path of a program by the home directory.
fn expanded(program: &str) -> PathBuf {
    match (program.strip_prefix("~/"), directories::home()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(program),
    }
}

fn split_paths(value: OsString) -> Vec<PathBuf> {
    std::env::split_paths(&value).filter(|path| !path.as_os_str().is_empty()).collect()
}

/// Returns the running program if the description lists its file name. This lets Encycle find itself (`encycle sat`)
/// wherever it is installed.
fn this_program(description: &Description) -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let name = program_name(&own)?;
    description.programs.iter().any(|program| program == name).then_some(own)
}

/// Returns the name of a program in a description: the file name, without `.exe` on Windows.
fn program_name(path: &Path) -> Option<&str> {
    let is_exe = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("exe"));
    let name = if cfg!(windows) && is_exe { path.file_stem() } else { path.file_name() };
    name?.to_str()
}

/// Finds the program at this path.
fn at_path(catalogue: &Catalogue, path: &Path) -> Result<Solver, FindError> {
    let path = absolute(path);
    if !path.is_file() {
        return Err(FindError::NoFile(path));
    }
    if which::which(&path).is_err() {
        return Err(FindError::NotExecutable(path));
    }
    let known = program_name(&path).and_then(|name| catalogue.of_program(name));
    let is_known = known.is_some();
    match known.or_else(|| catalogue.get(COMPETITION)) {
        Some(description) if is_known => Ok(Solver::new(description.clone(), path)),
        Some(description) => Ok(Solver::unknown(description.clone(), path)),
        None => Err(FindError::NoFile(path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;

    fn nowhere(wanted: &str) -> Result<Solver, FindError> {
        SearchPath::new(vec![PathBuf::from("/nowhere")]).find(Catalogue::builtin(), wanted)
    }

    #[test]
    fn an_unknown_name_is_an_error_with_the_most_similar_name() {
        let error = nowhere("minisaat").unwrap_err().to_string();
        assert!(error.contains("did you mean `minisat`? If not, use an installed one"), "{error}");
    }

    /// The first names of the list of all solvers were listed, installed or not.
    #[test]
    fn the_help_for_an_unknown_name_lists_installed_solvers_only() {
        let directory = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/bin/sh", directory.path().join("glpsol")).unwrap();
        let path = SearchPath::new(vec![directory.path().to_owned()]);
        let error = path.find(Catalogue::builtin(), "nobody").unwrap_err().to_string();
        assert!(error.contains("help: use an installed one: batsat, stable, "), "{error}");
        assert!(error.contains("microlp, glpsol;") && !error.contains("kissat"), "{error}");
    }

    #[test]
    fn a_missing_solver_is_an_error_with_help_to_install_it() {
        let error = nowhere("kissat").unwrap_err().to_string();
        assert!(error.contains("`kissat` is not installed"), "{error}");
        assert!(error.contains("scripts/install-solvers"), "{error}");
        assert!(matches!(nowhere("competition"), Err(FindError::NoProgram { .. })));
    }

    #[test]
    fn a_max_sat_solver_is_not_of_another_kind() {
        let known = Catalogue::builtin();
        assert_eq!(known.find_max_sat("/bin/sh").unwrap().description.answer, Dialect::MaxSat);
        assert!(known.find_max_sat("/bin/sh").unwrap().is_fallback());
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("cadical");
        std::os::unix::fs::symlink("/bin/sh", &path).unwrap();
        let error = known.find_max_sat(path.to_str().unwrap()).unwrap_err().to_string();
        assert!(error.contains("`cadical` is a solver of kind sat"), "{error}");
        assert!(error.contains("known MaxSAT solvers: rc2"), "{error}");
        assert!(matches!(known.find_max_sat("max-sat"), Err(FindError::NoProgram { .. })));
    }

    #[test]
    fn a_program_gets_its_description_by_file_name() {
        assert_eq!(nowhere("/bin/sh").unwrap().description.answer, Dialect::Competition);
        assert_eq!(nowhere("/bin/sh").unwrap().description.name, "sh");
        assert!(matches!(nowhere("/nowhere/minisat"), Err(FindError::NoFile(_))));
        assert!(matches!(nowhere("/etc/passwd"), Err(FindError::NotExecutable(_))));
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("glpsol");
        std::os::unix::fs::symlink("/bin/sh", &path).unwrap();
        assert_eq!(nowhere(path.to_str().unwrap()).unwrap().description.name, "glpsol");
        let path = SearchPath::new(vec![directory.path().to_owned()]);
        assert!(path.find(Catalogue::builtin(), "glpsol").is_ok());
    }
}
