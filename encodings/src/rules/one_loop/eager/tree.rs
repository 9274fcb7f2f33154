//! The parts by trees. The part `tree` has a spanning tree of the inside cells, and trees from the border for the outside
//! cells. The part `cotree` has a spanning tree of the vertices and a spanning tree of the cells, which share no edge.
//!
//! In a planar graph, the edges that are not in a spanning tree of the vertices cross exactly the edges of a spanning
//! tree of the faces, where the outside is a face, too. `cotree` states both trees at once by *parents*: each vertex
//! except the corner r chooses a parent along an edge, each cell chooses a parent across an edge, and each edge is used
//! exactly once:
//!
//! ```text
//!   r --+---+        horizontal and vertical strokes: edges in the tree of the vertices
//!   |               the gaps: edges in the tree of the cells, through which the cells reach the outside
//!   +---+---+
//! ```
//!
//! It is surprising that this needs no variables for an order: parents could form a cycle. But a cycle of one tree
//! would enclose a region, in which the other tree could not reach its root (see [`COTREE`] for the argument).

use crate::encoding::{EncodingInfo, Part};
use crate::grid::{Cell, Edge, Grid, Vertex};
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin};
use crate::rules::connected::{CellTree, FirstTrue};
use crate::rules::one_loop::eager::{Drawing, DrawingVariables, EagerPart, LoopField};

/// One loop by trees: the inside is connected, and every outside cell is connected to the border.
///
/// Every inside cell except the first, and every outside cell that is not at the border, has a parent: a neighbor of
/// the same color. Vertex elimination makes the parents ([`CellTree`]) acyclic, so following the parents leads to the
/// first inside cell, or to the border.
///
/// There are many spanning trees, so a solution has many models.
pub(super) const TREE: EagerPart = EagerPart {
    about: EncodingInfo {
        name: "tree",
        meaning: "one loop: a spanning tree of the inside, trees from the border for the outside",
        source: "acyclicity by vertex elimination: Rankooh and Rintanen 2022, Propositional \
                 encodings of acyclicity and reachability by using vertex elimination",
        families: &[
            ("root", "the first inside cell"),
            ("parent", "the parent of a cell is a neighbour on the same side of the loop"),
            ("acyclic", "the parents form no cycle"),
        ],
    },
    is_one_loop: true,
    is_determined: false,
    drawings: &[Drawing::Cells],
    build: |site, encoding| {
        let board = site.board;
        let tree = CellTree::build(site.field.grid, encoding)?;
        let constraints =
            move |tree: &CellTree, sink: &mut dyn ConstraintSink| constraints(tree, &board, sink);
        Ok(Part::of(site.about, tree.first, tree, CellTree::variables, constraints))
    },
};

fn constraints(tree: &CellTree, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    let CellTree { grid, root, parents, .. } = tree;
    let grid = *grid;
    let cells = grid.cell_count();
    let inside = |index| board.inside(grid.cell_at(index));
    let at = |index: usize, family| Origin::new(family, grid.cell_at(index).into());
    root.constraints(|index| at(index, "root"), inside, sink);

    for index in 0..cells {
        let cell = grid.cell_at(index);
        let choices = parents.choices(index);
        for &(to, choice) in &choices {
            let same = Formula::iff(inside(index).into(), inside(to).into());
            let formula = Formula::implies(choice.into(), same);
            sink.constraint(Constraint::Formula(&formula), at(index, "parent"));
            let clause = parents.is_later(index, (to, choice));
            sink.add_clause(&clause, at(index, "acyclic"));
        }
        let choices: Vec<Lit> = choices.into_iter().map(|(_, choice)| choice).collect();
        let one = Constraint::Cardinality { literals: &choices, at_least: 0, at_most: 1 };
        sink.constraint(one, at(index, "parent"));
        let mut needs = vec![!inside(index), root.is_first(index, inside)];
        if index > 0 {
            needs.extend(&choices);
            sink.add_clause(&needs, at(index, "parent"));
        }
        if !grid.is_at_border(cell) {
            let mut needs = vec![inside(index)];
            needs.extend(&choices);
            sink.add_clause(&needs, at(index, "parent"));
        }
    }
    parents.acyclic(sink);
}

