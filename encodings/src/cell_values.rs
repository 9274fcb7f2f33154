//! Cell values: the atoms, text and clue errors of the kinds with one value per cell.

use crate::grid::{Cell, Grid};
use crate::logic::{ConstraintSink, Lit, Place};
use crate::puzzle::{BrokenRule, Solution, SolutionForm};
use crate::text::{Cells, EmptyCells, Fault, Rows, Span, Text, TextSize, counted};

/// A clue or a size that is invalid for the kind of puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueClueError {
    /// The size, or the number of cells, is invalid.
    #[error("{0}")]
    Size(String),
    /// The value of a cell is invalid.
    #[error("clue at {cell}: {message}")]
    Value {
        /// The cell.
        cell: Cell,
        /// What is wrong, and how to fix it.
        message: String,
    },
}

/// The cells of a grid and the largest value: the atoms of [`SolutionForm::Values`], whose values are 1 to `values`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CellValues {
    pub grid: Grid,
    pub values: u32,
}

impl CellValues {
    /// Returns the number of atoms.
    pub fn count(self) -> usize {
        self.grid.cell_count() * self.values as usize
    }

    /// Returns the number of the atom *`cell` has `value`*.
    pub fn atom(self, cell: usize, value: u32) -> usize {
        cell * self.values as usize + value as usize - 1
    }

    /// Returns the literal of an atom, for encodings whose first variables are the atoms.
    pub fn literal(self, cell: usize, value: u32) -> Lit {
        Lit::positive(self.atom(cell, value) as u32)
    }

    /// Returns the row, column and value of an atom, counted from 1.
    fn place(self, atom: usize) -> (usize, usize, usize) {
        let values = self.values as usize;
        let Cell { row, col } = self.grid.cell_at(atom / values);
        (row + 1, col + 1, atom % values + 1)
    }

    /// Returns the name of an atom.
    pub fn name(self, atom: usize) -> String {
        let (row, col, value) = self.place(atom);
        format!("x_{row}_{col}_{value}")
    }

    /// Creates the variable of an atom.
    pub fn variable(self, atom: usize, sink: &mut dyn ConstraintSink) {
        let (row, col, value) = self.place(atom);
        sink.variable("value", format_args!("x_{row}_{col}_{value}"));
    }

    /// Creates the variables of all atoms.
    pub fn variables(self, sink: &mut dyn ConstraintSink) {
        (0..self.count()).for_each(|atom| self.variable(atom, sink));
    }

    pub fn form(self) -> SolutionForm {
        SolutionForm::Values { grid: self.grid, values: self.values }
    }

    /// Returns the value of each cell, or 0 if it has none.
    ///
    /// # Errors
    /// A cell with two values breaks the rule `cell`. So does a cell without a value, unless `empty` is true.
    pub fn read(self, solution: &Solution, empty: bool) -> Result<Vec<u32>, BrokenRule> {
        let mut cells = vec![0; self.grid.cell_count()];
        for atom in solution.true_atoms() {
            let value = (atom % self.values as usize) as u32 + 1;
            let index = atom / self.values as usize;
            let known = cells.get_mut(index).ok_or_else(|| {
                BrokenRule::new(
                    "cell",
                    Place::Whole,
                    format!("{} has no atom {atom}", self.name(0)),
                )
            })?;
            if *known != 0 {
                let found = format!("values {known} and {value}");
                return Err(BrokenRule::new("cell", self.grid.cell_at(index), found));
            }
            *known = value;
        }
        match cells.iter().position(|&value| value == 0) {
            Some(index) if !empty => {
                Err(BrokenRule::new("cell", self.grid.cell_at(index), "no value"))
            }
            _ => Ok(cells),
        }
    }

    /// Returns the value of each cell in a solution, or 0 if it has none.
    pub fn shown(self, solution: &Solution) -> Vec<u32> {
        let mut values = solution.values(self.values);
        values.resize(self.grid.cell_count(), 0);
        values
    }

    /// Checks the rule `given`: each cell with a clue has the value of the clue.
    pub fn check_givens(self, clues: &[u32], cells: &[u32]) -> Result<(), BrokenRule> {
        let changed =
            clues.iter().zip(cells).position(|(&given, &cell)| given != 0 && given != cell);
        changed.map_or(Ok(()), |index| {
            let (given, cell) = (clues[index], cells[index]);
            let found = match cell {
                0 => format!("no value in place of the clue {given}"),
                _ => format!("{cell} in place of the clue {given}"),
            };
            Err(BrokenRule::new("given", self.grid.cell_at(index), found))
        })
    }
}

