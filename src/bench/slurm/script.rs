//! The script that Slurm runs for each task.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

/// A script that runs `program bench --task FOLDER/NUMBER WORDS...` in `place`, whatever is in these paths and words,
/// and keeps what it says in `FOLDER/NUMBER/log`.
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

/// A word of a shell: in single quotes nothing has a meaning but the single quote (POSIX.1-2017, XCU 2.2.2).
fn quoted(word: &OsStr) -> Vec<u8> {
    let inside =
        word.as_bytes().split(|&byte| byte == b'\'').collect::<Vec<_>>().join(&b"'\\''"[..]);
    [b"'", &*inside, b"'"].concat()
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt as _;
    use std::process::Command;

    use super::*;

    /// A shell gets back each word as it was, also what is no text.
    #[test]
    fn a_shell_reads_words_as_they_were() {
        let words = ["", "a b", "it's", "'", "$(id)`id`", "\\", "new\nline", "\"", "-x", "*", "é"];
        let mut words: Vec<OsString> = words.map(OsString::from).to_vec();
        words.push(OsString::from_vec((1..=255).collect()));
        for word in words {
            let mut text = b"printf %s ".to_vec();
            text.extend(quoted(&word));
            let output = Command::new("sh").arg("-c").arg(OsStr::from_bytes(&text)).output();
            assert_eq!(output.expect("a shell").stdout, word.as_bytes(), "{word:?}");
        }
    }
}
