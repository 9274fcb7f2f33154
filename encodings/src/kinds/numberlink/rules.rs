//! The rules of Numberlink, checked on a set of edges, and its picture. The checks share no code with the encodings.

use crate::grid::{Edge, Graph};
use crate::kinds::numberlink::{Numberlink, NumberlinkRule};
use crate::puzzle::{
    BrokenRule, GraphSketch, GridSketch, Ink, Instance, LineProblem, LineShape, Sketch, Solution,
    VertexDegree,
};
use crate::rules::one_loop::graph_sketch;

impl Instance for Numberlink {
    fn variant(&self) -> Option<&'static str> {
        Some(match self.rule() {
            NumberlinkRule::Free => "free",
            NumberlinkRule::Cover => "cover",
        })
    }

    fn graph_of_atoms(&self) -> Option<&Graph> {
        Some(self.graph())
    }

    /// Checks the rules `terminal`, `degree`, `cover`, `pair` and `no-loop`.
    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let graph = self.graph();
        let taken = |edge: &&Edge| solution.has(edge.index());
        for vertex in 0..graph.vertex_count() {
            let lines = graph.incident(vertex).iter().filter(taken).count();
            let broken =
                |rule, found: String| Err(BrokenRule::new(rule, graph.vertex_place(vertex), found));
            match (self.terminal(vertex), lines, self.rule()) {
                (Some(_), 1, _) | (None, 2, _) | (None, 0, NumberlinkRule::Free) => {}
                (Some(_), ..) => return broken("terminal", format!("{lines} lines in place of 1")),
                (None, 0, NumberlinkRule::Cover) => return broken("cover", "no line".to_owned()),
                (None, ..) => return broken("degree", format!("{lines} lines meet")),
            }
        }
        // after these checks, every line is a path between terminals or a loop
        let mut reached = vec![false; graph.vertex_count()];
        for (vertex, pair) in self.terminals_in_order() {
            if reached[vertex] {
                continue;
            }
            let (mut at, mut last) = (vertex, None);
            while !reached[at] {
                reached[at] = true;
                let next =
                    graph.incident(at).iter().filter(taken).find(|&&edge| last != Some(edge));
                if let Some(&edge) = next {
                    last = Some(edge);
                    at = graph.other_end(edge, at);
                }
            }
            if self.terminal(at) != Some(pair) {
                let name = |pair: Option<usize>| {
                    pair.map_or("", |pair: usize| self.pairs()[pair].name.as_str())
                };
                let found =
                    format!("`{}` is joined to `{}`", name(Some(pair)), name(self.terminal(at)));
                return Err(BrokenRule::new("pair", graph.vertex_place(vertex), found));
            }
        }
        let unreached = |edge: &Edge| solution.has(edge.index()) && !reached[graph.ends(*edge)[0]];
        match graph.edges().find(unreached) {
            None => Ok(()),
            Some(edge) => {
                let place = graph.vertex_place(graph.ends(edge)[0]);
                Err(BrokenRule::new("no-loop", place, "a line that is a loop"))
            }
        }
    }

    fn line_problem(&self) -> Option<LineProblem<'_>> {
        let others = match self.rule() {
            NumberlinkRule::Free => VertexDegree::NoneOrTwo,
            NumberlinkRule::Cover => VertexDegree::Two,
        };
        let demand = |vertex| self.terminal(vertex).map_or(others, VertexDegree::End);
        Some(LineProblem {
            graph: self.graph(),
            vertices: (0..self.graph().vertex_count()).map(demand).collect(),
            shape: LineShape::Paths { free_ends: 0 },
            fixed: vec![None; self.graph().edge_count()],
            clues: Vec::new(),
            clauses: Vec::new(),
        })
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let title = format!("Numberlink {}", self.extent());
        let Some(grid) = self.grid() else {
            let words = |pair: &crate::kinds::numberlink::TerminalPair| {
                let ends = pair.terminals().iter().map(|&end| self.graph().vertex_name(end));
                format!("pair {}: {}", pair.name, ends.collect::<Vec<_>>().join(" "))
            };
            let terminals = self.pairs().iter().flat_map(|pair| {
                pair.terminals().iter().map(|&end| (end as u32, pair.name.clone()))
            });
            return Sketch::Graph(GraphSketch {
                terminals: terminals.collect(),
                clues: self.pairs().iter().map(words).collect(),
                pairs: self.pairs_of_vertices(solution),
                ..graph_sketch(title, self.graph(), &[], solution)
            });
        };
        let pairs = self.pairs_of_vertices(solution);
        let mut sketch = GridSketch { walled: true, pairs, ..GridSketch::new(title, grid) };
        sketch.frame(|_, _| false);
        for pair in self.pairs() {
            for &end in pair.terminals() {
                sketch.write(grid.cell_at(end), pair.name.as_str(), Ink::Clue);
            }
        }
        for atom in solution.iter().flat_map(|solution| solution.true_atoms()) {
            if let Some(border) = self.graph().border(Edge(atom as u32)) {
                sketch.link(border, Ink::Solution);
            }
        }
        Sketch::Grid(sketch)
    }
}

impl Numberlink {
    /// Returns the pair of each terminal, and of each vertex on a line from a terminal. A line between terminals of two
    /// pairs, which breaks a rule, gets the pair of the end with the smaller number.
    fn pairs_of_vertices(&self, solution: Option<&Solution>) -> Vec<Option<u32>> {
        let graph = self.graph();
        let terminal = |vertex| self.terminal(vertex).map(|pair| pair as u32);
        let mut pairs: Vec<Option<u32>> = (0..graph.vertex_count()).map(terminal).collect();
        let mut open: Vec<usize> = (0..pairs.len()).filter(|&at| pairs[at].is_some()).collect();
        open.reverse();
        while let Some(at) = open.pop() {
            for &edge in graph.incident(at) {
                let next = graph.other_end(edge, at);
                let is_drawn = solution.is_some_and(|solution| solution.has(edge.index()));
                if is_drawn && pairs[next].is_none() {
                    pairs[next] = pairs[at];
                    open.push(next);
                }
            }
        }
        pairs
    }
}

impl Numberlink {
    /// Returns the terminals in order of their vertices, with the indices of their pairs.
    fn terminals_in_order(&self) -> impl Iterator<Item = (usize, usize)> {
        let vertices = 0..self.graph().vertex_count();
        vertices.filter_map(|vertex| Some((vertex, self.terminal(vertex)?)))
    }
}
