//! A process that cleans up after us if we are killed in a way that no program can see (SIGKILL).

use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use nix::unistd::Pid;
use wait_timeout::ChildExt;

use crate::process::usage::MARK;

/// Reads the directory, then lines with the number of the process group that runs now (or 0), until
/// `done`. If the input ends before, Encycle is gone: the group, whoever escaped from it, and the directory
/// go too.
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

/// How long it may take to end when all is done.
const PATIENCE: Duration = Duration::from_secs(2);

/// The watchdog of one directory.
#[derive(Debug)]
pub(crate) struct Watchdog {
    child: Child,
    line: Option<ChildStdin>,
}

impl Watchdog {
    /// Starts one.
    ///
    /// # Errors
    /// If there is no shell that can be started.
    pub fn new() -> io::Result<Self> {
        let mut child = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "encycle-watchdog", MARK])
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Ctrl-C on the terminal goes to our group, and must not end it
            .process_group(0)
            .spawn()?;
        let line = child.stdin.take();
        Ok(Self { child, line })
    }

    /// Its process number.
    pub fn pid(&self) -> Pid {
        // process numbers fit: they come from the system as an i32
        Pid::from_raw(self.child.id() as i32)
    }

    /// Tells it which directory, to be called once and before the directory is there: it may be made at any
    /// moment from now on.
    ///
    /// # Errors
    /// If the path cannot be told in a line.
    pub fn guard(&mut self, directory: &Path) -> io::Result<()> {
        let bytes = directory.as_os_str().as_bytes();
        if bytes.contains(&b'\n') {
            return Err(io::Error::other("the name of the temporary directory has two lines"));
        }
        let line = [bytes, b"\n"].concat();
        self.line.as_mut().map_or(Ok(()), |pipe| pipe.write_all(&line))
    }

    /// Tells it the process group that runs now.
    pub fn watch(&mut self, group: i32) {
        self.tell(format_args!("{group}"));
    }

    /// Tells it that no process group runs.
    pub fn rest(&mut self) {
        self.watch(0);
    }

    /// A watchdog that is gone is no reason to stop.
    fn tell(&mut self, what: std::fmt::Arguments<'_>) {
        let _ = self.line.as_mut().map(|line| writeln!(line, "{what}"));
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.tell(format_args!("done"));
        self.line = None;
        if !matches!(self.child.wait_timeout(PATIENCE), Ok(Some(_))) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
