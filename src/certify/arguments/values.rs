//! Local arguments for puzzles about values in cells.

use std::collections::HashMap;

use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::chaos::Chaos;
use encycle_encodings::kinds::sudoku::Sudoku;

use crate::certify::arguments::Literal;

/// The rules of a puzzle about values.
pub(super) enum ValueArguments<'a> {
    Sudoku(&'a Sudoku),
    Chaos(&'a Chaos),
}

/// The statement that a cell has a value.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ValueStatement {
    cell: Cell,
    value: usize,
}

impl ValueArguments<'_> {
    fn values(&self) -> usize {
        match self {
            Self::Sudoku(sudoku) => sudoku.side(),
            Self::Chaos(_) => 4,
        }
    }

    fn clue(&self, cell: usize) -> Option<usize> {
        let clue = match self {
            Self::Sudoku(sudoku) => sudoku.clues()[cell],
            Self::Chaos(chaos) => chaos.clues()[cell],
        };
        (clue as usize).checked_sub(1)
    }

    fn grid(&self) -> Grid {
        match self {
            Self::Sudoku(sudoku) => sudoku.grid(),
            Self::Chaos(chaos) => chaos.grid(),
        }
    }

    fn statement(&self, literal: &Literal) -> ValueStatement {
        let (cell, value) = (literal.atom / self.values(), literal.atom % self.values());
        ValueStatement { cell: self.grid().cell_at(cell), value }
    }

    /// Returns whether every solution satisfies a clause, provided that the clues do not contradict each other.
    pub fn justify(&self, clause: &[Literal]) -> bool {
        let statements = |wanted: bool| -> Vec<ValueStatement> {
            let literals = clause.iter().filter(|literal| literal.is_positive == wanted);
            literals.map(|literal| self.statement(literal)).collect()
        };
        let (positive, negative) = (statements(true), statements(false));
        let is_clue = |literal: &Literal| {
            self.clue(literal.atom / self.values()) == Some(literal.atom % self.values())
        };
        clause.iter().any(|literal| literal.is_positive && is_clue(literal))
            || self.excluded_by_clues(&negative)
            || self.some_value(&positive)
            || pairs(&negative).any(|(a, b)| self.exclude_each_other(a, b))
            || self.three_in_a_line(&negative)
    }

    /// Returns whether two statements exclude each other: different values of one cell, or one value of two cells that
    /// see each other.
    fn exclude_each_other(&self, a: ValueStatement, b: ValueStatement) -> bool {
        match (a.cell == b.cell, a.value == b.value) {
            (true, same) => !same,
            (false, false) => false,
            (false, true) => match self {
                Self::Sudoku(sudoku) => {
                    a.cell.row == b.cell.row
                        || a.cell.col == b.cell.col
                        || sudoku.box_of(a.cell) == sudoku.box_of(b.cell)
                }
                Self::Chaos(_) => {
                    let apart = [a.cell.row.abs_diff(b.cell.row), a.cell.col.abs_diff(b.cell.col)];
                    apart == [1, 2] || apart == [2, 1]
                }
            },
        }
    }

    /// Returns whether a clue contradicts one of the statements.
    fn excluded_by_clues(&self, negative: &[ValueStatement]) -> bool {
        let clues =
            self.grid().cells().enumerate().filter_map(|(index, cell)| {
                Some(ValueStatement { cell, value: self.clue(index)? })
            });
        { clues }.any(|clue| negative.iter().any(|&one| self.exclude_each_other(clue, one)))
    }

    /// Returns whether the clues alone break a rule, so that the puzzle has no solution and every clause holds in all
    /// solutions.
    pub fn is_contradictory(&self) -> bool {
        let clue = |(index, cell)| Some(ValueStatement { cell, value: self.clue(index)? });
        let clues: Vec<ValueStatement> = self.grid().cells().enumerate().filter_map(clue).collect();
        pairs(&clues).any(|(a, b)| self.exclude_each_other(a, b))
            || self.three_in_a_line(&clues)
            || self.lacks_a_value()
    }

    /// Returns whether the clues leave some cell no value or, in a Sudoku, leave some value no cell in a row, a column
    /// or a box.
    fn lacks_a_value(&self) -> bool {
        let cells: Vec<Cell> = self.grid().cells().collect();
        let is_open =
            |cell: Cell, value| !self.excluded_by_clues(&[ValueStatement { cell, value }]);
        let open: Vec<Vec<bool>> = { cells.iter() }
            .map(|&cell| (0..self.values()).map(|value| is_open(cell, value)).collect())
            .collect();
        let house_of = |cell: Cell| match self {
            Self::Sudoku(sudoku) => vec![(0, cell.row), (1, cell.col), (2, sudoku.box_of(cell))],
            Self::Chaos(_) => Vec::new(),
        };
        let mut values: HashMap<(usize, usize), Vec<bool>> = HashMap::new();
        for (&cell, open) in cells.iter().zip(&open) {
            for house in house_of(cell) {
                let found = values.entry(house).or_insert_with(|| vec![false; self.values()]);
                found.iter_mut().zip(open).for_each(|(found, open)| *found |= open);
            }
        }
        open.iter().any(|open| !open.contains(&true))
            || values.values().any(|found| found.contains(&false))
    }

    /// Returns whether the positive statements cover a choice that every solution makes: a cell has some value; in a
    /// Sudoku, a value is in some cell of each row, column and box.
    fn some_value(&self, positive: &[ValueStatement]) -> bool {
        let has = |cell: Cell, value: usize| {
            let one = ValueStatement { cell, value };
            positive.contains(&one) || self.excluded_by_clues(&[one])
        };
        positive.iter().any(|&ValueStatement { cell, value }| {
            let whole_cell = (0..self.values()).all(|value| has(cell, value));
            whole_cell
                || match self {
                    Self::Sudoku(sudoku) => {
                        let house = |wanted: &dyn Fn(Cell) -> bool| {
                            sudoku
                                .grid()
                                .cells()
                                .filter(|&one| wanted(one))
                                .all(|one| has(one, value))
                        };
                        house(&|one| one.row == cell.row)
                            || house(&|one| one.col == cell.col)
                            || house(&|one| sudoku.box_of(one) == sudoku.box_of(cell))
                    }
                    Self::Chaos(_) => false,
                }
        })
    }

    /// Returns whether the statements put three equal values next to each other in a row, a column or a diagonal
    /// (Chaos).
    fn three_in_a_line(&self, negative: &[ValueStatement]) -> bool {
        let Self::Chaos(chaos) = self else { return false };
        let grid = chaos.grid();
        negative.iter().any(|middle| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
                let has = |down: isize, right: isize| {
                    let row =
                        middle.cell.row.checked_add_signed(down).filter(|&row| row < grid.rows());
                    let col =
                        middle.cell.col.checked_add_signed(right).filter(|&col| col < grid.cols());
                    let cell = row.zip(col).map(|(row, col)| Cell { row, col });
                    cell.is_some_and(|cell| {
                        negative.contains(&ValueStatement { cell, value: middle.value })
                    })
                };
                has(down, right) && has(-down, -right)
            })
        })
    }
}

fn pairs(
    statements: &[ValueStatement],
) -> impl Iterator<Item = (ValueStatement, ValueStatement)> + '_ {
    let first = statements.iter().enumerate();
    first.flat_map(|(index, &a)| statements[index + 1..].iter().map(move |&b| (a, b)))
}
