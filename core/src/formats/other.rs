//! Texts that are not puzzles, which errors name: web pages, results of `encycle`, and other character encodings.

use std::borrow::Cow;

use encycle_encodings::text::{Fault, Text};

use crate::formats::ParseError;

/// The verdicts in the first line of a result.
const VERDICTS: [&str; 6] = ["solved", "unique", "several", "no-solution", "unknown", "failed"];

/// Returns the verdict of a line that `encycle solve` prints: `NAME: VERDICT (SIZE, ...)`.
pub(super) fn verdict(line: &str) -> Option<&'static str> {
    VERDICTS.into_iter().find(|verdict| {
        let (_, rest) = line.split_once(": ").unwrap_or_default();
        rest.strip_prefix(verdict).is_some_and(|rest| rest.starts_with(" ("))
    })
}

/// Returns the error for a text that is recognized as something other than a puzzle.
pub(super) fn named(text: Text<'_>) -> Option<Fault> {
    let first = text.lines().next()?;
    let is_json = first.text.starts_with('{')
        && text.0.contains("\"schema\"")
        && text.0.contains("\"encycle-");
    if is_json || verdict(first.text).is_some() {
        return Some(first.fault(
            "a result of `encycle`, not a puzzle\n\
             help: give the puzzle first, as in `encycle check PUZZLE RESULT`",
        ));
    }
    let tag = first.text.strip_prefix('<')?;
    let name = tag.split(|c: char| !c.is_ascii_alphabetic() && c != '!').next().unwrap_or_default();
    let start: String = text.0.chars().take(1000).collect::<String>().to_ascii_lowercase();
    if start.contains("<html") || start.contains("<!doctype html") {
        return Some(first.fault(
            "a web page (HTML), not a puzzle\n\
             help: give the address of the puzzle, or copy its text from the page",
        ));
    }
    let is_read = name.is_empty() || ["opensudoku", "game"].contains(&name);
    (!is_read).then(|| {
        first.fault(format!(
            "markup, such as a part of a web page or a picture, not a puzzle: {}\n\
             help: give the address of the puzzle, or its text",
            first.shown()
        ))
    })
}

/// Returns bytes as text: UTF-8, or UTF-16 with a byte order mark, without traces of other systems.
pub(super) fn text_in(bytes: &[u8]) -> Result<Cow<'_, str>, ParseError> {
    decoded(bytes).map(without_traces)
}

/// Returns a text without byte order marks at the beginning of lines, which joined files have, and without the final Ctrl-Z of
/// DOS; the line ends of old Macs become usual ones. No position changes, but in the lines of the marks.
fn without_traces(text: Cow<'_, str>) -> Cow<'_, str> {
    const MARK: &str = "\n\u{feff}";
    const END: char = '\u{1a}';
    let has_old_ends = text.contains('\r') && !text.contains('\n');
    let has_end = text.trim_end().ends_with(END);
    if !has_old_ends && !has_end && !text.contains(MARK) {
        return text;
    }
    let kept = if has_end { text.trim_end().trim_end_matches(END) } else { &*text };
    let kept = if has_old_ends { kept.replace('\r', "\n") } else { kept.to_owned() };
    Cow::Owned(kept.replace(MARK, "\n"))
}

fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, ParseError> {
    let unit = match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => {
            return Err(encoded("UTF-32", "UTF-32"));
        }
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return utf8(bytes),
    };
    let (pairs, rest) = bytes[2..].as_chunks::<2>();
    let text = char::decode_utf16(pairs.iter().copied().map(unit)).collect::<Result<_, _>>();
    match text {
        Ok(text) if rest.is_empty() => Ok(Cow::Owned(text)),
        _ => Err(encoded("damaged UTF-16", "UTF-16")),
    }
}

/// Returns the error for text in another character encoding.
fn encoded(what: &str, name: &str) -> ParseError {
    let message = format!("{what}, not UTF-8 text\nhelp: convert it: iconv -f {name} -t UTF-8");
    ParseError::at("", 0, message)
}

fn utf8(bytes: &[u8]) -> Result<Cow<'_, str>, ParseError> {
    let zeros = bytes.iter().take(64).filter(|&&byte| byte == 0).count();
    if zeros > 0 && zeros * 2 + 1 >= bytes.len().min(64) {
        let name = if bytes[0] == 0 { "UTF-16BE" } else { "UTF-16LE" };
        return Err(encoded("UTF-16 without a byte order mark", name));
    }
    std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| {
        let (good, bad) = bytes.split_at(error.valid_up_to());
        let good = std::str::from_utf8(good).unwrap_or_default();
        let good = good.strip_prefix('\u{feff}').unwrap_or(good);
        let byte = bad.first().copied().unwrap_or_default();
        let message = format!(
            "byte 0x{byte:02x} is not UTF-8 text\n\
             help: save the puzzle as UTF-8; compressed files may be gzip, xz, bzip2 or zstd"
        );
        ParseError::at(good, good.len(), message)
    })
}

#[cfg(test)]
mod tests {
    use crate::formats::{read, read_bytes};

    #[test]
    fn utf16_was_not_utf8_or_a_compressed_file() {
        let text = "slitherlink 2 3\r\n3.2\r\n.0.\r\n";
        let plain = read(text, None).unwrap();
        let units = || text.encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        let marked = [[&b"\xff\xfe"[..], &little].concat(), [&b"\xfe\xff"[..], &big].concat()];
        for bytes in &marked {
            assert_eq!(read_bytes(bytes, None), Ok(plain.clone()));
        }
        for (bytes, words) in [
            (&little[..], "-f UTF-16LE"),
            (&big, "-f UTF-16BE"),
            (&marked[0][..marked[0].len() - 1], "damaged UTF-16"),
            (b"\xff\xfe\x00\xd8", "damaged UTF-16"),
            (b"\xff\xfe\0\0s\0\0\0", "-f UTF-32"),
            (b"3.\n.\xe9\n", "byte 0xe9"),
        ] {
            let error = read_bytes(bytes, None).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn web_pages_and_results_were_damaged_numberlinks() {
        for (text, words) in [
            ("\n<!DOCTYPE html>\n<html>\n</html>\n", "2:1: a web page"),
            ("<?xml version='1.0'?>\n<html xmlns='x'/>\n", "a web page"),
            ("<svg viewBox='0 0 1 1'/>\n", "1:1: markup"),
            ("<div>\n", "markup"),
            ("a b.txt: solved (2 x 2, batsat)\n┏━━━┓\n┃ 1 ┃\n", "a result of `encycle`"),
            ("-: no-solution (2 x 2, batsat)\n", "a result of `encycle`"),
            ("{\n  \"schema\": \"encycle-solve-2\"\n}\n", "a result of `encycle`"),
        ] {
            for kind in [None, "hitori".parse::<crate::puzzle::PuzzleKind>().ok()] {
                let error = read(text, kind).unwrap_err().to_string();
                assert!(error.contains(words), "{error}");
            }
        }
    }
}