/// The user of an edge: the vertex or cell whose parent is on the other side of the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TreeChild {
    Vertex(Vertex),
    Cell(Cell),
}

/// Returns the children that can use an edge. The corner and the outside have no parent, so neither uses an edge.
fn children(grid: Grid, edge: Edge) -> impl Iterator<Item = TreeChild> {
    let is_root = |vertex: &Vertex| *vertex == Vertex { row: 0, col: 0 };
    let vertices = grid.edge_ends(edge).into_iter().filter(move |vertex| !is_root(vertex));
    let cells = grid.edge_cells(edge).into_iter().flatten();
    vertices.map(TreeChild::Vertex).chain(cells.map(TreeChild::Cell))
}

/// Returns the cells whose top edges lie between the top border and the cells of which at least one is inside. Every
/// solution draws at least one of these edges.
fn crossed(field: &LoopField) -> Vec<Cell> {
    let grid = field.grid;
    match &field.one_inside {
        None => grid.cells().collect(),
        Some(inside) => {
            let below =
                |cell: &Cell| inside.iter().any(|one| one.col == cell.col && one.row >= cell.row);
            grid.cells().filter(below).collect()
        }
    }
}

/// The numbers of the variables.
struct CotreeNumbers {
    grid: Grid,
    /// For each edge, the number of its first variable.
    starts: Vec<u32>,
    /// The definitions of the first drawn edge that is crossed.
    first: FirstTrue,
    crossed: Vec<Cell>,
}

impl CotreeNumbers {
    fn new(field: &LoopField, first: u32) -> Self {
        let (grid, crossed) = (field.grid, crossed(field));
        let mut next = first;
        let mut start = |edge| {
            let start = next;
            next += children(grid, edge).count() as u32;
            start
        };
        let starts = grid.edges().map(&mut start).collect();
        Self { grid, starts, first: FirstTrue::new(crossed.len(), next), crossed }
    }

    /// Returns the literals of an edge, each with its child.
    fn uses(&self, edge: Edge) -> impl Iterator<Item = (TreeChild, Lit)> {
        children(self.grid, edge).zip((self.starts[edge.index()]..).map(Lit::positive))
    }

    /// Returns the literals *this vertex or cell has its parent across or along that edge*, one per edge.
    fn parents(&self, child: TreeChild, edges: impl IntoIterator<Item = Edge>) -> Vec<Lit> {
        let uses = edges.into_iter().flat_map(|edge| self.uses(edge));
        uses.filter(|&(one, _)| one == child).map(|(_, literal)| literal).collect()
    }

    /// Returns the literal *this edge is the first drawn edge among the crossed edges*, if it is crossed.
    fn first_drawn(&self, edge: Edge, board: &DrawingVariables) -> Option<Lit> {
        let (row, col, is_horizontal) = self.grid.edge_place(edge);
        let place =
            self.crossed.binary_search(&Cell { row, col }).ok().filter(|_| is_horizontal)?;
        Some(self.first.is_first(place, |i| board.edge(self.top(i))))
    }

    /// Returns the crossed edge with this index.
    fn top(&self, i: usize) -> Edge {
        self.grid.horizontal(self.crossed[i].row, self.crossed[i].col)
    }
}

