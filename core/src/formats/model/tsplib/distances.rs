//! The distances of TSPLIB: metrics of points, and the forms of a matrix.

use encycle_encodings::suggest;
use encycle_encodings::text::{Fault, Span};

/// A point. The third coordinate is 0 in the plane.
pub(super) type Point = [f64; 3];

/// A metric of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Metric {
    /// The Euclidean distance, rounded.
    Euclid,
    /// The Euclidean distance, rounded up.
    EuclidUp,
    /// The sum of the differences, rounded.
    Manhattan,
    /// The greatest of the rounded differences.
    Maximum,
    /// The pseudo-Euclidean distance of the problems `att48` and `att532`.
    Att,
    /// The distance on the earth in kilometers. Coordinates are latitude and longitude, in the form DDD.MM.
    Geo,
}

/// The metrics with their numbers of coordinates, by their names; a matrix is `None`.
const METRICS: [(&str, Option<(Metric, usize)>); 10] = [
    ("EUC_2D", Some((Metric::Euclid, 2))),
    ("EUC_3D", Some((Metric::Euclid, 3))),
    ("CEIL_2D", Some((Metric::EuclidUp, 2))),
    ("MAN_2D", Some((Metric::Manhattan, 2))),
    ("MAN_3D", Some((Metric::Manhattan, 3))),
    ("MAX_2D", Some((Metric::Maximum, 2))),
    ("MAX_3D", Some((Metric::Maximum, 3))),
    ("ATT", Some((Metric::Att, 2))),
    ("GEO", Some((Metric::Geo, 2))),
    ("EXPLICIT", None),
];

/// Rounds to the nearest integer, and halves up.
fn nearest(value: f64) -> f64 {
    (value + 0.5).floor()
}

impl Metric {
    /// Returns the metric of this name and its number of coordinates, or `None` for a matrix.
    pub fn of(word: Span<'_>) -> Result<Option<(Self, usize)>, Fault> {
        let found = METRICS.iter().find(|(name, _)| *name == word.text);
        found.map(|(_, metric)| *metric).ok_or_else(|| {
            let help = suggest::help(word.text, &METRICS.map(|(name, _)| name));
            word.wrong(format!("is not supported\nhelp: {help}"))
        })
    }

    /// Returns the distance of two points.
    pub fn distance(self, a: Point, b: Point) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|axis| (a[axis] - b[axis]).abs());
        let squares = x * x + y * y + z * z;
        match self {
            Self::Euclid => nearest(squares.sqrt()),
            Self::EuclidUp => squares.sqrt().ceil(),
            Self::Manhattan => nearest(x + y + z),
            Self::Maximum => nearest(x).max(nearest(y)).max(nearest(z)),
            Self::Att => {
                let length = (squares / 10.0).sqrt();
                let rounded = nearest(length);
                if rounded < length { rounded + 1.0 } else { rounded }
            }
            Self::Geo => geographic([a[0], a[1]].map(radians), [b[0], b[1]].map(radians)),
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
        let in_plane = |[x, y]: [f64; 2]| [x, y, 0.0];
        let table =
            table.map(|(metric, a, b, distance)| (metric, in_plane(a), in_plane(b), distance));
        let in_space = [
            // the square root of 2² + 3² + 6² is 7
            (Metric::Euclid, [1.0, 1.0, 1.0], [3.0, 4.0, 7.0], 7.0),
            (Metric::Manhattan, [1.0, 1.0, 1.0], [3.0, 4.0, 7.4], 11.0),
            (Metric::Maximum, [1.0, 1.0, 1.0], [3.0, 4.0, 7.4], 6.0),
        ];
        for (metric, a, b, expected) in table.into_iter().chain(in_space) {
            assert_eq!(metric.distance(a, b), expected, "{metric:?} {a:?} {b:?}");
            assert_eq!(metric.distance(b, a), expected, "{metric:?} {b:?} {a:?}");
        }
    }
}
