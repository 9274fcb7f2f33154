//! The rule check of Reachability, by graph search, and its picture. The check shares no code with the encodings.

use std::collections::HashMap;

use crate::grid::{Edge, Graph, reached};
use crate::kinds::reachability::{Reachability, ReachabilityClue, Wall};
use crate::logic::Place;
use crate::puzzle::{
    BrokenRule, GridSketch, Ink, Instance, PuzzleSymmetry, Sketch, Solution, SolutionForm,
};

impl Instance for Reachability {
    fn form(&self) -> SolutionForm {
        SolutionForm::Atoms
    }

    fn atom_count(&self) -> usize {
        self.graph().edge_count() + self.pairs().len()
    }

    fn atom_name(&self, atom: usize) -> String {
        let links = self.graph().edge_count();
        match atom.checked_sub(links) {
            None => self.graph().edge_name(Edge(atom as u32)),
            Some(pair) => {
                let (source, cell) = self.pairs()[pair];
                let name = |cell| self.graph().vertex_name(cell);
                format!("reach_{}_{}", name(source), name(cell))
            }
        }
    }

    fn graph_of_atoms(&self) -> Option<&Graph> {
        Some(self.graph())
    }

    /// Checks three rules: `wall` (passages agree with the walls of the puzzle), `reach` (each reachability atom
    /// agrees with a graph search) and `goal` (each source reaches exactly the required goals).
    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
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

    fn solutions_nest(&self) -> bool {
        true
    }

    fn atom_images(&self, symmetry: &PuzzleSymmetry) -> Option<Vec<usize>> {
        let (isometry, graph) = (symmetry.isometry, self.graph());
        let pairs = self.pairs().iter().zip(graph.edge_count()..);
        // a pair of two sources has one atom, in either order
        let atoms: HashMap<(usize, usize), usize> = pairs
            .flat_map(|(&(source, cell), atom)| [((source, cell), atom), ((cell, source), atom)])
            .collect();
        let links = isometry.graph_edges(graph, graph)?.into_iter().map(|edge| Some(edge.index()));
        let reach = self.pairs().iter().map(|&(source, cell)| {
            let image = |cell| isometry.graph_vertex(graph.layout(), cell);
            atoms.get(&(image(source)?, image(cell)?)).copied()
        });
        links.chain(reach).collect()
    }

    /// Each cell shows which source reaches it: letters stand for the sources in order, `*` for
    /// several of them. If every cell is a source, connected cells have the same letter. `?` is a
    /// free wall.
    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let title = format!("Reachability {}", self.extent());
        let mut sketch = GridSketch { walled: true, ..GridSketch::new(title, self.grid()) };
        sketch.frame(|_, _| false);
        for link in self.graph().edges() {
            let Some(border) = self.graph().border(link) else { continue };
            match (self.wall(link), solution) {
                (Wall::Shut, _) => sketch.border(border, Ink::Clue),
                (Wall::Free, None) => sketch.border(border, Ink::Undecided),
                (Wall::Free, Some(found)) if !found.has(link.index()) => {
                    sketch.border(border, Ink::Solution);
                }
                _ => {}
            }
        }
        for cell in self.grid().cells() {
            let given = match self.goals()[self.grid().cell_index(cell)] {
                ReachabilityClue::Any => continue,
                ReachabilityClue::Source => "S",
                ReachabilityClue::Reached => "o",
                ReachabilityClue::Unreached => "x",
            };
            sketch.write(cell, given, Ink::Clue);
        }
        if let Some(solution) = solution {
            self.write_reached(&mut sketch, solution);
        }
        Sketch::Grid(sketch)
    }
}

impl Reachability {
    fn write_reached(&self, sketch: &mut GridSketch, solution: &Solution) {
        let links = self.graph().edge_count();
        let all = self.sources().len() == self.grid().cell_count();
        let mut reached: Vec<Vec<usize>> = vec![Vec::new(); self.grid().cell_count()];
        let mut order = vec![0; self.grid().cell_count()];
        for (number, &source) in self.sources().iter().enumerate() {
            order[source] = number;
            reached[source].push(number);
        }
        for (pair, &(source, cell)) in self.pairs().iter().enumerate() {
            if solution.has(links + pair) {
                reached[cell].push(order[source]);
            }
        }
        let mut groups: Vec<usize> = Vec::new();
        for (index, by) in reached.iter().enumerate() {
            let letter = |number: usize| char::from(b'a' + (number % 26) as u8).to_string();
            let text = match by[..] {
                [] => continue,
                // the first cell of a component identifies its letter
                [..] if all => {
                    let first = by.iter().copied().min().unwrap_or(index);
                    let group = groups.iter().position(|&one| one == first).unwrap_or_else(|| {
                        groups.push(first);
                        groups.len() - 1
                    });
                    letter(group)
                }
                _ if self.goals()[index] == ReachabilityClue::Source => continue,
                [only] => letter(only),
                _ => "*".to_owned(),
            };
            // the symbol of a goal already implies that it is reached
            match (&sketch.texts[index], self.goals()[index]) {
                (None, _) => sketch.write(self.grid().cell_at(index), text, Ink::Solution),
                (Some(_), ReachabilityClue::Unreached) => {
                    sketch.write(self.grid().cell_at(index), format!("x{text}"), Ink::Solution);
                }
                _ => {}
            }
        }
    }
}

impl Reachability {
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
