//! The part of the encoding `contraction`: vertices are taken out one by one, and their neighbours in
//! the line are joined.

use rustc_hash::FxHashMap;

use super::Goal;
use super::base::Base;
use crate::connectivity::counted::{Count, Counted};
use crate::connectivity::eager::elimination::Elimination;
use crate::grid::Graph;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};

/// One line by contraction.
///
/// A path is closed by a further vertex ω that is joined to its two ends; so the question is always
/// one cycle through all of N ≥ 3 vertices. Take a vertex out of lines that are cycles, and join its two
/// neighbours: every cycle becomes one shorter, and all is as it was, unless the two were joined
/// already; then these three were a cycle by themselves, which is allowed for the last three vertices
/// only. So vertices are taken out in some order, and for each, and every two of its neighbours then,
/// there is a variable:
///
/// > `m_V_A_B`: after V was taken out, A and B are joined
/// > ⇔ they were joined before, or V was joined to both; and never both of these.
///
/// At its turn, each vertex is joined to exactly two others; the last three are joined to each other.
///
/// That is the *mate function* by which Knuth's Simpath and Yoshinaka et al. 2012 (section 3) go through
/// a graph, written as clauses; the order is that of [`Elimination`], fewest neighbours first. Of the
/// vertices with f neighbours at their turn it takes ∑ f(f-1)/2 variables and at most 5 clauses for
/// each of them: few in a graph of small treewidth, such as a long strip, and far too many in a dense one.
pub(super) struct Contraction {
    elimination: Elimination,
    /// Vertices, ω included.
    total: usize,
    first: u32,
}

