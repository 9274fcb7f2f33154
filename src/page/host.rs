//! The solvers that a page may use.

use encycle_solvers::BuiltIn;

use crate::page::SolverView;
use crate::page::job::JobError;
use crate::solve::Engine;

/// The host of the engine, which provides the solvers. A request selects a solver by its name only.
pub trait Host: Sync {
    /// Returns whether external solvers can be started.
    fn is_external(&self) -> bool;

    /// Lists the solvers. With `probe`, each installed solver is tested, unless the result of an earlier test is
    /// cached.
    ///
    /// # Errors
    /// The list of solvers cannot be read.
    fn solvers(&self, probe: bool) -> Result<Vec<SolverView>, JobError>;

    /// Returns the solver with this name.
    ///
    /// # Errors
    /// There is no solver of this name, or it is not installed.
    fn engine(&self, name: &str) -> Result<Engine, JobError>;
}

/// The built-in solvers alone.
pub struct BuiltInHost;

impl Host for BuiltInHost {
    fn is_external(&self) -> bool {
        false
    }

    fn solvers(&self, _: bool) -> Result<Vec<SolverView>, JobError> {
        Ok(built_in())
    }

    fn engine(&self, name: &str) -> Result<Engine, JobError> {
        Engine::builtin(name).ok_or_else(|| {
            let known: Vec<&str> = BuiltIn::present().map(|one| one.name).collect();
            JobError::new(format!(
                "unknown solver '{}'\nhelp: use {}",
                name.escape_debug(),
                known.join(", ")
            ))
        })
    }
}

fn built_in() -> Vec<SolverView> {
    let entry = |solver: BuiltIn| SolverView {
        name: solver.name.to_owned(),
        kind: solver.kind,
        built_in: true,
        installed: true,
        version: solver.version.map(str::to_owned),
        probe: None,
    };
    BuiltIn::present().map(entry).collect()
}

#[cfg(feature = "process")]
pub use installed::InstalledHost;

#[cfg(feature = "process")]
mod installed {
    use encycle_solvers::{
        Catalogue, CatalogueError, Probe, ProbeCache, Solver, capabilities, probe_cached,
    };

    use super::{BuiltInHost, Host, JobError, built_in};
    use crate::page::{ProbeView, SolverView};
    use crate::solve::Engine;

    /// The built-in solvers, and the installed solvers of the user's catalogue. A name is never a path and never has
    /// options, so a request cannot start an arbitrary program.
    pub struct InstalledHost;

    impl From<CatalogueError> for JobError {
        fn from(error: CatalogueError) -> Self {
            Self::new(error.to_string())
        }
    }

    /// Describes the results of a probe: the failed cases, or else the capabilities.
    fn view(probe: &Probe) -> ProbeView {
        let failed = probe
            .checks()
            .into_iter()
            .filter_map(|(case, check)| Some((case.to_owned(), check.as_ref().err()?.to_string())));
        let facts = match probe.is_ok() {
            true => capabilities(probe)
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
            false => failed.collect(),
        };
        ProbeView { works: probe.is_ok(), facts }
    }

    impl Host for InstalledHost {
        fn is_external(&self) -> bool {
            true
        }

        fn solvers(&self, probe: bool) -> Result<Vec<SolverView>, JobError> {
            let cache = ProbeCache::of_user();
            let entries =
                Catalogue::of_user()?.installed().into_iter().map(|(description, path)| {
                    let (name, kind) = (description.name.clone(), description.kind);
                    let solver = path.map(|path| Solver::new(description, path));
                    let probed = solver.as_ref().filter(|_| probe);
                    let probed = probed.map(|solver| probe_cached(solver, cache.as_ref(), false));
                    SolverView {
                        name,
                        kind,
                        built_in: false,
                        installed: solver.is_some(),
                        version: solver.and_then(|solver| solver.version()),
                        probe: probed.as_ref().map(|probed| view(&probed.probe)),
                    }
                });
            Ok(built_in().into_iter().chain(entries).collect())
        }

        fn engine(&self, name: &str) -> Result<Engine, JobError> {
            if let Ok(engine) = BuiltInHost.engine(name) {
                return Ok(engine);
            }
            match Catalogue::of_user()?
                .installed()
                .into_iter()
                .find(|(known, _)| known.name == name)
            {
                Some((description, Some(path))) => {
                    Ok(Engine::External(Box::new(Solver::new(description, path))))
                }
                Some((_, None)) => Err(JobError::new(format!(
                    "solver {name} is not installed\nhelp: `encycle solvers` lists the installed ones"
                ))),
                None => Err(JobError::new(format!(
                    "unknown solver '{}'\nhelp: `encycle solvers` lists all names",
                    name.escape_debug()
                ))),
            }
        }
    }
}
