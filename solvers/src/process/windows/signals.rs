//! Console events that end this program, and exceptions that ended a solver.

use std::io;
use std::process::ExitStatus;
use std::sync::OnceLock;

use windows_sys::Win32::System::Console::{CTRL_C_EVENT, SetConsoleCtrlHandler};

use super::job::checked;

/// The exit codes after Ctrl-C and after the other events: 128 plus the numbers of SIGINT and SIGTERM, as on Unix.
const EXIT_CODES: [i32; 2] = [130, 143];

/// The function that the handler calls.
static ON_END: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// Calls `on_end` at the first Ctrl-C or Ctrl-Break, or when the console is closed, at logoff and at
/// shutdown; then exits with 130 after Ctrl-C and 143 after the others.
///
/// # Errors
/// The call of the system fails.
pub(crate) fn install_handler(on_end: impl Fn() + Send + Sync + 'static) -> io::Result<()> {
    ON_END.get_or_init(|| Box::new(on_end));
    // SAFETY: `handler` has the required type and exists as long as the program. The system calls it in a
    // thread of its own, so that it may take locks.
    checked(unsafe { SetConsoleCtrlHandler(Some(handler), 1) })
}

/// The handler of the system's events.
unsafe extern "system" fn handler(event: u32) -> i32 {
    if let Some(on_end) = ON_END.get() {
        on_end();
    }
    std::process::exit(EXIT_CODES[usize::from(event != CTRL_C_EVENT)])
}

/// The first of the exit codes that are `NTSTATUS` errors.
const FIRST_ERROR: u32 = 0xC000_0000;

/// Returns the code of the exception that ended a program.
pub(crate) fn crash(status: ExitStatus) -> Option<i32> {
    status.code().filter(|code| code.cast_unsigned() >= FIRST_ERROR)
}

/// Describes the exception that ended a program: its code, and its name if it is a common exception.
pub(crate) fn crash_name(code: i32) -> String {
    let name = match code.cast_unsigned() {
        0xC000_0005 => " (access violation)",
        0xC000_0017 => " (out of memory)",
        0xC000_001D => " (illegal instruction)",
        0xC000_0094 => " (integer division by zero)",
        0xC000_00FD => " (stack overflow)",
        0xC000_0135 => " (a library was not found)",
        0xC000_013A => " (Ctrl-C)",
        0xC000_0409 => " (abort)",
        _ => "",
    };
    format!("exception {:#010x}{name}", code.cast_unsigned())
}

/// Returns whether the system ended a program because it wrote a file beyond the limit. Always returns false, because
/// Windows has no such limit.
pub(crate) fn exceeded_file_limit(_: ExitStatus) -> bool {
    false
}
