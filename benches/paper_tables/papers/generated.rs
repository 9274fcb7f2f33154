//! Puzzles that are generated in this process, and the CPU time of each.

use std::time::Duration;

use encycle::generate::{GenerateError, GenerateOptions, GeneratedPuzzle, generate};
use nix::time::{ClockId, clock_gettime};

use super::{Fallible, cpu};

/// A generated puzzle, and the CPU time of this thread and of the processes that it started.
pub struct Sample {
    pub generated: GeneratedPuzzle,
    pub seconds: f64,
}

/// The samples of a row of a table.
pub struct Samples(pub Vec<Sample>);

impl Samples {
    /// Generates a puzzle for each seed from 0. Returns `None` if one of them exceeds the limit.
    pub fn of(options: &GenerateOptions, seeds: u64, limit: u64) -> Fallible<Option<Self>> {
        let timeout = Some(Duration::from_secs(limit));
        let options = GenerateOptions { timeout, attempts: u64::MAX, ..options.clone() };
        let mut samples = Vec::new();
        for seed in 0..seeds {
            let before = used()?;
            match generate(&options, seed) {
                Ok(generated) => samples.push(Sample { generated, seconds: used()? - before }),
                Err(GenerateError::Limit(_)) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Some(Self(samples)))
    }

    /// Returns the mean of a value.
    pub fn mean(&self, value: impl Fn(&Sample) -> f64) -> f64 {
        self.0.iter().map(value).sum::<f64>() / self.0.len() as f64
    }

    /// Returns the median time.
    pub fn median_seconds(&self) -> f64 {
        let mut seconds: Vec<f64> = self.0.iter().map(|sample| sample.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        seconds[seconds.len() / 2]
    }
}

/// Returns the CPU time of this thread and of all finished child processes, in seconds.
fn used() -> Fallible<f64> {
    let own = Duration::from(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)?);
    Ok((own + cpu::of_children()?).as_secs_f64())
}
