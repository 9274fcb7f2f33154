//! Paths without detours: the part `induced`, in which no path has a chord, and the part `taut`, in which no path goes
//! around a vertex through which it would be at most as long. The search for a detour finds the solutions that these parts
//! exclude.

use std::collections::HashMap;

use crate::grid::{Cell, Edge, Graph, shortest_path};
use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::labels::PathLabels;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::puzzle::Solution;
use crate::rules::one_loop::walks;
use crate::rules::one_path::counted::Counted;

/// Induced paths: adjacent vertices on the path of one pair are joined, so no path touches itself.
///
/// If vertices may remain unvisited, the encoding is satisfiable exactly if the puzzle is, because a solution with a
/// chord turns into one without: the chord is a shortcut that leaves vertices out. The same holds for a shortcut
/// through unvisited vertices, which [`Taut`](super::taut::Taut) excludes:
///
/// ```text
///   1 - . - .            1       .
///           |     →      |              the chord is a shortcut
///   1 - . - .            1       .
/// ```
///
/// Uniqueness is preserved as follows. Suppose that both parts admit exactly one solution. Any other solution turns
/// into it by repeated shortcuts. The last shortcut replaces a detour, through vertices that the admitted solution does
/// not visit, by a part of one of its paths. So a second solution exists exactly if such a detour exists
/// ([`detour`](super::detour::detour)), which a graph search decides.
///
/// In addition, every vertex set that separates the terminals of a pair contains a vertex with the label of this pair.
/// This rule is redundant. It is stated for the vertices at equal distance from a terminal, and for the rows, columns
/// and diagonals of a grid.
pub(super) const FAMILIES: [(&str, &str); 4] = [
    ("single", "redundant: a vertex is on the path of at most one pair"),
    ("square", "redundant: the four cells of a square are not on one path"),
    ("chord", "adjacent vertices on the path of one pair are joined"),
    ("layer", "a path visits each distance, row, column and diagonal between its terminals"),
];

/// The largest number of pairs for which `single` is stated, because it constrains every two labels of a vertex.
const PAIRS: usize = 100;

/// Adds the constraints of the part. The families `single` and `square` are measured in `docs/encodings/paths.md`.
pub(super) fn constraints(
    base: &NumberlinkBase,
    labels: &PathLabels,
    sink: &mut dyn ConstraintSink,
) {
    chords(base, labels, sink);
    all_layers(base, labels, sink);
    singles(base, labels, sink);
    squares(base, labels, sink);
}

/// Adds `chord`: adjacent vertices on the path of one pair are joined.
fn chords(base: &NumberlinkBase, labels: &PathLabels, sink: &mut dyn ConstraintSink) {
    let graph = base.graph();
    let mut clause = Vec::new();
    for edge in graph.edges() {
        let origin = Origin::new("chord", graph.edge_place(edge));
        for pair in 0..base.puzzle.pairs().len() {
            clause.clear();
            clause.push(base.edge(edge));
            if labels.negations(base, &graph.ends(edge), pair, &mut clause) {
                sink.add_clause(&clause, origin);
            }
        }
    }
}

/// Adds `layer`: each set of vertices that separates the terminals of a pair has a vertex with the label of the pair.
fn all_layers(base: &NumberlinkBase, labels: &PathLabels, sink: &mut dyn ConstraintSink) {
    let mut clause = Vec::new();
    for (pair, ends) in base.puzzle.pairs().iter().map(|pair| pair.ends).enumerate() {
        let origin = Origin::new("layer", base.graph().vertex_place(ends[0]));
        let mut visits = |layer: &Vec<usize>| {
            clause.clear();
            clause.extend(layer.iter().filter_map(|&vertex| labels.literal(vertex, pair)));
            sink.add_clause(&clause, origin);
        };
        for [from, to] in [ends, [ends[1], ends[0]]] {
            layers(base, from, to).iter().for_each(&mut visits);
        }
        for lines in parallel_lines(base) {
            let line_of = |end: usize| lines.iter().position(|line| line.contains(&end));
            if let (Some(a), Some(b)) = (line_of(ends[0]), line_of(ends[1])) {
                let between = a.min(b) + 1..a.max(b);
                lines[between.start.min(between.end)..between.end].iter().for_each(&mut visits);
            }
        }
    }
}

/// Adds `single`: a vertex is on the path of at most one pair.
fn singles(base: &NumberlinkBase, labels: &PathLabels, sink: &mut dyn ConstraintSink) {
    let (graph, pairs) = (base.graph(), base.puzzle.pairs().len());
    for vertex in 0..graph.vertex_count() {
        let literals: Vec<Lit> =
            (0..pairs).filter_map(|pair| labels.literal(vertex, pair)).collect();
        if (2..=PAIRS).contains(&literals.len()) {
            let one = Constraint::Cardinality { literals: &literals, at_least: 0, at_most: 1 };
            sink.constraint(one, Origin::new("single", graph.vertex_place(vertex)));
        }
    }
}

