//! The lines of an MPS file.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use crate::export::chunk::Chunk;
use crate::export::digits::NUMBER_BYTES;

/// The layout of the lines of an MPS file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MpsLayout {
    /// Fields are separated by blanks, and columns have the names of the variables.
    Free,
    /// Fields have fixed positions and at most eight or twelve characters. The N-th column is `xN`.
    Fixed,
}

/// A writer of lines. It keeps the first error for [`Self::out`].
pub(super) struct Lines<'a> {
    pub layout: MpsLayout,
    chunk: Chunk<&'a mut dyn Write>,
    /// The first field that is too long for its positions.
    too_long: Option<String>,
    name: String,
}

impl<'a> Lines<'a> {
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

    /// Sets the name of the next lines.
    pub fn set_name(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    /// Sets the name of the next lines to that of a column, whose number counts from 1.
    pub fn set_column(&mut self, number: usize, name: fmt::Arguments<'_>) {
        self.name.clear();
        // writing to a String cannot fail
        let _ = match self.layout {
            MpsLayout::Free => self.name.write_fmt(name),
            MpsLayout::Fixed => write!(self.name, "x{number}"),
        };
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
        let name = self.field(self.name.clone(), 8);
        let mut text = format!("    {name:<8}");
        for (place, (row, value)) in [Some(first), second].into_iter().flatten().enumerate() {
            let row = if row == 0 { "obj".to_owned() } else { self.field(format!("c{row}"), 8) };
            let value = self.field(value.to_string(), 12);
            let gap = ["", " "][place];
            let _ = write!(text, "{gap}  {row:<8}  {value:>12}");
        }
        self.line(&text);
    }

    /// Writes a line of the section `BOUNDS`: the upper bound 1 of the column of this name.
    pub fn bound(&mut self) {
        let text = match self.layout {
            MpsLayout::Free => format!(" UP BND {} 1", self.name),
            MpsLayout::Fixed => format!(" UP BND       {:<8}  {:>12}", self.name, 1),
        };
        self.line(&text);
    }

    /// Notes a field that is too long for its positions.
    fn field(&mut self, text: String, most: usize) -> String {
        if text.len() > most && self.too_long.is_none() {
            self.too_long = Some(text.clone());
        }
        text
    }

    /// Writes all buffered lines and returns the inner writer.
    ///
    /// # Errors
    /// A field that is too long, or the first error of the writer since the last call.
    pub fn out(&mut self) -> io::Result<&mut &'a mut dyn Write> {
        match &self.too_long {
            Some(field) => Err(io::Error::other(format!(
                "too long for a fixed MPS file: `{field}`\nhelp: write a free MPS file, which has no such limit"
            ))),
            None => self.chunk.out(),
        }
    }
}
