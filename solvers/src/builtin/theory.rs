//! External propagators as theories of BatSat.

use batsat::{Theory, TheoryArg};
use encycle_encodings::logic::{ExternalPropagator, Lit};

use crate::builtin::schedule::CheckSchedule;

/// An external propagator as a theory of BatSat. It checks every full assignment, and partial assignments when the
/// [`CheckSchedule`] says so.
pub(crate) struct PropagatorTheory<'a> {
    propagator: &'a mut dyn ExternalPropagator,
    levels: usize,
    /// The number of literals at decision level 0.
    root: usize,
    /// The variables at decision level 0.
    fixed: Vec<bool>,
    schedule: CheckSchedule,
    /// Cuts that were found together with a conflict and have not been added yet.
    pending: Vec<Vec<batsat::Lit>>,
}

impl<'a> PropagatorTheory<'a> {
    pub fn new(propagator: &'a mut dyn ExternalPropagator, variables: usize) -> Self {
        let schedule = CheckSchedule::new(&*propagator, variables);
        Self {
            propagator,
            levels: 0,
            root: 0,
            fixed: vec![false; variables],
            schedule,
            pending: Vec::new(),
        }
    }

    /// Checks the assignment, raises a conflict if it violates a cut, and returns whether it does.
    fn check(&mut self, acts: &mut TheoryArg<'_>) -> bool {
        let mut trail =
            acts.model().iter().map(|literal| Lit::new(literal.var().idx(), !literal.sign()));
        let cuts = self.propagator.conflicts(&mut trail);
        let mut clauses = cuts.into_iter().map(|clause| -> Vec<batsat::Lit> {
            let of = |literal: Lit| {
                batsat::Lit::new(batsat::Var::unsafe_from_idx(literal.vidx32()), literal.is_pos())
            };
            clause.into_iter().map(of).collect()
        });
        let Some(first) = clauses.next() else { return false };
        self.pending = clauses.collect();
        self.conflict(first, acts);
        true
    }

    /// Raises a conflict with a clause that is false.
    fn conflict(&self, clause: Vec<batsat::Lit>, acts: &mut TheoryArg<'_>) {
        match *self.unfixed(clause.clone(), acts) {
            // as a conflict, BatSat would assign the literal a second time; as a lemma, the clause ends the search
            [] if clause.len() == 1 => acts.add_theory_lemma(&clause),
            [] => acts.raise_conflict(&clause, true),
            ref rest => acts.raise_conflict(rest, true),
        }
    }

    /// Raises a conflict with a pending cut that is still false. If no pending cut is false, adds all of them as
    /// clauses.
    fn add_pending(&mut self, acts: &mut TheoryArg<'_>) {
        let is_false =
            |clause: &Vec<batsat::Lit>| clause.iter().all(|&literal| is_false(literal, acts));
        if let Some(conflict) = self.pending.iter().position(is_false) {
            let clause = self.pending.swap_remove(conflict);
            return self.conflict(clause, acts);
        }
        for clause in std::mem::take(&mut self.pending) {
            acts.add_theory_lemma(&self.unfixed(clause, acts));
        }
    }

    /// Removes the literals that are false at level 0. BatSat would remove them as well, but if one literal is left,
    /// BatSat assigns it at the current level even if it already has a value there. If it gets a unit clause instead,
    /// it goes back to level 0.
    fn unfixed(&self, mut clause: Vec<batsat::Lit>, acts: &TheoryArg<'_>) -> Vec<batsat::Lit> {
        clause.retain(|&literal| {
            !self.fixed[literal.var().idx() as usize] || !is_false(literal, acts)
        });
        clause
    }

    /// Records the literals at level 0. Every callback of the solver calls this function, and the first callback comes
    /// before the first decision.
    fn record_root(&mut self, acts: &TheoryArg<'_>) {
        if self.levels == 0 {
            for literal in &acts.model()[self.root..] {
                self.fixed[literal.var().idx() as usize] = true;
            }
            self.root = acts.model().len();
        }
    }
}

fn is_false(literal: batsat::Lit, acts: &TheoryArg<'_>) -> bool {
    acts.value(literal.var()) ^ !literal.sign() == batsat::lbool::FALSE
}

impl Theory for PropagatorTheory<'_> {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.record_root(acts);
        self.check(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.record_root(acts);
        if !self.pending.is_empty() {
            return self.add_pending(acts);
        }
        if self.schedule.is_due() {
            let found = self.check(acts);
            self.schedule.checked(found);
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
        // called only after `TheoryArg::propagate`, which this theory does not use
        &[]
    }
}
