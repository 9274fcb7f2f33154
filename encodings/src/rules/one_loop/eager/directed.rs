//! Directed loops: directions of drawn edges and the first vertex of the loop, and the parts that they make possible.
//!
//! In the parts `order`, `binary` and `remainder`, the vertices are numbered along the loop, beginning at its first vertex.
//! In the parts `elimination`, `elimination-natural`, `leaf` and `leaf-hybrid`, the loop is a cycle through its first
//! vertex, and without the line into this vertex there is no cycle.

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::{Cell, Edge, Grid, Vertex};
use crate::logic::{ConstraintSink, Formula, FormulaPattern, Lit, Origin};
use crate::rules::acyclic::labels::{LabelCircuit, LabelMethod};
use crate::rules::acyclic::{ACYCLIC, Acyclic, AcyclicMethod, TIME};
use crate::rules::connected::FirstTrue;
use crate::rules::one_loop::eager::{
    BuildPart, Drawing, DrawingVariables, EagerPart, LoopField, PartSite,
};

/// A direction for each drawn edge, and the *root*: the first vertex, row by row, with a line, which is the top left
/// corner of the first cell whose top edge is drawn.
///
/// Of the two drawn edges at a vertex, one is incoming and the other is outgoing, so each loop is a directed cycle.
/// What remains to be excluded is a cycle without the root. The first edge of the root is directed to the right, so
/// that the loop has only one possible direction; the direction variables of edges that are not drawn are false.
///
/// The variables of a part are the directions, then variables of its own, then the variables of the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopDirections {
    grid: Grid,
    first: u32,
    root: FirstTrue,
}

impl LoopDirections {
    /// The families.
    pub const ROOT: (&'static str, &'static str) =
        ("root", "the first vertex with a line is the root: a line leaves it to the right");
    pub const DIRECTION: (&'static str, &'static str) = (
        "direction",
        "only lines have a direction, and of the two lines at a vertex one leads to it",
    );

    /// Creates a part whose variables begin at `first`, with `own` variables between the directions and the root.
    pub fn new(grid: Grid, first: u32, own: usize) -> Self {
        let before = (grid.edge_count() + own) as u32;
        Self { grid, first, root: FirstTrue::new(grid.cell_count(), first + before) }
    }

    /// Returns the number of variables: one per edge, and the variables of the root.
    pub fn variable_count(grid: Grid) -> usize {
        grid.edge_count() + FirstTrue::variable_count(grid.cell_count())
    }

    /// Creates all variables of the part; `own` creates the variables between the directions and the root.
    pub fn variables(
        field: &LoopField,
        sink: &mut dyn ConstraintSink,
        own: impl FnOnce(&mut dyn ConstraintSink),
    ) {
        for edge in field.grid.edges() {
            sink.variable("direction", format_args!("d_{}", field.edge_name(edge)));
        }
        own(sink);
        FirstTrue::variables(&field.grid.cells().collect::<Vec<_>>(), "", "root", sink);
    }

    /// Returns the literal *the edge is drawn from its first end to its second*.
    fn forward(&self, edge: Edge) -> Lit {
        Lit::positive(self.first + edge.0)
    }

    /// Returns the number of the first variable between the directions and the root.
    pub fn first_own(&self) -> u32 {
        self.first + self.grid.edge_count() as u32
    }

    /// Returns the literal *the vertex is the root*; `None` for vertices that cannot be the root.
    fn root(&self, vertex: Vertex, board: &DrawingVariables) -> Option<Lit> {
        let Vertex { row, col } = vertex;
        (row < self.grid.rows() && col < self.grid.cols()).then(|| {
            let index = self.grid.cell_index(Cell { row, col });
            self.root.is_first(index, |i| board.edge(self.top(i)))
        })
    }

    /// Returns the arcs of an edge: the two ends in the direction of the arc, and literals that are all true exactly if
    /// the edge is drawn in this direction and does not end in the root. An arc that always ends in the root is left
    /// out.
    pub fn arcs(
        &self,
        edge: Edge,
        board: &DrawingVariables,
    ) -> impl Iterator<Item = (Vertex, Vertex, Vec<Lit>)> {
        let [a, b] = self.grid.edge_ends(edge);
        let (drawn, forward) = (board.edge(edge), self.forward(edge));
        [(a, b, forward), (b, a, !forward)].into_iter().filter_map(move |(from, to, direction)| {
            let root = self.root(to, board);
            let when = [drawn, direction].into_iter().chain(root.map(|root| !root)).collect();
            (root != Some(drawn)).then_some((from, to, when))
        })
    }

    /// Returns the top edge of a cell.
    fn top(&self, cell_index: usize) -> Edge {
        let Cell { row, col } = self.grid.cell_at(cell_index);
        self.grid.horizontal(row, col)
    }

