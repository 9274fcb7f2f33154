//! The rules of Hitori: the check, and the constraints.

use std::collections::BTreeMap;

use crate::encoding::EncodingInfo;
use crate::grid::Cell;
use crate::kinds::hitori::Hitori;
use crate::logic::{Constraint, ConstraintSink, Origin};
use crate::puzzle::{BrokenRule, GridSketch, Ink};
use crate::shading::{ShadedBoard, Shading, shading_puzzle};

shading_puzzle!(Hitori);

impl Hitori {
    /// Returns the groups of cells with equal numbers in a line.
    fn groups(&self, line: &[Cell]) -> impl Iterator<Item = Vec<Cell>> + use<> {
        let mut groups: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
        for &cell in line {
            if let Some(number) = self.number(cell) {
                groups.entry(number).or_default().push(cell);
            }
        }
        groups.into_values()
    }
}

impl Shading for Hitori {
    const TITLE: &'static str = "Hitori";

    /// Number of clauses: for each number that is k times in a row or column, k(k - 1)/2; and one for each pair of adjacent
    /// cells, 2nm - n - m for n rows and m columns.
    const BASE: EncodingInfo = EncodingInfo {
        name: "shaded",
        meaning: "a variable for each cell, shaded or not; of two equal numbers in a line, one is shaded",
        source: "the rules of Hitori (Nikoli); our own clauses",
        families: &[
            ("row", "of two equal numbers in a row, one is shaded"),
            ("column", "of two equal numbers in a column, one is shaded"),
            ("adjacent", "no two adjacent cells are shaded"),
        ],
    };

    const CONNECTED: bool = false;

    fn board(&self) -> ShadedBoard {
        self.shaded_board()
    }

    fn check_clues(&self, shaded: &[bool]) -> Result<(), BrokenRule> {
        let is_shaded = |cell: Cell| shaded[self.grid().cell_index(cell)];
        for (rule, line) in self.lines() {
            let mut seen: BTreeMap<u32, Cell> = BTreeMap::new();
            for cell in line.into_iter().filter(|&cell| !is_shaded(cell)) {
                let Some(number) = self.number(cell) else { continue };
                if let Some(before) = seen.insert(number, cell) {
                    let found = format!("{number} is also at {before}");
                    return Err(BrokenRule::new(rule, cell, found));
                }
            }
        }
        self.shaded_board().check_apart(shaded)
    }

    fn rules(&self, sink: &mut dyn ConstraintSink) {
        let board = self.shaded_board();
        for (family, line) in self.lines() {
            for group in self.groups(&line) {
                for (place, &cell) in group.iter().enumerate() {
                    for &before in &group[..place] {
                        let clause = [before, cell].map(|cell| board.shaded(cell));
                        let origin = Origin::new(family, [before, cell].into());
                        sink.constraint(Constraint::Clause(&clause), origin);
                    }
                }
            }
        }
        board.keep_apart("adjacent", sink);
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        sketch.frame(|_, _| false);
        for cell in self.grid().cells() {
            if let Some(number) = self.number(cell) {
                sketch.write(cell, number.to_string(), Ink::Clue);
            }
        }
    }
}
