//! A scanner for proofs: words and numbers of a text, and numbers in variable-length bytes.

use std::io::BufRead;

use crate::Clause;

/// The maximum length of a number in a text, in bytes.
const LONGEST: usize = 20;

/// The form of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProofForm {
    Text,
    Binary,
}

/// The input with its position. Errors are texts that state a reason.
pub(crate) struct Scanner<R> {
    input: R,
    /// The number of bytes that were read.
    pub offset: u64,
    pub form: ProofForm,
}

impl<R: BufRead> Scanner<R> {
    pub fn new(input: R) -> Self {
        Self { input, offset: 0, form: ProofForm::Text }
    }

    /// Returns the buffered bytes: at least one byte, unless the input has ended.
    pub fn buffered(&mut self) -> Result<&[u8], String> {
        self.input.fill_buf().map_err(|error| error.to_string())
    }

    fn peek(&mut self) -> Result<Option<u8>, String> {
        Ok(self.buffered()?.first().copied())
    }

    /// Returns the next byte.
    pub fn byte(&mut self) -> Result<Option<u8>, String> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.input.consume(1);
            self.offset += 1;
        }
        Ok(byte)
    }

    /// Returns the next word of a text.
    pub fn word(&mut self) -> Result<Option<String>, String> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.byte()?;
        }
        let mut word = Vec::new();
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            word.push(byte);
            if word.len() > LONGEST {
                return Err(format!("'{}...' is too long", word.escape_ascii()));
            }
            self.byte()?;
        }
        Ok((!word.is_empty()).then(|| word.escape_ascii().to_string()))
    }

    /// Skips the rest of a line.
    pub fn skip_line(&mut self) -> Result<(), String> {
        while self.byte()?.is_some_and(|byte| byte != b'\n') {}
        Ok(())
    }

    /// Returns a number of a step. In binary form, a number consists of groups of seven bits, the lowest group first.
    pub fn unsigned(&mut self) -> Result<u64, String> {
        if self.form == ProofForm::Text {
            let word = self.word()?.ok_or("it is cut off")?;
            return word.parse().map_err(|_| format!("'{word}' is no number"));
        }
        let (mut number, mut shift) = (0_u64, 0);
        loop {
            let byte = self.byte()?.ok_or("it is cut off")?;
            if shift > 56 {
                return Err("a number is too large".to_owned());
            }
            number |= u64::from(byte & 127) << shift;
            shift += 7;
            if byte & 128 == 0 {
                return Ok(number);
            }
        }
    }

    /// Returns a signed number. In binary form, n is written as 2·|n| + (n < 0).
    pub fn signed(&mut self) -> Result<i64, String> {
        if self.form == ProofForm::Text {
            let word = self.word()?.ok_or("the 0 at its end is missing")?;
            return word.parse().map_err(|_| format!("'{word}' is no number"));
        }
        let code = self.unsigned()?;
        if code == 1 {
            return Err("a literal is -0".to_owned());
        }
        let number = (code / 2) as i64;
        Ok(if code % 2 == 1 { -number } else { number })
    }

    /// Returns a clause: these first literals, and then the literals up to the next 0.
    pub fn clause(&mut self, mut clause: Clause) -> Result<Clause, String> {
        loop {
            match self.signed()? {
                0 => return Ok(clause),
                literal => clause.push(to_literal(literal)?),
            }
        }
    }
}

/// Returns a number as a literal.
pub(crate) fn to_literal(number: i64) -> Result<i32, String> {
    let literal = i32::try_from(number).ok().filter(|literal| ![0, i32::MIN].contains(literal));
    literal.ok_or_else(|| format!("{number} is no literal"))
}
