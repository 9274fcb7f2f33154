//! Lines of the section `Bounds`.

use crate::lp::columns::{ColumnTable, LinePosition};
use crate::lp::rules;
use crate::lp::tokens::{Token, TokenKind};
use crate::lp::values::{check_number, check_relation, is_infinity};

/// The accepted forms of a bound: `v` is a variable, `n` a number, `p` and `m` infinity with plus and minus, `f` the word
/// `free`. GLPK stops at infinity without a sign, and if a number is left of `>=` or `=`.
const FORMS: [&str; 13] =
    ["n<v", "v<n", "v>n", "v=n", "n<v<n", "vf", "m<v", "v>m", "v<p", "m<v<n", "n<v<p", "m<v<p", ""];

/// The bounds of a variable, as far as there are any.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    pub lower: Option<f64>,
    pub upper: Option<f64>,
}

impl Bounds {
    /// Returns the bounds of one of the forms, which has these numbers.
    fn of_form(form: &str, numbers: &[f64]) -> Self {
        let number = |place: usize| numbers.get(place).copied();
        let (low, high) = (Some(f64::NEG_INFINITY), Some(f64::INFINITY));
        let (lower, upper) = match form {
            "n<v" | "v>n" => (number(0), None),
            "v<n" => (None, number(0)),
            "v=n" => (number(0), number(0)),
            "n<v<n" => (number(0), number(1)),
            "m<v" | "v>m" => (low, None),
            "v<p" => (None, high),
            "m<v<n" => (low, number(0)),
            "n<v<p" => (number(0), high),
            _ => (low, high),
        };
        Self { lower, upper }
    }

    /// Whether the bounds only repeat those of a binary variable: 0 below, 1 above.
    pub fn is_of_binary(self) -> bool {
        self.lower.is_none_or(|lower| lower == 0.0) && self.upper.is_none_or(|upper| upper == 1.0)
    }

    /// Whether no value is possible. A lower bound that is not given is 0.
    pub fn is_crossed(self) -> bool {
        self.upper.is_some_and(|upper| self.lower.unwrap_or(0.0) > upper)
    }
}

/// Checks a line of the section `Bounds`.
pub fn line(
    text: &[u8],
    tokens: &[Token],
    columns: &mut ColumnTable,
    place: &mut LinePosition<'_>,
) {
    // the longest form has five parts, so eight are enough to recognize a wrong one
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
