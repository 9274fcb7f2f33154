//! The rules of Hamilton, checked on a set of edges. The check shares no code with the encodings.

use crate::grid::{Edge, reached};
use crate::kinds::hamilton::{Hamilton, HamiltonGoal};
use crate::logic::Place;
use crate::puzzle::{BrokenRule, Solution};

impl Hamilton {
    /// Checks the rules `wall`, `end`, `degree` and `single-line`.
    pub(super) fn check_rules(&self, solution: &Solution) -> Result<(), BrokenRule> {
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
}
