//! `s cnf` and `V` lines of QBF solvers. A CNF formula is a QBF whose variables are all existential.
//!
//! Source: the output format of QDIMACS 1.1, <https://www.qbflib.org/qdimacs.html>.

use crate::answers::OutputFormat;
use crate::answers::sat::competition::LiteralValues;
use crate::answers::{OutputError, ParsedOutput, VariableNames, contradiction, numbered, shown};

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line: |_| false, is_line };

fn is_line(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(2).collect();
    matches!(words.as_slice(), ["s", "cnf"] | ["V", ..])
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut literals = LiteralValues::new(names.len());
    let mut status: Option<(usize, i8)> = None;
    for (line_number, line) in numbered(text) {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["s", "cnf", result, rest @ ..] => {
                let result = match *result {
                    "1" => 1,
                    "0" => 0,
                    "-1" => -1,
                    other => {
                        let reason =
                            format!("`{}` is not a result, expected 1, 0 or -1", shown(other));
                        return Err(OutputError::at(line_number, reason));
                    }
                };
                if status.is_some_and(|(_, before)| before != result) {
                    let reason = "a second status contradicts the first";
                    return Err(OutputError::at(line_number, reason));
                }
                expect_size(line_number, rest.first().copied(), names.len())?;
                status = Some((line_number, result));
            }
            ["s", ..] => return Err(OutputError::at(line_number, "not `s cnf` and a result")),
            ["V" | "v", rest @ ..] => literals.take(line_number, &rest.join(" "))?,
            _ => {}
        }
    }
    match status {
        Some((_, 1)) => literals.into_output(),
        Some((line_number, 0)) if literals.any() => Err(contradiction(line_number)),
        Some((_, 0)) => Ok(ParsedOutput::unsatisfiable()),
        Some((line_number, _)) => Ok(ParsedOutput::unknown_as(line_number, "s cnf -1")),
        None => Ok(ParsedOutput::none()),
    }
}

/// Checks the variable count of the status line, which is the maximum variable that occurs in the formula.
fn expect_size(line: usize, found: Option<&str>, count: usize) -> Result<(), OutputError> {
    match found.map(str::parse::<usize>) {
        None => Ok(()),
        Some(Ok(found)) if found <= count => Ok(()),
        Some(_) => {
            let found = shown(found.unwrap_or(""));
            let reason = format!(
                "the formula has {count} variables, not {found}, so the output is for another, larger formula"
            );
            Err(OutputError::at(line, reason))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    const SAT: &str = "s cnf 1 3 3\nV 1 0\nV -2 0\nV 3 0\n";

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(4)).map(|output| output.status)
    }

    #[test]
    fn recorded_outputs() {
        let model = SolverStatus::Satisfiable(vec![Some(true), Some(false), Some(true), None]);
        assert_eq!(status(SAT), Ok(Some(model)));
        assert_eq!(status("s cnf 0 2 4\n"), Ok(Some(SolverStatus::Unsatisfiable)));
        assert_eq!(status("s cnf -1 2 4\n"), Ok(Some(SolverStatus::Unknown)));
        assert_eq!(status("\n SIGALRM RECEIVED\n"), Ok(None));
    }

    #[test]
    fn bad_outputs() {
        for (text, line, reason) in [
            (SAT.replace("cnf 1", "cnf 2"), Some(1), "`2` is not a result"),
            (SAT.replace("cnf 1", "cnf 0"), Some(1), "values follow"),
            (SAT.replace("cnf", "SATISFIABLE"), Some(1), "not `s cnf`"),
            (SAT.replace("1 3 3", "1 5 3"), Some(1), "another, larger formula"),
            (SAT.replace("V 3", "V 5"), Some(4), "out of range"),
            (format!("{SAT}s cnf 0 3 3\n"), Some(5), "contradicts"),
            ("s cnf 1 3 3\n".to_owned(), None, "no model"),
        ] {
            assert_bad(status(&text), line, reason, &text);
        }
    }
}
