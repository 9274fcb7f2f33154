//! The worker pool that runs the jobs of a campaign.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use encycle_solvers::WorkDir;

use crate::bench::campaign::{Campaign, CampaignError, CampaignJob};
use crate::bench::log::RowLog;
use crate::bench::row::{ResultRow, RunStatus};
use crate::bench::run::run;

/// The delay before a failed run is recorded. `scancel` and Slurm's time limit kill the processes of a task one after
/// the other. A solver that is killed in this way has not failed, and within this delay the kill reaches this process,
/// too, so no row is written.
const FAILURE_DELAY: Duration = Duration::from_millis(300);

impl Campaign {
    /// Runs `jobs` in order, [`jobs`](crate::bench::Settings::jobs) of them in parallel. Appends each row to `log`
    /// before it calls `on_row` with the row.
    ///
    /// # Errors
    /// Returns an error if a row cannot be written. No further job starts after that.
    pub fn run(
        &self,
        jobs: &[CampaignJob],
        log: &RowLog,
        on_row: &(dyn Fn(ResultRow) + Sync),
    ) -> Result<(), CampaignError> {
        let next = AtomicUsize::new(0);
        let failure: Mutex<Option<CampaignError>> = Mutex::new(None);
        let work = || -> Result<(), CampaignError> {
            let directory =
                |error| CampaignError::Io { what: "a temporary directory".to_owned(), error };
            let work = WorkDir::new().map_err(directory)?;
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let row = run(self, job, work.path());
                if row.status == RunStatus::Failed {
                    std::thread::sleep(FAILURE_DELAY);
                }
                log.append(&row)?;
                on_row(row);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            for _ in 0..self.settings.jobs.get().min(jobs.len()) {
                scope.spawn(|| {
                    if let Err(error) = work() {
                        next.store(jobs.len(), Ordering::Relaxed);
                        let mut first = failure.lock().unwrap_or_else(|lock| lock.into_inner());
                        first.get_or_insert(error);
                    }
                });
            }
        });
        let failure = failure.into_inner().unwrap_or_else(|lock| lock.into_inner());
        failure.map_or(Ok(()), Err)
    }
}
