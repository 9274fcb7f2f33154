//! Unit propagation with two watched literals (Moskewicz et al. 2001, Chaff: Engineering an Efficient SAT Solver,
//! section 2.1), without any search. It is implemented here, because BatSat does not offer propagation alone.

use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;

use crate::logic::{ClauseSink, Lit, Origin, Place};

/// A set of clauses and a partial assignment. It is also a sink, which receives the clauses and counts the variables.
///
/// ```
/// use encycle_encodings::logic::{ClauseSink, Lit, Origin, Place, UnitPropagator};
///
/// let mut clauses = UnitPropagator::default();
/// for name in ["a", "b"] {
///     clauses.variable("", format_args!("{name}"));
/// }
/// let [a, b] = [Lit::positive(0), Lit::positive(1)];
/// clauses.clause(&[!a, b], Origin::new("", Place::Whole));
/// assert!(clauses.assign(a) && clauses.propagate());
/// assert_eq!(clauses.value(b), Some(true));
/// ```
#[derive(Debug, Default)]
pub struct UnitPropagator {
    /// The literals of all clauses, one clause after the other. The first two literals of each clause are watched.
    literals: Vec<Lit>,
    /// The range of each clause in `literals`.
    clauses: Vec<Range<u32>>,
    /// The clauses that watch each literal.
    watches: Vec<Vec<u32>>,
    values: Vec<Option<bool>>,
    /// The assigned literals in order; the literals from `head` on have not been propagated.
    trail: Vec<Lit>,
    head: usize,
    /// The literals of unit clauses that have not been assigned yet, and whether an empty clause was added.
    units: Vec<Lit>,
    empty: bool,
}

impl UnitPropagator {
    /// Returns a propagator with these clauses and this number of variables, none of which has a value.
    pub fn of_clauses<'a>(variables: usize, clauses: impl IntoIterator<Item = &'a [Lit]>) -> Self {
        let mut propagator = Self::default();
        (0..variables).for_each(|_| propagator.variable("", format_args!("")));
        let origin = Origin::new("", Place::Whole);
        clauses.into_iter().for_each(|clause| propagator.clause(clause, origin));
        propagator
    }

    /// Returns the value of a literal, if it has one.
    #[inline]
    #[must_use]
    pub fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.vidx()].map(|value| value == literal.is_pos())
    }

    /// Returns the values of the variables.
    #[must_use]
    pub fn values(&self) -> &[Option<bool>] {
        &self.values
    }

    /// Returns the assigned literals, in order.
    #[must_use]
    pub fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Returns which clauses each variable occurs in.
    #[must_use]
    pub fn clause_graph(&self) -> ClauseGraph<'_> {
        let mut clauses: Vec<Vec<u32>> = vec![Vec::new(); self.values.len()];
        for (number, range) in self.clauses.iter().enumerate() {
            for literal in &self.literals[range.start as usize..range.end as usize] {
                clauses[literal.vidx()].push(number as u32);
            }
        }
        ClauseGraph { propagator: self, clauses }
    }

    /// Makes a literal true; returns `false` if it is already false.
    #[inline]
    pub fn assign(&mut self, literal: Lit) -> bool {
        match self.value(literal) {
            Some(value) => value,
            None => {
                self.values[literal.vidx()] = Some(literal.is_pos());
                self.trail.push(literal);
                true
            }
        }
    }

    /// Undoes all assignments except the first `length`, which must have been propagated.
    pub fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.values[literal.vidx()] = None;
        }
        self.head = length;
    }

    /// Assigns unit literals until a fixpoint; returns `false` if a clause is false.
    pub fn propagate(&mut self) -> bool {
        let units = std::mem::take(&mut self.units);
        if self.empty || !units.into_iter().all(|unit| self.assign(unit)) {
            return false;
        }
        while let Some(&literal) = self.trail.get(self.head) {
            self.head += 1;
            if !self.visit(!literal) {
                return false;
            }
        }
        true
    }

    /// Visits the clauses that watch a literal that became false; returns `false` if one of them is false.
    fn visit(&mut self, falsified: Lit) -> bool {
        let mut watching = std::mem::take(&mut self.watches[falsified.lidx()]);
        let mut holds = true;
        watching.retain(|&clause| !holds || self.keeps_watch(clause, falsified, &mut holds));
        self.watches[falsified.lidx()] = watching;
        holds
    }

    /// Returns whether a clause keeps watching this literal, because it is satisfied or has no other literal to watch.
    ///
    /// Sets `holds` to `false` if the clause is false.
    fn keeps_watch(&mut self, clause: u32, falsified: Lit, holds: &mut bool) -> bool {
        let Range { start, end } = self.clauses[clause as usize].clone();
        let (start, end) = (start as usize, end as usize);
        if self.literals[start] == falsified {
            self.literals.swap(start, start + 1);
        }
        let other = self.literals[start];
        if self.value(other) == Some(true) {
            return true;
        }
        let next = (start + 2..end).find(|&at| self.value(self.literals[at]) != Some(false));
        match next {
            Some(at) => {
                self.literals.swap(start + 1, at);
                self.watches[self.literals[start + 1].lidx()].push(clause);
                false
            }
            None => {
                *holds = self.assign(other);
                true
            }
        }
    }
}

