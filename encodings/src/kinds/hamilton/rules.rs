//! The rules of Hamilton, checked on a set of edges, and its picture. The check shares no code with the encodings.

use crate::grid::{Edge, Graph, reached};
use crate::kinds::hamilton::{Hamilton, HamiltonGoal};
use crate::logic::Place;
use crate::puzzle::{
    BrokenRule, GraphSketch, GridSketch, Ink, Instance, LineProblem, LineShape, Sketch, Solution,
    VertexDegree,
};
use crate::rules::one_loop::graph_sketch;

impl Instance for Hamilton {
    fn variant(&self) -> Option<&'static str> {
        Some(match self.goal() {
            HamiltonGoal::Cycle => "cycle",
            HamiltonGoal::Path { .. } => "path",
        })
    }

    fn graph_of_atoms(&self) -> Option<&Graph> {
        Some(self.graph())
    }

    /// Checks the rules `wall`, `end`, `degree` and `single-line`.
    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let graph = self.graph();
        let taken = |edge: &&Edge| solution.has(edge.index());
        if let Some(edge) = self.forbidden().find(|edge| taken(&edge)) {
            let found = format!("{} is taken", graph.edge_name(edge));
            return Err(BrokenRule::new("wall", graph.edge_place(edge), found));
        }
        let given = self.goal().given_ends();
        // the number of free ends: this many vertices may have one line instead of two
        let mut free = match self.goal() {
            HamiltonGoal::Path { .. } if graph.vertex_count() > 1 => {
                given.iter().filter(|end| end.is_none()).count()
            }
            _ => 0,
        };
        for vertex in 0..graph.vertex_count() {
            let lines = graph.incident(vertex).iter().filter(taken).count();
            let is_end = given.contains(&Some(vertex));
            let (rule, wanted) = match (is_end, self.goal()) {
                (_, HamiltonGoal::Path { .. }) if graph.vertex_count() == 1 => ("end", 0),
                (true, _) => ("end", 1),
                (false, _) => ("degree", 2),
            };
            if lines == 1 && wanted == 2 && free > 0 {
                free -= 1;
            } else if lines != wanted {
                let found = format!("{lines} lines in place of {wanted}");
                return Err(BrokenRule::new(rule, graph.vertex_place(vertex), found));
            }
        }
        if free > 0 {
            let found = format!("{free} ends are missing");
            return Err(BrokenRule::new("end", Place::Whole, found));
        }
        let along = |vertex| graph.neighbours_along(vertex, |edge| taken(&&edge));
        let reached = reached(graph.vertex_count(), [0], along);
        match reached.iter().position(|&reached| !reached) {
            None => Ok(()),
            Some(vertex) => {
                let found = "a second line";
                Err(BrokenRule::new("single-line", graph.vertex_place(vertex), found))
            }
        }
    }

    /// All ends, fixed or free, are the two ends of one path.
    fn line_problem(&self) -> Option<LineProblem<'_>> {
        let graph = self.graph();
        let ends = self.goal().given_ends();
        let (others, whole) = match self.goal() {
            HamiltonGoal::Cycle => (VertexDegree::Two, LineShape::Cycle),
            HamiltonGoal::Path { .. } if graph.vertex_count() == 1 => {
                (VertexDegree::None, LineShape::Paths { free_ends: 0 })
            }
            HamiltonGoal::Path { .. } => {
                let free_ends = ends.iter().filter(|end| end.is_none()).count();
                let others = if free_ends > 0 { VertexDegree::OneOrTwo } else { VertexDegree::Two };
                (others, LineShape::Paths { free_ends })
            }
        };
        let demand = |vertex| match ends.contains(&Some(vertex)) && others != VertexDegree::None {
            true => VertexDegree::End(0),
            false => others,
        };
        Some(LineProblem {
            graph,
            vertices: (0..graph.vertex_count()).map(demand).collect(),
            shape: whole,
            fixed: graph.edges().map(|edge| self.is_forbidden(edge).then_some(false)).collect(),
            clues: Vec::new(),
            clauses: Vec::new(),
        })
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let title = format!("Hamilton {} {}", self.variant().unwrap_or_default(), self.extent());
        let ends = self.goal().given_ends().into_iter().zip(["S", "E"]);
        let ends = ends.filter_map(|(end, letter)| Some((end?, letter)));
        let Some(grid) = self.grid() else {
            let name = |vertex| self.graph().vertex_name(vertex);
            let words = |(end, letter)| {
                format!("{} {}", if letter == "S" { "start" } else { "end" }, name(end))
            };
            let walls =
                self.forbidden().map(|edge| format!("not {}", self.graph().edge_name(edge)));
            let terminals = ends.clone().map(|(end, letter)| (end as u32, letter.to_owned()));
            let mut sketch = graph_sketch(title, self.graph(), &[], solution);
            if solution.is_some() && self.graph().vertex_count() == 1 {
                // the path through the only vertex has no edge
                sketch.walks = vec![vec![0]];
            }
            return Sketch::Graph(GraphSketch {
                terminals: terminals.collect(),
                clues: ends.map(words).chain(walls).collect(),
                ..sketch
            });
        };
        let mut sketch = GridSketch { walled: true, ..GridSketch::new(title, grid) };
        sketch.frame(|a, b| {
            let [a, b] = [a, b].map(|cell| grid.cell_index(cell));
            self.graph().edge_between(a, b).is_some_and(|edge| self.is_forbidden(edge))
        });
        for (end, letter) in ends {
            sketch.write(grid.cell_at(end), letter, Ink::Clue);
        }
        for atom in solution.iter().flat_map(|solution| solution.true_atoms()) {
            if let Some(border) = self.graph().border(Edge(atom as u32)) {
                sketch.link(border, Ink::Solution);
            }
        }
        Sketch::Grid(sketch)
    }
}
