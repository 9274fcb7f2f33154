//! Linear programs: what a MIP solver reads beyond constraints over Boolean variables.

use std::collections::HashMap;

use crate::logic::{ObjectiveCost, ObjectiveError, Relation, Var};

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

/// The names that a user gave the rows of a program, valid in LP and MPS files and all different.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProgramNames {
    /// The name of the objective.
    pub objective: Option<String>,
    /// The names of constraints over Boolean variables, by their numbers from 0. Several may have the same name.
    pub constraints: HashMap<usize, String>,
    /// The names of rows of [`ProgramPart::rows`], by their numbers from 0.
    pub rows: HashMap<usize, String>,
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
        !self.columns.is_empty() || !self.rows.is_empty()
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

/// The tolerance of rows and bounds, relative to their size: the feasibility tolerance of MIP solvers.
const TOLERANCE: f64 = 1e-6;

impl ProgramPart {
    /// Returns what a point violates: a row, or a bound or the integrality of a column, within the tolerance of MIP
    /// solvers.
    #[must_use]
    pub fn violation(&self, booleans: &[f64], others: &[f64]) -> Option<String> {
        let is_within = |value: f64, lower: f64, upper: f64, size: f64| {
            let slack = TOLERANCE * (1.0 + size);
            value >= lower - slack && value <= upper + slack
        };
        for (column, &value) in self.columns.iter().zip(others) {
            if !is_within(value, column.lower, column.upper, value.abs()) {
                return Some(format!("column {} is {value}, outside its bounds", column.name));
            }
            if column.is_integer && (value - value.round()).abs() > 10.0 * TOLERANCE {
                return Some(format!("column {} is {value}, not an integer", column.name));
            }
        }
        let violated = self.rows.iter().position(|row| {
            let parts = row.terms.iter();
            let size = parts.map(|&(size, column)| (size * column.value(booleans, others)).abs());
            !is_within(row.value(booleans, others), row.lower, row.upper, size.sum())
        });
        violated
            .map(|number| format!("row {} of the rows that are not 0-1 is violated", number + 1))
    }
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
}
