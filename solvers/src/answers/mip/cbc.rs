//! CBC's solution file, written by `-solu`: a status line, then index, name, value and reduced cost of each column.
//!
//! Source: <https://github.com/coin-or/Cbc>, the command `solution`.

use crate::answers::OutputFormat;
use crate::answers::mip::columns::{ColumnValues, OmittedColumns, is_fractional, renames_columns};
use crate::answers::{
    OutputError, ParsedOutput, VariableNames, is_unbounded, numbered, shown, starts,
};

/// An objective value from this on means that CBC has no solution; CBC prints 1e+50 then.
const NO_OBJECTIVE: f64 = 1e49;

/// The beginnings of a status.
const STATUSES: [&str; 6] =
    ["Optimal", "Infeasible", "Integer infeasible", "Stopped on", "Unbounded", "Status unknown"];

/// The help for a file that CBC wrote before it solved the program.
const ORDER: &str =
    "\nhelp: give CBC its commands in this order: `cbc FILE -solve -solu RESULT -quit`";

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line, is_line: |_| false };

fn is_first_line(line: &str) -> bool {
    starts(line, &STATUSES) && line.contains(" objective value ")
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut lines = numbered(text);
    let Some((_, line)) = lines.next() else {
        return Ok(ParsedOutput::none());
    };
    let not_a_status = || OutputError::at(1, format!("`{}` is not a status", shown(line)));
    let (status, objective) = line.split_once(" - objective value ").ok_or_else(not_a_status)?;
    let objective: f64 = objective.trim().parse().map_err(|_| not_a_status())?;
    let stopped = status.starts_with("Stopped on ");
    match status {
        // CBC also lists values after an infeasible or fractional result
        "Infeasible" | "Integer infeasible" => return Ok(ParsedOutput::unsatisfiable()),
        _ if is_unbounded(status) => return Ok(ParsedOutput::unbounded(1, status)),
        _ if status.contains("no integer solution") => {
            return Ok(ParsedOutput::unknown_as(1, line));
        }
        "Status unknown" => {
            return Ok(ParsedOutput::unknown(
                1,
                format!("the solver reports `{}`{ORDER}", shown(status)),
            ));
        }
        "Optimal" | "Optimal (within gap tolerance)" => {}
        _ if !stopped => return Err(not_a_status()),
        _ if objective.is_nan() || objective.abs() >= NO_OBJECTIVE => {
            return Ok(ParsedOutput::unknown_as(1, line));
        }
        _ => {}
    }
    let first_column = first_column(text);
    let is_renamed = renames_columns(names) && are_numbers(text, first_column);
    let mut columns = ColumnValues::new(names);
    let mut has_column = false;
    for (line_number, line) in lines {
        if is_first_line(line) {
            let reason = "a second solution: the file has several, one after the other\nhelp: delete the file before each \
                          run, or keep the lines of one solution";
            return Err(OutputError::at(line_number, reason));
        }
        if line_number < first_column {
            continue;
        }
        // `**` marks a value outside its bounds
        let mut words = line.split_whitespace().filter(|&word| word != "**");
        match (words.next(), words.next(), words.next()) {
            (None, ..) => {}
            (Some(index), Some(name), Some(value)) => {
                has_column = true;
                let taken = match index.parse() {
                    Ok(place) if is_renamed => columns.take_at(line_number, place, value),
                    _ => columns.take(line_number, name, value),
                };
                if stopped && is_fractional(value) && taken.is_err() {
                    let reason = format!(
                        "the solver stopped while column {} was {value}, neither 0 nor 1",
                        shown(name)
                    );
                    return Ok(ParsedOutput::unknown(line_number, reason));
                }
                taken?;
            }
            _ => return Err(OutputError::at(line_number, "not a column with its value")),
        }
    }
    if stopped && !has_column {
        return Ok(ParsedOutput::unknown_as(1, line));
    }
    let output = columns.into_output(OmittedColumns::Zero)?;
    Ok(output.with_objective(Some(objective)).with_optimal(status == "Optimal"))
}

/// Returns the number of the line with the first column. With `-printing all`, CBC lists the rows before the columns,
/// and the indices of the columns start again at 0.
fn first_column(text: &str) -> usize {
    let index = |line: &str| line.split_whitespace().find(|&word| word != "**").map(str::to_owned);
    let zeros = numbered(text).skip(1).filter(|(_, line)| index(line).as_deref() == Some("0"));
    let mut zeros = zeros.map(|(number, _)| number);
    match (zeros.next(), zeros.next()) {
        (Some(_), Some(second)) => second,
        _ => 0,
    }
}

