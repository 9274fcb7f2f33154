//! A constraint or an objective, token by token.

use crate::opb::rules;
use crate::{LintRule, shown};

use super::tokens::TokenKind;

/// A constraint with more terms is not searched for duplicate variables.
const MAX_TERMS: usize = 1 << 22;

/// A violated rule and its message.
pub type Fault = (&'static LintRule, String);

/// What the next token must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    /// A coefficient, a relation, or in an objective the end.
    #[default]
    Term,
    Variable,
    RightSide,
    End,
}

/// The constraint or objective being read.
#[derive(Debug, Default)]
pub struct Statement {
    /// The line on which it starts; 0 if none is open.
    pub line: u64,
    pub is_objective: bool,
    pub is_equation: bool,
    next: Next,
    /// Whether a syntax error makes the rest meaningless.
    is_broken: bool,
    terms: usize,
    variables: Vec<u32>,
    /// The sum of all absolute values so far.
    pub sum: u128,
    /// The sum of the absolute coefficients so far.
    coefficients: u128,
}

impl Statement {
    /// Whether a statement is open.
    pub fn is_open(&self) -> bool {
        self.line > 0
    }

    /// Processes a token other than the end. Returns the variable that it is.
    ///
    /// # Errors
    /// The rule that the token violates.
    pub fn token(&mut self, kind: TokenKind, word: &[u8], line: u64) -> Result<Option<u32>, Fault> {
        if !self.is_open() {
            self.line = line;
            if kind == TokenKind::Word && word.ends_with(b":") {
                self.is_objective = true;
                return match word {
                    b"min:" => Ok(None),
                    _ => self.broken(word, "write `min:` before an objective"),
                };
            }
        }
        match (self.next, kind) {
            _ if self.is_broken => Ok(None),
            (Next::Term, TokenKind::Word) => self.coefficient(word),
            (Next::Term, TokenKind::Relation) if !self.is_objective => self.relation(word),
            (Next::Variable, TokenKind::Word) => self.variable(word),
            (Next::RightSide, TokenKind::Word) => {
                self.next = Next::End;
                self.number(word, "write an integer after the relation")
            }
            (Next::End, _) => self.broken(word, "write `;` after the right-hand side"),
            _ => self.broken(word, "write terms, a relation, an integer and `;`"),
        }
    }

    fn coefficient(&mut self, word: &[u8]) -> Result<Option<u32>, Fault> {
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
        self.number(word, "write a coefficient such as `+1`, without a blank after the sign")
    }

    fn relation(&mut self, word: &[u8]) -> Result<Option<u32>, Fault> {
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
        Ok(None)
    }

    fn variable(&mut self, word: &[u8]) -> Result<Option<u32>, Fault> {
        self.next = Next::Term;
        self.terms += 1;
        let name = word.strip_prefix(b"~").unwrap_or(word);
        let digits = name.strip_prefix(b"x").and_then(|digits| str::from_utf8(digits).ok());
        let number = digits
            .filter(|digits| !digits.starts_with(['0', '+']))
            .and_then(|digits| digits.parse::<u32>().ok())
            .filter(|&number| number <= i32::MAX as u32);
        let Some(number) = number else {
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
        Ok(Some(number))
    }

    /// Adds the absolute value of an integer to the sum.
    fn number(&mut self, word: &[u8], help: &str) -> Result<Option<u32>, Fault> {
        let text = str::from_utf8(word).unwrap_or("");
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.broken(word, help);
        }
        let number = text.parse::<i64>().ok().filter(|&number| i32::try_from(number).is_ok());
        let Some(number) = number else {
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
        Ok(None)
    }

    fn broken(&mut self, word: &[u8], help: &str) -> Result<Option<u32>, Fault> {
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
            return self.broken(b";", "write terms, a relation, an integer and `;`").map(drop);
        }
        if !self.is_objective && self.coefficients > i32::MAX as u128 {
            let message = format!(
                "sum of coefficients of more than 32 bits: {}; divide by a common factor",
                self.coefficients
            );
            return Err((&rules::NUMBER_RANGE, message));
        }
        self.variables.sort_unstable();
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
