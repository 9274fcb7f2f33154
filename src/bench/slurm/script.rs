//! The batch script that Slurm runs for each task.

use std::ffi::OsString;
use std::path::Path;

use crate::bench::shell::quoted;

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
