//! What a search may use, as arguments.

use std::time::Duration;

use clap::Args;

use encycle::solve::SearchOptions;

/// Limits of a search, and what is told to the solver beside the formula.
#[derive(Args, Debug)]
pub struct LimitArguments {
    /// Wall-clock limit for each puzzle, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Limit on the solver's CPU time for each puzzle, in seconds; that of its children counts
    #[arg(long, value_name = "S", value_parser = seconds)]
    cpu_time: Option<Duration>,
    /// Memory limit of the solver and its children, in megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// Seed of the solver
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Threads of the solver, where it has such an option
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    threads: Option<u64>,
}

impl LimitArguments {
    /// The options of a search, without cuts.
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

/// A parser of whole numbers from `least` on.
pub fn whole_number_from(
    least: usize,
) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse::<usize>().ok().filter(|&number| number >= least);
        number.ok_or_else(|| format!("`{text}`: give a whole number from {least}"))
    }
}

pub fn seconds(text: &str) -> Result<Duration, String> {
    let value: f64 = text.parse().map_err(|_| format!("`{text}` is no number of seconds"))?;
    Duration::try_from_secs_f64(value)
        .ok()
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| format!("`{text}`: give a positive number of seconds"))
}
