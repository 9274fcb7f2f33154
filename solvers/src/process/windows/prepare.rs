//! The properties of a program that are set before it starts: group, arguments and environment.

use std::io;
use std::os::windows::process::CommandExt;
use std::process::Command;

use windows_sys::Win32::System::Threading::{CREATE_NEW_PROCESS_GROUP, CREATE_SUSPENDED};

use crate::process::job::MARK;
use crate::process::job::ProcessJob;

/// Makes the program start suspended, because it must be in its job before it starts other processes, and in its own
/// console group, so that Ctrl-C does not reach it. Sets its arguments and environment.
///
/// # Errors
/// There are no errors on Windows.
pub(crate) fn prepare(command: &mut Command, job: &ProcessJob) -> io::Result<()> {
    command.creation_flags(CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP).args(job.arguments);
    for variable in ["TMP", "TEMP", "TMPDIR", MARK] {
        command.env(variable, job.work_dir);
    }
    Ok(())
}
