//! Numbers and relations.

use crate::lp::columns::LinePosition;
use crate::lp::rules;
use crate::{Number, shown};

/// The number from which on SCIP reads infinity; CBC and HiGHS do from 1e30 on, GLPK never.
pub const INFINITE: f64 = 1e20;

/// Checks the form and the value of a number, and returns it.
pub fn check_number(bytes: &[u8], at: usize, place: &mut LinePosition<'_>) -> Number {
    if bytes.first() == Some(&b'.') {
        place.report_finding(&rules::NUMBER_FORM, at, || {
            let shown = shown(bytes);
            format!("number that begins with a dot: `{shown}`; write `0{shown}`")
        });
    }
    let number = Number::parse(bytes).unwrap_or(Number::Real(f64::NAN));
    if number.value() >= INFINITE {
        place.report_finding(&rules::NUMBER_FINITE, at, || {
            let shown = shown(bytes);
            format!("number that some programs read as infinite: `{shown}`; write a smaller one, or `inf` in a bound")
        });
    }
    number
}

/// Checks the form of a relation.
pub fn check_relation(bytes: &[u8], at: usize, place: &mut LinePosition<'_>) {
    let better = match bytes {
        b"<=" | b">=" | b"=" => return,
        [b'<', ..] | b"=<" => "<=",
        [b'>', ..] | b"=>" => ">=",
        _ => "=",
    };
    let message = || {
        format!("relation that some programs do not support: `{}`; write `{better}`", shown(bytes))
    };
    place.report_finding(&rules::RELATION_FORM, at, message);
}

/// Returns whether a word denotes infinity or NaN.
pub fn is_infinity(word: &[u8]) -> bool {
    ["inf", "infinity", "nan"].iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}
