//! Bounds of integer columns that follow from single rows, because microlp searches 32 bits only.

use encycle_encodings::logic::{OtherColumn, ProgramColumn, ProgramPart, ProgramRow, gcd};

/// How often all rows are used.
const ROUNDS: usize = 8;

/// What rounding may change in a bound, in relation to its size.
const ROUNDING: f64 = 1e-6;

/// Bounds without a number between them.
const EMPTY: [f64; 2] = [1.0, 0.0];

/// The limit of integers that are exact as floating-point numbers.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Returns what rounding may change in a bound.
fn slack(end: f64) -> f64 {
    ROUNDING * (1.0 + end.abs())
}

/// Returns the bounds of all columns, in which those of integer columns are as narrow as the rows imply, one at a time. No
/// integer is between the bounds of a column if the rows exclude each. An integer column that is neither in a row nor in the
/// objective is fixed at its value nearest to 0.
pub(super) fn implied_bounds(program: &ProgramPart) -> Vec<[f64; 2]> {
    let given = |column: &OtherColumn| <[f64; 2]>::from(column.whole_bounds());
    let mut bounds: Vec<[f64; 2]> = program.columns.iter().map(given).collect();
    for row in program.rows.iter().filter(|row| excludes_integers(row, program)) {
        let others = row.terms.iter().filter_map(|(_, column)| match column {
            ProgramColumn::Other(index) => Some(*index),
            ProgramColumn::Boolean(_) => None,
        });
        others.for_each(|index| bounds[index] = EMPTY);
    }
    for _ in 0..ROUNDS {
        let before = bounds.clone();
        program.rows.iter().for_each(|row| narrow(row, program, &mut bounds));
        if bounds == before {
            break;
        }
    }
    fix_idle(program, &mut bounds);
    bounds
}

/// Fixes the integer columns that no row and no objective contains.
fn fix_idle(program: &ProgramPart, bounds: &mut [[f64; 2]]) {
    let mut is_idle: Vec<bool> = program.columns.iter().map(|column| column.is_integer).collect();
    let objective = program.objective.iter().flat_map(|objective| &objective.terms);
    for (_, column) in program.rows.iter().flat_map(|row| &row.terms).chain(objective) {
        if let ProgramColumn::Other(index) = *column {
            is_idle[index] = false;
        }
    }
    for ([lower, upper], is_idle) in bounds.iter_mut().zip(is_idle) {
        if is_idle && lower <= upper {
            let value = lower.max(0.0).min(*upper);
            (*lower, *upper) = (value, value);
        }
    }
}

/// The most terms of a row that is used, because the time is quadratic.
const MOST_TERMS: usize = 300;

/// Narrows the bounds of the integer columns of a row.
fn narrow(row: &ProgramRow, program: &ProgramPart, bounds: &mut [[f64; 2]]) {
    if row.terms.len() > MOST_TERMS {
        return;
    }
    let terms: Vec<(f64, ProgramColumn)> =
        row.terms.iter().filter(|(size, _)| *size != 0.0).copied().collect();
    let least: Vec<f64> = terms.iter().map(|term| ends(*term, bounds)[0]).collect();
    let greatest: Vec<f64> = terms.iter().map(|term| ends(*term, bounds)[1]).collect();
    for (number, &(size, column)) in terms.iter().enumerate() {
        let ProgramColumn::Other(index) = column else { continue };
        if !program.columns[index].is_integer {
            continue;
        }
        let [low, high] = [
            (row.lower - without(&greatest, number)) / size,
            (row.upper - without(&least, number)) / size,
        ];
        let (low, high) = if size > 0.0 { (low, high) } else { (high, low) };
        let [lower, upper] = &mut bounds[index];
        if low.is_finite() {
            *lower = lower.max((low - slack(low)).ceil());
        }
        if high.is_finite() {
            *upper = upper.min((high + slack(high)).floor());
        }
    }
}

