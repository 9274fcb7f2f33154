//! GLPK's solution file, written by `-w`, which contains numbers only. Column `N` is the `N`-th column in the order of
//! first appearance in the LP file; an LP file whose objective lists all columns fixes this order.
//!
//! Source: `glp_write_mip` in the reference manual of GLPK 5.0.

use crate::answers::OutputFormat;
use crate::answers::mip::columns::{ColumnValues, OmittedColumns};
use crate::answers::{OutputError, ParsedOutput, VariableNames, contradiction, shown};

/// The status: a letter in the status line, or words in the report, which `-w` repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GlpkStatus {
    Solved,
    Empty,
    Undefined,
}

impl GlpkStatus {
    fn of_letter(letter: &str) -> Option<Self> {
        match letter {
            "o" | "f" => Some(Self::Solved),
            "n" => Some(Self::Empty),
            "u" => Some(Self::Undefined),
            _ => None,
        }
    }

    pub(crate) fn of_words(words: &str) -> Option<Self> {
        match words {
            "INTEGER OPTIMAL" | "INTEGER NON-OPTIMAL" => Some(Self::Solved),
            "INTEGER EMPTY" => Some(Self::Empty),
            "INTEGER UNDEFINED" => Some(Self::Undefined),
            _ => None,
        }
    }
}

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line: |_| false, is_line };

fn is_line(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(2).collect();
    matches!(words.as_slice(), ["s", "mip" | "bas" | "ipt"])
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut columns = ColumnValues::new(names);
    let (mut in_words, mut status) = (None, None);
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["c", "Status:", rest @ ..] => {
                let rest = rest.join(" ");
                in_words = Some(
                    GlpkStatus::of_words(&rest).ok_or_else(|| not_a_status(line_number, &rest))?,
                );
            }
            ["s", "mip", _rows, count, letter, ..] => {
                columns.expect_count(line_number, count)?;
                let found = GlpkStatus::of_letter(letter)
                    .ok_or_else(|| not_a_status(line_number, letter))?;
                if status.is_some_and(|(_, before)| before != found)
                    || in_words.is_some_and(|other| other != found)
                {
                    let reason = "the status contradicts the one above";
                    return Err(OutputError::at(line_number, reason));
                }
                status = Some((line_number, found));
            }
            ["s", ..] => return Err(OutputError::at(line_number, "not the result of a MIP")),
            // GLPK lists zeros if it has no solution
            ["j", _, "0", ..] if !matches!(status, Some((_, GlpkStatus::Solved)) | None) => {}
            ["j", ..] if matches!(status, Some((_, GlpkStatus::Empty))) => {
                return Err(contradiction(line_number));
            }
            ["j", number, value, ..] if !matches!(status, Some((_, GlpkStatus::Undefined))) => {
                let position =
                    number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let Some(position) = position else {
                    let reason = format!("`{}` is not a column number", shown(number));
                    return Err(OutputError::at(line_number, reason));
                };
                columns.take_at(line_number, position, value)?;
            }
            ["e", "o", "f"] => {
                return match status {
                    Some((_, GlpkStatus::Solved)) => columns.into_output(OmittedColumns::Unknown),
                    Some((_, GlpkStatus::Empty)) => Ok(ParsedOutput::unsatisfiable()),
                    Some((at, GlpkStatus::Undefined)) => {
                        Ok(ParsedOutput::unknown_as(at, "INTEGER UNDEFINED"))
                    }
                    None => Err(OutputError::at(line_number, "end mark without a status")),
                };
            }
            _ => {}
        }
    }
    match status {
        Some(_) => Err(OutputError::general("the file ends before its end mark")),
        None => Ok(ParsedOutput::none()),
    }
}

fn not_a_status(line: usize, found: &str) -> OutputError {
    OutputError::at(line, format!("`{}` is not a status", shown(found)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    const SAT: &str = "c Problem:    \nc Rows:       3\nc Columns:    4\nc Non-zeros:  7\n\
        c Status:     INTEGER OPTIMAL\nc Objective:  obj = 2 (MINimum)\nc\ns mip 3 4 o 2\ni 1 1\n\
        i 2 1\ni 3 0\nj 1 0\nj 2 1\nj 3 0\nj 4 0\ne o f\n";

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        read(text, VariableNames::Numbered(4)).map(|output| output.status)
    }

    #[test]
    fn recorded_files() {
        let model = [false, true, false, false].map(Some).to_vec();
        assert_eq!(status(SAT), Ok(Some(SolverStatus::Satisfiable(model.clone()))));
        assert_eq!(status(&SAT.replace("4 o", "4 f")), Ok(Some(SolverStatus::Satisfiable(model))));
        let ended = |words, letter| SAT.replace("INTEGER OPTIMAL", words).replace("4 o", letter);
        let empty = ended("INTEGER EMPTY", "4 n").replace("j 2 1", "j 2 0");
        assert_eq!(status(&empty), Ok(Some(SolverStatus::Unsatisfiable)));
        assert_eq!(status(&ended("INTEGER UNDEFINED", "4 u")), Ok(Some(SolverStatus::Unknown)));
        assert_eq!(status(""), Ok(None));
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("s mip 3 4", "s mip 3 5"), Some(8), "4 columns, not 5"),
            (SAT.replace("s mip", "s bas"), Some(8), "not the result of a MIP"),
            (SAT.replace("j 2 1", "j 2 0.5"), Some(13), "column x_2 is `0.5`"),
            (SAT.replace("j 4 0", "j 5 0"), Some(15), "unknown column: 5"),
            (SAT.replace("j 4 0", "j 0 0"), Some(15), "not a column number"),
            (SAT.replace("4 o", "4 q"), Some(8), "not a status"),
            (SAT.replace("4 o", "4 n"), Some(8), "contradicts"),
            (SAT.replace("OPTIMAL", "EMPTY"), Some(8), "contradicts"),
            (SAT.replace("OPTIMAL", "EMPTY").replace("4 o", "4 n"), Some(13), "values follow"),
            (SAT.replace("OPTIMAL", "OPTIMISTIC"), Some(5), "not a status"),
            (SAT.replace("e o f\n", ""), None, "end mark"),
        ] {
            assert_bad(status(&text), line, reason, &text);
        }
    }
}
