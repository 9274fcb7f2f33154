//! Decimal numbers: what a number of a file means, which floating-point arithmetic only approximates.

use std::cmp::Ordering;

/// The size below which `f64` represents all integers: 2 to the power of 53.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// An integer divided by a power of ten.
///
/// ```
/// use encycle_encodings::logic::Decimal;
///
/// assert_eq!(Decimal::new(-0.25), Some(Decimal { digits: -25, places: 2 }));
/// assert_eq!(Decimal::new(f64::INFINITY), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The integer.
    pub digits: i128,
    /// The exponent of the power of ten.
    pub places: u32,
}

impl Decimal {
    /// Returns the decimal number with the fewest digits that is read as this number; `None` if the number is not finite, or so
    /// large that further integers are read as it.
    #[must_use]
    pub fn new(value: f64) -> Option<Self> {
        if !value.is_finite() || value.abs() >= EXACT {
            return None;
        }
        let text = value.to_string();
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let digits = format!("{whole}{part}").parse().ok()?;
        Some(Self { digits, places: part.len() as u32 })
    }

    /// Returns the digits with this number of places, of which there are at least as many; `None` if they are too many.
    #[must_use]
    pub fn scaled(self, places: u32) -> Option<i128> {
        self.digits.checked_mul(10_i128.checked_pow(places - self.places)?)
    }

    /// Returns the sum of products of decimal numbers and integers; `None` if it has too many digits, or a second factor is
    /// no integer.
    #[must_use]
    pub fn sum(products: &[(f64, f64)]) -> Option<Self> {
        let sizes: Vec<Self> =
            products.iter().map(|&(size, _)| Self::new(size)).collect::<Option<_>>()?;
        let places = sizes.iter().map(|size| size.places).max().unwrap_or(0);
        let mut digits = 0_i128;
        for (size, &(_, value)) in sizes.iter().zip(products) {
            let value = Self::new(value).filter(|value| value.places == 0)?;
            digits = digits.checked_add(size.scaled(places)?.checked_mul(value.digits)?)?;
        }
        Some(Self { digits, places })
    }

    /// Compares two decimal numbers; `None` if they have too many digits.
    pub(super) fn compare(self, other: Self) -> Option<Ordering> {
        let places = self.places.max(other.places);
        Some(self.scaled(places)?.cmp(&other.scaled(places)?))
    }
}
