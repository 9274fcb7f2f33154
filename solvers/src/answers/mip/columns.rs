//! Models written as values of named columns.

use std::collections::HashMap;

use crate::answers::{OutputError, ParsedOutput, VariableNames, shown};

/// The largest default integrality tolerance of CBC, CPLEX, GLPK and Gurobi.
const TOLERANCE: f64 = 1e-5;

/// The value of a column that the output omits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OmittedColumns {
    /// It is 0, since the solver lists only the other columns.
    Zero,
    /// It is unknown, since the solver usually lists all columns.
    Unknown,
    /// It may be any value, since the solver lists the columns that occur in rows or in the objective.
    Free,
}

/// The values read so far.
pub(crate) struct ColumnValues<'a> {
    names: VariableNames<'a>,
    positions: HashMap<&'a str, usize>,
    /// The values. If the columns are Boolean, they are exactly 0 or 1.
    values: Vec<Option<f64>>,
}

impl<'a> ColumnValues<'a> {
    pub fn new(names: VariableNames<'a>) -> Self {
        let positions = match names {
            VariableNames::Numbered(_) | VariableNames::Opb(_) => HashMap::new(),
            VariableNames::Columns(names) | VariableNames::Program(names) => {
                names.iter().enumerate().map(|(index, name)| (name.as_str(), index)).collect()
            }
        };
        Self { names, positions, values: vec![None; names.len()] }
    }

    /// Reads the value of the column with this name.
    pub fn take(&mut self, line: usize, name: &str, value: &str) -> Result<(), OutputError> {
        let position = match self.names {
            VariableNames::Columns(_) | VariableNames::Program(_) => {
                self.positions.get(name).copied()
            }
            VariableNames::Numbered(_) => number_after("x_", name),
            VariableNames::Opb(_) => number_after("x", name),
        };
        let Some(position) = position.filter(|&position| position < self.values.len()) else {
            let reason = format!(
                "unknown column: `{}`, not one of the {} columns of the LP file; the solver has renamed its \
                 columns, as some do with long names and brackets, or the output is for another LP file",
                shown(name),
                self.values.len()
            );
            return Err(OutputError::at(line, reason));
        };
        self.take_at(line, position, value)
    }

    /// Reads the value of the column at this position, from 0.
    pub fn take_at(&mut self, line: usize, position: usize, text: &str) -> Result<(), OutputError> {
        let Some(slot) = self.values.get_mut(position) else {
            let reason = format!("unknown column: {}", position.saturating_add(1));
            return Err(OutputError::at(line, reason));
        };
        let is_program = matches!(self.names, VariableNames::Program(_));
        let (value, expected) = match is_program {
            true => (number(text), "not a finite number"),
            false => (rounded(text).map(f64::from), "neither 0 nor 1"),
        };
        let name = || column_name(self.names, position);
        let Some(value) = value else {
            let reason = format!("column {} is `{}`, {expected}", name(), shown(text));
            return Err(OutputError::at(line, reason));
        };
        if slot.is_some_and(|before| before != value) {
            let both = if is_program { "two values" } else { "both 0 and 1" };
            let verb = if is_program { "has" } else { "is" };
            return Err(OutputError::at(line, format!("column {} {verb} {both}", name())));
        }
        *slot = Some(value);
        Ok(())
    }

    /// Checks the number of columns, and rejects the output for an LP file of another size.
    pub fn expect_count(&self, line: usize, found: &str) -> Result<(), OutputError> {
        let (count, wanted) = (found.parse::<usize>(), self.values.len());
        if count == Ok(wanted) {
            return Ok(());
        }
        let size = match count {
            Ok(count) if count > wanted => " larger",
            Ok(_) => " smaller",
            Err(_) => "",
        };
        let reason = format!(
            "the LP file has {wanted} columns, not {}, so the output is for another,{size} LP file",
            shown(found)
        );
        Err(OutputError::at(line, reason))
    }

