//! The sink that builds a program from the contents of an LP, MPS or OPB file.

use std::cmp::Ordering;

use encycle_encodings::logic::{Lit, ProgramNames, Relation, VARIABLE_LIMIT};
use encycle_lint::{FileFormat, FilePlace, FormulaSink, LintReport, Number};

use super::{Program, is_row_name, plain_name};
use crate::formats::ParseError;

/// The help for a file that cannot be read.
const LINT: &str = "files that Encycle writes can be read; `encycle lint` explains others";

/// A program that is being read. The first item that cannot be converted is kept as the fault.
#[derive(Default)]
pub(super) struct ProgramSink {
    names: Vec<String>,
    columns: Vec<Column>,
    rows: Vec<(Relation, i64)>,
    /// The terms of all rows, each with the index of its row.
    terms: Vec<(i64, Lit, u32)>,
    row_names: ProgramNames,
    fault: Option<(FilePlace, String)>,
}

/// The properties of a column that have been read.
#[derive(Clone, Copy)]
struct Column {
    /// The position of its first occurrence.
    place: FilePlace,
    is_integer: bool,
    /// Whether the column has the upper bound 1. Bounds other than 0 and 1 are a fault.
    is_bounded: bool,
}

impl ProgramSink {
    fn expected(&mut self, place: FilePlace, found: impl ToString, expected: &str) {
        let message = format!("found `{}`, expected {expected}\nhelp: {LINT}", found.to_string());
        self.fault.get_or_insert((place, message));
    }

    fn integer_at(&mut self, number: Number, place: FilePlace) -> i64 {
        match number {
            Number::Whole(value) => return value,
            Number::Real(_) => self.expected(place, number, "an integer"),
        }
        0
    }

    /// Returns the program after the linter has read the whole file.
    ///
    /// # Errors
    /// Returns the first fault, either of the linter or of the contents.
    pub fn finish(mut self, report: &LintReport, origin: &str) -> Result<Program, ParseError> {
        let (found, fault) = (report.first_error(), self.fault.take());
        // if both faults are on the same line, the fault of the linter comes first
        match (found, fault) {
            (Some(found), fault)
                if fault.as_ref().is_none_or(|(place, _)| found.line <= place.line) =>
            {
                return Err(crate::formats::checked::fault(found, origin));
            }
            (_, Some((place, message))) => return Err(error(origin, place, message)),
            _ => {}
        }
        self.name_variables(report).map_err(|(place, message)| error(origin, place, message))?;
        let mut program =
            Program { names: self.names, row_names: self.row_names, ..Program::default() };
        // an MPS file lists its terms column by column
        if !self.terms.is_sorted_by_key(|&(.., row)| row) {
            self.terms.sort_by_key(|&(.., row)| row);
        }
        program.terms.reserve_exact(self.terms.len());
        program.constraints.reserve_exact(self.rows.len());
        let mut terms = self.terms.into_iter().peekable();
        for (number, (relation, right)) in (0..).zip(self.rows) {
            let row = std::iter::from_fn(|| terms.next_if(|&(.., row)| row == number));
            program.terms.extend(row.map(|(size, literal, _)| (size, literal)));
            program.end_row(relation, right);
        }
        Ok(program)
    }

    /// Names the variables of an OPB file, or checks that all columns of an LP or MPS file are 0-1.
    fn name_variables(&mut self, report: &LintReport) -> Result<(), (FilePlace, String)> {
        if report.format == FileFormat::Opb {
            let declared = report.declared.unwrap_or_default();
            if declared.variables > u64::from(VARIABLE_LIMIT) {
                let message = format!(
                    "{} variables exceed the limit of {VARIABLE_LIMIT}\nhelp: {LINT}",
                    declared.variables
                );
                return Err((FilePlace { line: declared.line, column: 1 }, message));
            }
            self.names = (0..declared.variables as usize).map(plain_name).collect();
            return Ok(());
        }
        let is_binary = |column: &Column| column.is_integer && column.is_bounded;
        let Some(place) = self.columns.iter().position(|column| !is_binary(column)) else {
            return Ok(());
        };
        let name = &self.names[place];
        let fix = match report.format {
            FileFormat::Mps => {
                format!("put it between markers of integers, and add ` UP BND {name} 1`")
            }
            _ => "add it to the section `Binary`".to_owned(),
        };
        let message = format!(
            "the column `{name}` is not 0-1\nhelp: only 0-1 programs can be converted; {fix}"
        );
        Err((self.columns[place].place, message))
    }
}

fn error(origin: &str, place: FilePlace, message: String) -> ParseError {
    let (line, column) = (place.line as usize, place.column as usize);
    ParseError { origin: origin.to_owned(), line, column, message }
}

impl FormulaSink for ProgramSink {
    fn accepts_more(&self) -> bool {
        self.fault.is_none()
    }

    fn column(&mut self, name: &[u8], place: FilePlace) {
        self.names.push(String::from_utf8_lossy(name).into_owned());
        self.columns.push(Column { place, is_integer: false, is_bounded: false });
    }

    fn term(&mut self, row: Option<usize>, column: usize, number: Number, place: FilePlace) {
        match row {
            Some(row) => {
                let size = self.integer_at(number, place);
                self.terms.push((size, Lit::positive(column as u32), row as u32));
            }
            None if number == Number::Whole(0) => {}
            None => {
                let expected = "the coefficient 0: an objective cannot be converted";
                self.expected(place, number, expected);
            }
        }
    }

    fn row_name(&mut self, row: Option<usize>, name: &[u8]) {
        let name = String::from_utf8_lossy(name).into_owned();
        match row {
            _ if !is_row_name(&name) => {}
            None => self.row_names.objective = Some(name),
            Some(row) => {
                self.row_names.constraints.insert(row, name);
            }
        }
    }

    fn relation(&mut self, relation: Ordering) {
        let relation = match relation {
            Ordering::Less => Relation::AtMost,
            Ordering::Equal => Relation::Equal,
            Ordering::Greater => Relation::AtLeast,
        };
        self.rows.push((relation, 0));
    }

    fn right_side(&mut self, row: usize, number: Number, place: FilePlace) {
        let value = self.integer_at(number, place);
        if let Some((_, right)) = self.rows.get_mut(row) {
            *right = value;
        }
    }

    fn range(&mut self, _: usize, number: Number, place: FilePlace) {
        self.expected(place, number, "no range: write two rows");
    }

    fn integer(&mut self, column: usize) {
        self.columns[column].is_integer = true;
    }

    fn bounds(&mut self, column: usize, lower: Option<f64>, upper: Option<f64>, place: FilePlace) {
        for (bound, allowed) in [(lower, 0.0), (upper, 1.0)] {
            if let Some(other) = bound.filter(|&bound| bound != allowed) {
                let expected = "a bound of 0 below or 1 above: only 0-1 programs can be converted";
                self.expected(place, other, expected);
            }
        }
        self.columns[column].is_bounded |= upper.is_some();
    }
}
