//! Tables: plain text with aligned columns, Markdown and LaTeX.

use std::fmt::{self, Display};

use encycle::report::latex::table_row;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left-aligned, for text.
    Left,
    /// Right-aligned, for numbers.
    Right,
}

/// A markup language for tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// Markdown.
    Markdown,
    /// LaTeX, with a `tabular` for each table.
    Latex,
}

impl Markup {
    /// Returns the beginning of a table with these columns.
    pub fn head(self, columns: &[(&str, Align)]) -> String {
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let of_columns = |left: &'static str, right: &'static str| -> Vec<&'static str> {
            let word = |align: Align| if align == Align::Left { left } else { right };
            columns.iter().map(|&(_, align)| word(align)).collect()
        };
        match self {
            Self::Markdown => {
                self.row(&names) + &format!("|{}|\n", of_columns("---", "---:").join("|"))
            }
            Self::Latex => format!(
                "\\begin{{tabular}}{{{}}}\n\\hline\n{}\\hline\n",
                of_columns("l", "r").concat(),
                self.row(&names)
            ),
        }
    }

    /// Returns a row with these cells.
    pub fn row<T: AsRef<str>>(self, cells: &[T]) -> String {
        match self {
            Self::Markdown => {
                let cell = |cell: &T| cell.as_ref().replace('|', "\\|");
                format!("| {} |\n", cells.iter().map(cell).collect::<Vec<_>>().join(" | "))
            }
            Self::Latex => table_row(cells),
        }
    }

    /// Returns the end of a table.
    pub fn end(self) -> &'static str {
        match self {
            Self::Markdown => "",
            Self::Latex => "\\hline\n\\end{tabular}\n",
        }
    }

    /// Returns a line of text before a table.
    pub fn note(self, text: &str) -> String {
        match self {
            Self::Markdown => format!("{text}\n\n"),
            Self::Latex => format!("% {text}\n"),
        }
    }
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

    /// Returns the table in blocks that are at most `columns` characters wide. Each block repeats the columns of text
    /// on the left, followed by as many of the other columns as fit. With `None`, there is one block. For example, with
    /// 25 characters:
    ///
    /// ```text
    /// name  first  second
    /// a         1       2
    ///
    /// name  third
    /// a         3
    /// ```
    pub fn within(&self, columns: Option<usize>) -> String {
        let words = self.align.iter().take_while(|&&align| align == Align::Left).count();
        let widths = self.widths();
        let left: usize = widths[..words].iter().map(|width| width + 2).sum();
        // a table of text is one block
        let mut blocks: Vec<Vec<usize>> =
            if words == widths.len() { vec![(0..words).collect()] } else { Vec::new() };
        let mut room = 0;
        for (column, width) in widths.iter().enumerate().skip(words) {
            let width = width + 2;
            // two blanks follow a cell, but not the last one
            if blocks.is_empty() || columns.is_some() && width > room {
                blocks.push((0..words).collect());
                room = (columns.unwrap_or(usize::MAX - 2) + 2).saturating_sub(left);
            }
            room = room.saturating_sub(width);
            blocks.last_mut().into_iter().for_each(|block| block.push(column));
        }
        let block = |block: &Vec<usize>| Self {
            align: block.iter().map(|&column| self.align[column]).collect(),
            rows: self
                .rows
                .iter()
                .map(|row| block.iter().map(|&column| row[column].clone()).collect())
                .collect(),
            rule: self.rule,
        };
        let blocks: Vec<String> = blocks.iter().map(|one| block(one).to_string()).collect();
        blocks.join("\n")
    }

    /// Returns the table in a markup language.
    pub fn in_markup(&self, markup: Markup) -> String {
        let Some((head, rows)) = self.rows.split_first() else { return String::new() };
        let columns: Vec<(&str, Align)> =
            head.iter().map(String::as_str).zip(self.align.iter().copied()).collect();
        let rows: String = rows.iter().map(|row| markup.row(row)).collect();
        markup.head(&columns) + &rows + markup.end()
    }

    /// Returns the width of each column.
    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        (0..self.align.len()).map(width).collect()
    }

    /// Draws a horizontal rule before the last row.
    pub fn rule_before_last(&mut self) {
        self.rule = self.rows.len().checked_sub(1);
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = self.widths();
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

    #[test]
    fn a_table_is_split_into_blocks_that_fit() {
        let mut table = Table::of_numbers("name", &["first", "second", "third"]);
        table.row(&[&"a", &1, &2, &3]);
        assert_eq!(table.within(Some(26)), table.to_string());
        let two = "name  first  second\na         1       2\n\nname  third\na         3\n";
        assert_eq!(table.within(Some(25)), two);
        assert_eq!(table.within(Some(19)), two);
        // a column that does not fit has a block of its own
        assert_eq!(table.within(Some(5)).lines().count(), 3 * 2 + 2);
        assert_eq!(table.within(None), table.to_string());
    }

    #[test]
    fn a_table_of_text_alone_was_empty() {
        let mut table = Table::new(&[("kind", Align::Left), ("from", Align::Left)]);
        table.row(&[&"akari", &"file"]);
        assert_eq!(table.within(None), table.to_string());
    }
}
