//! The tokens of a line of CPLEX LP.

use crate::lp::rules;
use crate::{LintRule, shown};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LpTokenKind {
    /// A name or a keyword of the format.
    Word,
    /// A number without its sign.
    Number,
    /// `+` or `-`.
    Sign,
    /// `:`.
    Colon,
    /// A sequence of `<`, `>` and `=`.
    Relation,
    /// `->`.
    Arrow,
    /// `[`, `]`, `^`, `*` or `/`.
    Nonlinear,
}

/// A token: the bytes `start..end` of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LpToken {
    pub kind: LpTokenKind,
    pub start: usize,
    pub end: usize,
    /// Whether the previous token ends where this token starts.
    pub is_glued: bool,
}

/// Splits a text into tokens. Every byte except blanks belongs to a token. Returns whether a blank may be missing;
/// [`glued`] then finds the place.
pub fn cut(text: &[u8], tokens: &mut Vec<LpToken>) -> bool {
    tokens.clear();
    let mut may_lack = false;
    let mut at = 0;
    while at < text.len() {
        if text[at].is_ascii_whitespace() || text[at] == 0x0B {
            at += 1;
            continue;
        }
        let (kind, length) = token(&text[at..]);
        let is_glued = match tokens.last() {
            Some(last) if last.end == at => {
                may_lack |= kind != LpTokenKind::Colon && last.kind != LpTokenKind::Sign;
                true
            }
            _ => false,
        };
        tokens.push(LpToken { kind, start: at, end: at + length, is_glued });
        at += length;
    }
    may_lack
}

/// Returns the start of the first token that needs a blank before it and has none. A sign may touch the next token, and
/// a colon the name before it.
pub fn glued(tokens: &[LpToken]) -> Option<usize> {
    let needs_blank =
        |token: &LpToken| !matches!(token.kind, LpTokenKind::Colon | LpTokenKind::Nonlinear);
    let may_touch =
        |token: &LpToken| matches!(token.kind, LpTokenKind::Sign | LpTokenKind::Nonlinear);
    // the rule `lp-name-start` covers labels such as `1c:`
    let is_label = |at: usize| {
        tokens[at].kind == LpTokenKind::Number
            && tokens[at + 1].kind == LpTokenKind::Word
            && tokens.get(at + 2).is_some_and(|next| next.kind == LpTokenKind::Colon)
    };
    let pairs = tokens.windows(2).enumerate();
    pairs
        .filter(|(_, pair)| pair[1].is_glued && needs_blank(&pair[1]) && !may_touch(&pair[0]))
        .find(|(at, _)| !is_label(*at))
        .map(|(_, pair)| pair[1].start)
}

/// Returns whether a number is followed at once by a name that may be its exponent, as in `2e`.
pub fn has_half_exponent(text: &[u8], tokens: &[LpToken]) -> bool {
    tokens.windows(2).any(|pair| {
        let is_exponent = matches!(text[pair[1].start], b'e' | b'E');
        pair[0].kind == LpTokenKind::Number && pair[1].is_glued && is_exponent
    })
}

/// Returns the kind and the length of the token at the start of a text.
fn token(text: &[u8]) -> (LpTokenKind, usize) {
    let run = |of: &[u8]| text.iter().take_while(|byte| of.contains(byte)).count();
    match text[0] {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => (LpTokenKind::Word, word(text)),
        b'-' if text.get(1) == Some(&b'>') => (LpTokenKind::Arrow, 2),
        b'+' | b'-' => (LpTokenKind::Sign, 1),
        b':' => (LpTokenKind::Colon, run(b":")),
        b'<' | b'>' | b'=' => (LpTokenKind::Relation, run(b"<>=")),
        b'[' | b']' | b'^' | b'*' | b'/' => (LpTokenKind::Nonlinear, 1),
        _ => match number(text) {
            0 => (LpTokenKind::Word, word(text)),
            length => (LpTokenKind::Number, length),
        },
    }
}

