//! The checks of lines in the section `Bounds`.

use crate::lp::columns::ColumnTable;
use crate::lp::names::is_infinity;
use crate::lp::position::LinePosition;
use crate::lp::rules;
use crate::lp::tokens::{Token, TokenKind};
use crate::lp::values::{Bounds, check_number, check_relation};

/// The accepted forms of a bound: `v` is a variable, `n` a number, `p` and `m` infinity with plus and minus, `f` the
/// word `free`. For example, `n<v<n` is `0 <= x <= 1`. Infinity without a sign, and a number on the left of `>=` or
/// `=`, are not accepted, because GLPK stops at them.
const FORMS: [&str; 13] =
    ["n<v", "v<n", "v>n", "v=n", "n<v<n", "vf", "m<v", "v>m", "v<p", "m<v<n", "n<v<p", "m<v<p", ""];

/// Checks a line of the section `Bounds`.
pub fn line(
    text: &[u8],
    tokens: &[Token],
    columns: &mut ColumnTable,
    place: &mut LinePosition<'_>,
) {
    // the longest form has five parts, so eight parts are enough to recognize a wrong form
    let mut form = String::new();
    let mut variable: Option<(usize, usize)> = None;
    let mut numbers: Vec<f64> = Vec::new();
    let mut sign = None;
    let mut has_long_word = false;
    for &token in tokens {
        let (at, bytes) = (token.start, &text[token.start..token.end]);
        let part = match token.kind {
            TokenKind::Sign => {
                sign = Some(bytes == b"-");
                continue;
            }
            TokenKind::Word if is_infinity(bytes) => {
                has_long_word |= bytes.len() > 3;
                match sign {
                    None => 'i',
                    Some(false) => 'p',
                    Some(true) => 'm',
                }
            }
            TokenKind::Word if bytes.eq_ignore_ascii_case(b"free") => 'f',
            TokenKind::Word => {
                variable = Some((columns.bound(bytes, at, place), at));
                'v'
            }
            TokenKind::Number => {
                let size = check_number(bytes, at, place).signed(sign == Some(true));
                if numbers.len() < 2 {
                    numbers.push(size.value());
                }
                'n'
            }
            TokenKind::Relation => {
                check_relation(bytes, at, place);
                match bytes {
                    [b'<', ..] | b"=<" => '<',
                    [b'>', ..] | b"=>" => '>',
                    _ => '=',
                }
            }
            TokenKind::Colon | TokenKind::Arrow | TokenKind::Nonlinear => '?',
        };
        sign = None;
        if form.len() < 8 {
            form.push(part);
        }
    }
    if let Some((column, at)) = variable.filter(|_| FORMS.contains(&&*form)) {
        let bounds = Bounds::of_form(&form, &numbers);
        columns.set_bounds(column, bounds, place.line);
        place.sink.bounds(column, bounds.lower, bounds.upper, place.at(at));
    }
    let message = if ["m<v<i", "i<v<i"].contains(&&*form) {
        "bound infinite on both sides; write `x free`"
    } else if form.contains('i') {
        "infinity without a sign; write `+inf` or `-inf`"
    } else if form.starts_with("n>v") || form.starts_with("n=v") {
        "number left of the relation; write the variable first: `x <= 9`"
    } else if !FORMS.contains(&&*form) {
        "invalid bound; write `0 <= x <= 9`, `x <= 9`, `x >= -inf`, `x = 1` or `x free` on a line"
    } else if has_long_word {
        "word that some programs do not support: `infinity`; write `inf`"
    } else {
        return;
    };
    let at = tokens.first().map_or(0, |token| token.start);
    place.report_finding(&rules::BOUND_FORM, at, || message.to_owned());
}
