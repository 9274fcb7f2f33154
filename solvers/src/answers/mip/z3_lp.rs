//! The output of `z3 -lp -model`: `sat`, `unsat` or `timeout`, then an SMT-LIB definition for each column,
//! in any order, then the objective value, which is `oo` if the objective is unbounded.
//!
//! Source: `get-model` in the SMT-LIB standard 2.6, <https://smt-lib.org/language.shtml>, and
//! observation of z3 4.8.12 and 5.4.0.

use crate::answers::OutputFormat;
use crate::answers::mip::columns::{ColumnValues, OmittedColumns};
use crate::answers::{OutputError, ParsedOutput, VariableNames, contradiction, numbered, shown};

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat = OutputFormat { read, is_first_line, is_line };

fn is_first_line(line: &str) -> bool {
    matches!(line, "sat" | "unsat" | "unknown")
}

fn is_line(line: &str) -> bool {
    line.split_whitespace().next() == Some("(define-fun")
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let Some((status_line, status)) = numbered(text).find(|(_, line)| !line.is_empty()) else {
        return Ok(ParsedOutput::none());
    };
    let mut columns = ColumnValues::new(names);
    let tokens: Vec<(usize, &str)> = tokens(text).collect();
    let mut defined = None;
    for (at, &(line, _)) in tokens.iter().enumerate().filter(|(_, (_, word))| *word == "define-fun")
    {
        defined = defined.or(Some(line));
        let (name, line, value) = match &tokens[at + 1..] {
            [(_, name), (_, "("), (_, ")"), (_, "Int" | "Real"), (line, value), (_, ")"), ..]
                if *value != "(" =>
            {
                (name, line, (*value).to_owned())
            }
            // `(- (/ 1.0 2.0))`
            [
                (_, name),
                (_, "("),
                (_, ")"),
                (_, "Int" | "Real"),
                (line, "("),
                (_, "-"),
                (_, "("),
                (_, "/"),
                (_, above),
                (_, below),
                ..,
            ] => (name, line, format!("-{above}/{below}")),
            // `(- 2)`, `(/ 1.0 2.0)`
            [
                (_, name),
                (_, "("),
                (_, ")"),
                (_, "Int" | "Real"),
                (line, "("),
                (_, operator),
                (_, value),
                rest @ ..,
            ] => {
                let sign = if *operator == "-" { "-" } else { "" };
                let other =
                    if *operator == "/" { rest.first().map_or("", |(_, word)| word) } else { "" };
                let slash = if other.is_empty() { "" } else { "/" };
                (name, line, format!("{sign}{value}{slash}{other}"))
            }
            _ => {
                let reason = "not a complete `(define-fun NAME () Int VALUE)`";
                return Err(OutputError::at(line, reason));
            }
        };
        // auxiliary variables of z3
        if !name.starts_with("z3name!") {
            columns.take(*line, name.trim_matches('|'), &value)?;
        }
    }
    match (status, defined) {
        ("sat", _) if tokens.iter().any(|&(_, word)| word == "oo") => {
            Ok(ParsedOutput::unbounded(status_line, "oo, unbounded"))
        }
        ("sat", Some(_)) => Ok(columns.into_output(OmittedColumns::Free)?.with_optimal(true)),
        ("sat", None) if names.is_empty() => columns.into_output(OmittedColumns::Free),
        ("sat", None) => Err(OutputError::general(
            "the status is sat, but there is no model\nhelp: run z3 with -model",
        )),
        ("unsat", None) => Ok(ParsedOutput::unsatisfiable()),
        ("unsat", Some(line)) => Err(contradiction(line)),
        ("unknown" | "timeout", _) => Ok(ParsedOutput::unknown_as(status_line, status)),
        (other, _) => {
            Err(OutputError::at(status_line, format!("`{}` is not a status", shown(other))))
        }
    }
}

/// Returns parentheses and words with their line numbers.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    numbered(text).flat_map(|(line_number, line)| {
        let pieces = line.split_inclusive(['(', ')']).flat_map(|piece| {
            let cut = piece.len() - usize::from(piece.ends_with(['(', ')']));
            let (words, parenthesis) = piece.split_at(cut);
            words.split_whitespace().chain((!parenthesis.is_empty()).then_some(parenthesis))
        });
        pieces.map(move |token| (line_number, token))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    /// From z3 5.4.0; some builds of 4.8.12 print `(model` around the definitions.
    const SAT: &str = "sat\n(define-fun x_2 () Int\n  0)\n(define-fun z3name!1 () Int\n  (- 7))\n\
        (define-fun x_1 () Int\n  1)\n   0\n";

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(2)).map(|output| output.status)
    }

    #[test]
    fn recorded_outputs() {
        let model = SolverStatus::Satisfiable(vec![Some(true), Some(false)]);
        assert_eq!(status(SAT), Ok(Some(model.clone())));
        let wrapped = SAT.replace("sat\n", "sat\n(model\n").replace("   0", ")\n   0");
        assert_eq!(status(&wrapped), Ok(Some(model.clone())));
        let real = SAT.replace("Int\n  1", "Real\n  1.0").replace("x_1", "|x_1|");
        assert_eq!(status(&real), Ok(Some(model)));
        let none = "unsat\nERROR: model is not available\n";
        assert_eq!(status(none), Ok(Some(SolverStatus::Unsatisfiable)));
        assert_eq!(status("timeout\n"), Ok(Some(SolverStatus::Unknown)));
        assert_eq!(status("\n"), Ok(None));
    }

    #[test]
    fn values_of_a_program() {
        let names = ["x_1", "x_2"].map(str::to_owned);
        let output = |text: &str| read(text, VariableNames::Program(&names)).unwrap();
        for (value, expected) in
            [("(- 2)", -2.0), ("(/ 1.0 4.0)", 0.25), ("(- (/ 1.0 4.0))", -0.25)]
        {
            let solved = output(&SAT.replace("  0)", &format!("  {value})")));
            assert_eq!((solved.point, solved.is_optimal), (Some(vec![1.0, expected]), true));
        }
        let unbounded = output(&SAT.replace("   0\n", "   oo\n"));
        assert_eq!(unbounded.status, Some(SolverStatus::Unknown));
        assert!(unbounded.reason.unwrap().1.starts_with("the objective is unbounded"));
    }

    #[test]
    fn bad_outputs() {
        for (text, line, reason) in [
            (SAT.replace("x_2", "k!2"), Some(3), "renamed"),
            (SAT.replace("  0)", "  (/ 1.0 2.0))"), Some(3), "column x_2 is `1.0/2.0`"),
            (SAT.replace("  0)", "  (- 1))"), Some(3), "column x_2 is `-1`"),
            (SAT.replace("  0)", "  0"), Some(2), "not a complete"),
            (SAT.replace("x_2 ()", "x_2"), Some(2), "not a complete"),
            (SAT.replace("sat\n", "unsat\n"), Some(2), "values follow"),
            (SAT.replace("sat\n", "set\n"), Some(1), "`set` is not a status"),
            ("sat\n   0\n".to_owned(), None, "-model"),
        ] {
            assert_bad(status(&text), line, reason, &text);
        }
    }
}