/// Two vertices, the smaller first.
fn pair(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// How ω is joined to a vertex.
enum Tie {
    /// Exactly if this is true.
    Literal(Lit),
    /// Exactly if one of these is true.
    Either([Lit; 2]),
    /// Always.
    Given,
}

impl Contraction {
    pub const SOURCE: &'static str = "the mate function of Knuth's Simpath (The Art of Computer \
        Programming 4A, answer 7.1.4-225) and of Yoshinaka et al. 2012, section 3, as clauses; \
        the order of vertex elimination as in Rankooh and Rintanen 2022";
    pub const FAMILIES: [(&'static str, &'static str); 1] = [(
        "contraction",
        "vertices are taken out one by one, and the two to which each is joined are joined; they \
         were not before",
    )];

    pub fn new(base: &Base, first: u32) -> Self {
        let elimination = Elimination::new(Self::total(base), Self::edges(base));
        Self { elimination, total: Self::total(base), first }
    }

    /// Whether it takes few variables: on average no more than [`Self::FEW`] for each vertex.
    pub fn is_small(base: &Base) -> bool {
        let total = Self::total(base);
        Elimination::up_to(Self::FEW * total as u128, total, Self::edges(base)).is_some()
    }

    /// With more than so many variables for each vertex the solver has trouble
    /// (`docs/encodings-paths.md`).
    const FEW: u128 = 20;

    fn total(base: &Base) -> usize {
        base.graph().vertex_count() + usize::from(base.puzzle.goal() != Goal::Cycle)
    }

    /// The edges that are not forbidden, and those to ω.
    fn edges<'a>(base: &'a Base) -> impl Iterator<Item = (usize, usize)> + 'a {
        let graph = base.graph();
        let vertices = graph.vertex_count();
        let allowed = graph.edges().filter(|&edge| !base.puzzle.is_forbidden(edge));
        let tied = (0..vertices).filter(|&vertex| Self::tie(base, vertex).is_some());
        let edges = allowed.map(|edge| graph.ends(edge).into());
        edges.chain(tied.map(move |vertex| (vertex, vertices)))
    }

    fn tie(base: &Base, vertex: usize) -> Option<Tie> {
        match (base.start(vertex), base.end(vertex)) {
            (Some(start), Some(end)) => Some(Tie::Either([start, end])),
            (Some(literal), None) | (None, Some(literal)) => Some(Tie::Literal(literal)),
            (None, None) => {
                let given = base.puzzle.goal().given_ends().contains(&Some(vertex));
                given.then_some(Tie::Given)
            }
        }
    }

    /// The vertices whose tie to ω has a variable of its own.
    fn tied<'a>(base: &'a Base) -> impl Iterator<Item = (usize, Tie)> + 'a {
        let has_variable = |tie: &Tie| !matches!(tie, Tie::Literal(_));
        let tie = move |vertex| Some((vertex, Self::tie(base, vertex).filter(has_variable)?));
        (0..base.graph().vertex_count()).filter_map(tie)
    }

    /// The vertices that are taken out.
    fn steps(&self, base: &Base) -> &[(usize, Vec<usize>)] {
        if base.is_trivial() {
            return &[];
        }
        &self.elimination.steps[..self.total.saturating_sub(3)]
    }

    /// Number of variables but those of counters; these are no more than that and the edges.
    pub fn variable_count(&self, base: &Base) -> u128 {
        let pairs = |(_, around): &(usize, Vec<usize>)| (around.len() * around.len()) as u128 / 2;
        Self::tied(base).count() as u128 + self.steps(base).iter().map(pairs).sum::<u128>()
    }

    fn name(&self, graph: &Graph, vertex: usize) -> String {
        if vertex == graph.vertex_count() { "0".to_owned() } else { graph.vertex_name(vertex) }
    }

    pub fn variables(&self, base: &Base, sink: &mut dyn ConstraintSink) {
        if base.is_trivial() {
            return;
        }
        let name = |vertex| self.name(base.graph(), vertex);
        for (vertex, _) in Self::tied(base) {
            sink.variable("contraction", format_args!("m_{}", name(vertex)));
        }
        for (vertex, around) in self.steps(base) {
            for (i, &b) in around.iter().enumerate() {
                for &a in &around[..i] {
                    let [vertex, a, b] = [*vertex, a, b].map(name);
                    sink.variable("contraction", format_args!("m_{vertex}_{a}_{b}"));
                }
            }
        }
        for (vertex, around) in self.steps(base) {
            // only the number of the literals matters for their counter
            self.count(base, *vertex, vec![Lit::positive(0); around.len()]).variables(sink);
        }
    }

    fn count(&self, base: &Base, vertex: usize, literals: Vec<Lit>) -> Counted {
        let name = format!("m_{}", self.name(base.graph(), vertex));
        Counted { literals, count: Count::Two, origin: self.origin(base, vertex), name }
    }

    fn origin(&self, base: &Base, vertex: usize) -> Origin {
        let graph = base.graph();
        let is_vertex = vertex < graph.vertex_count();
        let place = if is_vertex { graph.vertex_place(vertex) } else { Place::Whole };
        Origin::new("contraction", place)
    }

    pub fn constraints(&self, base: &Base, sink: &mut dyn ConstraintSink) {
        if base.is_trivial() || self.total < 3 {
            return;
        }
        let mut next = self.first;
        let mut joined = self.joined(base, &mut next, sink);
        let merges: usize = self
            .steps(base)
            .iter()
            .map(|(_, around)| around.len() * around.len().saturating_sub(1) / 2)
            .sum();
        let mut counter = next + merges as u32;
        for (vertex, around) in self.steps(base) {
            let origin = self.origin(base, *vertex);
            let to: Vec<Lit> = around.iter().map(|&other| joined[&pair(*vertex, other)]).collect();
            let count = self.count(base, *vertex, to.clone());
            count.constraints(counter, sink);
            counter += count.variable_count() as u32;
            for i in 0..around.len() {
                for j in 0..i {
                    let now = Lit::positive(next);
                    next += 1;
                    let before = joined.insert(pair(around[j], around[i]), now);
                    let through = [to[j], to[i]];
                    merge(before, through, now, |clause| {
                        sink.constraint(Constraint::Clause(clause), origin);
                    });
                }
            }
        }
        let last: Vec<usize> =
            self.elimination.steps[self.total - 3..].iter().map(|&(vertex, _)| vertex).collect();
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let clause: Vec<Lit> =
                joined.get(&pair(last[a], last[b])).copied().into_iter().collect();
            sink.constraint(Constraint::Clause(&clause), self.origin(base, last[a]));
        }
    }

    /// What joins two vertices in the beginning.
    fn joined(
        &self,
        base: &Base,
        next: &mut u32,
        sink: &mut dyn ConstraintSink,
    ) -> FxHashMap<(usize, usize), Lit> {
        let graph = base.graph();
        let allowed = graph.edges().filter(|&edge| !base.puzzle.is_forbidden(edge));
        let mut joined: FxHashMap<(usize, usize), Lit> = allowed
            .map(|edge| {
                let [a, b] = graph.ends(edge);
                (pair(a, b), base.edge(edge))
            })
            .collect();
        for vertex in 0..graph.vertex_count() {
            let Some(tie) = Self::tie(base, vertex) else { continue };
            let mut clause = |clause: &[Lit]| {
                sink.constraint(Constraint::Clause(clause), self.origin(base, vertex));
            };
            let mut own = || {
                *next += 1;
                Lit::positive(*next - 1)
            };
            let literal = match tie {
                Tie::Literal(literal) => literal,
                Tie::Given => {
                    let own = own();
                    clause(&[own]);
                    own
                }
                Tie::Either([start, end]) => {
                    let own = own();
                    clause(&[!start, own]);
                    clause(&[!end, own]);
                    clause(&[!own, start, end]);
                    own
                }
            };
            joined.insert((vertex, graph.vertex_count()), literal);
        }
        joined
    }
}

/// `now` ⇔ `before` ∨ (both of `through`), and not `before` and both of them.
fn merge(before: Option<Lit>, [a, b]: [Lit; 2], now: Lit, mut clause: impl FnMut(&[Lit])) {
    clause(&[!a, !b, now]);
    match before {
        None => {
            clause(&[!now, a]);
            clause(&[!now, b]);
        }
        Some(before) => {
            clause(&[!before, now]);
            clause(&[!now, before, a]);
            clause(&[!now, before, b]);
            clause(&[!before, !a, !b]);
        }
    }
}
