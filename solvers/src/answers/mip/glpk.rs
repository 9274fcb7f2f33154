//! GLPK's solution file, written by `-w`, which contains numbers only. Column `N` is the `N`-th column in the order of
//! first appearance in the LP file; an LP file whose objective lists all columns fixes this order. A program without
//! integer columns has the status line and the columns of a basic solution.
//!
//! Source: `glp_write_mip` and `glp_write_sol` in the reference manual of GLPK 5.0.

use crate::answers::OutputFormat;
use crate::answers::mip::columns::{ColumnValues, OmittedColumns};
use crate::answers::{OutputError, ParsedOutput, VariableNames, contradiction, shown};

/// The status: a letter in the status line, or words in the report, which `-w` repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GlpkStatus {
    /// A point that is optimal.
    Optimal,
    /// A point that may not be optimal.
    Feasible,
    /// There is no point.
    Empty,
    /// The objective of a program without integer columns is unbounded.
    Unbounded,
    /// No result. GLPK also reports it for integer programs with an unbounded objective.
    Undefined,
}

impl GlpkStatus {
    fn of_letter(letter: &str) -> Option<Self> {
        match letter {
            "o" => Some(Self::Optimal),
            "f" => Some(Self::Feasible),
            "n" => Some(Self::Empty),
            "u" => Some(Self::Undefined),
            _ => None,
        }
    }

    /// Returns the status of a program without integer columns: whether the point satisfies all rows, and whether the
    /// point of the dual program does.
    fn of_letters(primal: &str, dual: &str) -> Option<Self> {
        match (primal, dual) {
            ("f", "f") => Some(Self::Optimal),
            ("f", "n") => Some(Self::Unbounded),
            ("f", "i" | "u") => Some(Self::Feasible),
            ("n", _) => Some(Self::Empty),
            ("i" | "u", _) => Some(Self::Undefined),
            _ => None,
        }
    }

    /// Returns the status of an integer program.
    pub(crate) fn of_words(words: &str) -> Option<Self> {
        match words {
            "INTEGER OPTIMAL" => Some(Self::Optimal),
            "INTEGER NON-OPTIMAL" => Some(Self::Feasible),
            "INTEGER EMPTY" => Some(Self::Empty),
            "INTEGER UNDEFINED" => Some(Self::Undefined),
            _ => None,
        }
    }

    /// Returns the status of a program without integer columns.
    pub(crate) fn of_linear_words(words: &str) -> Option<Self> {
        match words {
            "OPTIMAL" => Some(Self::Optimal),
            "FEASIBLE" => Some(Self::Feasible),
            "INFEASIBLE (FINAL)" => Some(Self::Empty),
            "UNBOUNDED" => Some(Self::Unbounded),
            "UNDEFINED" | "INFEASIBLE (INTERMEDIATE)" => Some(Self::Undefined),
            _ => None,
        }
    }

    /// Returns whether there is a point.
    pub(crate) fn is_solved(self) -> bool {
        matches!(self, Self::Optimal | Self::Feasible)
    }

