//! Linear programs: what a MIP solver reads beyond constraints over Boolean variables.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::logic::{Decimal, ObjectiveCost, ObjectiveError, Relation, Var};

/// A column of a linear program: a Boolean variable, or another column by its index in [`ProgramPart::columns`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProgramColumn {
    /// A Boolean variable.
    Boolean(Var),
    /// An integer or continuous column.
    Other(usize),
}

/// An integer or continuous column, with its bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherColumn {
    /// The name, valid as an LP column name and different from the names of all Boolean variables.
    pub name: String,
    /// Whether its values are integers.
    pub is_integer: bool,
    /// The least value; `-inf` if there is none.
    pub lower: f64,
    /// The greatest value; `inf` if there is none.
    pub upper: f64,
}

/// A sum of columns with real coefficients, between two bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramRow {
    /// The coefficients with their columns; each column occurs at most once.
    pub terms: Vec<(f64, ProgramColumn)>,
    /// The least value of the sum; `-inf` if there is none.
    pub lower: f64,
    /// The greatest value of the sum; `inf` if there is none.
    pub upper: f64,
}

/// A linear function that is minimized or maximized.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinearObjective {
    /// The coefficients with their columns; each column occurs at most once.
    pub terms: Vec<(f64, ProgramColumn)>,
    /// The constant that is added to the sum.
    pub constant: f64,
    /// Whether the function is maximized.
    pub is_maximized: bool,
}

/// The names that a user gave the rows and columns of a program. Those of rows are valid in LP and MPS files and all different.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramNames {
    /// The name of the objective.
    pub objective: Option<String>,
    /// The names of constraints over Boolean variables, by their numbers from 0. Several may have the same name.
    pub constraints: HashMap<usize, String>,
    /// The names of rows of [`ProgramPart::rows`], by their numbers from 0.
    pub rows: HashMap<usize, String>,
    /// The names of those columns of [`ProgramPart::columns`] that have another name in files, by their numbers from 0.
    pub columns: HashMap<usize, String>,
}

/// The part of a linear program that is not made of constraints over Boolean variables.
///
/// ```
/// use encycle_encodings::logic::{LinearObjective, ProgramColumn, Var};
///
/// let [a, b] = [0, 1].map(|number| ProgramColumn::Boolean(Var::new(number)));
/// let objective = LinearObjective { terms: vec![(2.5, a), (1.0, b)], constant: 1.0, is_maximized: false };
/// assert_eq!(objective.value(&[1.0, 0.0], &[]), 3.5);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProgramPart {
    /// The integer and continuous columns.
    pub columns: Vec<OtherColumn>,
    /// The rows that are no constraint over Boolean variables with integer coefficients.
    pub rows: Vec<ProgramRow>,
    /// The objective.
    pub objective: Option<LinearObjective>,
    /// The names of rows in exported files.
    pub names: ProgramNames,
}

impl ProgramPart {
    /// Returns whether only a MIP solver can take it: whether there are columns or rows.
    #[must_use]
    pub fn needs_mip(&self) -> bool {
        self.mip_reason().is_some()
    }

    /// Returns what a solver lacks that cannot take it because there are columns or rows.
    #[must_use]
    pub fn mip_reason(&self) -> Option<&'static str> {
        match (self.columns.is_empty(), self.rows.is_empty()) {
            (false, _) => Some("it takes 0-1 variables only"),
            // rows over 0-1 variables whose coefficients are too long for constraints
            (true, false) => Some("it takes integer coefficients below 2^53 only"),
            (true, true) => None,
        }
    }

    /// Returns the numbers of columns and of rows in files, where a row with two different bounds is two.
    #[must_use]
    pub fn size(&self) -> [usize; 2] {
        [self.columns.len(), self.rows.iter().map(|row| row.sides().count()).sum()]
    }

    /// Returns the number of nonzero coefficients in the rows of files.
    #[must_use]
    pub fn nonzeros(&self) -> usize {
        self.rows.iter().map(|row| row.sides().count() * row.terms.len()).sum()
    }

    /// Returns the objective as a cost, which formulas of clauses or pseudo-Boolean constraints can state; `None` if
    /// there is no objective.
    ///
    /// # Errors
    /// There are columns or rows, or the objective is not a cost.
    pub fn cost(&self) -> Result<Option<ObjectiveCost>, ObjectiveError> {
        match self.needs_mip() {
            true => Err(ObjectiveError::NotBoolean),
            false => self.objective.as_ref().map(ObjectiveCost::new).transpose(),
        }
    }
}

