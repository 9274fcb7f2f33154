//! A search for a second solution near a known one.
//!
//! The generator asks again and again whether the techniques solve a puzzle, and half of the time they do not, because a clue
//! was removed that the solution needs. Then the puzzle usually has a second solution that differs only near that clue. It
//! takes a search of a few steps to find it, whereas it takes a probe of every open atom to see that the techniques are stuck.
//! Techniques keep all solutions, so a puzzle with a second solution is one that they do not solve.
//!
//! The search makes one open atom different from the known solution, and gives the other atoms their known values, the
//! farthest first, with unit propagation and the line rule after each. It takes back only the last decisions, so it tries
//! the combinations near the first atom, and gives up after a few.

use std::cmp::Reverse;

use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::Solution;

use crate::deduce::clauses::{ClauseState, TrailMark};

/// The number of atoms that are made different, one after the other.
const STARTS: usize = 8;

/// The number of contradictions after which an atom is given up.
const CONTRADICTIONS: usize = 24;

impl ClauseState<'_> {
    /// Looks for a solution other than the known one, and keeps it. Returns whether there is one; otherwise, nothing is known.
    pub(super) fn look_for_other(&mut self) -> bool {
        let Some(known) = self.solution.take() else { return false };
        let root = self.mark();
        let open = self.open_atoms();
        let step = open.len().div_ceil(STARTS).max(1);
        let orders = self.orders(&open, open.iter().copied().step_by(step));
        for order in orders {
            let found = self.other_with(&known, &order);
            self.undo(root);
            if found.is_some() {
                self.other = found;
                break;
            }
        }
        self.solution = Some(known);
        self.other.is_some()
    }

    /// Returns, for each start, the open atoms: the start, then the others, the farthest first.
    fn orders(&self, open: &[u32], starts: impl Iterator<Item = u32>) -> Vec<Vec<u32>> {
        let graph = self.propagator.clause_graph();
        let from = |start: u32| {
            let distances = graph.distances(start as usize);
            let mut order = open.to_vec();
            order.sort_by_key(|&atom| (atom != start, Reverse(distances[atom as usize])));
            order
        };
        starts.map(from).collect()
    }

    /// Looks for a solution in which the first atom differs from the known solution.
    fn other_with(&mut self, known: &Solution, order: &[u32]) -> Option<Solution> {
        let literal = |atom: u32| Lit::new(atom, !known.has(atom as usize));
        let start = *order.first()?;
        if !self.propagator.assign(!literal(start)) || !self.settle() {
            return None;
        }
        let (mut decisions, mut left): (Vec<(TrailMark, usize, Lit)>, _) =
            (Vec::new(), CONTRADICTIONS);
        let mut at = 0;
        loop {
            while at < order.len() && self.atoms()[order[at] as usize].is_some() {
                at += 1;
            }
            let holds = match order.get(at) {
                Some(&atom) => {
                    decisions.push((self.mark(), at, literal(atom)));
                    self.propagator.assign(literal(atom)) && self.settle()
                }
                None => {
                    let found = self.atoms().iter().copied().collect::<Option<Vec<bool>>>();
                    let found = Solution::new(found.unwrap_or_default());
                    if self.puzzle.check(&found).is_ok() {
                        return Some(found);
                    }
                    false
                }
            };
            if !holds {
                at = self.turn_back(&mut decisions, &mut left)?;
            }
        }
    }

    /// Reverses the last decision whose opposite leads to no contradiction, and returns its place in the order. Returns `None`
    /// if there is none, or after too many contradictions.
    fn turn_back(
        &mut self,
        decisions: &mut Vec<(TrailMark, usize, Lit)>,
        left: &mut usize,
    ) -> Option<usize> {
        loop {
            *left = left.checked_sub(1)?;
            let (mark, at, literal) = decisions.pop()?;
            self.undo(mark);
            if self.propagator.assign(!literal) && self.settle() {
                return Some(at);
            }
        }
    }
}
