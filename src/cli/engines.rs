//! `--solver` and `--confirm`: who is asked.

use std::cell::LazyCell;
use std::path::Path;

use clap::Args;

use crate::cli::exit::CliError;
use crate::cli::solver_list::{self, SolverListArguments};
use encycle::solve::Engine;
use encycle::solvers::{BatSat, Solver};

/// Who solves.
#[derive(Args, Debug)]
pub struct EngineArguments {
    /// A solver's name (see `encycle solvers`), the path of a program, or `ipasir:` and the path of a
    /// shared library; several with commas between them race, and the first answer that holds counts
    /// [default: the built-in batsat]
    #[arg(long, value_name = "NAME|PATH,...")]
    solver: Option<String>,
    /// Ask a second solver before `no-solution` or `unique` is believed [default: the built-in one,
    /// or after that one the first that is installed]
    #[arg(long, value_name = "NAME|PATH", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    confirm: Option<String>,
    #[command(flatten)]
    list: SolverListArguments,
}

/// Who solves, where it can only be one.
#[derive(Args, Debug)]
pub struct EngineArgument {
    /// A solver's name (see `encycle solvers`), the path of a program, or `ipasir:` and the path of a
    /// shared library [default: the built-in batsat]
    #[arg(long, value_name = "NAME|PATH")]
    solver: Option<String>,
    #[command(flatten)]
    list: SolverListArguments,
}

impl EngineArgument {
    /// The one.
    ///
    /// # Errors
    /// If it cannot be found, or a list of solvers is wrong.
    pub fn engine(&self) -> Result<Engine, CliError> {
        let word = self.solver.as_deref().unwrap_or(BatSat::NAME);
        Engine::named(word, |word| solver_list::find(&self.list.catalogue()?, word))
    }
}

/// Who is asked, and who confirms.
#[derive(Debug)]
pub struct Engines {
    /// At least one.
    pub solvers: Vec<Engine>,
    pub confirmer: Option<Engine>,
}

/// Who may confirm what the built-in solver said, best first.
const CONFIRMERS: [&str; 7] =
    ["cadical", "kissat", "cryptominisat5", "glucose", "minisat", "clasp", "picosat"];

impl EngineArguments {
    /// All of them.
    ///
    /// # Errors
    /// If one cannot be found, or a list of solvers is wrong.
    pub fn engines(&self) -> Result<Engines, CliError> {
        // the user's own list is not read where it does not matter
        let catalogue = LazyCell::new(|| self.list.catalogue());
        if self.confirm.is_some() {
            // a list that cannot be read must not pass for one without solvers
            self.list.catalogue()?;
        }
        let find = |word: &str| match &*catalogue {
            Ok(catalogue) => solver_list::find(catalogue, word),
            Err(error) => Err(CliError::Usage(error.to_string())),
        };
        let words = self.solver.as_deref().unwrap_or(BatSat::NAME);
        // a path may have a comma in it
        let path = words.strip_prefix("ipasir:").unwrap_or(words);
        let split = if Path::new(path).is_file() { '\0' } else { ',' };
        let words = words.split(split).map(str::trim);
        let solvers = words.map(|word| match word {
            "" => {
                let message = "--solver: there is an empty name in the list";
                Err(CliError::Usage(message.to_owned()))
            }
            word => Engine::named(word, find),
        });
        let solvers = solvers.collect::<Result<Vec<_>, _>>()?;
        let confirmer = self.confirmer(&solvers, find)?;
        Ok(Engines { solvers, confirmer })
    }

    /// Who confirms what one of `engines` says, if anybody is to.
    fn confirmer(
        &self,
        engines: &[Engine],
        find: impl Fn(&str) -> Result<Solver, CliError>,
    ) -> Result<Option<Engine>, CliError> {
        let is_asked = |engine: &Engine| engines.iter().any(|other| other.is_same(engine));
        match self.confirm.as_deref().map(str::trim) {
            None => Ok(None),
            Some("") => {
                let installed = CONFIRMERS.into_iter().filter_map(|name| find(name).ok());
                let installed = installed.map(|solver| Engine::External(Box::new(solver)));
                let mut others =
                    std::iter::once(Engine::BatSat).chain(installed).filter(|one| !is_asked(one));
                others.next().map(Some).ok_or_else(|| {
                    CliError::Usage(
                        "--confirm wants a second solver, and none is installed that is not asked \
                         already; name one by --confirm=NAME, or install one by \
                         scripts/install-solvers"
                            .to_owned(),
                    )
                })
            }
            Some(word) => {
                let engine = Engine::named(word, &find)?;
                if is_asked(&engine) {
                    let message = format!("--confirm={word}: a solver cannot confirm itself");
                    return Err(CliError::Usage(message));
                }
                Ok(Some(engine))
            }
        }
    }
}
