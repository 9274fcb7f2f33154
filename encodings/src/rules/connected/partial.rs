//! Connectivity of one color or of both in a partial coloring: a propagator for the search.

use crate::encoding::Cut;
use crate::grid::{Cell, Grid};
use crate::logic::{ExternalPropagator, Lit};
use crate::rules::connected::colours::{Colouring, OutsideGoal, colour_cuts};
use crate::rules::connected::separators::{SeparatorTarget, Separators};

/// Checks whether a partial coloring can still become valid: the inside of one loop, or a coloring in which the cells
/// of one color are connected (and, if the coloring has goal cells, each other cell is connected to a goal).
///
/// The solver assigns cells one by one, so most cells have no color yet. An unassigned cell may still take either
/// color. Therefore two inside cells can still be connected exactly if a path of cells that are *not outside* joins
/// them, and an outside cell can still reach the border exactly if a path of cells that are *not inside* leads there.
/// The check floods these cells and counts the components that contain an assigned cell:
///
/// ```text
/// I o . .        I  inside     o  outside     .  not assigned
/// o o I .        The two cells I are in different components of the cells that are not outside, so the
/// . . . .        clause is: the first I is outside, or the second I is outside, or one of the two
///                cells o next to the first I is inside.
/// ```
///
/// The coloring is infeasible as soon as outside cells separate two inside cells, or inside cells separate an outside
/// cell from the border. The check then returns a clause that every solution satisfies and the coloring violates:
///
/// - one inside cell is outside, or another inside cell is outside, or a cell of their separator is inside;
/// - an outside cell is inside, or a cell of the set that encloses it is outside.
///
/// Of the cells around a component, the clause contains only the cells from which the other side can be reached
/// (`Separators`). If several components are infeasible, the check chooses the smallest. A check takes time linear in
/// the number of cells.
#[derive(Clone, Debug)]
pub struct PartialColours {
    colouring: Colouring,
    grid: Grid,
    /// Whether each cell is inside.
    colours: Vec<Option<bool>>,
    part: Vec<usize>,
    open: Vec<Cell>,
    separators: Separators,
}

/// The mark in `part` of cells without a component.
const NONE: usize = usize::MAX;

impl PartialColours {
    /// Creates a check for the inside of a loop. The variables of the cells are numbered like the cells, from `first`.
    #[must_use]
    pub fn new(grid: Grid, first: u32) -> Self {
        Self::of(Colouring::of_loop(grid, first))
    }

    pub(crate) fn of(colouring: Colouring) -> Self {
        let grid = colouring.grid;
        let cells = grid.cell_count();
        Self {
            colouring,
            grid,
            colours: vec![None; cells],
            part: vec![NONE; cells],
            open: Vec::new(),
            separators: Separators::new(grid),
        }
    }

    fn index(&self, cell: Cell) -> usize {
        self.grid.cell_index(cell)
    }

    fn has(&self, cell: Cell, colour: bool) -> bool {
        self.colours[self.index(cell)] == Some(colour)
    }

    fn literal(&self, cell: Cell) -> Lit {
        self.colouring.literal(cell)
    }

    /// Numbers the components of the cells that do not have `colour`, in `self.part`. Returns for each component a cell
    /// that is assigned the other color, if any, whether the component contains a goal of the outside, and its size.
    fn parts_without(&mut self, colour: bool) -> Vec<OpenComponent> {
        self.part.fill(NONE);
        let mut parts = Vec::new();
        for start in self.grid.cells() {
            if self.part[self.index(start)] != NONE || self.has(start, colour) {
                continue;
            }
            let mut part = OpenComponent { known: None, at_goal: false, cells: 0 };
            self.flood(
                start,
                parts.len(),
                |this, cell| {
                    part.cells += 1;
                    part.at_goal |= this.colouring.goal.contains(this.grid, cell);
                    if part.known.is_none() && this.has(cell, !colour) {
                        part.known = Some(cell);
                    }
                },
                |this, cell| !this.has(cell, colour),
            );
            parts.push(part);
        }
        parts
    }

    /// Marks with `mark` the cells that can be reached from `start` through unmarked cells that are `free`.
    fn flood(
        &mut self,
        start: Cell,
        mark: usize,
        mut visit: impl FnMut(&Self, Cell),
        free: impl Fn(&Self, Cell) -> bool,
    ) {
        let mut open = std::mem::take(&mut self.open);
        let index = self.index(start);
        self.part[index] = mark;
        open.push(start);
        while let Some(cell) = open.pop() {
            visit(self, cell);
            for neighbour in self.grid.neighbours(cell) {
                let index = self.index(neighbour);
                if self.part[index] == NONE && free(self, neighbour) {
                    self.part[index] = mark;
                    open.push(neighbour);
                }
            }
        }
        self.open = open;
    }

    fn parted_inside(&mut self) -> Option<Cut> {
        let parts = self.parts_without(false);
        let mut with_inside: Vec<(usize, &OpenComponent)> =
            parts.iter().enumerate().filter(|(_, part)| part.known.is_some()).collect();
        with_inside.sort_by_key(|(_, part)| part.cells);
        let [(number, part), .., (_, other)] = &with_inside[..] else { return None };
        let (cell, beyond) = (part.known?, other.known?);
        let around = self.around(*number, Some(beyond));
        let separator = around.into_iter().map(|cell| self.literal(cell));
        let literals = [!self.literal(cell), !self.literal(beyond)];
        let clause = literals.into_iter().chain(separator).collect();
        Some(Cut::clause(clause, self.colouring.reason))
    }