/// Returns the length of the number at the start of a text; 0 if there is none.
fn number(text: &[u8]) -> usize {
    let digits = |from: usize| text[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(0);
    let mut length = whole;
    if text.get(length) == Some(&b'.') {
        let fraction = digits(length + 1);
        if whole + fraction == 0 {
            return 0;
        }
        length += 1 + fraction;
    }
    if length > 0 && matches!(text.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(length + 1), Some(b'+' | b'-')));
        let start = (length + 1 + sign).min(text.len());
        let exponent = digits(start);
        if exponent > 0 {
            length = start + exponent;
        }
    }
    length
}

/// The bytes that end a name, or the part of a name before a bracket.
const IS_END: [bool; 256] = {
    let mut is_end = [false; 256];
    let bytes = b" \t\x0B\x0C\r+-<>=:^*/[]";
    let mut at = 0;
    while at < bytes.len() {
        is_end[bytes[at] as usize] = true;
        at += 1;
    }
    is_end
};

/// Returns the length of the name at the start of a text. Brackets that touch a name belong to it, with everything up
/// to the closing bracket. Therefore `x[1,2]` is a single name, which a rule rejects.
fn word(text: &[u8]) -> usize {
    let end = text[1..].iter().position(|&byte| IS_END[usize::from(byte)]);
    let end = end.map_or(text.len(), |end| end + 1);
    if text[0] != b'[' && text.get(end) != Some(&b'[') {
        return end;
    }
    let mut in_brackets = false;
    for (at, byte) in text.iter().enumerate().skip(1) {
        match byte {
            b'[' => in_brackets = true,
            b']' if in_brackets => in_brackets = false,
            b' ' | b'\t' | 0x0B | 0x0C | b'\r' => return at,
            b'+' | b'-' | b'<' | b'>' | b'=' | b':' | b'^' | b'*' | b'/' | b']' if !in_brackets => {
                return at;
            }
            _ => {}
        }
    }
    text.len()
}

// The checks of names.

/// The length above which CBC renames all columns.
const LONG: usize = 100;
/// The length above which CPLEX truncates names.
const LIMIT: usize = 255;

