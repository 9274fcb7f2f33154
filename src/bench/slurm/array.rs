//! The job arrays of a campaign: submission, status, and collection of their rows.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use crate::bench::campaign::{Campaign, CampaignError, CampaignJob};
use crate::bench::log::{FILE, LogError, RowLog};
use crate::bench::row::ResultRow;
use crate::bench::run::kill_after;
use crate::bench::slurm::parts::{JOBS, LOG, TaskRows, tasks};
use crate::bench::slurm::queue::{self, QueueEntry, script};
use crate::bench::slurm::{FOLDER, SlurmError};

/// The options of an array submission.
#[derive(Clone, Debug)]
pub struct ArrayOptions {
    /// The arguments of the campaign's command line after `encycle bench`.
    pub words: Vec<OsString>,
    /// The maximum number of jobs per task. A task may have more jobs if the array would otherwise have more tasks than
    /// Slurm allows.
    pub batch: NonZero<usize>,
    /// Options of sbatch, each a single argument.
    pub options: Vec<OsString>,
}

/// A submitted array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// The job id of the array.
    pub id: String,
    /// The number of tasks.
    pub tasks: usize,
    /// The number of jobs of the largest task.
    pub longest: usize,
}

/// An event during [`Arrays::wait`].
#[derive(Clone, Debug)]
pub enum ArrayEvent<'a> {
    /// A row was collected.
    Row(Box<ResultRow>),
    /// The current queue entries of the tasks.
    Queue(&'a [QueueEntry]),
    /// A query of Slurm failed with this message and will be repeated.
    Silence(&'a str),
}

/// A task that ended without a row for each of its jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedTask {
    /// The folder of the task.
    pub folder: PathBuf,
    /// The number of missing rows.
    pub missing: usize,
    /// The last state, if Slurm still has a record of the task.
    pub state: Option<String>,
    /// The last line of the task's log; `None` if the log is empty or unreadable.
    pub last_words: Option<String>,
}

/// The number of consecutive failed queries after which waiting for Slurm ends. They take some minutes altogether.
const MAX_FAILED_QUERIES: usize = 30;
/// The first and the longest pause between two queries of Slurm.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(10)];

/// The job arrays of a campaign's folder.
#[derive(Debug)]
pub struct Arrays {
    folder: PathBuf,
    parts: TaskRows,
    elements: Vec<QueueEntry>,
}

impl Arrays {
    /// Creates a handle on the arrays of `folder`. `rows` are the rows that have already been collected.
    ///
    /// # Errors
    /// Returns an error if the current folder of this process cannot be determined.
    pub fn new(folder: &Path, rows: &[ResultRow]) -> io::Result<Self> {
        let folder = std::path::absolute(folder)?;
        Ok(Self { folder, parts: TaskRows::after(rows), elements: Vec::new() })
    }

    /// Returns whether the folder has tasks, finished or not.
    #[must_use]
    pub fn any(&self) -> bool {
        !tasks(&self.folder).is_empty()
    }

    /// Appends the new rows of the tasks to `log`, and returns them.
    ///
    /// # Errors
    /// Returns an error if rows cannot be read or written, or are not comparable with the rows of the campaign.
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

    /// Queries Slurm, and returns the tasks that are queued or running.
    ///
    /// # Errors
    /// Returns an error if `squeue` is missing or fails.
    pub fn alive(&mut self) -> Result<Vec<&QueueEntry>, SlurmError> {
        let mut names: Vec<String> =
            tasks(&self.folder).iter().map(|task| task.names()[0].clone()).collect();
        names.dedup();
        self.elements = if names.is_empty() { Vec::new() } else { queue::elements(&names)? };
        Ok(self.elements.iter().filter(|element| element.is_alive()).collect())
    }

