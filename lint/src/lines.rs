//! Reading lines of any length in constant memory.

use std::io::{self, ErrorKind, Read};

/// The length of the buffer. A longer line is returned in pieces.
pub const BUFFER: usize = 1 << 18;

/// A line, or a piece of a line that is longer than the buffer.
#[derive(Debug)]
pub struct LinePiece<'a> {
    /// The bytes, without the line break. A piece that is not the last of its line ends after a blank, if
    /// the buffer contains one.
    pub bytes: &'a [u8],
    /// The line number, from 1.
    pub line: u64,
    /// The number of bytes of the line before this piece.
    pub offset: u64,
    /// Whether this is the last piece of the line.
    pub is_end: bool,
    /// Whether a line break follows the piece. The last line of a file may have none.
    pub has_newline: bool,
}

impl LinePiece<'_> {
    /// Returns whether this is the first piece of the line.
    pub fn is_start(&self) -> bool {
        self.offset == 0
    }
}

/// A reader of lines.
pub struct LineReader<R> {
    input: R,
    buffer: Vec<u8>,
    /// The bytes `start..end` of the buffer are read but not yet returned.
    start: usize,
    end: usize,
    line: u64,
    /// The number of bytes of the current line that were returned.
    offset: u64,
}

impl<R: Read> LineReader<R> {
    /// Creates a reader that starts at line 1.
    pub fn new(input: R) -> Self {
        Self { input, buffer: vec![0; BUFFER], start: 0, end: 0, line: 1, offset: 0 }
    }

    /// Returns the next line or piece of a line; `None` at the end of the input.
    ///
    /// # Errors
    /// Returns the errors of the input.
    pub fn next(&mut self) -> io::Result<Option<LinePiece<'_>>> {
        let mut scanned = self.start;
        let (length, has_newline, is_end) = loop {
            let unseen = &self.buffer[scanned..self.end];
            if let Some(found) = unseen.iter().position(|&byte| byte == b'\n') {
                break (scanned + found - self.start, true, true);
            }
            if self.start > 0 {
                self.buffer.copy_within(self.start..self.end, 0);
                self.end -= self.start;
                self.start = 0;
            }
            scanned = self.end;
            if self.end == self.buffer.len() {
                let blank = self.buffer.iter().rposition(|&byte| byte == b' ' || byte == b'\t');
                break (blank.map_or(self.end, |blank| blank + 1), false, false);
            }
            let read = self.fill()?;
            if read == 0 {
                if self.end == 0 && self.offset == 0 {
                    return Ok(None);
                }
                break (self.end, false, true);
            }
            self.end += read;
        };
        let bytes = &self.buffer[self.start..self.start + length];
        let piece = LinePiece { bytes, line: self.line, offset: self.offset, is_end, has_newline };
        self.start += length + usize::from(has_newline);
        self.offset += length as u64;
        if is_end {
            self.offset = 0;
            self.line += 1;
        }
        Ok(Some(piece))
    }

    /// Reads more bytes into the buffer and returns their number.
    fn fill(&mut self) -> io::Result<usize> {
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns a few bytes at a time, like a pipe.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(7);
            self.0.read(&mut buffer[..length])
        }
    }

    fn lines(text: &[u8]) -> Vec<(u64, Vec<u8>, bool)> {
        let mut lines = LineReader::new(Trickle(text));
        let mut all: Vec<(u64, Vec<u8>, bool)> = Vec::new();
        while let Some(piece) = lines.next().unwrap() {
            assert!(piece.bytes.len() <= BUFFER);
            if piece.is_start() {
                all.push((piece.line, Vec::new(), false));
            }
            let last = all.last_mut().unwrap();
            assert_eq!(piece.offset, last.1.len() as u64);
            last.1.extend_from_slice(piece.bytes);
            last.2 = piece.has_newline;
        }
        all
    }

    #[test]
    fn lines_are_numbered_and_whole() {
        assert_eq!(lines(b""), []);
        let all = lines(b"one\n\nthree, which is longer\nfour");
        let expected: [(u64, &[u8], bool); 4] = [
            (1, b"one", true),
            (2, b"", true),
            (3, b"three, which is longer", true),
            (4, b"four", false),
        ];
        assert!(all.iter().map(|(line, bytes, end)| (*line, &**bytes, *end)).eq(expected));
    }

    #[test]
    fn a_line_longer_than_the_buffer_is_returned_in_pieces() {
        let words = "word ".repeat(BUFFER);
        let text = format!("{words}\n{}", "x".repeat(BUFFER));
        let all = lines(text.as_bytes());
        assert_eq!(all.len(), 2);
        assert!(all[0].1 == words.as_bytes() && all[1].1.len() == BUFFER);
    }
}
