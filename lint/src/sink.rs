//! Receivers of the contents of a file while it is checked.

use std::cmp::Ordering;
use std::fmt;

use encycle_files::gbd::GbdHasher;

/// A number in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer, written without a decimal point or exponent.
    Whole(i64),
    /// Another number, rounded.
    Real(f64),
}

impl Number {
    /// Parses a number; `None` if the word is not a number. Infinity and NaN count as numbers here.
    ///
    /// ```
    /// use encycle_lint::Number;
    /// assert_eq!(Number::parse(b"-12"), Some(Number::Whole(-12)));
    /// assert_eq!(Number::parse(b"1e2"), Some(Number::Real(100.0)));
    /// assert_eq!(Number::parse(b"x1"), None);
    /// ```
    #[must_use]
    pub fn parse(word: &[u8]) -> Option<Self> {
        if let Some(value) = small(word) {
            return Some(Self::Whole(value));
        }
        let text = str::from_utf8(word).ok()?;
        text.parse().map(Self::Whole).or_else(|_| text.parse().map(Self::Real)).ok()
    }

    /// Returns the value, rounded.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Self::Whole(value) => value as f64,
            Self::Real(value) => value,
        }
    }

    /// Returns the number, or its negation.
    pub(crate) fn signed(self, is_negative: bool) -> Self {
        match self {
            Self::Whole(value) if is_negative => Self::Whole(value.wrapping_neg()),
            Self::Real(value) if is_negative => Self::Real(-value),
            other => other,
        }
    }
}

/// Parses an integer of at most eighteen digits. Nearly all numbers are such integers, and they cannot overflow.
fn small(word: &[u8]) -> Option<i64> {
    let (is_negative, digits) = match word {
        [sign @ (b'+' | b'-'), digits @ ..] => (*sign == b'-', digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut size = 0;
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        size = size * 10 + i64::from(digit);
    }
    Some(if is_negative { -size } else { size })
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(value) => value.fmt(f),
            Self::Real(value) => value.fmt(f),
        }
    }
}

/// A place in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilePlace {
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: u64,
}

/// A receiver of the contents of a file while the file is checked. Rows and columns are numbered from 0. If the file
/// has an error, the received contents are incomplete, and numbers may be out of range.
pub trait FormulaSink {
    /// Returns whether the sink needs further contents.
    fn accepts_more(&self) -> bool {
        true
    }

    /// Receives a literal of a CNF formula, or the 0 at the end of a clause. After the first error, there are no
    /// further calls; violations of [`LAYOUT`](crate::cnf::rules::LAYOUT) do not count.
    fn literal(&mut self, _literal: i32) {}

    /// Receives the name of the next column of an LP or MPS file. The columns of an OPB file are its variables `x1`,
    /// `x2`, ...
    fn column(&mut self, _name: &[u8], _place: FilePlace) {}

    /// Receives a term of a row, or of the objective if the row is `None`. In LP and OPB files, the terms of a row
    /// precede its relation and right side, except in rows with a number on the left, which the linter reports as errors; in MPS files, the terms come column by column after all relations.
    fn term(
        &mut self,
        _row: Option<usize>,
        _column: usize,
        _coefficient: Number,
        _place: FilePlace,
    ) {
    }

    /// Receives a term of an OPB file whose variable is negated, like [`Self::term`]. The linter reports it as an error.
    fn negated_term(
        &mut self,
        _row: Option<usize>,
        _column: usize,
        _coefficient: Number,
        _place: FilePlace,
    ) {
    }

    /// Receives the name of a row, or of the objective if the row is `None`, in an LP or MPS file.
    fn row_name(&mut self, _row: Option<usize>, _name: &[u8]) {}

    /// Receives a constant of the objective of an LP or MPS file. The linter reports it as an error.
    fn objective_constant(&mut self, _value: Number, _place: FilePlace) {}

    /// Receives that the objective is maximized. Without a call, it is minimized.
    fn maximize(&mut self) {}

    /// Receives the relation of the next row: the sum is at most, equal to or at least the right side.
    fn relation(&mut self, _relation: Ordering) {}

    /// Receives the right side of a row. It is 0 if there is no call.
    fn right_side(&mut self, _row: usize, _value: Number, _place: FilePlace) {}

    /// Receives the other side of a row of an LP file: in `1 <= x + y <= 2`, 1 is the right side of the relation `>=`, and 2
    /// the second side, of the opposite relation. The linter reports it as an error.
    fn second_side(&mut self, _row: usize, _value: Number, _place: FilePlace) {}

    /// Receives a range of a row of an MPS file.
    fn range(&mut self, _row: usize, _value: Number, _place: FilePlace) {}

    /// Receives a column whose values are integers.
    fn integer(&mut self, _column: usize) {}

    /// Receives the lower bound of a column, its upper bound, or both. Without a call, they are 0 and infinity.
    fn bounds(
        &mut self,
        _column: usize,
        _lower: Option<f64>,
        _upper: Option<f64>,
        _place: FilePlace,
    ) {
    }
}

impl FormulaSink for GbdHasher {
    fn literal(&mut self, literal: i32) {
        self.number(literal);
    }
}

/// A sink that ignores the contents.
impl FormulaSink for () {}
