//! The constraints of the shaded cells.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `adjacent` | of two adjacent cells without a clue, one is visited | 1 clause for each pair |
//! | `visit` | a cell in the direction of an arrow is visited if and only if a line is at it | 1 variable and d + 1 clauses for d links |
//! | `arrow` | as many cells in the direction of an arrow are not visited as its number says | [`Counter`] |

use crate::cell_loops::{CellBoard, CellLoop, CertainSet, LineCounts, VisitVariables, visited};
use crate::encoding::EncodingInfo;
use crate::kinds::clues::CellClue as _;
use crate::kinds::yajilin::Yajilin;
use crate::logic::{Constraint, ConstraintSink, Counter, Lit, Origin};
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};

/// The families of the shaded cells.
const FAMILIES: [(&str, &str); 3] = [
    ("visit", "whether the loop visits a cell in the direction of an arrow"),
    ("arrow", "as many cells are shaded in the direction of an arrow as its number says"),
    ("adjacent", "of two adjacent cells without a clue, the loop visits at least one"),
];

impl Yajilin {
    /// Returns the variables of the cells in the direction of arrows.
    fn visits(&self) -> VisitVariables<'_> {
        VisitVariables::of_counted(&self.board, self.counted())
    }

    /// Returns the counters of shaded cells; the variables of the cells begin at `first`.
    fn counters(&self, first: u32) -> Vec<Counter> {
        self.visits().counters(self.counted(), "arrow", false, first)
    }
}

impl CellLoop for Yajilin {
    fn title(&self) -> &'static str {
        "Yajilin"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; zero or two lines at each cell; counters for the arrows",
            source: "the rules of Yajilin (Nikoli); our own clauses; counters: Sinz 2005",
            families: &FAMILIES,
        }
    }

    fn board(&self) -> &CellBoard {
        &self.board
    }

    fn certain_sets(&self) -> &[CertainSet] {
        &self.pairs
    }

    fn check_clues(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.check_shades(solution)
    }

    fn clue_variables(&self, sink: &mut dyn ConstraintSink) {
        self.visits().variables(sink);
        self.counters(0).iter().for_each(|counter| counter.variables(sink));
    }

    fn clue_rules(&self, first: u32, sink: &mut dyn ConstraintSink) {
        let visits = self.visits();
        visits.constraints(first, sink);
        Counter::all(&self.counters(first), first + visits.count() as u32, sink);
        for pair in &self.pairs {
            let lines: Vec<Lit> = pair.links.iter().map(|link| Lit::positive(link.0)).collect();
            sink.constraint(Constraint::Clause(&lines), Origin::new("adjacent", pair.place));
        }
    }

    fn line_counts(&self) -> LineCounts {
        // a number greater than that of the cells is a contradiction, also for the lines
        let count = |(_, cells, number): (_, Vec<usize>, u32)| {
            let others = cells.len().checked_sub(number as usize);
            visited(&self.board, &cells, others.unwrap_or(usize::MAX / 2))
        };
        LineCounts { families: &["visit", "arrow"], counts: self.counted().map(count).collect() }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        for (cell, arrow) in self.clues().placed() {
            sketch.write(cell, arrow.label(), Ink::Clue);
        }
    }

    fn draw_solution(&self, solution: &Solution, sketch: &mut GridSketch) {
        for (index, cell) in self.grid().cells().enumerate() {
            if self.is_shaded(solution, cell) {
                sketch.shaded[index] = Some(Ink::Solution);
            }
        }
    }
}
