//! Shingoki: draw one loop through all circles, straight at white ones and turning at black ones, with lines as long as their numbers.
//!
//! `shingoki ROWS COLS`: `w` for a white circle and `b` for a black one, each with its number or none, and `.` for other cells.
//!
//! The constraints of the circles.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `white` | both links of an axis, or none | 1 clause for each link of the circle |
//! | `black` | one link of each axis | 1 clause for each link of the circle |
//! | `arm` | at least k lines lead straight away from a circle | `Arms`: up to min(number, border) on each side |
//! | `sum` | the two arms of a straight line, or of a turn, have the total length of the number | `Arms::sum` for the two or four pairs of arms |

use crate::cell_loops::{ARM, Arms, CellBoard, CellLoop, Visit};
use crate::encoding::EncodingInfo;
use crate::grid::Cell;
use crate::kinds::circles::{Circle, NumberedCircle};
use crate::kinds::clues::{CellClues, SeparableClues, clued_kind};
use crate::kinds::codec::JankoSpelling;
use crate::logic::ConstraintSink;
use crate::puzzle::{BrokenRule, GridSketch, Solution};

/// A Shingoki puzzle (also Traffic Lights, or Semaphores): one loop from cell to orthogonally adjacent cell visits every circle and
/// no cell twice. It goes straight at a white circle and turns at a black one. A number is the total length of the two straight
/// lines that lead away from the circle: the number of their links.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::shingoki::Shingoki;
///
/// let puzzle = Shingoki::from_rows(&["b2 .", ". b"])?;
/// assert!(puzzle.check(&Solution::new(vec![true; 4])).is_ok());
/// let puzzle = Shingoki::from_rows(&["w2 .", ". ."])?;
/// assert_eq!(puzzle.check(&Solution::new(vec![true; 4])).unwrap_err().rule, "white");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shingoki {
    board: CellBoard,
    clues: CellClues<NumberedCircle>,
}

impl SeparableClues for Shingoki {
    type Clue = NumberedCircle;

    const VISIT: Visit = Visit::Always;

    /// Checks the rules `white`, `black` and `sum`.
    fn check_clue(
        &self,
        cell: Cell,
        NumberedCircle { circle, number }: NumberedCircle,
        solution: &Solution,
    ) -> Result<(), BrokenRule> {
        let arms @ [up, down, ..] = self.board.arm_lengths(solution, cell);
        let is_straight = (up > 0) == (down > 0);
        let sum: usize = arms.iter().sum();
        let (rule, found) = match (circle, number) {
            (Circle::White, _) if !is_straight => {
                ("white", "the loop turns at a white circle".to_owned())
            }
            (Circle::Black, _) if is_straight => {
                ("black", "the loop goes straight at a black circle".to_owned())
            }
            (_, Some(number)) if number as usize != sum => {
                ("sum", format!("lines with a total length of {sum} at the number {number}"))
            }
            _ => return Ok(()),
        };
        Err(BrokenRule::new(rule, cell, found))
    }
}

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
        self.clues.draw(sketch);
    }
}

clued_kind!(
    Shingoki,
    NumberedCircle,
    "shingoki",
    "shingoki 3 4\nb5 . . .\n. . . w2\n. . . .\n",
    "Draw one loop through all circles. It goes straight at a white circle and turns at a black one. The two straight \
        lines from a circle have together the length of its number.",
    separable,
    Some(JankoSpelling { letters: &["w", "b"], unknown: "?" }),
    None
);
