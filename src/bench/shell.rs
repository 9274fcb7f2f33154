//! Quoting of shell words.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

/// Quotes a word for a POSIX shell. Within single quotes, only the single quote is special (POSIX.1-2017, XCU
/// 2.2.2). A word of ordinary characters is returned unquoted.
pub(super) fn quoted(word: &OsStr) -> Vec<u8> {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./+:,=@%".contains(byte);
    let bytes = word.as_bytes();
    if !bytes.is_empty() && bytes.iter().all(is_plain) {
        return bytes.to_vec();
    }
    let inside = bytes.split(|&byte| byte == b'\'').collect::<Vec<_>>().join(&b"'\\''"[..]);
    [b"'", &*inside, b"'"].concat()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt as _;
    use std::process::Command;

    use super::*;

    /// This includes words that are not UTF-8.
    #[test]
    fn a_shell_reads_back_the_original_words() {
        let words = [
            "",
            "a b",
            "it's",
            "'",
            "$(id)`id`",
            "\\",
            "new\nline",
            "\"",
            "-x",
            "*",
            "é",
            "plain",
            "$HOME",
            "a;b",
            "~",
            "#1",
        ];
        let mut words: Vec<OsString> = words.map(OsString::from).to_vec();
        words.push(OsString::from_vec((1..=255).collect()));
        for word in words {
            let mut text = b"printf %s ".to_vec();
            text.extend(quoted(&word));
            let output = Command::new("sh").arg("-c").arg(OsStr::from_bytes(&text)).output();
            assert_eq!(output.expect("sh runs").stdout, word.as_bytes(), "{word:?}");
        }
    }
}
