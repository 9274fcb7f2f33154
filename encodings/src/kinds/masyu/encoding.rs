//! The constraints of the circles.
//!
//! Let l, r, u, d be the links of a circle to the left, right, up and down, and ll the link beyond l in the same
//! direction. The degree rule makes two of the four lines.
//!
//! | family | constraint | clauses |
//! |---|---|---|
//! | `white` | l ⇔ r and u ⇔ d | 2 for each axis with two links, 1 for an axis with one |
//! | `white-turn` | not all of l, r, ll, rr; with l ⇔ r that is ¬l ∨ ¬ll ∨ ¬rr | 1 for each axis with all four links |
//! | `black` | not both of l, r; one of them; the same for u, d | 2 for each axis with two links, 1 with one |
//! | `black-straight` | l ⇒ ll | 1 for each link |

use crate::cell_loops::{CellBoard, CellLoop, Side};
use crate::encoding::EncodingInfo;
use crate::grid::Cell;
use crate::kinds::clues::CellClue as _;
use crate::kinds::clues::SeparableClues as _;
use crate::kinds::masyu::{Circle, Masyu};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};

/// The families of the circles.
const FAMILIES: [(&str, &str); 4] = [
    ("white", "the loop goes straight at a white circle"),
    ("white-turn", "the loop turns before or after a white circle"),
    ("black", "the loop turns at a black circle"),
    ("black-straight", "the loop goes straight before and after a black circle"),
];

impl Masyu {
    /// Returns the literal of the link from a cell across a side.
    fn link(&self, cell: Cell, side: Side) -> Option<Lit> {
        self.board.link(cell, side).map(|link| Lit::positive(link.0))
    }

    /// Returns the literal of the link beyond that across a side, in the same direction.
    fn beyond(&self, cell: Cell, side: Side) -> Option<Lit> {
        self.link(self.board.neighbour(cell, side)?, side)
    }
}

impl CellLoop for Masyu {
    fn title(&self) -> &'static str {
        "Masyu"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; zero or two lines at each cell; straight or not at circles",
            source: "the rules of Masyu (Nikoli); our own clauses",
            families: &FAMILIES,
        }
    }

    fn board(&self) -> &CellBoard {
        &self.board
    }

    fn check_clues(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.placed().try_for_each(|(cell, circle)| self.check_clue(cell, circle, solution))
    }

    fn clue_rules(&self, _: u32, sink: &mut dyn ConstraintSink) {
        for (cell, circle) in self.placed() {
            let mut add = |family, clause: &[Lit]| {
                sink.constraint(Constraint::Clause(clause), Origin::new(family, cell.into()));
            };
            for axis in Side::AXES {
                let links = axis.map(|side| self.link(cell, side));
                match (circle, links) {
                    (Circle::White, [Some(a), Some(b)]) => {
                        add("white", &[!a, b]);
                        add("white", &[a, !b]);
                        if let [Some(before), Some(after)] =
                            axis.map(|side| self.beyond(cell, side))
                        {
                            add("white-turn", &[!a, !before, !after]);
                        }
                    }
                    (Circle::Black, [Some(a), Some(b)]) => {
                        add("black", &[!a, !b]);
                        add("black", &[a, b]);
                    }
                    (Circle::White, [Some(only), None] | [None, Some(only)]) => {
                        add("white", &[!only])
                    }
                    (Circle::Black, [Some(only), None] | [None, Some(only)]) => {
                        add("black", &[only])
                    }
                    (_, [None, None]) => {}
                }
            }
            for side in Side::ALL.into_iter().filter(|_| circle == Circle::Black) {
                if let Some(link) = self.link(cell, side) {
                    let clause: Vec<Lit> =
                        [!link].into_iter().chain(self.beyond(cell, side)).collect();
                    add("black-straight", &clause);
                }
            }
        }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        for (cell, circle) in self.placed() {
            sketch.write(cell, circle.label(), Ink::Clue);
        }
    }
}
