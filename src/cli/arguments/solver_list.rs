//! The lists of solver descriptions: the built-in list, the user's own list, and the files of `--solvers`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::output::eprint_line;
use encycle::solve::{Engine, SelectError, find_solver};
use encycle::solvers::{Catalogue, CatalogueError, Solver};

/// Additional lists of solvers.
#[derive(Args, Clone, Debug)]
pub struct SolverListArguments {
    /// A TOML file that describes solvers, read after ~/.config/encycle/solvers.toml (`encycle help solvers`).
    /// Repeatable; later files replace solvers of earlier ones
    #[arg(long = "solvers", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl SolverListArguments {
    /// Returns the files of `--solvers`.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Returns all solver descriptions: the built-in list, then the user's own list, then the files of `--solvers`. A
    /// later description replaces an earlier one with the same name.
    pub fn catalogue(&self) -> Result<Catalogue, CatalogueError> {
        let mut catalogue = Catalogue::of_user()?;
        for file in &self.files {
            catalogue.extend_from_file(file)?;
        }
        Ok(catalogue)
    }
}

/// Returns the external solver of this name or path, and prints a warning if the probe cache is unreadable.
pub fn find(catalogue: &Catalogue, name: &str) -> Result<Solver, SelectError> {
    let (solver, cache_error) = find_solver(catalogue, name)?;
    if let Some(error) = cache_error {
        eprint_line!("warning: {error}");
    }
    Ok(solver)
}

/// Returns advice after the failure of a solver without a description of its own, because Encycle then only guesses how
/// to call it. Returns `None` for all other solvers.
pub fn hint(engine: &Engine) -> Option<String> {
    let Engine::External(solver) = engine else { return None };
    solver.is_fallback().then(|| {
        let path = solver.path.display();
        if !solver.description.options.is_empty() {
            return format!(
                "{path} was treated as a solver in competition format; a TOML file can describe how to call it \
                 (`encycle help solvers`)"
            );
        }
        format!(
            "{path} was treated as a solver in competition format; `encycle solvers --probe {path}` \
             finds out how to call it"
        )
    })
}
