//! A process that cleans up if this one is killed by SIGKILL, which it cannot handle.

use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use nix::unistd::Pid;
use wait_timeout::ChildExt;

use crate::process::usage::MARK;

/// Reads the directory, then lines with the number of the running process group (0 for none), until `done`.
/// If the input ends before, the parent has died: the script kills the group and its escaped descendants,
/// which it finds by their mark, and removes the directory.
const SCRIPT: &str = r#"
IFS= read -r directory || exit 0
group=0
while read -r line; do
    [ "$line" != done ] || exit 0
    group=$line
done
[ "$group" = 0 ] || kill -s KILL -- "-$group"
for round in 1 2 3; do
    for file in $(grep -lzxF -e "$1=$directory" /proc/[0-9]*/environ); do
        process=${file#/proc/}
        kill -s KILL "${process%/environ}"
    done
    rm -rf -- "$directory" && break
done
"#;

/// The time that the script has to end after `done`.
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
            // Ctrl-C on the terminal goes to the parent's group, and must not end the watchdog
            .process_group(0)
            .spawn()?;
        let line = child.stdin.take();
        Ok(Self { child, line })
    }

    /// Returns its process number.
    pub fn pid(&self) -> Pid {
        // process numbers fit: they come from the system as an i32
        Pid::from_raw(self.child.id() as i32)
    }

    /// Sets the directory. To be called once, before the directory is created.
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

    /// Sets the running process group.
    pub fn watch(&mut self, group: i32) {
        self.send(format_args!("{group}"));
    }

    /// Declares that no process group runs.
    pub fn rest(&mut self) {
        self.watch(0);
    }

    /// Sends a line. A watchdog that has ended is ignored.
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
