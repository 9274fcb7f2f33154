//! The names and right-hand sides of a small program, in memory.

use std::fmt::{self, Write as _};

use crate::logic::{Origin, Row, RowSink};

/// The names of the columns and the right-hand sides of a program, unless there are too many.
#[derive(Debug)]
pub(super) struct Kept {
    /// The names of all columns, one after the other.
    names: String,
    /// For each column, the end of its name in `names`.
    ends: Vec<usize>,
    /// Row and right-hand side, where it is not 0.
    right_sides: Vec<(u32, i64)>,
    /// The number of rows so far.
    rows: u32,
    /// The largest number of columns, and of right-hand sides.
    limit: usize,
    too_large: bool,
}

impl Kept {
    pub fn new(limit: usize) -> Self {
        let (names, ends, right_sides) = (String::new(), Vec::new(), Vec::new());
        Self { names, ends, right_sides, rows: 0, limit, too_large: false }
    }

    /// Returns itself, unless the program is too large.
    pub fn whole(self) -> Option<Self> {
        (!self.too_large).then_some(self)
    }

    /// Returns the name of a column, which counts from 0.
    pub fn name(&self, column: usize) -> &str {
        let start = if column == 0 { 0 } else { self.ends[column - 1] };
        &self.names[start..self.ends[column]]
    }

    /// Returns row and value of each right-hand side that is not 0.
    pub fn right_sides(&self) -> &[(u32, i64)] {
        &self.right_sides
    }

    fn give_up(&mut self) {
        *self = Self { too_large: true, ..Self::new(self.limit) };
    }
}

impl RowSink for Kept {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        if self.ends.len() >= self.limit {
            self.give_up();
        }
        if !self.too_large {
            // writing to a String cannot fail
            let _ = self.names.write_fmt(name);
            self.ends.push(self.names.len());
        }
    }

    fn row(&mut self, row: Row<'_>, _: Origin) {
        self.rows = self.rows.wrapping_add(1);
        if row.right != 0 && !self.too_large {
            if self.right_sides.len() >= self.limit {
                self.give_up();
            } else {
                self.right_sides.push((self.rows, row.right));
            }
        }
    }
}