/// Adds `square`: four cells with the same label would be joined to a loop.
fn squares(base: &NumberlinkBase, labels: &PathLabels, sink: &mut dyn ConstraintSink) {
    let Some(grid) = base.puzzle.grid() else { return };
    let mut clause = Vec::with_capacity(4);
    for (row, col) in (1..grid.rows()).flat_map(|row| (1..grid.cols()).map(move |col| (row, col))) {
        let corners = [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)];
        let cells = corners.map(|(row, col)| grid.cell_index(Cell { row, col }));
        for pair in 0..base.puzzle.pairs().len() {
            clause.clear();
            if labels.negations(base, &cells, pair, &mut clause) {
                let origin = Origin::new("square", base.graph().vertex_place(cells[0]));
                sink.add_clause(&clause, origin);
            }
        }
    }
}

/// Returns the rows, the columns and both kinds of diagonals of a grid, each group in order. A path from one line of a
/// group to another visits all lines between them.
fn parallel_lines(base: &NumberlinkBase) -> Vec<Vec<Vec<usize>>> {
    let Some(grid) = base.puzzle.grid() else { return Vec::new() };
    let (rows, cols) = (grid.rows(), grid.cols());
    let group = |count: usize, line_of: &dyn Fn(Cell) -> usize| {
        let mut lines = vec![Vec::new(); count];
        grid.cells().for_each(|cell| lines[line_of(cell)].push(grid.cell_index(cell)));
        lines
    };
    vec![
        group(rows, &|cell| cell.row),
        group(cols, &|cell| cell.col),
        group(rows + cols - 1, &|cell| cell.row + cell.col),
        group(rows + cols - 1, &|cell| cell.row + cols - 1 - cell.col),
    ]
}

/// Returns the vertices at each distance from the terminal `from`, from 1 to one less than the distance of the terminal
/// `to`, on paths without other terminals; nothing if `to` is unreachable.
fn layers(base: &NumberlinkBase, from: usize, to: usize) -> Vec<Vec<usize>> {
    let graph = base.graph();
    let mut seen = vec![false; graph.vertex_count()];
    seen[from] = true;
    let mut layers = Vec::new();
    let mut last = vec![from];
    while !last.is_empty() {
        let mut next = Vec::new();
        for vertex in last.iter().flat_map(|&vertex| graph.neighbours(vertex)) {
            let is_free = vertex == to || base.puzzle.terminal(vertex).is_none();
            if is_free && !std::mem::replace(&mut seen[vertex], true) {
                next.push(vertex);
            }
        }
        if next.contains(&to) {
            return layers;
        }
        layers.push(next.clone());
        last = next;
    }
    Vec::new()
}

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
            let name = base.graph().vertex_label(vertex);
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
                sink.add_clause(clause, Origin::new("visited", place));
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
                        sink.add_clause(&clause, origin);
                    }
                    for pair in 0..pairs {
                        clause.clear();
                        clause.push(visited);
                        if !labels.negations(base, &[one, other], pair, &mut clause) {
                            continue;
                        }
                        let smaller = between.iter().filter(|&&d| d < vertex);
                        clause.extend(smaller.filter_map(|&d| labels.literal(d, pair)));
                        sink.add_clause(&clause, origin);
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
                        sink.add_clause(&clause, origin);
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

/// Returns a solution in which a path takes a detour through vertices that `solution` does not visit, or `None` if
/// there is no such detour.
///
/// If all vertices of a connected set are unvisited and two vertices of the same path are adjacent to the set, the path
/// between these two vertices can go through the set instead.
pub(super) fn detour(graph: &Graph, solution: &Solution) -> Option<Solution> {
    let paths = walks(graph, solution.atoms());
    let mut on_path = vec![None; graph.vertex_count()];
    for (number, path) in paths.iter().enumerate() {
        for (place, &vertex) in path.vertices.iter().enumerate() {
            on_path[vertex] = Some((number, place));
        }
    }
    let mut is_seen = vec![false; graph.vertex_count()];
    for start in 0..graph.vertex_count() {
        if on_path[start].is_some() || std::mem::replace(&mut is_seen[start], true) {
            continue;
        }
        // for each path that the set meets, the place where it was first met
        let mut met: HashMap<usize, usize> = HashMap::new();
        let mut open = vec![start];
        while let Some(vertex) = open.pop() {
            for next in graph.neighbours(vertex) {
                let Some((number, place)) = on_path[next] else {
                    if !std::mem::replace(&mut is_seen[next], true) {
                        open.push(next);
                    }
                    continue;
                };
                let first = *met.entry(number).or_insert(place);
                if first != place {
                    let (from, to) = (first.min(place), first.max(place));
                    let path = &paths[number];
                    let ends = [path.vertices[from], path.vertices[to]];
                    let way = way_between(graph, ends, |vertex| on_path[vertex].is_none());
                    let mut atoms = solution.atoms().to_vec();
                    path.edges[from..to].iter().for_each(|edge| atoms[edge.index()] = false);
                    way.iter().for_each(|edge| atoms[edge.index()] = true);
                    return Some(Solution::new(atoms));
                }
            }
        }
    }
    None
}

/// Returns the edges of a shortest path between two vertices whose inner vertices are all free. The caller knows that
/// there is such a path.
fn way_between(graph: &Graph, ends: [usize; 2], is_free: impl Fn(usize) -> bool) -> Vec<Edge> {
    let [from, to] = ends;
    let may_go = |edge: Edge, next: usize| {
        is_free(next) || (next == to && graph.other_end(edge, next) != from)
    };
    shortest_path(graph, ends, may_go).unwrap_or_default()
}
