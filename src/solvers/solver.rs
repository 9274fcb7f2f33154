//! A solver that is there: its description and where it is.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use super::cleanup::WorkDir;
use super::description::Description;
use super::limits::Stop;
use super::process::{Job, execute};

/// A solver program on this machine.
#[derive(Clone, Debug)]
pub struct Solver {
    /// What is known about it.
    pub description: Description,
    /// Where it is.
    pub path: PathBuf,
    version: OnceLock<Option<String>>,
}

impl Solver {
    /// A program that is treated as described. Nothing is tried yet.
    pub fn new(description: Description, path: impl Into<PathBuf>) -> Self {
        Self { description, path: path.into(), version: OnceLock::new() }
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
        let finished = execute(
            &Job {
                program: &absolute(&self.path),
                arguments: &arguments,
                work_dir: work_dir.path(),
                wall: Some(Duration::from_secs(5)),
                cpu: None,
                memory_mb: None,
                output_bytes: 1 << 20,
                stop: Stop::default(),
            },
            |line| {
                output.push_str(&String::from_utf8_lossy(line));
                output.push('\n');
            },
        )
        .ok()?;
        // Some print it on standard error, which is in the last lines.
        query.pick(&output).or_else(|| query.pick(&finished.last_lines.join("\n")))
    }
}

/// The path seen from any directory, since a solver runs in another one than we do.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
