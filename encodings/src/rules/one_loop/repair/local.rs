//! Connectivity within a window: the acceptable colorings of a window, and cuts against all others.
//!
//! The cells of a window may change, the places outside keep their colors. Outside places matter only by their
//! connections, so all places that are connected outside the window are one node of a small graph, a *piece*
//! (`pieces`). The nodes of the graph are the cells of the window and the pieces next to it:
//!
//! ```text
//!   A A | . # . | B        A, B, C  pieces of inside parts; A and B belong to the same part, C to another
//!   A   | # . . |          #, .     inside and outside cells of the window
//!   A   | # # . | C        This coloring is not acceptable: A and B belong together but are not connected,
//!                          and the cell # in the first row is connected to no piece.
//! ```
//!
//! For each component with a missing connection there is a clause. Its separator consists of the cells next to the
//! component from which the goal can be reached (the other pieces of the same part, for example): if the component
//! keeps its color, one of these cells must take that color. The search for the separator starts at the goal and stops
//! at the component, so cells in pockets around the component do not enter the clause. It may pass every cell of the
//! window, whatever its color, because the cells may change, but only pieces of the component's color.

use crate::grid::DisjointSets;
use crate::rules::one_loop::repair::pieces::WindowPiece;

/// The graph of a window: its cells, and the pieces next to it, which keep their colors.
///
/// A coloring of the cells is acceptable if every part outside the window stays or becomes connected, every component
/// contains a piece, and the target part is joined with another part of its color, unless no such part has a piece. If
/// all inside cells lie in the window, the inside has no piece; then the inside is acceptable if it has one component.
pub(super) struct LocalGraph {
    cells: usize,
    pieces: Vec<WindowPiece>,
    /// For each node (the cells, then the pieces), its neighbors.
    neighbours: Vec<Vec<u32>>,
    /// For each piece, the first piece of its part.
    anchors: Vec<usize>,
    /// The part that the window is to join with another part.
    target: u32,
    /// Whether all inside cells lie in the window.
    holds_all_inside: bool,
    /// The number of visited nodes.
    pub work: u64,
}

/// A cell and the color that it has if the literal is true.
pub(super) type CellLiteral = (usize, u8);

/// The nodes that a component of a coloring must be connected to.
enum ComponentGoal {
    Pieces(Vec<usize>),
    /// The component of this cell; all its cells have the color of the component that must be connected to it.
    Component(usize),
}

impl LocalGraph {
    /// Creates the graph. `links` are the pairs of neighboring nodes.
    pub fn new(
        cells: usize,
        pieces: Vec<WindowPiece>,
        links: impl Iterator<Item = (u32, u32)>,
        target: u32,
        holds_all_inside: bool,
    ) -> Self {
        let mut neighbours = vec![Vec::new(); cells + pieces.len()];
        for (one, other) in links {
            neighbours[one as usize].push(other);
            neighbours[other as usize].push(one);
        }
        let anchor = |piece: &WindowPiece| pieces.iter().position(|other| other.part == piece.part);
        let anchors = pieces.iter().filter_map(anchor).collect();
        Self { cells, pieces, neighbours, anchors, target, holds_all_inside, work: 0 }
    }

    pub fn pieces(&self) -> &[WindowPiece] {
        &self.pieces
    }

    fn colour(&self, node: u32, colours: &[u8]) -> u8 {
        let node = node as usize;
        colours.get(node).copied().unwrap_or_else(|| self.pieces[node - self.cells].colour)
    }

    /// Returns the components of a coloring.
    pub fn components(&self, colours: &[u8]) -> DisjointSets {
        let mut sets = DisjointSets::new(self.neighbours.len());
        for node in 0..self.cells as u32 {
            for &other in &self.neighbours[node as usize] {
                if self.colour(node, colours) == self.colour(other, colours) {
                    sets.join(node, other);
                }
            }
        }
        sets
    }

    /// Returns clauses that a coloring violates and every acceptable coloring satisfies; none if the coloring is
    /// acceptable.
    pub fn cuts(&mut self, colours: &[u8]) -> Vec<Vec<CellLiteral>> {
        let roots = self.roots(colours);
        let bad = self.bad_components(&roots, colours);
        bad.into_iter().map(|(root, goal)| self.cut(root, &goal, &roots, colours)).collect()
    }

