//! The constraints of the numbers.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `visit` | a cell beside a number is visited if and only if a line is at it | 1 variable and d + 1 clauses for d links |
//! | `count` | as many of the cells around a number are visited as it says | [`Counter`] |

use crate::cell_loops::{CellBoard, CellLoop, LineCounts, VisitVariables, visited};
use crate::encoding::EncodingInfo;
use crate::kinds::clues::SeparableClues as _;
use crate::kinds::linesweeper::{Linesweeper, VisitCount};
use crate::logic::{ConstraintSink, Counter};
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};

/// The families of the numbers.
const FAMILIES: [(&str, &str); 2] = [
    ("visit", "whether the loop visits a cell beside a number"),
    ("count", "the loop visits as many cells around a number as it says"),
];

impl Linesweeper {
    /// Returns the variables of the cells beside numbers.
    fn visits(&self) -> VisitVariables<'_> {
        VisitVariables::of_counted(&self.board, self.counted())
    }

    /// Returns the counters of visited cells; the variables of the cells begin at `first`.
    fn counters(&self, first: u32) -> Vec<Counter> {
        self.visits().counters(self.counted(), "count", true, first)
    }
}

impl CellLoop for Linesweeper {
    fn title(&self) -> &'static str {
        "Linesweeper"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; zero or two lines at each cell; counters around the numbers",
            source: "the rules of Linesweeper (R. Friedman); our own clauses; counters: Sinz 2005",
            families: &FAMILIES,
        }
    }

    fn board(&self) -> &CellBoard {
        &self.board
    }

    fn check_clues(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.clues().placed().try_for_each(|(cell, clue)| self.check_clue(cell, clue, solution))
    }

    fn clue_variables(&self, sink: &mut dyn ConstraintSink) {
        self.visits().variables(sink);
        self.counters(0).iter().for_each(|counter| counter.variables(sink));
    }

    fn clue_rules(&self, first: u32, sink: &mut dyn ConstraintSink) {
        let visits = self.visits();
        visits.constraints(first, sink);
        Counter::all(&self.counters(first), first + visits.count() as u32, sink);
    }

    fn line_counts(&self) -> LineCounts {
        let count = |(_, cells, number): (_, Vec<usize>, u32)| {
            visited(&self.board, &cells, number as usize)
        };
        LineCounts { families: &["visit", "count"], counts: self.counted().map(count).collect() }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        for (cell, VisitCount(number)) in self.clues().placed() {
            sketch.write(cell, number.to_string(), Ink::Clue);
        }
    }
}
