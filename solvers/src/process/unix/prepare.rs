//! The properties of a program that are set before it starts: group, limits and environment.

use std::ffi::{CString, OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

use nix::sys::resource::Resource::{RLIMIT_AS, RLIMIT_DATA, RLIMIT_FSIZE};
use nix::sys::resource::{getrlimit, setrlimit};
use nix::sys::signal::Signal;

use crate::process::job::{MARK, ProcessJob};
use crate::process::unix::processes;

/// Makes the program lead a process group and end with this process, limits its memory and its files, and sets its
/// arguments and environment. Starts it with `execve`, because the `execvp` of the standard library would run a file
/// that is not a program as a shell script.
///
/// # Errors
/// An argument or the environment contains a zero byte.
pub(crate) fn prepare(command: &mut Command, job: &ProcessJob) -> io::Result<()> {
    command.process_group(0);
    // Apple's systems reject limits of the address space, so only the resident memory is watched there
    let memory = job.memory_mb.filter(|_| !cfg!(target_vendor = "apple"));
    let memory = memory.map(|mb| allowed(RLIMIT_AS, mb.saturating_mul(1 << 20)));
    let file = allowed(RLIMIT_FSIZE, job.output_bytes);
    let program = std::iter::once(job.program.as_os_str());
    let words = StringList::of(program.chain(job.arguments.iter().map(OsString::as_os_str)))?;
    let own = [("TMPDIR", job.work_dir), (MARK, job.work_dir)];
    let mut environment: Vec<OsString> = std::env::vars_os()
        .filter(|(name, _)| own.iter().all(|(own, _)| name != own))
        .map(|(name, value)| [name, value].join(OsStr::new("=")))
        .collect();
    environment.extend(
        own.map(|(name, value)| [OsStr::new(name), value.as_os_str()].join(OsStr::new("="))),
    );
    let environment = StringList::of(environment.iter().map(OsString::as_os_str))?;
    // SAFETY: between fork and exec only system calls are made (prctl, setrlimit, signal, execve). Nothing
    // is allocated, and no lock is taken that another thread might have held at the fork. Both lists end
    // with a null, `words` has at least the program's name, and the closure owns the strings.
    unsafe {
        command.pre_exec(move || {
            processes::end_with_parent()?;
            // an ignored signal stays ignored in the started program, and this process may ignore SIGXFSZ
            nix::sys::signal::signal(Signal::SIGXFSZ, nix::sys::signal::SigHandler::SigDfl)?;
            setrlimit(RLIMIT_FSIZE, file, file)?;
            if let Some(bytes) = memory {
                setrlimit(RLIMIT_AS, bytes, bytes)?;
            }
            nix::libc::execve(words.strings[0].as_ptr(), words.pointer(), environment.pointer());
            Err(io::Error::last_os_error())
        });
    }
    Ok(())
}

/// Limits the data segment of this process and of the processes that it starts.
///
/// The limit is `RLIMIT_DATA`, which counts private memory that can be written. `RLIMIT_AS` would also count memory
/// that is only reserved, so that solvers that reserve much memory, such as solvers in Java, would not start.
///
/// # Errors
/// A system call fails.
pub(crate) fn limit_own_memory(bytes: u64) -> io::Result<()> {
    // Apple's systems do not apply the limit to memory from `mmap`
    if cfg!(target_vendor = "apple") {
        return Ok(());
    }
    let bytes = allowed(RLIMIT_DATA, bytes);
    Ok(setrlimit(RLIMIT_DATA, bytes, bytes)?)
}

/// Lowers a limit to the limit of this process, because a higher limit could not be set.
fn allowed(what: nix::sys::resource::Resource, wanted: u64) -> u64 {
    getrlimit(what).map_or(wanted, |(_, most)| wanted.min(most))
}

/// A null-terminated list of C strings, which is what `execve` requires.
struct StringList {
    strings: Vec<CString>,
    addresses: Vec<usize>,
}

impl StringList {
    fn of<'a>(words: impl Iterator<Item = &'a OsStr>) -> io::Result<Self> {
        let strings = words
            .map(|word| CString::new(word.as_bytes()).map_err(io::Error::from))
            .collect::<io::Result<Vec<CString>>>()?;
        // moving the list does not move the strings
        let addresses = strings.iter().map(|word| word.as_ptr() as usize).chain([0]).collect();
        Ok(Self { strings, addresses })
    }

    fn pointer(&self) -> *const *const nix::libc::c_char {
        self.addresses.as_ptr().cast()
    }
}
