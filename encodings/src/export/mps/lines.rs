//! The lines of an MPS file.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use crate::export::chunk::Chunk;
use crate::export::digits::NUMBER_BYTES;
use crate::export::lp::PLACEHOLDER;

/// The layout of the lines of an MPS file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MpsLayout {
    /// Fields are separated by blanks, and columns have the names of the variables.
    Free,
    /// Fields have fixed positions and at most eight or twelve characters. The N-th column is `xN`.
    Fixed,
}

/// A writer of lines. It keeps the first error for [`Self::out`].
pub(super) struct MpsLines<'a> {
    pub layout: MpsLayout,
    chunk: Chunk<&'a mut dyn Write>,
    /// The first field that is too long for its positions.
    too_long: Option<String>,
    name: String,
}

impl<'a> MpsLines<'a> {
    pub fn new(out: &'a mut dyn Write, layout: MpsLayout) -> Self {
        Self { layout, chunk: Chunk::new(out), too_long: None, name: String::new() }
    }

    /// Writes a line.
    pub fn line(&mut self, text: &str) {
        self.chunk.put(text.as_bytes());
        self.chunk.put(b"\n");
        self.chunk.hand_on_if_full();
    }

    /// Writes a line of the section `ROWS`.
    pub fn row(&mut self, relation: &[u8; 1], number: u32) {
        let mut line = self.chunk.line(NUMBER_BYTES + 8);
        line.put(b" ");
        line.put(relation);
        line.put(if self.layout == MpsLayout::Free { b" c" } else { b"  c" });
        line.number(u64::from(number));
        line.put(b"\n");
        let length = line.length;
        self.chunk.advance(length);
        self.chunk.hand_on_if_full();
    }

    /// Writes the head of the section `COLUMNS`, and a placeholder column if there are no columns, because readers
    /// reject a program without columns.
    pub fn start_columns(&mut self, columns: usize) {
        self.line("COLUMNS");
        self.marker("INTORG");
        if columns == 0 {
            self.set_name(PLACEHOLDER);
            self.column(std::iter::empty());
        }
    }

    /// Writes the end of the section `COLUMNS`.
    pub fn end_columns(&mut self) {
        self.marker("INTEND");
    }

    fn marker(&mut self, word: &str) {
        match self.layout {
            MpsLayout::Free => self.line(&format!(" MARKER 'MARKER' '{word}'")),
            MpsLayout::Fixed => {
                self.line(&format!("    MARKER    'MARKER'                 '{word}'"))
            }
        }
    }

    /// Writes the head of the section `RHS`.
    pub fn start_right_sides(&mut self) {
        self.line("RHS");
        self.set_name("RHS");
    }

    /// Writes the head of the section `BOUNDS`, and the bound of the placeholder column if there are no columns.
    pub fn start_bounds(&mut self, columns: usize) {
        self.line("BOUNDS");
        if columns == 0 {
            self.set_name(PLACEHOLDER);
            self.bound();
        }
    }