/// Reads cells from rows of characters, for tests and examples.
///
/// # Errors
/// A row differs in length from the first, or `read` rejects a character.
pub(crate) fn from_rows<T>(
    rows: &[&str],
    read: impl Fn(char) -> Option<T>,
) -> Result<Vec<T>, ValueClueError> {
    let width = rows.first().map_or(0, |row| row.chars().count());
    let mut cells = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        let length = text.chars().count();
        if length != width {
            let message =
                format!("row {} has {}, row 1 has {width}", row + 1, counted(length, "cell"));
            return Err(ValueClueError::Size(message));
        }
        for (col, c) in text.chars().enumerate() {
            let cell = Cell { row, col };
            let message = || format!("invalid value: `{c}`\nhelp: use a digit, a letter, or `.`");
            cells.push(read(c).ok_or_else(|| ValueClueError::Value { cell, message: message() })?);
        }
    }
    Ok(cells)
}

/// Returns the grid of rows of characters.
///
/// # Errors
/// The number of rows or columns is 0 or above the limit.
pub(crate) fn grid_of_rows(rows: &[&str]) -> Result<Grid, ValueClueError> {
    let cols = rows.first().map_or(0, |row| row.chars().count());
    Grid::new(rows.len(), cols).ok_or_else(|| {
        ValueClueError::Size(format!(
            "invalid size: {} x {cols}\nhelp: use 1 to {} for each side",
            rows.len(),
            Grid::MAX_SIDE
        ))
    })
}

/// Checks that there is exactly one entry for each cell.
///
/// # Errors
/// The number of entries differs from the number of cells.
pub(crate) fn one_for_each_cell<T>(grid: Grid, entries: &[T]) -> Result<(), ValueClueError> {
    let (entries, cells) = (entries.len(), grid.cell_count());
    if entries == cells {
        return Ok(());
    }
    let message =
        format!("{entries} entries for {cells} cells\nhelp: give one entry for each cell");
    Err(ValueClueError::Size(message))
}

/// Reads the cells of the rows below a header; `read` gets the cells that are not empty.
pub(crate) fn read_cells<'a, T>(
    text: Text<'a>,
    size: TextSize,
    lines: &mut dyn Iterator<Item = Span<'a>>,
    mut empty: EmptyCells<'a>,
    read: impl Fn(Span<'a>) -> Result<T, Fault>,
) -> Result<Cells<Option<T>>, Fault> {
    read_texts(text, size, lines, |cell| match empty.has(cell)? {
        true => Ok(None),
        false => read(cell).map(Some),
    })
}

/// Reads all cells of the rows below a header.
pub(crate) fn read_texts<'a, T>(
    text: Text<'a>,
    size: TextSize,
    lines: &mut dyn Iterator<Item = Span<'a>>,
    mut read: impl FnMut(Span<'a>) -> Result<T, Fault>,
) -> Result<Cells<T>, Fault> {
    let mut rows = Rows::new(size);
    for line in lines {
        rows.push(line, line.cells(size.grid.cols()).into_iter(), &mut read)?;
    }
    rows.finish(|message| text.fault_at_end(message))
}

impl ValueClueError {
    /// Returns the error at the position of its cell; `offsets` holds the position of each cell in the text.
    #[must_use]
    pub fn at(&self, cols: usize, offsets: &[usize]) -> Fault {
        let index = match self {
            Self::Value { cell, .. } => cell.row * cols + cell.col,
            Self::Size(_) => 0,
        };
        Fault { offset: offsets.get(index).copied().unwrap_or(0), message: self.to_string() }
    }
}

/// Writes a header and rows of symbols, with blanks between them if a symbol has several characters.
pub(crate) fn write_cells(
    header: &str,
    cols: usize,
    symbols: impl Iterator<Item = String>,
) -> String {
    format!("{header}\n") + &write_rows(cols, symbols)
}

/// Writes rows of symbols, with blanks between them if a symbol has several characters.
pub(crate) fn write_rows(cols: usize, symbols: impl Iterator<Item = String>) -> String {
    let symbols: Vec<String> = symbols.collect();
    let between = if symbols.iter().any(|symbol| symbol.len() > 1) { " " } else { "" };
    symbols.chunks(cols).map(|row| row.join(between) + "\n").collect()
}
