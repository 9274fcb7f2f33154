//! What the reader of a wrong text is told.

/// What is wrong in a text, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{origin}:{line}:{column}: {message}")]
pub struct ParseError {
    /// Where the text came from: a file name, `<stdin>`, `<address>` or `<text>`.
    pub origin: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The value at fault, the rule it breaks and the way out.
    pub message: String,
}

impl ParseError {
    /// The error at a byte of a text.
    pub(super) fn at(text: &str, offset: usize, message: String) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            origin: "<text>".to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message,
        }
    }

    /// The same error, in a text of this origin.
    #[must_use]
    pub fn in_origin(mut self, origin: impl Into<String>) -> Self {
        self.origin = origin.into();
        self
    }
}
