//! GLPK's report, written by `-o`: the status in words, a table of rows and a table of columns. A name of more than 12
//! characters has a line of its own, and its values are on the next line.
//!
//! Source: `glp_print_mip` in the reference manual of GLPK, and observation of glpsol 5.0.

use crate::answers::OutputFormat;
use crate::answers::mip::columns::ColumnValues;
use crate::answers::mip::glpk::GlpkStatus;
use crate::answers::{OutputError, ParsedOutput, VariableNames, numbered, shown};

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line: |_| false, is_line };

fn is_line(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(3).collect();
    matches!(words.as_slice(), ["Status:", "INTEGER", ..] | ["No.", "Column", "name"])
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut lines = numbered(text);
    let mut columns = ColumnValues::new(names);
    let is_program = matches!(names, VariableNames::Program(_));
    let (mut status, mut is_basic) = (None, false);
    for (line_number, line) in lines.by_ref() {
        if let Some(words) = line.strip_prefix("Status:") {
            let words = words.trim();
            let linear = || GlpkStatus::of_linear_words(words).filter(|_| is_program);
            let integer = GlpkStatus::of_words(words);
            is_basic = integer.is_none();
            let Some(found) = integer.or_else(linear) else {
                let reason = format!("`{}` is not a status of an integer program", shown(words));
                return Err(OutputError::at(line_number, reason));
            };
            status = Some((line_number, found));
        } else if let Some(count) = line.strip_prefix("Columns:") {
            columns.expect_count(line_number, count.split_whitespace().next().unwrap_or(""))?;
        } else if line.split_whitespace().take(3).eq(["No.", "Column", "name"]) {
            break;
        }
    }
    let Some((at, status)) = status else {
        return Ok(ParsedOutput::none());
    };
    // GLPK also lists values after an infeasible or undefined result; they have no meaning
    let solved = status.is_solved();
    let mut wrapped: Option<(usize, &str)> = None;
    let mut in_table = true;
    let mut ended = false;
    for (line_number, line) in lines {
        let words = line.split_whitespace().filter(|&word| {
            // in front of the value: the mark of an integer column, or the status of another column
            word != "*" && !(is_basic && ["B", "NL", "NU", "NF", "NS"].contains(&word))
        });
        let words: Vec<&str> = words.collect();
        match (words.as_slice(), wrapped.take()) {
            ([], None) => in_table = false,
            (["End", "of", "output"], None) => ended = true,
            (_, None) if !in_table || !solved || line.starts_with("------") => {}
            ([_number, name], None) => wrapped = Some((line_number, name)),
            ([_number, name, value, ..], None) => columns.take(line_number, name, value)?,
            ([value, ..], Some((_, name))) => columns.take(line_number, name, value)?,
            ([], Some((line_number, name))) => {
                let reason = format!("column {} has no value", shown(name));
                return Err(OutputError::at(line_number, reason));
            }
            ([_], None) => return Err(OutputError::at(line_number, "not a column with its value")),
        }
    }
    match status {
        _ if !ended => Err(OutputError::general("the file ends before `End of output`")),
        status => status.output(at, columns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    /// A report of glpsol 5.0.
    const SAT: &str = "Problem:    
Rows:       1
Columns:    2 (2 integer, 2 binary)
Non-zeros:  2
Status:     INTEGER OPTIMAL
Objective:  obj = 0 (MINimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 a_very_long_row_name_x
                                   0             0               

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 a_very_long_column_name
                    *              1             0             1 
     2 x            *              0             0             1 

Integer feasibility conditions:

KKT.PE: max.abs.err = 0.00e+00 on row 0

End of output
";

    fn output(text: &str) -> Result<ParsedOutput, OutputError> {
        let names = ["a_very_long_column_name", "x"].map(str::to_owned);
        read(text, VariableNames::Columns(&names))
    }

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        output(text).map(|output| output.status)
    }

    #[test]
    fn recorded_files() {
        let model = SolverStatus::Satisfiable(vec![Some(true), Some(false)]);
        assert_eq!(status(SAT), Ok(Some(model.clone())));
        assert_eq!(status(&SAT.replace("INTEGER OPTIMAL", "INTEGER NON-OPTIMAL")), Ok(Some(model)));
        let ended = |words| SAT.replace("INTEGER OPTIMAL", words);
        assert_eq!(status(&ended("INTEGER EMPTY")), Ok(Some(SolverStatus::Unsatisfiable)));
        let undefined = output(&ended("INTEGER UNDEFINED")).unwrap();
        assert_eq!(undefined.status, Some(SolverStatus::Unknown));
        assert_eq!(undefined.reason.map(|(line, _)| line), Some(5));
        assert_eq!(status(""), Ok(None));
    }

    #[test]
    fn values_of_a_program() {
        let names = ["a_very_long_column_name", "x"].map(str::to_owned);
        let output = |text: &str| read(text, VariableNames::Program(&names)).unwrap();
        let text = SAT.replace("x            *              0", "x            *           -2.5");
        let solved = output(&text);
        assert_eq!((solved.point, solved.is_optimal), (Some(vec![1.0, -2.5]), true));
        let stopped = output(&text.replace("INTEGER OPTIMAL", "INTEGER NON-OPTIMAL"));
        assert_eq!((stopped.point, stopped.is_optimal), (Some(vec![1.0, -2.5]), false));
        let linear = text.replace("INTEGER OPTIMAL", "OPTIMAL").replace(" * ", " B ");
        let solved = output(&linear);
        assert_eq!((solved.point, solved.is_optimal), (Some(vec![1.0, -2.5]), true));
        let unbounded = output(&linear.replace("OPTIMAL", "UNBOUNDED"));
        assert_eq!(unbounded.status, Some(SolverStatus::Unknown));
        assert!(unbounded.reason.unwrap().1.starts_with("the objective is unbounded"));
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("INTEGER OPTIMAL", "OPTIMAL"), Some(5), "status of an integer program"),
            (SAT.replace("Columns:    2", "Columns:    3"), Some(3), "another, larger LP file"),
            (SAT.replace(" x ", " y "), Some(17), "renamed"),
            (SAT.replace("a_very_long_column", "another_column"), Some(16), "renamed"),
            (SAT.replace("*              1", "*            0.5"), Some(16), "is `0.5`"),
            (SAT.replace("     2 x  ", "     2 "), Some(17), "renamed"),
            (SAT.replace("End of output\n", ""), None, "ends before"),
        ] {
            assert_bad(status(&text), line, reason, &text);
        }
    }
}
