//! What a name may be.

use crate::lp::rules;
use crate::lp::sections::is_keyword;
use crate::{LintRule, shown};

/// Beyond this CBC renames all columns.
const LONG: usize = 100;
/// Beyond this CPLEX truncates.
const LIMIT: usize = 255;

/// The rules that a name breaks, each with what to say.
pub fn flaws(name: &[u8], mut on_flaw: impl FnMut(&'static LintRule, String)) {
    let mut say = |rule, text: &str| on_flaw(rule, format!("name `{}` {text}", shown(name)));
    if name.len() > LIMIT {
        let text = format!("has {} characters; shorten it to at most {LONG}", name.len());
        say(&rules::NAME_LIMIT, &text);
    } else if name.len() > LONG {
        let text = format!("has {} characters; shorten it to at most {LONG}", name.len());
        say(&rules::NAME_LENGTH, &text);
    }
    // what is not ASCII has a rule of its own
    let odd = |byte: &&u8| byte.is_ascii() && !byte.is_ascii_alphanumeric() && **byte != b'_';
    let is_legal = |byte: &u8| b"!\"#$%&(),.;?@'`{}~".contains(byte);
    if let Some(&byte) = name.iter().filter(odd).find(|byte| !is_legal(byte)) {
        let text = format!("has `{}`; write letters, digits and `_`", byte.escape_ascii());
        say(&rules::NAME_CHARACTERS, &text);
    } else if let Some(&byte) = name.strip_prefix(b".").unwrap_or(name).iter().find(odd) {
        let text = format!("has `{}`; letters, digits and `_` are safe", char::from(byte));
        say(&rules::NAME_SYMBOLS, &text);
    }
    match name {
        [b'0'..=b'9' | b'.', ..] => say(&rules::NAME_START, "begins so; put a letter in front"),
        [b'e' | b'E'] | [b'e' | b'E', b'0'..=b'9' | b'e' | b'E', ..] => {
            say(&rules::NAME_EXPONENT, "may be read as an exponent; put another letter in front");
        }
        _ => {}
    }
    let begins_with_inf = name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(b"inf"));
    if begins_with_inf || is_keyword(name) {
        say(&rules::NAME_KEYWORD, "is or begins with a word of the format; put `x_` in front");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(name: &str) -> Vec<&'static str> {
        let mut names = Vec::new();
        flaws(name.as_bytes(), |rule, _| names.push(rule.name));
        names
    }

    #[test]
    fn safe_names_have_no_flaw() {
        for name in ["x", "_", "h_1_2", "edge", "Even3", "x".repeat(100).as_str(), "stop", "ends"] {
            assert!(broken(name).is_empty(), "{name}");
        }
    }

    #[test]
    fn each_flaw_is_named() {
        let table = [
            ("x[1]", "lp-name-characters"),
            ("x|1", "lp-name-characters"),
            ("x.1", "lp-name-symbols"),
            ("x(1)", "lp-name-symbols"),
            ("1x", "lp-name-start"),
            (".x", "lp-name-start"),
            ("e", "lp-name-exponent"),
            ("E12", "lp-name-exponent"),
            ("eels", "lp-name-exponent"),
            ("free", "lp-name-keyword"),
            ("Infinite", "lp-name-keyword"),
            ("BIN", "lp-name-keyword"),
        ];
        for (name, rule) in table {
            assert_eq!(broken(name), [rule], "{name}");
        }
        assert_eq!(broken(&"x".repeat(101)), ["lp-name-length"]);
        assert_eq!(broken(&"x".repeat(256)), ["lp-name-limit"]);
    }
}
