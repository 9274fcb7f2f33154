//! Signals that end this program, and signals that ended a solver.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction, signal};
use signal_hook::iterator::Signals;

use crate::process::unix::processes;

/// Calls `on_end` at the first SIGINT, SIGTERM, SIGHUP or SIGQUIT, then exits with 128 plus the signal's number.
/// Signals that the parent process ignored stay ignored. Also ignores SIGXFSZ, and makes this process adopt orphans.
///
/// # Errors
/// A system call fails.
pub(crate) fn install_handler(on_end: impl FnOnce() + Send + 'static) -> io::Result<()> {
    // SAFETY: a signal is ignored, no handler runs.
    unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) }?;
    processes::adopt_orphans()?;
    let signals = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT];
    let handled = signals.into_iter().filter(|&one| !is_ignored(one)).map(|one| one as i32);
    let mut signals = Signals::new(handled)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(number) = signals.forever().next() {
            on_end();
            std::process::exit(128 + number);
        }
    })?;
    Ok(())
}

/// Returns whether a signal is ignored.
fn is_ignored(which: Signal) -> bool {
    let default = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
    // SAFETY: no handler runs: the action is the default for a moment, then the previous one.
    unsafe {
        let Ok(before) = sigaction(which, &default) else { return false };
        let _ = sigaction(which, &before);
        matches!(before.handler(), SigHandler::SigIgn)
    }
}

/// Makes children stay as zombies until they are reaped. They would not if SIGCHLD was ignored at the start.
pub(super) fn keep_ended_children() {
    if is_ignored(Signal::SIGCHLD) {
        // SAFETY: no handler runs.
        let _ = unsafe { signal(Signal::SIGCHLD, SigHandler::SigDfl) };
    }
}

/// Returns the number of the signal that ended a program.
pub(crate) fn crash(status: ExitStatus) -> Option<i32> {
    status.signal()
}

/// Describes the signal that ended a program: number and name.
pub(crate) fn crash_name(number: i32) -> String {
    let name = Signal::try_from(number).map(|signal| format!(" ({})", signal.as_str()));
    format!("signal {number}{}", name.unwrap_or_default())
}

/// Returns whether the system ended a program because it wrote a file beyond the limit.
pub(crate) fn exceeded_file_limit(status: ExitStatus) -> bool {
    status.signal() == Some(Signal::SIGXFSZ as i32)
}
