//! The constraints of the circles.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `arm` | at least k lines lead straight away from a circle | [`Arms`]: up to min(number, border) on each side |
//! | `white` | two arms with a line have equal lengths | [`Arms::equal`] for each pair of arms |
//! | `black` | two arms with a line have different lengths | [`Arms::different`] for each pair of arms |
//! | `sum` | two arms with a line have the total length of the number | [`Arms::sum`] for each pair of arms |

use crate::cell_loops::{ARM, Arms, CellBoard, CellLoop};
use crate::encoding::EncodingInfo;
use crate::kinds::balance_loop::BalanceLoop;
use crate::kinds::circles::{Circle, NumberedCircle};
use crate::kinds::clues::CellClue as _;
use crate::kinds::clues::SeparableClues as _;
use crate::logic::ConstraintSink;
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};

/// The families of the circles.
const FAMILIES: [(&str, &str); 4] = [
    ARM,
    ("white", "the lines from a white circle have equal lengths"),
    ("black", "the lines from a black circle have different lengths"),
    ("sum", "the lines from a circle have together the length of its number"),
];

impl BalanceLoop {
    /// Returns the arms at each circle, with the circle. Without a number all lengths matter.
    fn arms(&self) -> impl Iterator<Item = (Arms, NumberedCircle)> {
        self.clues().placed().map(|(cell, clue)| {
            let limit = clue.number.map_or(usize::MAX, |number| (number as usize).max(1));
            (Arms::new(&self.board, cell, limit), clue)
        })
    }
}

impl CellLoop for BalanceLoop {
    fn title(&self) -> &'static str {
        "Balance Loop"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; zero or two lines at each cell; unary lengths of the lines at circles",
            source: "the rules of Balance Loop (P. Ahuja); our own clauses",
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
        self.arms().for_each(|(arms, _)| arms.variables(sink));
    }

    fn clue_rules(&self, mut first: u32, sink: &mut dyn ConstraintSink) {
        for (arms, NumberedCircle { circle, number }) in self.arms() {
            arms.definitions(first, sink);
            for pair in Arms::STRAIGHT.into_iter().chain(Arms::TURNS).filter(|&pair| arms.has(pair))
            {
                match circle {
                    Circle::White => arms.equal(pair, "white", first, sink),
                    Circle::Black => arms.different(pair, "black", first, sink),
                }
                if let Some(n) = number {
                    arms.sum(pair, n as usize, "sum", first, sink);
                }
            }
            first += arms.variable_count() as u32;
        }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        for (cell, clue) in self.clues().placed() {
            sketch.write(cell, clue.label(), Ink::Clue);
        }
    }
}