    fn enclosed_outside(&mut self) -> Option<Cut> {
        let parts = self.parts_without(true);
        let enclosed = parts.iter().enumerate().filter(|(_, part)| !part.at_goal);
        let enclosed =
            enclosed.filter_map(|(number, part)| Some((number, part.known?, part.cells)));
        let (number, cell, _) = enclosed.min_by_key(|&(.., cells)| cells)?;
        let around = self.around(number, None);
        if around.is_empty() && !matches!(self.colouring.goal, OutsideGoal::Border) {
            return None;
        }
        let separator = around.into_iter().map(|cell| !self.literal(cell));
        let clause = [self.literal(cell)].into_iter().chain(separator).collect();
        Some(Cut::clause(clause, self.colouring.goal.reason()))
    }

    /// Returns the cells that separate a component from a cell, or from the goal of the outside.
    fn around(&mut self, number: usize, goal: Option<Cell>) -> Vec<Cell> {
        let in_part = |&cell: &Cell| self.part[self.index(cell)] == number;
        let part: Vec<Cell> = self.grid.cells().filter(in_part).collect();
        let is_goal = |cell| Some(cell) == goal;
        let mut found = match goal {
            Some(_) => self.separators.around(&part, &SeparatorTarget::Cells(&is_goal), 1),
            None => self.colouring.goal.separators(&part, 1, &mut self.separators),
        };
        found.pop().unwrap_or_default()
    }
}

impl ExternalPropagator for PartialColours {
    /// Returns at most one conflict for a partial coloring, and for a full coloring all cuts that a round would add. If
    /// every cell is colored, at least one is inside, and there is no conflict, then the coloring is the inside of one
    /// loop.
    fn conflicts(&mut self, true_literals: &mut dyn Iterator<Item = Lit>) -> Vec<Vec<Lit>> {
        self.cuts(true_literals).into_iter().map(Cut::into_literals).collect()
    }
}

impl PartialColours {
    fn cuts(&mut self, true_literals: &mut dyn Iterator<Item = Lit>) -> Vec<Cut> {
        self.colours.fill(None);
        for literal in true_literals {
            if let Some((cell, is_inside)) = self.colouring.cell_of(literal) {
                self.colours[cell] = Some(is_inside);
            }
        }
        let full: Option<Vec<bool>> = self.colours.iter().copied().collect();
        match full {
            Some(inside) => colour_cuts(&self.colouring, &inside, &mut self.separators),
            None => {
                let parted = self.parted_inside();
                let found = match self.colouring.goal.exists() {
                    true => parted.or_else(|| self.enclosed_outside()),
                    false => parted,
                };
                found.into_iter().collect()
            }
        }
    }
}

/// A component of the cells that do not have one color.
struct OpenComponent {
    /// A cell that is assigned the other color.
    known: Option<Cell>,
    at_goal: bool,
    cells: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::one_loop::separate_colours;

    fn inside(code: u32, cells: usize) -> Vec<bool> {
        (0..cells).map(|cell| code >> cell & 1 == 1).collect()
    }

    /// Returns all colorings of a grid that are the inside of one loop, without regard to clues.
    fn loops(grid: Grid) -> Vec<Vec<bool>> {
        let cells = grid.cell_count();
        let codes = 1..1_u32 << cells;
        let colours = codes.map(|code| inside(code, cells));
        colours.filter(|one| separate_colours(grid, one).solution.is_some()).collect()
    }

    /// For each partial coloring of these grids, each clause is satisfied by all loops, and the first clause is
    /// violated by the coloring. A full coloring without a clause is the inside of one loop.
    #[test]
    fn conflicts_are_sound_and_complete_for_every_partial_colouring() {
        for (rows, cols) in [(1, 5), (3, 3), (2, 4), (5, 2)] {
            let grid = Grid::new(rows, cols).expect("a size");
            let (cells, loops) = (grid.cell_count(), loops(grid));
            let mut check = PartialColours::new(grid, 0);
            for code in 0..3_u32.pow(cells as u32) {
                let value = |cell: u32| code / 3_u32.pow(cell) % 3;
                let known = (0..cells as u32).filter(|&cell| value(cell) < 2);
                let literals: Vec<Lit> =
                    known.map(|cell| Lit::new(cell, value(cell) == 0)).collect();
                let cuts = check.conflicts(&mut literals.iter().copied());
                if let Some(clause) = cuts.first() {
                    let is_false = |literal: &Lit| literals.contains(&!*literal);
                    assert!(clause.iter().all(is_false), "{clause:?} of {literals:?}");
                }
                for clause in &cuts {
                    let holds = |one: &Vec<bool>| {
                        clause.iter().any(|literal| one[literal.vidx()] == literal.is_pos())
                    };
                    assert!(loops.iter().all(holds), "{clause:?}");
                }
                if cuts.is_empty()
                    && literals.len() == cells
                    && literals.iter().any(|literal| literal.is_pos())
                {
                    let model: Vec<bool> =
                        literals.iter().map(|literal| literal.is_pos()).collect();
                    assert!(loops.contains(&model), "{model:?}");
                }
            }
        }
    }
}