    /// Returns the model, after a status that reports a solution.
    ///
    /// # Errors
    /// No column has a value, although the solver lists zeros too; or, in a program with values of any kind, one column
    /// has none.
    pub fn into_output(self, absent: OmittedColumns) -> Result<ParsedOutput, OutputError> {
        if absent != OmittedColumns::Zero
            && !self.values.is_empty()
            && self.values.iter().all(Option::is_none)
        {
            return Err(OutputError::general(
                "the status is that there is a solution, but no column has a value",
            ));
        }
        let is_program = matches!(self.names, VariableNames::Program(_));
        let missing = self.values.iter().position(Option::is_none);
        if let Some(missing) = missing.filter(|_| is_program && absent == OmittedColumns::Unknown) {
            let name = column_name(self.names, missing);
            return Err(OutputError::general(format!("column {name} has no value")));
        }
        let point = || self.values.iter().map(|value| value.unwrap_or(0.0)).collect();
        let point = is_program.then(point);
        let omitted = (absent == OmittedColumns::Zero).then_some(0.0);
        let truth = |value: Option<f64>| truth_value(value.or(omitted)?);
        let values = self.values.into_iter().map(truth).collect();
        Ok(ParsedOutput { point, ..ParsedOutput::satisfiable(values, false) })
    }
}

/// Returns the name of the column at this position, from 0.
fn column_name(names: VariableNames<'_>, position: usize) -> String {
    match names {
        VariableNames::Columns(names) | VariableNames::Program(names) => {
            names.get(position).cloned().unwrap_or_default()
        }
        VariableNames::Numbered(_) => format!("x_{}", position + 1),
        VariableNames::Opb(_) => format!("x{}", position + 1),
    }
}

/// Returns the finite number that a text denotes: a decimal number, or a fraction of two as z3 prints it.
fn number(text: &str) -> Option<f64> {
    let value = match text.split_once('/') {
        Some((above, below)) => above.parse::<f64>().ok()? / below.parse::<f64>().ok()?,
        None => text.parse().ok()?,
    };
    value.is_finite().then_some(value)
}

/// Returns the value of a binary column; `None` if it is not binary within the tolerance.
fn rounded(text: &str) -> Option<bool> {
    truth_value(text.parse().ok()?)
}

/// Returns the truth value that a number denotes; `None` if it is neither 0 nor 1 within the tolerance.
fn truth_value(value: f64) -> Option<bool> {
    match value {
        _ if (value - 1.0).abs() <= TOLERANCE => Some(true),
        _ if value.abs() <= TOLERANCE => Some(false),
        _ => None,
    }
}

/// The signs that the names of CoinUtils may have beside letters and digits.
const COIN_SIGNS: &str = "\"!#$%&(),.;?@_'`{}~";

/// The names that CoinUtils takes for keywords of LP files.
const COIN_WORDS: [&str; 15] = [
    "binaries", "binary", "bound", "bounds", "end", "free", "general", "generals", "inf",
    "infinity", "integer", "integers", "semi", "semis", "sos",
];

/// Returns whether CoinUtils, by which CBC and SYMPHONY read LP files, renames the columns of such a file: it numbers all of them from
/// 0, as `x0`, `x1` and so on, if it refuses the name of one.
pub(crate) fn renames_columns(names: VariableNames<'_>) -> bool {
    let is_kept = |name: &String| {
        name.len() <= 100
            && !name.starts_with(|c: char| c == '.' || c.is_ascii_digit())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || COIN_SIGNS.contains(c))
            && !COIN_WORDS.iter().any(|word| name.eq_ignore_ascii_case(word))
    };
    match names {
        VariableNames::Columns(names) | VariableNames::Program(names) => !names.iter().all(is_kept),
        VariableNames::Numbered(_) | VariableNames::Opb(_) => false,
    }
}

/// Returns whether this is a fractional value of a binary column: strictly between 0 and 1.
pub(crate) fn is_fractional(text: &str) -> bool {
    rounded(text).is_none() && text.parse::<f64>().is_ok_and(|value| 0.0 < value && value < 1.0)
}

