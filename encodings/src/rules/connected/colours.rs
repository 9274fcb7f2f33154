//! Connectivity cuts for encodings whose variables are cells of two colors: inside or outside of a loop, or shaded or
//! not.

use std::sync::Arc;

use crate::encoding::{Cut, CutReason};
use crate::grid::{Cell, Grid};
use crate::logic::Lit;
use crate::rules::connected::separators::{SeparatorTarget, Separators};

/// The number of separators around a component that become cuts. Measured: with one or three, sparse 100x100 puzzles
/// take as long or longer.
const SEPARATORS: usize = 2;

/// The connected components of both colors.
struct ColourParts {
    /// The component of each cell, by cell index.
    of: Vec<usize>,
    /// The cells of each component.
    cells: Vec<Vec<Cell>>,
}

fn parts(grid: Grid, inside: &[bool]) -> ColourParts {
    let mut parts = ColourParts { of: vec![usize::MAX; grid.cell_count()], cells: Vec::new() };
    for start in grid.cells() {
        if parts.of[grid.cell_index(start)] != usize::MAX {
            continue;
        }
        let number = parts.cells.len();
        let colour = inside[grid.cell_index(start)];
        parts.of[grid.cell_index(start)] = number;
        let mut found = vec![start];
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            for neighbour in grid.neighbours(cell) {
                let index = grid.cell_index(neighbour);
                if inside[index] == colour && parts.of[index] == usize::MAX {
                    parts.of[index] = number;
                    found.push(neighbour);
                }
            }
        }
        parts.cells.push(found);
    }
    parts
}

/// The goal that every outside cell must be connected to.
#[derive(Clone, Debug)]
pub(super) enum OutsideGoal {
    /// Nothing.
    None,
    /// Everything beyond the border of the grid.
    Border,
    /// One of the cells for which the entry is true.
    Cells(Arc<[bool]>),
}

impl OutsideGoal {
    /// Returns whether the outside must be connected to anything.
    pub fn exists(&self) -> bool {
        !matches!(self, Self::None)
    }

    /// Returns whether a cell belongs to the goal, or lies at the border if the border is the goal.
    pub fn contains(&self, grid: Grid, cell: Cell) -> bool {
        match self {
            Self::None => false,
            Self::Border => grid.is_at_border(cell),
            Self::Cells(cells) => cells[grid.cell_index(cell)],
        }
    }

    /// Returns up to `limit` separators between a component and the goal. The result may be empty if a cell of the goal
    /// is next to the component.
    pub fn separators(
        &self,
        part: &[Cell],
        limit: usize,
        separators: &mut Separators,
    ) -> Vec<Vec<Cell>> {
        let grid = separators.grid();
        let is_goal = |cell| self.contains(grid, cell);
        let target = match self {
            Self::Border => SeparatorTarget::Border,
            _ => SeparatorTarget::Cells(&is_goal),
        };
        separators.around(part, &target, limit)
    }

    /// Returns why the cuts for the outside are sound.
    pub fn reason(&self) -> CutReason {
        match self {
            Self::Cells(_) => CutReason::ReachesClue,
            _ => CutReason::OutsideReachesBorder,
        }
    }
}

/// The cells of two colors that must be connected, and their literals. The variables of the cells are numbered like the
/// cells.
#[derive(Clone, Debug)]
pub(crate) struct Colouring {
    pub grid: Grid,
    /// The number of the first variable.
    first: u32,
    /// The value of the variables of *inside* cells, the cells that must be connected.
    inside: bool,
    /// The goal that each outside cell must be connected to.
    pub(super) goal: OutsideGoal,
    /// Why the cuts for the inside are sound.
    pub(super) reason: CutReason,
}

impl Colouring {
    /// Returns the coloring of a loop: the cells whose variables are true are the inside.
    pub fn of_loop(grid: Grid, first: u32) -> Self {
        let reason = CutReason::InsideConnected;
        Self { grid, first, inside: true, goal: OutsideGoal::Border, reason }
    }

