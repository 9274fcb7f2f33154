//! The names and right-hand sides of a small program, in memory.

use std::fmt;

use crate::export::NameCollector;
use crate::logic::{Origin, Row, RowSink};

/// The names of the columns and the right-hand sides of a program, unless there are too many.
#[derive(Debug)]
pub(super) struct Kept {
    names: NameCollector,
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
        let (names, right_sides) = (NameCollector::default(), Vec::new());
        Self { names, right_sides, rows: 0, limit, too_large: false }
    }

    /// Returns itself, unless the program is too large.
    pub fn whole(self) -> Option<Self> {
        (!self.too_large).then_some(self)
    }

    /// Returns the name of a column, which counts from 0.
    pub fn name(&self, column: usize) -> &str {
        self.names.get(column)
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
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        if self.names.len() >= self.limit {
            self.give_up();
        }
        if !self.too_large {
            RowSink::variable(&mut self.names, family, name);
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
