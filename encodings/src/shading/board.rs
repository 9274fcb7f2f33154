//! The board of a shading puzzle: the cells, their variables, and the rules that several kinds share.

use crate::cell_values::CellValues;
use crate::grid::{Cell, Grid, reached};
use crate::logic::{ConstraintSink, Lit, Origin};
use crate::puzzle::{BrokenRule, Solution};

/// The cells of a grid, each of which is either shaded or unshaded.
///
/// ```
/// use encycle_encodings::grid::{Cell, Grid};
/// use encycle_encodings::shading::ShadedBoard;
///
/// let board = ShadedBoard::new(Grid::new(2, 3).unwrap());
/// assert!(board.check_connected(&[true, false, false, true, false, false], false).is_ok());
/// let broken = board.check_connected(&[false, true, false, false, true, false], false).unwrap_err();
/// assert_eq!(broken.rule, "connected");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShadedBoard {
    grid: Grid,
}

impl ShadedBoard {
    /// The value of a shaded cell.
    pub const SHADED: u32 = 1;

    /// Creates a board.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        Self { grid }
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(self) -> Grid {
        self.grid
    }

    pub(crate) fn values(self) -> CellValues {
        CellValues { grid: self.grid, values: Self::SHADED }
    }

    /// Returns the literal *the cell is shaded*.
    #[must_use]
    pub fn shaded(self, cell: Cell) -> Lit {
        self.values().literal(self.grid.cell_index(cell), Self::SHADED)
    }

    /// Returns, for each cell, row by row, whether a solution shades it.
    ///
    /// # Errors
    /// The solution has more atoms than the grid has cells.
    pub fn read(self, solution: &Solution) -> Result<Vec<bool>, BrokenRule> {
        let cells = self.values().read(solution, true)?;
        Ok(cells.into_iter().map(|value| value == Self::SHADED).collect())
    }

    /// Returns the pairs of adjacent cells: each cell with its right and its lower neighbor.
    pub fn neighbours(self) -> impl Iterator<Item = [Cell; 2]> {
        self.grid.edges().filter_map(move |edge| match self.grid.edge_cells(edge) {
            [Some(a), Some(b)] => Some([a, b]),
            _ => None,
        })
    }

    /// Adds the rule *no two adjacent cells are shaded*: one clause for each pair.
    pub fn keep_apart(self, family: &'static str, sink: &mut dyn ConstraintSink) {
        for pair in self.neighbours() {
            let clause = pair.map(|cell| !self.shaded(cell));
            sink.add_clause(&clause, Origin::new(family, pair.into()));
        }
    }

    /// Checks the rule `adjacent`: no two adjacent cells are shaded.
    ///
    /// # Errors
    /// The first two adjacent cells that are both shaded.
    pub fn check_apart(self, shaded: &[bool]) -> Result<(), BrokenRule> {
        let is_shaded = |cell: &Cell| shaded[self.grid.cell_index(*cell)];
        for Cell { row, col } in self.grid.cells().filter(is_shaded) {
            let next = [Cell { row, col: col + 1 }, Cell { row: row + 1, col }];
            let inside = |cell: &&Cell| cell.row < self.grid.rows() && cell.col < self.grid.cols();
            if let Some(&other) = next.iter().filter(inside).find(|cell| is_shaded(cell)) {
                let place = [Cell { row, col }, other];
                return Err(BrokenRule::new("adjacent", place, "two adjacent shaded cells"));
            }
        }
        Ok(())
    }

    /// Checks the rule `border`: each cell of a color is connected to the border by cells of the color.
    ///
    /// # Errors
    /// The first cell that is not.
    pub fn check_reaching(self, shaded: &[bool], colour: bool) -> Result<(), BrokenRule> {
        let has_colour = |cell: usize| shaded[cell] == colour;
        let starts = (0..shaded.len())
            .filter(|&cell| has_colour(cell) && self.grid.is_at_border(self.grid.cell_at(cell)));
        let beside = |index: usize| {
            let next = self.grid.neighbours(self.grid.cell_at(index));
            next.map(|cell| self.grid.cell_index(cell)).filter(|&next| has_colour(next))
        };
        let reached = reached(shaded.len(), starts, beside);
        match (0..shaded.len()).find(|&cell| has_colour(cell) && !reached[cell]) {
            Some(cell) => {
                let name = if colour { "shaded" } else { "unshaded" };
                let found = format!("no way through {name} cells to the border");
                Err(BrokenRule::new("border", self.grid.cell_at(cell), found))
            }
            None => Ok(()),
        }
    }

    /// Checks the rule `connected`: the cells of one color are connected; `colour` is true for shaded cells.
    ///
    /// # Errors
    /// The first cell that is not connected to the first cell of the color.
    pub fn check_connected(self, shaded: &[bool], colour: bool) -> Result<(), BrokenRule> {
        let Some(start) = shaded.iter().position(|&one| one == colour) else { return Ok(()) };
        let beside = |index: usize| {
            let next = self.grid.neighbours(self.grid.cell_at(index));
            let next = next.map(move |cell| self.grid.cell_index(cell));
            next.filter(move |&next| shaded[next] == colour)
        };
        let reached = reached(shaded.len(), [start], beside);
        match (0..shaded.len()).find(|&cell| shaded[cell] == colour && !reached[cell]) {
            Some(cell) => {
                let name = if colour { "shaded" } else { "unshaded" };
                let first = self.grid.cell_at(start);
                let found = format!("no way through {name} cells to {first}");
                Err(BrokenRule::new("connected", self.grid.cell_at(cell), found))
            }
            None => Ok(()),
        }
    }
}
