//! The base `colour`: one variable per cell, true if the cell is inside the loop.
//!
//! A line lies where two neighbors differ; everything beyond the border is outside. The lines form one loop if the
//! inside is connected and every outside cell is connected to the border. Cuts or an eager part enforce that.

use crate::encoding::EncodingInfo;
use crate::grid::Cell;
use crate::kinds::slitherlink::Slitherlink;
use crate::kinds::slitherlink::bases::{CLUE, NONEMPTY, SlitherlinkBase};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};
use crate::rules::one_loop::eager::{Drawing, DrawingVariables};

/// The base encoding with one variable per cell and these constraints:
///
/// | family | at | constraint | CNF clauses |
/// |---|---|---|---|
/// | `nonempty` | the puzzle | at least one cell is inside | 1 |
/// | `degree` | an inner vertex | no checkerboard of its four cells | 2 |
/// | `clue` | a cell with clue v | if inside, v neighbors outside; if outside, v inside | at most 16 |
///
/// A grid of n x m cells has nm variables.
pub(super) const COLOUR: SlitherlinkBase = SlitherlinkBase {
    info: EncodingInfo {
        name: "colour",
        meaning: "a variable for each cell, inside or outside; lines separate the two",
        source: "the fill variables of Westreicher 2011, section 4.1, in place of the lines",
        families: &[
            ("inside", "whether a cell is inside"),
            NONEMPTY,
            ("degree", "the four cells around a vertex do not form a checkerboard"),
            CLUE,
        ],
    },
    drawing: Drawing::Cells,
    rules,
};

fn rules(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    let grid = board.grid();
    let inside = |row, col| board.inside(Cell { row, col });
    let cells: Vec<Lit> = grid.cells().map(|cell| board.inside(cell)).collect();
    let origin = Origin::new("nonempty", Place::Whole);
    sink.constraint(Constraint::Clause(&cells), origin);
    for row in 1..grid.rows() {
        for col in 1..grid.cols() {
            let (a, b) = (inside(row - 1, col - 1), inside(row - 1, col));
            let (c, d) = (inside(row, col - 1), inside(row, col));
            let origin = Origin::new("degree", Place::Vertex { row, col });
            sink.constraint(Constraint::Clause(&[!a, b, c, !d]), origin);
            sink.constraint(Constraint::Clause(&[a, !b, !c, d]), origin);
        }
    }
    for (cell, clue) in puzzle.clues() {
        let origin = Origin::new("clue", cell.into());
        let neighbours: Vec<Lit> =
            grid.neighbours(cell).map(|Cell { row, col }| inside(row, col)).collect();
        let here = inside(cell.row, cell.col);
        // neighbors beyond the border are outside, so an inside cell has a line to each of them
        let beyond = 4 - neighbours.len();
        let clue = usize::from(clue);
        let outside: Vec<Lit> = neighbours.iter().map(|&neighbour| !neighbour).collect();
        exactly(sink, here, &outside, clue.checked_sub(beyond), origin);
        exactly(sink, !here, &neighbours, Some(clue), origin);
    }
}

/// Adds the constraint *if `when`, exactly `count` of the literals are true*. A `count` of `None`, or a count above the
/// number of literals, is impossible and forbids `when`.
fn exactly(
    sink: &mut dyn ConstraintSink,
    when: Lit,
    literals: &[Lit],
    count: Option<usize>,
    origin: Origin,
) {
    match count {
        Some(count) if count <= literals.len() => {
            let (at_least, at_most) = (count, count);
            let constraint = Constraint::Conditional { when, literals, at_least, at_most };
            sink.constraint(constraint, origin);
        }
        _ => sink.constraint(Constraint::Clause(&[!when]), origin),
    }
}
