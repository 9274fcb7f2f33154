//! The rules of Nurikabe: the check, and the constraints.

use crate::encoding::{Encodable, Encoding, EncodingError, EncodingInfo};
use crate::grid::{Cell, Regions};
use crate::kinds::nurikabe::check::IslandCheck;
use crate::kinds::nurikabe::islands::Islands;
use crate::kinds::nurikabe::shaded::SHADED;
use crate::kinds::nurikabe::steps::{IslandsInSteps, STEPS};
use crate::kinds::nurikabe::{IslandClue, Nurikabe, shaded};
use crate::logic::{ConstraintSink, Counter, ExternalPropagator, Lit, Origin};
use crate::puzzle::{BrokenRule, GridSketch, Ink};
use crate::rules::one_path::counted;
use crate::shading::{self, ShadedBoard, Shading, shading_puzzle};

shading_puzzle!(Nurikabe);

impl Nurikabe {
    /// Returns the squares of 2 x 2 cells.
    fn squares(&self) -> impl Iterator<Item = [Cell; 4]> + use<> {
        let (rows, cols) = (self.grid().rows(), self.grid().cols());
        let corner = move |row| (1..cols).map(move |col| Cell { row, col });
        (1..rows).flat_map(corner).map(|Cell { row, col }| {
            let (up, left) = (row - 1, col - 1);
            [(up, left), (up, col), (row, left), (row, col)].map(|(row, col)| Cell { row, col })
        })
    }

    /// Adds the rule that no square of 2 x 2 cells is shaded.
    pub(super) fn keep_squares_open(&self, sink: &mut dyn ConstraintSink) {
        let board = self.shaded_board();
        for square in self.squares() {
            let clause = square.map(|cell| !board.shaded(cell));
            let origin = Origin::new("block", [square[0], square[3]].into());
            sink.add_clause(&clause, origin);
        }
    }
}

impl Encodable for Nurikabe {
    fn encoding_names(&self) -> Vec<String> {
        let of_islands = shading::names::<Self>().into_iter();
        of_islands.chain([SHADED.name.to_owned()]).collect()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        match name {
            _ if name == SHADED.name => shaded::encoding(self),
            _ if shading::names::<Self>().iter().any(|known| known == name) => {
                shading::encoding(name, self)
            }
            _ => Err(EncodingError::unknown(name, &self.encoding_names())),
        }
    }
}

impl Shading for Nurikabe {
    const TITLE: &'static str = "Nurikabe";

    /// For n rows and m columns, and r cells within reach of a clue: r variables for each clue and their counter; for each
    /// cell the count of one; for each clue one clause, one for each cell within its reach and a neighbour of that cell, and
    /// one for each such cell, except those that may be alone; (n - 1)(m - 1) clauses for the squares.
    const BASE: EncodingInfo = EncodingInfo {
        name: "islands",
        meaning: "a variable for each cell, shaded or not, and for each clue and cell within its reach; a counter for each \
                  number",
        source: "the rules of Nurikabe (Nikoli); our own clauses; counters: Sinz 2005",
        families: &[
            ("island", "whether a cell belongs to the island of a clue"),
            ("one", "a cell is shaded or in exactly one island"),
            ("clue", "the cell of a clue is in its island"),
            ("spread", "an unshaded cell beside an island belongs to it"),
            ("alone", "a cell of an island of several cells has a neighbour in it"),
            ("block", "no square of 2 x 2 cells is shaded"),
            ("size", "an island has as many cells as its number"),
        ],
    };

    const CONNECTED: bool = true;

    fn goals(&self) -> Option<Vec<bool>> {
        Some(self.clues().iter().map(Option::is_some).collect())
    }

    fn board(&self) -> ShadedBoard {
        self.shaded_board()
    }

