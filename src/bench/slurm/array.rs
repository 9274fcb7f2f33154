//! The arrays of a campaign: submitted, asked after, collected.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, Permissions};
use std::io;
use std::num::NonZero;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::bench::campaign::{Campaign, CampaignError, CampaignJob};
use crate::bench::log::{FILE, LogError, RowLog};
use crate::bench::row::ResultRow;
use crate::bench::run::patience;
use crate::bench::slurm::parts::{JOBS, LOG, TaskRows, tasks};
use crate::bench::slurm::queue::{self, QueueEntry};
use crate::bench::slurm::script::script;
use crate::bench::slurm::{FOLDER, SlurmError, batches};

/// How an array is to be submitted.
#[derive(Clone, Debug)]
pub struct ArrayOptions {
    /// The words of the campaign's command line behind `encycle bench`.
    pub words: Vec<OsString>,
    /// At most how many jobs a task has, unless that makes more tasks than Slurm allows.
    pub batch: NonZero<usize>,
    /// Options of sbatch, one in each word.
    pub options: Vec<OsString>,
}

/// An array that was submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// Its job id.
    pub id: String,
    /// How many tasks it has.
    pub tasks: usize,
    /// How many jobs the longest of them has.
    pub longest: usize,
}

/// What is heard while one waits.
#[derive(Clone, Debug)]
pub enum ArrayEvent<'a> {
    /// A row was collected.
    Row(Box<ResultRow>),
    /// How things are with the tasks.
    Queue(&'a [QueueEntry]),
    /// Slurm did not answer, and is asked again.
    Silence(&'a str),
}

/// A task that has ended without a row for each of its jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedTask {
    /// Its folder.
    pub folder: PathBuf,
    /// How many rows are missing.
    pub missing: usize,
    /// Its last state, if Slurm still knew it.
    pub state: Option<String>,
    /// The last line that it said; `None` if it did not reach its folder.
    pub last_words: Option<String>,
}

/// How often Slurm may fail to answer, one time after the other, before waiting for it ends: some minutes.
const SILENCES: usize = 30;
/// How long to wait before Slurm is asked again, at first and at most.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(10)];

/// The arrays of a campaign's folder.
#[derive(Debug)]
pub struct Arrays {
    folder: PathBuf,
    parts: TaskRows,
    elements: Vec<QueueEntry>,
}

impl Arrays {
    /// Those of this folder, of which these rows have been collected.
    ///
    /// # Errors
    /// If the folder of this process cannot be found.
    pub fn new(folder: &Path, rows: &[ResultRow]) -> io::Result<Self> {
        let folder = std::path::absolute(folder)?;
        Ok(Self { folder, parts: TaskRows::after(rows), elements: Vec::new() })
    }

    /// Whether there are any, dead or alive.
    #[must_use]
    pub fn any(&self) -> bool {
        !tasks(&self.folder).is_empty()
    }

    /// Puts the rows of tasks that are in no log yet into this one, and gives them.
    ///
    /// # Errors
    /// Rows that cannot be read or kept, or do not go together with the campaign's.
    pub fn collect(
        &mut self,
        campaign: &Campaign,
        log: &RowLog,
    ) -> Result<Vec<ResultRow>, CampaignError> {
        let fresh = self.parts.fresh(&self.folder)?;
        if !fresh.is_empty() {
            campaign.accept(&fresh, &self.folder.join(FOLDER))?;
            log.append_all(&fresh)?;
        }
        Ok(fresh)
    }

    /// Asks Slurm how things are; gives the tasks that wait or run.
    ///
    /// # Errors
    /// If Slurm does not answer.
    pub fn alive(&mut self) -> Result<Vec<&QueueEntry>, SlurmError> {
        let mut names: Vec<String> =
            tasks(&self.folder).iter().map(|task| task.names()[0].clone()).collect();
        names.dedup();
        self.elements = if names.is_empty() { Vec::new() } else { queue::elements(&names)? };
        Ok(self.elements.iter().filter(|element| element.is_alive()).collect())
    }

    /// Submits jobs as one array. None may be alive, and the rows of earlier ones must have been collected: these go
    /// away.
    ///
    /// # Errors
    /// A file that cannot be written, or Slurm's refusal.
    pub fn submit(
        &mut self,
        campaign: &Campaign,
        jobs: &[CampaignJob],
        wishes: &ArrayOptions,
    ) -> Result<Submitted, SlurmError> {
        self.remove();
        let most = queue::most_tasks().unwrap_or(usize::MAX);
        let batches = batches(jobs, wishes.batch.get(), most);
        let parent = self.folder.join(FOLDER);
        fs::create_dir_all(&parent).map_err(SlurmError::io(&parent))?;
        // removed again if it is not submitted; others may read what we keep, as far as the umask lets them
        let array = tempfile::Builder::new()
            .prefix("encycle-")
            .rand_bytes(10)
            .permissions(Permissions::from_mode(0o777))
            .tempdir_in(&parent)
            .map_err(SlurmError::io(&parent))?;
        let name = array.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let script = fill(array.path(), campaign, &batches, wishes)
            .map_err(|(path, error)| SlurmError::io(path)(error))?;
        let longest = batches.iter().map(Vec::len).max().unwrap_or(0);
        let (jobs_at_once, timeout) = (campaign.settings.jobs.get(), campaign.settings.timeout);
        // sbatch lets the later of two options win
        let usual = [
            "--export=ALL".to_owned(),
            "--output=/dev/null".to_owned(),
            format!("--cpus-per-task={jobs_at_once}"),
            format!("--time={}", minutes(longest.div_ceil(jobs_at_once), timeout)),
        ];
        let ours = [
            "--parsable".to_owned(),
            format!("--job-name={name}"),
            format!("--array=0-{}", batches.len().saturating_sub(1)),
        ];
        let options = usual.iter().map(OsStr::new).chain(wishes.options.iter().map(OsStr::new));
        let words = options.chain(ours.iter().map(OsStr::new)).chain([script.as_os_str()]);
        match queue::submit(words) {
            Ok(id) => {
                let _ = array.keep();
                Ok(Submitted { id, tasks: batches.len(), longest })
            }
            Err(error) => {
                drop(array);
                let _ = fs::remove_dir(&parent);
                Err(error)
            }
        }
    }

