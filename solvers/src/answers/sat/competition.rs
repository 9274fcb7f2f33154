//! `s` and `v` lines on standard output, as in the SAT competitions. The reader accepts the deviations of real solvers:
//! a model before the status, literals over any number of lines, no closing 0, `c UNKNOWN` or `timeout` instead of a
//! status, a file name after the status.
//!
//! Source: <https://satcompetition.github.io/2024/output.html>.

use crate::answers::{OutputError, OutputFormat, ParsedOutput, VariableNames, shown};

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat =
    OutputFormat { read, is_first_line: |_| false, is_line };

/// Returns whether a line identifies the dialect. The word `s` alone does not, because GLPK and QDIMACS have `s` lines
/// too.
fn is_line(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(3).collect();
    match words.as_slice() {
        ["s", "mip" | "bas" | "ipt" | "cnf", ..] => false,
        _ if is_pseudo_boolean(line) => false,
        ["s" | "v", ..] | ["c", "UNKNOWN", ..] | ["c", "s", "UNKNOWN"] | ["timeout"] => true,
        _ => false,
    }
}

/// Returns whether a line belongs to the pseudo-Boolean competitions, whose dialect has most lines in common with this
/// dialect.
pub(in crate::answers) fn is_pseudo_boolean(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(2).collect();
    match words.as_slice() {
        ["v", literal] => literal.trim_start_matches('-').starts_with('x'),
        ["s", status] => ["OPTIMUM", "UNSUPPORTED"].contains(status),
        _ => false,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StatusLine {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// A reader of lines that keeps only the values. It also reads the dialects of the pseudo-Boolean competitions and of
/// the MaxSAT evaluations, which have the same lines with other words; the MaxSAT evaluations add `o` lines with the
/// cost.
pub(in crate::answers) struct CompetitionReader {
    words: Words,
    line: usize,
    status: Option<(usize, StatusLine)>,
    /// The line that reports no result, with its text.
    unknown: Option<(usize, String)>,
    literals: LiteralValues,
    /// The last `o` line of a MaxSAT solver, with the cost.
    cost: Option<(usize, u64)>,
    /// Whether a status line reports an optimum.
    is_optimal: bool,
    bad: Option<OutputError>,
}

impl CompetitionReader {
    /// Makes a reader for this number of variables.
    pub fn new(words: Words, variables: usize) -> Self {
        let literals = LiteralValues::with_words(words, variables);
        let (status, unknown, cost, bad) = (None, None, None, None);
        Self { words, line: 0, status, unknown, literals, cost, is_optimal: false, bad }
    }

    /// Reads the next line.
    pub fn line(&mut self, line: &[u8]) {
        self.line += 1;
        if self.bad.is_some() {
            return;
        }
        // comments may contain any bytes; in other lines, bytes that are not UTF-8 make the word malformed
        let result = match line {
            [b'v', rest @ ..] if starts_blank(rest) => {
                self.literals.take(self.line, &String::from_utf8_lossy(rest))
            }
            [b's', rest @ ..] if starts_blank(rest) => {
                self.status_line(&String::from_utf8_lossy(rest))
            }
            [b'o', rest @ ..] if self.words == Words::MaxSat && starts_blank(rest) => {
                self.cost_line(&String::from_utf8_lossy(rest))
            }
            [b'o', rest @ ..] if self.words == Words::PseudoBoolean && starts_blank(rest) => {
                self.literals.restart();
                Ok(())
            }
            _ => {
                self.literals.interrupt(self.line);
                let words = line.trim_ascii();
                if [&b"c UNKNOWN"[..], b"c s UNKNOWN", b"timeout"].contains(&words) {
                    self.unknown = Some((self.line, String::from_utf8_lossy(words).into_owned()));
                }
                Ok(())
            }
        };
        self.bad = result.err();
    }

    /// Reads the cost of a model. It must not exceed the cost on the previous `o` line.
    fn cost_line(&mut self, text: &str) -> Result<(), OutputError> {
        let digits = text.trim();
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        let Some(cost) = digits.parse::<u64>().ok().filter(|_| is_number) else {
            let reason = format!("`{}` is not a cost", shown(digits));
            return Err(OutputError::at(self.line, reason));
        };
        if let Some((_, before)) = self.cost.filter(|&(_, before)| before < cost) {
            let reason = format!("the cost rises from {before} to {cost}");
            return Err(OutputError::at(self.line, reason));
        }
        self.cost = Some((self.line, cost));
        Ok(())
    }

    fn status_line(&mut self, text: &str) -> Result<(), OutputError> {
        let status = match text.split_whitespace().next().map(|word| word.trim_end_matches(':')) {
            // this status does not prove that no model costs less
            Some("SATISFIABLE") if self.words == Words::MaxSat => StatusLine::Unknown,
            Some("SATISFIABLE") => StatusLine::Satisfiable,
            Some("UNSATISFIABLE") => StatusLine::Unsatisfiable,
            Some("UNKNOWN" | "INDETERMINATE") => StatusLine::Unknown,
            _ if self.words != Words::Sat && text.trim() == "OPTIMUM FOUND" => {
                self.is_optimal = true;
                StatusLine::Satisfiable
            }
            Some("UNSUPPORTED") if self.words == Words::PseudoBoolean => StatusLine::Unknown,
            word => {
                let reason = format!("`{}` is not a status", shown(word.unwrap_or("")));
                return Err(OutputError::at(self.line, reason));
            }
        };
        self.literals.interrupt(self.line);
        if self.status.is_some_and(|(_, before)| before != status) {
            if let Some(OutputError { reason, .. }) = self.literals.second_model(self.line) {
                let reason = format!("a second status contradicts the first; {reason}");
                return Err(OutputError::at(self.line, reason));
            }
            return Err(OutputError::at(self.line, "a second status contradicts the first"));
        }
        self.status = Some((self.line, status));
        if status == StatusLine::Unknown {
            self.unknown = Some((self.line, format!("s {}", text.trim())));
        }
        Ok(())
    }

    /// Returns the parsed output.
    ///
    /// # Errors
    /// The first malformed line, or a contradiction between lines.
    pub fn finish(self) -> Result<ParsedOutput, OutputError> {
        if let Some(bad) = self.bad {
            return Err(bad);
        }
        match (self.status, self.unknown) {
            (Some((line, StatusLine::Satisfiable)), _) if self.words == Words::MaxSat => {
                let Some((_, cost)) = self.cost else {
                    let reason = "the status is an optimum, but no `o` line has its cost";
                    return Err(OutputError::at(line, reason));
                };
                // nothing proves the optimum, so the result does not count if the solver crashed
                let output = self.literals.into_output()?;
                let output = output.with_optimal(self.is_optimal);
                Ok(ParsedOutput { cost: Some(cost), complete: false, ..output })
            }
            (Some((_, StatusLine::Satisfiable)), _) => {
                Ok(self.literals.into_output()?.with_optimal(self.is_optimal))
            }
            (Some((line, StatusLine::Unsatisfiable)), _) if self.literals.any() => Err(
                OutputError::at(line, "the status is unsatisfiable, but `v` lines contain a model"),
            ),
            (Some((line, StatusLine::Unsatisfiable)), _) if self.cost.is_some() => {
                Err(OutputError::at(
                    line,
                    "the status is unsatisfiable, but `o` lines have the cost of a model",
                ))
            }
            (Some((_, StatusLine::Unsatisfiable)), _) => Ok(ParsedOutput::unsatisfiable()),
            (_, Some((line, words))) => Ok(ParsedOutput::unknown_as(line, &words)),
            (_, None) => Ok(ParsedOutput::none()),
        }
    }
}

fn starts_blank(rest: &[u8]) -> bool {
    rest.first().is_none_or(u8::is_ascii_whitespace)
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    let mut reader = CompetitionReader::new(Words::Sat, names.len());
    text.lines().for_each(|line| reader.line(line.as_bytes()));
    reader.finish()
}

// Models written as literals over several lines.

/// The words that a competition uses for literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::answers) enum Words {
    /// SAT: a literal is a number.
    Sat,
    /// Pseudo-Boolean: a literal is `x1` or `-x1`.
    PseudoBoolean,
    /// MaxSAT: literals are numbers, or one word has a digit, 1 or 0, for each variable.
    MaxSat,
}

impl Words {
    /// Returns the literal of a word, as a number.
    fn literal(self, word: &str) -> Option<i64> {
        match self {
            Self::Sat | Self::MaxSat => word.parse().ok(),
            Self::PseudoBoolean => {
                let (sign, name) = word.strip_prefix('-').map_or((1, word), |name| (-1, name));
                let digits = name.strip_prefix('x')?;
                let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
                let number =
                    digits.parse::<i64>().ok().filter(|&number| is_number && number > 0)?;
                Some(sign * number)
            }
        }
    }
}

/// The literals read so far.
pub(in crate::answers) struct LiteralValues {
    words: Words,
    values: Vec<Option<bool>>,
    seen: bool,
    closed: bool,
    /// The line of the digits, if the model is written as digits.
    digits: Option<usize>,
    /// The line on which the first model ends: the line of its closing 0, or the next line without literals.
    end: Option<usize>,
}

impl LiteralValues {
    pub fn new(variables: usize) -> Self {
        Self::with_words(Words::Sat, variables)
    }

    pub fn with_words(words: Words, variables: usize) -> Self {
        Self {
            words,
            values: vec![None; variables],
            seen: false,
            closed: false,
            digits: None,
            end: None,
        }
    }

    /// Reads the literals of one line. A literal 0 marks the end.
    pub fn take(&mut self, line: usize, text: &str) -> Result<(), OutputError> {
        if let Some(first) = self.digits {
            let reason = format!("line {first} already has a digit for each variable");
            return Err(OutputError::at(line, reason));
        }
        if self.words == Words::MaxSat && !self.seen && self.are_digits(text.trim()) {
            let digits = text.trim().bytes();
            self.values = digits.map(|digit| Some(digit == b'1')).collect();
            (self.seen, self.digits) = (true, Some(line));
            return Ok(());
        }
        self.seen = true;
        for word in text.split_whitespace() {
            let Some(literal) = self.words.literal(word) else {
                return Err(OutputError::at(line, format!("`{}` is not a literal", shown(word))));
            };
            self.closed = literal == 0;
            if literal != 0 {
                self.set(line, literal)?;
            } else {
                self.end.get_or_insert(line);
            }
        }
        Ok(())
    }

    /// Returns whether a line has a digit for each variable. Such a line cannot be mistaken for a literal of the
    /// formula, except `1` for a formula with one variable, where both readings mean the same.
    fn are_digits(&self, text: &str) -> bool {
        text.len() == self.values.len() && text.bytes().all(|digit| matches!(digit, b'0' | b'1'))
    }

    /// Records a line without literals, which may separate two models.
    pub fn interrupt(&mut self, line: usize) {
        if self.seen {
            self.end.get_or_insert(line);
        }
    }

    /// Drops the literals, because a better model follows.
    pub fn restart(&mut self) {
        *self = Self::with_words(self.words, self.values.len());
    }

    /// Returns the error for a second model if the first model has ended.
    pub fn second_model(&self, line: usize) -> Option<OutputError> {
        let first = self.end?;
        let reason = format!(
            "several models: the first one ends on line {first}\nhelp: have the solver print one model: without `--maxsol` \
             (cryptominisat5), `--all` (picosat) or `-n` (clasp)"
        );
        Some(OutputError::at(line, reason))
    }

    fn set(&mut self, line: usize, literal: i64) -> Result<(), OutputError> {
        let count = self.values.len();
        let index = usize::try_from(literal.unsigned_abs() - 1).unwrap_or(usize::MAX);
        let Some(value) = self.values.get_mut(index) else {
            let reason = format!(
                "literal {literal} is out of range: the formula has {count} variables, so the output is \
                 for another, larger formula"
            );
            return Err(OutputError::at(line, reason));
        };
        if *value == Some(literal < 0) {
            if let Some(error) = self.second_model(line) {
                return Err(error);
            }
            let reason = format!("variable {} is both true and false", literal.unsigned_abs());
            return Err(OutputError::at(line, reason));
        }
        *value = Some(literal > 0);
        Ok(())
    }

    /// Returns whether any variable has a value.
    pub fn any(&self) -> bool {
        self.values.iter().any(Option::is_some)
    }

    /// Returns the model, after a status that reports one.
    ///
    /// # Errors
    /// There was no line of literals.
    pub fn into_output(self) -> Result<ParsedOutput, OutputError> {
        if !self.seen && !self.values.is_empty() {
            return Err(OutputError::general("the status is satisfiable, but there is no model"));
        }
        Ok(ParsedOutput::satisfiable(self.values, self.closed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    fn output(text: &str) -> Result<ParsedOutput, OutputError> {
        read(text, VariableNames::Numbered(5))
    }

    fn model(text: &str) -> String {
        match output(text).unwrap().status {
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
    fn recorded_other_outputs() {
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
            assert_eq!(output(text).unwrap().status, expected, "{text:?}");
        }
    }

    #[test]
    fn only_a_closing_zero_completes_a_model() {
        assert!(output("s SATISFIABLE\nv 1 2 0\n").unwrap().complete);
        assert!(!output("s SATISFIABLE\nv 1 2\n").unwrap().complete);
    }

    #[test]
    fn bad_output_is_rejected_with_its_line() {
        for (text, line, reason) in [
            ("s SATISFIABLE\n", None, "no model"),
            ("s SATISFIABLE\ns UNSATISFIABLE\nv 1 0", Some(2), "contradicts"),
            ("s UNSATISFIABLE\nv 1 2 0\n", Some(1), "`v` lines contain a model"),
            ("s SATISFIABLE\nv 1 2\nv 6 0\n", Some(3), "literal 6 is out of range"),
            ("s SATISFIABLE\nv -9223372036854775808 0\n", Some(2), "out of range"),
            ("s SATISFIABLE\nv 99999999999999999999 0\n", Some(2), "not a literal"),
            ("s SATISFIABLE\nv 1 -2 -1 0\n", Some(2), "variable 1 is both"),
            ("s SATISFIABLE\nv 1 x2 0\n", Some(2), "`x2` is not a literal"),
            ("s OPTIMUM FOUND\n", Some(1), "`OPTIMUM` is not a status"),
            ("s\n", Some(1), "not a status"),
        ] {
            assert_bad(output(text), line, reason, text);
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_allowed_in_comments_only() {
        let mut reader = CompetitionReader::new(Words::Sat, 1);
        reader.line(b"c \xff\xfe");
        reader.line(b"s SATISFIABLE");
        reader.line(b"v \xff1 0");
        assert_eq!(reader.finish().unwrap_err().line, Some(3));
    }
}
