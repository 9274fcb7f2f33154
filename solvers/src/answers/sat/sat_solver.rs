//! The output of the program of the crate `sat-solver` with `-p`: `Solutions:` and the literals on one line, statistics
//! in a frame, and the status as a word on a line of its own.
//!
//! Source: <https://docs.rs/sat-solver>, and observation of sat-solver 0.2.1.

use crate::answers::OutputFormat;
use crate::answers::sat::competition::LiteralValues;
use crate::answers::{OutputError, ParsedOutput, VariableNames, contradiction, numbered};

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line: |_| false, is_line };

/// Returns whether a line identifies the dialect. `SATISFIABLE` alone does not, because MiniSat's log contains that
/// line too.
fn is_line(line: &str) -> bool {
    line == "UNSATISFIABLE" || line.split_whitespace().next() == Some("Solutions:")
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut literals = LiteralValues::new(names.len());
    let mut status: Option<(usize, bool)> = None;
    for (line_number, line) in numbered(text) {
        if let Some(rest) = line.strip_prefix("Solutions:") {
            literals.take(line_number, rest)?;
            continue;
        }
        let satisfiable = match line {
            "SATISFIABLE" => true,
            "UNSATISFIABLE" => false,
            _ => continue,
        };
        if status.is_some_and(|(_, before)| before != satisfiable) {
            return Err(OutputError::at(line_number, "a second status contradicts the first"));
        }
        status = Some((line_number, satisfiable));
    }
    match status {
        Some((_, true)) => literals.into_output(),
        Some((line_number, false)) if literals.any() => Err(contradiction(line_number)),
        Some((_, false)) => Ok(ParsedOutput::unsatisfiable()),
        None => Ok(ParsedOutput::none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(3)).map(|output| output.status)
    }

    #[test]
    fn recorded_outputs() {
        let model = SolverStatus::Satisfiable(vec![Some(true), Some(false), None]);
        assert_eq!(status("Solving: a.cnf\nSolutions: 1 -2\n\nSATISFIABLE\n"), Ok(Some(model)));
        assert_eq!(
            status("UNSAT\n\n====\n\nUNSATISFIABLE\n"),
            Ok(Some(SolverStatus::Unsatisfiable))
        );
        assert_eq!(status("Solving: a.cnf\n"), Ok(None));
    }

    #[test]
    fn bad_outputs() {
        for (text, line, reason) in [
            ("SATISFIABLE\n", None, "no model"),
            ("Solutions: 1 -2\nUNSATISFIABLE\n", Some(2), "values follow"),
            ("Solutions: 1 b\nSATISFIABLE\n", Some(1), "`b` is not a literal"),
            ("Solutions: 1 4\nSATISFIABLE\n", Some(1), "out of range"),
            ("SATISFIABLE\nUNSATISFIABLE\n", Some(2), "contradicts"),
        ] {
            assert_bad(status(text), line, reason, text);
        }
    }
}
