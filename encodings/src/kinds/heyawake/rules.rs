//! The rules of Heyawake: the check, and the constraints.

use crate::encoding::EncodingInfo;
use crate::grid::Cell;
use crate::kinds::heyawake::Heyawake;
use crate::logic::{Constraint, ConstraintSink, Counter, Lit, Origin, Place};
use crate::puzzle::{BrokenRule, GridSketch};
use crate::shading::{ShadedBoard, Shading, shading_puzzle};

shading_puzzle!(Heyawake);

impl Shading for Heyawake {
    const TITLE: &'static str = "Heyawake";

    /// Number of clauses: one for each shortest line of cells that crosses two borders, one for each pair of adjacent cells,
    /// and those of the counters of the rooms with a number.
    const BASE: EncodingInfo = EncodingInfo {
        name: "shaded",
        meaning: "a variable for each cell, shaded or not; a counter for each room with a number",
        source: "the rules of Heyawake (Nikoli); our own clauses; counters: Sinz 2005",
        families: &[
            ("crossing", "a line of cells that crosses two borders has a shaded cell"),
            ("adjacent", "no two adjacent cells are shaded"),
            ("room", "a room has as many shaded cells as its number says"),
        ],
    };

    const CONNECTED: bool = false;

    fn board(&self) -> ShadedBoard {
        self.shaded_board()
    }

    fn check_clues(&self, shaded: &[bool]) -> Result<(), BrokenRule> {
        let grid = self.grid();
        let is_shaded = |cell: Cell| shaded[grid.cell_index(cell)];
        let mut counts = vec![0; self.rooms().count()];
        for cell in grid.cells().filter(|&cell| is_shaded(cell)) {
            counts[self.rooms().of(cell)] += 1;
        }
        for cell in grid.cells() {
            let room = self.rooms().of(cell);
            if let Some(number) =
                self.clues().numbers()[room].filter(|&number| number != counts[room])
            {
                let found =
                    format!("{} shaded cells in a room with the number {number}", counts[room]);
                return Err(BrokenRule::new("room", cell, found));
            }
        }
        // walks to the right and down from each cell, and counts the borders up to the next shaded cell
        for start in grid.cells().filter(|&cell| !is_shaded(cell)) {
            for (down, right) in [(0, 1), (1, 0)] {
                let (mut borders, mut here) = (0, start);
                loop {
                    let next = Cell { row: here.row + down, col: here.col + right };
                    if next.row == grid.rows() || next.col == grid.cols() || is_shaded(next) {
                        break;
                    }
                    borders += usize::from(self.rooms().of(here) != self.rooms().of(next));
                    here = next;
                    if borders == 2 {
                        let found = "a line of unshaded cells crosses two borders";
                        return Err(BrokenRule::new("crossing", [start, here], found));
                    }
                }
            }
        }
        self.shaded_board().check_apart(shaded)
    }

    fn counters(&self) -> Vec<Counter> {
        let board = self.shaded_board();
        let counter = |(cells, number): (Vec<Cell>, &Option<u32>)| {
            let cell = *cells.first()?;
            Some(Counter {
                literals: cells.into_iter().map(|cell| board.shaded(cell)).collect(),
                count: (*number)? as usize,
                origin: Origin::new("room", cell.into()),
                name: format!("{}_{}", cell.row + 1, cell.col + 1),
            })
        };
        self.rooms().cells().into_iter().zip(self.clues().numbers()).filter_map(counter).collect()
    }

    fn rules(&self, sink: &mut dyn ConstraintSink) {
        let board = self.shaded_board();
        for line in self.crossings() {
            let clause: Vec<Lit> = line.iter().map(|&cell| board.shaded(cell)).collect();
            let ends = Place::from([line[0], line[line.len() - 1]]);
            sink.constraint(Constraint::Clause(&clause), Origin::new("crossing", ends));
        }
        board.keep_apart("adjacent", sink);
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        self.clues().draw(sketch);
    }
}
