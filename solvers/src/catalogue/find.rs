//! Finding the program that a user asks for.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::builtin::BuiltIn;
use crate::catalogue::Catalogue;
use crate::catalogue::Description;
use crate::catalogue::directories;
use crate::process::{Solver, absolute};

/// Why no solver was found.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum FindError {
    /// Neither a known name nor a path.
    #[error("no solver is called `{wanted}`; known are {known}, or give the path of a program")]
    Unknown {
        /// What was asked for.
        wanted: String,
        /// The known names.
        known: String,
    },
    /// A known solver whose program is in none of the directories.
    #[error(
        "solver `{name}` is not installed (looked for {programs} on PATH, in the directories of \
         ENCYCLE_SOLVER_PATH and in ~/.local/share/encycle/solvers/bin); `scripts/install-solvers` \
         installs those that Encycle is tested with, and `programs` in a description names another \
         place (docs/solvers.md)"
    )]
    NotInstalled {
        /// The solver.
        name: String,
        /// The programs looked for.
        programs: String,
    },
    /// A solver that is built in with a cargo feature, and was not.
    #[error(
        "`{name}` is not in this Encycle: build it with `--features cadical`, which needs a C++ \
         compiler, or take `cadical`, the program"
    )]
    NotBuiltIn {
        /// The solver.
        name: String,
    },
    /// A way to talk to solvers which has no program of its own.
    #[error("`{name}` is a way to talk to solvers, not a program: give the path of one")]
    NoProgram {
        /// Its name.
        name: String,
    },
    /// A path at which there is no file.
    #[error("there is no program {0}")]
    NoFile(PathBuf),
    /// A file that may not be executed.
    #[error("{0} is not executable")]
    NotExecutable(PathBuf),
}

/// The description by which a program is treated that no description knows.
const COMPETITION: &str = "competition";

/// The solver of this name, or the program of this path, with the builtin descriptions only.
///
/// # Errors
/// There is none.
pub fn find(wanted: &str) -> Result<Solver, FindError> {
    Catalogue::builtin().find(wanted)
}

impl Catalogue {
    /// The solver of this name, or the program of this path, on the [`SearchPath`] of the environment.
    ///
    /// # Errors
    /// There is none.
    pub fn find(&self, wanted: &str) -> Result<Solver, FindError> {
        SearchPath::from_environment().find(self, wanted)
    }

    /// All solvers, each with the place of its program if it is installed.
    #[must_use]
    pub fn installed(&self) -> Vec<(Description, Option<PathBuf>)> {
        let path = SearchPath::from_environment();
        let located = |one: &Description| (one.clone(), path.locate(one));
        self.descriptions().iter().map(located).collect()
    }
}

/// The directories in which programs are looked for, in this order.
#[derive(Clone, Debug, Default)]
pub struct SearchPath {
    directories: Vec<PathBuf>,
}

impl SearchPath {
    /// Looks in these directories only.
    pub fn new(directories: Vec<PathBuf>) -> Self {
        Self { directories }
    }

    /// PATH, then ENCYCLE_SOLVER_PATH, then where `scripts/install-solvers` puts programs.
    pub fn from_environment() -> Self {
        let split = |name| std::env::var_os(name).into_iter().flat_map(split_paths);
        let mut places: Vec<_> = split("PATH").chain(split("ENCYCLE_SOLVER_PATH")).collect();
        if let Some(home) = directories::home() {
            places.push(home.join(".local/share/encycle/solvers/bin"));
        }
        Self { directories: places }
    }

    /// The solver of this name, or the program of this path.
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
        if wanted.contains('/') || Path::new(wanted).is_file() {
            return at_path(catalogue, Path::new(wanted));
        }
        let names: Vec<_> = catalogue.descriptions().iter().map(|one| one.name.as_str()).collect();
        Err(FindError::Unknown { wanted: wanted.to_owned(), known: names.join(", ") })
    }

    /// Where the program of a solver is.
    pub fn locate(&self, description: &Description) -> Option<PathBuf> {
        let paths = std::env::join_paths(&self.directories).ok()?;
        let found = description
            .programs
            .iter()
            .find_map(|program| which::which_in(expanded(program), Some(&paths), ".").ok());
        found.map(|path| absolute(&path)).or_else(|| this_program(description))
    }
}

/// A program's name or path, with the home directory for `~`.
fn expanded(program: &str) -> PathBuf {
    match (program.strip_prefix("~/"), directories::home()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(program),
    }
}

fn split_paths(value: OsString) -> Vec<PathBuf> {
    std::env::split_paths(&value).filter(|path| !path.as_os_str().is_empty()).collect()
}

/// We are a solver, too (`encycle sat`), wherever we are installed.
fn this_program(description: &Description) -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let file_name = own.file_name()?.to_str()?;
    (description.name == "encycle" && file_name == "encycle").then_some(own)
}

fn at_path(catalogue: &Catalogue, path: &Path) -> Result<Solver, FindError> {
    let path = absolute(path);
    if !path.is_file() {
        return Err(FindError::NoFile(path));
    }
    if which::which(&path).is_err() {
        return Err(FindError::NotExecutable(path));
    }
    let known = path.file_name().and_then(|name| catalogue.of_program(name.to_str()?));
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
    fn a_wrong_name_is_answered_with_the_right_ones() {
        let error = nowhere("minisaat").unwrap_err().to_string();
        assert!(error.contains("minisat, ") && error.contains("highs"), "{error}");
    }

    #[test]
    fn a_missing_solver_is_answered_with_the_way_to_install_it() {
        let error = nowhere("kissat").unwrap_err().to_string();
        assert!(error.contains("`kissat` is not installed"), "{error}");
        assert!(error.contains("scripts/install-solvers"), "{error}");
        assert!(matches!(nowhere("competition"), Err(FindError::NoProgram { .. })));
    }

    #[test]
    fn a_path_is_known_by_its_file_name() {
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
