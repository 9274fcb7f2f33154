//! The solver and time limit options of `thin` and `repair`.

use std::time::Duration;

use clap::Args;

use crate::cli::arguments::limits::seconds;
use crate::cli::arguments::solver::EngineArgument;
use crate::cli::exit::CliError;
use encycle::generate::RepairOptions;

/// The options for solver and time limit.
#[derive(Args, Debug)]
pub struct RepairArguments {
    #[command(flatten)]
    engine: EngineArgument,
    /// Wall-clock limit, in seconds
    #[arg(short, long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
}

impl RepairArguments {
    /// Returns the options in the form that the library takes. `max_sat` is the name or path of a MaxSAT solver.
    ///
    /// # Errors
    /// If a solver cannot be found.
    pub fn options(&self, max_sat: Option<&str>) -> Result<RepairOptions, CliError> {
        let max_sat = max_sat.map(|name| self.engine.max_sat(name).map(Box::new)).transpose()?;
        Ok(RepairOptions { engine: self.engine.engine()?, timeout: self.timeout, max_sat })
    }
}
