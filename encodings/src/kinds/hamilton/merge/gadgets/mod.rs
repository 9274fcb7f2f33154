//! Gadgets: parts of a graph that a cycle through all vertices passes in few ways.
//!
//! A vertex of degree two forces both of its edges. In a graph with many such vertices, the degree rules leave many
//! choices that close short cycles. This ladder is an example. Its three rungs are forced edges (through a vertex of
//! degree two in the middle), and each of its vertices 1 and 4 takes one of two edges:
//!
//! ```text
//!   0 --- 1 --- 2          01 and 34 close a cycle through two rungs; so do 12 and 45.
//!   |     |     |          01 and 45, or 12 and 34, are the two ways through the gadget.
//!   3 --- 4 --- 5          0, 2, 3 and 5 are its ports: they have further edges.
//! ```
//!
//! With a variable for each edge, a solver finds models with the short cycles and has to be given a cut for each. With
//! a variable for each way, there are no such models. The ways are found by trying all choices at the vertices inside;
//! a gadget that is too large for that is not used, which is correct because a gadget only removes models with
//! subtours.

mod outline;
#[cfg(test)]
mod tests;

pub(super) use outline::Outline;

use crate::grid::{Edge, Graph};

/// The largest number of vertices of a gadget.
const MOST_VERTICES: usize = 64;
/// The largest number of ways through a gadget.
const MOST_WAYS: usize = 64;
/// The largest number of choices in the search for the ways through one gadget.
const MOST_STEPS: usize = 10_000;

/// A part of a graph that a cycle through all vertices passes in few ways.
///
/// A forced edge is an edge at a vertex of degree two. A vertex with one forced edge and two other edges takes exactly
/// one of the two. A *gadget* is a set of vertices connected by forced edges and by such pairs of edges, provided that
/// the other ends of the two edges have forced edges, too. Each choice of its edges that closes no cycle is a *way*
/// through the gadget. A solution takes exactly one way, because its only cycle leaves the gadget. The degree rules
/// allow the other choices, and each of them would take a cut of its own.
pub(super) struct Gadget {
    /// The edges that the ways choose from.
    pub edges: Vec<Edge>,
    /// For each way, whether it takes each of the edges.
    pub ways: Vec<Vec<bool>>,
    /// The vertices with edges outside the gadget. Each has a forced edge inside.
    pub ports: Vec<usize>,
    /// The other vertices.
    pub inside: Vec<usize>,
}

impl Gadget {
    /// Returns the gadgets of a graph in which some choice of edges closes a cycle.
    pub fn all(graph: &Graph) -> Vec<Self> {
        let chains = GadgetChains::new(graph);
        let mut is_known = vec![false; graph.vertex_count()];
        let mut gadgets = Vec::new();
        for vertex in (0..graph.vertex_count()).filter(|&vertex| chains.is_binary(vertex)) {
            if !is_known[vertex] {
                gadgets.extend(WaySearch::ways(&chains, &chains.gadget(vertex, &mut is_known)));
            }
        }
        gadgets
    }

    /// Returns, for each way, whether it takes one of the chosen edges at a port.
    pub fn meets(&self, graph: &Graph, port: usize) -> Vec<bool> {
        let at_port: Vec<bool> =
            self.edges.iter().map(|&edge| graph.ends(edge).contains(&port)).collect();
        let meets = |way: &Vec<bool>| way.iter().zip(&at_port).any(|(&taken, &at)| taken && at);
        self.ways.iter().map(meets).collect()
    }
}

/// A graph with its forced edges.
struct GadgetChains<'a> {
    graph: &'a Graph,
    /// For a vertex with one forced edge, the vertex beyond the middle vertex, which the forced edges connect it to.
    partner: Vec<Option<usize>>,
}

impl<'a> GadgetChains<'a> {
    fn new(graph: &'a Graph) -> Self {
        let mut chains = Self { graph, partner: Vec::new() };
        let partner = |vertex| {
            let middle = chains.middle(vertex)?;
            let other = graph.neighbours(middle).find(|&other| other != vertex)?;
            (chains.middle(other) == Some(middle)).then_some(other)
        };
        chains.partner = (0..graph.vertex_count()).map(partner).collect();
        chains
    }

    /// Returns the only neighbor of degree two of a vertex that has another degree itself.
    fn middle(&self, vertex: usize) -> Option<usize> {
        let is_middle = |vertex: usize| self.graph.incident(vertex).len() == 2;
        let mut middles = self.graph.neighbours(vertex).filter(|&other| is_middle(other));
        let middle = middles.next().filter(|_| !is_middle(vertex))?;
        middles.next().is_none().then_some(middle)
    }

    /// Returns the edges at a vertex that are not forced.
    fn free(&self, vertex: usize) -> impl Iterator<Item = (Edge, usize)> {
        let steps = self.graph.incident(vertex).iter();
        let steps = steps.map(move |&edge| (edge, self.graph.other_end(edge, vertex)));
        steps.filter(|&(_, other)| self.graph.incident(other).len() > 2)
    }

