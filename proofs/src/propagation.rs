//! Unit propagation with two watched literals, which records the reason of each literal.
//!
//! The trail of true literals has two parts. The *facts* follow from the clauses alone and remain forever. After them
//! come, during one call of [`Propagation::refute`], the assumptions and their consequences, which the end of the call
//! removes:
//!
//! ```text
//! trail:    f1 f2 f3 ... | -a -b  p  q ...
//!           facts        | the negated literals of the clause a | b, and what they imply
//! ```
//!
//! Each consequence has a reason: the clause that propagated it. If a clause becomes false, a traversal of the trail
//! from its end collects the reasons that lead to it. In the order of the trail they are the hints of an LRAT step,
//! because each has exactly one literal left when its turn comes. Every fact that they use contributes one hint, a unit
//! clause; the caller provides this clause with [`Propagation::set_unit`], so that hints never repeat how a fact was
//! derived.

use crate::lists::NumberLists;

/// The number that stands for no clause.
const NONE: usize = usize::MAX;

/// Returns the index of a literal: 2·(v - 1) for v, 2·(v - 1) + 1 for -v.
fn index(literal: i32) -> usize {
    2 * variable(literal) + usize::from(literal < 0)
}

/// Returns the index of a variable, from 0.
fn variable(literal: i32) -> usize {
    literal.unsigned_abs() as usize - 1
}

/// A clause that watches a literal, and another literal of the clause: if the other literal is true, the clause
/// propagates nothing.
#[derive(Clone, Copy)]
struct ClauseWatch {
    clause: usize,
    other: i32,
}

/// A set of clauses and a partial assignment. The assignment consists of the *facts*, which remain, and of the
/// consequences of assumptions, which are undone after each call of [`refute`](Self::refute).
pub(crate) struct Propagation {
    clauses: NumberLists<i32>,
    is_deleted: Vec<bool>,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<ClauseWatch>>,
    /// For each literal, whether it is true.
    truth: Vec<bool>,
    /// For each variable with a value, the clause that propagated it; `NONE` for an assumption.
    reasons: Vec<usize>,
    /// For each variable whose value is a fact, the unit clause of this fact.
    units: Vec<usize>,
    trail: Vec<i32>,
    /// The number of literals of the trail that have been propagated.
    done: usize,
    /// The number of facts, which are the first part of the trail.
    facts: usize,
    /// For each variable, whether it occurs in the clause that is being refuted.
    assumed: Vec<bool>,
    /// The variables that a traversal has marked.
    seen: Vec<bool>,
}

/// The state of an added clause under the facts.
pub(crate) enum AttachedClause {
    /// The clause has a true literal, or at least two literals without a value.
    Open,
    /// One literal has no value, and the others are false, so the literal becomes true.
    Unit,
    /// All literals are false.
    Conflict,
}

impl Propagation {
    /// Makes an empty set of clauses over this number of variables.
    pub fn new(variables: usize) -> Self {
        Self {
            clauses: NumberLists::default(),
            is_deleted: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            truth: vec![false; 2 * variables],
            reasons: vec![NONE; variables],
            units: vec![NONE; variables],
            trail: Vec::new(),
            done: 0,
            facts: 0,
            assumed: vec![false; variables],
            seen: vec![false; variables],
        }
    }

    /// Returns the number of variables.
    pub fn variables(&self) -> usize {
        self.reasons.len()
    }

    /// Returns the literals of a clause, in any order.
    pub fn clause(&self, number: usize) -> &[i32] {
        self.clauses.get(number)
    }

    /// Adds a clause without repeated literals, and returns its number. The clause propagates only after
    /// [`attach`](Self::attach).
    pub fn add(&mut self, clause: &[i32]) -> usize {
        self.is_deleted.push(false);
        self.clauses.push(clause)
    }

    /// Makes a clause propagate. Must be called once for each clause, while there are no assumptions.
    pub fn attach(&mut self, number: usize) -> AttachedClause {
        let Self { clauses, truth, .. } = self;
        let literals = clauses.get_mut(number);
        if literals.iter().any(|&literal| truth[index(literal)]) {
            return AttachedClause::Open;
        }
        let mut free = 0;
        for at in 0..literals.len() {
            if !truth[index(-literals[at])] {
                literals.swap(free, at);
                free += 1;
            }
        }
        match (free, &*literals) {
            (0, _) => AttachedClause::Conflict,
            (1, &[literal, ..]) => {
                self.assign(literal, number);
                AttachedClause::Unit
            }
            (_, &[first, second, ..]) => {
                self.watches[index(first)].push(ClauseWatch { clause: number, other: second });
                self.watches[index(second)].push(ClauseWatch { clause: number, other: first });
                AttachedClause::Open
            }
            (_, _) => AttachedClause::Conflict,
        }
    }

    /// Removes a clause from later propagations. Facts that it propagated remain.
    pub fn remove(&mut self, number: usize) {
        self.is_deleted[number] = true;
    }

    /// Sets the unit clause of a fact.
    pub fn set_unit(&mut self, literal: i32, number: usize) {
        self.units[variable(literal)] = number;
    }

