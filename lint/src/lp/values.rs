//! Numbers and relations.

use crate::lp::columns::LinePosition;
use crate::lp::rules;
use crate::shown;

/// Says what is wrong with a number.
pub fn check_number(bytes: &[u8], at: usize, place: &mut LinePosition<'_>) {
    let shown = shown(bytes);
    if bytes.first() == Some(&b'.') {
        place.say(&rules::NUMBER_FORM, at, || {
            format!("`{shown}` begins with a dot; write `0{shown}`")
        });
    }
    let value: Option<f64> = str::from_utf8(bytes).ok().and_then(|text| text.parse().ok());
    if value.is_some_and(|value| !value.is_finite()) {
        place.say(&rules::NUMBER_FINITE, at, || format!("`{shown}` is beyond all numbers"));
    }
}

/// Says what is wrong with a relation.
pub fn check_relation(bytes: &[u8], at: usize, place: &mut LinePosition<'_>) {
    let better = match bytes {
        b"<=" | b">=" | b"=" => return,
        [b'<', ..] | b"=<" => "<=",
        [b'>', ..] | b"=>" => ">=",
        _ => "=",
    };
    let message = || format!("`{}` is not read by all; write `{better}`", shown(bytes));
    place.say(&rules::RELATION_FORM, at, message);
}

/// Whether the word means no finite number.
pub fn is_endless(word: &[u8]) -> bool {
    ["inf", "infinity", "nan"].iter().any(|endless| word.eq_ignore_ascii_case(endless.as_bytes()))
}
