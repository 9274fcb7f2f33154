//! A job array whose tasks leave their results in files.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::bench::slurm::array::minutes;
use crate::bench::slurm::parts::LOG;
use crate::bench::slurm::script::script;
use crate::bench::slurm::{SlurmError, queue};

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
