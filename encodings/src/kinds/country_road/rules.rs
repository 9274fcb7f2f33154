//! The rules of Country Road, checked on a loop. The check shares no code with the encodings.

use crate::grid::Cell;
use crate::kinds::country_road::CountryRoad;
use crate::puzzle::{BrokenRule, Solution};

impl CountryRoad {
    /// Checks the rules of the rooms on a loop.
    pub(super) fn check_rooms(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let (grid, rooms) = (self.grid(), self.clues().rooms());
        let is_visited = |cell: Cell| self.board.lines_at(solution, grid.cell_index(cell)) > 0;
        self.rooms.check(&self.board, solution)?;
        let mut visited = vec![0; rooms.count()];
        for cell in grid.cells().filter(|&cell| is_visited(cell)) {
            visited[rooms.of(cell)] += 1;
        }
        let is_outside = |cell: Cell| self.clues().outside()[grid.cell_index(cell)];
        for cell in grid.cells().filter(|&cell| !is_outside(cell)) {
            let room = rooms.of(cell);
            if let Some(number) = self.clues().numbers()[room].filter(|&one| one != visited[room]) {
                let count = visited[room];
                let found = format!("{count} visited cells in a room with the number {number}");
                return Err(BrokenRule::new("room", cell, found));
            }
            for other in grid.neighbours(cell).filter(|&other| rooms.of(other) != room) {
                if is_outside(other) {
                    continue;
                }
                if !is_visited(cell) && !is_visited(other) {
                    let found =
                        "two adjacent cells in different rooms, and the loop visits neither";
                    return Err(BrokenRule::new("beside", [cell, other], found));
                }
            }
        }
        Ok(())
    }
}