/// Returns whether the name of each column is its index, as in `7 x7 1 0`. So CBC renames the columns of an LP file; in a file
/// whose columns have these names, they have the same indices.
fn are_numbers(text: &str, first_column: usize) -> bool {
    let is_number = |line: &str| {
        let mut words = line.split_whitespace().filter(|&word| word != "**");
        match (words.next(), words.next()) {
            (Some(index), Some(name)) => name.strip_prefix('x') == Some(index),
            _ => true,
        }
    };
    let lines = numbered(text).skip(1).filter(|(number, _)| *number >= first_column);
    lines.map(|(_, line)| line).all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    fn named(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        let names = ["x_1", "x_2", "x_3", "y"].map(str::to_owned);
        read(text, VariableNames::Columns(&names)).map(|output| output.status)
    }

    const SAT: &str = "Optimal - objective value 2.00000000
      0 x_1                    0                       1
      1 x_2                    1                       2
      2 x_3                    0                       3
      3 y                      0                       0
";

    #[test]
    fn recorded_files() {
        let model = [false, true, false, false].map(Some).to_vec();
        assert_eq!(named(SAT), Ok(Some(SolverStatus::Satisfiable(model.clone()))));
        let stopped = SAT.replace("Optimal", "Stopped on time");
        assert_eq!(named(&stopped), Ok(Some(SolverStatus::Satisfiable(model.clone()))));
        let non_zero =
            "Optimal (within gap tolerance) - objective value 2.0\n  1 x_2  0.99999999  2\n";
        assert_eq!(named(non_zero), Ok(Some(SolverStatus::Satisfiable(model))));
        for status in ["Infeasible", "Integer infeasible"] {
            let text = format!("{status} - objective value 1.00000000\n      0 x_1   1   0\n");
            assert_eq!(named(&text), Ok(Some(SolverStatus::Unsatisfiable)));
        }
        for reason in [
            "(no integer solution - continuous used) - objective value 0.00000000",
            "(LP relaxation not completed - no integer solution) - objective value 0",
            "- objective value 1e+50",
        ] {
            let text = format!("Stopped on time {reason}\n      0 x_1   0.5   0\n");
            assert_eq!(named(&text), Ok(Some(SolverStatus::Unknown)));
        }
        // stopped before CBC found a point
        let empty = "Stopped on time - objective value 0.00000000\n";
        assert_eq!(named(empty), Ok(Some(SolverStatus::Unknown)));
        assert_eq!(named(""), Ok(None));
    }

    /// With `-printing all`, CBC lists the rows before the columns; a row may have the name of a column.
    #[test]
    fn rows_before_the_columns_are_skipped() {
        let rows = "      0 c1   4   0\n      1 x_2   0   0\n";
        let both = SAT.replace("      0 x_1", &format!("{rows}      0 x_1"));
        assert_eq!(named(&both), named(SAT));
        // only the columns that are not 0
        let text =
            format!("Optimal - objective value 2\n{rows}      0 x_1  1  0\n      1 x_2  1  2\n");
        let model = [true, true, false, false].map(Some).to_vec();
        assert_eq!(named(&text), Ok(Some(SolverStatus::Satisfiable(model))));
    }

    #[test]
    fn a_file_written_before_the_search_is_unknown() {
        let text = SAT.replace("Optimal", "Status unknown");
        let names = ["x_1", "x_2", "x_3", "y"].map(str::to_owned);
        let output = read(&text, VariableNames::Columns(&names)).unwrap();
        assert_eq!(output.status, Some(SolverStatus::Unknown));
        assert!(output.reason.unwrap().1.contains("-solve -solu"));
    }

    #[test]
    fn values_of_a_program() {
        let names = ["a", "y", "f"].map(str::to_owned);
        let output = |text: &str| read(text, VariableNames::Program(&names)).unwrap();
        let text = "Optimal - objective value -11.5\n      1 y   4   -1\n      2 f   -2.5   3\n";
        let solved = output(text);
        assert_eq!((solved.point, solved.is_optimal), (Some(vec![0.0, 4.0, -2.5]), true));
        for status in ["Stopped on time", "Optimal (within gap tolerance)"] {
            let stopped = output(&text.replace("Optimal", status));
            assert_eq!((stopped.point, stopped.is_optimal), (Some(vec![0.0, 4.0, -2.5]), false));
        }
        let unbounded = output("Unbounded - objective value 1.00000000\n      0 a   1   1\n");
        assert_eq!(unbounded.status, Some(SolverStatus::Unknown));
        assert!(unbounded.reason.unwrap().1.starts_with("the objective is unbounded"));
    }

    /// `x1` was the column of this name, although CBC had renamed all columns. Columns that are 0 are left out of long files.
    #[test]
    fn renamed_columns_are_read_by_their_indices() {
        let text = "Optimal - objective value 5\n      1 x1   1   2\n      2 x2   1   3\n";
        let values = |third: &str| {
            let names = ["x2", "x1", third].map(str::to_owned);
            read(text, VariableNames::Columns(&names)).unwrap().status
        };
        let model = |values: [bool; 3]| Some(SolverStatus::Satisfiable(values.map(Some).to_vec()));
        assert_eq!(values("w[1]"), model([false, true, true]));
        // no name is impossible, so the output is that of another file, and the names count
        assert_eq!(values("w1"), model([true, true, false]));
        let names = ["x2", "x1", "w[1]"].map(str::to_owned);
        // of an MPS file, whose columns CBC does not rename
        let text = "Optimal - objective value 5\n      1 x1   1   2\n      2 w[1]   1   3\n";
        let output = read(text, VariableNames::Columns(&names)).unwrap();
        assert_eq!(output.status, model([false, true, true]));
        let text = "Optimal - objective value 5\n      3 x3   1   2\n";
        let bad = read(text, VariableNames::Columns(&names)).unwrap_err();
        assert_eq!(bad.line, Some(2));
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("x_1", "x0"), 2, "renamed"),
            (SAT.replace("x_2                    1", "x_2  0.5"), 3, "column x_2 is `0.5`"),
            (SAT.replace("x_2                    1", "x_2  nan"), 3, "column x_2 is `nan`"),
            (SAT.replace("Optimal", "Best"), 1, "not a status"),
            (format!("{SAT}junk"), 6, "not a column"),
            (format!("{SAT}{SAT}"), 6, "a second solution"),
        ] {
            assert_bad(named(&text), Some(line), reason, &text);
        }
    }
}
