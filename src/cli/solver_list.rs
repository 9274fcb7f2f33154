//! Which solvers a command knows: those compiled in, the user's own, and those of `--solvers`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::CliError;
use crate::cli::output::tell;
use encycle::solvers::{Catalogue, ProbeCache, Solver};

/// Further descriptions of solvers.
#[derive(Args, Clone, Debug)]
pub struct SolverListArguments {
    /// A TOML file that describes solvers, read after ~/.config/encycle/solvers.toml (docs/solvers.md,
    /// `encycle solvers --help`). Repeatable; later files replace solvers of earlier ones
    #[arg(long = "solvers", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl SolverListArguments {
    /// The files of `--solvers`.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// All solvers: those compiled in, the user's own, those of the files.
    pub fn catalogue(&self) -> Result<Catalogue, CliError> {
        let usage = |error: encycle::solvers::CatalogueError| CliError::Usage(error.to_string());
        let mut catalogue = Catalogue::of_user().map_err(usage)?;
        for file in &self.files {
            catalogue.extend_from_file(file).map_err(usage)?;
        }
        Ok(catalogue)
    }
}

/// The solver of this name or path; a program that no description knows is treated as `encycle
/// solvers --probe` learnt.
pub fn find(catalogue: &Catalogue, wanted: &str) -> Result<Solver, CliError> {
    let solver = catalogue.find(wanted)?;
    let Some(cache) = ProbeCache::of_user().filter(|_| solver.is_guess()) else {
        return Ok(solver);
    };
    match cache.get(&solver.path) {
        Ok(Some(known)) => Ok(Solver::new(known.description, solver.path)),
        Ok(None) => Ok(solver),
        Err(error) => {
            tell!("encycle: warning: {error}");
            Ok(solver)
        }
    }
}

/// What to try when a solver fails whose way to talk was only guessed.
pub fn hint(solver: &Solver) -> Option<String> {
    solver.is_guess().then(|| {
        let path = solver.path.display();
        format!(
            "{path} was taken for a solver in competition dialect; `encycle solvers --probe {path}` \
             finds out how it wants to be spoken to"
        )
    })
}
