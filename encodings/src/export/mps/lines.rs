//! The lines of an MPS file.

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use crate::export::NameCollector;
use crate::export::chunk::Chunk;
use crate::export::digits::NUMBER_BYTES;
use crate::export::lp::PLACEHOLDER;
use crate::export::lp_program::{LONGEST, decimal};

/// The layout of the lines of an MPS file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MpsLayout {
    /// Fields are separated by blanks, and columns have the names of the variables.
    Free,
    /// Fields have fixed positions and at most eight or twelve characters. The N-th column is `xN`.
    Fixed,
}

/// A number in a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum MpsNumber {
    Integer(i64),
    Decimal(f64),
}

impl Display for MpsNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => number.fmt(f),
            Self::Decimal(number) => f.write_str(&decimal(*number)),
        }
    }
}

/// An upper bound on the length of a number: that of an integer with its sign, or of a decimal number.
const LENGTH: usize = if NUMBER_BYTES + 1 > LONGEST { NUMBER_BYTES + 1 } else { LONGEST };

/// A writer of lines. It keeps the first error for [`Self::out`].
pub(super) struct MpsLines<'a> {
    pub layout: MpsLayout,
    chunk: Chunk<&'a mut dyn Write>,
    /// The first field that is too long for its positions.
    too_long: Option<String>,
    name: String,
    /// The names of the rows in free format; in fixed format, row N is `cN`.
    rows: NameCollector,
    /// The name of the objective in free format; in fixed format, it is `obj`.
    pub objective: String,
}

impl<'a> MpsLines<'a> {
    pub fn new(out: &'a mut dyn Write, layout: MpsLayout) -> Self {
        let (name, rows) = (String::new(), NameCollector::default());
        let objective = "obj".to_owned();
        Self { layout, chunk: Chunk::new(out), too_long: None, name, rows, objective }
    }

    /// Writes a line.
    pub fn line(&mut self, text: &str) {
        self.chunk.put(text.as_bytes());
        self.chunk.put(b"\n");
        self.chunk.hand_on_if_full();
    }

