//! The `colour` encoding: one variable a cell, whether it is inside the loop. A line is where two
//! neighbours differ; outside the grid is outside. A loop is one loop if the inside is connected and
//! every outside cell is connected with the border; that is left to cuts.

use super::Slitherlink;
use crate::connectivity::{CutKind, Lines, LoopEncoding, LoopPuzzle, Separation, separate_colours};
use crate::grid::Cell;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};

/// The `colour` encoding of a puzzle.
///
/// | family | at | constraint | CNF clauses |
/// |---|---|---|---|
/// | `nonempty` | the puzzle | at least one cell is inside | 1 |
/// | `degree` | an inner vertex | no checkerboard of its four cells | 2 |
/// | `clue` | a cell with a clue | inside: so many neighbours are outside; outside: so many are inside | at most 14 |
///
/// For n x m cells there are nm variables.
#[derive(Clone, Copy, Debug)]
pub struct Colour<'a>(pub &'a Slitherlink);

impl LoopEncoding for Colour<'_> {
    fn puzzle(&self) -> &dyn LoopPuzzle {
        self.0
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        let grid = self.0.grid();
        let cells: Vec<Lit> = grid
            .cells()
            .map(|Cell { row, col }| {
                sink.variable(format_args!("in_{}_{}", row + 1, col + 1)).pos_lit()
            })
            .collect();
        let inside = |row, col| cells[grid.cell_index(Cell { row, col })];

        let origin = Origin { family: "nonempty", place: Place::Whole };
        sink.constraint(Constraint::Clause(&cells), origin);
        for row in 1..grid.rows() {
            for col in 1..grid.cols() {
                let (a, b) = (inside(row - 1, col - 1), inside(row - 1, col));
                let (c, d) = (inside(row, col - 1), inside(row, col));
                let origin = Origin { family: "degree", place: Place::Vertex { row, col } };
                sink.constraint(Constraint::Clause(&[!a, b, c, !d]), origin);
                sink.constraint(Constraint::Clause(&[a, !b, !c, d]), origin);
            }
        }
        for (cell, clue) in self.0.clues() {
            let place = Place::Cell { row: cell.row, col: cell.col };
            let origin = Origin { family: "clue", place };
            let neighbours: Vec<Lit> =
                grid.neighbours(cell).map(|Cell { row, col }| inside(row, col)).collect();
            let here = inside(cell.row, cell.col);
            // neighbours beyond the border are outside: lines of an inside cell for certain
            let beyond = 4 - neighbours.len();
            let clue = usize::from(clue);
            let outside: Vec<Lit> = neighbours.iter().map(|&neighbour| !neighbour).collect();
            exactly(sink, here, &outside, clue.checked_sub(beyond), origin);
            exactly(sink, !here, &neighbours, Some(clue), origin);
        }
    }

    fn lines(&self, model: &[bool]) -> Lines {
        let mut inside = model.to_vec();
        inside.resize(self.0.grid().cell_count(), false);
        Lines::around(self.0.grid(), &inside)
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Separator]
    }

    fn separate(&self, model: &[bool], _: CutKind) -> Separation {
        separate_colours(self.0.grid(), model)
    }
}

/// If `when`, exactly so many of the literals; `None`, or more than there are, is impossible.
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
