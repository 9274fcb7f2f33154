//! Lines of words, with positions for errors.

use std::io::BufRead;

use encycle_lint::FileFormat;

use super::checked::{Checked, fault};
use crate::formats::{LoadError, ParseError};

/// The longest line.
const LONGEST: u64 = 1 << 30;

/// A reader of the lines of a file, which the linter checks at the same time.
pub(super) struct Lines<R> {
    input: Checked<R>,
    origin: String,
    number: usize,
}

/// A line and its number.
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub number: usize,
}

/// A word with the number of its line and its column.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub place: (usize, usize),
}

impl<R: BufRead> Lines<R> {
    pub fn new(format: FileFormat, input: R, origin: &str) -> Self {
        Self { input: Checked::new(format, input), origin: origin.to_owned(), number: 0 }
    }

    /// Returns what was read if the linter has no error. An error of the linter comes before another one.
    ///
    /// # Errors
    /// The error of the linter, or that of reading.
    pub fn finish<T>(self, read: Result<T, LoadError>) -> Result<T, LoadError> {
        if let Err(LoadError::Io { .. }) = read {
            return read;
        }
        let found = self.input.first_error(read.is_ok());
        let found = found.map_err(|cause| LoadError::Io { name: self.origin.clone(), cause })?;
        match found {
            Some(finding) => Err(fault(&finding, &self.origin).into()),
            None => read,
        }
    }

    /// Reads the next line into `buffer`.
    ///
    /// # Errors
    /// Those of the input, and text that is not UTF-8.
    pub fn next<'a>(&mut self, buffer: &'a mut Vec<u8>) -> Result<Option<Line<'a>>, LoadError> {
        buffer.clear();
        let mut input = std::io::Read::take(&mut self.input, LONGEST);
        let read = input.read_until(b'\n', buffer);
        let read = read.map_err(|cause| LoadError::Io { name: self.origin.clone(), cause })?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let number = self.number;
        match str::from_utf8(buffer) {
            Ok(text) => Ok(Some(Line { text: text.trim_end(), number })),
            Err(_) => Err(self.fault((number, 1), "not UTF-8 text")),
        }
    }

    /// Returns an error at a position.
    pub fn fault(&self, (line, column): (usize, usize), message: impl Into<String>) -> LoadError {
        let (origin, message) = (self.origin.clone(), message.into());
        ParseError { origin, line, column, message }.into()
    }

    /// Returns an error after the last line.
    pub fn fault_at_end(&self, message: impl Into<String>) -> LoadError {
        self.fault((self.number + 1, 1), message)
    }

    /// Returns an error at a word that is something else than expected.
    pub fn unexpected(&self, word: Word<'_>, expected: &str) -> LoadError {
        let shown: String = word.text.chars().take(40).collect();
        self.fault(word.place, format!("found `{shown}`, expected {expected}\nhelp: {LINT}"))
    }

    /// Returns the integer that a word is.
    ///
    /// # Errors
    /// If it is none.
    pub fn integer(&self, word: Word<'_>) -> Result<i64, LoadError> {
        word.text.parse().map_err(|_| self.unexpected(word, "an integer"))
    }
}

/// What helps with a file that is not read.
pub(super) const LINT: &str =
    "files that Encycle writes can be read; `encycle lint` explains others";

impl<'a> Line<'a> {
    /// Returns the words of the line.
    pub fn words(&self) -> impl Iterator<Item = Word<'a>> + use<'a> {
        let (line, number) = (self.text, self.number);
        line.split_ascii_whitespace().map(move |text| {
            let column = text.as_ptr() as usize - line.as_ptr() as usize + 1;
            Word { text, place: (number, column) }
        })
    }
}
