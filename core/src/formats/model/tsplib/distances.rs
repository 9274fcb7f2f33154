//! The distances of TSPLIB: metrics of points, and the forms of a matrix.

use encycle_encodings::suggest;
use encycle_encodings::text::{Fault, Span};

/// A metric of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Metric {
    /// The Euclidean distance, rounded.
    Euclid,
    /// The Euclidean distance, rounded up.
    EuclidUp,
    /// The sum of the differences, rounded.
    Manhattan,
    /// The greater of the two rounded differences.
    Maximum,
    /// The pseudo-Euclidean distance of the problems `att48` and `att532`.
    Att,
    /// The distance on the earth in kilometers. Coordinates are latitude and longitude, in the form DDD.MM.
    Geo,
}

/// The metrics by their names; a matrix is `None`.
const METRICS: [(&str, Option<Metric>); 7] = [
    ("EUC_2D", Some(Metric::Euclid)),
    ("CEIL_2D", Some(Metric::EuclidUp)),
    ("MAN_2D", Some(Metric::Manhattan)),
    ("MAX_2D", Some(Metric::Maximum)),
    ("ATT", Some(Metric::Att)),
    ("GEO", Some(Metric::Geo)),
    ("EXPLICIT", None),
];

/// Rounds to the nearest integer, and halves up.
fn nearest(value: f64) -> f64 {
    (value + 0.5).floor()
}

impl Metric {
    /// Returns the metric of this name, or `None` for a matrix.
    pub fn of(word: Span<'_>) -> Result<Option<Self>, Fault> {
        let found = METRICS.iter().find(|(name, _)| *name == word.text);
        found.map(|(_, metric)| *metric).ok_or_else(|| {
            let help = suggest::help(word.text, &METRICS.map(|(name, _)| name));
            word.wrong(format!("is not supported\nhelp: {help}"))
        })
    }

    /// Returns the distance of two points.
    pub fn distance(self, a: [f64; 2], b: [f64; 2]) -> f64 {
        let [x, y] = [(a[0] - b[0]).abs(), (a[1] - b[1]).abs()];
        let squares = x * x + y * y;
        match self {
            Self::Euclid => nearest(squares.sqrt()),
            Self::EuclidUp => squares.sqrt().ceil(),
            Self::Manhattan => nearest(x + y),
            Self::Maximum => nearest(x).max(nearest(y)),
            Self::Att => {
                let length = (squares / 10.0).sqrt();
                let rounded = nearest(length);
                if rounded < length { rounded + 1.0 } else { rounded }
            }
            Self::Geo => geographic(a.map(radians), b.map(radians)),
        }
    }
}

/// Converts degrees and minutes, DDD.MM, to radians. The degrees are truncated: the published optimal values hold for
/// this reading, although the description of the format rounds.
fn radians(coordinate: f64) -> f64 {
    // the value that the format prescribes
    #[allow(clippy::approx_constant, reason = "prescribed by TSPLIB")]
    const PI: f64 = 3.141592;
    let degrees = coordinate.trunc();
    let minutes = coordinate - degrees;
    PI * (degrees + 5.0 * minutes / 3.0) / 180.0
}

/// Returns the distance of two points on the earth, from latitude and longitude.
fn geographic(a: [f64; 2], b: [f64; 2]) -> f64 {
    const RADIUS: f64 = 6378.388;
    let along = (a[1] - b[1]).cos();
    let difference = (a[0] - b[0]).cos();
    let sum = (a[0] + b[0]).cos();
    let cosine = 0.5 * ((1.0 + along) * difference - (1.0 - along) * sum);
    (RADIUS * cosine.clamp(-1.0, 1.0).acos() + 1.0).floor()
}

/// A form of a matrix. Only triangles by rows are needed: a triangle by columns is the other triangle by rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Triangle {
    /// All entries.
    Full,
    /// The entries above the diagonal, or on it.
    Upper { has_diagonal: bool },
    /// The entries below the diagonal, or on it.
    Lower { has_diagonal: bool },
}