    /// Waits until no task waits or runs, and collects rows all the while.
    ///
    /// # Errors
    /// If rows cannot be collected, or Slurm does not answer for some minutes; the tasks go on then.
    pub fn wait(
        &mut self,
        campaign: &Campaign,
        log: &RowLog,
        told: &mut dyn FnMut(ArrayEvent<'_>),
    ) -> Result<(), SlurmError> {
        let [mut pause, longest] = PAUSES;
        let mut silences = 0;
        loop {
            let is_over = match self.alive() {
                Ok(alive) => {
                    let is_over = alive.is_empty();
                    silences = 0;
                    told(ArrayEvent::Queue(&self.elements));
                    is_over
                }
                Err(SlurmError::Unknown(words)) if silences < SILENCES => {
                    silences += 1;
                    told(ArrayEvent::Silence(&words));
                    false
                }
                Err(error) => return Err(error),
            };
            // after the question: what has ended has written all its rows
            self.collect(campaign, log)?
                .into_iter()
                .for_each(|row| told(ArrayEvent::Row(row.into())));
            if is_over {
                return Ok(());
            }
            std::thread::sleep(pause);
            pause = (pause * 3 / 2).min(longest);
        }
    }

    /// The tasks that have no row for some of their jobs.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn unfinished(&self, rows: &[ResultRow]) -> Result<Vec<UnfinishedTask>, LogError> {
        let done: HashSet<&str> = rows.iter().map(|row| &*row.id).collect();
        let mut unfinished = Vec::new();
        for task in tasks(&self.folder) {
            let missing = task.jobs()?.iter().filter(|id| !done.contains(&***id)).count();
            if missing > 0 {
                let [name, number] = task.names();
                let is_this = |one: &&QueueEntry| one.name == name && one.number == number;
                let state = self.elements.iter().find(is_this).map(|one| one.state.clone());
                let (last_words, folder) = (task.last_words(), task.folder);
                unfinished.push(UnfinishedTask { folder, missing, state, last_words });
            }
        }
        Ok(unfinished)
    }

    /// Removes what is there of arrays, after all their rows have been collected. What cannot be removed does no harm.
    pub fn remove(&self) {
        let _ = fs::remove_dir_all(self.folder.join(FOLDER));
    }
}

/// Writes what the tasks need, and gives the path of the script.
fn fill(
    array: &Path,
    campaign: &Campaign,
    batches: &[Vec<&CampaignJob>],
    wishes: &ArrayOptions,
) -> Result<PathBuf, (PathBuf, io::Error)> {
    let put = |path: PathBuf, bytes: &[u8]| {
        fs::write(&path, bytes).map_err(|error| (path.clone(), error)).map(|()| path)
    };
    for (number, batch) in batches.iter().enumerate() {
        let task = array.join(number.to_string());
        fs::create_dir(&task).map_err(|error| (task.clone(), error))?;
        let ids: Vec<&str> = batch.iter().map(|job| &*job.id).collect();
        put(task.join(JOBS), (ids.join("\n") + "\n").as_bytes())?;
        // a network's file system may remember for a while that a file was not there
        put(task.join(FILE), b"")?;
        put(task.join(LOG), b"")?;
    }
    let place = std::env::current_dir().map_err(|error| (PathBuf::from("."), error))?;
    put(array.join("script"), &script(&place, &campaign.program, &wishes.words, array))
}

/// Enough minutes for so many runs one after the other, each up to its limit, and for reading the puzzles before.
fn minutes(runs: usize, timeout: Duration) -> u64 {
    const BEFORE: u64 = 5;
    const YEAR: u64 = 365 * 24 * 60;
    let runs = runs as f64 * patience(timeout).as_secs_f64() / 60.0;
    (runs.ceil() as u64).saturating_add(BEFORE).min(YEAR)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that hangs is killed at 1.1 times its limit and five seconds.
    #[test]
    fn time_is_enough_for_a_batch_that_reaches_all_its_limits() {
        assert_eq!(minutes(20, Duration::from_secs(60)), (20 * (66 + 5_u64)).div_ceil(60) + 5);
        assert_eq!(minutes(1, Duration::from_secs(u64::MAX / 2)), 365 * 24 * 60);
    }
}
