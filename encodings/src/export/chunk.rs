//! A write buffer that keeps the first error of its writer.

use std::io::{self, Write};

use crate::export::digits::store_number;

/// The number of bytes from which the buffer is written.
const SIZE: usize = 1 << 16;

/// A writer, the bytes that have not been written to it yet, and its first error.
#[derive(Debug)]
pub(super) struct Chunk<W> {
    /// The bytes that have not been written yet, and free space.
    buffer: Vec<u8>,
    /// The number of bytes that have not been written yet.
    filled: usize,
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> Chunk<W> {
    pub fn new(out: W) -> Self {
        Self { buffer: vec![0; 2 * SIZE], filled: 0, out, error: None }
    }

    /// Appends bytes.
    pub fn put(&mut self, bytes: &[u8]) {
        self.free(bytes.len())[..bytes.len()].copy_from_slice(bytes);
        self.filled += bytes.len();
    }

    /// Returns the free space, at least `least` bytes. [`Self::advance`] appends the bytes that the caller stores in
    /// it.
    pub fn free(&mut self, least: usize) -> &mut [u8] {
        if self.buffer.len() - self.filled < least {
            self.buffer.resize(self.filled + least, 0);
        }
        &mut self.buffer[self.filled..]
    }

    /// Returns the free space, at least `least` bytes, as a line without text. [`Self::advance`] appends the text that
    /// the caller puts there.
    pub fn line(&mut self, least: usize) -> ChunkLine<'_> {
        ChunkLine { bytes: self.free(least), length: 0 }
    }

    /// Appends the first `count` bytes of the free space.
    pub fn advance(&mut self, count: usize) {
        self.filled += count;
    }

    /// Writes the buffered bytes if there are at least [`SIZE`] of them.
    pub fn hand_on_if_full(&mut self) {
        if self.filled >= SIZE {
            self.hand_on();
        }
    }

    fn hand_on(&mut self) {
        if self.error.is_none() {
            self.error = self.out.write_all(&self.buffer[..self.filled]).err();
        }
        self.filled = 0;
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

/// A text in the free space of a [`Chunk`].
#[derive(Debug)]
pub(super) struct ChunkLine<'a> {
    bytes: &'a mut [u8],
    /// The length of the text.
    pub length: usize,
}

impl ChunkLine<'_> {
    #[inline]
    pub fn put(&mut self, text: &[u8]) {
        self.bytes[self.length..][..text.len()].copy_from_slice(text);
        self.length += text.len();
    }

    /// Puts a text, and then blanks up to this width.
    pub fn put_left(&mut self, text: &[u8], width: usize) {
        self.put(text);
        self.blanks(width.saturating_sub(text.len()));
    }

    /// Puts blanks, and then a text, so that both have this width.
    pub fn put_right(&mut self, text: &[u8], width: usize) {
        self.blanks(width.saturating_sub(text.len()));
        self.put(text);
    }

    /// Puts blanks.
    pub fn blanks(&mut self, count: usize) {
        self.bytes[self.length..][..count].fill(b' ');
        self.length += count;
    }

    /// Puts a positive number.
    #[inline]
    pub fn number(&mut self, number: u64) {
        self.length += store_number(&mut self.bytes[self.length..], number);
    }

    /// Puts an integer, which usually has a single digit.
    #[inline]
    pub fn integer(&mut self, number: i64) {
        match number {
            0 => self.put(b"0"),
            1 => self.put(b"1"),
            -1 => self.put(b"-1"),
            _ => {
                if number < 0 {
                    self.put(b"-");
                }
                self.number(number.unsigned_abs());
            }
        }
    }
}
