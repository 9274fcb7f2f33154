//! `encycle bench` on a cluster: options, and messages on the state of the job arrays.

use std::collections::BTreeSet;
use std::num::NonZero;

use clap::Args;

use crate::cli::arguments::executor::{Executor, ExecutorArguments, own_words};
use crate::cli::exit::CliError;
use crate::cli::output::eprint_line;
use encycle::bench::slurm::{ArrayOptions, QueueEntry, SlurmError, Submitted, UnfinishedTask};
use encycle::encodings::text::counted;

/// The default number of runs per task. With the default limit of 60 seconds per run, a task takes at most 20 minutes.
const BATCH: NonZero<usize> = NonZero::new(20).unwrap();

/// The maximum number of unfinished tasks that are listed. Further tasks are only counted.
const LISTED: usize = 5;

#[derive(Args, Debug)]
pub struct ClusterArguments {
    #[command(flatten)]
    pub place: ExecutorArguments,
    /// With slurm: maximal number of runs per task of the array. Smaller tasks can use more nodes;
    /// larger tasks read the puzzles less often [default: 20]
    #[arg(long, value_name = "N")]
    batch: Option<NonZero<usize>>,
    /// With slurm: submit, print the job id and exit; the same command with `--resume` collects the
    /// rows
    #[arg(long)]
    pub detach: bool,
}

impl From<SlurmError> for CliError {
    fn from(error: SlurmError) -> Self {
        match error {
            SlurmError::Campaign(error) => error.into(),
            other => Self::Usage(other.to_string()),
        }
    }
}

impl ClusterArguments {
    /// Checks the combination of options.
    ///
    /// # Errors
    /// The errors of [`ExecutorArguments::check`], or an option requires `--executor slurm`.
    pub fn check(&self) -> Result<(), CliError> {
        self.place.check()?;
        let needs_slurm = self.batch.is_some() || self.detach;
        match self.place.executor == Executor::Local && needs_slurm {
            true => {
                let message = "--batch and --detach require --executor slurm";
                Err(CliError::Usage(message.to_owned()))
            }
            false => Ok(()),
        }
    }

    /// Returns the options of an array whose tasks run the command line of this process.
    pub fn array_options(&self) -> ArrayOptions {
        let batch = self.batch.unwrap_or(BATCH);
        ArrayOptions { words: own_words(), batch, options: self.place.sbatch.clone() }
    }

    /// Prints a note on the submitted array, and a warning if its batches are larger than requested.
    pub fn print_submitted(&self, submitted: &Submitted) {
        let Submitted { id, tasks, longest } = submitted;
        let batch = self.batch.unwrap_or(BATCH);
        if *longest > batch.get() {
            eprint_line!(
                "warning: batches have up to {longest} runs instead of {batch}, because Slurm limits the size of \
                 arrays (MaxArraySize)"
            );
        }
        eprint_line!(
            "note: submitted array {id} (tasks: {tasks}, runs per task: up to {longest}); cancel it with \
             `scancel {id}`; repeat the command with --resume to collect its rows"
        );
    }
}

/// Prints a note on the active arrays, and whether this process waits for them.
pub fn print_alive(alive: &[&QueueEntry], waits: bool) {
    let ids: BTreeSet<&str> = alive.iter().map(|task| &*task.id).collect();
    let ids = ids.into_iter().collect::<Vec<_>>().join(" ");
    let end = match waits {
        true => format!("waiting for it; cancel it with `scancel {ids}`"),
        false => "no other array is submitted".to_owned(),
    };
    eprint_line!(
        "note: array {ids} is still active (tasks queued or running: {}): {end}",
        alive.len()
    );
}

/// Prints a warning for each task that ended without all of its rows.
pub fn print_unfinished(unfinished: &[UnfinishedTask]) {
    for task in unfinished.iter().take(LISTED) {
        let state = task.state.as_ref().map_or_else(String::new, |state| format!(" ({state})"));
        let detail = match &task.last_words {
            Some(line) => format!("last line of its `log`: {line}"),
            None => "its `log` is empty\nhelp: check that the task started and that the nodes share this folder"
                .to_owned(),
        };
        let UnfinishedTask { folder, missing, .. } = task;
        eprint_line!(
            "warning: {}{state}: ended with missing rows: {missing}; {detail}",
            folder.display()
        );
    }
    if let Some(more) = unfinished.len().checked_sub(LISTED).filter(|&more| more > 0) {
        eprint_line!("warning: {more} more tasks ended with missing rows");
    }
}

/// Returns a summary of the active tasks, and the reasons of pending tasks that need the user's attention.
pub fn queue_words(elements: &[QueueEntry]) -> (String, BTreeSet<String>) {
    let alive = || elements.iter().filter(|task| task.is_alive());
    let pending = alive().filter(|task| task.state == "PENDING").count();
    let words =
        format!("{} running, {pending} pending", counted(alive().count() - pending, "task"));
    let usual = ["None", "Priority", "Resources", "JobArrayTaskLimit", "BeginTime", "Dependency"];
    let reasons = alive()
        .filter(|task| task.state == "PENDING" && !usual.contains(&&*task.reason))
        .map(|task| task.reason.clone());
    (words, reasons.collect())
}