    /// Sets the name of the next lines.
    fn set_name(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    /// Sets the name of the next lines to the name of a column, whose number counts from 1.
    pub fn set_column(&mut self, number: usize, name: impl Display) {
        self.name.clear();
        // writing to a String cannot fail
        let _ = match self.layout {
            MpsLayout::Free => write!(self.name, "{name}"),
            MpsLayout::Fixed => write!(self.name, "x{number}"),
        };
    }

    /// Writes the entries of a column, or an entry in the objective if the column is in no row.
    pub fn column(&mut self, entries: impl ExactSizeIterator<Item = (u32, i64)>) {
        if entries.len() == 0 {
            self.values([(0, 0)].into_iter());
        } else {
            self.values(entries);
        }
    }

    /// Writes the values of rows under the name, two on each line. Row 0 is the objective.
    pub fn values(&mut self, values: impl Iterator<Item = (u32, i64)>) {
        let mut values = values.peekable();
        while let Some(first) = values.next() {
            let second = values.next();
            match self.layout {
                MpsLayout::Free => self.free(first, second),
                MpsLayout::Fixed => self.fixed(first, second),
            }
        }
    }

    fn free(&mut self, first: (u32, i64), second: Option<(u32, i64)>) {
        let mut line = self.chunk.line(self.name.len() + 2 * (2 * NUMBER_BYTES + 5) + 2);
        line.put(b" ");
        line.put(self.name.as_bytes());
        for (row, value) in [Some(first), second].into_iter().flatten() {
            if row == 0 {
                line.put(b" obj ");
            } else {
                line.put(b" c");
                line.number(u64::from(row));
                line.put(b" ");
            }
            line.integer(value);
        }
        line.put(b"\n");
        let length = line.length;
        self.chunk.advance(length);
        self.chunk.hand_on_if_full();
    }

    fn fixed(&mut self, first: (u32, i64), second: Option<(u32, i64)>) {
        let mut line = self.chunk.line(self.name.len() + 2 * (2 * NUMBER_BYTES + 8 + 12 + 4) + 13);
        let mut too_long = longer(&self.name, NAME_WIDTH);
        line.blanks(4);
        line.put_left(self.name.as_bytes(), NAME_WIDTH);
        for (place, (row, value)) in [Some(first), second].into_iter().flatten().enumerate() {
            line.blanks(2 + place);
            let (mut digits, mut number) = (itoa::Buffer::new(), itoa::Buffer::new());
            let (digits, number) = (digits.format(row), number.format(value));
            if row == 0 {
                line.put_left(b"obj", NAME_WIDTH);
            } else {
                line.put(b"c");
                line.put_left(digits.as_bytes(), NAME_WIDTH - 1);
            }
            line.blanks(2);
            line.put_right(number.as_bytes(), NUMBER_WIDTH);
            too_long = too_long
                .or_else(|| longer(digits, NAME_WIDTH - 1))
                .or_else(|| longer(number, NUMBER_WIDTH));
        }
        line.put(b"\n");
        let length = line.length;
        self.chunk.advance(length);
        self.chunk.hand_on_if_full();
        self.too_long = self.too_long.take().or(too_long);
    }

    /// Writes a line of the section `BOUNDS`: the upper bound 1 of the column with the current name.
    pub fn bound(&mut self) {
        let mut line = self.chunk.line(self.name.len() + NAME_WIDTH + NUMBER_WIDTH + 17);
        match self.layout {
            MpsLayout::Free => {
                line.put(b" UP BND ");
                line.put(self.name.as_bytes());
                line.put(b" 1\n");
            }
            MpsLayout::Fixed => {
                line.put(b" UP BND       ");
                line.put_left(self.name.as_bytes(), NAME_WIDTH);
                line.blanks(2);
                line.put_right(b"1", NUMBER_WIDTH);
                line.put(b"\n");
            }
        }
        let length = line.length;
        self.chunk.advance(length);
        self.chunk.hand_on_if_full();
    }

    /// Writes all buffered lines and returns the inner writer.
    ///
    /// # Errors
    /// A field is too long, or the first error of the writer since the last call.
    pub fn out(&mut self) -> io::Result<&mut &'a mut dyn Write> {
        match &self.too_long {
            Some(field) => Err(io::Error::other(format!(
                "too long for a fixed MPS file: `{field}`\nhelp: write a free MPS file, which has no such limit"
            ))),
            None => self.chunk.out(),
        }
    }
}

/// The width of a name in fixed format.
const NAME_WIDTH: usize = 8;

/// The width of a number in fixed format.
const NUMBER_WIDTH: usize = 12;

/// Returns the field if it is longer than this width.
fn longer(field: &str, width: usize) -> Option<String> {
    (field.len() > width).then(|| field.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(layout: MpsLayout, write: impl Fn(&mut MpsLines<'_>)) -> io::Result<String> {
        let mut text = Vec::new();
        let mut lines = MpsLines::new(&mut text, layout);
        write(&mut lines);
        lines.out()?;
        Ok(String::from_utf8(text).expect("ASCII"))
    }

    #[test]
    fn fields_have_the_positions_of_their_layout() {
        let write = |lines: &mut MpsLines<'_>| {
            lines.row(b"G", 7);
            lines.set_column(12, format_args!("h_1_1"));
            lines.values([(1, 1), (1_234_567, -20), (0, 0)].into_iter());
            lines.bound();
        };
        let free = written(MpsLayout::Free, write).expect("memory");
        assert_eq!(free, " G c7\n h_1_1 c1 1 c1234567 -20\n h_1_1 obj 0\n UP BND h_1_1 1\n");
        let fixed = written(MpsLayout::Fixed, write).expect("memory");
        assert_eq!(
            fixed,
            " G  c7\n    x12       c1                   1   c1234567           -20\n    \
             x12       obj                  0\n UP BND       x12                  1\n"
        );
    }

    #[test]
    fn fields_that_are_too_long_are_errors_in_fixed_format_only() {
        for (column, row, value) in
            [(10_000_000, 1, 1), (1, 10_000_000, 1), (1, 1, -100_000_000_000)]
        {
            let write = |lines: &mut MpsLines<'_>| {
                lines.set_column(column, format_args!("x{column}"));
                lines.values([(row, value)].into_iter());
            };
            let error = written(MpsLayout::Fixed, write).expect_err("a long field").to_string();
            assert!(error.starts_with("too long for a fixed MPS file: `"), "{error}");
            assert!(written(MpsLayout::Free, write).is_ok());
        }
    }
}
