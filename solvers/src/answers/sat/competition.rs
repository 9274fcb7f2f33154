//! `s` and `v` lines on standard output, as in the SAT competitions, with the liberties that
//! solvers take: model before status, literals over any number of lines, no closing 0, `c UNKNOWN`
//! or `timeout` instead of a status, a file name after the status.

use crate::answers::sat::literals::LiteralValues;
use crate::answers::{OutputError, ParsedAnswer, ParsedOutput, VariableNames, shown};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// Reads line by line, and keeps only the values.
pub struct Reader {
    line: usize,
    status: Option<(usize, Status)>,
    /// The line that says that it does not know, if one does.
    unknown: Option<(usize, String)>,
    literals: LiteralValues,
    bad: Option<OutputError>,
}

impl Reader {
    /// A reader of answers about so many variables.
    pub fn new(variables: usize) -> Self {
        let literals = LiteralValues::new(variables);
        Self { line: 0, status: None, unknown: None, literals, bad: None }
    }

    /// Takes the next line.
    pub fn line(&mut self, line: &[u8]) {
        self.line += 1;
        if self.bad.is_some() {
            return;
        }
        // Most lines are comments of no interest; what is no UTF-8 in the others, is no literal.
        let result = match line {
            [b'v', rest @ ..] if starts_blank(rest) => {
                self.literals.take(self.line, &String::from_utf8_lossy(rest))
            }
            [b's', rest @ ..] if starts_blank(rest) => {
                self.status_line(&String::from_utf8_lossy(rest))
            }
            _ => {
                let words = line.trim_ascii();
                if [&b"c UNKNOWN"[..], b"c s UNKNOWN", b"timeout"].contains(&words) {
                    self.unknown = Some((self.line, String::from_utf8_lossy(words).into_owned()));
                }
                Ok(())
            }
        };
        self.bad = result.err();
    }

    fn status_line(&mut self, text: &str) -> Result<(), OutputError> {
        let status = match text.split_whitespace().next().map(|word| word.trim_end_matches(':')) {
            Some("SATISFIABLE") => Status::Satisfiable,
            Some("UNSATISFIABLE") => Status::Unsatisfiable,
            Some("UNKNOWN" | "INDETERMINATE") => Status::Unknown,
            word => {
                let reason = format!("`{}` is not a status", shown(word.unwrap_or("")));
                return Err(OutputError::at(self.line, reason));
            }
        };
        if self.status.is_some_and(|(_, before)| before != status) {
            return Err(OutputError::at(self.line, "a second status contradicts the first"));
        }
        self.status = Some((self.line, status));
        if status == Status::Unknown {
            self.unknown = Some((self.line, format!("s {}", text.trim())));
        }
        Ok(())
    }

    /// What was said.
    ///
    /// # Errors
    /// The first line that makes no sense, or what makes none in all.
    pub fn finish(self) -> Result<ParsedAnswer, OutputError> {
        self.finish_said().map(|said| said.answer)
    }

    pub(crate) fn finish_said(self) -> Result<ParsedOutput, OutputError> {
        if let Some(bad) = self.bad {
            return Err(bad);
        }
        match (self.status, self.unknown) {
            (Some((_, Status::Satisfiable)), _) => self.literals.into_said(),
            (Some((line, Status::Unsatisfiable)), _) if self.literals.any() => {
                Err(OutputError::at(
                    line,
                    "the status says that there is no model, but there are `v` lines with one",
                ))
            }
            (Some((_, Status::Unsatisfiable)), _) => Ok(ParsedOutput::unsatisfiable()),
            (_, Some((line, words))) => Ok(ParsedOutput::unknown_as(line, &words)),
            (_, None) => Ok(ParsedOutput::nothing()),
        }
    }
}

fn starts_blank(rest: &[u8]) -> bool {
    rest.first().is_none_or(u8::is_ascii_whitespace)
}

