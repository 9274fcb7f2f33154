//! Reading a file that the linter checks at the same time: what `encycle lint` calls an error, no reader accepts.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

use encycle_lint::{Check, FileFormat, Finding};

use crate::formats::ParseError;

/// A reader whose bytes are checked as they are consumed. A large file is checked in a thread of its own.
pub(super) struct Checked<R> {
    input: R,
    checker: Checker,
    /// The number of bytes checked without a thread.
    checked: usize,
}

/// The linter, here or in a thread.
enum Checker {
    Here(Box<Check<()>>),
    Thread {
        parts: SyncSender<Vec<u8>>,
        part: Vec<u8>,
        end: JoinHandle<Box<Check<()>>>,
    },
    /// While the linter moves.
    Away,
}

/// The number of bytes from which on a thread is worth its start.
const LARGE: usize = 1 << 20;
/// The number of bytes that are passed to the thread at once.
const PART: usize = 1 << 16;
/// The most parts that wait for the thread.
const WAITING: usize = 16;

impl Checker {
    fn feed(&mut self, bytes: &[u8]) {
        match self {
            Self::Here(check) => check.feed(bytes),
            Self::Thread { parts, part, .. } => {
                part.extend_from_slice(bytes);
                if part.len() >= PART {
                    // a thread that has ended returns its panic to `home`
                    let _ = parts.send(std::mem::replace(part, Vec::with_capacity(2 * PART)));
                }
            }
            Self::Away => {}
        }
    }

    /// Moves the linter into a thread, where there are threads.
    fn leave(&mut self) {
        if cfg!(target_family = "wasm") {
            return;
        }
        match std::mem::replace(self, Self::Away) {
            Self::Here(mut check) => {
                let (parts, received) = sync_channel::<Vec<u8>>(WAITING);
                let end = std::thread::spawn(move || {
                    received.iter().for_each(|part| check.feed(&part));
                    check
                });
                *self = Self::Thread { parts, part: Vec::with_capacity(2 * PART), end };
            }
            other => *self = other,
        }
    }

    /// Returns the linter when it has checked everything.
    fn home(self) -> io::Result<Box<Check<()>>> {
        match self {
            Self::Here(check) => Ok(check),
            Self::Thread { parts, part, end } => {
                let _ = parts.send(part);
                drop(parts);
                end.join().map_err(|_| io::Error::other("the check of the file ended by a panic"))
            }
            Self::Away => Err(io::Error::other("the check of the file did not start")),
        }
    }
}

impl<R: BufRead> Checked<R> {
    pub fn new(format: FileFormat, input: R) -> Self {
        let checker = Checker::Here(Box::new(Check::new(format, ())));
        Self { input, checker, checked: 0 }
    }

    /// Returns the first error of the linter. If the file was not read to its end, what only the end shows is no error.
    pub fn first_error(mut self, is_read: bool) -> io::Result<Option<Finding>> {
        let is_at_end = is_read || self.input.fill_buf()?.is_empty();
        let mut check = self.checker.home()?;
        check.flush();
        if let Some(found) = check.report().first_error() {
            return Ok(Some(found.clone()));
        }
        match is_at_end {
            true => Ok(check.finish().0.first_error().cloned()),
            false => Ok(None),
        }
    }

    fn feed(&mut self, count: usize) {
        // the bytes are in the buffer, so this does not read
        if let Ok(bytes) = self.input.fill_buf() {
            self.checker.feed(&bytes[..count.min(bytes.len())]);
        }
        let before = self.checked;
        self.checked = before.saturating_add(count);
        if before < LARGE && self.checked >= LARGE {
            self.checker.leave();
        }
    }
}

impl<R: BufRead> Read for Checked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(bytes.len());
        bytes[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Checked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.feed(count);
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