/// The forms by their names.
const TRIANGLES: [(&str, Triangle); 9] = [
    ("FULL_MATRIX", Triangle::Full),
    ("UPPER_ROW", Triangle::Upper { has_diagonal: false }),
    ("LOWER_ROW", Triangle::Lower { has_diagonal: false }),
    ("UPPER_DIAG_ROW", Triangle::Upper { has_diagonal: true }),
    ("LOWER_DIAG_ROW", Triangle::Lower { has_diagonal: true }),
    ("UPPER_COL", Triangle::Lower { has_diagonal: false }),
    ("LOWER_COL", Triangle::Upper { has_diagonal: false }),
    ("UPPER_DIAG_COL", Triangle::Lower { has_diagonal: true }),
    ("LOWER_DIAG_COL", Triangle::Upper { has_diagonal: true }),
];

impl Triangle {
    /// Returns the form of this name.
    pub fn of(word: Span<'_>) -> Result<Self, Fault> {
        let found = TRIANGLES.iter().find(|(name, _)| *name == word.text);
        found.map(|(_, form)| *form).ok_or_else(|| {
            let help = suggest::help(word.text, &TRIANGLES.map(|(name, _)| name));
            word.wrong(format!("is not supported\nhelp: {help}"))
        })
    }

    /// Returns the number of entries.
    pub fn size(self, count: usize) -> usize {
        match self {
            Self::Full => count * count,
            Self::Upper { has_diagonal } | Self::Lower { has_diagonal } => {
                count * (count - 1) / 2 + if has_diagonal { count } else { 0 }
            }
        }
    }

    /// Returns the row and the column of each entry, counted from 0, in the order of the file.
    pub fn cells(self, count: usize) -> impl Iterator<Item = [usize; 2]> {
        let row = move |a: usize| match self {
            Self::Full => 0..count,
            Self::Upper { has_diagonal } => a + usize::from(!has_diagonal)..count,
            Self::Lower { has_diagonal } => 0..a + usize::from(has_diagonal),
        };
        (0..count).flat_map(move |a| row(a).map(move |b| [a, b]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_follow_the_rules_of_tsplib() {
        let table = [
            // the square root of 2 is 1.41, of 3² + 4² is 5, and of 1.5² + 2² is 2.5
            (Metric::Euclid, [0.0, 0.0], [1.0, 1.0], 1.0),
            (Metric::Euclid, [0.0, 0.0], [3.0, 4.0], 5.0),
            (Metric::Euclid, [1.0, 1.0], [2.5, -1.0], 3.0),
            (Metric::EuclidUp, [0.0, 0.0], [1.0, 1.0], 2.0),
            (Metric::EuclidUp, [0.0, 0.0], [3.0, 4.0], 5.0),
            (Metric::Manhattan, [0.0, 0.0], [1.2, -1.2], 2.0),
            (Metric::Maximum, [0.0, 0.0], [1.6, 1.2], 2.0),
            // the square root of 40 / 10 is 2; that of 50 / 10 is 2.24, which is rounded up; so is that of 100 / 10, 3.16
            (Metric::Att, [0.0, 0.0], [2.0, 6.0], 2.0),
            (Metric::Att, [0.0, 0.0], [5.0, 5.0], 3.0),
            (Metric::Att, [0.0, 0.0], [10.0, 0.0], 4.0),
            // a degree of latitude is 111.32 km, 30 minutes are half of it; one kilometer is added before truncation
            (Metric::Geo, [0.0, 0.0], [1.0, 0.0], 112.0),
            (Metric::Geo, [0.0, 0.0], [0.30, 0.0], 56.0),
            (Metric::Geo, [-0.30, 10.0], [0.30, 10.0], 112.0),
            (Metric::Geo, [0.0, 0.0], [0.0, 90.0], 10020.0),
            (Metric::Geo, [12.34, 56.7], [12.34, 56.7], 1.0),
        ];
        for (metric, a, b, expected) in table {
            assert_eq!(metric.distance(a, b), expected, "{metric:?} {a:?} {b:?}");
            assert_eq!(metric.distance(b, a), expected, "{metric:?} {b:?} {a:?}");
        }
    }
}
