//! The checks of numbers, relations and bounds.

use crate::lp::position::LinePosition;
use crate::lp::rules;
use crate::{Number, shown};

/// The number from which SCIP reads infinity. CBC and HiGHS read infinity from 1e30, and GLPK never does.
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

/// The bounds of a variable, as far as they are given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    pub lower: Option<f64>,
    pub upper: Option<f64>,
}

impl Bounds {
    /// Returns the bounds that a line of this form with these numbers sets.
    pub fn of_form(form: &str, numbers: &[f64]) -> Self {
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

    /// Returns whether the bounds are only those that a binary variable has anyway: 0 below, 1 above.
    pub fn is_of_binary(self) -> bool {
        self.lower.is_none_or(|lower| lower == 0.0) && self.upper.is_none_or(|upper| upper == 1.0)
    }

    /// Returns whether no value satisfies the bounds. A lower bound that is not given is 0.
    pub fn is_crossed(self) -> bool {
        self.upper.is_some_and(|upper| self.lower.unwrap_or(0.0) > upper)
    }
}
