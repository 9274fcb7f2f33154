//! Rules by spanning trees: the forms `tree`, `cotree` and `flow`.
//!
//! The edges of a forest belong to a spanning tree of the whole graph, and a cycle does without one of its edges. So these
//! forms state one spanning tree, whatever is drawn, and say which drawn edges must be in it. The tree is rooted: each
//! vertex but the root has one *link*, the edge that leads to it. That links have no cycle is stated by
//!
//! - `tree`: a relation by vertex elimination that contains them;
//! - `cotree`: a spanning tree of the faces of a planar graph, made of the other edges;
//! - `flow`: a flow to each vertex, from the root along links.
//!
//! The graph is treated block by block, because a tree spans it if it spans each block. The linear relaxations of `cotree` and
//! `flow` describe the spanning trees of a graph exactly, so these forms suit linear programs. Drawn edges without a directed cycle
//! need not be in a tree; for them, `flow` states potentials (`eager.rs`).

use crate::grid::{GraphBlock, graph_blocks};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};
use crate::model::goal::{GraphGoal, GraphRule};
use crate::model::stored::{OrderForm, Stored, StoredRule, StoringSink, StreamedPart};
use crate::rules::acyclic::AcyclicMethod;
use crate::rules::connected::FirstTrue;

/// The families of the spanning tree: name and meaning.
pub(super) const SPANNING: [(&str, &str); 5] = [
    (
        "link",
        "each vertex but the root has one link, an edge of the spanning tree that leads to it",
    ),
    ("use", "each edge is a link, or leads from face to face in the tree of the faces"),
    ("flow", "along links, a unit flows from the root to each vertex"),
    ("closing", "the drawn edge of a cycle that is not in the spanning tree"),
    ("spanning", "the other drawn edges are in the spanning tree"),
];

/// How the links are kept without a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TreeForm {
    Elimination,
    Cotree,
    Flow,
}

impl TreeForm {
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "tree" => Some(Self::Elimination),
            "cotree" => Some(Self::Cotree),
            "flow" => Some(Self::Flow),
            _ => None,
        }
    }

    /// Returns the source of the form.
    pub fn source(self) -> &'static str {
        match self {
            Self::Elimination => "a spanning tree with a link to each vertex: our own",
            Self::Cotree => {
                "trees of the vertices and of the faces: Williams 2002, A linear-size zero-one programming model for the \
                 minimum spanning tree problem in planar graphs"
            }
            Self::Flow => {
                "flows: Wong 1980, Integer programming formulations of the traveling salesman problem"
            }
        }
    }
}

/// The links of each edge: for each of its ends, the literal that the edge leads to it in the tree, if it can.
pub(super) type TreeLinks = Vec<[Option<Lit>; 2]>;

/// Returns why a rule has no form of this name, if it has none.
pub(super) fn obstacle(rule: &GraphRule, form: &str) -> Option<String> {
    let form = TreeForm::named(form)?;
    let graph = rule.graph();
    match rule.goal() {
        GraphGoal::Cycles | GraphGoal::Distance(..) => None,
        GraphGoal::Acyclic if graph.is_directed() && form == TreeForm::Flow => None,
        GraphGoal::Acyclic if graph.is_directed() => {
            let why = "edges without a directed cycle need not be in a tree";
            Some(format!("`{rule}` has no such form, because {why}"))
        }
        _ if form != TreeForm::Cotree => None,
        _ => graph.faces().is_none().then(|| {
            let name = graph.name();
            format!("`{rule}` has no such form, because the graph {name} is not planar")
        }),
    }
}

fn ends_of(block: &GraphBlock, ends: &[[usize; 2]]) -> Vec<[usize; 2]> {
    block.edges.iter().map(|&edge| ends[edge]).collect()
}

