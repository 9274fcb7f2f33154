//! What the program of the crate `sat-solver` prints with `-p`: `Solutions:` and the literals on one
//! line, statistics in a frame, and the verdict as a word on a line of its own.
//!
//! Source: <https://docs.rs/sat-solver>, and sat-solver 0.2.1 itself.

use crate::answers::sat::literals::LiteralValues;
use crate::answers::{OutputError, ParsedOutput, VariableNames, contradiction, numbered};

pub(crate) fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut literals = LiteralValues::new(names.len());
    let mut verdict: Option<(usize, bool)> = None;
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
        if verdict.is_some_and(|(_, before)| before != satisfiable) {
            return Err(OutputError::at(line_number, "a second status contradicts the first"));
        }
        verdict = Some((line_number, satisfiable));
    }
    match verdict {
        Some((_, true)) => literals.into_said(),
        Some((line_number, false)) if literals.any() => Err(contradiction(line_number)),
        Some((_, false)) => Ok(ParsedOutput::unsatisfiable()),
        None => Ok(ParsedOutput::nothing()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    fn reply(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(3)).map(|said| said.answer.reply)
    }

    #[test]
    fn recorded_outputs() {
        let model = SolverStatus::Satisfiable(vec![Some(true), Some(false), None]);
        assert_eq!(reply("Solving: a.cnf\nSolutions: 1 -2\n\nSATISFIABLE\n"), Ok(Some(model)));
        assert_eq!(
            reply("UNSAT\n\n====\n\nUNSATISFIABLE\n"),
            Ok(Some(SolverStatus::Unsatisfiable))
        );
        assert_eq!(reply("Solving: a.cnf\n"), Ok(None));
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
            assert_bad(reply(text), line, reason, text);
        }
    }
}
