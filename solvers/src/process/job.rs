//! A job: the program to be run, and its limits.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Stop;

/// A program, its arguments and its limits.
pub(crate) struct ProcessJob<'a> {
    pub program: &'a Path,
    pub arguments: &'a [OsString],
    /// The file on the program's standard input; by default, standard input is empty.
    pub input: Option<&'a Path>,
    pub work_dir: &'a Path,
    pub wall: Option<Duration>,
    pub cpu: Option<Duration>,
    pub memory_mb: Option<u64>,
    pub output_bytes: u64,
    pub stop: Stop,
}

/// Makes a path absolute, because a solver does not run in the directory of this process.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