    /// Writes a line of the section `ROWS`. The name is for the free format.
    pub fn row(&mut self, relation: &[u8; 1], number: u32, name: fmt::Arguments<'_>) {
        if self.layout == MpsLayout::Free {
            self.rows.push(name);
        }
        let name = self.rows.last();
        let mut line = self.chunk.line(name.len() + NUMBER_BYTES + 8);
        line.put(b" ");
        line.put(relation);
        match self.layout {
            MpsLayout::Free => {
                line.put(b" ");
                line.put(name.as_bytes());
            }
            MpsLayout::Fixed => {
                line.put(b"  c");
                line.number(u64::from(number));
            }
        }
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

    /// Writes the line before or after integer columns: `INTORG` or `INTEND`.
    pub fn marker(&mut self, word: &str) {
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
            self.bound(b"UP", "1");
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
    pub fn column(&mut self, entries: impl ExactSizeIterator<Item = (u32, MpsNumber)>) {
        if entries.len() == 0 {
            self.values([(0, MpsNumber::Integer(0))].into_iter());
        } else {
            self.values(entries);
        }
    }

    /// Writes the values of rows under the name, two on each line. Row 0 is the objective.
    pub fn values(&mut self, values: impl Iterator<Item = (u32, MpsNumber)>) {
        let mut values = values.peekable();
        while let Some(first) = values.next() {
            let second = values.next();
            match self.layout {
                MpsLayout::Free => self.free(first, second),
                MpsLayout::Fixed => self.fixed(first, second),
            }
        }
    }

    fn free(&mut self, first: (u32, MpsNumber), second: Option<(u32, MpsNumber)>) {
        let rows = [Some(first), second].into_iter().flatten().filter(|(row, _)| *row > 0);
        let names: usize = rows.map(|(row, _)| self.rows.get(row as usize - 1).len()).sum();
        let names = names + 2 * self.objective.len();
        let mut line = self.chunk.line(self.name.len() + names + 2 * (LENGTH + 8) + 2);
        line.put(b" ");
        line.put(self.name.as_bytes());
        for (row, value) in [Some(first), second].into_iter().flatten() {
            if row == 0 {
                line.put(b" ");
                line.put(self.objective.as_bytes());
                line.put(b" ");
            } else {
                line.put(b" ");
                line.put(self.rows.get(row as usize - 1).as_bytes());
                line.put(b" ");
            }
            match value {
                MpsNumber::Integer(value) => line.integer(value),
                MpsNumber::Decimal(value) => line.put(decimal(value).as_bytes()),
            }
        }
        line.put(b"\n");
        let length = line.length;
        self.chunk.advance(length);
        self.chunk.hand_on_if_full();
    }

    fn fixed(&mut self, first: (u32, MpsNumber), second: Option<(u32, MpsNumber)>) {
        let mut line =
            self.chunk.line(self.name.len() + 2 * (NUMBER_BYTES + LENGTH + 8 + 12 + 4) + 13);
        let mut too_long = longer(&self.name, NAME_WIDTH);
        line.blanks(4);
        line.put_left(self.name.as_bytes(), NAME_WIDTH);
        for (place, (row, value)) in [Some(first), second].into_iter().flatten().enumerate() {
            line.blanks(2 + place);
            let (mut digits, number) = (itoa::Buffer::new(), value.to_string());
            let digits = digits.format(row);
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
                .or_else(|| longer(&number, NUMBER_WIDTH));
        }
        line.put(b"\n");
        let length = line.length;
        self.chunk.advance(length);
        self.chunk.hand_on_if_full();
        self.too_long = self.too_long.take().or(too_long);
    }

    /// Writes a line of the section `BOUNDS`: a bound of the column with the current name, with its type. The types `MI`
    /// and `PL` have no value.
    pub fn bound(&mut self, kind: &[u8; 2], value: &str) {
        let mut line =
            self.chunk.line(self.name.len() + value.len() + NAME_WIDTH + NUMBER_WIDTH + 17);
        line.put(b" ");
        line.put(kind);
        line.put(match self.layout {
            MpsLayout::Free => b" BND ".as_slice(),
            MpsLayout::Fixed => b" BND       ",
        });
        match self.layout {
            _ if value.is_empty() => line.put(self.name.as_bytes()),
            MpsLayout::Free => {
                line.put(self.name.as_bytes());
                line.put(b" ");
                line.put(value.as_bytes());
            }
            MpsLayout::Fixed => {
                line.put_left(self.name.as_bytes(), NAME_WIDTH);
                line.blanks(2);
                line.put_right(value.as_bytes(), NUMBER_WIDTH);
            }
        }
        line.put(b"\n");
        let length = line.length;
        self.chunk.advance(length);
        self.chunk.hand_on_if_full();
        if self.layout == MpsLayout::Fixed {
            self.too_long = self.too_long.take().or_else(|| longer(value, NUMBER_WIDTH));
        }
    }

    /// Writes both bounds of the column with the current name.
    pub fn bounds(&mut self, (lower, upper): (f64, f64)) {
        match lower.is_finite() {
            true => self.bound(b"LO", &decimal(lower)),
            false => self.bound(b"MI", ""),
        }
        match upper.is_finite() {
            true => self.bound(b"UP", &decimal(upper)),
            false => self.bound(b"PL", ""),
        }
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
        let write = |lines: &mut MpsLines<'_>, last: u32| {
            lines.row(b"G", 1, format_args!("degree_2_3"));
            lines.row(b"L", 2, format_args!("cut_7"));
            lines.set_column(12, format_args!("h_1_1"));
            let values = [(1, 1), (last, -20), (0, 0)];
            lines.values(values.into_iter().map(|(row, value)| (row, MpsNumber::Integer(value))));
            lines.bound(b"UP", "1");
        };
        let free = written(MpsLayout::Free, |lines| write(lines, 2)).expect("memory");
        assert_eq!(
            free,
            " G degree_2_3\n L cut_7\n h_1_1 degree_2_3 1 cut_7 -20\n h_1_1 obj 0\n UP BND h_1_1 1\n"
        );
        let fixed = written(MpsLayout::Fixed, |lines| write(lines, 1_234_567)).expect("memory");
        assert_eq!(
            fixed,
            " G  c1\n L  c2\n    x12       c1                   1   c1234567           -20\n    \
             x12       obj                  0\n UP BND       x12                  1\n"
        );
    }

    #[test]
    fn fields_that_are_too_long_are_errors_in_fixed_format() {
        for (column, row, value) in
            [(10_000_000, 1, 1), (1, 10_000_000, 1), (1, 1, -100_000_000_000)]
        {
            let write = |lines: &mut MpsLines<'_>| {
                lines.set_column(column, format_args!("x{column}"));
                lines.values([(row, MpsNumber::Integer(value))].into_iter());
            };
            let error = written(MpsLayout::Fixed, write).expect_err("a long field").to_string();
            assert!(error.starts_with("too long for a fixed MPS file: `"), "{error}");
        }
    }
}
