//! The header of the plain format: the kind, the size, and options.

use std::cell::RefCell;

use crate::grid::Grid;
use crate::text::{Fault, Span, TextSize, size};

/// The first line of a puzzle: the name of its kind, and the words after it, which the kind parses. A bare grid has no
/// header; its kind is given elsewhere, and its size is counted.
pub struct Header<'a> {
    /// The name of the kind.
    pub kind: &'static str,
    /// The whole line; for a bare grid, the first line.
    pub line: Span<'a>,
    /// The words after the name.
    pub words: Vec<Span<'a>>,
    counted: Option<Grid>,
    notes: RefCell<Vec<String>>,
}

impl<'a> Header<'a> {
    /// Returns the header of a line.
    #[must_use]
    pub fn new(kind: &'static str, line: Span<'a>, words: Vec<Span<'a>>) -> Self {
        Self { kind, line, words, counted: None, notes: RefCell::default() }
    }

    /// Returns the header of a bare grid that has this size.
    #[must_use]
    pub fn bare(kind: &'static str, line: Span<'a>, size: Grid) -> Self {
        Self { counted: Some(size), ..Self::new(kind, line, Vec::new()) }
    }

    /// Returns the size of a bare grid.
    #[must_use]
    pub fn counted(&self) -> Option<TextSize> {
        self.counted.map(|grid| TextSize { grid, is_announced: false })
    }

    /// Adds a remark for the user about how the text is read.
    pub fn note(&self, text: impl Into<String>) {
        self.notes.borrow_mut().push(text.into());
    }

    /// Returns the remarks of [`Self::note`].
    #[must_use]
    pub fn into_notes(self) -> Vec<String> {
        self.notes.into_inner()
    }

    /// Parses the size in a header of the form `KIND ROWS COLS`.
    ///
    /// # Errors
    /// The header has another form, or the size is out of range.
    pub fn grid(&self) -> Result<TextSize, Fault> {
        let kind = self.kind;
        if let Some(size) = self.counted() {
            return Ok(size);
        }
        match self.words[..] {
            [rows, cols] => size(rows, cols).map(Into::into),
            [_, _, more, ..] => {
                Err(more.wrong(format!("after the header '{kind} ROWS COLS'\nhelp: remove it")))
            }
            _ => {
                let message = format!("no size\nhelp: write the header '{kind} ROWS COLS'");
                Err(self.line.fault_after(message))
            }
        }
    }
}