    /// Adds the constraints. `at_root` gets a vertex and the literal *this vertex is the root*, and adds what the
    /// literal implies.
    pub fn constraints(
        &self,
        board: &DrawingVariables,
        sink: &mut dyn ConstraintSink,
        at_root: impl Fn(Vertex, Lit, &mut dyn ConstraintSink),
    ) {
        let grid = self.grid;
        let corner = |i: usize| {
            let Cell { row, col } = grid.cell_at(i);
            Vertex { row, col }
        };
        let origin = |i: usize| Origin::new("root", corner(i).into());
        let drawn = |i| board.edge(self.top(i));
        self.root.constraints(origin, drawn, sink);
        for i in 0..grid.cell_count() {
            let root = self.root.is_first(i, drawn);
            let forward = self.forward(self.top(i));
            sink.add_clause(&[!root, forward], origin(i));
            at_root(corner(i), root, sink);
        }
        self.directions(board, sink);
    }

    fn directions(&self, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
        let grid = self.grid;
        for edge in grid.edges() {
            let origin = Origin::new("direction", grid.place(edge));
            sink.add_clause(&[!self.forward(edge), board.edge(edge)], origin);
        }
        // two drawn edges, and whether each leaves their vertex
        let [a, b, a_leaves, b_leaves] = [0, 1, 2, 3].map(|i| Formula::from(Lit::positive(i)));
        let turns = Formula::xor(a_leaves, b_leaves);
        let one_leaves = FormulaPattern::new(Formula::implies(Formula::And(vec![a, b]), turns));
        for vertex in grid.vertices() {
            let origin = Origin::new("direction", vertex.into());
            let edges = grid.vertex_edges(vertex);
            let leaves = |edge: Edge| {
                let forward = self.forward(edge);
                if grid.edge_ends(edge)[0] == vertex { forward } else { !forward }
            };
            for (i, &a) in edges.iter().enumerate() {
                for &b in &edges[i + 1..] {
                    let literals = [board.edge(a), board.edge(b), leaves(a), leaves(b)];
                    sink.add_instance(&one_leaves, &literals, origin);
                }
            }
        }
    }
}

/// One loop by numbering its vertices with binary labels.
///
/// Every drawn edge has a direction ([`LoopDirections`]), and every vertex has a label of k bits. Along each directed
/// edge that does not end in the root, the label advances by a [`LabelCircuit`], whose period is at least the number of
/// vertices. A loop without the root would have fewer steps than the period. Only an irregular label returns after so
/// few steps, and no vertex with a line may have an irregular label.
///
/// Each solution has one model, because the root has the first label, and labels of vertices without a line are zero.
struct LoopOrder {
    field: LoopField,
    board: DrawingVariables,
    directed: LoopDirections,
    labels: VertexLabels,
}

const FAMILIES: &[(&str, &str)] = &[
    (
        LoopDirections::ROOT.0,
        "the first vertex with a line is the root: it has the first label, and a line leaves it to the right",
    ),
    LoopDirections::DIRECTION,
    (
        "label",
        "the label advances along each line that does not end in the root; without a line all its bits are 0, with a \
         line no register is 0",
    ),
];

const fn labels(
    method: LabelMethod,
    build: BuildPart,
    name: &'static str,
    meaning: &'static str,
) -> EagerPart {
    EagerPart {
        about: EncodingInfo { name, meaning, source: method.source(), families: FAMILIES },
        is_one_loop: true,
        is_determined: true,
        drawings: &[Drawing::Edges],
        build,
    }
}

/// Labels by a shift register.
pub(super) const REGISTER: EagerPart = labels(
    LabelMethod::Register,
    |site, encoding| LoopOrder::part(LabelMethod::Register, site, encoding),
    "order",
    "one loop: the vertices have the states of a shift register along it, from its first vertex",
);

/// Labels by a counter.
pub(super) const COUNTER: EagerPart = labels(
    LabelMethod::Counter,
    |site, encoding| LoopOrder::part(LabelMethod::Counter, site, encoding),
    "binary",
    "one loop: the vertices have binary numbers that increase by one along it",
);

/// Labels by remainders.
pub(super) const REMAINDERS: EagerPart = labels(
    LabelMethod::Remainders,
    |site, encoding| LoopOrder::part(LabelMethod::Remainders, site, encoding),
    "remainder",
    "one loop: the vertices have remainders that advance along it",
);

