//! The rule check of Reachability, by graph search. It shares no code with the encodings.

use crate::grid::{Edge, reached};
use crate::kinds::reachability::{Reachability, ReachabilityClue, Wall};
use crate::logic::Place;
use crate::puzzle::{BrokenRule, Solution};

impl Reachability {
    /// Checks three rules: `wall` (passages agree with the walls of the puzzle), `reach` (each reachability atom
    /// agrees with a graph search) and `goal` (each source reaches exactly the required goals).
    pub(super) fn check_rules(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let graph = self.graph();
        for link in graph.edges() {
            let is_open = solution.has(link.index());
            let found = match self.wall(link) {
                Wall::Open if !is_open => "a wall where the puzzle has none",
                Wall::Shut if is_open => "no wall where the puzzle has one",
                _ => continue,
            };
            return Err(BrokenRule::new("wall", graph.edge_place(link), found));
        }
        let cell_count = self.grid().cell_count();
        let mut reached = vec![false; cell_count];
        let mut walked = None;
        for (index, &(source, cell)) in self.pairs().iter().enumerate() {
            if walked != Some(source) {
                reached = self.walk(source, solution);
                walked = Some(source);
            }
            let claimed = solution.has(graph.edge_count() + index);
            if claimed != reached[cell] {
                let found = match claimed {
                    true => "reached according to the atom, but no walk leads there",
                    false => "not reached according to the atom, but a walk leads there",
                };
                let place = Place::from([source, cell].map(|cell| self.grid().cell_at(cell)));
                return Err(BrokenRule::new("reach", place, found));
            }
        }
        for &source in self.sources() {
            let is_goal = |cell: &usize| {
                matches!(
                    self.goals()[*cell],
                    ReachabilityClue::Reached | ReachabilityClue::Unreached
                )
            };
            let mut goals = (0..cell_count).filter(is_goal).peekable();
            if goals.peek().is_none() {
                break;
            }
            let reached = self.walk(source, solution);
            for cell in goals {
                if reached[cell] != (self.goals()[cell] == ReachabilityClue::Reached) {
                    let from = self.grid().cell_at(source);
                    let found = match reached[cell] {
                        true => format!("the source at {from} reaches it"),
                        false => format!("the source at {from} does not reach it"),
                    };
                    return Err(BrokenRule::new("goal", self.grid().cell_at(cell), found));
                }
            }
        }
        Ok(())
    }

    /// Returns the only candidate with these passages: its reachability atoms agree with a graph search. `is_open` is
    /// asked for the free walls only.
    #[must_use]
    pub fn candidate(&self, is_open: impl Fn(Edge) -> bool) -> Solution {
        let mut atoms = vec![false; self.graph().edge_count() + self.pairs().len()];
        for link in self.graph().edges() {
            atoms[link.index()] = match self.wall(link) {
                Wall::Open => true,
                Wall::Shut => false,
                Wall::Free => is_open(link),
            };
        }
        let passages = Solution::new(atoms.clone());
        let mut walked = None;
        for (index, &(source, cell)) in self.pairs().iter().enumerate() {
            let reached = match walked.take() {
                Some((from, reached)) if from == source => reached,
                _ => self.walk(source, &passages),
            };
            atoms[self.graph().edge_count() + index] = reached[cell];
            walked = Some((source, reached));
        }
        Solution::new(atoms)
    }

    /// Returns for each cell whether it can be reached from `source` through open edges.
    pub(super) fn walk(&self, source: usize, solution: &Solution) -> Vec<bool> {
        let graph = self.graph();
        let open = |cell| graph.neighbours_along(cell, |link| solution.has(link.index()));
        reached(self.grid().cell_count(), [source], open)
    }
}
