//! Redirection of this process's standard output while a library runs.

use std::io::{self, Write as _};
use std::sync::{Mutex, PoisonError};

/// A guard that redirects standard output to standard error, because libraries may print to standard output. It affects
/// all threads of the process.
pub(super) struct StdoutRedirect;

/// The number of guards, and a copy of the real standard output.
static REDIRECT: Mutex<(usize, Option<descriptors::StdoutCopy>)> = Mutex::new((0, None));

impl StdoutRedirect {
    pub fn new() -> Self {
        let mut redirect = REDIRECT.lock().unwrap_or_else(PoisonError::into_inner);
        if redirect.0 == 0 {
            let _ = io::stdout().flush();
            redirect.1 = descriptors::copy_stdout();
            if redirect.1.is_some() {
                descriptors::stdout_to_stderr();
            }
        }
        redirect.0 += 1;
        Self
    }
}

impl Drop for StdoutRedirect {
    fn drop(&mut self) {
        let mut redirect = REDIRECT.lock().unwrap_or_else(PoisonError::into_inner);
        redirect.0 -= 1;
        if redirect.0 == 0
            && let Some(real) = redirect.1.take()
        {
            descriptors::restore_stdout(real);
        }
    }
}

#[cfg(unix)]
mod descriptors {
    use std::io;
    use std::os::fd::{FromRawFd, OwnedFd};

    use nix::fcntl::{FcntlArg, fcntl};
    use nix::unistd::dup2_stdout;

    /// A copy of standard output.
    pub type StdoutCopy = OwnedFd;

    /// Copies standard output in such a way that started programs do not inherit the copy.
    pub fn copy_stdout() -> Option<StdoutCopy> {
        let copy = fcntl(io::stdout(), FcntlArg::F_DUPFD_CLOEXEC(3)).ok()?;
        // SAFETY: the system has just made this descriptor, and nothing else owns it.
        Some(unsafe { OwnedFd::from_raw_fd(copy) })
    }

    pub fn stdout_to_stderr() {
        let _ = dup2_stdout(io::stderr());
    }

    pub fn restore_stdout(real: StdoutCopy) {
        // SAFETY: a null argument flushes all streams of the C library.
        unsafe { nix::libc::fflush(std::ptr::null_mut()) };
        let _ = dup2_stdout(real);
    }
}

/// The descriptors of the C library. It also sets the handle that the standard library writes to.
#[cfg(windows)]
mod descriptors {
    /// A copy of standard output.
    pub type StdoutCopy = i32;

    const STDOUT: i32 = 1;
    const STDERR: i32 = 2;

    /// Copies standard output.
    pub fn copy_stdout() -> Option<StdoutCopy> {
        // SAFETY: the call takes a number; a descriptor that is not open is an error.
        let copy = unsafe { libc::dup(STDOUT) };
        (copy >= 0).then_some(copy)
    }

    pub fn stdout_to_stderr() {
        // SAFETY: as above.
        unsafe { libc::dup2(STDERR, STDOUT) };
    }

    pub fn restore_stdout(real: StdoutCopy) {
        // SAFETY: a null argument flushes all streams of the C library; `real` is open, and only here.
        unsafe {
            libc::fflush(std::ptr::null_mut());
            libc::dup2(real, STDOUT);
            libc::close(real);
        }
    }
}
