//! The rules of Numberlink, checked on a set of edges. The checks share no code with the encodings.

use crate::grid::Edge;
use crate::kinds::numberlink::{Numberlink, NumberlinkRule};
use crate::puzzle::{BrokenRule, Solution};

impl Numberlink {
    /// Checks the rules `terminal`, `degree`, `cover`, `pair` and `no-loop`.
    pub(super) fn check_rules(&self, solution: &Solution) -> Result<(), BrokenRule> {
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

    /// Returns the terminals in order of their vertices, with the indices of their pairs.
    fn terminals_in_order(&self) -> impl Iterator<Item = (usize, usize)> {
        let vertices = 0..self.graph().vertex_count();
        vertices.filter_map(|vertex| Some((vertex, self.terminal(vertex)?)))
    }
}
