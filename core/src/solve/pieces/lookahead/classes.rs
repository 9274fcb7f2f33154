//! Classes of edges, of which one edge determines the others, and the rules of a Hamilton cycle over them.

use std::ops::ControlFlow;

use encycle_encodings::grid::DisjointSets;
use encycle_encodings::kinds::hamilton::Piece;
use encycle_encodings::logic::{Lit, Var};

use crate::solve::pieces::lookahead::sums::SumPropagator;

/// A Hamilton cycle problem in which each variable stands for a class of edges: two edges at each vertex as exact sums, and
/// no short cycle as a check of the assigned edges.
#[derive(Clone, Debug)]
pub(super) struct ClassRules<'p> {
    piece: &'p Piece,
    pub sums: SumPropagator,
    /// The edges that all cycles take.
    taken: Vec<usize>,
    /// The edges of each variable, and whether an edge is taken if the variable is true.
    classes: Vec<Vec<(usize, bool)>>,
    /// The paths that the edges in `taken` form, and their number; a vertex alone is a path, too.
    paths: DisjointSets,
    path_count: usize,
}

impl<'p> ClassRules<'p> {
    /// Creates the rules with a variable for each edge that is not forced. Returns `None` if there is no cycle.
    pub fn of(piece: &'p Piece) -> Option<Self> {
        let edges = || piece.edges().iter().enumerate();
        let taken = edges().filter(|(_, edge)| edge.forced).map(|(number, _)| number).collect();
        let open = edges().filter(|(_, edge)| !edge.forced);
        Self::new(piece, taken, open.map(|(number, _)| vec![(number, true)]).collect())
    }

    fn new(piece: &'p Piece, taken: Vec<usize>, classes: Vec<Vec<(usize, bool)>>) -> Option<Self> {
        let mut needed = vec![2; piece.vertex_count()];
        let mut paths = DisjointSets::new(piece.vertex_count());
        let mut path_count = piece.vertex_count();
        for &edge in &taken {
            let [a, b] = piece.edges()[edge].ends;
            needed[a as usize] -= 1;
            needed[b as usize] -= 1;
            path_count -= usize::from(paths.unite(a, b));
        }
        let mut literals = vec![Vec::new(); piece.vertex_count()];
        for (class, edges) in (0..).zip(&classes) {
            for &(edge, sign) in edges {
                for end in piece.edges()[edge].ends {
                    literals[end as usize].push(Lit::new(class, !sign));
                }
            }
        }
        let sums = needed.into_iter().zip(literals).map(|(needed, mut literals)| {
            let before = literals.len();
            literals.sort_unstable_by_key(|literal| literal.lidx());
            // a literal and its negation are one in any case
            let mut left: Vec<Lit> = Vec::with_capacity(before);
            for literal in literals {
                match left.last() {
                    Some(&last) if last == !literal => drop(left.pop()),
                    _ => left.push(literal),
                }
            }
            (needed - (before - left.len()) as i32 / 2, left)
        });
        let sums: Vec<(i32, Vec<Lit>)> = sums.collect();
        let sums = SumPropagator::new(classes.len(), &sums)?;
        let mut rules = Self { piece, sums, taken, classes, paths, path_count };
        rules.settle().then_some(rules)
    }

    /// Makes a literal true, with all that follows from single sums.
    pub fn assume(&mut self, literal: Lit) -> bool {
        self.sums.assign(literal) && self.sums.propagate()
    }

    /// Excludes all edges that would close a short cycle, with all that follows. Returns whether a cycle is still possible.
    pub fn settle(&mut self) -> bool {
        if !self.sums.propagate() {
            return false;
        }
        loop {
            let Some((mut paths, count)) = self.current_paths() else { return false };
            // the edge between the ends of the path through all vertices may close it
            let closing = if count == 1 { Vec::new() } else { self.closing_edges(&mut paths) };
            if closing.is_empty() {
                return true;
            }
            let is_possible = closing.into_iter().all(|literal| self.sums.assign(literal));
            if !is_possible || !self.sums.propagate() {
                return false;
            }
        }
    }

    /// Returns the paths that the taken edges form, and their number, or `None` if they close a short cycle.
    fn current_paths(&self) -> Option<(DisjointSets, usize)> {
        let (mut paths, mut count) = (self.paths.clone(), self.path_count);
        let mut edges = self.taken.len();
        for edge in self.assigned_edges() {
            let [a, b] = self.piece.edges()[edge].ends;
            edges += 1;
            count -= usize::from(paths.unite(a, b));
        }
        // an edge joins two paths or closes a cycle
        let cycles = edges + count - self.piece.vertex_count();
        (cycles == 0 || (cycles == 1 && count == 1)).then_some((paths, count))
    }

