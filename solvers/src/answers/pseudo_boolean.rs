//! `s` and `v` lines on standard output, as in the pseudo-Boolean competitions: `v x1 -x2`. The reader also accepts a
//! model before the status, and models that omit the variables that occur in no constraint, as minisat+ does.
//!
//! Source: <https://www.cril.univ-artois.fr/PB24/>, solver requirements.

use crate::answers::OutputFormat;
use crate::answers::sat::competition::Words;
use crate::answers::sat::competition::{CompetitionReader, is_pseudo_boolean};
use crate::answers::{OutputError, ParsedOutput, VariableNames};

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line: |_| false, is_line: is_pseudo_boolean };

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut reader = CompetitionReader::new(Words::PseudoBoolean, names.len());
    text.lines().for_each(|line| reader.line(line.as_bytes()));
    reader.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    fn output(text: &str) -> Result<ParsedOutput, OutputError> {
        read(text, VariableNames::Opb(3))
    }

    #[test]
    fn recorded_outputs() {
        let model = |values: [Option<bool>; 3]| Some(SolverStatus::Satisfiable(values.to_vec()));
        let all = model([Some(true), Some(false), Some(true)]);
        for (text, expected) in [
            ("v x1 -x2 x3\ns SATISFIABLE\n", all.clone()),  // clasp
            ("s SATISFIABLE\nv x1 -x2 x3 \n", all.clone()), // minisat+, Sat4j
            ("c o 3\no 3\ns OPTIMUM FOUND\nv x1 -x2\nv x3\n", all),
            ("s SATISFIABLE\nv\n", model([None; 3])), // minisat+, without constraints
            ("s UNSATISFIABLE\n", Some(SolverStatus::Unsatisfiable)),
            ("s UNKNOWN\n", Some(SolverStatus::Unknown)),
            ("s UNSUPPORTED\n", Some(SolverStatus::Unknown)),
            ("", None),
        ] {
            assert_eq!(output(text).unwrap().status, expected, "{text:?}");
        }
    }

    #[test]
    fn only_an_optimum_is_optimal() {
        for (text, is_optimal) in [
            ("o 3\nv x1 -x2 x3\ns OPTIMUM FOUND\n", true),
            ("o 3\ns SATISFIABLE\nv x1 -x2 x3\n", false),
            ("s UNSATISFIABLE\n", false),
        ] {
            let output = output(text).unwrap();
            assert_eq!((output.is_optimal, output.point), (is_optimal, None), "{text:?}");
        }
    }

    #[test]
    fn bad_output_is_rejected_with_its_line() {
        for (text, line, reason) in [
            ("s SATISFIABLE\n", None, "no model"),
            ("s SATISFIABLE\nv 1 -2 3\n", Some(2), "`1` is not a literal"),
            ("s SATISFIABLE\nv x1 x0\n", Some(2), "`x0` is not a literal"),
            ("s SATISFIABLE\nv x1 x+2\n", Some(2), "`x+2` is not a literal"),
            ("s SATISFIABLE\nv x1 --x2\n", Some(2), "`--x2` is not a literal"),
            ("s SATISFIABLE\nv x4\n", Some(2), "literal 4 is out of range"),
            ("s SATISFIABLE\nv x1 -x1\n", Some(2), "variable 1 is both"),
            ("s UNSATISFIABLE\nv x1\n", Some(1), "`v` lines contain a model"),
            ("s OPTIMUM\nv x1\n", Some(1), "`OPTIMUM` is not a status"),
        ] {
            assert_bad(output(text), line, reason, text);
        }
    }
}