    /// Submits jobs as one array, after removing the folders of earlier arrays. The tasks of these arrays must have
    /// ended, and their rows must have been collected.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or sbatch is missing or fails.
    pub fn submit(
        &mut self,
        campaign: &Campaign,
        jobs: &[CampaignJob],
        options: &ArrayOptions,
    ) -> Result<Submitted, SlurmError> {
        self.remove();
        let most = queue::most_tasks().unwrap_or(usize::MAX);
        let batches = batches(jobs, options.batch.get(), most);
        let parent = self.folder.join(FOLDER);
        fs::create_dir_all(&parent).map_err(SlurmError::io(&parent))?;
        // a temporary folder is removed if the submission fails
        let mut builder = tempfile::Builder::new();
        builder.prefix("encycle-").rand_bytes(10);
        // mode 0777 leaves access to the umask, whereas the default of `tempfile` excludes other users
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let array = builder.tempdir_in(&parent).map_err(SlurmError::io(&parent))?;
        let name = array.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let script = fill(array.path(), campaign, &batches, options)
            .map_err(|(path, error)| SlurmError::io(path)(error))?;
        let longest = batches.iter().map(Vec::len).max().unwrap_or(0);
        let (jobs_at_once, timeout) = (campaign.settings.jobs.get(), campaign.settings.timeout);
        // sbatch uses the last occurrence of an option, so the user's options override `defaults`, and `fixed`
        // overrides both
        let defaults = [
            "--export=ALL".to_owned(),
            "--output=/dev/null".to_owned(),
            format!("--cpus-per-task={jobs_at_once}"),
            format!("--time={}", minutes(longest.div_ceil(jobs_at_once), timeout)),
        ];
        let fixed = [
            "--parsable".to_owned(),
            format!("--job-name={name}"),
            format!("--array=0-{}", batches.len().saturating_sub(1)),
        ];
        let chosen = defaults.iter().map(OsStr::new).chain(options.options.iter().map(OsStr::new));
        let words = chosen.chain(fixed.iter().map(OsStr::new)).chain([script.as_os_str()]);
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

    /// Collects rows until no task is queued or running.
    ///
    /// # Errors
    /// Returns an error if rows cannot be collected, or if all queries of Slurm fail for some minutes. In that case,
    /// the tasks continue.
    pub fn wait(
        &mut self,
        campaign: &Campaign,
        log: &RowLog,
        on_event: &mut dyn FnMut(ArrayEvent<'_>),
    ) -> Result<(), SlurmError> {
        let [mut pause, longest] = PAUSES;
        let mut failed_queries = 0;
        loop {
            let is_over = match self.alive() {
                Ok(alive) => {
                    let is_over = alive.is_empty();
                    failed_queries = 0;
                    on_event(ArrayEvent::Queue(&self.elements));
                    is_over
                }
                Err(SlurmError::Unknown(words)) if failed_queries < MAX_FAILED_QUERIES => {
                    failed_queries += 1;
                    on_event(ArrayEvent::Silence(&words));
                    false
                }
                Err(error) => return Err(error),
            };
            // collect after the query, because a task that the query reported as ended has written all its rows
            self.collect(campaign, log)?
                .into_iter()
                .for_each(|row| on_event(ArrayEvent::Row(row.into())));
            if is_over {
                return Ok(());
            }
            std::thread::sleep(pause);
            pause = (pause * 3 / 2).min(longest);
        }
    }

    /// Returns the tasks with jobs that have no row in `rows`.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
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

    /// Removes the folders of all arrays. Call it after all rows have been collected. Errors are ignored,
    /// because files left behind are harmless.
    pub fn remove(&self) {
        let _ = fs::remove_dir_all(self.folder.join(FOLDER));
    }
}

/// Writes the folders of the tasks and the batch script, and returns the path of the script.
fn fill(
    array: &Path,
    campaign: &Campaign,
    batches: &[Vec<&CampaignJob>],
    options: &ArrayOptions,
) -> Result<PathBuf, (PathBuf, io::Error)> {
    let put = |path: PathBuf, bytes: &[u8]| {
        fs::write(&path, bytes).map_err(|error| (path.clone(), error)).map(|()| path)
    };
    for (number, batch) in batches.iter().enumerate() {
        let task = array.join(number.to_string());
        fs::create_dir(&task).map_err(|error| (task.clone(), error))?;
        let ids: Vec<&str> = batch.iter().map(|job| &*job.id).collect();
        put(task.join(JOBS), (ids.join("\n") + "\n").as_bytes())?;
        // create the file here, because a network file system may cache for a while that a file does not exist
        put(task.join(FILE), b"")?;
        put(task.join(LOG), b"")?;
    }
    let place = std::env::current_dir().map_err(|error| (PathBuf::from("."), error))?;
    put(array.join("script"), &script(&place, &campaign.program, "bench", &options.words, array))
}

/// Returns the number of minutes needed to read the puzzles and then to execute `runs` runs in sequence, each up to its
/// limit; at most a year.
pub(super) fn minutes(runs: usize, timeout: Duration) -> u64 {
    const BEFORE: u64 = 5;
    const YEAR: u64 = 365 * 24 * 60;
    let runs = runs as f64 * kill_after(timeout).as_secs_f64() / 60.0;
    (runs.ceil() as u64).saturating_add(BEFORE).min(YEAR)
}

// The partition of jobs into the batches of tasks.

/// Divides jobs, in order, into at most `most` batches of at most `size` jobs. If `most` batches do not
/// suffice, the batches become larger.
///
/// All entrants on one puzzle are compared with each other. Therefore they stay in one batch, and so on one machine,
/// unless they exceed the batch size.
#[must_use]
pub fn batches(jobs: &[CampaignJob], size: usize, most: usize) -> Vec<Vec<&CampaignJob>> {
    let most = most.max(1);
    let mut size = size.max(1).max(jobs.len().div_ceil(most));
    loop {
        let batches = of_size(jobs, size);
        if batches.len() <= most {
            return batches;
        }
        size += size.div_ceil(8);
    }
}

fn of_size(jobs: &[CampaignJob], size: usize) -> Vec<Vec<&CampaignJob>> {
    let mut batches: Vec<Vec<&CampaignJob>> = Vec::new();
    for group in jobs.chunk_by(|a, b| (a.repeat, a.puzzle) == (b.repeat, b.puzzle)) {
        match batches.last_mut() {
            Some(batch) if batch.len() + group.len() <= size => batch.extend(group),
            _ => batches.extend(group.chunks(size).map(|piece| piece.iter().collect())),
        }
    }
    batches
}

// A job array whose tasks leave their results in files.

/// A job array. Task N runs `encycle SUBCOMMAND --task FOLDER/N WORDS...`, and appends its output to the file `log` in
/// the folder `FOLDER/N`.
#[derive(Clone, Debug)]
pub struct TaskArray<'a> {
    /// The subcommand.
    pub subcommand: &'a str,
    /// The arguments after the subcommand.
    pub words: Vec<OsString>,
    /// The folder that contains the folders of the tasks.
    pub folder: PathBuf,
    /// The wall-clock limit of a task, if it has one.
    pub timeout: Option<Duration>,
    /// Options of sbatch, each a single argument.
    pub options: &'a [OsString],
}

impl TaskArray<'_> {
    /// Submits the tasks with these numbers, and waits until all of them have ended. Returns the job id, even if a task
    /// failed; the log of the task contains the reason.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or sbatch is missing or fails.
    pub fn run(&self, numbers: &[usize]) -> Result<String, SlurmError> {
        let folder = std::path::absolute(&self.folder).map_err(SlurmError::io(&self.folder))?;
        for number in numbers {
            let task = folder.join(number.to_string());
            fs::create_dir_all(&task).map_err(SlurmError::io(&task))?;
            let log = task.join(LOG);
            fs::write(&log, b"").map_err(SlurmError::io(&log))?;
        }
        let io = |error| SlurmError::io("this program")(error);
        let (place, program) =
            (std::env::current_dir().map_err(io)?, std::env::current_exe().map_err(io)?);
        let text = script(&place, &program, self.subcommand, &self.words, &folder);
        let file = folder.join("script");
        fs::write(&file, text).map_err(SlurmError::io(&file))?;
        // sbatch uses the last occurrence of an option
        let mut defaults = vec!["--export=ALL".to_owned(), "--output=/dev/null".to_owned()];
        defaults.extend(self.timeout.map(|timeout| format!("--time={}", minutes(1, timeout))));
        let numbers = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let fixed = [
            "--parsable".to_owned(),
            format!("--job-name=encycle-{}", self.subcommand),
            format!("--array={numbers}"),
        ];
        let words = defaults.iter().map(OsStr::new).chain(self.options.iter().map(OsStr::new));
        queue::submit_and_wait(words.chain(fixed.iter().map(OsStr::new)).chain([file.as_os_str()]))
    }

