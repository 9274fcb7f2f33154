//! The options that limit a search.

use std::time::Duration;

use clap::Args;

use encycle::solve::SearchOptions;

/// The limits of a search, and the options passed to the solver.
#[derive(Args, Debug)]
pub struct LimitArguments {
    /// Wall-clock limit of each puzzle, in seconds
    #[arg(short, long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// CPU time limit of the solver and its child processes for each puzzle, in seconds
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    cpu_time: Option<Duration>,
    /// Memory limit of the solver and its child processes, in megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// Seed of the solver
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of threads of the solver, if it has such an option; `encycle solve` runs a built-in SAT solver on several
    /// [default: 1, and 2 in the large pieces of a Hamilton cycle]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    threads: Option<u64>,
}

impl LimitArguments {
    /// Returns these limits as search options. All other search options keep their defaults.
    pub fn options(&self) -> SearchOptions {
        SearchOptions {
            timeout: self.timeout,
            cpu: self.cpu_time,
            memory_mb: self.memory,
            seed: self.seed,
            threads: self.threads,
            ..SearchOptions::default()
        }
    }
}

/// Returns a parser that accepts integers of at least `least`.
pub(crate) fn whole_number_from(
    least: usize,
) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse::<usize>().ok().filter(|&number| number >= least);
        number.ok_or_else(|| format!("not an integer of at least {least}"))
    }
}

/// Parses a positive number of seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let value: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(value)
        .ok()
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| "not a positive number of seconds".to_owned())
}
