//! The options `--solver` and `--confirm`, which select solvers.

use std::cell::LazyCell;

use clap::Args;

use crate::cli::arguments::solver_list::{self, SolverListArguments};
use crate::cli::exit::CliError;
use encycle::certify::Prover;
use encycle::solve::{Confirmer, Engine, SelectError, SolverSelection, find_max_sat_solver};
use encycle::solvers::{BuiltIn, Solver};

/// Options that are passed on to the solver program.
#[derive(Args, Debug)]
struct SolverOptions {
    /// An option that is passed on to the solver program, before its other arguments. Repeatable
    #[arg(long = "solver-arg", value_name = "ARG", allow_hyphen_values = true)]
    options: Vec<String>,
}

impl SolverOptions {
    /// Adds the options to a solver. Only external solvers accept options.
    fn add_to(&self, engine: &mut Engine) -> Result<(), CliError> {
        match engine {
            _ if self.options.is_empty() => Ok(()),
            Engine::External(solver) => {
                solver.description.add_options(self.options.iter().cloned());
                Ok(())
            }
            _ => Err(CliError::Usage(format!(
                "--solver-arg applies to solver programs, and {} is none\nhelp: select one with --solver",
                engine.name()
            ))),
        }
    }
}

/// The solvers of a command, and the solver that confirms their results.
#[derive(Args, Debug)]
pub struct EngineArguments {
    /// Name or path of a solver (see `encycle solvers`), or `ipasir:PATH` for a shared library; a program
    /// may be followed by its own options, as in 'kissat --sat' [default: the built-in solver that suits
    /// the puzzle]
    #[arg(short, long, value_name = "NAME|PATH")]
    solver: Option<String>,
    /// Run these solvers at the same time, instead of --solver: the first definite verdict counts
    #[arg(long, value_name = "NAME|PATH,...", conflicts_with = "solver")]
    race: Option<String>,
    #[command(flatten)]
    options: SolverOptions,
    /// Confirm `no-solution`, `unique` and `optimal` with a second solver [default: the built-in one, or the
    /// first installed one if the built-in one solves]. Without this option, the built-in SAT solver confirms
    /// the first two of MIP solvers, which calculate with floating-point numbers
    #[arg(long, value_name = "NAME|PATH", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    confirm: Option<String>,
    /// Confirm no verdict, not even that of a MIP solver
    #[arg(long, conflicts_with = "confirm")]
    no_confirm: bool,
    #[command(flatten)]
    list: SolverListArguments,
}

/// The solver of a command that accepts only one.
#[derive(Args, Debug)]
pub struct EngineArgument {
    /// A solver's name (see `encycle solvers`), the path of a program, or `ipasir:PATH` for a shared
    /// library; a program may be followed by its own options, as in 'kissat --sat' [default: the
    /// built-in batsat]
    #[arg(short, long, value_name = "NAME|PATH")]
    solver: Option<String>,
    #[command(flatten)]
    options: SolverOptions,
    #[command(flatten)]
    list: SolverListArguments,
}

impl EngineArgument {
    /// Returns the solver.
    ///
    /// # Errors
    /// The solver cannot be found, or a list of solvers is malformed.
    pub fn engine(&self) -> Result<Engine, CliError> {
        let name = self.solver.as_deref().unwrap_or(BuiltIn::BATSAT.name);
        let mut engine =
            Engine::named(name, |name| solver_list::find(&self.list.catalogue()?, name))?;
        self.options.add_to(&mut engine)?;
        Ok(engine)
    }

    /// Returns the MaxSAT solver of this name or path.
    ///
    /// # Errors
    /// The solver cannot be found, is not a MaxSAT solver, or a list of solvers is malformed.
    pub fn max_sat(&self, name: &str) -> Result<Solver, CliError> {
        let found = find_max_sat_solver(&self.list.catalogue()?, name);
        Ok(found.map_err(SelectError::from)?)
    }

    /// Returns the solver of this name as a prover.
    ///
    /// # Errors
    /// The solver cannot be found or writes no proofs, or a list of solvers is malformed.
    pub fn prover(&self, name: &str) -> Result<Prover, CliError> {
        let catalogue = self.list.catalogue()?;
        let refused = |reason: &str| {
            let installed = Prover::installed(&catalogue).join(", ");
            CliError::Usage(format!("{reason}\nhelp: installed provers: {installed}"))
        };
        let engine = Engine::named(name, |name| solver_list::find(&catalogue, name));
        let engine = engine.map_err(|error| refused(&error.to_string()))?;
        Prover::try_from(engine).map_err(|error| refused(&error.to_string()))
    }
}

impl EngineArguments {
    /// Returns the names of the options that select or confirm solvers, and whether each is set.
    pub fn solver_options(&self) -> [(&'static str, bool); 4] {
        [
            ("solver", self.solver.is_some()),
            ("race", self.race.is_some()),
            ("solver-arg", !self.options.options.is_empty()),
            ("confirm", self.confirm.is_some()),
        ]
    }

    /// Returns the selected solvers.
    ///
    /// # Errors
    /// A solver cannot be found, a list of solvers is malformed, or no second solver is available for the confirmation.
    pub fn selection(&self) -> Result<SolverSelection, CliError> {
        // reads the solver lists only if a name must be looked up in them
        let catalogue = LazyCell::new(|| self.list.catalogue());
        if self.confirm.is_some() {
            // reports a malformed list; otherwise `Confirmer::Automatic` might treat it as empty
            self.list.catalogue()?;
        }
        let find = |name: &str| {
            Engine::named(name, |name| match &*catalogue {
                Ok(catalogue) => solver_list::find(catalogue, name),
                Err(_) => solver_list::find(&self.list.catalogue()?, name),
            })
        };
        let confirmer = match self.confirm.as_deref().map(str::trim) {
            None if self.no_confirm => Confirmer::Never,
            None => Confirmer::default(),
            Some("") => Confirmer::Automatic,
            Some(name) => Confirmer::Named(name.into()),
        };
        let solvers = match (self.solver.as_deref(), self.race.as_deref()) {
            (Some(several), _) if several.contains(',') => {
                let message = format!(
                    "--solver takes one solver, not several: {several}\nhelp: --race {several} runs them at the same time"
                );
                return Err(CliError::Usage(message));
            }
            (one, several) => one.or(several).unwrap_or(BuiltIn::DEFAULT_NAME),
        };
        let mut selection = SolverSelection::parse(solvers, confirmer, find)?;
        selection.solvers.iter_mut().try_for_each(|engine| self.options.add_to(engine))?;
        Ok(selection)
    }
}