    /// Returns whether a vertex takes exactly one of two edges, and each of these leads to a vertex that takes at most
    /// one of them.
    fn is_binary(&self, vertex: usize) -> bool {
        let has_forced = |vertex: usize| self.partner[vertex].is_some();
        has_forced(vertex)
            && self.free(vertex).count() == 2
            && self.free(vertex).all(|(_, other)| has_forced(other))
    }

    /// Returns the vertices of the gadget of a vertex, without the middle vertices of forced edges, in the order of a
    /// breadth-first search, and marks them.
    fn gadget(&self, start: usize, is_known: &mut [bool]) -> Vec<usize> {
        let mut vertices = vec![start];
        is_known[start] = true;
        let mut next = 0;
        while let Some(&vertex) = vertices.get(next) {
            next += 1;
            let all = self.is_binary(vertex);
            let inner = self.free(vertex).map(|(_, other)| other);
            let inner = inner.filter(|&other| all || self.is_binary(other));
            for other in self.partner[vertex].into_iter().chain(inner) {
                if !std::mem::replace(&mut is_known[other], true) {
                    vertices.push(other);
                }
            }
        }
        vertices
    }
}

/// A search for the ways through a gadget.
struct WaySearch<'a> {
    chains: &'a GadgetChains<'a>,
    vertices: &'a [usize],
    /// The edges taken so far, with their ends.
    taken: Vec<(Edge, [usize; 2])>,
    ways: Vec<Vec<Edge>>,
    steps: usize,
    closes_cycle: bool,
}

impl WaySearch<'_> {
    /// Returns the gadget of these vertices; `None` if it has too many ways, or if the degree rules already allow
    /// nothing but its ways.
    fn ways(chains: &GadgetChains<'_>, vertices: &[usize]) -> Option<Gadget> {
        // if the gadget with its middle vertices were the whole graph, a cycle through all vertices would lie inside
        let inside = vertices.len() + vertices.len() / 2;
        if vertices.len() > MOST_VERTICES || inside >= chains.graph.vertex_count() {
            return None;
        }
        let mut search = WaySearch {
            chains,
            vertices,
            taken: Vec::new(),
            ways: Vec::new(),
            steps: 0,
            closes_cycle: false,
        };
        if !search.extend(0) || !search.closes_cycle {
            return None;
        }
        let binary = vertices.iter().filter(|&&vertex| chains.is_binary(vertex));
        let mut edges: Vec<Edge> =
            binary.flat_map(|&vertex| chains.free(vertex)).map(|(edge, _)| edge).collect();
        edges.sort_unstable();
        edges.dedup();
        let way = |way: &Vec<Edge>| edges.iter().map(|edge| way.contains(edge)).collect();
        let ways = search.ways.iter().map(way).collect();
        let (inside, ports): (Vec<usize>, _) =
            vertices.iter().partition(|&&vertex| chains.is_binary(vertex));
        let middles = vertices.iter().filter_map(|&vertex| chains.middle(vertex));
        let inside = inside.into_iter().chain(middles).collect();
        Some(Gadget { edges, ways, ports, inside })
    }

    /// Chooses an edge at each vertex from this index on, in all possible combinations; returns whether the limits
    /// permit it.
    fn extend(&mut self, at: usize) -> bool {
        self.steps += 1;
        let Some(&vertex) = self.vertices.get(at) else {
            if self.has_cycle() {
                self.closes_cycle = true;
            } else {
                self.ways.push(self.taken.iter().map(|&(edge, _)| edge).collect());
            }
            return self.ways.len() <= MOST_WAYS;
        };
        if self.steps > MOST_STEPS {
            return false;
        }
        if !self.chains.is_binary(vertex) || self.other_end(vertex).is_some() {
            return self.extend(at + 1);
        }
        let free: Vec<(Edge, usize)> = self.chains.free(vertex).collect();
        for (edge, other) in free {
            if self.other_end(other).is_some() {
                continue;
            }
            self.taken.push((edge, [vertex, other]));
            let goes_on = self.extend(at + 1);
            self.taken.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Returns the other end of the taken edge at a vertex, if there is such an edge.
    fn other_end(&self, vertex: usize) -> Option<usize> {
        let (_, [a, b]) = self.taken.iter().find(|(_, ends)| ends.contains(&vertex))?;
        Some(if *a == vertex { *b } else { *a })
    }

    /// Returns whether the taken and the forced edges close a cycle.
    fn has_cycle(&self) -> bool {
        let closes = |&start: &usize| {
            let mut vertex = start;
            for _ in 0..self.vertices.len() {
                let next = self.other_end(vertex).and_then(|other| self.chains.partner[other]);
                match next {
                    None => return false,
                    Some(next) if next == start => return true,
                    Some(next) => vertex = next,
                }
            }
            false
        };
        self.vertices.iter().any(closes)
    }
}
