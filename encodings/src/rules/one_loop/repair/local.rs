//! Connectivity within a window: which colourings of it are acceptable, and cuts for those that are not.

use crate::grid::DisjointSets;
use crate::rules::one_loop::repair::pieces::WindowPiece;

/// The graph of a window: its cells, and the pieces beside it, which keep their colours.
///
/// A colouring of the cells is acceptable if every part outside the window stays or becomes connected, every component
/// contains a piece, and the target part is joined with another one, if another one has a piece. If no cell outside the
/// window is inside, the inside has no piece; then it is acceptable if it has one component.
pub(super) struct LocalGraph {
    cells: usize,
    pieces: Vec<WindowPiece>,
    /// For each node (the cells, then the pieces) its neighbours.
    neighbours: Vec<Vec<u32>>,
    /// For each piece, the first piece of its part.
    anchors: Vec<usize>,
    /// The part that the window is to join with another one.
    target: u32,
    /// Whether all inside cells lie in the window.
    holds_all_inside: bool,
    /// The number of visited nodes.
    pub work: u64,
}

/// A cell and the colour that it has if the literal is true.
pub(super) type CellLiteral = (usize, u8);

/// Where a component of a colouring must be connected to.
enum ComponentGoal {
    Pieces(Vec<usize>),
    /// The component of this cell, in which all cells have the colour of the first component.
    Component(usize),
}

impl LocalGraph {
    /// Creates the graph. `links` are the pairs of neighbouring nodes.
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

    /// Returns the components of a colouring.
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

    /// Returns clauses that a colouring violates and every acceptable one satisfies; none if it is acceptable.
    pub fn cuts(&mut self, colours: &[u8]) -> Vec<Vec<CellLiteral>> {
        let roots = self.roots(colours);
        let bad = self.bad_components(&roots, colours);
        bad.into_iter().map(|(root, goal)| self.cut(root, &goal, &roots, colours)).collect()
    }

    /// Returns a clause for each component without one of the first two pieces, which have the colours 0 and 1: in every
    /// colouring in which it is connected with one of them, the clause holds.
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

    /// Returns for each node the representative of its component.
    fn roots(&self, colours: &[u8]) -> Vec<u32> {
        let mut sets = self.components(colours);
        (0..self.neighbours.len() as u32).map(|node| sets.find(node)).collect()
    }

    /// Returns the components that are not acceptable, each with what it must be connected with.
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

    /// Returns the cut for a component that is not connected with its goal: one of the cells around it from which the
    /// goal can be reached changes, or, for a component without a piece, its first cell does.
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
            // the representative is the smallest number, so it is a cell
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
