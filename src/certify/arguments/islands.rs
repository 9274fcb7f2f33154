//! Local arguments for Nurikabe: islands that are too large, too small or have two clues, and shaded cells that cannot be
//! connected.

use encycle_encodings::grid::{Cell, Grid, components, reached};
use encycle_encodings::kinds::nurikabe::{IslandClue, Nurikabe};

use crate::certify::arguments::Literal;

/// The arguments for clauses over shaded cells.
pub(super) struct IslandArguments<'a> {
    puzzle: &'a Nurikabe,
}

impl<'a> IslandArguments<'a> {
    pub fn new(puzzle: &'a Nurikabe) -> Self {
        Self { puzzle }
    }

    /// Returns whether every solution satisfies a clause.
    ///
    /// If the clause were false, its negative cells would be shaded, and its positive cells would not, nor the cells of the
    /// clues. So the clause holds if no shading of the other cells obeys the rules: because of a square of shaded cells;
    /// because shaded cells cannot be connected by cells that may be shaded; or because of the cells that are connected as
    /// an island already, or of the largest island that cells without shade can form.
    pub fn justify(&self, clause: &[Literal]) -> bool {
        let clues = self.puzzle.clues();
        let mut shaded: Vec<Option<bool>> =
            clues.iter().map(|clue| clue.is_some().then_some(false)).collect();
        for literal in clause {
            // a literal that is true by a clue, or by the other literals
            if shaded[literal.atom] == Some(literal.is_positive) {
                return true;
            }
            shaded[literal.atom] = Some(!literal.is_positive);
        }
        self.has_square(&shaded)
            || self.is_separated(&shaded)
            || (0..clues.len())
                .any(|cell| shaded[cell] == Some(false) && self.is_wrong(cell, &shaded))
    }

    fn grid(&self) -> Grid {
        self.puzzle.grid()
    }

    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let grid = self.grid();
        grid.neighbours(grid.cell_at(cell)).map(move |next| grid.cell_index(next))
    }

    fn has_square(&self, shaded: &[Option<bool>]) -> bool {
        let grid = self.grid();
        let is_shaded =
            |row: usize, col: usize| shaded[grid.cell_index(Cell { row, col })] == Some(true);
        let square = |row: usize, col: usize| {
            [(row, col), (row - 1, col), (row, col - 1), (row - 1, col - 1)]
                .into_iter()
                .all(|(row, col)| is_shaded(row, col))
        };
        (1..grid.rows()).any(|row| (1..grid.cols()).any(|col| square(row, col)))
    }

    fn is_separated(&self, shaded: &[Option<bool>]) -> bool {
        let may_be = |cell: usize| shaded[cell] != Some(false);
        let parts = components(shaded.len(), may_be, |cell| self.beside(cell)).numbers;
        let mut used = (0..shaded.len()).filter(|&cell| shaded[cell] == Some(true));
        let first = used.next().map(|cell| parts[cell]);
        used.any(|cell| Some(parts[cell]) != first)
    }

    /// Returns whether a cell without shade is in no possible island.
    fn is_wrong(&self, cell: usize, shaded: &[Option<bool>]) -> bool {
        let island = |may_be: &dyn Fn(Option<bool>) -> bool| -> Vec<usize> {
            let beside = |cell: usize| {
                self.beside(cell).filter(|&next| may_be(shaded[next])).collect::<Vec<_>>()
            };
            let reached = reached(shaded.len(), [cell], beside);
            (0..shaded.len()).filter(|&cell| reached[cell]).collect()
        };
        let least = island(&|known| known == Some(false));
        let most = island(&|known| known != Some(true));
        let clues = self.puzzle.clues();
        let clues_in = |cells: &[usize]| -> Vec<IslandClue> {
            cells.iter().filter_map(|&cell| clues[cell]).collect()
        };
        match clues_in(&least)[..] {
            [] => clues_in(&most).is_empty(),
            [IslandClue::Any] => false,
            [IslandClue::Cells(number)] => !(least.len()..=most.len()).contains(&(number as usize)),
            _ => true,
        }
    }
}
