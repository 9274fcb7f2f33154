//! Lines of the section `Bounds`.

use crate::lp::columns::{ColumnTable, LinePosition};
use crate::lp::rules;
use crate::lp::tokens::{Token, TokenKind};
use crate::lp::values::{check_number, check_relation, is_infinity};

/// The accepted forms of a bound: `v` is a variable, `n` a number, `i` infinity with a sign, `<` a relation,
/// `f` the word `free`.
const FORMS: [&str; 9] = ["n<v", "v<n", "n<v<n", "vf", "i<v", "v<i", "i<v<n", "n<v<i", ""];

/// Checks a line of the section `Bounds`.
pub fn line(
    text: &[u8],
    tokens: &[Token],
    columns: &mut ColumnTable,
    place: &mut LinePosition<'_>,
) {
    // the longest form has five parts, so eight are enough to recognise a wrong one
    let mut form = String::new();
    let mut has_long_word = false;
    for &token in tokens {
        let (at, bytes) = (token.start, &text[token.start..token.end]);
        let part = match token.kind {
            TokenKind::Word if is_infinity(bytes) => {
                has_long_word |= bytes.len() > 3;
                'i'
            }
            TokenKind::Word if bytes.eq_ignore_ascii_case(b"free") => 'f',
            TokenKind::Word => {
                columns.bound(bytes, at, place);
                'v'
            }
            TokenKind::Number => {
                check_number(bytes, at, place);
                'n'
            }
            TokenKind::Relation => {
                check_relation(bytes, at, place);
                '<'
            }
            TokenKind::Sign => continue,
            TokenKind::Colon | TokenKind::Arrow | TokenKind::Nonlinear => '?',
        };
        if form.len() < 8 {
            form.push(part);
        }
    }
    let message = if form == "i<v<i" {
        "bound infinite on both sides; write `x free`"
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
