//! The option `--solvers`, and the catalogue of all known solvers.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::CliError;
use crate::cli::output::tell;
use encycle::solvers::{Catalogue, ProbeCache, Solver};

/// The option for further solver descriptions.
#[derive(Args, Clone, Debug)]
pub struct SolverListArguments {
    /// File with solver descriptions, read after ~/.config/encycle/solvers.json; repeatable, later files
    /// override earlier ones (docs/solvers.md, `encycle solvers --help`)
    #[arg(long = "solvers", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl SolverListArguments {
    /// Returns the files of `--solvers`.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Returns the descriptions of all solvers: those compiled in, those of the user's configuration, and
    /// those of the `--solvers` files. Later descriptions override earlier ones of the same name.
    ///
    /// # Errors
    /// If a file cannot be read or has an invalid description.
    pub fn catalogue(&self) -> Result<Catalogue, CliError> {
        let usage = |error: encycle::solvers::CatalogueError| CliError::Usage(error.to_string());
        let mut catalogue = Catalogue::of_user().map_err(usage)?;
        for file in &self.files {
            catalogue.extend_from_file(file).map_err(usage)?;
        }
        Ok(catalogue)
    }
}

/// Finds the solver with this name or path. For a program without a description, uses the cached result of
/// `encycle solvers --probe`, if there is one, otherwise the fallback description.
///
/// # Errors
/// If there is no such solver.
pub fn find(catalogue: &Catalogue, wanted: &str) -> Result<Solver, CliError> {
    let solver = catalogue.find(wanted)?;
    let Some(cache) = ProbeCache::of_user().filter(|_| solver.is_guess()) else {
        return Ok(solver);
    };
    match cache.get(&solver.path) {
        Ok(Some(known)) => Ok(Solver::new(known.description, solver.path)),
        Ok(None) => Ok(solver),
        Err(error) => {
            tell!("warning: {error}");
            Ok(solver)
        }
    }
}

/// Returns a hint for the failure of a solver that was run with the fallback description.
pub fn hint(solver: &Solver) -> Option<String> {
    solver.is_guess().then(|| {
        let path = solver.path.display();
        format!(
            "{path} has no description and was run as a solver in competition format; \
             `encycle solvers --probe {path}` detects its interface"
        )
    })
}
