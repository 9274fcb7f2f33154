//! The keywords that begin a section.

/// A section of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Before the first section keyword.
    Start,
    Objective,
    Rows,
    Bounds,
    /// `General` or `Binary`.
    Integers,
    /// A section that some programs do not support.
    Unsupported,
    End,
}

/// A spelling of a section keyword.
pub struct Word {
    /// The spelling, in lower case.
    pub text: &'static str,
    pub section: Section,
    /// A replacement, if some programs do not support this spelling or section.
    pub better: Option<&'static str>,
}

/// Creates a keyword that all programs read.
const fn good(text: &'static str, section: Section) -> Word {
    Word { text, section, better: None }
}

/// Creates a keyword that some programs do not support.
const fn poor(text: &'static str, section: Section, better: &'static str) -> Word {
    Word { text, section, better: Some(better) }
}

/// All section keywords. `find` returns the first match, so `subject to:` precedes `subject to`, and `general
/// constraints` precedes `general`.
static WORDS: &[Word] = &[
    good("minimize", Section::Objective),
    good("maximize", Section::Objective),
    good("min", Section::Objective),
    good("max", Section::Objective),
    poor("minimum", Section::Objective, "Minimize"),
    poor("maximum", Section::Objective, "Maximize"),
    poor("minimise", Section::Objective, "Minimize"),
    poor("maximise", Section::Objective, "Maximize"),
    poor("subject to:", Section::Rows, "Subject To"),
    good("subject to", Section::Rows),
    good("st", Section::Rows),
    good("s.t.", Section::Rows),
    poor("st.", Section::Rows, "Subject To"),
    poor("such that", Section::Rows, "Subject To"),
    good("bounds", Section::Bounds),
    good("bound", Section::Bounds),
    poor("general constraints", Section::Unsupported, "rows"),
    poor("general constraint", Section::Unsupported, "rows"),
    poor("gencons", Section::Unsupported, "rows"),
    good("generals", Section::Integers),
    good("general", Section::Integers),
    poor("gen", Section::Integers, "General"),
    good("integers", Section::Integers),
    good("integer", Section::Integers),
    poor("int", Section::Integers, "General"),
    good("binaries", Section::Integers),
    good("binary", Section::Integers),
    poor("bin", Section::Integers, "Binary"),
    poor("semi-continuous", Section::Unsupported, "binary variables and rows"),
    poor("semis", Section::Unsupported, "binary variables and rows"),
    poor("semi", Section::Unsupported, "binary variables and rows"),
    poor("sos1", Section::Unsupported, "binary variables and rows"),
    poor("sos2", Section::Unsupported, "binary variables and rows"),
    poor("sos", Section::Unsupported, "binary variables and rows"),
    poor("lazy constraints", Section::Unsupported, "rows"),
    poor("user cuts", Section::Unsupported, "rows"),
    poor("pwlobj", Section::Unsupported, "binary variables and rows"),
    good("end", Section::End),
];

/// Returns the section keyword at the start of a line, and the text after it. The line must be trimmed.
///
/// A word before a colon is the name of a row, and a word before a relation is the name of a variable, not a
/// keyword.
pub fn find(line: &[u8]) -> Option<(&'static Word, &[u8])> {
    // fast path: nearly all lines begin with the name of a row or of a variable
    let first = line.first()?.to_ascii_lowercase();
    let end = line.iter().position(|byte| matches!(byte, b' ' | b'\t' | b':' | b'_' | b'0'..=b'9'));
    if end.is_some_and(|end| {
        !matches!(line[end], b' ' | b'\t') && !line[..end].eq_ignore_ascii_case(b"sos")
    }) {
        return None;
    }
    let mut words = WORDS.iter().filter(|word| word.text.as_bytes()[0] == first);
    let (word, rest) =
        words.find_map(|word| Some((word, strip(line, word.text)?.trim_ascii_start())))?;
    let is_sum = matches!(word.section, Section::Objective | Section::Rows);
    match rest.first() {
        Some(b':' | b'<' | b'>' | b'=') => None,
        Some(b'+' | b'-') if !is_sum => None,
        _ => Some((word, rest)),
    }
}

/// Returns whether a name is a keyword of the format, ignoring case.
pub fn is_keyword(name: &[u8]) -> bool {
    if name.iter().any(|byte| byte.is_ascii_digit() || *byte == b'_') {
        return name.eq_ignore_ascii_case(b"sos1") || name.eq_ignore_ascii_case(b"sos2");
    }
    let is = |word: &str| name.eq_ignore_ascii_case(word.as_bytes());
    let of_sections =
        WORDS.iter().flat_map(|word| word.text.split(' ')).filter(|word| *word != "to");
    of_sections.chain(["free"]).any(is)
}

/// Strips `words` from the start of a line, ignoring case. The line may have any number of blanks between
/// them.
fn strip<'a>(line: &'a [u8], words: &str) -> Option<&'a [u8]> {
    let mut rest = line;
    for word in words.split(' ') {
        let (start, after) = rest.trim_ascii_start().split_at_checked(word.len())?;
        let ends = after.first().is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b':');
        if !ends || !start.eq_ignore_ascii_case(word.as_bytes()) {
            return None;
        }
        rest = after;
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn section_keywords_are_distinguished_from_names() {
        let found = |line: &'static str| {
            find(line.as_bytes()).map(|(word, rest)| (word.text, str::from_utf8(rest).unwrap()))
        };
        assert_eq!(found("MINIMIZE"), Some(("minimize", "")));
        assert_eq!(found("min - x"), Some(("min", "- x")));
        assert_eq!(found("subject  To c1: x >= 1"), Some(("subject to", "c1: x >= 1")));
        assert_eq!(found("Subject To:"), Some(("subject to:", "")));
        assert_eq!(found("general"), Some(("general", "")));
        assert_eq!(found("General Constraints"), Some(("general constraints", "")));
        for name in ["mini", "st: x >= 1", "st : x >= 1", "end >= 1", "bin + x", "binary_1", ""] {
            assert_eq!(found(name), None, "{name}");
        }
        assert!(is_keyword(b"Free") && is_keyword(b"subject") && !is_keyword(b"x"));
    }
}
