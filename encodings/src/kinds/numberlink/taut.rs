//! The part `taut`: no path goes around a vertex through which it would be at most as long.

use crate::grid::Cell;
use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::labels::PathLabels;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::rules::one_path::counted::Counted;

/// Taut paths. If vertices may remain unvisited, a path that visits two neighbors P and Q of an unvisited vertex V can
/// go through V instead. The new path is shorter, unless P and Q have a common neighbor D on the path; then it has the
/// same length:
///
/// ```text
///   P - D                P   D
///       |      →         |              through D or through V: same length, so the smaller number is taken
///   V   Q                V - Q
/// ```
///
/// This part excludes the longer path, and of two paths of equal length the path whose D has the greater number. So
/// every solution turns into a solution that this part admits: each step leaves fewer edges, or as many edges and a
/// smaller sum of the numbers of visited vertices.
///
/// A variable `u_V` for each non-terminal vertex is true if a path visits the vertex.
pub(super) struct Taut {
    first: u32,
    /// The non-terminal vertices, in order.
    free: Vec<usize>,
}

impl Taut {
    pub const FAMILIES: [(&'static str, &'static str); 2] = [
        ("visited", "whether a path visits a vertex, by its label and by its lines"),
        ("taut", "no path goes around an unvisited vertex through which it would be as short"),
    ];

    pub fn new(base: &NumberlinkBase, first: u32) -> Self {
        let is_free = |&vertex: &usize| base.puzzle.terminal(vertex).is_none();
        Self { first, free: (0..base.graph().vertex_count()).filter(is_free).collect() }
    }

    pub fn variables(&self, base: &NumberlinkBase, sink: &mut dyn ConstraintSink) {
        for &vertex in &self.free {
            let name = base.graph().vertex_name(vertex);
            sink.variable("visited", format_args!("u_{name}"));
        }
    }

    pub fn constraints(
        &self,
        base: &NumberlinkBase,
        labels: &PathLabels,
        sink: &mut dyn ConstraintSink,
    ) {
        let graph = base.graph();
        let pairs = base.puzzle.pairs().len();
        let mut clause = Vec::new();
        for (number, &vertex) in self.free.iter().enumerate() {
            let visited = Lit::positive(self.first + number as u32);
            let place = graph.vertex_place(vertex);
            let mut state = |clause: &[Lit]| {
                sink.constraint(Constraint::Clause(clause), Origin::new("visited", place));
            };
            let own: Vec<Lit> = (0..pairs).filter_map(|k| labels.literal(vertex, k)).collect();
            for implies in own.iter().copied().chain(base.edges_at(vertex)) {
                state(&[!implies, visited]);
            }
            for implied in [&own, &base.edges_at(vertex).collect()] {
                clause.clear();
                clause.push(!visited);
                clause.extend(implied);
                state(&clause);
            }
            // the number of clauses grows with the square of the degree
            if graph.incident(vertex).len() > Counted::DIRECT {
                continue;
            }
            let around: Vec<usize> = graph.neighbours(vertex).collect();
            for (place_of_one, &one) in around.iter().enumerate() {
                for &other in &around[place_of_one + 1..] {
                    // if they are on the same path, they are joined
                    if graph.edge_between(one, other).is_some() {
                        continue;
                    }
                    let origin = Origin::new("taut", place);
                    let between: Vec<usize> = graph
                        .neighbours(one)
                        .filter(|&d| d != vertex && base.puzzle.terminal(d).is_none())
                        .filter(|&d| graph.edge_between(d, other).is_some())
                        .collect();
                    for &d in between.iter().filter(|&&d| d > vertex) {
                        clause.clear();
                        let edges = [one, other].map(|end| graph.edge_between(d, end));
                        clause.extend(edges.into_iter().flatten().map(|edge| !base.edge(edge)));
                        clause.extend(&own);
                        sink.constraint(Constraint::Clause(&clause), origin);
                    }
                    for pair in 0..pairs {
                        clause.clear();
                        clause.push(visited);
                        if !labels.negations(base, &[one, other], pair, &mut clause) {
                            continue;
                        }
                        let smaller = between.iter().filter(|&&d| d < vertex);
                        clause.extend(smaller.filter_map(|&d| labels.literal(d, pair)));
                        sink.constraint(Constraint::Clause(&clause), origin);
                    }
                }
            }
        }
        self.rows(base, labels, sink);
    }

    /// Adds the clauses about two or three unvisited cells in a row of a grid, between two cells of one
    /// path: every other path between these two cells is longer.
    fn rows(&self, base: &NumberlinkBase, labels: &PathLabels, sink: &mut dyn ConstraintSink) {
        let Some(grid) = base.puzzle.grid() else { return };
        let mut clause = Vec::new();
        for (cell, (down, right)) in grid.cells().flat_map(|cell| [(cell, (0, 1)), (cell, (1, 0))])
        {
            let row: Vec<usize> = (0..5)
                .map(|step| Cell { row: cell.row + down * step, col: cell.col + right * step })
                .take_while(|cell| cell.row < grid.rows() && cell.col < grid.cols())
                .map(|cell| grid.cell_index(cell))
                .collect();
            for length in 4..=row.len() {
                let (ends, inner) = ([row[0], row[length - 1]], &row[1..length - 1]);
                let visited: Option<Vec<Lit>> =
                    inner.iter().map(|&vertex| self.visited(vertex)).collect();
                let Some(visited) = visited else { continue };
                for pair in 0..base.puzzle.pairs().len() {
                    clause.clear();
                    clause.extend(&visited);
                    if labels.negations(base, &ends, pair, &mut clause) {
                        let origin = Origin::new("taut", base.graph().vertex_place(inner[0]));
                        sink.constraint(Constraint::Clause(&clause), origin);
                    }
                }
            }
        }
    }

    fn visited(&self, vertex: usize) -> Option<Lit> {
        let number = self.free.binary_search(&vertex).ok()?;
        Some(Lit::positive(self.first + number as u32))
    }
}