    /// Returns the last line of the log of a task, if there is one.
    #[must_use]
    pub fn last_words(folder: &Path) -> Option<String> {
        super::Task { folder: folder.to_owned() }.last_words()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that hangs is killed after 1.1 times its limit plus five seconds.
    #[test]
    fn the_time_limit_covers_a_batch_in_which_every_run_reaches_its_limit() {
        assert_eq!(minutes(20, Duration::from_secs(60)), (20 * (66 + 5_u64)).div_ceil(60) + 5);
        assert_eq!(minutes(1, Duration::from_secs(u64::MAX / 2)), 365 * 24 * 60);
    }

    /// Returns one job for each puzzle number, all in the same repeat.
    fn jobs(puzzles: &[usize]) -> Vec<CampaignJob> {
        let job = |(entrant, &puzzle): (usize, &usize)| CampaignJob {
            id: format!("{puzzle} {entrant}"),
            puzzle,
            entrant,
            repeat: 1,
            seed: None,
        };
        puzzles.iter().enumerate().map(job).collect()
    }

    fn sizes(puzzles: &[usize], size: usize, most: usize) -> Vec<usize> {
        let jobs = jobs(puzzles);
        let batches = batches(&jobs, size, most);
        let together: Vec<&CampaignJob> = batches.iter().flatten().copied().collect();
        assert_eq!(together, jobs.iter().collect::<Vec<_>>(), "each job once, in order");
        batches.iter().map(Vec::len).collect()
    }

    /// Times that were measured on different nodes are not comparable.
    #[test]
    fn entrants_on_one_puzzle_stay_in_one_batch() {
        assert_eq!(sizes(&[0, 0, 1, 1, 2, 2], 3, 100), [2, 2, 2]);
        assert_eq!(sizes(&[0, 0, 1, 1, 2, 2], 4, 100), [4, 2]);
        // three entrants exceed a batch of two
        assert_eq!(sizes(&[0, 0, 0, 1], 2, 100), [2, 2]);
    }

    #[test]
    fn batches_grow_until_the_array_is_small_enough() {
        assert_eq!(sizes(&[0, 1, 2, 3, 4, 5, 6], 1, 100), [1; 7]);
        assert_eq!(sizes(&[0, 1, 2, 3, 4, 5, 6], 1, 3), [3, 3, 1]);
        assert_eq!(sizes(&[0, 0, 1, 1, 2, 2], 1, 2), [4, 2]);
        assert_eq!(sizes(&[0, 1, 2], 1, 0), [3]);
        assert_eq!(sizes(&[], 5, 5), [0; 0]);
    }
}