impl LoopOrder {
    fn part(
        method: LabelMethod,
        site: &PartSite,
        encoding: &mut Encoding<'_>,
    ) -> Result<Part<'static>, EncodingError> {
        let grid = site.field.grid;
        let circuit = LabelCircuit::new(method, grid.vertex_count());
        let circuit = circuit.expect("the largest grid has a circuit");
        let own = grid.vertex_count() * circuit.width();
        let first = encoding.numbers(LoopDirections::variable_count(grid) + own)?;
        let directed = LoopDirections::new(grid, first, own);
        let labels = VertexLabels { grid, first: directed.first_own(), circuit };
        let order = Self { field: site.field.clone(), board: site.board, directed, labels };
        Ok(Part::of(site.about, first, order, Self::variables, Self::constraints))
    }

    fn variables(&self, sink: &mut dyn ConstraintSink) {
        LoopDirections::variables(&self.field, sink, |sink| {
            for Vertex { row, col } in self.field.grid.vertices() {
                let name = format_args!("{}_{}", row + 1, col + 1);
                self.labels.circuit.variables(name, "label", sink);
            }
        });
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let labels = &self.labels;
        self.directed.constraints(&self.board, sink, |vertex, root, sink| {
            for value in labels.circuit.first_label(labels.label(vertex)) {
                let origin = Origin::new("root", vertex.into());
                sink.add_clause(&[!root, value], origin);
            }
        });
        labels.constraints(&self.directed, &self.board, sink);
    }
}

/// The labels of all vertices.
struct VertexLabels {
    grid: Grid,
    first: u32,
    circuit: LabelCircuit,
}

impl VertexLabels {
    /// Returns the variables of a vertex.
    fn label(&self, vertex: Vertex) -> impl Fn(usize) -> Lit + use<> {
        let first = self.first + (self.grid.vertex_index(vertex) * self.circuit.width()) as u32;
        move |variable| Lit::positive(first + variable as u32)
    }

    fn constraints(
        &self,
        directed: &LoopDirections,
        board: &DrawingVariables,
        sink: &mut dyn ConstraintSink,
    ) {
        let Self { grid, circuit, .. } = self;
        for vertex in grid.vertices() {
            let origin = Origin::new("label", vertex.into());
            let edges = grid.vertex_edges(vertex);
            for bit in (0..circuit.bits()).map(self.label(vertex)) {
                let mut clause = vec![!bit];
                clause.extend(edges.iter().map(|&edge| board.edge(edge)));
                sink.add_clause(&clause, origin);
            }
            circuit.define(self.label(vertex), origin, sink);
        }
        for edge in grid.edges() {
            let origin = Origin::new("label", grid.place(edge));
            for regular in circuit.is_regular(self.label(grid.edge_ends(edge)[0])) {
                let clause: Vec<Lit> = [!board.edge(edge)].into_iter().chain(regular).collect();
                sink.add_clause(&clause, origin);
            }
            for (from, to, when) in directed.arcs(edge, board) {
                circuit.step(&when, self.label(from), self.label(to), origin, sink);
            }
        }
    }
}

/// One loop by acyclicity.
///
/// Every drawn edge has a direction ([`LoopDirections`]), so each loop is a directed cycle. The directed edges that do
/// not end in the root form no cycle ([`Acyclic`]), so the loop through the root is the only loop.
struct AcyclicLoop {
    field: LoopField,
    board: DrawingVariables,
    directed: LoopDirections,
    acyclic: Acyclic,
}

const fn acyclic(
    method: AcyclicMethod,
    build: BuildPart,
    name: &'static str,
    meaning: &'static str,
    families: &'static [(&'static str, &'static str)],
) -> EagerPart {
    EagerPart {
        about: EncodingInfo { name, meaning, source: method.source(), families },
        is_one_loop: true,
        is_determined: false,
        drawings: &[Drawing::Edges],
        build,
    }
}

/// One loop by vertex elimination, fewest neighbors first.
pub(super) const ELIMINATION: EagerPart = acyclic(
    AcyclicMethod::MinimumDegree,
    |site, encoding| AcyclicLoop::part(AcyclicMethod::MinimumDegree, site, encoding),
    "elimination",
    "one loop: no cycle without its first vertex, by vertex elimination",
    &[LoopDirections::ROOT, LoopDirections::DIRECTION, ACYCLIC],
);

/// One loop by vertex elimination, row by row.
pub(super) const NATURAL: EagerPart = acyclic(
    AcyclicMethod::Natural,
    |site, encoding| AcyclicLoop::part(AcyclicMethod::Natural, site, encoding),
    "elimination-natural",
    "one loop: no cycle without its first vertex, by vertex elimination row by row",
    &[LoopDirections::ROOT, LoopDirections::DIRECTION, ACYCLIC],
);

/// One loop by leaf elimination.
pub(super) const LEAF: EagerPart = acyclic(
    AcyclicMethod::Leaf,
    |site, encoding| AcyclicLoop::part(AcyclicMethod::Leaf, site, encoding),
    "leaf",
    "one loop: no cycle without its first vertex, by leaf elimination",
    &[LoopDirections::ROOT, LoopDirections::DIRECTION, ACYCLIC, TIME],
);

