//! Calls of Slurm's programs: `squeue`, `sbatch` and `scontrol`.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use shlex::bytes::Quoter;

use crate::bench::slurm::SlurmError;

/// The final states of a task (squeue(1), "JOB STATE CODES"). In any other state, a task may still write rows.
const FINAL_STATES: [&str; 10] = [
    "BOOT_FAIL",
    "CANCELLED",
    "COMPLETED",
    "DEADLINE",
    "FAILED",
    "NODE_FAIL",
    "OUT_OF_MEMORY",
    "PREEMPTED",
    "REVOKED",
    "TIMEOUT",
];

/// A task as listed by `squeue`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueEntry {
    /// The name of the array.
    pub name: String,
    /// The job id of the array.
    pub id: String,
    /// The number of the task in the array.
    pub number: String,
    /// The state, for example `PENDING`.
    pub state: String,
    /// The reason for the state, for example `Resources`.
    pub reason: String,
}

impl QueueEntry {
    /// Returns whether the task is queued, running or terminating.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        !FINAL_STATES.contains(&&*self.state)
    }

    fn of(line: &str) -> Option<Self> {
        let mut words = line.trim().splitn(5, '|').map(str::to_owned);
        let mut next = || words.next();
        let (name, id, number) = (next()?, next()?, next()?);
        Some(Self { name, id, number, state: next()?, reason: next()? })
    }
}

/// Lists the tasks of the arrays with these names. Slurm drops ended tasks from the list after some minutes
/// (`MinJobAge`).
pub(super) fn elements(names: &[String]) -> Result<Vec<QueueEntry>, SlurmError> {
    let names = format!("--name={}", names.join(","));
    let options =
        ["--me", "--array", "--noheader", "--states=all", "--format=%j|%F|%K|%T|%r", &*names];
    let output = run("squeue", options)?.map_err(SlurmError::Unknown)?;
    Ok(output.lines().filter_map(QueueEntry::of).collect())
}

/// Submits an array, and returns its job id.
pub(super) fn submit<'a>(
    arguments: impl IntoIterator<Item = &'a OsStr>,
) -> Result<String, SlurmError> {
    let output = run("sbatch", arguments)?.map_err(SlurmError::Refused)?;
    job_id(&output)
        .ok_or_else(|| SlurmError::Refused(format!("no job id in its output: `{}`", output.trim())))
}

/// Submits an array, waits until all of its tasks have ended, and returns its job id, even if a task failed.
pub(super) fn submit_and_wait<'a>(
    arguments: impl IntoIterator<Item = &'a OsStr>,
) -> Result<String, SlurmError> {
    let arguments = [OsStr::new("--wait")].into_iter().chain(arguments);
    let output = output("sbatch", arguments)?.map_err(SlurmError::Refused)?;
    // sbatch fails if a task fails, but it has printed the id before
    job_id(&String::from_utf8_lossy(&output.stdout)).ok_or_else(|| {
        let reason = outcome(&output).err();
        SlurmError::Refused(reason.unwrap_or_else(|| "no job id in its output".to_owned()))
    })
}

/// Returns the job id in the output of `sbatch --parsable`: "the job id number and the cluster name if present,
/// separated by a semicolon" (sbatch(1)).
fn job_id(output: &str) -> Option<String> {
    let id = output.trim().split(';').next()?;
    let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| id.to_owned())
}

/// Returns the maximum number of tasks of an array, if Slurm reports it. Task numbers start at 0 and are below
/// `MaxArraySize` (slurm.conf(5)).
pub(super) fn most_tasks() -> Option<usize> {
    let output = run("scontrol", ["show", "config"]).ok()?.ok()?;
    let value =
        |line: &str| line.strip_prefix("MaxArraySize")?.split_once('=')?.1.trim().parse().ok();
    output.lines().find_map(value)
}

/// Runs a program of Slurm. The inner result is its standard output, or the reason of its failure.
fn run(
    program: &'static str,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<Result<String, String>, SlurmError> {
    Ok(output(program, arguments)?.and_then(|output| outcome(&output)))
}

/// Runs a program of Slurm to its end. The inner error is the reason why it did not start.
fn output(
    program: &'static str,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<Result<Output, String>, SlurmError> {
    let path = which::which(program).map_err(|_| SlurmError::Missing(program))?;
    let output = Command::new(path).args(arguments).stdin(Stdio::null()).output();
    Ok(output.map_err(|error| error.to_string()))
}

/// Combines exit status and output into one outcome.
fn outcome(output: &Output) -> Result<String, String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    match (output.status.success(), text(&output.stderr)) {
        (true, _) => Ok(text(&output.stdout)),
        (false, words) if words.is_empty() => Err(output.status.to_string()),
        (false, words) => Err(words.lines().collect::<Vec<_>>().join("; ")),
    }
}

// The batch script that Slurm runs for each task.

/// Returns a script that runs `program SUBCOMMAND --task FOLDER/NUMBER WORDS...` in the directory `place`. The script
/// appends the output to `FOLDER/NUMBER/log`. Paths and arguments may contain any bytes.
///
/// `NUMBER` is the index of the task in the Slurm job array.
pub(super) fn script(
    place: &Path,
    program: &Path,
    subcommand: &str,
    words: &[OsString],
    folder: &Path,
) -> Vec<u8> {
    let [place, program, folder] = [place, program, folder].map(|path| quoted(path.as_os_str()));
    let words: Vec<Vec<u8>> = words.iter().map(|word| quoted(word)).collect();
    [
        b"#!/bin/sh\n# A task of `encycle ".as_slice(),
        subcommand.as_bytes(),
        b" --executor slurm`.\ntask=",
        &folder,
        b"/$SLURM_ARRAY_TASK_ID\nexec >>\"$task/log\" 2>&1\necho \"on $(uname -n), $(date)\"\ncd ",
        &place,
        b" || exit\nexec ",
        &program,
        b" ",
        subcommand.as_bytes(),
        b" --task \"$task\" ",
        &words.join(&b' '),
        b"\n",
    ]
    .concat()
}

/// Quotes an argument for the shell.
fn quoted(word: &OsStr) -> Vec<u8> {
    // quoting fails only on NUL bytes, and `allow_nul` accepts them
    Quoter::new().allow_nul(true).quote(word.as_encoded_bytes()).unwrap_or_default().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_squeue_is_parsed_and_the_reason_may_contain_separators() {
        let line = "encycle-x|17|3|PENDING|Nodes required for job are DOWN, DRAINED|or reserved";
        let one = QueueEntry::of(line).expect("five fields");
        assert_eq!([&*one.name, &*one.id, &*one.number], ["encycle-x", "17", "3"]);
        assert_eq!(one.reason, "Nodes required for job are DOWN, DRAINED|or reserved");
        assert_eq!(QueueEntry::of("slurm_load_jobs error"), None);
    }

    /// A task that is requeued, held or terminating may still write rows and must not be submitted again.
    #[test]
    fn tasks_are_alive_except_in_final_states() {
        let alive = |state: &str| {
            QueueEntry::of(&format!("x|1|0|{state}|None")).expect("five fields").is_alive()
        };
        let states = ["PENDING", "RUNNING", "COMPLETING", "CONFIGURING", "REQUEUED", "SUSPENDED"];
        assert!(states.into_iter().all(alive));
        assert!(!FINAL_STATES.into_iter().any(alive));
    }
}
