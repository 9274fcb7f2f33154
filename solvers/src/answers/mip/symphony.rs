//! The output of SYMPHONY: framed messages, and a block of the columns that are not 0.
//!
//! SYMPHONY prints a solution found by preprocessing before its status, and then still prints "The problem is
//! infeasible!" and "No Solution Found". Therefore these two lines do not decide the status.
//!
//! Source: <https://github.com/coin-or/SYMPHONY>, and observation of symphony 5.6.17.

use crate::answers::OutputFormat;
use crate::answers::mip::columns::{ColumnValues, OmittedColumns, renames_columns};
use crate::answers::{
    OutputError, ParsedOutput, VariableNames, contradiction, is_unbounded, numbered,
};

const INFEASIBLE: [&str; 2] = ["Problem Infeasible", "Problem Found Infeasible in Preprocessing"];
const OPTIMAL: [&str; 2] = ["Optimal Solution Found", "Optimal Solution Found in Preprocessing"];

/// Columns of a program with an impossible name.
const UNCLEAR: &str = "names such as `x1` may be numbers: SYMPHONY numbers all columns of an LP file if it refuses the name \
    of one\nhelp: encode the problem, so that all columns have possible names, and solve the new file";

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line: |_| false, is_line };

fn is_line(line: &str) -> bool {
    line.split_whitespace().take(2).eq(["==", "Welcome"]) && line.contains("SYMPHONY")
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut lines = numbered(text).peekable();
    let mut status: Option<(usize, &str)> = None;
    let mut nothing_found = None;
    let mut block: Option<ColumnValues> = None;
    while let Some((line_number, line)) = lines.next() {
        if let Some(message) = framed(line) {
            let (before, now) = (status.and_then(|(_, before)| decided(before)), decided(message));
            if before.is_some() && now.is_some() && before != now {
                return Err(OutputError::at(line_number, "a second status contradicts the first"));
            }
            if status.is_none() || now.is_some() {
                status = Some((line_number, message));
            }
        } else if line == "No Solution Found" {
            nothing_found = Some((line_number, line));
        } else if line == "All columns are zero in the solution!" {
            block = Some(ColumnValues::new(names));
        } else if line == "Column names and values of nonzeros in the solution" {
            let mut columns = ColumnValues::new(names);
            let rule = lines.next_if(|(_, line)| line.starts_with("++++"));
            rule.ok_or_else(|| {
                OutputError::at(line_number, "expected a line of `+` below the title")
            })?;
            let (mut has_names, mut has_numbers) = (false, false);
            while let Some((line_number, line)) = lines.next_if(|(_, line)| !line.is_empty()) {
                match line.split_whitespace().collect::<Vec<_>>().as_slice() {
                    [name, value] => {
                        let is_number = is_number(name);
                        (has_names, has_numbers) =
                            (has_names || !is_number, has_numbers || is_number);
                        columns.take(line_number, name, value)?;
                    }
                    _ => return Err(OutputError::at(line_number, "not a column with its value")),
                }
            }
            if has_numbers && !has_names && renames_columns(names) {
                return Err(OutputError::unclear(line_number, UNCLEAR));
            }
            block = Some(columns);
        }
    }
    match (status, block) {
        (Some((line_number, word)), Some(_)) if decided(word) == Some(false) => {
            Err(contradiction(line_number))
        }
        (Some((_, word)), None) if decided(word) == Some(false) => {
            Ok(ParsedOutput::unsatisfiable())
        }
        (Some((line_number, word)), _) if is_unbounded(word) => {
            Ok(ParsedOutput::unbounded(line_number, word))
        }
        (Some((_, word)), Some(columns)) => {
            let output = columns.into_output(OmittedColumns::Zero)?;
            Ok(output.with_optimal(OPTIMAL.contains(&word)))
        }
        (None, Some(_)) => Err(OutputError::general("values without a status")),
        // preprocessing prints no block for a solution whose columns are all 0
        (Some((_, "Optimal Solution Found in Preprocessing")), None) => {
            let output = ColumnValues::new(names).into_output(OmittedColumns::Zero)?;
            Ok(output.with_optimal(true))
        }
        (Some((line_number, word)), None) => Ok(ParsedOutput::unknown_as(line_number, word)),
        (None, None) => Ok(match nothing_found {
            Some((line_number, line)) => ParsedOutput::unknown_as(line_number, line),
            None => ParsedOutput::none(),
        }),
    }
}

/// Returns whether a name may be the number of a column, as in `x12`.
fn is_number(name: &str) -> bool {
    name.strip_prefix('x').is_some_and(|digits| digits.parse::<usize>().is_ok())
}