/// Returns whether no integers satisfy a row, because no multiple of the common divisor of its coefficients is within its bounds,
/// such as in `2 n - 2 m = 1`.
fn excludes_integers(row: &ProgramRow, program: &ProgramPart) -> bool {
    let mut divisor = 0;
    for &(size, column) in &row.terms {
        let is_integer = match column {
            ProgramColumn::Boolean(_) => true,
            ProgramColumn::Other(index) => program.columns[index].is_integer,
        };
        if !is_integer || size.fract() != 0.0 || size.abs() >= EXACT {
            return false;
        }
        divisor = gcd(divisor, size.abs() as u128);
    }
    let divisor = divisor as f64;
    let least = ((row.lower - slack(row.lower)) / divisor).ceil() * divisor;
    divisor > 0.0 && least > row.upper + slack(row.upper)
}

/// Returns the least and the greatest value of a term.
fn ends((size, column): (f64, ProgramColumn), bounds: &[[f64; 2]]) -> [f64; 2] {
    let ends = match column {
        ProgramColumn::Boolean(_) => [0.0, size],
        ProgramColumn::Other(index) => bounds[index].map(|end| end * size),
    };
    if size > 0.0 { ends } else { [ends[1], ends[0]] }
}

/// Returns the sum of all values but one.
fn without(values: &[f64], number: usize) -> f64 {
    values[..number].iter().chain(&values[number + 1..]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(rows: &[(&[f64], f64, f64)]) -> Vec<[f64; 2]> {
        let column = |number: usize| OtherColumn {
            name: format!("n{number}"),
            is_integer: true,
            lower: 0.0,
            upper: f64::INFINITY,
        };
        let row = |&(sizes, lower, upper): &(&[f64], f64, f64)| ProgramRow {
            terms: sizes.iter().copied().zip((0..).map(ProgramColumn::Other)).collect(),
            lower,
            upper,
        };
        let columns = (0..2).map(column).collect();
        let rows = rows.iter().map(row).collect();
        implied_bounds(&ProgramPart { columns, rows, ..ProgramPart::default() })
    }

    /// The columns have no bounds, so the search never ended.
    #[test]
    fn a_row_without_integers_is_found_by_its_divisor() {
        let is_empty =
            |rows: &[(&[f64], f64, f64)]| bounds(rows).iter().all(|[low, high]| low > high);
        assert!(is_empty(&[(&[2.0, -2.0], 1.0, 1.0)]));
        assert!(is_empty(&[(&[6.0, -4.0], 0.5, 1.5)]));
        assert!(is_empty(&[(&[1.0, -1.0], 0.5, 0.5)]));
        assert!(!is_empty(&[(&[2.0, -2.0], 1.0, 2.0)]));
        assert!(!is_empty(&[(&[0.5, -2.0], 1.0, 1.0)]));
        assert!(!is_empty(&[(&[2.0, -3.0], 1.0, 1.0)]));
        assert!(!is_empty(&[(&[2.0, -2.0], f64::NEG_INFINITY, 1.0)]));
        assert!(!is_empty(&[(&[2.0, -2.0], 1.0, f64::INFINITY)]));
    }

    #[test]
    fn rows_imply_bounds() {
        let free = [0.0, f64::INFINITY];
        // n1 is in no row
        assert_eq!(bounds(&[(&[1.0], -2.0, 9.5)]), [[0.0, 9.0], [0.0, 0.0]]);
        let [low, high] = bounds(&[(&[2.0], 3.0, 3.0)])[0];
        assert!(low > high, "2 n = 3");
        // n0 <= 7 and n1 >= n0 - 3, n1 <= n0
        let rows: &[(&[f64], f64, f64)] =
            &[(&[1.0], 5.0, 7.0), (&[-1.0, 1.0], -3.0, f64::INFINITY), (&[1.0, -1.0], 0.0, 9.0)];
        assert_eq!(bounds(rows), [[5.0, 7.0], [2.0, 7.0]]);
        assert_eq!(bounds(&[(&[1.0, -1.0], 1.0, 1.0)]), [[1.0, f64::INFINITY], free]);
    }
}
