//! Unit propagation with two watched literals (Moskewicz et al. 2001, Chaff: Engineering an Efficient SAT Solver,
//! section 2.1), and nothing else: no decision is its own. BatSat does not offer that alone.

use std::fmt;
use std::ops::Range;

use encycle_encodings::logic::{ClauseSink, Lit, Origin};

/// Clauses, and what is assigned.
#[derive(Default)]
pub struct UnitPropagator {
    /// The literals of all clauses, one clause after the other; the first two of each are watched.
    literals: Vec<Lit>,
    /// Where each clause begins and ends.
    clauses: Vec<Range<u32>>,
    /// Of each literal, the clauses that watch it.
    watches: Vec<Vec<u32>>,
    values: Vec<Option<bool>>,
    /// What is assigned, in order; what comes from `head` on has not been heard of by the clauses.
    trail: Vec<Lit>,
    head: usize,
    /// What single literals say, and whether an empty clause came.
    units: Vec<Lit>,
    empty: bool,
}

impl UnitPropagator {
    /// The value of a literal, if it has one.
    #[inline]
    pub fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.vidx()].map(|value| value == literal.is_pos())
    }

    /// The values of the variables.
    pub fn values(&self) -> &[Option<bool>] {
        &self.values
    }

    /// What is assigned, in order.
    pub fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Makes a literal true. `false`: it is false.
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

    /// Takes back all assignments but the first so many, which had been propagated.
    pub fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.values[literal.vidx()] = None;
        }
        self.head = length;
    }

    /// Assigns what clauses with one literal left say, again and again. `false`: a clause is false.
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

    /// Looks at the clauses that watch a literal that became false.
    fn visit(&mut self, falsified: Lit) -> bool {
        let mut watching = std::mem::take(&mut self.watches[falsified.lidx()]);
        let mut holds = true;
        watching.retain(|&clause| !holds || self.keeps_watch(clause, falsified, &mut holds));
        self.watches[falsified.lidx()] = watching;
        holds
    }

    /// Whether a clause goes on watching this literal: because it is true, or has no other to watch.
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
    use encycle_encodings::logic::Place;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// Going over all clauses again and again until nothing changes.
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

    /// Random clauses of up to four literals, under random assumptions one after the other, and after they were
    /// taken back: the watches must not remember them.
    #[test]
    fn watches_find_what_going_over_all_clauses_finds() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut below = move |bound: u64| random.random_range(0..bound) as u32;
        let (mut conflicts, mut fixpoints) = (0, 0);
        for _ in 0..2000 {
            let variables = 3 + below(8) as usize;
            let mut propagator = UnitPropagator::default();
            (0..variables).for_each(|_| propagator.variable("", format_args!("")));
            let mut clauses = Vec::new();
            for _ in 0..below(25) {
                let mut clause: Vec<Lit> = Vec::new();
                for _ in 0..1 + below(4) {
                    let literal = Lit::new(below(variables as u64), below(2) == 1);
                    if clause.iter().all(|one| one.var() != literal.var()) {
                        clause.push(literal);
                    }
                }
                propagator.clause(&clause, Origin::new("", Place::Whole));
                clauses.push(clause);
            }
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
                    let wanted = naive(&clauses, &assumed, variables);
                    assert_eq!(found, wanted.is_some(), "{clauses:?} with {assumed:?}");
                    match wanted {
                        Some(wanted) => assert_eq!(wanted, propagator.values()),
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
