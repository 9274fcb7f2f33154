//! What the kinds with a value in each cell have in common: the numbers and the names of their
//! atoms, and what may be wrong with what is given.

use crate::grid::{Cell, Grid};
use crate::logic::{ConstraintSink, Lit};
use crate::puzzle::{BrokenRule, Solution, SolutionForm};

/// What is given cannot be a puzzle of its kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueClueError {
    /// The size, or the number of cells, is wrong.
    #[error("{0}")]
    Size(String),
    /// The value of a cell is wrong.
    #[error("{message} (given at {cell})")]
    Value {
        /// The cell.
        cell: Cell,
        /// What is wrong, and what would be right.
        message: String,
    },
}

/// The cells of a grid, and the values from 1 that each may have: the atoms of [`SolutionForm::Values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CellValues {
    pub grid: Grid,
    pub values: u32,
}

impl CellValues {
    /// Number of atoms.
    pub fn count(self) -> usize {
        self.grid.cell_count() * self.values as usize
    }

    /// The number of the atom *this cell has this value*.
    pub fn atom(self, cell: usize, value: u32) -> usize {
        cell * self.values as usize + value as usize - 1
    }

    /// The atom's literal, where the first variables are the atoms.
    pub fn literal(self, cell: usize, value: u32) -> Lit {
        Lit::positive(self.atom(cell, value) as u32)
    }

    /// Row, column and value of an atom, counted from 1.
    fn place(self, atom: usize) -> (usize, usize, usize) {
        let values = self.values as usize;
        let Cell { row, col } = self.grid.cell_at(atom / values);
        (row + 1, col + 1, atom % values + 1)
    }

    /// The name of an atom.
    pub fn name(self, atom: usize) -> String {
        let (row, col, value) = self.place(atom);
        format!("x_{row}_{col}_{value}")
    }

    /// Makes the variable of an atom.
    pub fn variable(self, atom: usize, sink: &mut dyn ConstraintSink) {
        let (row, col, value) = self.place(atom);
        sink.variable("value", format_args!("x_{row}_{col}_{value}"));
    }

    /// Makes the variables of all atoms.
    pub fn variables(self, sink: &mut dyn ConstraintSink) {
        (0..self.count()).for_each(|atom| self.variable(atom, sink));
    }

    pub fn form(self) -> SolutionForm {
        SolutionForm::Values { grid: self.grid, values: self.values }
    }

    /// The value of each cell, 0 for none; one that has two of them breaks the rule `cell`, and so does
    /// one without any unless cells may be `empty`.
    pub fn read(self, solution: &Solution, empty: bool) -> Result<Vec<u32>, BrokenRule> {
        let mut cells = vec![0; self.grid.cell_count()];
        for atom in solution.true_atoms() {
            let value = (atom % self.values as usize) as u32 + 1;
            let index = atom / self.values as usize;
            let known = cells.get_mut(index).ok_or_else(|| {
                BrokenRule::new(
                    "cell",
                    "the whole grid",
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
                Err(BrokenRule::new("cell", self.grid.cell_at(index), "there is no value"))
            }
            _ => Ok(cells),
        }
    }

    /// The values that a solution shows, 0 for none.
    pub fn shown(self, solution: &Solution) -> Vec<u32> {
        let mut values = solution.values(self.values);
        values.resize(self.grid.cell_count(), 0);
        values
    }

    /// The values that are given stand in their cells: the rule `given`.
    pub fn check_givens(self, givens: &[u32], cells: &[u32]) -> Result<(), BrokenRule> {
        let changed =
            givens.iter().zip(cells).position(|(&given, &cell)| given != 0 && given != cell);
        changed.map_or(Ok(()), |index| {
            let (given, cell) = (givens[index], cells[index]);
            let found = match cell {
                0 => format!("nothing in place of the given {given}"),
                _ => format!("{cell} in place of the given {given}"),
            };
            Err(BrokenRule::new("given", self.grid.cell_at(index), found))
        })
    }
}

/// Reads cells from rows of characters, for tests and examples.
pub(crate) fn from_rows<T>(
    rows: &[&str],
    read: impl Fn(char) -> Option<T>,
) -> Result<Vec<T>, ValueClueError> {
    let width = rows.first().map_or(0, |row| row.chars().count());
    let mut cells = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        let length = text.chars().count();
        if length != width {
            let message = format!("row {} has {length} cells; the first has {width}", row + 1);
            return Err(ValueClueError::Size(message));
        }
        for (col, c) in text.chars().enumerate() {
            let cell = Cell { row, col };
            let message = || format!("`{c}` is no value; use a digit, a letter, or `.`");
            cells.push(read(c).ok_or_else(|| ValueClueError::Value { cell, message: message() })?);
        }
    }
    Ok(cells)
}
