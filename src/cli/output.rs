//! Output: to standard output, or to a file that is replaced atomically.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::exit::CliError;
use crate::cli::outputs::existing_folder;
use crate::cli::progress::{ProgressMode, mode, note_result, suspended};
use crate::cli::terminal;
use encycle::files::UnfinishedFile;
use encycle::files::compression::Compression;

/// Writes to a file, or to standard output for `None` and `-`. Output to a name that ends in `.gz` or `.xz` is
/// compressed. An existing file is replaced only after everything has been written, so an error leaves it intact.
pub fn write_to(
    target: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    let Some(path) = target.filter(|path| *path != Path::new("-")) else {
        return to_stdout(|stdout| {
            let mut out = BufWriter::with_capacity(1 << 16, stdout);
            write(&mut out).and_then(|()| out.flush())
        });
    };
    let attempt = || {
        // devices and pipes are written to, not replaced
        if path.exists() && !path.is_file() {
            return fill(File::options().write(true).open(path)?, path, write).map(drop);
        }
        let folder = existing_folder(path)?;
        let unfinished = UnfinishedFile::new(folder)?;
        fill(unfinished.writer()?, path, write)?;
        unfinished.finish(path)
    };
    attempt().map_err(CliError::io(path.display().to_string()))?;
    note_result(&path.display().to_string());
    Ok(())
}

/// Calls `write` with standard output.
fn to_stdout(write: impl FnOnce(StdoutLock<'_>) -> io::Result<()>) -> Result<(), CliError> {
    let stream = || write(io::stdout().lock());
    // only output on a terminal can mix with the rewritten progress line
    let mixes = mode() == ProgressMode::Terminal && io::stdout().is_terminal();
    let result = if mixes { suspended(stream) } else { stream() };
    result.map_err(CliError::io("standard output"))?;
    note_result("the results printed on standard output");
    Ok(())
}

/// Prints a line to standard error like `eprintln!`, but ignores a closed pipe instead of panicking.
macro_rules! eprint_line {
    ($($argument:tt)*) => {{
        use std::io::Write as _;
        let text = crate::cli::output::without_numbers(&format!($($argument)*));
        let text = crate::cli::option_names::with_options(&text);
        let text = crate::cli::terminal::wrapped(&text, crate::cli::terminal::error_width());
        crate::cli::progress::suspended(|| {
            let _ = writeln!(std::io::stderr(), "{text}");
        });
    }};
}
pub(crate) use eprint_line;

/// Leaves out the number that the standard library writes behind the text of an error of the operating system.
pub fn without_numbers(text: &str) -> String {
    const START: &str = " (os error ";
    let mut parts = text.split(START);
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        match part[digits..].strip_prefix(')') {
            Some(rest) if digits > 0 => left.push_str(rest),
            _ => left.extend([START, part]),
        }
    }
    left
}

static PIPE_IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns whether an earlier [`print`] found that the reader of standard output has closed the pipe.
pub fn pipe_is_closed() -> bool {
    PIPE_IS_CLOSED.load(Ordering::Relaxed)
}

/// Writes text to standard output and flushes it. A closed pipe is not an error, because the exit code still reports
/// the result.
pub fn print(text: &str) -> Result<(), CliError> {
    match to_stdout(|mut out| out.write_all(text.as_bytes()).and_then(|()| out.flush())) {
        Err(error) if error.is_closed_pipe() => {
            PIPE_IS_CLOSED.store(true, Ordering::Relaxed);
            Ok(())
        }
        other => other,
    }
}

/// Writes text for people to standard output like [`print`], and wraps long lines on a terminal.
pub fn print_message(text: &str) -> Result<(), CliError> {
    print(&terminal::wrapped(text, terminal::width()))
}

/// Prints a result as one JSON object on one line.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), CliError> {
    let text = serde_json::to_string(value).map_err(io::Error::from);
    print(&(text.map_err(CliError::io("JSON"))? + "\n"))
}

fn fill(
    file: File,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    Compression::of(path).write(BufWriter::with_capacity(1 << 16, file), write)
}
