//! Progress messages of a running campaign.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::cli::commands::bench::cluster::queue_words;
use crate::cli::output::eprint_line;
use crate::cli::progress::{self, Progress};
use encycle::bench::slurm::{ArrayEvent, QueueEntry};
use encycle::bench::{ResultRow, RunStatus};

/// The rows of a campaign, and its progress.
pub struct CampaignProgress {
    pub rows: Vec<ResultRow>,
    shown: Progress,
    /// The number of runs that ended in this process, by status in the order of [`RunStatus::ALL`].
    counts: [usize; 4],
    /// The summary of the Slurm queue.
    queue: String,
    /// The warnings that have been printed. Each warning is printed only once.
    printed: BTreeSet<String>,
}

pub fn lock(progress: &Mutex<CampaignProgress>) -> MutexGuard<'_, CampaignProgress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CampaignProgress {
    /// Starts with the existing rows; `total` further rows are expected.
    pub fn new(rows: Vec<ResultRow>, total: usize) -> Self {
        let (queue, printed) = (String::new(), BTreeSet::new());
        let shown = Progress::steps(total as u64, "runs");
        Self { rows, shown, counts: [0; 4], queue, printed }
    }

    /// Adds the row of a finished run.
    pub fn record_row(&mut self, row: ResultRow) {
        let place = RunStatus::ALL.iter().position(|&status| status == row.status);
        self.counts[place.unwrap_or(0)] += 1;
        self.rows.push(row);
        self.show();
    }

    /// Handles an event of a job array.
    pub fn record_event(&mut self, event: ArrayEvent<'_>) {
        match event {
            ArrayEvent::Row(row) => self.record_row(*row),
            ArrayEvent::Queue(elements) => self.update_queue(elements),
            ArrayEvent::Silence(message) => {
                self.print_once(format!("squeue failed and will be called again: {message}"))
            }
        }
    }

    fn update_queue(&mut self, elements: &[QueueEntry]) {
        let (summary, reasons) = queue_words(elements);
        self.queue = format!("; {summary}");
        for reason in reasons {
            let explained = "see \"JOB REASON CODES\" in squeue(1)";
            self.print_once(format!("tasks are pending: {reason} ({explained})"));
        }
        self.show();
    }

    fn print_once(&mut self, message: String) {
        if !self.printed.contains(&message) {
            eprint_line!("warning: {message}");
            self.printed.insert(message);
        }
    }

    fn show(&self) {
        let [answered, limit, failed, wrong] = self.counts;
        progress::set_position(self.counts.iter().sum::<usize>() as u64);
        let last = self.rows.last().map_or_else(String::new, |row| {
            format!("; last: {} on {}", row.configuration, row.puzzle)
        });
        progress::message(&format!(
            "{answered} answered, {limit} at a limit, {failed} failed, {wrong} wrong{}{last}",
            self.queue
        ));
    }

    /// Ends the progress, and returns all rows.
    pub fn finish(self) -> Vec<ResultRow> {
        drop(self.shown);
        self.rows
    }
}
