//! The output of `lp_solve -S3`: a status line, or the objective value and a table of all columns.
//!
//! Source: <https://lpsolve.sourceforge.net/5.5/lp_solve.htm>, and observation of lp_solve 5.5.2.5.
//! lp_solve does not read CPLEX LP files; `glpsol --check --wfreemps` converts them to MPS.

use crate::answers::OutputFormat;
use crate::answers::mip::columns::{ColumnValues, OmittedColumns};
use crate::answers::{
    OutputError, ParsedOutput, VariableNames, contradiction, is_unbounded, numbered,
};

/// The status lines without a solution, and for each whether it proves infeasibility.
const STATUSES: [(&str, bool); 6] = [
    ("This problem is infeasible", true),
    ("This problem is unbounded", false),
    ("The problem is infeasible or unbounded", false),
    ("Timeout", false),
    ("Numerical failure encountered", false),
    ("The model is sub-optimal. Only a faster solution was found.", false),
];

/// The functions that recognize and parse this dialect.
pub(in crate::answers) const FORMAT: OutputFormat = OutputFormat { read, is_first_line, is_line };

fn is_first_line(line: &str) -> bool {
    let statuses = ["Timeout", "This problem is infeasible", "This problem is unbounded"];
    statuses.contains(&line) || line.starts_with("Value of objective function:")
}

fn is_line(line: &str) -> bool {
    line == "Actual values of the variables:"
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut infeasible = None;
    let mut unknown = None;
    let mut table: Option<ColumnValues> = None;
    let mut ended = false;
    for (line_number, line) in numbered(text) {
        if let Some((status, certain)) = STATUSES.iter().find(|(status, _)| *status == line) {
            let found = if *certain { &mut infeasible } else { &mut unknown };
            *found = Some((line_number, *status));
            continue;
        }
        if line == "Actual values of the variables:" {
            // with an option, lp_solve prints each improved solution, so the last table is the best
            (table, ended) = (Some(ColumnValues::new(names)), false);
            continue;
        }
        let Some(columns) = table.as_mut().filter(|_| !ended) else { continue };
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] => {}
            ["Actual", "values", "of", "the", "constraints:"] => ended = true,
            [name, value] => columns.take(line_number, name, value)?,
            _ => return Err(OutputError::at(line_number, "not a column with its value")),
        }
    }
    match (infeasible, table, unknown) {
        (Some((line_number, _)), Some(_), _) => Err(contradiction(line_number)),
        (Some(_), None, _) => Ok(ParsedOutput::unsatisfiable()),
        (None, Some(_), _) if !ended => {
            Err(OutputError::general("the output ends among the columns"))
        }
        (None, Some(columns), _) => {
            let output = columns.into_output(OmittedColumns::Unknown)?;
            // "sub-optimal" and "Timeout" come before the table of the best point
            Ok(output.with_optimal(unknown.is_none()))
        }
        (None, None, Some((line_number, status))) if is_unbounded(status) => {
            Ok(ParsedOutput::unbounded(line_number, status))
        }
        (None, None, Some((line_number, status))) => {
            Ok(ParsedOutput::unknown_as(line_number, status))
        }
        (None, None, None) => Ok(ParsedOutput::none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    const SAT: &str = "\nValue of objective function: 0\n\nActual values of the variables:\n\
        x_1                             1\nx_2                               0\n\n\
        Actual values of the constraints:\nc1                              2\n";

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(2)).map(|output| output.status)
    }

    #[test]
    fn recorded_outputs() {
        let model = SolverStatus::Satisfiable(vec![Some(true), Some(false)]);
        assert_eq!(status(SAT), Ok(Some(model.clone())));
        let improved = SAT.replace("  1\n", "  0\n") + SAT;
        assert_eq!(status(&improved), Ok(Some(model)));
        assert_eq!(status("\nThis problem is infeasible\n"), Ok(Some(SolverStatus::Unsatisfiable)));
        assert_eq!(status("\nTimeout\n"), Ok(Some(SolverStatus::Unknown)));
        assert_eq!(status("\nThis problem is unbounded\n"), Ok(Some(SolverStatus::Unknown)));
        assert_eq!(status("syntax error on line 3\n"), Ok(None));
    }

    #[test]
    fn values_of_a_program() {
        let names = ["x_1", "x_2"].map(str::to_owned);
        let output = |text: &str| read(text, VariableNames::Program(&names)).unwrap();
        let text = SAT.replace("    0\n", " -2.5\n");
        let solved = output(&text);
        assert_eq!((solved.point, solved.is_optimal), (Some(vec![1.0, -2.5]), true));
        let status = "\nThe model is sub-optimal. Only a faster solution was found.\n";
        let stopped = output(&format!("{status}{text}"));
        assert_eq!((stopped.point, stopped.is_optimal), (Some(vec![1.0, -2.5]), false));
        for status in ["This problem is unbounded", "The problem is infeasible or unbounded"] {
            let unbounded = output(&format!("\n{status}\n"));
            assert_eq!(unbounded.status, Some(SolverStatus::Unknown));
            assert!(unbounded.reason.unwrap().1.contains("objective is unbounded"));
        }
    }

    #[test]
    fn bad_outputs() {
        for (text, line, reason) in [
            (SAT.replace("x_1", "C1 "), Some(5), "renamed"),
            (SAT.replace("  1\n", "  0.5\n"), Some(5), "column x_1 is `0.5`"),
            (SAT.replace("Actual values of the constraints:", ""), Some(9), "renamed"),
            (format!("{SAT}\nThis problem is infeasible"), Some(11), "values follow"),
            (SAT.split_inclusive("   0\n").take(1).collect(), None, "ends among the columns"),
        ] {
            assert_bad(status(&text), line, reason, &text);
        }
    }
}