/// The tolerance of rows and bounds with continuous columns: the feasibility tolerance of MIP solvers.
const TOLERANCE: f64 = 1e-6;

/// What rounding may add to [`TOLERANCE`], in relation to the largest term of a row.
const ROUNDING: f64 = 1e-9;

/// The distance from an integer within which solvers report the value of an integer column.
const INTEGRALITY: f64 = 1e-5;

impl ProgramPart {
    /// Returns what a point violates: a row, or a bound or the integrality of a column.
    ///
    /// Integer columns and the rows of such columns are checked exactly. The others may be violated by 1e-6, and by 1e-9 of
    /// their largest term.
    #[must_use]
    pub fn violation(&self, booleans: &[f64], others: &[f64]) -> Option<String> {
        let columns = self.columns.iter().zip(others).enumerate();
        let mut columns = columns.filter_map(|(number, (column, &value))| {
            let flaw = column.flaw(value)?;
            Some(format!("column {} is {value}, {flaw}", self.column_name(number)))
        });
        columns.next().or_else(|| {
            let is_violated = |row: &&ProgramRow| !row.holds(self, booleans, others);
            let (number, row) = (0..).zip(&self.rows).find(|(_, row)| is_violated(row))?;
            let name = match self.names.rows.get(&number) {
                Some(name) => format!("row {name}"),
                None => format!("row {} of the rows that are not 0-1", number + 1),
            };
            let value = row.value(booleans, others);
            Some(format!("{name} is violated: its sum is {value}, not {}", row.range()))
        })
    }

    /// Returns the name that the user gave a column, by its index.
    ///
    /// # Panics
    /// There is no such column.
    #[must_use]
    pub fn column_name(&self, column: usize) -> &str {
        self.names.columns.get(&column).unwrap_or(&self.columns[column].name)
    }

    /// Rounds the values of integer columns, which solvers report within a tolerance.
    pub fn round(&self, others: &mut [f64]) {
        let columns = self.columns.iter().zip(others);
        columns.filter(|(column, _)| column.is_integer).for_each(|(_, value)| {
            if (*value - value.round()).abs() < INTEGRALITY {
                // a sum with 0 turns -0 into 0
                *value = value.round() + 0.0;
            }
        });
    }

    fn is_integer(&self, column: ProgramColumn) -> bool {
        match column {
            ProgramColumn::Boolean(_) => true,
            ProgramColumn::Other(index) => {
                self.columns.get(index).is_some_and(|one| one.is_integer)
            }
        }
    }
}

/// Returns whether a value is between two bounds, within the tolerance for terms of this size.
fn is_within(value: f64, lower: f64, upper: f64, largest: f64) -> bool {
    let slack = TOLERANCE + ROUNDING * largest;
    value >= lower - slack && value <= upper + slack
}

impl OtherColumn {
    /// Returns the bounds, which are integers if the values are: GLPK rejects an integer column with another bound.
    #[must_use]
    pub fn whole_bounds(&self) -> (f64, f64) {
        match self.is_integer {
            true => (self.lower.ceil(), self.upper.floor()),
            false => (self.lower, self.upper),
        }
    }

    /// Returns why the column cannot have a value.
    fn flaw(&self, value: f64) -> Option<&'static str> {
        let is_inside = match self.is_integer {
            true => value >= self.lower && value <= self.upper,
            false => is_within(value, self.lower, self.upper, value.abs()),
        };
        match value {
            _ if !value.is_finite() => Some("not a finite number"),
            _ if self.is_integer && value != value.round() => Some("not an integer"),
            _ if !is_inside => Some("outside its bounds"),
            _ => None,
        }
    }
}

impl ProgramColumn {
    /// Returns the value of the column: `Booleans` and `others` are the values of all columns.
    #[must_use]
    pub fn value(self, booleans: &[f64], others: &[f64]) -> f64 {
        match self {
            Self::Boolean(variable) => booleans.get(variable.idx()).copied().unwrap_or(0.0),
            Self::Other(index) => others.get(index).copied().unwrap_or(0.0),
        }
    }
}

fn sum(terms: &[(f64, ProgramColumn)], booleans: &[f64], others: &[f64]) -> f64 {
    terms.iter().map(|&(size, column)| size * column.value(booleans, others)).sum()
}

impl LinearObjective {
    /// Returns the value at a point.
    #[must_use]
    pub fn value(&self, booleans: &[f64], others: &[f64]) -> f64 {
        self.constant + sum(&self.terms, booleans, others)
    }
}

