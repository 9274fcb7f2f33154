//! `encycle bench` on a cluster: options, and messages on the state of the job arrays.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::exit::CliError;
use crate::cli::output::eprint_line;
use encycle::bench::slurm::{ArrayOptions, QueueEntry, SlurmError, Submitted, UnfinishedTask};

/// The default number of runs per task: at most a third of an hour with the default limit.
const BATCH: NonZero<usize> = NonZero::new(20).unwrap();

/// The number of unfinished tasks listed individually. Further ones are only counted.
const LISTED: usize = 5;

/// The place where the runs are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Executor {
    /// On this machine
    Local,
    /// On the nodes of a cluster, as a Slurm job array (`sbatch`)
    Slurm,
}

#[derive(Args, Debug)]
pub struct ClusterArguments {
    /// Where to execute the runs
    #[arg(long, value_name = "WHERE", value_enum, default_value = "local")]
    pub executor: Executor,
    /// With slurm: maximal number of runs per task of the array. Smaller tasks can use more nodes;
    /// larger tasks read the puzzles less often [default: 20]
    #[arg(long, value_name = "N")]
    batch: Option<NonZero<usize>>,
    /// With slurm: an option for sbatch, such as `--sbatch=--partition=long`; repeatable. The default
    /// time limit covers all runs of a task; `--sbatch=--time=...` overrides it
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<OsString>,
    /// With slurm: submit, print the job id and exit; the same command with `--resume` collects the
    /// rows
    #[arg(long)]
    pub detach: bool,
    /// Execute the runs of this task's folder and write their rows there (used by the Slurm script)
    #[arg(long, value_name = "DIR", hide = true)]
    pub task: Option<PathBuf>,
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
    /// If this system has no Slurm, an option requires `--executor slurm`, or the value of `--sbatch` is not an option.
    pub fn check(&self) -> Result<(), CliError> {
        let usage = |message: String| Err(CliError::Usage(message));
        if cfg!(windows) && self.executor == Executor::Slurm {
            return usage(
                "--executor slurm: Slurm does not run on Windows\nhelp: run the campaign on a login node \
                 of the cluster, or omit --executor"
                    .to_owned(),
            );
        }
        if self.executor == Executor::Local
            && (self.batch.is_some() || !self.sbatch.is_empty() || self.detach)
        {
            return usage("--batch, --sbatch and --detach require --executor slurm".to_owned());
        }
        match self.sbatch.iter().find(|option| !option.as_encoded_bytes().starts_with(b"-")) {
            Some(option) => usage(format!(
                "not an option of sbatch: {}\nhelp: write one argument, such as --sbatch=--partition=long",
                option.display()
            )),
            None => Ok(()),
        }
    }

    /// Returns the options of an array whose tasks run the command line of this process.
    pub fn array_options(&self) -> ArrayOptions {
        // skip the names of the program and the subcommand
        let words = std::env::args_os().skip(2).collect();
        let batch = self.batch.unwrap_or(BATCH);
        ArrayOptions { words, batch, options: self.sbatch.clone() }
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
    let words = format!("{} tasks running, {pending} pending", alive().count() - pending);
    let usual = ["None", "Priority", "Resources", "JobArrayTaskLimit", "BeginTime", "Dependency"];
    let reasons = alive()
        .filter(|task| task.state == "PENDING" && !usual.contains(&&*task.reason))
        .map(|task| task.reason.clone());
    (words, reasons.collect())
}