impl StoredRule<'_> {
    /// States a spanning tree of each component, rooted at a vertex, or at the first vertex of a component without it.
    pub fn links(&mut self, form: TreeForm, root: usize) -> TreeLinks {
        let ends: Vec<[usize; 2]> = self.graph.edges().iter().map(|edge| edge.ends).collect();
        let mut links = vec![[None; 2]; ends.len()];
        for block in graph_blocks(self.graph.vertex_count(), &ends, root) {
            for &edge in &block.edges {
                for side in (0..2).filter(|&side| ends[edge][side] != block.root) {
                    let name = format!("t{edge}_{}", ends[edge][side] + 1);
                    links[edge][side] = Some(self.variable("link", name));
                }
            }
            let block = LinkedBlock::new(&block, &ends, &links);
            for (vertex, into) in &block.into {
                let literals = into.iter().map(|&place| block.arcs[place].link).collect();
                self.constraints.push((
                    Stored::Count(literals, 1, 1),
                    "link",
                    Place::Node(*vertex),
                ));
            }
            match form {
                TreeForm::Elimination => {}
                TreeForm::Cotree => self.cotree(&block),
                TreeForm::Flow => {
                    let flow = BlockFlow { first: self.next, block };
                    self.stream(flow.variable_count(), flow);
                }
            }
        }
        if form == TreeForm::Elimination {
            let before = self.before(OrderForm::By(AcyclicMethod::MinimumDegree));
            for (edge, &[a, b]) in ends.iter().enumerate() {
                for (link, [from, to]) in links[edge].into_iter().zip([[b, a], [a, b]]) {
                    let clause = link.map(|link| vec![!link, before.literal(from, to)]);
                    clause.into_iter().for_each(|clause| self.clause("link", clause));
                }
            }
        }
        links
    }

    /// States that the drawn edges, whose degrees are those of a cycle or a path, are one.
    pub fn span_line(&mut self, form: TreeForm) {
        let links = self.links(form, 0);
        let closing = match self.rule.goal() {
            GraphGoal::OneCycle => self.closing(&(0..self.edges.len()).collect::<Vec<_>>()),
            GraphGoal::HamiltonCycle => {
                // the cycle passes each vertex, so one of few edges can close it
                let vertices = 0..self.graph.vertex_count();
                let around = vertices.map(|vertex| self.graph.incident(vertex));
                let fewest = around.min_by_key(|edges| edges.len()).unwrap_or_default();
                self.closing(fewest)
            }
            _ => Vec::new(),
        };
        self.span(&links, &closing);
    }

    /// Each face but one at the root has an edge that leads to it from another face, and each edge has one use: it is a link, or
    /// leads to a face (Williams 2002; the root must be beside the face: Validi and Buchanan 2019).
    fn cotree(&mut self, block: &LinkedBlock) {
        let Some(faces) = self.graph.faces() else { return };
        let sides: Vec<[usize; 2]> = block.edges.iter().map(|&edge| faces[edge]).collect();
        let beside = block.ends.iter().position(|ends| ends.contains(&block.root));
        let outer = beside.map_or(0, |edge| sides[edge][0]);
        let mut into = vec![Vec::new(); sides.iter().flatten().max().map_or(0, |last| last + 1)];
        for (place, &edge) in block.edges.iter().enumerate() {
            let mut uses: Vec<Lit> = block.links_of(edge).collect();
            for face in sides[place].into_iter().filter(|&face| face != outer) {
                let leads = self.variable("use", format!("q{edge}_{}", face + 1));
                uses.push(leads);
                into[face].push(leads);
            }
            self.constraints.push((Stored::Count(uses, 1, 1), "use", Place::Whole));
        }
        for (_, literals) in into.into_iter().enumerate().filter(|(face, _)| *face != outer) {
            self.constraints.push((Stored::Count(literals, 1, 1), "use", Place::Whole));
        }
    }

    /// The drawn edges are in the spanning tree, but for one edge of a cycle.
    pub fn span(&mut self, links: &TreeLinks, closing: &[Option<Lit>]) {
        let condition = self.unless();
        for (edge, links) in links.iter().enumerate() {
            let mut clause = vec![!self.edges[edge]];
            clause.extend(links.iter().flatten());
            match closing.get(edge).copied().flatten() {
                // the first of the edges closes the cycle whenever it is drawn, so its clause always holds
                Some(closing) if closing == self.edges[edge] => continue,
                closing => clause.extend(closing),
            }
            clause.extend(condition);
            self.clause("spanning", clause);
        }
    }

    /// Returns, for some edges, the literal that the edge is the first of them that is drawn.
    fn closing(&mut self, among: &[usize]) -> Vec<Option<Lit>> {
        let first = FirstTrue::new(among.len(), self.next);
        for number in 0..FirstTrue::variable_count(among.len()) {
            self.variable("closing", format!("k{}", number + 1));
        }
        let drawn: Vec<Lit> = among.iter().map(|&edge| self.edges[edge]).collect();
        let mut sink = StoringSink::default();
        let origin = |_| Origin::new("closing", Place::Whole);
        first.constraints(origin, |place| drawn[place], &mut sink);
        self.constraints.extend(sink.constraints);
        let mut closing = vec![None; self.edges.len()];
        for (place, &edge) in among.iter().enumerate() {
            closing[edge] = Some(first.is_first(place, |place| drawn[place]));
        }
        closing
    }
}

