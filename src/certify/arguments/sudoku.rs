//! Local arguments for Sudokus.

use std::collections::HashMap;

use encycle_encodings::grid::Cell;
use encycle_encodings::kinds::sudoku::Sudoku;

use crate::certify::arguments::Literal;

/// The rules of a Sudoku.
pub(super) struct SudokuArguments<'a> {
    sudoku: &'a Sudoku,
}

/// The statement that a cell has a value.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ValueStatement {
    cell: Cell,
    value: usize,
}

/// A row, a column or a box, by its number.
type House = (usize, usize);

impl<'a> SudokuArguments<'a> {
    pub fn new(sudoku: &'a Sudoku) -> Self {
        Self { sudoku }
    }

    fn values(&self) -> usize {
        self.sudoku.side()
    }

    fn clue(&self, cell: usize) -> Option<usize> {
        (self.sudoku.clues()[cell] as usize).checked_sub(1)
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.sudoku.grid().cells()
    }

    fn houses(&self, cell: Cell) -> [House; 3] {
        [(0, cell.row), (1, cell.col), (2, self.sudoku.box_of(cell))]
    }

    fn statement(&self, literal: &Literal) -> ValueStatement {
        let (cell, value) = (literal.atom / self.values(), literal.atom % self.values());
        ValueStatement { cell: self.sudoku.grid().cell_at(cell), value }
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
    }

    /// Returns whether two statements exclude each other: different values of one cell, or one value of two cells that
    /// see each other.
    fn exclude_each_other(&self, a: ValueStatement, b: ValueStatement) -> bool {
        match (a.cell == b.cell, a.value == b.value) {
            (true, same) => !same,
            (false, false) => false,
            (false, true) => {
                let houses = self.houses(a.cell).into_iter().zip(self.houses(b.cell));
                { houses }.any(|(one, other)| one == other)
            }
        }
    }

    /// Returns whether a clue contradicts one of the statements.
    fn excluded_by_clues(&self, negative: &[ValueStatement]) -> bool {
        let clues = self
            .cells()
            .enumerate()
            .filter_map(|(index, cell)| Some(ValueStatement { cell, value: self.clue(index)? }));
        { clues }.any(|clue| negative.iter().any(|&one| self.exclude_each_other(clue, one)))
    }

    /// Returns whether the clues alone break a rule, so that the puzzle has no solution and every clause holds in all
    /// solutions.
    pub fn is_contradictory(&self) -> bool {
        let clue = |(index, cell)| Some(ValueStatement { cell, value: self.clue(index)? });
        let clues: Vec<ValueStatement> = self.cells().enumerate().filter_map(clue).collect();
        pairs(&clues).any(|(a, b)| self.exclude_each_other(a, b)) || self.lacks_a_value()
    }

    /// Returns whether the clues leave some cell no value, or some value no cell in a row, a column or a box.
    fn lacks_a_value(&self) -> bool {
        let is_open =
            |cell: Cell, value| !self.excluded_by_clues(&[ValueStatement { cell, value }]);
        let open = |cell| (0..self.values()).map(|value| is_open(cell, value)).collect();
        let open: Vec<(Cell, Vec<bool>)> = self.cells().map(|cell| (cell, open(cell))).collect();
        let mut values: HashMap<House, Vec<bool>> = HashMap::new();
        for (cell, open) in &open {
            for house in self.houses(*cell) {
                let found = values.entry(house).or_insert_with(|| vec![false; self.values()]);
                found.iter_mut().zip(open).for_each(|(found, open)| *found |= open);
            }
        }
        open.iter().any(|(_, open)| !open.contains(&true))
            || values.values().any(|found| found.contains(&false))
    }

    /// Returns whether the positive statements cover a choice that every solution makes: a cell has some value, and a value is in
    /// some cell of each row, column and box.
    fn some_value(&self, positive: &[ValueStatement]) -> bool {
        let has = |cell: Cell, value: usize| {
            let one = ValueStatement { cell, value };
            positive.contains(&one) || self.excluded_by_clues(&[one])
        };
        positive.iter().any(|&ValueStatement { cell, value }| {
            let fills = |house: House| {
                let mut cells = self.cells().filter(|&one| self.houses(one).contains(&house));
                cells.all(|one| has(one, value))
            };
            (0..self.values()).all(|value| has(cell, value))
                || self.houses(cell).into_iter().any(fills)
        })
    }
}

fn pairs(
    statements: &[ValueStatement],
) -> impl Iterator<Item = (ValueStatement, ValueStatement)> + '_ {
    let first = statements.iter().enumerate();
    first.flat_map(|(index, &a)| statements[index + 1..].iter().map(move |&b| (a, b)))
}