/// Reads a saved output.
pub(crate) fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut reader = Reader::new(names.len());
    text.lines().for_each(|line| reader.line(line.as_bytes()));
    reader.finish_said()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    fn answer(text: &str) -> Result<ParsedAnswer, OutputError> {
        read(text, VariableNames::Numbered(5)).map(|said| said.answer)
    }

    fn model(text: &str) -> String {
        match answer(text).unwrap().reply {
            Some(SolverStatus::Satisfiable(values)) => values
                .iter()
                .map(|value| value.map_or('?', |on| if on { '1' } else { '0' }))
                .collect(),
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn recorded_models() {
        for (text, expected) in [
            ("s SATISFIABLE\nv 1 2 3 4 5 0\n", "11111"), // kissat, cadical
            ("s SATISFIABLE\nv 1 2 3 4 -5 0\n", "11110"), // lingeling
            (
                "c\nc This is glucose 4.2.1 --  based on MiniSAT\nc\ns SATISFIABLE\nv 1 -2 3 4 0\n",
                "1011?",
            ),
            ("v 1 2 3 4 5 0\ns SATISFIABLE\n", "11111"), // clasp
            ("s SATISFIABLE\nv 1 2 -3 -4\n", "1100?"),   // z3 4.8.12
            ("s SATISFIABLE: sat.cnf\nc many\ns SATISFIABLE\nv -1 -2 3 4 5 0\n", "00111"), // splr
            ("c ERROR no\r\ns SATISFIABLE\r\nv 1\r\nv -2 3\r\nv\r\nv 4 -5\r\nv 0\r\n", "10110"),
            ("s SATISFIABLE\nv\n", "?????"),
            ("verbose\nsolving\ns\tSATISFIABLE\nv\t-1", "0????"),
        ] {
            assert_eq!(model(text), expected, "{text:?}");
        }
    }

    #[test]
    fn recorded_other_replies() {
        for (text, expected) in [
            ("s UNSATISFIABLE\n", Some(SolverStatus::Unsatisfiable)),
            ("s UNSATISFIABLE\n0\n", Some(SolverStatus::Unsatisfiable)), // splr
            ("c UNKNOWN\n", Some(SolverStatus::Unknown)),                // cadical
            (
                "c time limit of 2 reached after 0.4 seconds\nc s UNKNOWN\n",
                Some(SolverStatus::Unknown),
            ),
            ("s INDETERMINATE\n", Some(SolverStatus::Unknown)), // cryptominisat5, glucose
            ("timeout\n", Some(SolverStatus::Unknown)),         // z3
            ("s UNKNOWN (TimeOut): hard.cnf\n", Some(SolverStatus::Unknown)),
            ("short.cnf:3: clause missing\n", None), // picosat
            ("", None),
        ] {
            assert_eq!(answer(text).unwrap().reply, expected, "{text:?}");
        }
    }

    #[test]
    fn only_a_closing_zero_completes_a_model() {
        assert!(answer("s SATISFIABLE\nv 1 2 0\n").unwrap().complete);
        assert!(!answer("s SATISFIABLE\nv 1 2\n").unwrap().complete);
    }

    #[test]
    fn bad_output_is_named_with_its_line() {
        for (text, line, reason) in [
            ("s SATISFIABLE\n", None, "no model"),
            ("s SATISFIABLE\ns UNSATISFIABLE\nv 1 0", Some(2), "contradicts"),
            ("s UNSATISFIABLE\nv 1 2 0\n", Some(1), "says that there is no model"),
            ("s SATISFIABLE\nv 1 2\nv 6 0\n", Some(3), "literal 6 is out of range"),
            ("s SATISFIABLE\nv -9223372036854775808 0\n", Some(2), "out of range"),
            ("s SATISFIABLE\nv 99999999999999999999 0\n", Some(2), "not a literal"),
            ("s SATISFIABLE\nv 1 -2 -1 0\n", Some(2), "variable 1 is both"),
            ("s SATISFIABLE\nv 1 x2 0\n", Some(2), "`x2` is not a literal"),
            ("s OPTIMUM FOUND\n", Some(1), "`OPTIMUM` is not a status"),
            ("s\n", Some(1), "not a status"),
        ] {
            assert_bad(answer(text), line, reason, text);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_harmless_in_comments_only() {
        let mut reader = Reader::new(1);
        reader.line(b"c \xff\xfe");
        reader.line(b"s SATISFIABLE");
        reader.line(b"v \xff1 0");
        assert_eq!(reader.finish().unwrap_err().line, Some(3));
    }
}
