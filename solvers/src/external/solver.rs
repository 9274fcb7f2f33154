//! A solver program on this machine: a description and a path.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::Stop;
use crate::answers::without_escapes;
use crate::catalogue::Description;
use crate::process::cleanup::WorkDir;
use crate::process::{FinishedProcess, ProcessJob, absolute, execute};

/// The time limit for printing the version of a program.
const VERSION_WAIT: Duration = Duration::from_secs(2);

/// A solver program on this machine.
#[derive(Clone, Debug)]
pub struct Solver {
    /// The description of the program.
    pub description: Description,
    /// The path of the program.
    pub path: PathBuf,
    version: Arc<OnceLock<Option<String>>>,
    is_fallback: bool,
}

impl Solver {
    /// Combines a description and a program, without running it.
    pub fn new(description: Description, path: impl Into<PathBuf>) -> Self {
        let (path, version) = (path.into(), Arc::default());
        Self { description, path, version, is_fallback: false }
    }

    /// Combines a program that no description lists with the fallback description. The name of the solver becomes the
    /// name of the file.
    pub(crate) fn unknown(mut description: Description, path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        if let Some(name) = path.file_name() {
            description.name = name.to_string_lossy().into_owned();
        }
        Self { is_fallback: true, ..Self::new(description, path) }
    }

    /// Returns whether the description is only the fallback: the program was named by its path, and no description
    /// lists a program of this file name.
    #[must_use]
    pub fn is_fallback(&self) -> bool {
        self.is_fallback
    }

    /// Returns the name with the options of the run.
    #[must_use]
    pub fn name(&self) -> String {
        let words = [&self.description.name].into_iter().chain(&self.description.options);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Returns the solver with the arguments of a run that only simplifies the formula ([`Description::simplify`]), or
    /// `None` if the solver cannot simplify. [`prove`](Self::prove) performs the run.
    #[must_use]
    pub fn simplifying(&self) -> Option<Self> {
        let mut solver = self.clone();
        solver.description.arguments = std::mem::take(&mut solver.description.simplify);
        solver.description.is_simplifying = true;
        (!solver.description.arguments.is_empty()).then_some(solver)
    }

    /// Returns the version that the program prints; `None` if it prints none. The first call runs the program.
    #[must_use]
    pub fn version(&self) -> Option<String> {
        self.version.get_or_init(|| self.query_version()).clone()
    }

    fn query_version(&self) -> Option<String> {
        let query = self.description.version.as_ref()?;
        let work_dir = WorkDir::new().ok()?;
        let arguments: Vec<OsString> = query.arguments.iter().map(OsString::from).collect();
        let mut output = String::new();
        let wall = VERSION_WAIT;
        let finished = launch(&self.path, &arguments, None, work_dir.path(), wall, |line| {
            output.push_str(&without_escapes(&String::from_utf8_lossy(line)));
            output.push('\n');
        })
        .ok()?;
        // some programs print the version on standard error, which is in the last lines
        query.pick(&output).or_else(|| query.pick(&finished.last_lines.join("\n")))
    }
}

/// Runs a program within a time limit and with at most 1 MiB of output.
pub(crate) fn launch(
    program: &Path,
    arguments: &[OsString],
    input: Option<&Path>,
    work_dir: &Path,
    wall: Duration,
    on_line: impl FnMut(&[u8]) + Send,
) -> io::Result<FinishedProcess> {
    execute(
        &ProcessJob {
            program: &absolute(program),
            arguments,
            input,
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
