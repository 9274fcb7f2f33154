//! A splitter of bytes into lines of any length, in constant memory.

/// The maximum length of a line that is kept as a whole. A longer line is passed on in pieces.
pub const LONGEST: usize = 1 << 18;

/// A line, or a piece of a line that is longer than [`LONGEST`].
#[derive(Debug)]
pub struct LinePiece<'a> {
    /// The bytes, without the line break. If this is not the last piece of its line, it ends after a blank, unless it
    /// contains none.
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

/// A splitter of bytes into lines.
#[derive(Debug)]
pub struct LineSplitter {
    /// The beginning of a line whose end has not been given yet.
    pending: Vec<u8>,
    line: u64,
    /// The number of bytes of the current line that have been passed on.
    offset: u64,
}

impl Default for LineSplitter {
    fn default() -> Self {
        Self { pending: Vec::new(), line: 1, offset: 0 }
    }
}

impl LineSplitter {
    /// Passes the lines in the next bytes to `on_piece`. The beginning of a line is kept until the end of the line is
    /// given.
    pub fn feed(&mut self, mut bytes: &[u8], mut on_piece: impl FnMut(&LinePiece<'_>)) {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            let (line, rest) = (&bytes[..end], &bytes[end + 1..]);
            if self.pending.is_empty() && line.len() <= LONGEST {
                self.pass(line, true, true, &mut on_piece);
            } else {
                self.keep(line, &mut on_piece);
                let pending = std::mem::take(&mut self.pending);
                self.pass(&pending, true, true, &mut on_piece);
                self.pending = pending;
                self.pending.clear();
            }
            bytes = rest;
        }
        self.keep(bytes, &mut on_piece);
    }

    /// Passes on the last line, if it has no line break.
    pub fn finish(&mut self, mut on_piece: impl FnMut(&LinePiece<'_>)) {
        if !self.pending.is_empty() || self.offset > 0 {
            let pending = std::mem::take(&mut self.pending);
            self.pass(&pending, true, false, &mut on_piece);
        }
    }

    /// Keeps bytes of a line, and passes on pieces of the line if it becomes too long.
    fn keep(&mut self, mut bytes: &[u8], on_piece: &mut impl FnMut(&LinePiece<'_>)) {
        while self.pending.len() + bytes.len() > LONGEST {
            let (now, rest) = bytes.split_at(LONGEST - self.pending.len());
            self.pending.extend_from_slice(now);
            let blank = self.pending.iter().rposition(|&byte| byte == b' ' || byte == b'\t');
            let length = blank.map_or(self.pending.len(), |blank| blank + 1);
            let mut pending = std::mem::take(&mut self.pending);
            self.pass(&pending[..length], false, false, on_piece);
            pending.drain(..length);
            self.pending = pending;
            bytes = rest;
        }
        self.pending.extend_from_slice(bytes);
    }

    fn pass(
        &mut self,
        bytes: &[u8],
        is_end: bool,
        has_newline: bool,
        on_piece: &mut impl FnMut(&LinePiece<'_>),
    ) {
        on_piece(&LinePiece { bytes, line: self.line, offset: self.offset, is_end, has_newline });
        self.offset += bytes.len() as u64;
        if is_end {
            self.offset = 0;
            self.line += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of a text that is given a few bytes at a time, as from a pipe.
    fn lines(text: &[u8], size: usize) -> Vec<(u64, Vec<u8>, bool)> {
        let mut lines = LineSplitter::default();
        let mut all: Vec<(u64, Vec<u8>, bool)> = Vec::new();
        let mut take = |piece: &LinePiece<'_>| {
            assert!(piece.bytes.len() <= LONGEST);
            if piece.is_start() {
                all.push((piece.line, Vec::new(), false));
            }
            let last = all.last_mut().unwrap();
            assert_eq!(piece.offset, last.1.len() as u64);
            last.1.extend_from_slice(piece.bytes);
            last.2 = piece.has_newline;
        };
        text.chunks(size).for_each(|bytes| lines.feed(bytes, &mut take));
        lines.finish(&mut take);
        all
    }

    #[test]
    fn lines_are_numbered_and_whole() {
        for size in [1, 7, 1000] {
            assert_eq!(lines(b"", size), []);
            let all = lines(b"one\n\nthree, which is longer\nfour", size);
            let expected: [(u64, &[u8], bool); 4] = [
                (1, b"one", true),
                (2, b"", true),
                (3, b"three, which is longer", true),
                (4, b"four", false),
            ];
            assert!(all.iter().map(|(line, bytes, end)| (*line, &**bytes, *end)).eq(expected));
        }
    }

    #[test]
    fn a_line_longer_than_the_limit_is_returned_in_pieces() {
        let words = "word ".repeat(LONGEST);
        let text = format!("{words}\n{}", "x".repeat(LONGEST));
        for size in [7, 1 << 16, text.len()] {
            let all = lines(text.as_bytes(), size);
            assert_eq!(all.len(), 2);
            assert!(all[0].1 == words.as_bytes() && all[1].1.len() == LONGEST);
        }
    }
}