    /// Returns the coloring in which the cells whose variables have this value must be connected. With `goal`, each
    /// other cell must be connected to a cell for which the entry is true.
    pub fn connected(grid: Grid, value: bool, goal: Option<Vec<bool>>) -> Self {
        let reason = CutReason::ColourConnected;
        let goal = goal.map_or(OutsideGoal::None, |cells| OutsideGoal::Cells(cells.into()));
        Self { grid, first: 0, inside: value, goal, reason }
    }

    /// Requires each cell of the other color to be connected to the border of the grid.
    pub fn with_border_goal(self) -> Self {
        Self { goal: OutsideGoal::Border, ..self }
    }

    /// Returns the literal that is true if the cell is inside.
    pub(super) fn literal(&self, cell: Cell) -> Lit {
        Lit::new(self.first + self.grid.cell_index(cell) as u32, !self.inside)
    }

    /// Returns the index of the cell of a literal, and whether the literal is true if the cell is inside.
    pub(super) fn cell_of(&self, literal: Lit) -> Option<(usize, bool)> {
        let number = literal.vidx32().checked_sub(self.first)? as usize;
        (number < self.grid.cell_count()).then_some((number, literal.is_pos() == self.inside))
    }

    /// Returns the connectivity cuts that a model violates.
    pub fn cuts(&self, model: &[bool]) -> Vec<Cut> {
        let value = |cell| model.get(self.first as usize + cell).copied().unwrap_or(false);
        let inside: Vec<bool> =
            (0..self.grid.cell_count()).map(|cell| value(cell) == self.inside).collect();
        colour_cuts(self, &inside, &mut Separators::new(self.grid))
    }
}

/// Returns connectivity cuts against a full coloring; none if no cell of a loop is inside, or if the coloring is valid.
/// The coloring violates the first cut, but perhaps not all of them.
///
/// In every solution the inside is connected. So for a cell k of one inside component and a cell y of another: *k is
/// outside, or y is outside, or some cell of a separator between them is inside*. Around a loop, every outside cell is
/// connected to the border. So for a cell of an outside component that does not touch the border: *the cell is inside,
/// or some cell of a separator between it and the border is outside*. The same holds if the outside must be connected
/// to certain cells instead of the border. Both statements hold in every solution, whatever the clues are, so the cuts
/// need no condition. The separators are the two nearest layers around the component, without the cells from which the
/// other side cannot be reached; around winding components most cells of a layer are dropped for that reason.
pub(super) fn colour_cuts(
    colouring: &Colouring,
    inside: &[bool],
    separators: &mut Separators,
) -> Vec<Cut> {
    let grid = colouring.grid;
    let parts = parts(grid, inside);
    let literal = |cell: Cell| colouring.literal(cell);
    let is_inside = |number: usize| inside[grid.cell_index(parts.cells[number][0])];
    let numbers = 0..parts.cells.len();
    let main = numbers
        .clone()
        .filter(|&number| is_inside(number))
        .max_by_key(|&number| parts.cells[number].len());
    if main.is_none() && matches!(colouring.goal, OutsideGoal::Border) {
        return Vec::new();
    }
    let in_main = |cell| Some(parts.of[grid.cell_index(cell)]) == main;
    let mut cuts = Vec::new();
    for number in numbers {
        let cells = &parts.cells[number];
        let cell = literal(cells[0]);
        if is_inside(number) {
            let Some(main) = main.filter(|&main| main != number) else { continue };
            let beyond = literal(parts.cells[main][0]);
            for separator in separators.around(cells, &SeparatorTarget::Cells(&in_main), SEPARATORS)
            {
                let separator = separator.into_iter().map(literal);
                let literals = [!cell, !beyond].into_iter().chain(separator).collect();
                cuts.push(Cut::clause(literals, colouring.reason));
            }
        } else if colouring.goal.exists()
            && !cells.iter().any(|&cell| colouring.goal.contains(grid, cell))
        {
            for separator in colouring.goal.separators(cells, SEPARATORS, separators) {
                let separator = separator.into_iter().map(|cell| !literal(cell));
                let literals = [cell].into_iter().chain(separator).collect();
                cuts.push(Cut::clause(literals, colouring.goal.reason()));
            }
        }
    }
    cuts
}
