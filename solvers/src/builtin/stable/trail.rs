//! The trail of assigned literals, and unit propagation.

use encycle_encodings::logic::Lit;

use crate::builtin::stable::clauses::{ClauseRef, WatchEntry, WatchedClauses};

/// When and why a variable was assigned.
#[derive(Clone, Copy)]
struct TrailAssignment {
    level: u32,
    /// The clause that propagated the literal; `None` for a decision, an assumption or a unit clause.
    reason: Option<ClauseRef>,
}

/// The assigned literals in the order of assignment, divided into decision levels. Level 0 follows from the clauses
/// alone.
#[derive(Default)]
pub(super) struct Trail {
    /// By literal index: 1 for true, -1 for false, 0 for unassigned.
    values: Vec<i8>,
    /// For each variable; the entries of unassigned variables are out of date.
    assignments: Vec<TrailAssignment>,
    literals: Vec<Lit>,
    /// The length of the trail before each decision.
    starts: Vec<usize>,
    /// The number of literals that have been propagated.
    propagated: usize,
}

impl Trail {
    pub fn declare_variables(&mut self, variables: usize) {
        self.values.resize(2 * variables, 0);
        self.assignments.resize(variables, TrailAssignment { level: 0, reason: None });
    }

    pub fn is_true(&self, literal: Lit) -> bool {
        self.values[literal.lidx()] > 0
    }

    pub fn is_false(&self, literal: Lit) -> bool {
        self.values[literal.lidx()] < 0
    }

    /// Returns the present level, which is the number of decisions.
    pub fn level(&self) -> usize {
        self.starts.len()
    }

    /// Returns the level of an assigned literal.
    pub fn level_of(&self, literal: Lit) -> u32 {
        self.assignments[literal.vidx()].level
    }

    pub fn reason_of(&self, literal: Lit) -> Option<ClauseRef> {
        self.assignments[literal.vidx()].reason
    }

    pub fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// Returns the literals before the last decision.
    pub fn before_last_decision(&self) -> &[Lit] {
        &self.literals[..self.starts.last().copied().unwrap_or(0)]
    }

    /// Starts a new level.
    pub fn start_level(&mut self) {
        self.starts.push(self.literals.len());
    }

    /// Makes an unassigned literal true.
    pub fn assign(&mut self, literal: Lit, reason: Option<ClauseRef>) {
        self.values[literal.lidx()] = 1;
        self.values[(!literal).lidx()] = -1;
        self.assignments[literal.vidx()] =
            TrailAssignment { level: self.starts.len() as u32, reason };
        self.literals.push(literal);
    }

    /// Removes the levels above `level` and calls `unassigned` with each of their literals.
    pub fn undo(&mut self, level: usize, mut unassigned: impl FnMut(Lit)) {
        let Some(&start) = self.starts.get(level) else { return };
        for literal in self.literals.drain(start..).rev() {
            self.values[literal.lidx()] = 0;
            self.values[(!literal).lidx()] = 0;
            unassigned(literal);
        }
        self.starts.truncate(level);
        self.propagated = start;
    }

    /// Assigns the literals that follow from the assigned literals; returns a clause that has become false, if there is
    /// one.
    pub fn propagate(&mut self, clauses: &mut WatchedClauses) -> Option<ClauseRef> {
        while let Some(&literal) = self.literals.get(self.propagated) {
            self.propagated += 1;
            let conflict = self.visit(!literal, clauses);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Visits the clauses that watch a literal that has become false.
    fn visit(&mut self, falsified: Lit, clauses: &mut WatchedClauses) -> Option<ClauseRef> {
        let mut watches = clauses.take_watches(falsified);
        let (mut next, mut kept) = (0, 0);
        let mut conflict = None;
        while let Some(&watch) = watches.get(next) {
            next += 1;
            watches[kept] = watch;
            kept += 1;
            if self.is_true(watch.blocker) {
                continue;
            }
            let implied = if watch.is_binary {
                watch.blocker
            } else {
                let literals = clauses.literals_mut(watch.clause);
                if literals[0] == falsified {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                let renewed = WatchEntry { blocker: first, ..watch };
                watches[kept - 1] = renewed;
                if self.is_true(first) {
                    continue;
                }
                if let Some(at) = (2..literals.len()).find(|&at| !self.is_false(literals[at])) {
                    literals.swap(1, at);
                    let watched = literals[1];
                    clauses.add_watch(watched, renewed);
                    kept -= 1;
                    continue;
                }
                first
            };
            if self.is_false(implied) {
                conflict = Some(watch.clause);
                break;
            }
            self.assign(implied, Some(watch.clause));
        }
        watches.drain(kept..next);
        clauses.set_watches(falsified, watches);
        conflict
    }
}

// The values that decisions try first.

/// Saved and target phases.
///
/// A target phase is the value of a variable on the longest trail without a conflict since the start of the call; a
/// saved phase is the last value of the variable. Source: Biere and Fleury, "Chasing Target Phases", Pragmatics of SAT
/// 2020.
#[derive(Default)]
pub(super) struct Phases {
    saved: Vec<bool>,
    target: Vec<Option<bool>>,
    /// The length of the trail of the target phases.
    length: usize,
}

impl Phases {
    pub fn declare_variables(&mut self, variables: usize) {
        self.saved.resize(variables, false);
        self.target.resize(variables, None);
    }

    /// Returns the literal that a decision on the variable makes true.
    pub fn literal(&self, variable: usize) -> Lit {
        let value = self.target[variable].unwrap_or(self.saved[variable]);
        Lit::new(variable as u32, !value)
    }

    /// Saves the value of a variable that becomes unassigned.
    pub fn save(&mut self, literal: Lit) {
        self.saved[literal.vidx()] = literal.is_pos();
    }

    /// Starts a call: any trail can become the target. Until then, the previous target remains.
    pub fn start_call(&mut self) {
        self.length = 0;
    }

    /// Sets the target phases to the values on a trail without a conflict, if the trail is longer than the current
    /// target.
    pub fn reached(&mut self, trail: &[Lit]) {
        if trail.len() > self.length {
            self.length = trail.len();
            for literal in trail {
                self.target[literal.vidx()] = Some(literal.is_pos());
            }
        }
    }

    /// Sets the phases of the first variables.
    pub fn suggest(&mut self, values: &[bool]) {
        for (variable, &value) in values.iter().enumerate() {
            self.saved[variable] = value;
            self.target[variable] = Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_trail_of_a_call_sets_the_target() {
        let [a, b, c] = [0, 1, 2].map(Lit::positive);
        let mut phases = Phases::default();
        phases.declare_variables(3);
        let tried = |phases: &Phases| [0, 1, 2].map(|variable| phases.literal(variable));
        assert_eq!(tried(&phases), [!a, !b, !c]);
        phases.save(a);
        assert_eq!(tried(&phases), [a, !b, !c]);
        phases.reached(&[b, !a]);
        assert_eq!(tried(&phases), [!a, b, !c]);
        // neither a shorter nor an equally long trail changes it
        phases.reached(&[!b]);
        phases.reached(&[c, a]);
        assert_eq!(tried(&phases), [!a, b, !c]);
        // variables without a target have their saved phase
        phases.save(c);
        assert_eq!(tried(&phases), [!a, b, c]);
        phases.start_call();
        phases.reached(&[a]);
        assert_eq!(tried(&phases), [a, b, c]);
    }
}
