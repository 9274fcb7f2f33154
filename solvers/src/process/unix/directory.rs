//! Work directories, each with a watchdog.

use std::fs::DirBuilder;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt;

use crate::process::job::MARK;
use crate::process::unix::group::ProcessGroup;
use crate::process::unix::signals::keep_ended_children;

/// A guard of a work directory, which removes the directory if this process is killed.
#[derive(Debug)]
pub(crate) struct DirectoryGuard(Option<Watchdog>);

impl DirectoryGuard {
    /// Creates the directory, with access only for this user.
    ///
    /// # Errors
    /// The directory cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        keep_ended_children();
        // the watchdog comes first, so that the directory never exists without a watchdog; if there is no shell, there
        // is no watchdog, but everything else works
        let mut watchdog = Watchdog::new().ok();
        watchdog.as_mut().map_or(Ok(()), |watchdog| watchdog.guard(path))?;
        DirBuilder::new().mode(0o700).create(path)?;
        Ok(Self(watchdog))
    }

    /// Returns the process number of the watchdog.
    pub fn process(&self) -> Option<u32> {
        self.0.as_ref().map(Watchdog::process)
    }

    /// Sets the group that runs in the directory, or that no group runs in it.
    pub fn watch(&mut self, group: Option<&ProcessGroup>) {
        if let Some(watchdog) = &mut self.0 {
            watchdog.watch(group.map_or(0, |group| group.number()));
        }
    }

    /// Does nothing, because on Unix a directory can be removed while its watchdog runs.
    pub fn release(&mut self) {}
}

// A watchdog: a process that cleans up if this process is killed by SIGKILL, which no process can handle.

/// Reads the directory, then lines with the number of the running process group (0 for none), until the line `done`. If
/// the input ends earlier, the parent has died. In this case, the script kills the group and its escaped descendants,
/// which it finds by their mark in `/proc` or, without `/proc`, in the environments that `ps -E` prints (macOS), and
/// removes the directory.
const SCRIPT: &str = r#"
marked() {
    if [ -d /proc/self ]; then
        for file in $(grep -lzxF -e "$1" /proc/[0-9]*/environ); do
            process=${file#/proc/}
            echo "${process%/environ}"
        done
    else
        ps -axwwE -o pid= -o command= | while read -r process rest; do
            case " $rest " in *" $1 "*) echo "$process" ;; esac
        done
    fi
}
IFS= read -r directory || exit 0
group=0
while read -r line; do
    [ "$line" != done ] || exit 0
    group=$line
done
[ "$group" = 0 ] || kill -s KILL -- "-$group"
# a process that is being started has no environment yet, so that one search may miss it
round=0 clean=0
while [ "$round" -lt 20 ] && [ "$clean" -lt 2 ]; do
    round=$((round + 1)) clean=$((clean + 1))
    for process in $(marked "$1=$directory"); do
        kill -s KILL "$process"
        clean=0
    done
    rm -rf -- "$directory" || clean=0
    [ "$clean" != 1 ] || sleep 0.1
done
"#;

/// The time within which the script must end after `done`.
const PATIENCE: Duration = Duration::from_secs(2);

/// The watchdog of one directory.
#[derive(Debug)]
pub(crate) struct Watchdog {
    child: Child,
    line: Option<ChildStdin>,
}

impl Watchdog {
    /// Starts a watchdog.
    ///
    /// # Errors
    /// `/bin/sh` cannot be started.
    pub fn new() -> io::Result<Self> {
        let mut child = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "encycle-watchdog", MARK])
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Ctrl-C on the terminal signals the parent's group, and must not end the watchdog
            .process_group(0)
            .spawn()?;
        let line = child.stdin.take();
        Ok(Self { child, line })
    }

    /// Returns the process number of the watchdog.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sets the directory. Must be called once, before the directory is created.
    ///
    /// # Errors
    /// The path contains a line break, or the watchdog has ended.
    pub fn guard(&mut self, directory: &Path) -> io::Result<()> {
        let bytes = directory.as_os_str().as_bytes();
        if bytes.contains(&b'\n') {
            return Err(io::Error::other(
                "the path of the temporary directory contains a line break",
            ));
        }
        let line = [bytes, b"\n"].concat();
        self.line.as_mut().map_or(Ok(()), |pipe| pipe.write_all(&line))
    }

    /// Sets the running process group, 0 for none.
    pub fn watch(&mut self, group: i32) {
        self.send(format_args!("{group}"));
    }

    /// Sends a line. Does nothing if the watchdog has ended.
    fn send(&mut self, what: std::fmt::Arguments<'_>) {
        let _ = self.line.as_mut().map(|line| writeln!(line, "{what}"));
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.send(format_args!("done"));
        self.line = None;
        if !matches!(self.child.wait_timeout(PATIENCE), Ok(Some(_))) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