/// One loop by vertex elimination followed by leaf elimination.
pub(super) const HYBRID: EagerPart = acyclic(
    AcyclicMethod::Hybrid,
    |site, encoding| AcyclicLoop::part(AcyclicMethod::Hybrid, site, encoding),
    "leaf-hybrid",
    "one loop: no cycle without its first vertex, by leaf elimination after vertex elimination where it pays",
    &[LoopDirections::ROOT, LoopDirections::DIRECTION, ACYCLIC, TIME],
);

/// Returns the relation on the vertices of a grid, with variables that begin at 0.
fn relation(method: AcyclicMethod, grid: Grid) -> Acyclic {
    let ends = grid.edges().map(|edge| grid.edge_ends(edge).map(|end| grid.vertex_index(end)));
    let edges: Vec<(usize, usize)> = ends.map(<(usize, usize)>::from).collect();
    Acyclic::new(method, grid.vertex_count(), edges.into_iter(), 0)
}

fn vertex_at(grid: Grid, index: usize) -> Vertex {
    Vertex { row: index / (grid.cols() + 1), col: index % (grid.cols() + 1) }
}

/// Returns the sum, over all vertices, of the number of neighbors when the vertices are eliminated row by row. In the
/// first row the numbers are 2, 3, ... and finally twice the width of a row, in further rows the width of a row, and in
/// the last row the number of vertices that are left in it.
fn natural_edges(grid: Grid) -> u128 {
    let (rows, cols) = (grid.rows() as u128 + 1, grid.cols() as u128 + 1);
    let (first, last) = (cols * (cols + 1) / 2 - 1 + cols, cols * (cols - 1) / 2);
    first + (rows - 2) * cols * cols + last
}

/// Returns about how many variables the relation has: the exact number in natural order, and an estimate for minimum
/// degree, because the fill has no closed formula. For leaf elimination, the number of variables is at most three times
/// the number of clauses of the relation, and the hybrid has at most as many clauses as leaf elimination alone.
fn estimate(method: AcyclicMethod, grid: Grid) -> u128 {
    let (vertices, edges) = (grid.vertex_count() as u128, grid.edge_count() as u128);
    let log = u128::from(vertices.ilog2() + 1);
    match method {
        AcyclicMethod::Natural => 2 * natural_edges(grid),
        AcyclicMethod::MinimumDegree => 16 * vertices * log,
        AcyclicMethod::Leaf | AcyclicMethod::Hybrid => 18 * edges * log,
    }
}

impl AcyclicLoop {
    fn part(
        method: AcyclicMethod,
        site: &PartSite,
        encoding: &mut Encoding<'_>,
    ) -> Result<Part<'static>, EncodingError> {
        let grid = site.field.grid;
        encoding.refuse_about(estimate(method, grid))?;
        let acyclic = relation(method, grid);
        let own = acyclic.variable_count();
        let first = encoding.numbers(LoopDirections::variable_count(grid) + own)?;
        let directed = LoopDirections::new(grid, first, own);
        let acyclic = acyclic.starting_at(directed.first_own());
        let part = Self { field: site.field.clone(), board: site.board, directed, acyclic };
        Ok(Part::of(site.about, first, part, Self::variables, Self::constraints))
    }

    fn variables(&self, sink: &mut dyn ConstraintSink) {
        let grid = self.field.grid;
        LoopDirections::variables(&self.field, sink, |sink| {
            let name = |index| {
                let Vertex { row, col } = vertex_at(grid, index);
                format!("{}_{}", row + 1, col + 1)
            };
            self.acyclic.variables(name, sink);
        });
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let Self { field: LoopField { grid, .. }, board, directed, acyclic } = self;
        directed.constraints(board, sink, |_, _, _| {});
        for edge in grid.edges() {
            for (from, to, when) in directed.arcs(edge, board) {
                let mut clause: Vec<_> = when.into_iter().map(|literal| !literal).collect();
                clause.push(acyclic.before(grid.vertex_index(from), grid.vertex_index(to)));
                let origin = Origin::new(ACYCLIC.0, grid.place(edge));
                sink.add_clause(&clause, origin);
            }
        }
        let origin = |family, from, _| Origin::new(family, vertex_at(*grid, from).into());
        acyclic.constraints(origin, sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn natural_order_has_a_closed_formula() {
        for (rows, cols) in [(1, 1), (1, 5), (5, 1), (2, 2), (3, 7), (7, 3)] {
            let grid = Grid::new(rows, cols).expect("a small grid");
            let variables = relation(AcyclicMethod::Natural, grid).variable_count() as u128;
            assert_eq!(variables, 2 * natural_edges(grid), "{rows} x {cols}");
        }
    }
}
