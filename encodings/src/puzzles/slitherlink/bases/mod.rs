//! The ways to express all rules but "one loop". A base is a file here and a line in [`BASES`].

mod colour;
mod direct;
mod pre_succ;
mod two_line;

use super::Slitherlink;
use crate::connectivity::eager::{About, Board, Drawing, Predicted};
use crate::grid::Grid;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};

/// A base.
pub trait Base: Sync {
    /// What is told of it.
    fn about(&self) -> &'static About;

    /// What its variables draw.
    fn drawing(&self) -> Drawing;

    /// Hands on the rules over the variables of the board.
    fn rules(&self, puzzle: &Slitherlink, board: &Board, sink: &mut dyn ConstraintSink);

    /// Clauses that [`CnfMethod::Direct`](crate::logic::CnfMethod::Direct) makes of each family; the
    /// variables are those of the board.
    fn predicted(&self, puzzle: &Slitherlink) -> Vec<Predicted>;
}

/// All bases.
pub const BASES: &[&dyn Base] =
    &[&direct::Direct, &two_line::TwoLine, &pre_succ::PreSucc, &colour::Colour];

const EDGE: (&str, &str) = ("edge", "whether an edge is drawn");
const NONEMPTY: (&str, &str) = ("nonempty", "there is a line");
const CLUE: (&str, &str) = ("clue", "so many lines around a cell as its clue says");

/// At least one edge (Berschneider 2.1, 2.15).
fn nonempty(board: &Board, sink: &mut dyn ConstraintSink) {
    let edges: Vec<Lit> = board.grid().edges().map(|edge| board.edge(edge)).collect();
    sink.constraint(Constraint::Clause(&edges), Origin::new("nonempty", Place::Whole));
}

/// So many edges as the clue says (Berschneider 2.13, 2.30-2.55; Westreicher 3.15).
fn clues(puzzle: &Slitherlink, board: &Board, sink: &mut dyn ConstraintSink) {
    for (cell, clue) in puzzle.clues() {
        let literals = board.grid().cell_edges(cell).map(|edge| board.edge(edge));
        let exactly = usize::from(clue);
        let constraint =
            Constraint::Cardinality { literals: &literals, at_least: exactly, at_most: exactly };
        sink.constraint(constraint, Origin::new("clue", cell.into()));
    }
}

/// Calls `rule` with the edges at each vertex, and the origin of its degree rule.
fn at_each_vertex(board: &Board, mut rule: impl FnMut(&[Lit], Origin)) {
    let grid = board.grid();
    for vertex in grid.vertices() {
        let edges: Vec<Lit> =
            grid.vertex_edges(vertex).into_iter().map(|edge| board.edge(edge)).collect();
        rule(&edges, Origin::new("degree", vertex.into()));
    }
}

/// The clauses of zero or two: 2, 4 and 8 at a vertex with two, three and four edges.
fn predicted_degree(grid: Grid) -> Predicted {
    let (n, m) = (grid.rows() as u128, grid.cols() as u128);
    let clauses = 2 * 4 + 4 * (2 * (n - 1) + 2 * (m - 1)) + 8 * (n - 1) * (m - 1);
    predicted("degree", clauses)
}

/// The sizes of [`nonempty`] and [`clues`]: 1, and 4, 7, 8, 7, 4 for the clues 0 to 4.
fn predicted_clues(puzzle: &Slitherlink) -> [Predicted; 2] {
    let clauses = puzzle.clues().map(|(_, clue)| [4, 7, 8, 7, 4][usize::from(clue)]).sum();
    [predicted("nonempty", 1), predicted("clue", clauses)]
}

fn predicted(family: &'static str, clauses: u128) -> Predicted {
    Predicted { family, variables: 0, clauses }
}