    /// Returns the literals that exclude the open edges between two vertices of a path.
    fn closing_edges(&self, paths: &mut DisjointSets) -> Vec<Lit> {
        let mut closing = Vec::new();
        for (number, class) in self.classes.iter().enumerate() {
            if self.sums.value(number).is_some() {
                continue;
            }
            for &(edge, sign) in class {
                let [a, b] = self.piece.edges()[edge].ends;
                if paths.find(a) == paths.find(b) {
                    closing.push(Lit::new(number as u32, sign));
                }
            }
        }
        closing
    }

    /// Returns the taken edges.
    pub fn cycle(&self) -> Vec<usize> {
        self.taken.iter().copied().chain(self.assigned_edges()).collect()
    }

    /// Returns the edges that the values of their classes take.
    fn assigned_edges(&self) -> impl Iterator<Item = usize> {
        self.classes.iter().enumerate().flat_map(|(number, class)| {
            let value = self.sums.value(number);
            let taken = class.iter().filter(move |(_, sign)| value == Some(*sign));
            taken.map(|&(edge, _)| edge)
        })
    }

    /// Tries both values of every variable until nothing changes. A value that is refuted gives the other one; what follows
    /// from both is true; and a variable that has opposite values in both joins the class of the tried variable. Returns the
    /// rules with a variable for each class, `Continue(None)` if there is no cycle, and `Break` if `go_on` ends the attempt.
    pub fn merge(mut self, go_on: &dyn Fn() -> bool) -> ControlFlow<(), Option<Self>> {
        // of literals: that of a class has the smallest number
        let mut equal = DisjointSets::new(2 * self.sums.variables());
        let mut seen = vec![None; self.sums.variables()];
        loop {
            let before = self.sums.trail().len();
            for variable in (0..self.sums.variables() as u32).map(Var::new) {
                if self.sums.value(variable.idx()).is_some() {
                    continue;
                }
                if !go_on() {
                    return ControlFlow::Break(());
                }
                let holds = self.probe(variable, &mut seen, &mut equal);
                if !holds {
                    return ControlFlow::Continue(None);
                }
            }
            if self.sums.trail().len() == before {
                break;
            }
        }
        let mut classes = vec![Vec::new(); self.sums.variables()];
        for (number, class) in self.classes.iter().enumerate() {
            if self.sums.value(number).is_none() {
                let first = equal.find(2 * number as u32);
                let is_same = first.is_multiple_of(2);
                classes[first as usize / 2]
                    .extend(class.iter().map(|&(edge, sign)| (edge, sign == is_same)));
            }
        }
        classes.retain(|class| !class.is_empty());
        ControlFlow::Continue(Self::new(self.piece, self.cycle(), classes))
    }

    /// Tries both values of a variable. Returns false if there is no cycle. `seen` has no values before and after.
    fn probe(
        &mut self,
        variable: Var,
        seen: &mut [Option<bool>],
        equal: &mut DisjointSets,
    ) -> bool {
        let kept = self.sums.trail().len();
        let mut implied = [variable.pos_lit(), variable.neg_lit()].map(|literal| {
            let holds = self.assume(literal) && self.settle();
            let implied = holds.then(|| self.sums.trail()[kept..].to_vec());
            self.sums.undo(kept);
            implied
        });
        let (one, other) = match &mut implied {
            [Some(one), Some(other)] => (one, other),
            [Some(all), None] | [None, Some(all)] => {
                return all.iter().all(|&literal| self.sums.assign(literal)) && self.settle();
            }
            [None, None] => return false,
        };
        one.iter().for_each(|literal| seen[literal.vidx()] = Some(literal.is_pos()));
        let mut common = Vec::new();
        for literal in other {
            match seen[literal.vidx()] {
                Some(value) if value == literal.is_pos() => common.push(*literal),
                Some(_) => {
                    let index = literal.lidx() as u32;
                    // false if the variable is true
                    equal.join(variable.neg_lit().lidx() as u32, index);
                    equal.join(variable.pos_lit().lidx() as u32, index ^ 1);
                }
                None => {}
            }
        }
        one.iter().for_each(|literal| seen[literal.vidx()] = None);
        common.into_iter().all(|literal| self.sums.assign(literal)) && self.settle()
    }
}
