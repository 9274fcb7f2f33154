//! The puzzle interface [`Instance`] of Numberlink.

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

    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.check_rules(solution)
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
