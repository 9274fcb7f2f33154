//! The check of a constraint or an objective, token by token.

use std::cmp::Ordering;

use crate::opb::rules;
use crate::{LintRule, Number, shown};

use super::tokens::TokenKind;

/// The maximum number of terms of a constraint that is searched for duplicate variables.
const MAX_TERMS: usize = 1 << 22;

/// A violated rule and its message.
pub type Fault = (&'static LintRule, String);

/// The part that a token adds to the statement.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A coefficient, and the variable that the token names.
    Term(i64, u32),
    Relation(Ordering),
    RightSide(i64),
    /// No part.
    Other,
}

/// The possible kinds of the next token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    /// A coefficient, a relation or, in an objective, the end.
    #[default]
    Term,
    Variable,
    RightSide,
    End,
}

/// The constraint or objective being read.
#[derive(Debug, Default)]
pub struct Statement {
    /// The line on which the statement starts; 0 if no statement is open.
    pub line: u64,
    pub is_objective: bool,
    pub is_equation: bool,
    next: Next,
    /// Whether a syntax error makes the rest of the statement meaningless.
    is_broken: bool,
    terms: usize,
    variables: Vec<u32>,
    /// The sum of all absolute values read so far.
    pub sum: u128,
    /// The sum of the absolute values of the coefficients read so far.
    coefficients: u128,
    /// The last coefficient.
    coefficient: i64,
}

impl Statement {
    /// Returns whether a statement is open.
    pub fn is_open(&self) -> bool {
        self.line > 0
    }

    /// Processes a token other than the end.
    ///
    /// # Errors
    /// The rule that the token violates.
    pub fn token(&mut self, kind: TokenKind, word: &[u8], line: u64) -> Result<Part, Fault> {
        if !self.is_open() {
            self.line = line;
            if kind == TokenKind::Word && word.ends_with(b":") {
                self.is_objective = true;
                return match word {
                    b"min:" => Ok(Part::Other),
                    _ => self.broken(word, "write `min:` before an objective"),
                };
            }
        }
        match (self.next, kind) {
            _ if self.is_broken => Ok(Part::Other),
            (Next::Term, TokenKind::Word) => self.coefficient(word),
            (Next::Term, TokenKind::Relation) if !self.is_objective => self.relation(word),
            (Next::Variable, TokenKind::Word) => self.variable(word),
            (Next::RightSide, TokenKind::Word) => {
                self.next = Next::End;
                let value = self.number(word, "write an integer after the relation")?;
                Ok(Part::RightSide(value))
            }
            (Next::End, _) => self.broken(word, "write `;` after the right-hand side"),
            _ => self.broken(word, "write terms, a relation, an integer and `;`"),
        }
    }

    fn coefficient(&mut self, word: &[u8]) -> Result<Part, Fault> {
        let is_variable = |word: &[u8]| matches!(word.strip_prefix(b"~").unwrap_or(word), [b'x', rest @ ..] if rest.first().is_some_and(u8::is_ascii_digit));
        if is_variable(word) && self.terms > 0 {
            self.is_broken = true;
            let message = format!(
                "second variable of a term: `{}`; replace the product by a variable",
                shown(word)
            );
            return Err((&rules::NONLINEAR, message));
        }
        if is_variable(word) {
            return self.broken(word, "write a coefficient before the variable");
        }
        self.next = Next::Variable;
        let help = "write a coefficient such as `+1`, without a blank after the sign";
        self.coefficient = self.number(word, help)?;
        Ok(Part::Other)
    }

    fn relation(&mut self, word: &[u8]) -> Result<Part, Fault> {
        self.next = Next::RightSide;
        self.is_equation = word == b"=";
        if ![&b">="[..], b"="].contains(&word) {
            let better = match word {
                b"<=" | b"<" | b"=<" => "negate all numbers and write `>=`",
                _ => "write `>=` or `=`",
            };
            return Err((&rules::RELATION, format!("relation `{}`; {better}", shown(word))));
        }
        if self.terms == 0 {
            return Err((&rules::NO_TERMS, "constraint without a term; write `+0 x1`".to_owned()));
        }
        Ok(Part::Relation(if self.is_equation { Ordering::Equal } else { Ordering::Greater }))
    }

    fn variable(&mut self, word: &[u8]) -> Result<Part, Fault> {
        self.next = Next::Term;
        self.terms += 1;
        let name = word.strip_prefix(b"~").unwrap_or(word);
        let number = match name {
            [b'x', digits @ ..] if matches!(digits, [b'1'..=b'9', ..]) => Number::parse(digits),
            _ => None,
        };
        let number = match number {
            Some(Number::Whole(number)) => i32::try_from(number).ok(),
            _ => None,
        };
        let Some(number) = number.map(i32::unsigned_abs) else {
            let message = format!("name of a variable: `{}`; write `x1`, `x2`, ...", shown(word));
            return Err((&rules::VARIABLE_NAME, message));
        };
        if self.variables.len() < MAX_TERMS {
            self.variables.push(number);
        }
        if name.len() < word.len() {
            let message = format!(
                "negated variable: `{}`; replace a term a ~x by -a x, and subtract a from the right-hand side",
                shown(word)
            );
            return Err((&rules::NEGATED, message));
        }
        Ok(Part::Term(self.coefficient, number))
    }

    /// Adds the absolute value of an integer to the sum, and returns the integer.
    fn number(&mut self, word: &[u8], help: &str) -> Result<i64, Fault> {
        let number = match Number::parse(word) {
            Some(Number::Whole(number)) => Some(number),
            _ => None,
        };
        let Some(number) = number.filter(|&number| i32::try_from(number).is_ok()) else {
            let digits = word.strip_prefix(b"+").or(word.strip_prefix(b"-")).unwrap_or(word);
            if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
                return self.broken(word, help);
            }
            let message = format!(
                "number of more than 32 bits: `{}`; divide by a common factor",
                shown(word)
            );
            return Err((&rules::NUMBER_RANGE, message));
        };
        let size = u128::from(number.unsigned_abs());
        self.sum += size;
        if self.next == Next::Variable {
            self.coefficients += size;
        }
        Ok(number)
    }

    fn broken<T>(&mut self, word: &[u8], help: &str) -> Result<T, Fault> {
        self.is_broken = true;
        Err((&rules::SYNTAX, format!("unexpected `{}`; {help}", shown(word))))
    }

    /// Processes the end of the statement.
    ///
    /// # Errors
    /// The rule that the statement violates.
    pub fn end(&mut self) -> Result<(), Fault> {
        let is_complete = match self.is_objective {
            true => self.next == Next::Term,
            false => self.next == Next::End,
        };
        if !self.is_broken && !is_complete {
            return self.broken(b";", "write terms, a relation, an integer and `;`");
        }
        if !self.is_objective && self.coefficients > i32::MAX as u128 {
            let message = format!(
                "sum of coefficients of more than 32 bits: {}; divide by a common factor",
                self.coefficients
            );
            return Err((&rules::NUMBER_RANGE, message));
        }
        // most writers list the variables in order
        if !self.variables.is_sorted() {
            self.variables.sort_unstable();
        }
        if let Some(pair) = self.variables.windows(2).find(|pair| pair[0] == pair[1]) {
            let message = format!("variable x{} occurs twice; add its coefficients", pair[0]);
            return Err((&rules::DUPLICATE_VARIABLE, message));
        }
        Ok(())
    }

    /// Starts the next statement.
    pub fn clear(&mut self) {
        let mut variables = std::mem::take(&mut self.variables);
        variables.clear();
        *self = Self { variables, ..Self::default() };
    }
}
