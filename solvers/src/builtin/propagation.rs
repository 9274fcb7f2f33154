//! The embedded solver with somebody who looks over its shoulder.

use batsat::{Theory, TheoryArg};
use encycle_encodings::logic::ExternalPropagator;
use encycle_encodings::logic::Lit;

use crate::builtin::pace::CheckSchedule;

/// A propagator as a theory of BatSat. It is asked about every full assignment, and about partial ones now and
/// then.
pub(crate) struct PropagatorTheory<'a> {
    propagator: &'a mut dyn ExternalPropagator,
    levels: usize,
    /// How many literals at the beginning of the trail are known to hold for good, and of which variables.
    root: usize,
    fixed: Vec<bool>,
    pace: CheckSchedule,
    /// Cuts that were found beside a conflict and not told yet.
    pending: Vec<Vec<batsat::Lit>>,
}

impl<'a> PropagatorTheory<'a> {
    pub fn new(propagator: &'a mut dyn ExternalPropagator, variables: usize) -> Self {
        Self {
            propagator,
            levels: 0,
            root: 0,
            fixed: vec![false; variables],
            pace: CheckSchedule::new(variables),
            pending: Vec::new(),
        }
    }

    /// Whether there is a conflict, which the solver has been told then.
    fn look(&mut self, acts: &mut TheoryArg<'_>) -> bool {
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

    /// Tells a clause that is false now.
    fn conflict(&self, clause: Vec<batsat::Lit>, acts: &mut TheoryArg<'_>) {
        match *self.unfixed(clause.clone(), acts) {
            // BatSat would assign it a second time; as a lemma it is the end
            [] if clause.len() == 1 => acts.add_theory_lemma(&clause),
            [] => acts.raise_conflict(&clause, true),
            ref rest => acts.raise_conflict(rest, true),
        }
    }

    /// Tells one pending cut that is a conflict still; if there is none, all of them as clauses.
    fn tell(&mut self, acts: &mut TheoryArg<'_>) {
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

    /// The clause without the literals that are false for good. BatSat drops them as well, but if one literal is
    /// left then, it assigns it where it stands, even if it has a value there; a clause that is given as a unit
    /// makes it go back to the root.
    fn unfixed(&self, mut clause: Vec<batsat::Lit>, acts: &TheoryArg<'_>) -> Vec<batsat::Lit> {
        clause.retain(|&literal| {
            !self.fixed[literal.var().idx() as usize] || !is_false(literal, acts)
        });
        clause
    }

    /// To be called whenever the solver calls: before its first decision it does.
    fn fix(&mut self, acts: &TheoryArg<'_>) {
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
        self.fix(acts);
        self.look(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.fix(acts);
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
