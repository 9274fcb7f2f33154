//! What all formats share: pieces of text that know where they stand, and sizes.

use encycle_encodings::grid::Grid;
use encycle_encodings::puzzle::Solution;

use crate::puzzle::{Puzzle, PuzzleKind};

/// A message about the byte at `offset` of the text.
#[derive(Debug)]
pub(crate) struct Fault {
    pub offset: usize,
    pub message: String,
}

/// What reading a text gives: the puzzle, and a solution beside it if there is one.
pub(crate) type Reading = Result<(Puzzle, Option<Solution>), Fault>;

/// The whole text.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a>(pub &'a str);

impl<'a> Text<'a> {
    /// The lines that say something: neither blank nor all comment; without blanks at both ends.
    pub fn lines(self) -> impl Iterator<Item = Span<'a>> + Clone {
        let whole = Span { text: self.0, offset: 0 };
        whole
            .split(|c| c == '\n')
            .map(Span::trim)
            .filter(|line| !line.text.is_empty() && !line.text.starts_with('#'))
    }

    /// How many characters stand before this place in its line.
    pub fn column(self, offset: usize) -> usize {
        let before = &self.0[..offset];
        before.rsplit('\n').next().unwrap_or(before).chars().count()
    }

    /// A fault just behind the last thing that the text says.
    pub fn fault_at_end(self, message: impl Into<String>) -> Fault {
        Fault { offset: self.0.trim_end().len(), message: message.into() }
    }

    /// The only line; `what` names the thing that must stand alone.
    pub fn only_line(self, what: &str) -> Result<Span<'a>, Fault> {
        let mut lines = self.lines();
        let line = lines.next().ok_or_else(|| self.fault_at_end(format!("no {what}")))?;
        match lines.next() {
            Some(more) => {
                Err(more
                    .fault(format!("{} after {what}, which is one line: remove it", more.shown())))
            }
            None => Ok(line),
        }
    }
}

/// A piece of the text and where it starts.
#[derive(Clone, Copy)]
pub(crate) struct Span<'a> {
    pub text: &'a str,
    pub offset: usize,
}

impl<'a> Span<'a> {
    /// A fault at the start of this piece.
    pub fn fault(self, message: impl Into<String>) -> Fault {
        Fault { offset: self.offset, message: message.into() }
    }

    /// A fault just behind this piece.
    pub fn fault_behind(self, message: impl Into<String>) -> Fault {
        Fault { offset: self.offset + self.text.len(), message: message.into() }
    }

    /// The text as a message quotes it: escaped, and cut short if it is long.
    pub fn shown(self) -> String {
        const LONGEST: usize = 30;
        let mut start = self.text.chars();
        let quoted: String = start.by_ref().take(LONGEST).flat_map(char::escape_debug).collect();
        format!("'{quoted}{}'", if start.next().is_some() { "..." } else { "" })
    }

    /// The part without blanks at both ends.
    pub fn trim(self) -> Self {
        let text = self.text.trim_start();
        Self { text: text.trim_end(), offset: self.offset + self.text.len() - text.len() }
    }

    /// The part from byte `start` on, which must be a boundary of this piece.
    pub fn from(self, start: usize) -> Self {
        Self { text: &self.text[start..], offset: self.offset + start }
    }

    /// The part before the first such character, and the part behind it.
    pub fn cut(self, at: impl Fn(char) -> bool) -> (Self, Option<Self>) {
        match self.text.char_indices().find(|&(_, c)| at(c)) {
            None => (self, None),
            Some((i, c)) => {
                (Self { text: &self.text[..i], ..self }, Some(self.from(i + c.len_utf8())))
            }
        }
    }

