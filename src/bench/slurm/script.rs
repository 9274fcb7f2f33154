//! The batch script that Slurm runs for each task.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use shlex::bytes::Quoter;

/// Returns a script that runs `program bench --task FOLDER/NUMBER WORDS...` in `place` and appends the output
/// to `FOLDER/NUMBER/log`. Paths and words may contain any bytes.
pub(super) fn script(place: &Path, program: &Path, words: &[OsString], folder: &Path) -> Vec<u8> {
    let [place, program, folder] = [place, program, folder].map(|path| quoted(path.as_os_str()));
    let words: Vec<Vec<u8>> = words.iter().map(|word| quoted(word)).collect();
    [
        b"#!/bin/sh\n# A task of `encycle bench --executor slurm`.\ntask=".as_slice(),
        &folder,
        b"/$SLURM_ARRAY_TASK_ID\nexec >>\"$task/log\" 2>&1\necho \"on $(uname -n), $(date)\"\ncd ",
        &place,
        b" || exit\nexec ",
        &program,
        b" bench --task \"$task\" ",
        &words.join(&b' '),
        b"\n",
    ]
    .concat()
}

/// A word as a shell reads it back.
fn quoted(word: &OsStr) -> Vec<u8> {
    // only a NUL byte is an error, and those are allowed
    Quoter::new().allow_nul(true).quote(word.as_bytes()).unwrap_or_default().into_owned()
}