    fn check_clues(&self, shaded: &[bool]) -> Result<(), BrokenRule> {
        let grid = self.grid();
        let is_shaded = |cell: Cell| shaded[grid.cell_index(cell)];
        if let Some(cell) = grid.cells().find(|&cell| is_shaded(cell) && self.clue(cell).is_some())
        {
            return Err(BrokenRule::new("clue", cell, "a shaded cell with a clue"));
        }
        for Cell { row, col } in grid.cells() {
            let has_square = row + 1 < grid.rows() && col + 1 < grid.cols();
            let mut square = [(0, 0), (0, 1), (1, 0), (1, 1)]
                .into_iter()
                .map(|(down, right)| Cell { row: row + down, col: col + right });
            if has_square && square.all(is_shaded) {
                let ends = [Cell { row, col }, Cell { row: row + 1, col: col + 1 }];
                return Err(BrokenRule::new("block", ends, "four shaded cells in a square"));
            }
        }
        for island in Regions::new(grid, shaded).cells() {
            let start = island[0];
            if is_shaded(start) {
                continue;
            }
            let clues: Vec<Cell> =
                island.iter().copied().filter(|&cell| self.clue(cell).is_some()).collect();
            match clues[..] {
                [] => return Err(BrokenRule::new("island", start, "an island without a clue")),
                [clue] => match self.clue(clue) {
                    Some(IslandClue::Cells(number)) if number as usize != island.len() => {
                        let found = format!(
                            "an island of {} with the number {number}",
                            crate::text::counted(island.len(), "cell")
                        );
                        return Err(BrokenRule::new("size", clue, found));
                    }
                    _ => {}
                },
                [one, other, ..] => {
                    let found = "an island with two clues";
                    return Err(BrokenRule::new("island", [one, other], found));
                }
            }
        }
        Ok(())
    }

    fn clue_variables(&self, sink: &mut dyn ConstraintSink) {
        let islands = Islands::of(self);
        islands.variables(sink);
        counted::variables(&islands.choices(), sink);
    }

    /// An island with the number n has at most 2n(n - 1) + 1 cells within reach. A counter has up to n + 1 variables for
    /// each, and the choice of an island for a cell at most one.
    fn variable_bound(&self) -> u128 {
        let cells = self.grid().cell_count() as u128;
        let bound = |clue: &IslandClue| match *clue {
            IslandClue::Cells(number) => {
                let number = u128::from(number);
                cells.min(2 * number * (number - 1) + 1) * (number + 3)
            }
            IslandClue::Any => 2 * cells,
        };
        self.clues().iter().flatten().map(bound).sum()
    }

    fn counters(&self) -> Vec<Counter> {
        Islands::of(self).counters()
    }

    fn rules(&self, sink: &mut dyn ConstraintSink) {
        let (grid, board, islands) = (self.grid(), self.shaded_board(), Islands::of(self));
        counted::constraints(&islands.choices(), islands.first_of_choices(), sink);
        for island in &islands.all {
            let clue = grid.cell_at(island.clue);
            let in_island = island.literal(island.clue).into_iter();
            let of_clue: Vec<Lit> = in_island.collect();
            sink.add_clause(&of_clue, Origin::new("clue", clue.into()));
            if island.lacks_room() {
                let none: Vec<Lit> = of_clue.iter().map(|&literal| !literal).collect();
                sink.add_clause(&none, Origin::new("size", clue.into()));
            }
            for (place, &index) in island.cells.iter().enumerate() {
                let here = Lit::positive(island.first + place as u32);
                let cell = grid.cell_at(index);
                let mut stays = vec![!here];
                for beside in grid.neighbours(cell) {
                    let there = island.literal(grid.cell_index(beside));
                    stays.extend(there);
                    let mut clause = vec![!here, board.shaded(beside)];
                    clause.extend(there);
                    let origin = Origin::new("spread", [cell, beside].into());
                    sink.add_clause(&clause, origin);
                }
                if island.has_neighbour(index) {
                    sink.add_clause(&stays, Origin::new("alone", cell.into()));
                }
            }
        }
        self.keep_squares_open(sink);
    }

    const CLUE_PART: Option<EncodingInfo> = Some(STEPS);

    fn clue_part_variables(&self, first: u32, sink: &mut dyn ConstraintSink) {
        IslandsInSteps::of(self, first).variables(sink);
    }

    fn clue_part(&self, first: u32, sink: &mut dyn ConstraintSink) {
        IslandsInSteps::of(self, first).constraints(sink);
    }

    fn clue_propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        Some(Box::new(IslandCheck::new(self.grid(), Islands::of(self))))
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        sketch.frame(|_, _| false);
        for cell in self.grid().cells() {
            match self.clue(cell) {
                Some(IslandClue::Cells(number)) => {
                    sketch.write(cell, number.to_string(), Ink::Clue);
                }
                Some(IslandClue::Any) => sketch.write(cell, "?", Ink::Clue),
                None => {}
            }
        }
    }
}
