//! The constraints of the circles.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `white` | both links of an axis, or none | 1 clause for each link of the circle |
//! | `black` | one link of each axis | 1 clause for each link of the circle |
//! | `arm` | at least k lines lead straight away from a circle | [`Arms`]: up to min(number, border) on each side |
//! | `sum` | the two arms of a straight line, or of a turn, have the total length of the number | [`Arms::sum`] for the two or four pairs of arms |

use crate::cell_loops::{ARM, Arms, CellBoard, CellLoop};
use crate::encoding::EncodingInfo;
use crate::kinds::circles::{Circle, NumberedCircle};
use crate::kinds::clues::CellClue as _;
use crate::kinds::clues::SeparableClues as _;
use crate::kinds::shingoki::Shingoki;
use crate::logic::ConstraintSink;
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};

/// The families of the circles.
const FAMILIES: [(&str, &str); 4] = [
    ARM,
    ("white", "the loop goes straight at a white circle"),
    ("black", "the loop turns at a black circle"),
    ("sum", "the lines from a circle have together the length of its number"),
];

impl Shingoki {
    /// Returns the arms at each circle, with the circle. Without a number no length matters but that of the first links.
    fn arms(&self) -> impl Iterator<Item = (Arms, NumberedCircle)> {
        self.clues().placed().map(|(cell, clue)| {
            let limit = clue.number.map_or(1, |number| (number as usize).max(1));
            (Arms::new(&self.board, cell, limit), clue)
        })
    }
}

impl CellLoop for Shingoki {
    fn title(&self) -> &'static str {
        "Shingoki"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; zero or two lines at each cell; unary lengths of the lines at circles",
            source: "the rules of Shingoki (Nikoli); our own clauses",
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
            let pairs: &[_] = match circle {
                Circle::White => {
                    arms.goes_straight("white", sink);
                    &Arms::STRAIGHT
                }
                Circle::Black => {
                    arms.turns("black", sink);
                    &Arms::TURNS
                }
            };
            for (&pair, n) in pairs.iter().zip(std::iter::repeat_n(number, 4).flatten()) {
                if arms.has(pair) {
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
