//! Models written as literals over several lines.

use crate::answers::{OutputError, ParsedOutput, shown};

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
