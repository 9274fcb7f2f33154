//! Text on its way to a writer, gathered so that few and large pieces are handed on.

use std::io::{self, Write};

/// How many bytes are gathered.
const SIZE: usize = 1 << 16;

/// A writer, the bytes that it has not got yet, and the first error that it had.
#[derive(Debug)]
pub(super) struct Chunk<W> {
    /// What comes next.
    pub bytes: Vec<u8>,
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> Chunk<W> {
    pub fn new(out: W) -> Self {
        Self { bytes: Vec::with_capacity(2 * SIZE), out, error: None }
    }

    /// Hands the bytes on if there are enough of them.
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

    /// The writer, with everything so far handed to it.
    ///
    /// # Errors
    /// The first error of the writer since the last call.
    pub fn out(&mut self) -> io::Result<&mut W> {
        self.hand_on();
        self.error.take().map_or(Ok(&mut self.out), Err)
    }
}