    /// The pieces between such characters, empty ones too.
    pub fn split(self, at: impl Fn(char) -> bool + Clone) -> impl Iterator<Item = Self> + Clone {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let (piece, behind) = rest?.cut(&at);
            rest = behind;
            Some(piece)
        })
    }

    /// The pieces between blanks.
    pub fn words(self) -> impl Iterator<Item = Self> + Clone {
        self.split(char::is_whitespace).filter(|word| !word.text.is_empty())
    }

    /// The part before a `#`, without blanks at both ends.
    pub fn without_comment(self) -> Self {
        self.cut(|c| c == '#').0.trim()
    }

    /// The cells of a row of so many: words between blanks if they are so many, else characters that
    /// are no blanks.
    pub fn cells(self, cols: usize) -> Vec<Self> {
        let words: Vec<_> = self.words().collect();
        match words.len() == cols {
            true => words,
            false => self.chars().filter(|cell| !cell.text.trim().is_empty()).collect(),
        }
    }

    /// The characters, each a piece.
    pub fn chars(self) -> impl Iterator<Item = Self> + Clone {
        self.text.char_indices().map(move |(i, c)| Self {
            text: &self.text[i..i + c.len_utf8()],
            offset: self.offset + i,
        })
    }

    /// A number of rows or of columns; `side` says which.
    pub fn side(self, side: &str) -> Result<usize, Fault> {
        if self.text.is_empty() || !self.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.fault(format!("{} is not a number of {side}", self.shown())));
        }
        match self.text.parse() {
            Ok(number @ 1..=Grid::MAX_SIDE) => Ok(number),
            _ => Err(self.fault(format!(
                "{} {side}: a grid has 1 to {} {side}",
                self.shown(),
                Grid::MAX_SIDE
            ))),
        }
    }

    /// A cell with or without a clue; `empty` holds what stands for an empty one.
    pub fn clue(self, empty: &[&str]) -> Result<Option<u8>, Fault> {
        match self.text.as_bytes() {
            &[digit @ b'0'..=b'9'] => Ok(Some(digit - b'0')),
            _ if empty.contains(&self.text) => Ok(None),
            _ => Err(self.fault(format!(
                "{} is not a cell: write a clue as a digit 0 to 3, an empty cell as '{}'",
                self.shown(),
                empty.first().unwrap_or(&".")
            ))),
        }
    }
}

impl Span<'_> {
    /// A cell's value, from 1: a digit, a letter (`a` is 10), or a number of several digits; 0 for one of
    /// `empty`.
    pub fn value(self, largest: u32, empty: &[&str]) -> Result<u32, Fault> {
        if empty.contains(&self.text) {
            return Ok(0);
        }
        let mut chars = self.text.chars();
        let value = match (chars.next(), chars.next()) {
            (Some(symbol), None) => symbol.to_digit(36),
            _ if self.text.bytes().all(|byte| byte.is_ascii_digit()) => self.text.parse().ok(),
            _ => None,
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
                Err(self.fault(format!(
                    "{} is not a cell: write a value as {symbols}, an empty cell as '{}'",
                    self.shown(),
                    empty.first().unwrap_or(&".")
                )))
            }
        }
    }
}

/// The sides of a square box of so many cells.
pub(crate) fn square_box(cells: usize) -> Option<(usize, usize)> {
    let side = cells.isqrt();
    (side * side == cells && side > 0).then_some((side, side))
}

/// The grid of a size that two words announce.
pub(crate) fn size(rows: Span<'_>, cols: Span<'_>) -> Result<Grid, Fault> {
    let (height, width) = (rows.side("rows")?, cols.side("columns")?);
    Grid::new(height, width).ok_or_else(|| rows.fault("the grid is too large"))
}

/// Refuses a text of another kind than the wanted one.
pub(crate) fn expect_kind(
    found: PuzzleKind,
    wanted: Option<PuzzleKind>,
    at: Span<'_>,
) -> Result<(), Fault> {
    match wanted {
        Some(wanted) if wanted != found => {
            Err(at.fault(format!("this is a {found} puzzle, not the {wanted} asked for")))
        }
        _ => Ok(()),
    }
}

/// As [`expect_kind`] for a format of Slitherlinks, which a Slitherlynx may be written in too if that
/// is asked for.
pub(crate) fn expect_loops(wanted: Option<PuzzleKind>, at: Span<'_>) -> Result<(), Fault> {
    match wanted {
        Some(PuzzleKind::Slitherlynx) => Ok(()),
        _ => expect_kind(PuzzleKind::Slitherlink, wanted, at),
    }
}