/// Returns whether a message reports a solution or infeasibility; `None` for other messages.
fn decided(message: &str) -> Option<bool> {
    match message {
        _ if OPTIMAL.contains(&message) => Some(true),
        _ if INFEASIBLE.contains(&message) => Some(false),
        _ => None,
    }
}

/// Returns the message in a frame of stars.
fn framed(line: &str) -> Option<&str> {
    let message = line.strip_prefix("* ")?.strip_suffix('*')?.trim();
    (!message.starts_with("Now displaying")).then_some(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    const BLOCK: &str = "+++++\nColumn names and values of nonzeros in the solution\n+++++\n\
        x_2                                                1.0000000000\n\n";
    const INFEASIBLE_TOO: &str = "\nThe problem is infeasible!\nNo Solution Found\n";

    fn framed(message: &str) -> String {
        format!(
            "*****\n* {message:<49}*\n* Now displaying stats and best solution...        *\n*****\n"
        )
    }

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(2)).map(|output| output.status)
    }

    #[test]
    fn recorded_outputs() {
        let model = Ok(Some(SolverStatus::Satisfiable(vec![Some(false), Some(true)])));
        assert_eq!(status(&(framed("Optimal Solution Found") + BLOCK)), model);
        let early = framed("Optimal Solution Found in Preprocessing") + INFEASIBLE_TOO;
        assert_eq!(status(&(BLOCK.to_owned() + &early)), model);
        let zero = Ok(Some(SolverStatus::Satisfiable(vec![Some(false); 2])));
        assert_eq!(status(&early), zero);
        let zeros = "All columns are zero in the solution!\n";
        assert_eq!(status(&(framed("Optimal Solution Found") + zeros)), zero);
        for message in INFEASIBLE {
            assert_eq!(status(&framed(message)), Ok(Some(SolverStatus::Unsatisfiable)));
        }
        assert_eq!(status(&(framed("Time Limit Reached") + BLOCK)), model);
        let stopped = read(&framed("Time Limit Reached"), VariableNames::Numbered(2)).unwrap();
        assert_eq!(stopped.status, Some(SolverStatus::Unknown));
        assert_eq!(stopped.reason, Some((2, "the solver reports `Time Limit Reached`".to_owned())));
        assert_eq!(status(INFEASIBLE_TOO), Ok(Some(SolverStatus::Unknown)));
        assert_eq!(status("Reading input file...\n"), Ok(None));
    }

    #[test]
    fn values_of_a_program() {
        let names = ["x_1", "x_2"].map(str::to_owned);
        let output = |text: &str| read(text, VariableNames::Program(&names)).unwrap();
        let block = BLOCK.replace("  1.0", " -2.5");
        let solved = output(&(framed(OPTIMAL[0]) + &block));
        assert_eq!((solved.point, solved.is_optimal), (Some(vec![0.0, -2.5]), true));
        let stopped = output(&(framed("Time Limit Reached") + &block));
        assert_eq!((stopped.point, stopped.is_optimal), (Some(vec![0.0, -2.5]), false));
        let unbounded = output(&framed("Problem Unbounded"));
        assert_eq!(unbounded.status, Some(SolverStatus::Unknown));
        assert!(unbounded.reason.unwrap().1.contains("objective is unbounded"));
    }

    /// `x1` was the column of this name, although all columns of an LP file may have been renamed.
    #[test]
    fn names_that_may_be_numbers_are_refused() {
        let text = framed(OPTIMAL[0]) + &BLOCK.replace("x_2", "x1 ");
        let output = |second: &str| {
            let names = ["x1", second].map(str::to_owned);
            read(&text, VariableNames::Columns(&names))
        };
        assert!(output("w").is_ok());
        let bad = output("w[1]").unwrap_err();
        assert_eq!((bad.line, bad.is_unclear), (Some(6), true));
        assert!(bad.reason.contains("may be numbers"), "{bad}");
    }

    #[test]
    fn bad_outputs() {
        let solved = framed("Optimal Solution Found") + BLOCK;
        for (text, line, reason) in [
            (framed("Problem Infeasible") + BLOCK, Some(2), "values follow"),
            (framed("Problem Infeasible") + &framed(OPTIMAL[0]), Some(6), "contradicts"),
            (framed(OPTIMAL[0]) + &framed("Problem Infeasible"), Some(6), "contradicts"),
            (BLOCK.to_owned(), None, "without a status"),
            (solved.replace("x_2 ", "C2 "), Some(8), "renamed"),
            (solved.replace("  1.0", "  0.4"), Some(8), "column x_2 is"),
            (solved.replace("+++++\nx", "x"), Some(6), "below the title"),
        ] {
            assert_bad(status(&text), line, reason, &text);
        }
    }
}
