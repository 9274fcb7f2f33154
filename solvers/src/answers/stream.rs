//! Reading standard output line by line while a solver runs, in whatever dialect it answers.

use crate::answers::Dialect;
use crate::answers::sat::competition;
use crate::answers::{OutputError, ParsedAnswer, VariableNames, read_file};

/// The reader of one dialect. Of `s` and `v` lines, which may be gigabytes, only the values are kept;
/// the others are kept whole, within the limit that the output has.
pub struct AnswerReader {
    dialect: Dialect,
    reader: Reader,
}

enum Reader {
    Lines(competition::Reader),
    Text(Vec<u8>),
}

impl AnswerReader {
    /// A reader of answers about so many variables.
    #[must_use]
    pub fn new(dialect: Dialect, variables: usize) -> Self {
        let reader = match dialect {
            Dialect::Competition => Reader::Lines(competition::Reader::new(variables)),
            _ => Reader::Text(Vec::new()),
        };
        Self { dialect, reader }
    }

    /// Takes the next line, without its end.
    pub fn line(&mut self, line: &[u8]) {
        match &mut self.reader {
            Reader::Lines(reader) => reader.line(line),
            Reader::Text(text) => {
                text.extend_from_slice(line);
                text.push(b'\n');
            }
        }
    }

    /// What was said of these variables.
    ///
    /// # Errors
    /// What makes no sense, with its line.
    pub fn finish(self, names: VariableNames) -> Result<ParsedAnswer, OutputError> {
        match self.reader {
            Reader::Lines(reader) => reader.finish(),
            Reader::Text(text) => read_file(self.dialect, &String::from_utf8_lossy(&text), names),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::SolverStatus;

    #[test]
    fn every_dialect_of_standard_output_is_read_line_by_line() {
        let model = Some(SolverStatus::Satisfiable(vec![Some(true), Some(false)]));
        for (dialect, text) in [
            (Dialect::Competition, "s SATISFIABLE\nv 1 -2 0"),
            (Dialect::Qdimacs, "s cnf 1 2 1\nV 1 0\nV -2 0"),
            (Dialect::Toulbar2, "New solution: 0\n 1 0\nOptimum: 0"),
            (Dialect::SatSolver, "Solutions: 1 -2\nSATISFIABLE"),
            (Dialect::Z3Lp, "sat\n(define-fun x_1 () Int\n 1)\n(define-fun x_2 () Int\n 0)"),
        ] {
            assert!(!dialect.uses_file());
            let mut stream = AnswerReader::new(dialect, 2);
            text.lines().for_each(|line| stream.line(line.as_bytes()));
            let answer = stream.finish(VariableNames::Numbered(2)).unwrap();
            assert_eq!(answer.reply, model, "{}", dialect.name());
        }
        let mut stream = AnswerReader::new(Dialect::Qdimacs, 2);
        stream.line(b"s cnf 1 2 1");
        stream.line(b"V \xff 0");
        assert_eq!(stream.finish(VariableNames::Numbered(2)).unwrap_err().line, Some(2));
    }
}