/// Calls `on_flaw` with each rule that the name of a variable violates, and a message.
pub fn flaws(name: &[u8], mut on_flaw: impl FnMut(&'static LintRule, String)) {
    form_flaws(name, &mut on_flaw);
    let mut report = |rule, text: &str| on_flaw(rule, format!("name `{}` {text}", shown(name)));
    if let [b'e' | b'E'] | [b'e' | b'E', b'0'..=b'9' | b'e' | b'E', ..] = name {
        let text = "may be read as an exponent; put another letter in front";
        report(&rules::NAME_EXPONENT, text);
    }
    if begins_with_infinity(name) || is_keyword(name) {
        report(&rules::NAME_KEYWORD, KEYWORD);
    }
}

/// Calls `on_flaw` with each rule that the name of a row violates, and a message. Keywords and exponents are allowed,
/// because the colon after the name distinguishes it from them, but HiGHS stops at `inf_1:` and `nan_1:`.
pub fn label_flaws(name: &[u8], mut on_flaw: impl FnMut(&'static LintRule, String)) {
    form_flaws(name, &mut on_flaw);
    if begins_with_infinity(name) && !is_infinity(name) {
        on_flaw(&rules::NAME_KEYWORD, format!("name `{}` {KEYWORD}", shown(name)));
    }
}

const KEYWORD: &str = "is or begins with a keyword of the format; put `x_` in front";

fn begins_with_infinity(name: &[u8]) -> bool {
    name.get(..3).is_some_and(is_infinity)
}

/// Checks the length and the characters of a name.
fn form_flaws(name: &[u8], on_flaw: &mut impl FnMut(&'static LintRule, String)) {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if name.len() <= LONG && !matches!(name, [b'0'..=b'9', ..]) && name.iter().all(is_plain) {
        return;
    }
    let mut report = |rule, text: &str| on_flaw(rule, format!("name `{}` {text}", shown(name)));
    if name.len() > LIMIT {
        let text = format!("has {} characters; shorten it to at most {LONG}", name.len());
        report(&rules::NAME_LIMIT, &text);
    } else if name.len() > LONG {
        let text = format!("has {} characters; shorten it to at most {LONG}", name.len());
        report(&rules::NAME_LENGTH, &text);
    }
    // the rule `lp-not-ascii` covers other bytes
    let odd = |byte: &&u8| byte.is_ascii() && !byte.is_ascii_alphanumeric() && **byte != b'_';
    let is_legal = |byte: &u8| b"!\"#$%&(),.;?@'`{|}~".contains(byte);
    if let Some(&byte) = name.iter().filter(odd).find(|byte| !is_legal(byte)) {
        let text = format!("contains `{}`; use letters, digits and `_`", byte.escape_ascii());
        report(&rules::NAME_CHARACTERS, &text);
    } else if let Some(&byte) =
        name.strip_prefix(b".").or(name.strip_prefix(b";")).unwrap_or(name).iter().find(odd)
    {
        let text = format!("contains `{}`; use letters, digits and `_`", char::from(byte));
        report(&rules::NAME_SYMBOLS, &text);
    }
    if let [b'0'..=b'9' | b'.' | b';', ..] = name {
        report(&rules::NAME_START, "begins with a digit, a dot or `;`; put a letter in front");
    }
}

/// Returns whether a word denotes infinity or NaN.
pub fn is_infinity(word: &[u8]) -> bool {
    ["inf", "infinity", "nan"].iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

// The keywords that begin a section.

/// A section of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum LpSection {
    /// Before the first section keyword.
    #[default]
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
pub struct SectionWord {
    /// The spelling, in lower case.
    pub text: &'static str,
    pub section: LpSection,
    /// A replacement, if some programs do not support this spelling or section.
    pub better: Option<&'static str>,
}

/// Creates a keyword that all programs read.
const fn good(text: &'static str, section: LpSection) -> SectionWord {
    SectionWord { text, section, better: None }
}

/// Creates a keyword that some programs do not support.
const fn poor(text: &'static str, section: LpSection, better: &'static str) -> SectionWord {
    SectionWord { text, section, better: Some(better) }
}

/// All section keywords. `find` returns the first match, so `subject to:` precedes `subject to`, and `general
/// constraints` precedes `general`.
static WORDS: &[SectionWord] = &[
    good("minimize", LpSection::Objective),
    good("maximize", LpSection::Objective),
    good("min", LpSection::Objective),
    good("max", LpSection::Objective),
    poor("minimum", LpSection::Objective, "Minimize"),
    poor("maximum", LpSection::Objective, "Maximize"),
    poor("minimise", LpSection::Objective, "Minimize"),
    poor("maximise", LpSection::Objective, "Maximize"),
    poor("subject to:", LpSection::Rows, "Subject To"),
    good("subject to", LpSection::Rows),
    good("st", LpSection::Rows),
    good("s.t.", LpSection::Rows),
    poor("st.", LpSection::Rows, "Subject To"),
    poor("such that", LpSection::Rows, "Subject To"),
    good("bounds", LpSection::Bounds),
    good("bound", LpSection::Bounds),
    poor("general constraints", LpSection::Unsupported, "rows"),
    poor("general constraint", LpSection::Unsupported, "rows"),
    poor("gencons", LpSection::Unsupported, "rows"),
    good("generals", LpSection::Integers),
    good("general", LpSection::Integers),
    poor("gen", LpSection::Integers, "General"),
    good("integers", LpSection::Integers),
    good("integer", LpSection::Integers),
    poor("int", LpSection::Integers, "General"),
    good("binaries", LpSection::Integers),
    good("binary", LpSection::Integers),
    poor("bin", LpSection::Integers, "Binary"),
    poor("semi-continuous", LpSection::Unsupported, "binary variables and rows"),
    poor("semis", LpSection::Unsupported, "binary variables and rows"),
    poor("semi", LpSection::Unsupported, "binary variables and rows"),
    poor("sos1", LpSection::Unsupported, "binary variables and rows"),
    poor("sos2", LpSection::Unsupported, "binary variables and rows"),
    poor("sos", LpSection::Unsupported, "binary variables and rows"),
    poor("lazy constraints", LpSection::Unsupported, "rows"),
    poor("user cuts", LpSection::Unsupported, "rows"),
    poor("pwlobj", LpSection::Unsupported, "binary variables and rows"),
    good("end", LpSection::End),
];

/// Returns the section keyword at the start of a line, and the text after it. The line must be trimmed.
///
/// A word before a colon is the name of a row, and a word before a relation is the name of a variable, not a
/// keyword.
pub fn find(line: &[u8]) -> Option<(&'static SectionWord, &[u8])> {
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
    let is_sum = matches!(word.section, LpSection::Objective | LpSection::Rows);
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
    fn lines_are_split_into_tokens() {
        let table = [
            (" c1: - 2 x_1 + .5e-3 y >= -1", "W: S N W S N W R SN"),
            ("2x+y<=3", "NWSWRN"),
            ("x[1,2] + x(3)", "W S W"),
            ("[ x ^ 2 ] / 2", "Q W Q N Q Q N"),
            ("[x^2]", "QWQNQ"),
            ("b = 1 -> y =< 2e", "W R N A W R NW"),
            ("-inf <= .x", "SW R W"),
            ("1e+ 2.e5 . 5.", "NWS N W N"),
            ("s1: S1:: x:1", "W: W: W:N"),
        ];
        let mut tokens = Vec::new();
        for (text, expected) in table {
            cut(text.as_bytes(), &mut tokens);
            let mut shown = String::new();
            for token in &tokens {
                if !token.is_glued && !shown.is_empty() {
                    shown.push(' ');
                }
                shown.push(match token.kind {
                    LpTokenKind::Word => 'W',
                    LpTokenKind::Number => 'N',
                    LpTokenKind::Sign => 'S',
                    LpTokenKind::Colon => ':',
                    LpTokenKind::Relation => 'R',
                    LpTokenKind::Arrow => 'A',
                    LpTokenKind::Nonlinear => 'Q',
                });
            }
            assert_eq!(shown, expected, "{text}");
        }
    }

    fn violated(name: &str) -> Vec<&'static str> {
        let mut names = Vec::new();
        flaws(name.as_bytes(), |rule, _| names.push(rule.name));
        names
    }

    #[test]
    fn safe_names_violate_no_rule() {
        for name in ["x", "_", "h_1_2", "edge", "Even3", "x".repeat(100).as_str(), "stop", "ends"] {
            assert!(violated(name).is_empty(), "{name}");
        }
    }

    #[test]
    fn unsafe_names_violate_one_rule() {
        let table = [
            ("x[1]", "lp-name-characters"),
            ("x|1", "lp-name-symbols"),
            ("x^1", "lp-name-characters"),
            ("x.1", "lp-name-symbols"),
            ("x(1)", "lp-name-symbols"),
            ("1x", "lp-name-start"),
            (".x", "lp-name-start"),
            (";x", "lp-name-start"),
            ("e", "lp-name-exponent"),
            ("E12", "lp-name-exponent"),
            ("eels", "lp-name-exponent"),
            ("free", "lp-name-keyword"),
            ("Infinite", "lp-name-keyword"),
            ("NaN1", "lp-name-keyword"),
            ("BIN", "lp-name-keyword"),
        ];
        for (name, rule) in table {
            assert_eq!(violated(name), [rule], "{name}");
        }
        assert_eq!(violated(&"x".repeat(101)), ["lp-name-length"]);
        assert_eq!(violated(&"x".repeat(256)), ["lp-name-limit"]);
    }

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
