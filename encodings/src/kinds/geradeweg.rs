//! Geradeweg: draw one loop through all numbers, whose straight lines through a number are as long as it.
//!
//! `geradeweg ROWS COLS`: the lengths, `?` for a circle without a number, and `.` for other cells.
//!
//! The constraints of the lengths.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `arm` | at least k lines lead straight away from a circle | `Arms`: up to min(number + 1, border) on each side, in a turn without a number up to the border |
//! | `length` | the lines to both sides of an axis have a total length of 0 or the number | `Arms::straight` for both axes |
//! | `length` | without a number: the arms of a turn have equal lengths | `Arms::equal` for the four turns |

use crate::cell_loops::{ARM, Arms, CellBoard, CellLoop, Visit};
use crate::encoding::EncodingInfo;
use crate::grid::Cell;
use crate::kinds::clues::{CellClue, CellClues, SeparableClues, clued_kind};
use crate::kinds::codec::{
    AddressBody, ClueAlphabet, ClueSymbol, FileDrawing, JankoSpelling, PzprSpelling,
};
use crate::logic::ConstraintSink;
use crate::puzzle::{BrokenRule, GridSketch, Solution};

/// The length of the straight lines through a cell; `None` if only known to be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineLength(pub Option<u32>);

impl CellClue for LineLength {
    const ALPHABET: ClueAlphabet = ClueAlphabet {
        numbers: Some((1, u32::MAX)),
        has_unknown: true,
        help: "write a length as a number, a circle without one as '?', any other cell as '.'",
        ..ClueAlphabet::NONE
    };

    fn of_symbol(symbol: ClueSymbol) -> Option<Self> {
        match symbol {
            ClueSymbol::Number(number) => Some(Self(Some(number))),
            ClueSymbol::Unknown => Some(Self(None)),
            _ => None,
        }
    }

    fn symbol(self) -> ClueSymbol {
        self.0.map_or(ClueSymbol::Unknown, ClueSymbol::Number)
    }
}

/// A Geradeweg puzzle: one loop from cell to orthogonally adjacent cell visits every circle and no cell twice. Each straight line
/// of the loop that passes or ends at a circle has the length that the number in it says: the number of links, one less than
/// that of cells. Where the loop turns at a circle, that holds for both lines; at a circle without a number they are equal.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::geradeweg::Geradeweg;
///
/// let puzzle = Geradeweg::from_rows(&["1.", ".?"])?;
/// assert!(puzzle.check(&Solution::new(vec![true; 4])).is_ok());
/// let puzzle = Geradeweg::from_rows(&["2..", "..."])?;
/// // right_1_1 right_1_2 right_2_1 right_2_2 down_1_1 down_1_3: the line to the right has length 2, that down 1
/// let around = Solution::new(vec![true, true, true, true, true, false, true]);
/// assert_eq!(puzzle.check(&around).unwrap_err().rule, "length");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Geradeweg {
    board: CellBoard,
    clues: CellClues<LineLength>,
}

impl SeparableClues for Geradeweg {
    type Clue = LineLength;

    const VISIT: Visit = Visit::Always;

    /// Checks the rule `length`.
    fn check_clue(
        &self,
        cell: Cell,
        LineLength(number): LineLength,
        solution: &Solution,
    ) -> Result<(), BrokenRule> {
        let [up, down, left, right] = self.board.arm_lengths(solution, cell);
        let (upright, level) = (up + down, left + right);
        let found = match number {
            Some(number) => [upright, level]
                .into_iter()
                .find(|&length| length > 0 && length != number as usize)
                .map(|length| format!("a line of length {length} at the number {number}")),
            None if upright > 0 && level > 0 && upright != level => {
                Some(format!("lines of lengths {upright} and {level} at one circle"))
            }
            None => None,
        };
        match found {
            Some(found) => Err(BrokenRule::new("length", cell, found)),
            None => Ok(()),
        }
    }
}

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
        self.clues.draw(sketch);
    }
}

clued_kind!(
    Geradeweg,
    LineLength,
    "geradeweg",
    "geradeweg 3 4\n..3.\n2...\n....\n",
    "Draw one loop through all circles. Each straight line that passes or ends at a circle is as long as \
        its number; `?` asks for equal lengths.",
    separable,
    Some(JankoSpelling { letters: &[], unknown: "0" }),
    Some(PzprSpelling {
        names: &["geradeweg"],
        body: AddressBody::Numbers,
        drawing: FileDrawing::Lines,
        letter: None,
    })
);
