//! The header of the plain format: the kind, the size, and options.

use crate::grid::Grid;
use crate::text::{Fault, Span, size};

/// The first line of a puzzle: the name of its kind, and the words after it, which the kind parses.
#[derive(Clone)]
pub struct Header<'a> {
    /// The name of the kind.
    pub kind: &'static str,
    /// The whole line.
    pub line: Span<'a>,
    /// The words after the name.
    pub words: Vec<Span<'a>>,
}

impl<'a> Header<'a> {
    /// Returns the header.
    ///
    /// # Errors
    /// The header is missing; `usage` is the expected form.
    pub fn required<'h>(header: Option<&'h Self>, usage: &str) -> Result<&'h Self, Fault> {
        header.ok_or_else(|| Fault {
            offset: 0,
            message: format!("no header\nhelp: begin with {usage}"),
        })
    }

    /// Parses the size in a header of the form `KIND ROWS COLS`.
    ///
    /// # Errors
    /// The header has another form, or the size is out of range.
    pub fn grid(&self) -> Result<Grid, Fault> {
        let kind = self.kind;
        match self.words[..] {
            [rows, cols] => size(rows, cols),
            [_, _, more, ..] => Err(more.fault(format!(
                "{} after the header '{kind} ROWS COLS'\nhelp: remove it",
                more.shown()
            ))),
            _ => {
                let message = format!("no size\nhelp: write the header '{kind} ROWS COLS'");
                Err(self.line.fault_after(message))
            }
        }
    }
}
