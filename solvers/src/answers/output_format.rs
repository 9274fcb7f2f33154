//! Output formats: the functions that recognize and read the output of one dialect.

use crate::answers::{OutputError, ParsedOutput, VariableNames};

/// Functions that recognize and read the output of one dialect.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutputFormat {
    /// Reads a complete output.
    pub read: fn(&str, VariableNames) -> Result<ParsedOutput, OutputError>,
    /// Returns whether a first line (trimmed, not blank) identifies the dialect. Some lines, for example `SAT`,
    /// identify it only as the first line, because other programs print them further down.
    pub is_first_line: fn(&str) -> bool,
    /// Whether this line (trimmed, not blank) identifies the dialect anywhere in the output.
    pub is_line: fn(&str) -> bool,
}
