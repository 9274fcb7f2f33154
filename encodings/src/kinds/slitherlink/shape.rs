//! The puzzle interface of Slitherlink and Slitherlynx: [`Instance`] and [`Encodable`].

use crate::encoding::{Encodable, Encoding, EncodingError};
use crate::grid::Graph;
use crate::kinds::slitherlink::bases::BASES;
use crate::kinds::slitherlink::{Slitherlink, encoding, encoding_names};
use crate::puzzle::{
    BrokenRule, EdgeClue, GraphSketch, GridSketch, Ink, Instance, LineProblem, LineShape, Sketch,
    Solution, VertexDegree,
};
use crate::rules::one_loop::graph_sketch;

impl Instance for Slitherlink {
    fn graph_of_atoms(&self) -> Option<&Graph> {
        Some(self.graph())
    }

    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.check_rules(solution)
    }

    fn solutions_nest(&self) -> bool {
        self.allows_several_loops()
    }

    fn line_problem(&self) -> Option<LineProblem<'_>> {
        let clues = self.edge_clues().iter();
        Some(LineProblem {
            graph: self.graph(),
            vertices: vec![VertexDegree::NoneOrTwo; self.graph().vertex_count()],
            shape: if self.allows_several_loops() { LineShape::Cycles } else { LineShape::Cycle },
            fixed: vec![None; self.graph().edge_count()],
            clues: clues
                .map(|clue| EdgeClue { edges: (&clue.edges[..]).into(), count: clue.count })
                .collect(),
            clauses: Vec::new(),
        })
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let name = if self.allows_several_loops() { "Slitherlynx" } else { "Slitherlink" };
        let title = format!("{name} {}", self.extent());
        let Some(grid) = self.grid() else {
            return Sketch::Graph(self.graph_sketch(title, solution));
        };
        let mut sketch = GridSketch { dotted: true, ..GridSketch::new(title, grid) };
        for (cell, clue) in self.clues() {
            sketch.write(cell, clue.to_string(), Ink::Clue);
        }
        for atom in solution.iter().flat_map(|solution| solution.true_atoms()) {
            sketch.borders[atom] = Some(Ink::Solution);
        }
        sketch.mark_inside();
        Sketch::Grid(sketch)
    }
}

impl Encodable for Slitherlink {
    fn encoding_names(&self) -> Vec<String> {
        encoding_names(self)
    }

    /// Returns the first base, without building any encoding. This base has one variable per edge, so it applies to
    /// every puzzle, with or without a grid.
    fn default_encoding(&self) -> String {
        BASES[0].info.name.to_owned()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        encoding(name, self)
    }
}

impl Slitherlink {
    fn graph_sketch(&self, title: String, solution: Option<&Solution>) -> GraphSketch {
        let (graph, points) = (self.graph(), self.points());
        let middle = |edges: &[crate::grid::Edge]| {
            let ends: Vec<(i32, i32)> =
                edges.iter().flat_map(|&edge| graph.ends(edge)).map(|end| points[end]).collect();
            let mean = |of: fn(&(i32, i32)) -> i32| {
                ends.iter().map(|point| i64::from(of(point))).sum::<i64>()
                    / ends.len().max(1) as i64
            };
            (mean(|point| point.0) as i32, mean(|point| point.1) as i32)
        };
        let clues = self.edge_clues().iter();
        let notes = match points {
            [] => Vec::new(),
            _ => clues.clone().map(|clue| (middle(&clue.edges), clue.count.to_string())).collect(),
        };
        let clues = clues.map(|clue| {
            let names: Vec<String> = clue.edges.iter().map(|&edge| graph.edge_name(edge)).collect();
            format!("{} of {}", clue.count, names.join(" "))
        });
        GraphSketch {
            notes,
            clues: clues.collect(),
            ..graph_sketch(title, graph, points, solution)
        }
    }
}
