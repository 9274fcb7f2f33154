//! The part of the encoding `contraction`: vertices are eliminated one by one, and their neighbors on the line are
//! joined.

use crate::kinds::hamilton::HamiltonGoal;
use crate::kinds::hamilton::base::HamiltonBase;
use crate::logic::{ConstraintSink, Lit, Origin, Place};
use crate::rules::acyclic::elimination::Elimination;
use crate::rules::one_path::contraction::{self, Contracted, Joined, pair};
use crate::rules::one_path::counted::TrueCount;

/// The family's name.
const FAMILY: &str = "contraction";

/// One line by [`contraction::Contraction`](crate::rules::one_path::contraction::Contraction).
///
/// A further vertex ω, joined to the two ends, closes a path. So the line is always one cycle through all of N ≥ 3
/// vertices. All but three vertices are eliminated, fewest neighbors first ([`Elimination`]). At its elimination each
/// vertex is joined to exactly two others. A subtour would close before the end, which the contraction forbids. The
/// last three vertices are joined to each other.
pub(super) struct HamiltonContraction {
    contraction: contraction::Contraction,
    /// The vertices that remain.
    last: Vec<usize>,
    first: u32,
}

/// The condition under which ω is joined to a vertex.
enum OmegaTie {
    /// Exactly if this literal is true.
    Literal(Lit),
    /// Exactly if one of these literals is true.
    Either([Lit; 2]),
    /// Always.
    Given,
}

impl HamiltonContraction {
    pub const SOURCE: &'static str = contraction::Contraction::SOURCE;
    pub const FAMILIES: [(&'static str, &'static str); 1] = [(
        "contraction",
        "vertices are eliminated one by one; the two neighbours of each are joined, and were not \
         before",
    )];

    /// Returns `None` if the contraction takes far too many variables.
    pub fn new(base: &HamiltonBase, first: u32) -> Option<Self> {
        let mut steps = Self::elimination(contraction::Contraction::MOST, base)?.steps;
        let last = steps.split_off(Self::total(base).saturating_sub(3));
        let last = last.into_iter().map(|(vertex, _)| vertex).collect();
        Some(Self { contraction: contraction::Contraction::new(steps), last, first })
    }

    fn elimination(pairs: u64, base: &HamiltonBase) -> Option<Elimination> {
        Elimination::up_to(pairs, Self::total(base), Self::edges(base), &|_| false)
    }

    /// Returns whether the contraction has few variables: on average at most [`Self::FEW`] per vertex.
    pub fn is_small(base: &HamiltonBase) -> bool {
        Self::elimination(Self::FEW * Self::total(base) as u64, base).is_some()
    }

    /// Above this number of variables per vertex the solver slows down; measured in `docs/encodings/paths.md`.
    const FEW: u64 = 20;

    fn total(base: &HamiltonBase) -> usize {
        base.graph().vertex_count() + usize::from(base.puzzle.goal() != HamiltonGoal::Cycle)
    }

    /// Returns the edges that are not forbidden, and the edges to ω.
    fn edges<'a>(base: &'a HamiltonBase) -> impl Iterator<Item = (usize, usize)> + 'a {
        let graph = base.graph();
        let vertices = graph.vertex_count();
        let allowed = graph.edges().filter(|&edge| !base.puzzle.is_forbidden(edge));
        let tied = (0..vertices).filter(|&vertex| Self::tie(base, vertex).is_some());
        let edges = allowed.map(|edge| graph.ends(edge).into());
        edges.chain(tied.map(move |vertex| (vertex, vertices)))
    }

    fn tie(base: &HamiltonBase, vertex: usize) -> Option<OmegaTie> {
        match (base.start(vertex), base.end(vertex)) {
            (Some(start), Some(end)) => Some(OmegaTie::Either([start, end])),
            (Some(literal), None) | (None, Some(literal)) => Some(OmegaTie::Literal(literal)),
            (None, None) => {
                let given = base.puzzle.goal().given_ends().contains(&Some(vertex));
                given.then_some(OmegaTie::Given)
            }
        }
    }

    /// Returns the vertices whose tie to ω has a variable of its own.
    fn tied<'a>(base: &'a HamiltonBase) -> impl Iterator<Item = (usize, OmegaTie)> + 'a {
        let has_variable = |tie: &OmegaTie| !matches!(tie, OmegaTie::Literal(_));
        let tie = move |vertex| Some((vertex, Self::tie(base, vertex).filter(has_variable)?));
        (0..base.graph().vertex_count()).filter_map(tie)
    }

    /// Returns the number of variables.
    pub fn variable_count(&self, base: &HamiltonBase) -> usize {
        if base.is_trivial() {
            return 0;
        }
        Self::tied(base).count() + self.contraction.variable_count(&ContractedLines(base))
    }

    pub fn variables(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        if base.is_trivial() {
            return;
        }
        let lines = ContractedLines(base);
        for (vertex, _) in Self::tied(base) {
            sink.variable(FAMILY, format_args!("m_{}", lines.name(vertex)));
        }
        self.contraction.variables(FAMILY, &lines, sink);
    }

    pub fn constraints(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        if base.is_trivial() {
            return;
        }
        let [a, b, c] = self.last[..] else { return };
        let lines = ContractedLines(base);
        let mut next = self.first;
        let joined = self.joined(base, &mut next, sink);
        let joined = self.contraction.constraints(&lines, joined, next, sink);
        for (one, other) in [(a, b), (a, c), (b, c)] {
            let clause: Vec<Lit> = joined.get(&pair(one, other)).copied().into_iter().collect();
            sink.add_clause(&clause, lines.origin(one));
        }
    }

    /// Returns the literals that join two vertices before any elimination.
    fn joined(&self, base: &HamiltonBase, next: &mut u32, sink: &mut dyn ConstraintSink) -> Joined {
        let graph = base.graph();
        let allowed = graph.edges().filter(|&edge| !base.puzzle.is_forbidden(edge));
        let mut joined: Joined = allowed
            .map(|edge| {
                let [a, b] = graph.ends(edge);
                (pair(a, b), base.edge(edge))
            })
            .collect();
        for vertex in 0..graph.vertex_count() {
            let Some(tie) = Self::tie(base, vertex) else { continue };
            let mut clause = |clause: &[Lit]| {
                sink.add_clause(clause, ContractedLines(base).origin(vertex));
            };
            let mut own = || {
                *next += 1;
                Lit::positive(*next - 1)
            };
            let literal = match tie {
                OmegaTie::Literal(literal) => literal,
                OmegaTie::Given => {
                    let own = own();
                    clause(&[own]);
                    own
                }
                OmegaTie::Either([start, end]) => {
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

struct ContractedLines<'a, 'b>(&'a HamiltonBase<'b>);

impl Contracted for ContractedLines<'_, '_> {
    /// Returns the name of a vertex: 0 for ω; the others count from 1.
    fn name(&self, vertex: usize) -> String {
        let graph = self.0.graph();
        if vertex == graph.vertex_count() { "0".to_owned() } else { graph.vertex_name(vertex) }
    }

    fn origin(&self, vertex: usize) -> Origin {
        let graph = self.0.graph();
        let is_vertex = vertex < graph.vertex_count();
        let place = if is_vertex { graph.vertex_place(vertex) } else { Place::Whole };
        Origin::new(FAMILY, place)
    }

    fn count(&self, _: usize) -> TrueCount {
        TrueCount::Two
    }
}