/// A link of a block: an edge that leads from one end to the other.
#[derive(Clone, Copy, Debug)]
struct LinkArc {
    edge: usize,
    from: usize,
    to: usize,
    link: Lit,
}

/// A block with its links.
#[derive(Debug)]
struct LinkedBlock {
    root: usize,
    edges: Vec<usize>,
    ends: Vec<[usize; 2]>,
    arcs: Vec<LinkArc>,
    /// The places of the arcs into each vertex but the root.
    into: Vec<(usize, Vec<usize>)>,
}

impl LinkedBlock {
    fn new(block: &GraphBlock, ends: &[[usize; 2]], links: &TreeLinks) -> Self {
        let mut arcs = Vec::new();
        for &edge in &block.edges {
            let [a, b] = ends[edge];
            for (link, [from, to]) in links[edge].into_iter().zip([[b, a], [a, b]]) {
                arcs.extend(link.map(|link| LinkArc { edge, from, to, link }));
            }
        }
        let mut into: std::collections::BTreeMap<usize, Vec<usize>> = Default::default();
        for (place, arc) in arcs.iter().enumerate() {
            into.entry(arc.to).or_default().push(place);
        }
        let (root, edges) = (block.root, block.edges.clone());
        let ends = ends_of(block, ends);
        Self { root, edges, ends, arcs, into: into.into_iter().collect() }
    }

    fn links_of(&self, edge: usize) -> impl Iterator<Item = Lit> {
        self.arcs.iter().filter(move |arc| arc.edge == edge).map(|arc| arc.link)
    }
}

/// A flow for each vertex of a block but the root, which brings a unit from the root to the vertex along links (Wong 1980,
/// *Integer programming formulations of the traveling salesman problem*). It has a variable for each vertex and arc, too
/// many to store.
#[derive(Debug)]
struct BlockFlow {
    first: u32,
    block: LinkedBlock,
}

impl BlockFlow {
    fn variable_count(&self) -> usize {
        self.block.into.len() * self.block.arcs.len()
    }

    /// Returns the literal that the flow for a vertex, the one with this number in `into`, uses an arc.
    fn literal(&self, target: usize, arc: usize) -> Lit {
        Lit::positive(self.first + (target * self.block.arcs.len() + arc) as u32)
    }
}

impl StreamedPart for BlockFlow {
    fn variables(&self, rule: usize, sink: &mut dyn ConstraintSink) {
        for (target, _) in &self.block.into {
            for LinkArc { edge, to, .. } in &self.block.arcs {
                let name = format_args!("r{rule}_f{}_{edge}_{}", target + 1, to + 1);
                sink.variable("flow", name);
            }
        }
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let mut out = vec![Vec::new(); self.block.into.last().map_or(0, |(vertex, _)| vertex + 1)];
        for (place, arc) in
            self.block.arcs.iter().enumerate().filter(|(_, arc)| arc.from != self.block.root)
        {
            out[arc.from].push(place);
        }
        for (number, &(target, _)) in self.block.into.iter().enumerate() {
            let origin = Origin::new("flow", Place::Node(target));
            for (place, arc) in self.block.arcs.iter().enumerate() {
                let used = self.literal(number, place);
                // what has arrived goes no further
                let clause = if arc.from == target { vec![!used] } else { vec![!used, arc.link] };
                sink.add_clause(&clause, origin);
            }
            for (vertex, into) in &self.block.into {
                let mut literals: Vec<Lit> =
                    into.iter().map(|&place| self.literal(number, place)).collect();
                // as much leaves as enters, but for the unit that arrives
                let leaving = if *vertex == target { &[][..] } else { &out[*vertex] };
                literals.extend(leaving.iter().map(|&place| !self.literal(number, place)));
                let count = if *vertex == target { 1 } else { leaving.len() };
                let range = Constraint::Cardinality {
                    literals: &literals,
                    at_least: count,
                    at_most: count,
                };
                sink.constraint(range, origin);
            }
        }
    }
}