    /// Returns a clause for each component that contains neither of the first two pieces, which have the colors 0 and
    /// 1. The clause holds in every coloring in which the component is connected to the piece of its color.
    pub fn cuts_of_closed(&mut self, colours: &[u8]) -> Vec<Vec<CellLiteral>> {
        let roots = self.roots(colours);
        let mut is_listed = vec![false; roots.len()];
        for &root in roots.iter().skip(self.cells).take(2) {
            is_listed[root as usize] = true;
        }
        let mut cuts = Vec::new();
        for &root in &roots {
            if !std::mem::replace(&mut is_listed[root as usize], true) {
                let goal = ComponentGoal::Pieces(vec![usize::from(self.colour(root, colours))]);
                cuts.push(self.cut(root, &goal, &roots, colours));
            }
        }
        cuts
    }

    /// Returns, for each node, the representative of its component.
    fn roots(&self, colours: &[u8]) -> Vec<u32> {
        let mut sets = self.components(colours);
        (0..self.neighbours.len() as u32).map(|node| sets.find(node)).collect()
    }

    /// Returns the components that are not acceptable, each with the nodes that it must be connected to.
    fn bad_components(&self, roots: &[u32], colours: &[u8]) -> Vec<(u32, ComponentGoal)> {
        let root = |piece: usize| roots[self.cells + piece];
        let mut bad: Vec<(u32, ComponentGoal)> = Vec::new();
        for (piece, &anchor) in self.anchors.iter().enumerate() {
            let is_listed = bad.iter().any(|&(one, _)| one == root(piece));
            if root(piece) != root(anchor) && !is_listed {
                bad.push((root(piece), ComponentGoal::Pieces(vec![anchor])));
            }
        }
        if let Some(target) = self.pieces.iter().position(|piece| piece.part == self.target) {
            let colour = self.pieces[target].colour;
            let others = |piece: &WindowPiece| piece.colour == colour && piece.part != self.target;
            let others = self.pieces_where(others);
            if !others.is_empty() && others.iter().all(|&other| root(other) != root(target)) {
                bad.push((root(target), ComponentGoal::Pieces(others)));
            }
        }
        let mut sizes = vec![0_usize; roots.len()];
        for &root in &roots[..self.cells] {
            sizes[root as usize] += 1;
        }
        for &root in &roots[self.cells..] {
            sizes[root as usize] = 0;
        }
        // the components without a piece
        let isolated: Vec<u32> =
            (0..self.cells as u32).filter(|&node| sizes[node as usize] > 0).collect();
        let inside = isolated.iter().copied().filter(|&root| self.colour(root, colours) == 1);
        let main = inside.max_by_key(|&root| sizes[root as usize]);
        let main = main.filter(|_| self.holds_all_inside);
        for root in isolated {
            let colour = self.colour(root, colours);
            match main.filter(|_| colour == 1) {
                Some(main) if main == root => {}
                Some(main) => bad.push((root, ComponentGoal::Component(main as usize))),
                None => {
                    let goals = self.pieces_where(|piece| piece.colour == colour);
                    bad.push((root, ComponentGoal::Pieces(goals)));
                }
            }
        }
        bad
    }

    fn pieces_where(&self, condition: impl Fn(&WindowPiece) -> bool) -> Vec<usize> {
        let numbers = 0..self.pieces.len();
        numbers.filter(|&piece| condition(&self.pieces[piece])).collect()
    }

    /// Returns the cut for a component that is not connected to its goal: some cell around the component from which the
    /// goal can be reached changes its color, or, for a component without a piece, the component's first cell does.
    fn cut(
        &mut self,
        root: u32,
        goal: &ComponentGoal,
        roots: &[u32],
        colours: &[u8],
    ) -> Vec<CellLiteral> {
        let colour = self.colour(root, colours);
        let mut clause = Vec::new();
        let has_piece = roots[self.cells..].contains(&root);
        if !has_piece {
            // the representative is the smallest number, so it is a cell, because cells come before pieces
            clause.push((root as usize, 1 - colour));
        }
        let is_member = |node: u32| roots[node as usize] == root;
        let mut seen = vec![false; roots.len()];
        let mut open: Vec<u32> = Vec::new();
        match goal {
            ComponentGoal::Pieces(pieces) => {
                open.extend(pieces.iter().map(|&piece| (self.cells + piece) as u32));
            }
            ComponentGoal::Component(cell) => {
                clause.push((*cell, 1 - colour));
                open.push(*cell as u32);
            }
        }
        open.iter().for_each(|&node| seen[node as usize] = true);
        while let Some(node) = open.pop() {
            self.work += 1;
            let is_around = self.neighbours[node as usize].iter().any(|&other| is_member(other));
            if is_around {
                clause.push((node as usize, colour));
                continue;
            }
            for &other in &self.neighbours[node as usize] {
                let is_open =
                    (other as usize) < self.cells || self.colour(other, colours) == colour;
                if is_open && !std::mem::replace(&mut seen[other as usize], true) {
                    open.push(other);
                }
            }
        }
        clause
    }
}
