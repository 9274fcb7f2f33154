//! External propagators of CaDiCaL, through IPASIR-UP.

use std::collections::VecDeque;

use cadical_sys::ExternalPropagator;
use encycle_encodings::logic::{self, Lit};

use crate::builtin::schedule::CheckSchedule;

/// An external propagator as an IPASIR-UP propagator. It checks every full assignment, and partial assignments when the
/// [`CheckSchedule`] says so. It passes all clauses of a check at once, because CaDiCaL accepts a clause whatever value
/// the clause has.
///
/// It is not *lazy* in the sense of IPASIR-UP, because CaDiCaL accepts clauses from a lazy propagator only up to the
/// first conflict, and then none until the next full assignment.
pub(crate) struct CadicalPropagator {
    propagator: Box<dyn logic::ExternalPropagator>,
    schedule: CheckSchedule,
    /// The true literals, each once, in the order of assignment.
    trail: Vec<i32>,
    /// The length of the trail at the start of each decision level.
    levels: Vec<usize>,
    /// For each variable, whether it is on the trail. This is needed because CaDiCaL may report literals of level 0
    /// repeatedly.
    is_assigned: Vec<bool>,
    /// The literals of clauses that have not been passed yet, with a zero after each clause.
    pending: VecDeque<i32>,
}

impl CadicalPropagator {
    pub fn new(propagator: Box<dyn logic::ExternalPropagator>, variables: usize) -> Self {
        let schedule = CheckSchedule::new(&*propagator, variables);
        Self {
            propagator,
            schedule,
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

/// Returns the clauses that these true literals violate, each with a closing zero.
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
        // pending clauses may be dropped, because they are found again if this model violates them
        self.pending = clauses(&mut *self.propagator, model);
        self.pending.is_empty()
    }

    /// CaDiCaL calls this after each decision whose propagation gives no conflict.
    fn cb_has_external_clause(&mut self, _is_forgettable: &mut bool) -> bool {
        if self.pending.is_empty() && self.schedule.is_due() {
            self.pending = clauses(&mut *self.propagator, &self.trail);
            self.schedule.checked(!self.pending.is_empty());
        }
        !self.pending.is_empty()
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        self.pending.pop_front().unwrap_or(0)
    }
}
