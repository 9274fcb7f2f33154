//! Balance Loop: draw one loop through all circles, whose two lines from a white circle are equally long, and those from a black one are not.
//!
//! `balance-loop ROWS COLS`: `w` for a white circle and `b` for a black one, each with its number or none, and `.` for other cells.
//!
//! The constraints of the circles.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `arm` | at least k lines lead straight away from a circle | `Arms`: up to min(number, border) on each side |
//! | `white` | two arms with a line have equal lengths | `Arms::equal` for each pair of arms |
//! | `black` | two arms with a line have different lengths | `Arms::different` for each pair of arms |
//! | `sum` | two arms with a line have the total length of the number | `Arms::sum` for each pair of arms |

use crate::cell_loops::{ARM, Arms, CellBoard, CellLoop, Visit};
use crate::encoding::EncodingInfo;
use crate::grid::Cell;
use crate::kinds::circles::{Circle, NumberedCircle};
use crate::kinds::clues::{CellClues, SeparableClues, clued_kind};
use crate::kinds::codec::{AddressBody, FileDrawing, JankoSpelling, PzprSpelling};
use crate::logic::ConstraintSink;
use crate::puzzle::{BrokenRule, GridSketch, Solution};

/// A Balance Loop puzzle: one loop from cell to orthogonally adjacent cell visits every circle and no cell twice. The two straight
/// lines that lead away from a white circle have equal lengths, those from a black one different lengths, whether the loop turns
/// at the circle or not. A number is their total length: the number of their links.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::balance_loop::BalanceLoop;
///
/// let puzzle = BalanceLoop::from_rows(&["w2 .", ". w"])?;
/// assert!(puzzle.check(&Solution::new(vec![true; 4])).is_ok());
/// let puzzle = BalanceLoop::from_rows(&["b .", ". ."])?;
/// assert_eq!(puzzle.check(&Solution::new(vec![true; 4])).unwrap_err().rule, "black");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BalanceLoop {
    board: CellBoard,
    clues: CellClues<NumberedCircle>,
}

impl SeparableClues for BalanceLoop {
    type Clue = NumberedCircle;

    const VISIT: Visit = Visit::Always;

    /// Checks the rules `white`, `black` and `sum`.
    fn check_clue(
        &self,
        cell: Cell,
        NumberedCircle { circle, number }: NumberedCircle,
        solution: &Solution,
    ) -> Result<(), BrokenRule> {
        let arms = self.board.arm_lengths(solution, cell);
        let lengths: Vec<usize> = arms.into_iter().filter(|&length| length > 0).collect();
        let (are_equal, sum) = (lengths.iter().min() == lengths.iter().max(), lengths.iter().sum());
        let (rule, found) = match (circle, number) {
            (Circle::White, _) if !are_equal => {
                ("white", format!("lines of lengths {lengths:?} at a white circle"))
            }
            (Circle::Black, _) if are_equal => {
                ("black", format!("lines of lengths {lengths:?} at a black circle"))
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
        self.clues.draw(sketch);
    }
}

clued_kind!(
    BalanceLoop,
    NumberedCircle,
    "balance-loop",
    "balance-loop 3 4\nb5 . . .\n. . . w2\n. . . .\n",
    "Draw one loop through all circles. The two straight lines from a white circle have equal lengths, those from a black \
        one different lengths; together they have the length of its number.",
    separable,
    Some(JankoSpelling { letters: &["w", "b"], unknown: "?" }),
    Some(PzprSpelling {
        names: &["balance"],
        body: AddressBody::NumberedLetters,
        drawing: FileDrawing::Lines,
        letter: None,
    })
);