/// The graph of variables and clauses, in which each variable is joined to the clauses in which it occurs.
#[derive(Debug)]
pub struct ClauseGraph<'a> {
    propagator: &'a UnitPropagator,
    clauses: Vec<Vec<u32>>,
}

impl ClauseGraph<'_> {
    /// Returns the distance of each variable from a variable, in clauses; `u32::MAX` if they are not connected.
    ///
    /// ```
    /// use encycle_encodings::logic::{Lit, UnitPropagator};
    ///
    /// let [a, b, c] = [0, 1, 2].map(Lit::positive);
    /// let clauses: [&[Lit]; 2] = [&[a, b], &[!b, c]];
    /// let propagator = UnitPropagator::of_clauses(4, clauses);
    /// assert_eq!(propagator.clause_graph().distances(0), [0, 1, 2, u32::MAX]);
    /// ```
    #[must_use]
    pub fn distances(&self, from: usize) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.clauses.len()];
        distances[from] = 0;
        let mut is_visited = vec![false; self.propagator.clauses.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(variable) = queue.pop_front() {
            for &clause in &self.clauses[variable] {
                if std::mem::replace(&mut is_visited[clause as usize], true) {
                    continue;
                }
                let Range { start, end } = self.propagator.clauses[clause as usize].clone();
                for literal in &self.propagator.literals[start as usize..end as usize] {
                    if distances[literal.vidx()] == u32::MAX {
                        distances[literal.vidx()] = distances[variable] + 1;
                        queue.push_back(literal.vidx());
                    }
                }
            }
        }
        distances
    }
}

impl ClauseSink for UnitPropagator {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.values.push(None);
        self.watches.extend([Vec::new(), Vec::new()]);
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        match *clause {
            [] => self.empty = true,
            [unit] => self.units.push(unit),
            [first, second, ..] => {
                let (start, number) = (self.literals.len() as u32, self.clauses.len() as u32);
                self.literals.extend(clause);
                self.clauses.push(start..self.literals.len() as u32);
                self.watches[first.lidx()].push(number);
                self.watches[second.lidx()].push(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scans all clauses again and again until nothing changes.
    fn naive(clauses: &[Vec<Lit>], assumed: &[Lit], variables: usize) -> Option<Vec<Option<bool>>> {
        let mut values: Vec<Option<bool>> = vec![None; variables];
        let mut facts: Vec<Lit> = assumed.to_vec();
        loop {
            for fact in facts.drain(..) {
                match values[fact.vidx()].replace(fact.is_pos()) {
                    Some(value) if value != fact.is_pos() => return None,
                    _ => {}
                }
            }
            for clause in clauses {
                let of = |lit: &Lit| values[lit.vidx()].map(|value| value == lit.is_pos());
                let left: Vec<Lit> =
                    clause.iter().filter(|lit| of(lit) != Some(false)).copied().collect();
                match left[..] {
                    [] => return None,
                    [unit] if of(&unit).is_none() => facts.push(unit),
                    _ => {}
                }
            }
            if facts.is_empty() {
                return Some(values);
            }
        }
    }

    /// Adds random assumptions, one after the other, to random clauses of up to four literals, undoes them, and repeats
    /// this: the watches must stay correct.
    #[test]
    fn watches_derive_the_same_as_scanning_all_clauses() {
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut below = move |bound: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % bound) as u32
        };
        let (mut conflicts, mut fixpoints) = (0, 0);
        for _ in 0..2000 {
            let variables = 3 + below(8) as usize;
            let mut clauses: Vec<Vec<Lit>> = Vec::new();
            for _ in 0..below(25) {
                let mut clause: Vec<Lit> = Vec::new();
                for _ in 0..1 + below(4) {
                    let literal = Lit::new(below(variables as u64), below(2) == 1);
                    if clause.iter().all(|one| one.var() != literal.var()) {
                        clause.push(literal);
                    }
                }
                clauses.push(clause);
            }
            let mut propagator =
                UnitPropagator::of_clauses(variables, clauses.iter().map(Vec::as_slice));
            if !propagator.propagate() {
                assert_eq!(naive(&clauses, &[], variables), None);
                conflicts += 1;
                continue;
            }
            let root = propagator.trail().len();
            assert_eq!(naive(&clauses, &[], variables).as_deref(), Some(propagator.values()));
            for _ in 0..4 {
                let mut assumed = Vec::new();
                for _ in 0..3 {
                    let literal = Lit::new(below(variables as u64), below(2) == 1);
                    assumed.push(literal);
                    let found = propagator.assign(literal) && propagator.propagate();
                    let expected = naive(&clauses, &assumed, variables);
                    assert_eq!(found, expected.is_some(), "{clauses:?} with {assumed:?}");
                    match expected {
                        Some(expected) => assert_eq!(expected, propagator.values()),
                        None => break,
                    }
                    fixpoints += 1;
                }
                propagator.undo(root);
            }
        }
        assert!(
            conflicts > 100 && fixpoints > 1000,
            "{conflicts} conflicts, {fixpoints} fixpoints"
        );
    }
}
