//! The error type of the format readers.

/// An error in a text: what is wrong, where, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{origin}:{line}:{column}: {message}")]
pub struct ParseError {
    /// The source of the text: a file name, `<stdin>`, `<address>` or `<text>`.
    pub origin: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The rejected value and the rule it breaks. A second line that begins with `help: ` names the fix.
    pub message: String,
}

impl ParseError {
    /// Returns the error at a byte offset of a text.
    pub(crate) fn at(text: &str, offset: usize, message: String) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            origin: "<text>".to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message,
        }
    }

    /// Returns the same error with this origin.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let error = "slitherlink 2 2\n31\n.9\n".parse::<Puzzle>().unwrap_err();
    /// assert!(error.in_origin("mine.txt").to_string().starts_with("mine.txt:3:2: "));
    /// ```
    #[must_use]
    pub fn in_origin(mut self, origin: impl Into<String>) -> Self {
        self.origin = origin.into();
        self
    }
}
