//! Pieces of text with their positions, and the parsers of sizes, clues and values.

use std::fmt::Display;

use crate::grid::Grid;

/// An error message about the byte at `offset` of a text.
#[derive(Debug)]
pub struct Fault {
    /// The byte in the text.
    pub offset: usize,
    /// What is wrong, and what would be correct.
    pub message: String,
}

/// The whole text.
#[derive(Clone, Copy)]
pub struct Text<'a>(pub &'a str);

impl<'a> Text<'a> {
    /// Returns the lines with content, trimmed. Blank lines, and lines that consist only of a comment, are left out.
    pub fn lines(self) -> impl Iterator<Item = Span<'a>> + Clone {
        let whole = Span { text: self.0, offset: 0 };
        whole
            .split(|c| c == '\n')
            .map(Span::trim)
            .filter(|line| !line.text.is_empty() && !line.text.starts_with('#'))
    }

    /// Returns the number of characters before `offset` in its line.
    pub fn column(self, offset: usize) -> usize {
        let before = &self.0[..offset];
        before.rsplit('\n').next().unwrap_or(before).chars().count()
    }

    /// Returns a fault just after the last character that is not blank.
    pub fn fault_at_end(self, message: impl Into<String>) -> Fault {
        Fault { offset: self.0.trim_end().len(), message: message.into() }
    }

    /// Returns the only line, or an error if there is no line or more than one; `what` names the content of the line.
    pub fn only_line(self, what: &str) -> Result<Span<'a>, Fault> {
        let mut lines = self.lines();
        let line = lines.next().ok_or_else(|| self.fault_at_end(format!("no {what}")))?;
        match lines.next() {
            Some(more) => {
                Err(more.wrong(format!("after {what}, which is one line\nhelp: remove it")))
            }
            None => Ok(line),
        }
    }
}

/// The separators of cells, other than blanks.
pub(super) const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// A piece of a text and its byte offset.
#[derive(Clone, Copy, Debug)]
pub struct Span<'a> {
    /// The piece.
    pub text: &'a str,
    /// Its first byte in the whole text.
    pub offset: usize,
}

impl<'a> Span<'a> {
    /// Returns a fault at the start of this piece.
    pub fn fault(self, message: impl Into<String>) -> Fault {
        Fault { offset: self.offset, message: message.into() }
    }

    /// Returns a fault at the start of this piece. The message is the piece, followed by what is wrong with it.
    pub fn wrong(self, what: impl Display) -> Fault {
        self.fault(format!("{} {what}", self.shown()))
    }

    /// Returns a fault just after this piece.
    pub fn fault_after(self, message: impl Into<String>) -> Fault {
        Fault { offset: self.offset + self.text.len(), message: message.into() }
    }

    /// Returns the piece as quoted in messages: escaped, and truncated to 30 characters.
    pub fn shown(self) -> String {
        const LONGEST: usize = 30;
        let mut start = self.text.chars();
        let quoted: String = start.by_ref().take(LONGEST).flat_map(char::escape_debug).collect();
        format!("'{quoted}{}'", if start.next().is_some() { "..." } else { "" })
    }

    /// Returns the piece without blanks at both ends.
    pub fn trim(self) -> Self {
        let text = self.text.trim_start();
        Self { text: text.trim_end(), offset: self.offset + self.text.len() - text.len() }
    }

    /// Returns the piece without a pair of quotation marks around it.
    #[must_use]
    pub fn unquoted(self) -> Self {
        let inner = |mark| self.text.strip_prefix(mark)?.strip_suffix(mark);
        match inner('"').or_else(|| inner('\'')) {
            Some(text) => Self { text, offset: self.offset + 1 },
            None => self,
        }
    }

    /// Returns the rest of the piece from byte `start`, which must be a character boundary.
    pub fn from(self, start: usize) -> Self {
        Self { text: &self.text[start..], offset: self.offset + start }
    }

    /// Splits the piece at the first matching character: the part before it, and the part after it if found.
    pub fn cut(self, at: impl Fn(char) -> bool) -> (Self, Option<Self>) {
        match self.text.char_indices().find(|&(_, c)| at(c)) {
            None => (self, None),
            Some((i, c)) => {
                (Self { text: &self.text[..i], ..self }, Some(self.from(i + c.len_utf8())))
            }
        }
    }

