//! SCIP's solution file, written by `write solution`: the status, then the columns that are not 0.
//!
//! Source: <https://scipopt.org/doc-8.0.4/html/reader__sol_8h.php>.

use crate::answers::OutputFormat;
use crate::answers::mip::columns::{ColumnValues, OmittedColumns};
use crate::answers::{
    OutputError, ParsedOutput, VariableNames, contradiction, is_unbounded, numbered,
};

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line: |_| false, is_line };

fn is_line(line: &str) -> bool {
    line.split_whitespace().take(2).eq(["solution", "status:"])
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut lines = numbered(text).filter(|(_, line)| !line.is_empty());
    let status = lines
        .find_map(|(number, line)| Some((number, line.strip_prefix("solution status:")?.trim())));
    let (at, status) = match status {
        // after an input file that it cannot read, SCIP crashes in the middle of this line
        None | Some((_, "")) => return Ok(ParsedOutput::none()),
        Some(found) => found,
    };
    if is_unbounded(status) {
        // SCIP may list a point far out on an unbounded ray
        return Ok(ParsedOutput::unbounded(at, status));
    }
    let mut columns = ColumnValues::new(names);
    let (mut objective, mut value_of_objective) = (false, None);
    for (line_number, line) in lines {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["no", "solution", "available"] if !objective => {
                return Ok(match status {
                    "infeasible" => ParsedOutput::unsatisfiable(),
                    _ => ParsedOutput::unknown_as(at, status),
                });
            }
            _ if status == "infeasible" => return Err(contradiction(line_number)),
            ["objective", "value:", rest @ ..] => {
                objective = true;
                value_of_objective = rest.first().and_then(|value| value.parse().ok());
            }
            [name, value, ..] if objective => columns.take(line_number, name, value)?,
            _ => return Err(OutputError::at(line_number, "not a column with its value")),
        }
    }
    if !objective {
        return Err(OutputError::general("the file ends after its status"));
    }
    let output = columns.into_output(OmittedColumns::Zero)?;
    let output = output.with_objective(value_of_objective);
    Ok(output.with_optimal(status == "optimal solution found"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    const SAT: &str = "solution status: optimal solution found
objective value:                                    2
x_2                                                 1 \t(obj:2)
";

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(4)).map(|output| output.status)
    }

    #[test]
    fn recorded_files() {
        let model = [false, true, false, false].map(Some).to_vec();
        assert_eq!(status(SAT), Ok(Some(SolverStatus::Satisfiable(model.clone()))));
        let output = read(SAT, VariableNames::Numbered(4)).unwrap();
        assert_eq!(output.objective, Some(2.0));
        let stopped = SAT.replace("optimal solution found", "time limit reached");
        assert_eq!(status(&stopped), Ok(Some(SolverStatus::Satisfiable(model))));
        let none = "solution status: infeasible\nno solution available\n";
        assert_eq!(status(none), Ok(Some(SolverStatus::Unsatisfiable)));
        let stopped = none.replace("infeasible", "time limit reached");
        assert_eq!(status(&stopped), Ok(Some(SolverStatus::Unknown)));
        assert_eq!(status("solution status: "), Ok(None));
        assert_eq!(status(""), Ok(None));
    }

    #[test]
    fn values_of_a_program() {
        let names = ["x_1", "x_2", "x_3"].map(str::to_owned);
        let output = |text: &str| read(text, VariableNames::Program(&names)).unwrap();
        let text = format!("{SAT}x_3                    -2.5 \t(obj:0)\n");
        let solved = output(&text);
        assert_eq!((solved.point, solved.is_optimal), (Some(vec![0.0, 1.0, -2.5]), true));
        for status in ["time limit reached", "gap limit reached"] {
            let stopped = output(&text.replace("optimal solution found", status));
            assert_eq!((stopped.point, stopped.is_optimal), (Some(vec![0.0, 1.0, -2.5]), false));
        }
        for text in [
            text.replace("optimal solution found", "unbounded"),
            "solution status: infeasible or unbounded\nno solution available\n".to_owned(),
        ] {
            let unbounded = output(&text);
            assert_eq!((unbounded.status, unbounded.point), (Some(SolverStatus::Unknown), None));
            assert!(unbounded.reason.unwrap().1.contains("objective is unbounded"));
        }
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("x_2 ", "t_x_2 "), 3, "renamed"),
            (SAT.replace("  1 ", "  0.3 "), 3, "column x_2 is `0.3`"),
            (SAT.replace("objective value:", "x_1"), 2, "not a column"),
        ] {
            assert_bad(status(&text), Some(line), reason, &text);
        }
    }
}
