//! The constraints of the lengths.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `arm` | at least k lines lead straight away from a circle | [`Arms`]: up to min(number + 1, border) on each side, in a turn without a number up to the border |
//! | `length` | the lines to both sides of an axis have a total length of 0 or the number | [`Arms::straight`] for both axes |
//! | `length` | without a number: the arms of a turn have equal lengths | [`Arms::equal`] for the four turns |

use crate::cell_loops::{ARM, Arms, CellBoard, CellLoop};
use crate::encoding::EncodingInfo;
use crate::kinds::clues::SeparableClues as _;
use crate::kinds::geradeweg::{Geradeweg, LineLength};
use crate::logic::ConstraintSink;
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};

/// The family of the lengths.
const LENGTH: &str = "length";

/// The families of the clues.
const FAMILIES: [(&str, &str); 2] =
    [ARM, (LENGTH, "a straight line at a circle is as long as its number")];

impl Geradeweg {
    /// Returns the arms at each circle, with its number.
    fn arms(&self) -> impl Iterator<Item = (Arms, Option<usize>)> {
        self.clues().placed().map(|(cell, LineLength(number))| {
            let number = number.map(|number| number as usize);
            let limit = number.map_or(usize::MAX, |number| number + 1);
            (Arms::new(&self.board, cell, limit), number)
        })
    }
}

impl CellLoop for Geradeweg {
    fn title(&self) -> &'static str {
        "Geradeweg"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; zero or two lines at each cell; unary lengths of the lines at circles",
            source: "the rules of Geradeweg (O. Janko); our own clauses",
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
        for (arms, number) in self.arms() {
            arms.definitions(first, sink);
            match number {
                Some(n) => {
                    for pair in Arms::STRAIGHT {
                        arms.straight(pair, n, LENGTH, first, sink);
                    }
                }
                None => {
                    let turns = Arms::TURNS.into_iter().filter(|&pair| arms.has(pair));
                    turns.for_each(|pair| arms.equal(pair, LENGTH, first, sink));
                }
            }
            first += arms.variable_count() as u32;
        }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        for (cell, LineLength(number)) in self.clues().placed() {
            let label = number.map_or_else(|| "?".to_owned(), |number| number.to_string());
            sketch.write(cell, label, Ink::Clue);
        }
    }
}
