//! What is told of a campaign while it goes on.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::cli::commands::bench::cluster::queue_words;
use crate::cli::output::tell;
use encycle::bench::slurm::{ArrayEvent, QueueEntry};
use encycle::bench::{ResultRow, RunStatus};

/// The rows, and a line on the terminal that tells how many are new.
pub struct Progress {
    pub rows: Vec<ResultRow>,
    total: usize,
    counts: [usize; 4],
    /// How things are on the cluster.
    queue: String,
    /// What has been told of it.
    reasons: BTreeSet<String>,
}

pub fn lock(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Progress {
    /// `total` more are expected.
    pub fn new(rows: Vec<ResultRow>, total: usize) -> Self {
        let (queue, reasons) = (String::new(), BTreeSet::new());
        Self { rows, total, counts: [0; 4], queue, reasons }
    }

    /// A run has ended.
    pub fn note(&mut self, row: ResultRow) {
        let place = RunStatus::ALL.iter().position(|&status| status == row.status);
        self.counts[place.unwrap_or(0)] += 1;
        self.rows.push(row);
        self.show();
    }

    /// Something is heard of the cluster.
    pub fn hear(&mut self, news: ArrayEvent<'_>) {
        match news {
            ArrayEvent::Row(row) => self.note(*row),
            ArrayEvent::Queue(elements) => self.hear_of_queue(elements),
            ArrayEvent::Silence(words) => {
                self.tell_once(format!("squeue does not answer ({words}), and is asked again"))
            }
        }
    }

    fn hear_of_queue(&mut self, elements: &[QueueEntry]) {
        let (words, reasons) = queue_words(elements);
        self.queue = format!("; {words}");
        for reason in reasons {
            self.tell_once(format!("tasks wait: {reason} (\"JOB REASON CODES\" of squeue(1))"));
        }
        self.show();
    }

    fn tell_once(&mut self, words: String) {
        if !self.reasons.contains(&words) {
            tell!("encycle: {words}");
            self.reasons.insert(words);
        }
    }

    fn show(&self) {
        if std::io::stderr().is_terminal() {
            let [answered, limit, failed, wrong] = self.counts;
            let (done, total) = (self.counts.iter().sum::<usize>(), self.total);
            // that nobody sees it is no error
            let _ = write!(
                std::io::stderr(),
                "\r{done} of {total}: {answered} answered, {limit} at a limit, {failed} failed, {wrong} wrong{} ",
                self.queue
            );
        }
    }

    /// All rows, and the terminal has its next line.
    pub fn finish(self) -> Vec<ResultRow> {
        if std::io::stderr().is_terminal() && self.counts != [0; 4] {
            tell!("");
        }
        self.rows
    }
}
