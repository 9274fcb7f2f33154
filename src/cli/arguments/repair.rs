//! Who decides about the givens of a puzzle, and for how long: as arguments of `thin` and `repair`.

use std::time::Duration;

use clap::Args;

use crate::cli::arguments::limits::seconds;
use crate::cli::arguments::solver::EngineArgument;
use crate::cli::exit::CliError;
use encycle::generate::RepairOptions;

/// Who decides, and for how long.
#[derive(Args, Debug)]
pub struct MeansArguments {
    #[command(flatten)]
    engine: EngineArgument,
    /// Wall-clock limit, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
}

impl MeansArguments {
    /// As the library wants them.
    ///
    /// # Errors
    /// If the solver cannot be found.
    pub fn means(&self) -> Result<RepairOptions, CliError> {
        Ok(RepairOptions { engine: self.engine.engine()?, timeout: self.timeout })
    }
}