    /// Propagates without assumptions. Returns the new facts, each with the clause that propagated it, and a clause
    /// whose literals are all false, if there is one. The caller must then pass each fact to
    /// [`set_unit`](Self::set_unit).
    pub fn propagate_facts(&mut self) -> (Vec<(i32, usize)>, Option<usize>) {
        let conflict = self.propagate();
        let facts = self.trail[self.facts..].iter();
        let facts = facts.map(|&literal| (literal, self.reasons[variable(literal)])).collect();
        self.facts = self.trail.len();
        self.done = self.facts;
        (facts, conflict)
    }

    /// Returns the unit clauses of the facts that make all literals of a clause false, except this literal.
    pub fn units_of(&self, number: usize, except: i32) -> impl Iterator<Item = usize> + '_ {
        let others = self.clause(number).iter().filter(move |&&literal| literal != except);
        others.map(|&literal| self.units[variable(literal)])
    }

    /// Returns the hints that show that the clause follows from the other clauses: clauses by which its negated
    /// literals lead to a contradiction. Each hint in turn has one literal left, and the last has none. Returns `None`
    /// if unit propagation does not lead to a contradiction. No literal may be repeated.
    pub fn refute(&mut self, clause: &[i32]) -> Option<Vec<usize>> {
        let hints = self.contradiction(clause);
        for literal in self.trail.drain(self.facts..) {
            self.truth[index(literal)] = false;
        }
        self.done = self.facts;
        clause.iter().for_each(|&literal| self.assumed[variable(literal)] = false);
        hints
    }

    fn contradiction(&mut self, clause: &[i32]) -> Option<Vec<usize>> {
        for &literal in clause {
            if std::mem::replace(&mut self.assumed[variable(literal)], true) {
                // the clause contains a literal and its negation, so the assumptions contradict each other
                return Some(Vec::new());
            }
        }
        for &literal in clause {
            if self.truth[index(literal)] {
                return Some(vec![self.units[variable(literal)]]);
            }
            self.assign(-literal, NONE);
        }
        let conflict = self.propagate()?;
        Some(self.antecedents(conflict))
    }

    fn assign(&mut self, literal: i32, reason: usize) {
        if !std::mem::replace(&mut self.truth[index(literal)], true) {
            self.reasons[variable(literal)] = reason;
            self.trail.push(literal);
        }
    }

    /// Propagates until nothing is left to propagate, or returns a clause whose literals are all false.
    fn propagate(&mut self) -> Option<usize> {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let mut watching = std::mem::take(&mut self.watches[index(-literal)]);
            let (mut kept, mut at, mut conflict) = (0, 0, None);
            while at < watching.len() {
                let watch = watching[at];
                at += 1;
                if self.is_deleted[watch.clause] {
                    continue;
                }
                if self.truth[index(watch.other)] {
                    watching[kept] = watch;
                    kept += 1;
                    continue;
                }
                let literals = self.clauses.get_mut(watch.clause);
                if literals[0] == -literal {
                    literals.swap(0, 1);
                }
                let other = literals[0];
                let is_false = |literal: i32| self.truth[index(-literal)];
                let free = (2..literals.len()).find(|&at| !is_false(literals[at]));
                let watch = ClauseWatch { other, ..watch };
                if let Some(free) = free.filter(|_| !self.truth[index(other)]) {
                    literals.swap(1, free);
                    let next = literals[1];
                    self.watches[index(next)].push(watch);
                    continue;
                }
                watching[kept] = watch;
                kept += 1;
                if is_false(other) {
                    conflict = Some(watch.clause);
                    break;
                }
                self.assign(other, watch.clause);
            }
            watching.copy_within(at.., kept);
            watching.truncate(kept + watching.len() - at);
            self.watches[index(-literal)] = watching;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Returns the hints for a false clause: the unit clauses of the facts that the clause and its reasons need, then
    /// these reasons in the order of the trail, and finally the clause itself.
    fn antecedents(&mut self, conflict: usize) -> Vec<usize> {
        let Self { clauses, reasons, units, trail, assumed, seen, .. } = self;
        let (mut hints, mut chain) = (Vec::new(), vec![conflict]);
        let mut facts = Vec::new();
        let mut mark = |number: usize, seen: &mut Vec<bool>| {
            for at in clauses.get(number).iter().map(|&literal| variable(literal)) {
                if !std::mem::replace(&mut seen[at], true) && units[at] != NONE {
                    facts.push(at);
                    if !assumed[at] {
                        hints.push(units[at]);
                    }
                }
            }
        };
        mark(conflict, seen);
        for place in (self.facts..trail.len()).rev() {
            let at = variable(trail[place]);
            if seen[at] && reasons[at] != NONE {
                chain.push(reasons[at]);
                mark(reasons[at], seen);
            }
            seen[at] = false;
        }
        facts.into_iter().for_each(|at| seen[at] = false);
        chain.reverse();
        hints.append(&mut chain);
        hints
    }
}
