//! `encycle bench` on a cluster: its options, and what is told meanwhile.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::num::NonZero;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::exit::CliError;
use crate::cli::output::tell;
use encycle::bench::slurm::{ArrayOptions, QueueEntry, SlurmError, Submitted, UnfinishedTask};

/// How many runs a task has where nobody says it: a third of an hour with the usual limit.
const BATCH: NonZero<usize> = NonZero::new(20).unwrap();

/// How many unfinished tasks are named before the rest is only counted.
const NAMED: usize = 5;

/// Where the runs go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Executor {
    /// On this machine
    Local,
    /// On the nodes of a cluster, as a job array of Slurm (`sbatch`)
    Slurm,
}

#[derive(Args, Debug)]
pub struct ClusterArguments {
    /// Where the runs go on
    #[arg(long, value_name = "WHERE", value_enum, default_value = "local")]
    pub executor: Executor,
    /// With slurm: how many runs a task of the array has, at most; with fewer, more nodes can help,
    /// with more, puzzles are read less often [default: 20]
    #[arg(long, value_name = "N")]
    batch: Option<NonZero<usize>>,
    /// With slurm: an option of sbatch, such as `--sbatch=--partition=long`; may be given again. The
    /// time limit is that of all runs of a task together, unless `--sbatch=--time=...` says another
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<OsString>,
    /// With slurm: submit, print the job id and end; the same command with `--resume` collects
    #[arg(long)]
    pub detach: bool,
    /// Do the runs of this task's folder alone, and put their rows there: what Slurm is told to run
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
    /// Refuses what makes no sense.
    pub fn check(&self) -> Result<(), CliError> {
        let usage = |message: String| Err(CliError::Usage(message));
        if self.executor == Executor::Local
            && (self.batch.is_some() || !self.sbatch.is_empty() || self.detach)
        {
            return usage("--batch, --sbatch and --detach go with --executor slurm".to_owned());
        }
        match self.sbatch.iter().find(|option| !option.as_bytes().starts_with(b"-")) {
            Some(option) => usage(format!(
                "--sbatch {}: an option of sbatch is wanted, in one word, such as --sbatch=--partition=long",
                option.display()
            )),
            None => Ok(()),
        }
    }

    /// How an array is to be submitted that does what this process was called to do.
    pub fn wishes(&self) -> ArrayOptions {
        // behind the program's name and that of the command
        let words = std::env::args_os().skip(2).collect();
        let batch = self.batch.unwrap_or(BATCH);
        ArrayOptions { words, batch, options: self.sbatch.clone() }
    }

    /// Tells what was submitted.
    pub fn tell_submitted(&self, submitted: &Submitted) {
        let Submitted { id, tasks, longest } = submitted;
        let batch = self.batch.unwrap_or(BATCH);
        if *longest > batch.get() {
            tell!(
                "encycle: batches have up to {longest} runs and not {batch}: Slurm allows no larger array (MaxArraySize)"
            );
        }
        tell!(
            "encycle: array {id} (tasks: {tasks}, runs in each: up to {longest}); `scancel {id}` ends it, and the same \
             command with --resume collects what is there"
        );
    }
}

/// Tells which arrays are waited for, or are not.
pub fn tell_alive(alive: &[&QueueEntry], waits: bool) {
    let ids: BTreeSet<&str> = alive.iter().map(|task| &*task.id).collect();
    let ids = ids.into_iter().collect::<Vec<_>>().join(" ");
    let end = match waits {
        true => format!("it is waited for; `scancel {ids}` ends it"),
        false => "nothing more is submitted".to_owned(),
    };
    tell!("encycle: array {ids} is still alive (tasks queued or running: {}): {end}", alive.len());
}

/// Tells which tasks ended too early.
pub fn tell_unfinished(unfinished: &[UnfinishedTask]) {
    for task in unfinished.iter().take(NAMED) {
        let state = task.state.as_ref().map_or_else(String::new, |state| format!(" ({state})"));
        let why = match &task.last_words {
            Some(words) => format!("the last line of its file `log` is: {words}"),
            None => {
                "it left nothing there: did it start, and do the nodes see this folder?".to_owned()
            }
        };
        let UnfinishedTask { folder, missing, .. } = task;
        tell!("encycle: {}{state} has ended with rows missing: {missing}; {why}", folder.display());
    }
    if let Some(more) = unfinished.len().checked_sub(NAMED).filter(|&more| more > 0) {
        tell!("encycle: {more} more tasks lack rows");
    }
}

/// How things are with tasks, in a few words, and the unusual reasons why some wait.
pub fn queue_words(elements: &[QueueEntry]) -> (String, BTreeSet<String>) {
    let alive = || elements.iter().filter(|task| task.is_alive());
    let waiting = alive().filter(|task| task.state == "PENDING").count();
    let words = format!("{} tasks run, {waiting} wait", alive().count() - waiting);
    let usual = ["None", "Priority", "Resources", "JobArrayTaskLimit", "BeginTime", "Dependency"];
    let reasons = alive()
        .filter(|task| task.state == "PENDING" && !usual.contains(&&*task.reason))
        .map(|task| task.reason.clone());
    (words, reasons.collect())
}
