//! A write buffer that keeps the first error of its writer.

use std::io::{self, Write};

/// The buffer is flushed once it holds this many bytes.
const SIZE: usize = 1 << 16;

/// A writer, the bytes not yet written to it, and its first error.
#[derive(Debug)]
pub(super) struct Chunk<W> {
    /// The bytes not yet written.
    pub bytes: Vec<u8>,
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> Chunk<W> {
    pub fn new(out: W) -> Self {
        Self { bytes: Vec::with_capacity(2 * SIZE), out, error: None }
    }

    /// Writes the buffered bytes if there are at least [`SIZE`] of them.
    pub fn hand_on_if_full(&mut self) {
        if self.bytes.len() >= SIZE {
            self.hand_on();
        }
    }

    fn hand_on(&mut self) {
        if self.error.is_none() {
            self.error = self.out.write_all(&self.bytes).err();
        }
        self.bytes.clear();
    }

    /// Writes all buffered bytes and returns the writer.
    ///
    /// # Errors
    /// The first error of the writer since the last call.
    pub fn out(&mut self) -> io::Result<&mut W> {
        self.hand_on();
        self.error.take().map_or(Ok(&mut self.out), Err)
    }
}