/// Returns the position of a numbered column: number 1 is at 0.
fn number_after(prefix: &str, name: &str) -> Option<usize> {
    let digits = name.strip_prefix(prefix)?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse::<usize>().ok())??
        .checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_rounded_within_the_tolerance_only() {
        let names = VariableNames::Numbered(2);
        for (text, value) in [
            ("1", true),
            ("0.9999999999999", true),
            ("1.0000000000", true),
            ("1e-05", false),
            ("-0", false),
            ("-1e-9", false),
            ("1e0", true),
        ] {
            let mut columns = ColumnValues::new(names);
            columns.take(1, "x_2", text).unwrap();
            assert_eq!(columns.values, [None, Some(f64::from(value))], "{text}");
        }
        for text in ["nan", "inf", "0.5", "2", "-1", "0.9999", "1e-4", "", "one", "1,0"] {
            let bad = ColumnValues::new(names).take(7, "x_2", text).unwrap_err();
            assert_eq!(bad.line, Some(7));
            assert!(bad.reason.contains("column x_2 is") && bad.reason.contains(text), "{bad}");
        }
    }

    #[test]
    fn columns_of_a_program_have_any_finite_value() {
        let names = ["a", "b", "c", "d"].map(str::to_owned);
        let mut columns = ColumnValues::new(VariableNames::Program(&names));
        for (name, text) in [("a", "0.999999"), ("b", "-2.5"), ("c", "-1.0/4.0")] {
            columns.take(1, name, text).unwrap();
        }
        assert!(columns.take(2, "a", "1").unwrap_err().reason.contains("two values"));
        for text in ["nan", "inf", "1/0", "", "one"] {
            let bad = columns.take(7, "d", text).unwrap_err();
            assert!(bad.reason.contains("column d is") && bad.line == Some(7), "{bad}");
        }
        let output = columns.into_output(OmittedColumns::Zero).unwrap();
        assert_eq!(output.point, Some(vec![0.999_999, -2.5, -0.25, 0.0]));
        let values = vec![Some(true), None, None, Some(false)];
        assert_eq!(output.status, Some(crate::SolverStatus::Satisfiable(values)));
        for absent in [OmittedColumns::Unknown, OmittedColumns::Free] {
            let mut columns = ColumnValues::new(VariableNames::Program(&names));
            columns.take(1, "b", "7").unwrap();
            match columns.into_output(absent) {
                Ok(output) => assert_eq!(output.point, Some(vec![0.0, 7.0, 0.0, 0.0])),
                Err(bad) => assert_eq!(bad.reason, "column a has no value"),
            }
        }
    }

    #[test]
    fn renamed_columns_are_noticed() {
        for name in ["x0", "x_0", "x_3", "x_", "x_+1", "x_99999999999999999999", "C1"] {
            let bad = ColumnValues::new(VariableNames::Numbered(2)).take(1, name, "1").unwrap_err();
            assert!(bad.reason.contains("renamed"), "{bad}");
        }
        assert!(ColumnValues::new(VariableNames::Opb(2)).take(1, "x2", "1").is_ok());
        assert!(ColumnValues::new(VariableNames::Opb(2)).take(1, "x_2", "1").is_err());
        let names = ["a".to_owned(), "b".to_owned()];
        assert!(ColumnValues::new(VariableNames::Columns(&names)).take(1, "x_1", "1").is_err());
        assert!(ColumnValues::new(VariableNames::Columns(&names)).take(1, "b", "1").is_ok());
    }

    #[test]
    fn columns_are_renamed_if_one_has_an_impossible_name() {
        let renames = |name: &str| {
            renames_columns(VariableNames::Program(&["x1".to_owned(), name.to_owned()]))
        };
        for name in ["w[1]", ".5a", "größe", "Free", "a/b", &"n".repeat(101)] {
            assert!(renames(name), "{name}");
        }
        for name in ["w(1,2)", "x#1", "e1", "a.5", "freed", &"n".repeat(100)] {
            assert!(!renames(name), "{name}");
        }
        assert!(!renames_columns(VariableNames::Numbered(2)));
    }

    #[test]
    fn a_column_has_one_value() {
        let mut columns = ColumnValues::new(VariableNames::Numbered(2));
        columns.take(1, "x_1", "1").unwrap();
        columns.take(2, "x_1", "1").unwrap();
        assert!(columns.take(3, "x_1", "0").unwrap_err().reason.contains("both"));
    }
}
