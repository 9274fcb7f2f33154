//! The output of toulbar2, which minimizes the number of falsified clauses. With `-s` it prints each solution that it
//! finds; with `-ub=1` it finds only solutions of cost 0, which are the models.
//!
//! Source: the user documentation at <https://toulbar2.github.io/toulbar2/>, and observation of toulbar2
//! 1.1.1.

use crate::answers::OutputFormat;
use crate::answers::starts;
use crate::answers::{OutputError, ParsedOutput, VariableNames, numbered, shown};

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line: |_| false, is_line };

fn is_line(line: &str) -> bool {
    starts(line, &["New solution:", "No solution in ", "Time limit expired..."])
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut lines = numbered(text);
    let (mut model, mut infeasible, mut unknown, mut optimum) = (None, None, None, false);
    while let Some((line_number, line)) = lines.next() {
        if let Some(rest) = line.strip_prefix("New solution:") {
            cost_is_zero(line_number, rest)?;
            let (line_number, values) = lines.next().unwrap_or((line_number, ""));
            let found = values_of(line_number, values, names.len())?;
            if model.as_ref().is_some_and(|before| *before != found) {
                let reason = "a second model contradicts the first\nhelp: run toulbar2 with -ub=1";
                return Err(OutputError::at(line_number, reason));
            }
            model = Some(found);
        } else if line.starts_with("No solution in ") {
            infeasible = Some(line_number);
        } else if let Some(rest) = line.strip_prefix("Optimum:") {
            cost_is_zero(line_number, rest)?;
            optimum = true;
        } else if line.starts_with("Time limit expired") {
            unknown = Some((line_number, line));
        }
    }
    match (model, infeasible, unknown) {
        (Some(_), Some(line_number), _) => {
            Err(OutputError::at(line_number, "no solution, but one is printed above"))
        }
        (Some(values), None, _) => Ok(ParsedOutput::satisfiable(values, true)),
        (None, Some(line_number), _) if optimum => {
            Err(OutputError::at(line_number, "no solution, but there is an optimum"))
        }
        (None, Some(_), _) => Ok(ParsedOutput::unsatisfiable()),
        (None, None, Some((line_number, line))) => Ok(ParsedOutput::unknown_as(line_number, line)),
        (None, None, None) if optimum => Err(OutputError::general(
            "there is an optimum, but no solution\nhelp: run toulbar2 with -s",
        )),
        (None, None, None) => Ok(ParsedOutput::none()),
    }
}

/// Checks the cost, which is the number of falsified clauses.
fn cost_is_zero(line: usize, text: &str) -> Result<(), OutputError> {
    match text.split_whitespace().next() {
        Some("0") => Ok(()),
        cost => {
            let reason = format!(
                "not all clauses are satisfied: cost {}\nhelp: run toulbar2 with -ub=1",
                shown(cost.unwrap_or(""))
            );
            Err(OutputError::at(line, reason))
        }
    }
}

fn values_of(line: usize, text: &str, count: usize) -> Result<Vec<Option<bool>>, OutputError> {
    let value = |word| match word {
        "0" => Ok(Some(false)),
        "1" => Ok(Some(true)),
        other => Err(OutputError::at(
            line,
            format!("`{}` is not a value, expected 0 or 1", shown(other)),
        )),
    };
    let values = text.split_whitespace().map(value).collect::<Result<Vec<_>, _>>()?;
    if values.len() != count {
        let reason = format!(
            "{} values for {count} variables: the output is cut off or for another formula",
            values.len()
        );
        return Err(OutputError::at(line, reason));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    const SAT: &str = "loading cnf file:a.cnf\nNew solution: 0 (0 backtracks, 0 nodes, depth 2)\n \
        1 0 1\nOptimum: 0 in 0 backtracks and 0 nodes\nend.\n";

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(3)).map(|output| output.status)
    }

    #[test]
    fn recorded_outputs() {
        let model = SolverStatus::Satisfiable([true, false, true].map(Some).to_vec());
        assert_eq!(status(SAT), Ok(Some(model)));
        let none = "No solution in 0 backtracks and 0 nodes ( 0 removals by DEE)\nend.\n";
        assert_eq!(status(none), Ok(Some(SolverStatus::Unsatisfiable)));
        assert_eq!(status("Time limit expired... Aborting...\n"), Ok(Some(SolverStatus::Unknown)));
        assert_eq!(status("loading cnf file:a.cnf\n"), Ok(None));
    }

    #[test]
    fn bad_outputs() {
        for (text, line, reason) in [
            (SAT.replace("1 0 1", "1 0"), Some(3), "2 values for 3 variables"),
            (SAT.replace("1 0 1", "1 2 1"), Some(3), "`2` is not a value"),
            (SAT.replace("solution: 0", "solution: 2"), Some(2), "cost 2"),
            (SAT.replace("Optimum: 0", "Optimum: 1"), Some(4), "-ub=1"),
            (SAT.to_owned() + &SAT.replace("1 0 1", "1 1 1"), Some(8), "contradicts"),
            (format!("{SAT}No solution in 1 backtracks\n"), Some(6), "printed above"),
            (SAT.replace("New solution: 0", "x"), None, "run toulbar2 with -s"),
            ("New solution: 0".to_owned(), Some(1), "0 values"),
        ] {
            assert_bad(status(&text), line, reason, &text);
        }
    }
}
