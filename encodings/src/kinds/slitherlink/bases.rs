//! Base encodings: all rules except *one loop*. A base is one constant here and one entry in [`BASES`].
//!
//! - `edge` has one variable per edge. One set of constraints is lowered to rows (Berschneider 2.1-2.13) or to clauses
//!   (2.15-2.55).
//! - `two-line` has at each vertex the formula *none or exactly two* (*TwoLine* of Westreicher 3.17).
//! - In `pre-succ`, each drawn edge has one predecessor and one successor (*PreSucc* of Westreicher 3.16).
//! - `colour` has one variable per cell, true if the cell is inside the loop. A line lies where two neighbors differ;
//!   everything beyond the border is outside. The lines form one loop if the inside is connected and every outside cell
//!   is connected to the border. Cuts or an eager part enforce that.

use crate::encoding::EncodingInfo;
use crate::grid::{Cell, Edge, Graph};
use crate::kinds::slitherlink::Slitherlink;
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin, Place};
use crate::rules::one_loop::eager::{Drawing, DrawingVariables};

/// A base encoding.
pub struct SlitherlinkBase {
    /// The name, meaning, source and rule families.
    pub info: EncodingInfo,
    /// The drawing whose variables the base uses.
    pub drawing: Drawing,
    /// Adds the rules over the variables of a drawing to a sink.
    pub rules: fn(&Slitherlink, &DrawingVariables, &mut dyn ConstraintSink),
}

/// All base encodings.
pub const BASES: &[SlitherlinkBase] = &[EDGE_BASE, TWO_LINE, PRE_SUCC, COLOUR];

const EDGE: (&str, &str) = ("edge", "whether an edge is drawn");
const NONEMPTY: (&str, &str) = ("nonempty", "at least one line is drawn");
const CLUE: (&str, &str) = ("clue", "the number of lines around a cell equals its clue");

/// Adds the rule *at least one edge* (Berschneider 2.1, 2.15).
fn nonempty(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    let edges: Vec<Lit> = puzzle.graph().edges().map(|edge| board.edge(edge)).collect();
    sink.add_clause(&edges, Origin::new("nonempty", Place::Whole));
}

/// Adds the rule *exactly as many edges around a clue as it states* (Berschneider 2.13, 2.30-2.55; Westreicher 3.15).
fn clues(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    for clue in puzzle.edge_clues() {
        let literals: Vec<Lit> = clue.edges.iter().map(|&edge| board.edge(edge)).collect();
        let (at_least, at_most) = (clue.count, clue.count);
        let constraint = Constraint::Cardinality { literals: &literals, at_least, at_most };
        sink.constraint(constraint, Origin::new("clue", clue.place));
    }
}

/// Calls `rule` with the edges at each vertex and the origin of its degree rule.
fn at_each_vertex(
    puzzle: &Slitherlink,
    board: &DrawingVariables,
    mut rule: impl FnMut(&[Lit], Origin),
) {
    let graph = puzzle.graph();
    for vertex in 0..graph.vertex_count() {
        let edges: Vec<Lit> = graph.incident(vertex).iter().map(|&edge| board.edge(edge)).collect();
        rule(&edges, Origin::new("degree", graph.vertex_place(vertex)));
    }
}

/// The base encoding with one variable per edge and these constraints:
///
/// | family | at | constraint | CNF clauses |
/// |---|---|---|---|
/// | `nonempty` | the puzzle | at least one edge (2.1, 2.15) | 1 |
/// | `degree` | a vertex of degree d | zero or two (2.2-2.12, 2.16-2.29) | 2, 4 or 8 for d = 2, 3, 4 |
/// | `clue` | a cell with clue v | exactly v edges (2.13, 2.30-2.55) | 4, 7, 8, 7, 4 for v = 0 to 4 |
///
/// A grid of n x m cells with z_v clues of value v has 8nm + 4·z0 + 7·z1 + 8·z2 + 7·z3 + 4·z4 + 1 clauses.
pub(super) const EDGE_BASE: SlitherlinkBase = SlitherlinkBase {
    info: EncodingInfo {
        name: "edge",
        meaning: "a variable for each edge; zero or two edges at each vertex",
        source: "Berschneider 2024, equations 2.1-2.13 and 2.15-2.55",
        families: &[EDGE, NONEMPTY, ("degree", "none or two lines meet at a vertex"), CLUE],
    },
    drawing: Drawing::Edges,
    rules: edge_rules,
};