/// One loop by a pair of trees: all edges of the loop but one belong to a spanning tree of the vertices, so there is no
/// second cycle.
///
/// Every vertex except the top left corner has a parent along an edge, every cell has a parent across an edge (another
/// cell, or everything beyond the grid), and each edge is used exactly once. Then the parents form two trees. For
/// suppose that parents of vertices form a cycle. On the side of the cycle without the corner, every cell has a parent
/// on that side, so parents of cells form a cycle there. On the side of that cycle without the corner, every vertex has
/// a parent on that side, and so on: the sides become smaller without end, which is impossible. The argument requires
/// that the two roots touch (Validi and Buchanan 2019), as the corner and the outside do.
///
/// The edge that may be missing from the tree is the first drawn edge on a line that every solution crosses: from a
/// cell that is inside to the top border.
///
/// There are many spanning trees, so a solution has many models. All constraints are counts of few literals or clauses,
/// and their linear relaxation describes the spanning trees exactly, so the part suits linear programs.
pub(super) const COTREE: EagerPart = EagerPart {
    about: EncodingInfo {
        name: "cotree",
        meaning: "one loop: all edges but one are in a spanning tree, whose other edges span the cells",
        source: "Williams 2002, A linear-size zero-one programming model for the minimum spanning \
                 tree problem in planar graphs; Validi and Buchanan 2019, A note on this model",
        families: &[
            ("parent", "every vertex except one corner, and every cell, has one parent"),
            ("use", "each edge leads to one parent"),
            ("root", "the first drawn edge on a line that the loop crosses"),
            ("spanning", "all drawn edges except that one are in the tree of the vertices"),
        ],
    },
    is_one_loop: true,
    is_determined: false,
    drawings: &[Drawing::Edges],
    build: |site, encoding| {
        let (field, board) = (&site.field, site.board);
        let uses: usize = field.grid.edges().map(|edge| children(field.grid, edge).count()).sum();
        let root = FirstTrue::variable_count(crossed(field).len());
        let first = encoding.numbers(uses + root)?;
        let numbers = (CotreeNumbers::new(field, first), field.clone());
        let variables = |(numbers, field): &(CotreeNumbers, LoopField),
                         sink: &mut dyn ConstraintSink| {
            numbers.variables(field, sink);
        };
        let constraints = move |(numbers, _): &(CotreeNumbers, LoopField),
                                sink: &mut dyn ConstraintSink| {
            numbers.constraints(&board, sink);
        };
        Ok(Part::of(site.about, first, numbers, variables, constraints))
    },
};

impl CotreeNumbers {
    fn variables(&self, field: &LoopField, sink: &mut dyn ConstraintSink) {
        let grid = field.grid;
        for edge in grid.edges() {
            let name = field.edge_name(edge);
            for child in children(grid, edge) {
                let (letter, place) = match child {
                    TreeChild::Vertex(Vertex { row, col }) => ("p", (row, col)),
                    TreeChild::Cell(Cell { row, col }) => ("q", (row, col)),
                };
                let (row, col) = (place.0 + 1, place.1 + 1);
                sink.variable("use", format_args!("{letter}_{row}_{col}_{name}"));
            }
        }
        FirstTrue::variables(&self.crossed, "", "root", sink);
    }

    fn constraints(&self, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
        let grid = self.grid;
        let mut one_of = |literals: &[Lit], origin| {
            sink.constraint(Constraint::Cardinality { literals, at_least: 1, at_most: 1 }, origin);
        };
        for vertex in grid.vertices().skip(1) {
            let parents = self.parents(TreeChild::Vertex(vertex), grid.vertex_edges(vertex));
            one_of(&parents, Origin::new("parent", vertex.into()));
        }
        for cell in grid.cells() {
            let parents = self.parents(TreeChild::Cell(cell), grid.cell_edges(cell));
            one_of(&parents, Origin::new("parent", cell.into()));
        }
        for edge in grid.edges() {
            let uses: Vec<Lit> = self.uses(edge).map(|(_, literal)| literal).collect();
            one_of(&uses, Origin::new("use", grid.place(edge)));
        }
        self.first.constraints(
            |i| Origin::new("root", grid.place(self.top(i))),
            |i| board.edge(self.top(i)),
            sink,
        );
        for edge in grid.edges() {
            let in_tree = |&(child, _): &(TreeChild, Lit)| matches!(child, TreeChild::Vertex(_));
            let mut clause = vec![!board.edge(edge)];
            clause.extend(self.uses(edge).filter(in_tree).map(|(_, literal)| literal));
            match self.first_drawn(edge, board) {
                // the first of the crossed edges is the root whenever it is drawn, so its clause always holds
                Some(root) if root == board.edge(edge) => continue,
                root => clause.extend(root),
            }
            sink.add_clause(&clause, Origin::new("spanning", grid.place(edge)));
        }
    }
}
