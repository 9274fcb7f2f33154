//! The file of CBC's `-solu`: a status line, then index, name, value and reduced cost of each column.
//!
//! Source: <https://github.com/coin-or/Cbc>, the command `solution`.

use crate::answers::dialect::OutputFormat;
use crate::answers::mip::columns::{ColumnValues, OmittedColumns, is_fractional};
use crate::answers::recognition::starts;
use crate::answers::{OutputError, ParsedOutput, VariableNames, numbered, shown};

/// The objective value from which on CBC has no solution; it prints 1e+50.
const NO_OBJECTIVE: f64 = 1e49;

/// Recognises and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line, is_line: |_| false };

fn is_first_line(line: &str) -> bool {
    let status = ["Optimal", "Infeasible", "Integer infeasible", "Stopped on", "Unbounded"];
    starts(line, &status) && line.contains(" objective value ")
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
        // CBC lists values below an infeasible or fractional result, too
        "Infeasible" | "Integer infeasible" => return Ok(ParsedOutput::unsatisfiable()),
        _ if status.contains("no integer solution") => {
            return Ok(ParsedOutput::unknown_as(1, line));
        }
        "Optimal" | "Optimal (within gap tolerance)" => {}
        _ if !stopped => return Err(not_a_status()),
        _ if objective.is_nan() || objective.abs() >= NO_OBJECTIVE => {
            return Ok(ParsedOutput::unknown_as(1, line));
        }
        _ => {}
    }
    let mut columns = ColumnValues::new(names);
    for (line_number, line) in lines {
        // `**` marks a value outside of its bounds
        let mut words = line.split_whitespace().filter(|&word| word != "**");
        match (words.next(), words.next(), words.next()) {
            (None, ..) => {}
            (Some(_), Some(name), Some(value)) => {
                let taken = columns.take(line_number, name, value);
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
    columns.into_output(OmittedColumns::Zero)
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
        assert_eq!(named(""), Ok(None));
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("x_1", "x0"), 2, "renamed"),
            (SAT.replace("x_2                    1", "x_2  0.5"), 3, "column x_2 is `0.5`"),
            (SAT.replace("x_2                    1", "x_2  nan"), 3, "column x_2 is `nan`"),
            (SAT.replace("Optimal", "Unbounded"), 1, "not a status"),
            (format!("{SAT}junk"), 6, "not a column"),
        ] {
            assert_bad(named(&text), Some(line), reason, &text);
        }
    }
}