    /// Returns the pieces between matching characters, including empty pieces.
    pub fn split(self, at: impl Fn(char) -> bool + Clone) -> impl Iterator<Item = Self> + Clone {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let (piece, behind) = rest?.cut(&at);
            rest = behind;
            Some(piece)
        })
    }

    /// Returns the words between blanks.
    pub fn words(self) -> impl Iterator<Item = Self> + Clone {
        self.split(char::is_whitespace).filter(|word| !word.text.is_empty())
    }

    /// Returns the part before a `#`, trimmed.
    pub fn without_comment(self) -> Self {
        self.cut(|c| c == '#').0.trim()
    }

    /// Returns the part before a word that begins with `#`, trimmed. A `#` within a word is a part of a name.
    pub fn without_comment_words(self) -> Self {
        match self.words().find(|word| word.text.starts_with('#')) {
            Some(word) => Self { text: &self.text[..word.offset - self.offset], ..self }.trim(),
            None => self.trim(),
        }
    }

    /// Returns whether a word is a cell by itself, perhaps a list such as `3,1`: a separator is neither its begin nor its end.
    pub(super) fn is_whole_cell(self) -> bool {
        !self.text.starts_with(SEPARATORS) && !self.text.ends_with(SEPARATORS)
    }

    /// Splits a row of `cols` cells: into words, if there are `cols` words, each a cell by itself; otherwise at its commas, semicolons or tabs, if this gives `cols` parts;
    /// otherwise into words, if there are `cols` words; otherwise into its characters without blanks.
    pub fn cells(self, cols: usize) -> Vec<Self> {
        if cols > 1 && self.words().count() == cols && self.words().all(Self::is_whole_cell) {
            return self.words().map(Self::unquoted).collect();
        }
        for separator in SEPARATORS.into_iter().filter(|&one| self.text.contains(one)) {
            let mut parts: Vec<Self> =
                self.split(|c| c == separator).map(|part| part.trim().unquoted()).collect();
            // a separator may follow the last cell too
            if parts.len() == cols + 1 && parts[cols].text.is_empty() {
                parts.pop();
            }
            if parts.len() == cols {
                return parts;
            }
        }
        let row = Self { text: self.text.strip_suffix(SEPARATORS).unwrap_or(self.text), ..self };
        let words: Vec<_> = row.words().map(Self::unquoted).collect();
        match words.len() == cols {
            true => words,
            false => row.chars().filter(|cell| !cell.text.trim().is_empty()).collect(),
        }
    }

    /// Returns the characters, each as a piece.
    pub fn chars(self) -> impl Iterator<Item = Self> + Clone {
        self.text.char_indices().map(move |(i, c)| Self {
            text: &self.text[i..i + c.len_utf8()],
            offset: self.offset + i,
        })
    }

    /// Parses a number of rows or columns; `side` is the noun for messages.
    pub fn side(self, side: &str) -> Result<usize, Fault> {
        if self.text.is_empty() || !self.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.wrong(format!("is not a number of {side}")));
        }
        match self.text.parse() {
            Ok(number @ 1..=Grid::MAX_SIDE) => Ok(number),
            _ => Err(self.wrong(format!("{side}: a grid has 1 to {} {side}", Grid::MAX_SIDE))),
        }
    }
}

/// Parses a number of decimal digits, without a sign.
#[must_use]
pub fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Span<'_> {
    /// Parses the value of a cell, from 1 to `largest`: a digit, a letter (`a` is 10) if there are enough letters for
    /// all values, or a number of several digits.
    pub fn value(self, largest: u32) -> Result<u32, Fault> {
        let mut chars = self.text.chars();
        let value = match (chars.next(), chars.next()) {
            (Some(symbol), None) => symbol.to_digit(if largest > 35 { 10 } else { 36 }),
            _ => number(self.text),
        };
        match value {
            Some(value) if (1..=largest).contains(&value) => Ok(value),
            _ => {
                let symbols = match largest {
                    0..=9 => format!("a digit 1 to {largest}"),
                    10..=35 => {
                        let last = char::from(b'a' + (largest - 10) as u8);
                        format!(
                            "a digit 1 to 9 or a letter a to {last}, or a number 1 to {largest}"
                        )
                    }
                    _ => format!("a number 1 to {largest}"),
                };
                Err(self.wrong(format!(
                    "is not a cell\nhelp: write a value as {symbols}, an empty cell as '.'"
                )))
            }
        }
    }
}

/// Returns the side lengths of a square box with this number of cells.
pub fn square_box(cells: usize) -> Option<(usize, usize)> {
    let side = cells.isqrt();
    (side * side == cells && side > 0).then_some((side, side))
}

/// Parses the size of a grid from two words.
pub fn size(rows: Span<'_>, cols: Span<'_>) -> Result<Grid, Fault> {
    let (height, width) = (rows.side("rows")?, cols.side("columns")?);
    Grid::new(height, width).ok_or_else(|| rows.fault("the grid is too large"))
}
