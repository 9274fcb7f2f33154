//! The embedded solver with somebody who looks over its shoulder.

use batsat::{Theory, TheoryArg};
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::{Cut, Propagator};

use super::pace::Pace;

/// A propagator as a theory of BatSat. It is asked about every full assignment, and about partial ones now and
/// then.
pub(super) struct Watched<'a> {
    propagator: &'a mut dyn Propagator,
    levels: usize,
    pace: Pace,
    /// Cuts that were found beside a conflict and not told yet.
    pending: Vec<Vec<batsat::Lit>>,
}

impl<'a> Watched<'a> {
    pub fn new(propagator: &'a mut dyn Propagator, variables: usize) -> Self {
        Self { propagator, levels: 0, pace: Pace::new(variables), pending: Vec::new() }
    }

    /// Whether there is a conflict, which the solver has been told then.
    fn look(&mut self, acts: &mut TheoryArg<'_>) -> bool {
        let mut trail =
            acts.model().iter().map(|literal| Lit::new(literal.var().idx(), !literal.sign()));
        let cuts = self.propagator.conflicts(&mut trail);
        let clause = |cut: &Cut| -> Vec<batsat::Lit> {
            let of = |literal: &Lit| {
                batsat::Lit::new(batsat::Var::unsafe_from_idx(literal.vidx32()), literal.is_pos())
            };
            cut.literals().iter().map(of).collect()
        };
        let mut clauses = cuts.iter().map(clause);
        let Some(first) = clauses.next() else { return false };
        acts.raise_conflict(&first, true);
        self.pending = clauses.collect();
        true
    }

    /// Tells one pending cut that is a conflict still; if there is none, all of them as clauses.
    fn tell(&mut self, acts: &mut TheoryArg<'_>) {
        let value = |literal: batsat::Lit| acts.value(literal.var()) ^ !literal.sign();
        let is_false = |clause: &Vec<batsat::Lit>| {
            clause.iter().all(|&literal| value(literal) == batsat::lbool::FALSE)
        };
        match self.pending.iter().position(is_false) {
            Some(conflict) => acts.raise_conflict(&self.pending.swap_remove(conflict), true),
            None => self.pending.drain(..).for_each(|clause| acts.add_theory_lemma(&clause)),
        }
    }
}

impl Theory for Watched<'_> {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.look(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        if !self.pending.is_empty() {
            return self.tell(acts);
        }
        if self.pace.is_due() {
            let found = self.look(acts);
            self.pace.looked(found);
        }
    }

    fn create_level(&mut self) {
        self.levels += 1;
    }

    fn pop_levels(&mut self, count: usize) {
        self.levels -= count;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn explain_propagation(&mut self, _: batsat::Lit) -> &[batsat::Lit] {
        // only asked after `TheoryArg::propagate`, which is never called here
        &[]
    }
}