    /// Returns the output with this status on this line, and with these values if there is a point.
    pub(crate) fn output(
        self,
        line: usize,
        columns: ColumnValues<'_>,
    ) -> Result<ParsedOutput, OutputError> {
        match self {
            Self::Optimal | Self::Feasible => {
                let output = columns.into_output(OmittedColumns::Unknown)?;
                Ok(output.with_optimal(self == Self::Optimal))
            }
            Self::Empty => Ok(ParsedOutput::unsatisfiable()),
            Self::Unbounded => Ok(ParsedOutput::unbounded(line, "UNBOUNDED")),
            Self::Undefined => Ok(ParsedOutput::unknown_as(line, "INTEGER UNDEFINED")),
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
    let is_program = matches!(names, VariableNames::Program(_));
    let (mut in_words, mut status, mut is_basic) = (None, None, false);
    let mut objective = None;
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["c", "Status:", rest @ ..] => {
                let rest = rest.join(" ");
                let linear = || GlpkStatus::of_linear_words(&rest).filter(|_| is_program);
                let found = GlpkStatus::of_words(&rest).or_else(linear);
                in_words = Some(found.ok_or_else(|| not_a_status(line_number, &rest))?);
            }
            ["s", kind @ ("mip" | "bas"), _rows, count, letter, rest @ ..]
                if *kind == "mip" || is_program =>
            {
                columns.expect_count(line_number, count)?;
                is_basic = *kind == "bas";
                let found = match rest {
                    [dual, ..] if is_basic => GlpkStatus::of_letters(letter, dual),
                    _ => GlpkStatus::of_letter(letter),
                };
                let found = found.ok_or_else(|| not_a_status(line_number, letter))?;
                if status.is_some_and(|(_, before)| before != found)
                    || in_words.is_some_and(|other| other != found)
                {
                    let reason = "the status contradicts the one above";
                    return Err(OutputError::at(line_number, reason));
                }
                status = Some((line_number, found));
                objective = rest.last().and_then(|value| value.parse().ok());
            }
            ["s", ..] => return Err(OutputError::at(line_number, "not the result of a MIP")),
            // GLPK lists zeros if it has no solution, and any values for a program without integer columns
            ["j", _, "0", ..] if status.is_some_and(|(_, status)| !status.is_solved()) => {}
            ["j", ..] if is_basic && status.is_some_and(|(_, status)| !status.is_solved()) => {}
            ["j", ..] if matches!(status, Some((_, GlpkStatus::Empty))) => {
                return Err(contradiction(line_number));
            }
            ["j", number, rest @ ..] if !matches!(status, Some((_, GlpkStatus::Undefined))) => {
                // the letter in front of the value of a basic solution has no meaning here
                let Some(value) = rest.get(usize::from(is_basic)) else {
                    return Err(OutputError::at(line_number, "not a column with its value"));
                };
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
                    Some((at, status)) => Ok(status.output(at, columns)?.with_objective(objective)),
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
        let stopped = SAT.replace("INTEGER OPTIMAL", "INTEGER NON-OPTIMAL").replace("4 o", "4 f");
        assert_eq!(status(&stopped), Ok(Some(SolverStatus::Satisfiable(model))));
        let ended = |words, letter| SAT.replace("INTEGER OPTIMAL", words).replace("4 o", letter);
        let empty = ended("INTEGER EMPTY", "4 n").replace("j 2 1", "j 2 0");
        assert_eq!(status(&empty), Ok(Some(SolverStatus::Unsatisfiable)));
        assert_eq!(status(&ended("INTEGER UNDEFINED", "4 u")), Ok(Some(SolverStatus::Unknown)));
        assert_eq!(status(""), Ok(None));
        let output = read(SAT, VariableNames::Numbered(4)).expect("an output");
        assert_eq!(output.objective, Some(2.0));
    }

    #[test]
    fn values_of_a_program() {
        let names = ["x_1", "x_2", "x_3", "x_4"].map(str::to_owned);
        let output = |text: &str| read(text, VariableNames::Program(&names)).unwrap();
        let text = SAT.replace("j 4 0", "j 4 -2.5");
        let solved = output(&text);
        assert_eq!((solved.point, solved.is_optimal), (Some(vec![0.0, 1.0, 0.0, -2.5]), true));
        let stopped = text.replace("INTEGER OPTIMAL", "INTEGER NON-OPTIMAL").replace("4 o", "4 f");
        let stopped = output(&stopped);
        assert_eq!((stopped.point, stopped.is_optimal), (Some(vec![0.0, 1.0, 0.0, -2.5]), false));
    }

    /// Files of glpsol 5.0.
    #[test]
    fn a_program_without_integer_columns_has_a_basic_solution() {
        let names = ["a", "b"].map(str::to_owned);
        let output = |text: &str| read(text, VariableNames::Program(&names)).unwrap();
        let text =
            "c Status:     OPTIMAL\ns bas 1 2 f f 0\ni 1 s 1 0\nj 1 b 0.5 0\nj 2 u -2 0\ne o f\n";
        let solved = output(text);
        assert_eq!((solved.point, solved.is_optimal), (Some(vec![0.5, -2.0]), true));
        let other =
            |words, letters| output(&text.replace("OPTIMAL", words).replace("f f", letters)).status;
        assert_eq!(other("INFEASIBLE (FINAL)", "n u"), Some(SolverStatus::Unsatisfiable));
        assert_eq!(other("UNDEFINED", "u u"), Some(SolverStatus::Unknown));
        let unbounded = output(&text.replace("OPTIMAL", "UNBOUNDED").replace("f f", "f n"));
        assert_eq!(unbounded.status, Some(SolverStatus::Unknown));
        assert!(unbounded.reason.unwrap().1.starts_with("the objective is unbounded"));
        let bad = read(text, VariableNames::Columns(&names)).unwrap_err();
        assert_eq!(bad.line, Some(1));
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
