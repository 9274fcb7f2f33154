//! The entries of a range of columns, in memory.

use std::fmt;

use crate::logic::{Origin, Row, RowSink};

/// The most entries in memory: 64 MiB, and 16 MiB for their order. A larger window takes fewer passes.
pub(super) const ENTRIES: usize = 1 << 22;

/// The most columns of a window.
const COLUMNS: usize = 1 << 22;

/// An entry of the matrix.
#[derive(Clone, Copy, Debug)]
struct Entry {
    column: u32,
    /// The number of the row, from 1.
    row: u32,
    coefficient: i64,
}

/// A sink that collects the entries of the columns from `start` on. If there are too many, it drops the last columns.
#[derive(Debug)]
pub(super) struct Window {
    start: usize,
    /// The first column after the window.
    pub end: usize,
    entries: Vec<Entry>,
    /// The number of entries at which columns are dropped.
    limit: usize,
    /// The number of rows so far.
    rows: u32,
}

impl Window {
    /// Creates a window of the columns from `start` on, with about this number of entries at most.
    pub fn new(start: usize, limit: usize) -> Self {
        Self { start, end: start.saturating_add(COLUMNS), entries: Vec::new(), limit, rows: 0 }
    }

    /// Drops the upper half of the entries, by columns. A single column stays whole.
    fn shrink(&mut self) {
        let mut columns: Vec<u32> = self.entries.iter().map(|entry| entry.column).collect();
        let middle = columns.len() / 2;
        let (lower, &mut median, _) = columns.select_nth_unstable(middle);
        let least = lower.iter().copied().min().unwrap_or(median);
        self.end = (median as usize).max(least as usize + 1);
        self.entries.retain(|entry| (entry.column as usize) < self.end);
        if self.entries.len() > middle {
            self.limit *= 2;
        }
    }

    /// Sorts the entries by column, those of a column by row.
    pub fn sorted(self) -> SortedWindow {
        let Self { start, end, entries, .. } = self;
        let last = entries.iter().map(|entry| entry.column as usize + 1).max().unwrap_or(start);
        // the place of the first entry of each column, after counting sort that of the next column
        let mut places = vec![0_u32; last - start + 1];
        for entry in &entries {
            places[entry.column as usize - start + 1] += 1;
        }
        for column in 1..places.len() {
            places[column] += places[column - 1];
        }
        let mut order = vec![0_u32; entries.len()];
        for (index, entry) in (0..).zip(&entries) {
            let place = &mut places[entry.column as usize - start];
            order[*place as usize] = index;
            *place += 1;
        }
        SortedWindow { start, end, ends: places, order, entries }
    }
}

impl RowSink for Window {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {}

    fn row(&mut self, row: Row<'_>, _: Origin) {
        self.rows = self.rows.wrapping_add(1);
        for &(coefficient, variable) in row.terms {
            if !(self.start..self.end).contains(&variable.idx()) {
                continue;
            }
            self.entries.push(Entry { column: variable.idx32(), row: self.rows, coefficient });
            if self.entries.len() >= self.limit {
                self.shrink();
            }
        }
    }
}

/// The entries of the columns of a window, by column.
#[derive(Debug)]
pub(super) struct SortedWindow {
    start: usize,
    /// The first column after the window.
    pub end: usize,
    /// For each column up to the last one with entries, the place after its entries in `order`.
    ends: Vec<u32>,
    order: Vec<u32>,
    entries: Vec<Entry>,
}

impl SortedWindow {
    /// Whether a column is in the window.
    pub fn contains(&self, column: usize) -> bool {
        (self.start..self.end).contains(&column)
    }

    /// Returns row and coefficient of each entry of a column of the window.
    pub fn column(&self, column: usize) -> impl ExactSizeIterator<Item = (u32, i64)> {
        let index = column - self.start;
        let end = |index: usize| self.ends.get(index).map_or(self.order.len(), |&end| end as usize);
        let start = if index == 0 { 0 } else { end(index - 1) };
        self.order[start..end(index)].iter().map(|&place| {
            let Entry { row, coefficient, .. } = self.entries[place as usize];
            (row, coefficient)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Place, Relation, Var};

    /// A matrix whose column 3 has most of the entries, column 5 has none.
    fn fill(window: &mut Window) -> Vec<Vec<(u32, i64)>> {
        let mut columns = vec![Vec::new(); 9];
        for row in 1..=60_u32 {
            let mut terms = vec![(i64::from(row), Var::new(3))];
            terms.extend(
                (0..9)
                    .filter(|&c| c != 3 && c != 5 && row % (c + 4) == 0)
                    .map(|c| (-1, Var::new(c))),
            );
            for &(coefficient, variable) in &terms {
                columns[variable.idx()].push((row, coefficient));
            }
            let row = Row { terms: &terms, relation: Relation::AtLeast, right: 0 };
            window.row(row, Origin::new("test", Place::Whole));
        }
        columns
    }

    #[test]
    fn windows_of_any_size_give_all_columns() {
        for limit in [2, 7, 20, 61, 1000] {
            let (mut start, mut windows) = (0, 0);
            while start < 9 {
                let mut window = Window::new(start, limit);
                let columns = fill(&mut window);
                let window = window.sorted();
                assert!(window.end > start && !window.contains(window.end));
                for (column, expected) in columns.iter().enumerate().skip(start) {
                    if window.contains(column) {
                        assert!(
                            window.column(column).eq(expected.iter().copied()),
                            "{limit} {column}"
                        );
                    }
                }
                start = window.end;
                windows += 1;
            }
            assert_eq!(windows == 1, limit == 1000);
        }
    }
}
