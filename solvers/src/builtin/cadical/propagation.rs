//! CaDiCaL with somebody who looks over its shoulder.

use std::collections::VecDeque;

use cadical_sys::ExternalPropagator;
use encycle_encodings::logic::{self, Lit};

use crate::builtin::pace::CheckSchedule;

/// A propagator in the form of IPASIR-UP. It is asked about every full assignment, and about partial ones now and
/// then. All that it finds is handed over at once: CaDiCaL takes a clause whatever its value is.
///
/// It is not *lazy* in the sense of IPASIR-UP: then CaDiCaL would take no more clauses after the first that is a
/// conflict, until the next full assignment.
pub(crate) struct CadicalPropagator {
    propagator: Box<dyn logic::ExternalPropagator>,
    pace: CheckSchedule,
    /// The literals that are true, each once, in the order in which they were said to be.
    trail: Vec<i32>,
    /// Where in the trail each decision level begins.
    levels: Vec<usize>,
    /// By variable: whether it is on the trail. CaDiCaL says literals of level 0 again now and then.
    is_assigned: Vec<bool>,
    /// Literals of clauses, and a closing zero after each clause.
    pending: VecDeque<i32>,
}

impl CadicalPropagator {
    pub fn new(propagator: Box<dyn logic::ExternalPropagator>, variables: usize) -> Self {
        Self {
            propagator,
            pace: CheckSchedule::new(variables),
            trail: Vec::new(),
            levels: Vec::new(),
            is_assigned: Vec::new(),
            pending: VecDeque::new(),
        }
    }

    fn assigned(&mut self, literal: i32) -> &mut bool {
        let variable = literal.unsigned_abs() as usize;
        if variable >= self.is_assigned.len() {
            self.is_assigned.resize(variable + 1, false);
        }
        &mut self.is_assigned[variable]
    }
}

/// The clauses against these true literals, each with its closing zero.
fn clauses(propagator: &mut dyn logic::ExternalPropagator, true_literals: &[i32]) -> VecDeque<i32> {
    let lit = |literal: &i32| Lit::new(literal.unsigned_abs() - 1, *literal < 0);
    let cuts = propagator.conflicts(&mut true_literals.iter().map(lit));
    let clauses = cuts.iter().map(|clause| clause.iter().map(|literal| literal.to_ipasir()));
    clauses.flat_map(|clause| clause.chain([0])).collect()
}

impl ExternalPropagator for CadicalPropagator {
    fn notify_assignment(&mut self, literals: &[i32]) {
        for &literal in literals {
            if !std::mem::replace(self.assigned(literal), true) {
                self.trail.push(literal);
            }
        }
    }

    fn notify_new_decision_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn notify_backtrack(&mut self, level: usize) {
        if let Some(&start) = self.levels.get(level) {
            for literal in self.trail.split_off(start) {
                *self.assigned(literal) = false;
            }
            self.levels.truncate(level);
        }
    }

    fn cb_check_found_model(&mut self, model: &[i32]) -> bool {
        // what is pending still is found again if this model breaks it
        self.pending = clauses(&mut *self.propagator, model);
        self.pending.is_empty()
    }

    /// Asked after each decision whose consequences are no conflict.
    fn cb_has_external_clause(&mut self, _is_forgettable: &mut bool) -> bool {
        if self.pending.is_empty() && self.pace.is_due() {
            self.pending = clauses(&mut *self.propagator, &self.trail);
            self.pace.looked(!self.pending.is_empty());
        }
        !self.pending.is_empty()
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        self.pending.pop_front().unwrap_or(0)
    }
}
