//! HiGHS's solution file, written by `--solution_file`: the status below `Model status`, then a section of values.
//!
//! Source: the option `solution_file` in <https://ergo-code.github.io/HiGHS/>.

use crate::answers::OutputFormat;
use crate::answers::mip::columns::{ColumnValues, OmittedColumns};
use crate::answers::{
    OutputError, ParsedOutput, VariableNames, contradiction, is_unbounded, numbered,
};

/// Returns whether this is the first line of the style for people.
pub(in crate::answers) fn is_pretty(line: &str) -> bool {
    line.split_whitespace().take(4).eq(["Index", "Status", "Lower", "Upper"])
}

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line: |_| false, is_line };

fn is_line(line: &str) -> bool {
    line.split_whitespace().eq(["Model", "status"])
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut lines = numbered(text);
    if !lines.any(|(_, line)| line == "Model status") {
        return Ok(ParsedOutput::none());
    }
    let Some((status_line, status)) = lines.next() else {
        return Ok(ParsedOutput::none());
    };
    let section = lines.any(|(_, line)| line == "# Primal solution values");
    let (at, feasible) = match lines.next() {
        Some((at, word @ ("Feasible" | "None" | "Infeasible"))) if section => {
            (at, word == "Feasible")
        }
        Some((at, _)) if section => {
            return Err(OutputError::at(at, "neither `Feasible` nor `Infeasible` nor `None`"));
        }
        _ => return Err(OutputError::general("the file ends before its values")),
    };
    match (status, feasible) {
        ("Infeasible", false) => return Ok(ParsedOutput::unsatisfiable()),
        ("Infeasible", true) => return Err(contradiction(at)),
        _ if is_unbounded(status) => return Ok(ParsedOutput::unbounded(status_line, status)),
        (_, false) => return Ok(ParsedOutput::unknown_as(status_line, status)),
        (_, true) => {}
    }
    read_columns(lines, names).map(|output| output.with_optimal(status == "Optimal"))
}

