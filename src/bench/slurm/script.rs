//! The batch script that Slurm runs for each task.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use shlex::bytes::Quoter;

/// Returns a script that runs `program SUBCOMMAND --task FOLDER/NUMBER WORDS...` in the directory `place`. The script
/// appends the output to `FOLDER/NUMBER/log`. Paths and arguments may contain any bytes.
///
/// `NUMBER` is the index of the task in the Slurm job array.
pub(super) fn script(
    place: &Path,
    program: &Path,
    subcommand: &str,
    words: &[OsString],
    folder: &Path,
) -> Vec<u8> {
    let [place, program, folder] = [place, program, folder].map(|path| quoted(path.as_os_str()));
    let words: Vec<Vec<u8>> = words.iter().map(|word| quoted(word)).collect();
    [
        b"#!/bin/sh\n# A task of `encycle ".as_slice(),
        subcommand.as_bytes(),
        b" --executor slurm`.\ntask=",
        &folder,
        b"/$SLURM_ARRAY_TASK_ID\nexec >>\"$task/log\" 2>&1\necho \"on $(uname -n), $(date)\"\ncd ",
        &place,
        b" || exit\nexec ",
        &program,
        b" ",
        subcommand.as_bytes(),
        b" --task \"$task\" ",
        &words.join(&b' '),
        b"\n",
    ]
    .concat()
}

/// Quotes an argument for the shell.
fn quoted(word: &OsStr) -> Vec<u8> {
    // quoting fails only on NUL bytes, and `allow_nul` accepts them
    Quoter::new().allow_nul(true).quote(word.as_encoded_bytes()).unwrap_or_default().into_owned()
}
