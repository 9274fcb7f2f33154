//! Reading a file that the linter checks at the same time: what `encycle lint` calls an error, no reader accepts.

use std::io::{self, BufRead, Read};

use encycle_lint::{Check, FileFormat, Finding};

use crate::formats::ParseError;

/// A reader whose bytes are checked as they are consumed.
pub(super) struct Checked<R> {
    input: R,
    check: Check<()>,
}

impl<R: BufRead> Checked<R> {
    pub fn new(format: FileFormat, input: R) -> Self {
        Self { input, check: Check::new(format, ()) }
    }

    /// Returns the first error of the linter. If the file was not read to its end, what only the end shows is no error.
    pub fn first_error(mut self, is_read: bool) -> io::Result<Option<Finding>> {
        self.check.flush();
        if let Some(found) = self.check.report().first_error() {
            return Ok(Some(found.clone()));
        }
        if !is_read && !self.fill_buf()?.is_empty() {
            return Ok(None);
        }
        Ok(self.check.finish().0.first_error().cloned())
    }
}

impl<R: BufRead> Read for Checked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(bytes)?;
        self.check.feed(&bytes[..count]);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Checked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        // the bytes are in the buffer, so this does not read
        if let Ok(bytes) = self.input.fill_buf() {
            self.check.feed(&bytes[..count.min(bytes.len())]);
        }
        self.input.consume(count);
    }
}

/// Returns an error of the linter as an error of reading.
pub(crate) fn fault(finding: &Finding, origin: &str) -> ParseError {
    ParseError {
        origin: origin.to_owned(),
        line: finding.line as usize,
        column: finding.column.unwrap_or(1) as usize,
        message: message(finding),
    }
}

/// Returns the message of a finding in the form of other errors.
pub(crate) fn message(finding: &Finding) -> String {
    let (what, fix) = finding.parts();
    let all = format!("`encycle lint` lists all problems [{}]", finding.rule.name);
    match fix {
        Some(fix) => format!("{what}\nhelp: {fix}; {all}"),
        None => format!("{what}\nhelp: {all}"),
    }
}
