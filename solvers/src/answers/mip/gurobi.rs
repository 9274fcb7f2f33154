//! Gurobi's `.sol` file: comments, then the name and the value of every column. Gurobi writes the file only if it has a
//! solution; the file does not state whether the solution is optimal.
//!
//! Source:
//! <https://docs.gurobi.com/projects/optimizer/en/current/reference/fileformats/solutionformats.html>.

use crate::answers::OutputFormat;
use crate::answers::mip::columns::{ColumnValues, OmittedColumns};
use crate::answers::starts;
use crate::answers::{OutputError, ParsedOutput, VariableNames, numbered};

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line, is_line: |_| false };

fn is_first_line(line: &str) -> bool {
    starts(line, &["# Solution for model", "# Solution file", "# Objective value ="])
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    if text.trim().is_empty() {
        return Ok(ParsedOutput::none());
    }
    let mut columns = ColumnValues::new(names);
    for (line_number, line) in numbered(text) {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] => {}
            [comment, ..] if comment.starts_with('#') => {}
            [name, value] => columns.take(line_number, name, value)?,
            _ => return Err(OutputError::at(line_number, "not a column with its value")),
        }
    }
    columns.into_output(OmittedColumns::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    const SAT: &str = "# Solution for model obj\n# Objective value = 2\nx_1 0\nx_2 1\nx_3 0\n";

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(3)).map(|output| output.status)
    }

    #[test]
    fn files_of_the_documented_form() {
        let model = [false, true, false].map(Some).to_vec();
        assert_eq!(status(SAT), Ok(Some(SolverStatus::Satisfiable(model.clone()))));
        let tolerant = SAT.replace("x_2 1", "x_2 9.9999999999e-01").replace("x_1 0", "x_1 -0");
        assert_eq!(status(&tolerant), Ok(Some(SolverStatus::Satisfiable(model))));
        let partial = [None, Some(true), Some(false)].to_vec();
        assert_eq!(
            status(&SAT.replace("x_1 0\n", "")),
            Ok(Some(SolverStatus::Satisfiable(partial)))
        );
        assert_eq!(status("\n"), Ok(None));
    }

    /// The file does not state whether the point is optimal, and an unbounded program has no file.
    #[test]
    fn values_of_a_program() {
        let names = ["x_1", "x_2", "x_3"].map(str::to_owned);
        let text = SAT.replace("x_3 0", "x_3 -2.5e+00");
        let output = read(&text, VariableNames::Program(&names)).unwrap();
        assert_eq!((output.point, output.is_optimal), (Some(vec![0.0, 1.0, -2.5]), false));
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("x_2", "C1"), Some(4), "renamed"),
            (SAT.replace("x_2 1", "x_2 0.5"), Some(4), "column x_2 is `0.5`"),
            (SAT.replace("x_2 1", "x_2"), Some(4), "not a column"),
            ("# Solution for model obj\n".to_owned(), None, "no column has a value"),
        ] {
            assert_bad(status(&text), line, reason, &text);
        }
    }
}
