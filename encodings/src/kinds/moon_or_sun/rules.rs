//! The rules of Moon-or-Sun, checked on a loop. The check shares no code with the encodings.

use crate::grid::{Cell, Edge};
use crate::kinds::moon_or_sun::{Mark, MoonOrSun};
use crate::puzzle::{BrokenRule, Solution};

impl MoonOrSun {
    /// Checks the rules `once`, `marks` and `alternate` on a loop.
    pub(super) fn check_rooms(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.rooms.check(&self.board, solution)?;
        let (grid, rooms) = (self.grid(), self.rooms());
        // the mark that the loop visits in each room
        let mut visited: Vec<Option<Mark>> = vec![None; rooms.count()];
        for (cell, mark) in self.clues().placed() {
            if self.board.lines_at(solution, grid.cell_index(cell)) > 0
                && visited[rooms.of(cell)].replace(mark).is_some_and(|other| other != mark)
            {
                let found = "the loop visits a sun and a moon of one room";
                return Err(BrokenRule::new("marks", cell, found));
            }
        }
        let is_missed = |&(cell, mark): &(Cell, Mark)| {
            visited[rooms.of(cell)] == Some(mark)
                && self.board.lines_at(solution, grid.cell_index(cell)) == 0
        };
        if let Some((cell, _)) = self.clues().placed().find(is_missed) {
            let found = "the loop visits another mark of this room, but not this one";
            return Err(BrokenRule::new("marks", cell, found));
        }
        if let Some(cell) = grid.cells().find(|&cell| visited[rooms.of(cell)].is_none()) {
            let found = "the loop visits neither suns nor moons of this room";
            return Err(BrokenRule::new("marks", cell, found));
        }
        for atom in solution.true_atoms() {
            let ends = self.board.graph().ends(Edge(atom as u32)).map(|end| grid.cell_at(end));
            let [a, b] = ends.map(|cell| rooms.of(cell));
            if a != b && visited[a] == visited[b] {
                let found = "the same marks in two rooms in succession";
                return Err(BrokenRule::new("alternate", ends, found));
            }
        }
        Ok(())
    }
}
