//! Gurobi's `.sol` file: comments, then the name and the value of every column. It is written only
//! where there is a solution, and says nothing of how good it is.
//!
//! Source: <https://docs.gurobi.com/projects/optimizer/en/current/reference/fileformats/solutionformats.html>.

use crate::answers::mip::columns::{ColumnValues, OmittedColumns};
use crate::answers::{OutputError, ParsedOutput, VariableNames, numbered};

pub(crate) fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    if text.trim().is_empty() {
        return Ok(ParsedOutput::nothing());
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
    columns.into_said(OmittedColumns::Unsaid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    const SAT: &str = "# Solution for model obj\n# Objective value = 2\nx_1 0\nx_2 1\nx_3 0\n";

    fn reply(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(3)).map(|said| said.answer.reply)
    }

    #[test]
    fn files_of_the_documented_form() {
        let model = [false, true, false].map(Some).to_vec();
        assert_eq!(reply(SAT), Ok(Some(SolverStatus::Satisfiable(model.clone()))));
        let tolerant = SAT.replace("x_2 1", "x_2 9.9999999999e-01").replace("x_1 0", "x_1 -0");
        assert_eq!(reply(&tolerant), Ok(Some(SolverStatus::Satisfiable(model))));
        let partial = [None, Some(true), Some(false)].to_vec();
        assert_eq!(
            reply(&SAT.replace("x_1 0\n", "")),
            Ok(Some(SolverStatus::Satisfiable(partial)))
        );
        assert_eq!(reply("\n"), Ok(None));
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("x_2", "C1"), Some(4), "renamed"),
            (SAT.replace("x_2 1", "x_2 0.5"), Some(4), "column x_2 is `0.5`"),
            (SAT.replace("x_2 1", "x_2"), Some(4), "not a column"),
            ("# Solution for model obj\n".to_owned(), None, "no column has a value"),
        ] {
            assert_bad(reply(&text), line, reason, &text);
        }
    }
}