fn edge_rules(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    nonempty(puzzle, board, sink);
    at_each_vertex(puzzle, board, |edges, origin| {
        sink.constraint(Constraint::ZeroOrTwo(edges), origin);
    });
    clues(puzzle, board, sink);
}

/// One variable per edge, the clues of 3.15, and at each vertex the formula None(c) ∨ ExactlyTwo(c) over its edges c
/// (3.17). The paper has no `nonempty`; without it, the empty drawing would solve a puzzle of zeros.
///
/// Distribution turns 3.17 into exactly the clauses of Berschneider 2.16-2.29; the other CNF methods show what the
/// formula costs without distribution.
pub(super) const TWO_LINE: SlitherlinkBase = SlitherlinkBase {
    info: EncodingInfo {
        name: "two-line",
        meaning: "a variable for each edge; at each vertex a formula: none or exactly two",
        source: "Westreicher 2011, equations 3.15 and 3.17",
        families: &[EDGE, NONEMPTY, ("degree", "none or two lines meet at a vertex"), CLUE],
    },
    drawing: Drawing::Edges,
    rules: two_line_rules,
};

fn two_line_rules(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    nonempty(puzzle, board, sink);
    at_each_vertex(puzzle, board, |edges, origin| {
        let formula = Formula::Or(vec![Formula::none(edges), Formula::exactly_two(edges)]);
        sink.constraint(Constraint::Formula(&formula), origin);
    });
    clues(puzzle, board, sink);
}

/// One variable per edge, the clues of 3.15, and *a drawn edge has exactly one predecessor and exactly one successor*
/// (3.16). The predecessor is one of the other edges at the edge's first end, the successor one of the other edges at
/// its second end (3.4-3.7, 3.5 with its condition corrected to k < n). The paper has no `nonempty`; without it, the empty drawing would solve a puzzle of zeros.
pub(super) const PRE_SUCC: SlitherlinkBase = SlitherlinkBase {
    info: EncodingInfo {
        name: "pre-succ",
        meaning: "a variable for each edge; a drawn edge has one predecessor and one successor",
        source: "Westreicher 2011, equations 3.15 and 3.16",
        families: &[
            EDGE,
            NONEMPTY,
            ("predecessor", "a line continues at its left or upper end in exactly one way"),
            ("successor", "a line continues at its right or lower end in exactly one way"),
            CLUE,
        ],
    },
    drawing: Drawing::Edges,
    rules: pre_succ_rules,
};

/// Returns the other edges at one end of an edge.
fn others(graph: &Graph, edge: Edge, end: usize) -> impl Iterator<Item = Edge> {
    let vertex = graph.ends(edge)[end];
    graph.incident(vertex).iter().copied().filter(move |&other| other != edge)
}

fn pre_succ_rules(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    nonempty(puzzle, board, sink);
    let graph = puzzle.graph();
    for edge in graph.edges() {
        for (end, family) in ["predecessor", "successor"].into_iter().enumerate() {
            let literals: Vec<Lit> =
                others(graph, edge, end).map(|other| board.edge(other)).collect();
            let constraint = Constraint::Conditional {
                when: board.edge(edge),
                literals: &literals,
                at_least: 1,
                at_most: 1,
            };
            sink.constraint(constraint, Origin::new(family, graph.edge_place(edge)));
        }
    }
    clues(puzzle, board, sink);
}

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
    rules: colour_rules,
};

fn colour_rules(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    let grid = board.grid();
    let inside = |row, col| board.inside(Cell { row, col });
    let cells: Vec<Lit> = grid.cells().map(|cell| board.inside(cell)).collect();
    let origin = Origin::new("nonempty", Place::Whole);
    sink.add_clause(&cells, origin);
    for row in 1..grid.rows() {
        for col in 1..grid.cols() {
            let (a, b) = (inside(row - 1, col - 1), inside(row - 1, col));
            let (c, d) = (inside(row, col - 1), inside(row, col));
            let origin = Origin::new("degree", Place::Vertex { row, col });
            sink.add_clause(&[!a, b, c, !d], origin);
            sink.add_clause(&[a, !b, !c, d], origin);
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
        _ => sink.add_clause(&[!when], origin),
    }
}
