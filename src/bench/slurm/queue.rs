//! What is asked of Slurm's programs.

use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

use crate::bench::slurm::SlurmError;

/// States that are the last of a task (squeue(1), "JOB STATE CODES"); in all others it may still write rows.
const LAST: [&str; 10] = [
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

/// What Slurm says of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueEntry {
    /// The name of its array.
    pub name: String,
    /// The job id of its array.
    pub id: String,
    /// Its number in the array.
    pub number: String,
    /// Such as `PENDING`.
    pub state: String,
    /// Why it is in that state, such as `Resources`.
    pub reason: String,
}

impl QueueEntry {
    /// Whether it waits, runs or is being ended.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        !LAST.contains(&&*self.state)
    }

    fn of(line: &str) -> Option<Self> {
        let mut words = line.trim().splitn(5, '|').map(str::to_owned);
        let mut next = || words.next();
        let (name, id, number) = (next()?, next()?, next()?);
        Some(Self { name, id, number, state: next()?, reason: next()? })
    }
}

/// The tasks of the arrays of these names, as far as Slurm still knows them: it forgets those that have ended after
/// some minutes (`MinJobAge`).
pub(super) fn elements(names: &[String]) -> Result<Vec<QueueEntry>, SlurmError> {
    let names = format!("--name={}", names.join(","));
    let options =
        ["--me", "--array", "--noheader", "--states=all", "--format=%j|%F|%K|%T|%r", &*names];
    let output = run("squeue", options)?.map_err(SlurmError::Unknown)?;
    Ok(output.lines().filter_map(QueueEntry::of).collect())
}

/// Submits an array and gives its job id.
pub(super) fn submit<'a>(
    arguments: impl IntoIterator<Item = &'a OsStr>,
) -> Result<String, SlurmError> {
    let output = run("sbatch", arguments)?.map_err(SlurmError::Refused)?;
    // "the job id number and the cluster name if present, separated by a semicolon" (sbatch(1), --parsable)
    let id = output.trim().split(';').next().unwrap_or_default();
    if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SlurmError::Refused(format!("it tells no job id, but `{}`", output.trim())));
    }
    Ok(id.to_owned())
}

/// How many tasks an array may have, if Slurm tells: numbers from 0 are below `MaxArraySize` (slurm.conf(5)).
pub(super) fn most_tasks() -> Option<usize> {
    let output = run("scontrol", ["show", "config"]).ok()?.ok()?;
    let value =
        |line: &str| line.strip_prefix("MaxArraySize")?.split_once('=')?.1.trim().parse().ok();
    output.lines().find_map(value)
}

/// What a program of Slurm's prints, or else the reason why it fails.
fn run(
    program: &'static str,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<Result<String, String>, SlurmError> {
    let path = which::which(program).map_err(|_| SlurmError::Missing(program))?;
    let output = Command::new(path).args(arguments).stdin(Stdio::null()).output();
    Ok(output.map_err(|error| error.to_string()).and_then(|output| said(&output)))
}

fn said(output: &Output) -> Result<String, String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    match (output.status.success(), text(&output.stderr)) {
        (true, _) => Ok(text(&output.stdout)),
        (false, words) if words.is_empty() => Err(output.status.to_string()),
        (false, words) => Err(words.lines().collect::<Vec<_>>().join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_squeue_is_a_task() {
        let line = "encycle-x|17|3|PENDING|Nodes required for job are DOWN, DRAINED|or reserved";
        let one = QueueEntry::of(line).expect("a task");
        assert_eq!([&*one.name, &*one.id, &*one.number], ["encycle-x", "17", "3"]);
        assert_eq!(one.reason, "Nodes required for job are DOWN, DRAINED|or reserved");
        assert_eq!(QueueEntry::of("slurm_load_jobs error"), None);
    }

    /// A task that is requeued, held or being ended may still write, and must not be submitted again.
    #[test]
    fn only_last_states_are_dead() {
        let alive = |state: &str| {
            QueueEntry::of(&format!("x|1|0|{state}|None")).expect("a task").is_alive()
        };
        let states = ["PENDING", "RUNNING", "COMPLETING", "CONFIGURING", "REQUEUED", "SUSPENDED"];
        assert!(states.into_iter().all(alive));
        assert!(!LAST.into_iter().any(alive));
    }
}
