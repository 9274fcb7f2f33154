//! The options that select where the runs of a command are executed: on this machine, or on a Slurm cluster.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::exit::CliError;

/// The place where the runs are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Executor {
    /// On this machine
    Local,
    /// On the nodes of a cluster, as a Slurm job array (`sbatch`)
    Slurm,
}

#[derive(Args, Debug)]
pub struct ExecutorArguments {
    /// Where to execute the runs
    #[arg(long, value_name = "WHERE", value_enum, default_value = "local")]
    pub executor: Executor,
    /// With slurm: an option for sbatch, such as `--sbatch=--partition=long`; repeatable. The default
    /// time limit covers all runs of a task; `--sbatch=--time=...` overrides it
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub sbatch: Vec<OsString>,
    /// Execute the runs of this task's folder and write their results there (used by the Slurm script)
    #[arg(long, value_name = "DIR", hide = true)]
    pub task: Option<PathBuf>,
}

impl ExecutorArguments {
    /// Checks the combination of options.
    ///
    /// # Errors
    /// If this system has no Slurm, an option requires `--executor slurm`, or the value of `--sbatch` is not an option.
    pub fn check(&self) -> Result<(), CliError> {
        let usage = |message: String| Err(CliError::Usage(message));
        if cfg!(windows) && self.executor == Executor::Slurm {
            return usage(
                "--executor slurm: Slurm does not run on Windows\nhelp: run the command on a login node of \
                 the cluster, or omit --executor"
                    .to_owned(),
            );
        }
        if self.executor == Executor::Local && !self.sbatch.is_empty() {
            return usage("--sbatch requires --executor slurm".to_owned());
        }
        match self.sbatch.iter().find(|option| !option.as_encoded_bytes().starts_with(b"-")) {
            Some(option) => usage(format!(
                "not an option of sbatch: {}\nhelp: write one argument, such as --sbatch=--partition=long",
                option.display()
            )),
            None => Ok(()),
        }
    }
}

/// Returns the arguments of this process after the subcommand. Each task of a job array gets the same arguments.
pub fn own_words() -> Vec<OsString> {
    std::env::args_os().skip(2).collect()
}