impl ProgramRow {
    /// Returns the row as relations with right-hand sides: two if it has two different bounds, none if it has no bound.
    pub(crate) fn sides(&self) -> impl Iterator<Item = (Relation, f64)> + use<> {
        let is_equation = self.lower == self.upper;
        let sides = [
            (Relation::Equal, self.lower, is_equation),
            (Relation::AtLeast, self.lower, !is_equation),
            (Relation::AtMost, self.upper, !is_equation),
        ];
        let sides =
            sides.into_iter().filter(|(_, right, is_stated)| *is_stated && right.is_finite());
        sides.map(|(relation, right, _)| (relation, right))
    }

    /// Returns the value of the sum at a point.
    #[must_use]
    pub fn value(&self, booleans: &[f64], others: &[f64]) -> f64 {
        sum(&self.terms, booleans, others)
    }

    /// Returns whether a point satisfies the row: exactly if all its columns are integer columns.
    fn holds(&self, program: &ProgramPart, booleans: &[f64], others: &[f64]) -> bool {
        let products = self.terms.iter();
        let products = products.map(|&(size, column)| (size, column.value(booleans, others)));
        let products: Vec<(f64, f64)> = products.collect();
        let is_whole = self.terms.iter().all(|&(_, column)| program.is_integer(column));
        let exact = is_whole.then(|| self.holds_exactly(&products)).flatten();
        exact.unwrap_or_else(|| {
            let largest = products.iter().map(|(size, value)| (size * value).abs());
            let largest = largest.fold(0.0, f64::max);
            is_within(self.value(booleans, others), self.lower, self.upper, largest)
        })
    }

    /// Returns whether the sum of products of coefficients and integers is between the bounds; `None` if numbers have too
    /// many digits.
    fn holds_exactly(&self, products: &[(f64, f64)]) -> Option<bool> {
        let sum = Decimal::sum(products)?;
        let is_beyond = |bound: f64, side: Ordering| match bound.is_finite() {
            true => Some(sum.compare(Decimal::new(bound)?)? == side),
            false => Some((bound < 0.0) == (side == Ordering::Greater)),
        };
        Some(!is_beyond(self.lower, Ordering::Less)? && !is_beyond(self.upper, Ordering::Greater)?)
    }

    /// Returns a text for the values that the sum may have.
    fn range(&self) -> String {
        match (self.lower, self.upper) {
            (lower, upper) if lower == upper => lower.to_string(),
            (f64::NEG_INFINITY, upper) => format!("at most {upper}"),
            (lower, f64::INFINITY) => format!("at least {lower}"),
            (lower, upper) => format!("from {lower} to {upper}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows had a tolerance of 1e-6 of their size, which allowed a violation by 3 here.
    #[test]
    fn rows_of_integer_columns_are_checked_exactly() {
        let column = |name: &str, is_integer| OtherColumn {
            name: name.to_owned(),
            is_integer,
            lower: 0.0,
            upper: f64::INFINITY,
        };
        let [n, m, x] = [0, 1, 2].map(ProgramColumn::Other);
        let row = |terms: &[(f64, ProgramColumn)], lower| ProgramRow {
            terms: terms.to_vec(),
            lower,
            upper: f64::INFINITY,
        };
        let program = ProgramPart {
            columns: vec![column("n", true), column("m", true), column("x", false)],
            rows: vec![
                row(&[(1.0, n), (1e7, m)], 70_000_003.0),
                row(&[(0.1, n), (0.2, m)], 0.3),
                row(&[(1.0, x), (1e6, m)], 1_000_000.5),
            ],
            ..ProgramPart::default()
        };
        let check = |others: [f64; 3]| program.violation(&[], &others);
        assert_eq!(check([3.0, 7.0, 0.0]), None);
        assert!(check([2.0, 7.0, 0.0]).is_some_and(|what| what.starts_with("row 1 ")));
        assert!(check([80e6, 1.0, 0.4]).is_some_and(|what| what.starts_with("row 3 ")));
        assert_eq!(check([80e6, 1.0, 0.499_999_9]), None);
        for wrong in [f64::NAN, f64::INFINITY, 1e-9, -1.0] {
            let what = check([80e6 + wrong, wrong, 1.0]);
            assert!(what.is_some_and(|what| what.starts_with("column ")), "{wrong}");
        }
        // 0.1 + 0.2 is exactly 0.3
        let sum = ProgramPart { rows: program.rows[1..2].to_vec(), ..program.clone() };
        assert_eq!(sum.violation(&[], &[1.0, 1.0, 0.0]), None);
        assert!(sum.violation(&[], &[0.0, 1.0, 0.0]).is_some());
    }
}