/// Reads the columns of a feasible point.
fn read_columns<'a>(
    mut lines: impl Iterator<Item = (usize, &'a str)>,
    names: VariableNames,
) -> Result<ParsedOutput, OutputError> {
    let mut columns = ColumnValues::new(names);
    let mut objective = None;
    let count = lines.find_map(|(at, line)| {
        if let Some(value) = line.strip_prefix("Objective ") {
            objective = value.trim().parse().ok();
        }
        Some((at, line.strip_prefix("# Columns")?))
    });
    let Some((at, count)) = count else {
        return Err(OutputError::general("the values are feasible, but there are no columns"));
    };
    // the sparse style writes minus the number of nonzero columns, and the index of each listed column
    let sparse = count.trim().strip_prefix('-');
    match sparse {
        None => columns.expect_count(at, count.trim())?,
        Some(listed) if listed.parse::<usize>().is_ok() => {}
        Some(_) => return Err(OutputError::at(at, "not a number of columns")),
    }
    let mut expected = sparse.and_then(|listed| listed.parse::<usize>().ok());
    for (line_number, line) in lines {
        if line.starts_with('#') && expected.is_none() {
            let output = columns.into_output(OmittedColumns::Unknown)?;
            return Ok(output.with_objective(objective));
        }
        if line.starts_with('#') {
            break;
        }
        let mut words = line.split_whitespace();
        match (words.next(), words.next(), words.next().is_some() || expected.is_none()) {
            (None, ..) => {}
            (Some(name), Some(value), true) => {
                columns.take(line_number, name, value)?;
                expected = expected.map(|left| left.saturating_sub(1));
            }
            _ => return Err(OutputError::at(line_number, "not a column with its value")),
        }
    }
    // the sparse style may end with the columns
    match expected {
        Some(0) => Ok(columns.into_output(OmittedColumns::Zero)?.with_objective(objective)),
        _ => Err(OutputError::general("the file ends among the columns")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    const SAT: &str = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 2\n\
        # Columns 4\nx_1 0\nx_2 1\nx_3 0\nx_4 0\n# Rows 3\nc1 1\nc2 1\nc3 0\n\n\
        # Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\nNone\n";
    /// With `write_solution_style = 4`.
    const SPARSE: &str = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 2\n\
        # Columns -2\nx_2 1 1\nx_4 1 3\n";
    const NONE: &str = "Model status\nInfeasible\n\n# Primal solution values\nNone\n\n\
        # Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\nNone\n";

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(4)).map(|output| output.status)
    }

    #[test]
    fn recorded_files() {
        let model = [false, true, false, false].map(Some).to_vec();
        assert_eq!(status(SAT), Ok(Some(SolverStatus::Satisfiable(model.clone()))));
        let read_objective = |text: &str| read(text, VariableNames::Numbered(4)).unwrap().objective;
        assert_eq!([SAT, SPARSE].map(read_objective), [Some(2.0); 2]);
        let stopped = SAT.replace("Optimal", "Time limit reached");
        assert_eq!(status(&stopped), Ok(Some(SolverStatus::Satisfiable(model))));
        assert_eq!(status(NONE), Ok(Some(SolverStatus::Unsatisfiable)));
        let stopped = NONE.replace("Infeasible", "Time limit reached");
        assert_eq!(status(&stopped), Ok(Some(SolverStatus::Unknown)));
        assert_eq!(status(""), Ok(None));
    }

    #[test]
    fn columns_that_the_sparse_style_omits_are_zero() {
        let model = [false, true, false, true].map(Some).to_vec();
        let model = Ok(Some(SolverStatus::Satisfiable(model)));
        assert_eq!(status(SPARSE), model);
        assert_eq!(status(&format!("{SPARSE}# Rows -1\nc1 1 0\n")), model);
        // a file that is cut off anywhere is not a solution
        for end in SPARSE.find("-2").unwrap()..SPARSE.len() - 2 {
            assert!(status(&SPARSE[..end]).is_err(), "{:?}", &SPARSE[..end]);
        }
    }

    #[test]
    fn values_of_a_program() {
        let names = ["x_1", "x_2", "x_3", "x_4"].map(str::to_owned);
        let output = |text: &str| read(text, VariableNames::Program(&names)).unwrap();
        let text = SAT.replace("x_3 0", "x_3 -2.5");
        let solved = output(&text);
        assert_eq!((solved.point, solved.is_optimal), (Some(vec![0.0, 1.0, -2.5, 0.0]), true));
        let sparse = output(&SPARSE.replace("x_4 1 3", "x_4 1e-3 3"));
        assert_eq!((sparse.point, sparse.is_optimal), (Some(vec![0.0, 1.0, 0.0, 0.001]), true));
        let stopped = output(&text.replace("Optimal", "Time limit reached"));
        assert!(stopped.point.is_some() && !stopped.is_optimal);
        // HiGHS 1.15.1 lists a feasible point of an unbounded linear program
        for text in [
            SAT.replace("Optimal", "Unbounded"),
            NONE.replace("Infeasible", "Primal infeasible or unbounded"),
        ] {
            let unbounded = output(&text);
            assert_eq!((unbounded.status, unbounded.point), (Some(SolverStatus::Unknown), None));
            assert!(unbounded.reason.unwrap().1.contains("objective is unbounded"));
        }
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("x_2 1", "x_2 0.5"), Some(9), "column x_2 is `0.5`"),
            (SAT.replace("x_2 1", "c_2 1"), Some(9), "renamed"),
            (SAT.replace("x_2 1", "x_2"), Some(9), "not a column"),
            (SAT.split_inclusive("x_2 1\n").take(1).collect(), None, "ends among the columns"),
        ] {
            assert_bad(status(&text), line, reason, &text);
        }
    }
}
