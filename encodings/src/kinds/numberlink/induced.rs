//! The encoding `induced`: paths without chords.

use crate::grid::Cell;
use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::labels::PathLabels;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};

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
                sink.constraint(Constraint::Clause(&clause), origin);
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
            sink.constraint(Constraint::Clause(&clause), origin);
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
                sink.constraint(Constraint::Clause(&clause), origin);
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
