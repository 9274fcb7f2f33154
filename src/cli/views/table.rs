//! Plain-text tables with aligned columns.

use std::fmt::{self, Display};

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left-aligned, for text.
    Left,
    /// Right-aligned, for numbers.
    Right,
}

/// A table with a heading. Each column is as wide as its widest cell.
#[derive(Debug)]
pub struct Table {
    align: Vec<Align>,
    rows: Vec<Vec<String>>,
    rule: Option<usize>,
}

impl Table {
    /// Creates a table with these columns and no rows.
    pub fn new(columns: &[(&str, Align)]) -> Self {
        Self {
            align: columns.iter().map(|&(_, align)| align).collect(),
            rows: vec![columns.iter().map(|(name, _)| (*name).to_owned()).collect()],
            rule: None,
        }
    }

    /// Creates a table with a column of text, followed by columns of numbers.
    pub fn of_numbers(text: &str, numbers: &[&str]) -> Self {
        let numbers = numbers.iter().map(|&name| (name, Align::Right));
        Self::new(&[(text, Align::Left)].into_iter().chain(numbers).collect::<Vec<_>>())
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[&dyn Display]) {
        self.rows.push(cells.iter().map(ToString::to_string).collect());
    }

    /// Draws a horizontal rule before the last row.
    pub fn rule_before_last(&mut self) {
        self.rule = self.rows.len().checked_sub(1);
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.align.len()).map(width).collect();
        for (index, row) in self.rows.iter().enumerate() {
            if self.rule == Some(index) {
                let total = widths.iter().sum::<usize>() + 2 * (widths.len() - 1);
                writeln!(f, "{}", "-".repeat(total))?;
            }
            f.write_str(&aligned(
                row.iter().zip(self.align.iter().copied().zip(widths.iter().copied())),
            ))?;
        }
        Ok(())
    }
}

/// Returns a line of cells, each with its alignment and width.
pub fn aligned<'a>(cells: impl Iterator<Item = (&'a String, (Align, usize))>) -> String {
    let mut line = String::new();
    for (cell, (align, width)) in cells {
        match align {
            Align::Left => line.push_str(&format!("{cell:<width$}  ")),
            Align::Right => line.push_str(&format!("{cell:>width$}  ")),
        }
    }
    line.trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_the_rule_spans_them() {
        let mut table = Table::new(&[("name", Align::Left), ("n", Align::Right)]);
        table.row(&[&"a", &7]);
        table.row(&[&"total", &1234]);
        table.rule_before_last();
        let expected = "name      n\na         7\n-----------\ntotal  1234\n";
        assert_eq!(table.to_string(), expected);
    }
}
