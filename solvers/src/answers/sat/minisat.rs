//! MiniSat's result file: `SAT`, `UNSAT` or `INDET`, then the literals.
//!
//! Source: `core/Main.cc` of MiniSat 2.2, <http://minisat.se/MiniSat.html>.

use crate::answers::OutputFormat;
use crate::answers::sat::competition::LiteralValues;
use crate::answers::{OutputError, ParsedOutput, VariableNames, contradiction, numbered, shown};

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line, is_line: |_| false };

fn is_first_line(line: &str) -> bool {
    matches!(line, "SAT" | "UNSAT" | "INDET")
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut lines = numbered(text).filter(|(_, line)| !line.is_empty());
    match lines.next() {
        None => Ok(ParsedOutput::none()),
        Some((_, "UNSAT")) => match lines.next() {
            None => Ok(ParsedOutput::unsatisfiable()),
            Some((line_number, _)) => Err(contradiction(line_number)),
        },
        Some((line_number, "INDET")) => Ok(ParsedOutput::unknown_as(line_number, "INDET")),
        Some((_, "SAT")) => {
            let mut literals = LiteralValues::new(names.len());
            lines.try_for_each(|(line_number, line)| literals.take(line_number, line))?;
            literals.into_output()
        }
        Some((line_number, other)) => {
            Err(OutputError::at(line_number, format!("`{}` is not a status", shown(other))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    #[test]
    fn recorded_files() {
        let status = |text| read(text, VariableNames::Numbered(5)).unwrap().status;
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(
            status("SAT\n1 -2 3 4 0\n"),
            Some(SolverStatus::Satisfiable(vec![yes, no, yes, yes, None]))
        );
        assert_eq!(status("UNSAT\n"), Some(SolverStatus::Unsatisfiable));
        assert_eq!(status("INDET\n"), Some(SolverStatus::Unknown));
        assert_eq!(status(""), None);
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            ("SAT\n", None, "no model"),
            ("UNSAT\n1 -2 0\n", Some(2), "values follow"),
            ("1 -2 0\n", Some(1), "not a status"),
            ("SAT\n1 2 SAT 0\n", Some(2), "`SAT` is not a literal"),
            ("SAT\n7 0\n", Some(2), "out of range"),
        ] {
            assert_bad(read(text, VariableNames::Numbered(5)), line, reason, text);
        }
    }
}
