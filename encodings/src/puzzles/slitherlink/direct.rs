//! The `direct` encoding of Slitherlynx (several loops allowed): Berschneider 2.1-2.13 as rows and
//! 2.15-2.55 as clauses, from one set of constraints. The one-loop rule is left to cuts.

use super::Slitherlink;
use crate::connectivity::{CutKind, Lines, LoopEncoding, LoopPuzzle, Separation, separate_loops};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};

/// The `direct` encoding of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Direct<'a>(pub &'a Slitherlink);

impl LoopEncoding for Direct<'_> {
    fn puzzle(&self) -> &dyn LoopPuzzle {
        self.0
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        self.0.encode(sink);
    }

    fn lines(&self, model: &[bool]) -> Lines {
        Lines::from_assignment(self.0.grid(), model)
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Loop, CutKind::Leave]
    }

    fn separate(&self, model: &[bool], kind: CutKind) -> Separation {
        separate_loops(self.0, &self.lines(model), kind)
    }
}

impl Slitherlink {
    /// Hands on one variable an edge, in order of the edges, and the constraints:
    ///
    /// | family | at | constraint | CNF clauses |
    /// |---|---|---|---|
    /// | `nonempty` | the puzzle | at least one edge (2.1, 2.15) | 1 |
    /// | `degree` | a vertex of degree d | zero or two (2.2-2.12, 2.16-2.29) | 2, 4 or 8 for d = 2, 3, 4 |
    /// | `clue` | a cell with a clue | exactly that many (2.13, 2.30-2.55) | 4, 7, 8, 7, 4 for 0 to 4 |
    ///
    /// For n x m cells with z_i clues i: 8nm + 4·z0 + 7·z1 + 8·z2 + 7·z3 + 4·z4 + 1 clauses.
    pub fn encode(&self, sink: &mut dyn ConstraintSink) {
        let grid = self.grid();
        let edges: Vec<Lit> = grid
            .edges()
            .map(|edge| sink.variable(format_args!("{}", grid.edge_name(edge))).pos_lit())
            .collect();
        let origin = |family, place| Origin { family, place };

        sink.constraint(Constraint::Clause(&edges), origin("nonempty", Place::Whole));
        for vertex in grid.vertices() {
            let literals: Vec<Lit> =
                grid.vertex_edges(vertex).into_iter().map(|edge| edges[edge.index()]).collect();
            let place = Place::Vertex { row: vertex.row, col: vertex.col };
            sink.constraint(Constraint::ZeroOrTwo(&literals), origin("degree", place));
        }
        for (cell, clue) in self.clues() {
            let literals = grid.cell_edges(cell).map(|edge| edges[edge.index()]);
            let exactly = usize::from(clue);
            let constraint = Constraint::Cardinality {
                literals: &literals,
                at_least: exactly,
                at_most: exactly,
            };
            let place = Place::Cell { row: cell.row, col: cell.col };
            sink.constraint(constraint, origin("clue", place));
        }
    }
}
