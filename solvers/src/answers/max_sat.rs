//! `o`, `s` and `v` lines on standard output, as in the MaxSAT evaluations: the cost of each better model, the status,
//! and the model. The model is a list of literals or, since 2020, a word with one digit per variable. Only `s OPTIMUM
//! FOUND` counts as a result, because after `s SATISFIABLE` the model may cost more than necessary.
//!
//! Source: <https://maxsat-evaluations.github.io/2022/rules.html#output>.

use crate::answers::OutputFormat;
use crate::answers::sat::competition::CompetitionReader;
use crate::answers::sat::competition::Words;
use crate::answers::{OutputError, ParsedOutput, VariableNames};

/// Recognizes and reads this dialect. Each of its lines also occurs in another dialect, so only several lines together
/// identify it.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line: |_| false, is_line: |_| false };

/// Returns whether these lines (trimmed) are of this dialect although each of them may also occur in the SAT or
/// pseudo-Boolean competitions: an optimum together with a model of plain numbers.
pub(in crate::answers) fn are_lines<'a>(lines: &(impl Iterator<Item = &'a str> + Clone)) -> bool {
    let is_optimum = |line: &str| line.split_whitespace().eq(["s", "OPTIMUM", "FOUND"]);
    let is_model = |line: &str| {
        let mut words = line.split_whitespace();
        // a word of digits may be too long for an integer type
        let is_number =
            |word: &str| word.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit());
        words.next() == Some("v") && words.next().is_some_and(is_number)
    };
    lines.clone().any(is_optimum) && lines.clone().any(is_model)
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut reader = CompetitionReader::new(Words::MaxSat, names.len());
    text.lines().for_each(|line| reader.line(line.as_bytes()));
    reader.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    fn output(text: &str) -> Result<ParsedOutput, OutputError> {
        read(text, VariableNames::Numbered(4))
    }

    #[test]
    fn both_forms_of_a_model_are_read() {
        let all = [Some(true), Some(false), Some(false), Some(true)];
        let part = [Some(true), Some(false), None, Some(true)];
        for (text, expected) in [
            ("c cost: 1\ns OPTIMUM FOUND\no 1\nv 1 -2 -3 4\n", all), // RC2
            ("o 3\no 1\ns OPTIMUM FOUND\nv 1001\n", all),
            ("o 1\nv 1 -2\nv -3 4 0\ns OPTIMUM FOUND\n", all),
            ("o 1\ns OPTIMUM FOUND\nv 1 -2 4\n", part),
        ] {
            let found = output(text).unwrap();
            let model = SolverStatus::Satisfiable(expected.to_vec());
            assert_eq!((found.status, found.cost), (Some(model), Some(1)), "{text:?}");
            // a solver that crashes after its output has not proved the optimum
            assert!(!found.complete, "{text:?}");
        }
        let no_variables = read("s OPTIMUM FOUND\no 0\nv \n", VariableNames::Numbered(0)).unwrap();
        assert_eq!(no_variables.status, Some(SolverStatus::Satisfiable(Vec::new())));
    }

    /// There are ten variables, so `v 10` is the last variable, and a word of ten digits has a value for each.
    #[test]
    fn the_number_of_digits_tells_the_forms_apart() {
        let read = |model: &str| {
            let text = format!("o 0\ns OPTIMUM FOUND\nv {model}\n");
            match read(&text, VariableNames::Numbered(10)).unwrap().status {
                Some(SolverStatus::Satisfiable(values)) => values,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(read("10").iter().flatten().count(), 1);
        assert_eq!(read("1000000000").iter().flatten().count(), 10);
    }

    #[test]
    fn only_an_optimum_and_its_absence_are_results() {
        for (text, expected) in [
            ("o 2\ns SATISFIABLE\nv 1 -2 -3 4\n", Some(SolverStatus::Unknown)),
            ("s UNKNOWN\n", Some(SolverStatus::Unknown)),
            ("s UNSATISFIABLE\n", Some(SolverStatus::Unsatisfiable)),
            ("o 2\n", None),
            ("", None),
        ] {
            let found = output(text).unwrap();
            assert_eq!((found.status, found.cost), (expected, None), "{text:?}");
        }
    }

    #[test]
    fn bad_output_is_rejected_with_its_line() {
        for (text, line, reason) in [
            ("s OPTIMUM FOUND\nv 1001\n", Some(1), "no `o` line has its cost"),
            ("o 1\ns OPTIMUM FOUND\n", None, "no model"),
            ("o 1\no 2\ns OPTIMUM FOUND\nv 1001\n", Some(2), "the cost rises from 1 to 2"),
            ("o -1\ns OPTIMUM FOUND\nv 1001\n", Some(1), "`-1` is not a cost"),
            ("o +1\ns OPTIMUM FOUND\nv 1001\n", Some(1), "`+1` is not a cost"),
            ("o\ns OPTIMUM FOUND\nv 1001\n", Some(1), "`` is not a cost"),
            ("o 99999999999999999999\n", Some(1), "is not a cost"),
            ("o 1\ns OPTIMUM FOUND\nv 100\n", Some(3), "literal 100 is out of range"),
            ("o 1\ns OPTIMUM FOUND\nv 10010\n", Some(3), "literal 10010 is out of range"),
            ("o 1\ns OPTIMUM FOUND\nv 1021\n", Some(3), "literal 1021 is out of range"),
            ("o 1\ns OPTIMUM FOUND\nv 1001\nv 1\n", Some(4), "line 3 already has a digit"),
            ("o 1\ns OPTIMUM FOUND\nv 1\nv 1001\n", Some(4), "literal 1001 is out of range"),
            ("o 1\ns OPTIMUM FOUND\nv 1 -1\n", Some(3), "variable 1 is both"),
            ("o 1\ns OPTIMUM FOUND\nv x1\n", Some(3), "`x1` is not a literal"),
            ("o 1\ns OPTIMUM\nv 1001\n", Some(2), "`OPTIMUM` is not a status"),
            ("s UNSATISFIABLE\nv 1001\n", Some(1), "`v` lines contain a model"),
            ("o 1\ns UNSATISFIABLE\n", Some(2), "`o` lines have the cost"),
            ("s OPTIMUM FOUND\ns UNSATISFIABLE\no 1\n", Some(2), "contradicts"),
        ] {
            assert_bad(output(text), line, reason, text);
        }
    }
}
