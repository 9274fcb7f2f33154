//! A reader of standard output that reads line by line while a solver runs.

use crate::answers::sat::competition;
use crate::answers::sat::literals::Words;
use crate::answers::{Dialect, OutputError, ParsedOutput, VariableNames};

/// A reader of standard output in any dialect. It keeps only the values of `v` lines, which may amount to gigabytes. It
/// keeps the output of other dialects as a whole, within the output limit of the run.
pub struct AnswerReader {
    dialect: Dialect,
    reader: CompetitionReader,
}

enum CompetitionReader {
    Lines(competition::CompetitionReader),
    Text(Vec<u8>),
}

impl AnswerReader {
    /// Makes a reader for a problem with this number of variables.
    #[must_use]
    pub fn new(dialect: Dialect, variables: usize) -> Self {
        let reader = match dialect {
            Dialect::Competition => {
                CompetitionReader::Lines(competition::CompetitionReader::new(Words::Sat, variables))
            }
            Dialect::PseudoBoolean => CompetitionReader::Lines(
                competition::CompetitionReader::new(Words::PseudoBoolean, variables),
            ),
            Dialect::MaxSat => CompetitionReader::Lines(competition::CompetitionReader::new(
                Words::MaxSat,
                variables,
            )),
            _ => CompetitionReader::Text(Vec::new()),
        };
        Self { dialect, reader }
    }

    /// Reads the next line, without its line end.
    pub fn line(&mut self, line: &[u8]) {
        match &mut self.reader {
            CompetitionReader::Lines(reader) => reader.line(line),
            CompetitionReader::Text(text) => {
                text.extend_from_slice(line);
                text.push(b'\n');
            }
        }
    }

    /// Returns the parsed output.
    ///
    /// # Errors
    /// The errors of [`Dialect::read`].
    pub fn finish(self, names: VariableNames) -> Result<ParsedOutput, OutputError> {
        match self.reader {
            CompetitionReader::Lines(reader) => reader.finish(),
            CompetitionReader::Text(text) => {
                self.dialect.read(&String::from_utf8_lossy(&text), names)
            }
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
            (Dialect::PseudoBoolean, "s OPTIMUM FOUND\nv x1 -x2"),
            (Dialect::MaxSat, "o 0\ns OPTIMUM FOUND\nv 10"),
            (Dialect::Qdimacs, "s cnf 1 2 1\nV 1 0\nV -2 0"),
            (Dialect::Toulbar2, "New solution: 0\n 1 0\nOptimum: 0"),
            (Dialect::SatSolver, "Solutions: 1 -2\nSATISFIABLE"),
            (Dialect::Z3Lp, "sat\n(define-fun x_1 () Int\n 1)\n(define-fun x_2 () Int\n 0)"),
        ] {
            assert!(!dialect.uses_file());
            let mut stream = AnswerReader::new(dialect, 2);
            text.lines().for_each(|line| stream.line(line.as_bytes()));
            let output = stream.finish(VariableNames::Numbered(2)).unwrap();
            assert_eq!(output.status, model, "{}", dialect.name());
        }
        let mut stream = AnswerReader::new(Dialect::Qdimacs, 2);
        stream.line(b"s cnf 1 2 1");
        stream.line(b"V \xff 0");
        assert_eq!(stream.finish(VariableNames::Numbered(2)).unwrap_err().line, Some(2));
    }
}
