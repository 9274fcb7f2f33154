//! Probing: techniques that assume a literal, derive what follows by simpler techniques, and undo the assumption.
//!
//! - Failed literal (Freeman 1995): if a literal leads to a contradiction, it is false in every solution.
//! - Dilemma rule (Sheeran and Stålmarck 2000): if a literal and its negation have a common consequence, this
//!   consequence holds in every solution.

use std::rc::Rc;

use encycle_encodings::logic::Lit;

use crate::deduce::clauses::ClauseState;
use crate::deduce::ladder::{StepLog, climb};
use crate::deduce::{Level, TechniqueSet};

/// The techniques that a probe applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProbeTechniques {
    /// Unit propagation, `early-loop`, and a check for separated cells.
    Clauses,
    /// All easy and medium techniques, except those that make a further assumption.
    Named,
}

impl ClauseState<'_> {
    /// Applies the techniques of the lowest level to a fixpoint; returns `false` on a contradiction.
    fn settle(&mut self) -> bool {
        loop {
            let before = self.propagator.trail().len();
            if !self.propagator.propagate() || !self.early() {
                return false;
            }
            if self.propagator.trail().len() == before {
                return !self.is_separated();
            }
        }
    }

    /// Probes literals: returns the literals that follow, or `None` on a contradiction.
    ///
    /// Everything must already be propagated at the lowest level. All assignments of the probe are undone.
    pub(super) fn try_out(&mut self, literals: &[Lit], probe: ProbeTechniques) -> Option<Vec<Lit>> {
        let (root, seen, logged) = (self.propagator.trail().len(), self.seen, self.logged);
        let mut holds = literals.iter().all(|&one| self.propagator.assign(one)) && self.settle();
        if holds && probe == ProbeTechniques::Named && self.refutes {
            let rungs = Rc::clone(&self.probing);
            let simpler = TechniqueSet::up_to(Level::Medium);
            climb(self, &rungs, &simpler, Self::is_over, &mut StepLog::silent());
            holds = !std::mem::take(&mut self.dead) && !self.is_separated();
        }
        let implied = holds.then(|| self.propagator.trail()[root..].to_vec());
        self.propagator.undo(root);
        (self.seen, self.logged) = (seen, logged);
        implied
    }

    /// Returns the atoms without a value, in circular order from the atom probed last.
    pub(super) fn open_atoms(&self) -> Vec<u32> {
        let open = |&atom: &u32| self.atoms()[atom as usize].is_none();
        let count = self.atom_count as u32;
        (self.tried..count).chain(0..self.tried.min(count)).filter(open).collect()
    }

    /// Probes both literals of each open atom, and negates the first one that leads to a contradiction.
    pub(super) fn failed_literal(&mut self, probe: ProbeTechniques, log: &mut StepLog) -> bool {
        let atoms = self.open_atoms();
        let failed = atoms.iter().enumerate().find_map(|(number, &atom)| {
            log::debug!("failed literals: {number} of {} open atoms", atoms.len());
            let both = [Lit::positive(atom), Lit::negative(atom)];
            both.into_iter().find(|&literal| self.try_out(&[literal], probe).is_none())
        });
        let Some(failed) = failed else { return false };
        let before = self.propagator.trail().len();
        self.tried = failed.vidx32();
        self.propagator.assign(!failed);
        self.report(before, None, log, |state| {
            format!("{} leads to a contradiction", state.words([&failed]))
        })
    }

    /// Probes both literals of each open atom, and assigns their first common consequences.
    pub(super) fn dilemma(&mut self, log: &mut StepLog) -> bool {
        let atoms = self.open_atoms();
        for (number, &atom) in atoms.iter().enumerate() {
            log::debug!("dilemma: {number} of {} open atoms", atoms.len());
            let [yes, no] = [Lit::positive(atom), Lit::negative(atom)]
                .map(|one| self.try_out(&[one], ProbeTechniques::Named));
            // a contradiction is left to `failed_literal`
            let (Some(yes), Some(no)) = (yes, no) else { continue };
            let mut follows = vec![None; self.atom_count];
            let atoms = yes.iter().filter(|literal| literal.vidx() < self.atom_count);
            atoms.for_each(|literal| follows[literal.vidx()] = Some(literal.is_pos()));
            let is_common = |literal: &Lit| {
                follows.get(literal.vidx()).is_some_and(|&value| value == Some(literal.is_pos()))
            };
            let before = self.propagator.trail().len();
            for literal in no.into_iter().filter(is_common) {
                self.propagator.assign(literal);
            }
            if self.propagator.trail().len() > before {
                self.tried = atom;
                return self.report(before, None, log, |state| {
                    let name = state.puzzle.atom_name(atom as usize);
                    format!("{name} and its negation have the same consequences")
                });
            }
        }
        false
    }
}
