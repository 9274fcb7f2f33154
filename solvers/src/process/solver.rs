//! A solver that is there: its description and where it is.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::catalogue::Description;
use crate::process::Stop;
use crate::process::cleanup::WorkDir;
use crate::process::supervise::{FinishedProcess, ProcessJob, execute};

/// How long a program may take to tell its version.
const VERSION_WAIT: Duration = Duration::from_secs(2);

/// A solver program on this machine.
#[derive(Clone, Debug)]
pub struct Solver {
    /// What is known about it.
    pub description: Description,
    /// Where it is.
    pub path: PathBuf,
    version: Arc<OnceLock<Option<String>>>,
    is_guess: bool,
}

impl Solver {
    /// A program that is treated as described. Nothing is tried yet.
    pub fn new(description: Description, path: impl Into<PathBuf>) -> Self {
        let (path, version) = (path.into(), Arc::default());
        Self { description, path, version, is_guess: false }
    }

    /// A program that no description knows, treated as if this were its description, but for the name, which
    /// is that of its file.
    pub(crate) fn unknown(mut description: Description, path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        if let Some(name) = path.file_name() {
            description.name = name.to_string_lossy().into_owned();
        }
        Self { is_guess: true, ..Self::new(description, path) }
    }

    /// Whether the description is a mere guess: the program was named by its path, and no description
    /// has a program of this name.
    #[must_use]
    pub fn is_guess(&self) -> bool {
        self.is_guess
    }

    /// Its version, asked from the program at the first call; `None` if it does not tell.
    pub fn version(&self) -> Option<String> {
        self.version.get_or_init(|| self.ask_version()).clone()
    }

    fn ask_version(&self) -> Option<String> {
        let query = self.description.version.as_ref()?;
        let work_dir = WorkDir::new().ok()?;
        let arguments: Vec<OsString> = query.arguments.iter().map(OsString::from).collect();
        let mut output = String::new();
        let wall = VERSION_WAIT;
        let finished = launch(&self.path, &arguments, work_dir.path(), wall, |line| {
            output.push_str(&String::from_utf8_lossy(line));
            output.push('\n');
        })
        .ok()?;
        // Some print it on standard error, which is in the last lines.
        query.pick(&output).or_else(|| query.pick(&finished.last_lines.join("\n")))
    }
}

/// Runs a program on the side, to learn something about it, with at most a mebibyte of output.
pub(crate) fn launch(
    program: &Path,
    arguments: &[OsString],
    work_dir: &Path,
    wall: Duration,
    on_line: impl FnMut(&[u8]) + Send,
) -> io::Result<FinishedProcess> {
    execute(
        &ProcessJob {
            program: &absolute(program),
            arguments,
            work_dir,
            wall: Some(wall),
            cpu: None,
            memory_mb: None,
            output_bytes: 1 << 20,
            stop: Stop::default(),
        },
        on_line,
    )
}

/// The path seen from any directory, since a solver runs in another one than we do.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
