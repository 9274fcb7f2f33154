//! The checks of names.

use crate::lp::rules;
use crate::lp::sections::is_keyword;
use crate::{LintRule, shown};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
