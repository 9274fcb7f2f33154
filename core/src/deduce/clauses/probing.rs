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
    pub(super) fn settle(&mut self) -> bool {
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
        let root = self.mark();
        let mut holds = literals.iter().all(|&one| self.propagator.assign(one)) && self.settle();
        if holds && probe == ProbeTechniques::Named && self.refutes {
            let rungs = Rc::clone(&self.probing);
            let simpler = TechniqueSet::up_to(Level::Medium);
            climb(self, &rungs, &simpler, Self::is_over, &mut StepLog::silent());
            holds = !std::mem::take(&mut self.dead) && !self.is_separated();
        }
        let implied = holds.then(|| self.propagator.trail()[root.length..].to_vec());
        self.undo(root);
        implied
    }

    /// Returns the atoms without a value, in circular order from the atom probed last.
    pub(super) fn open_atoms(&self) -> Vec<u32> {
        let open = |&atom: &u32| self.atoms()[atom as usize].is_none();
        let count = self.atom_count as u32;
        (self.tried..count).chain(0..self.tried.min(count)).filter(open).collect()
    }

    /// Probes both literals of each open atom, and negates the first one that leads to a contradiction, or, if nothing is
    /// logged, all of them.
    pub(super) fn failed_literal(&mut self, probe: ProbeTechniques, log: &mut StepLog) -> bool {
        let before = self.propagator.trail().len();
        let atoms = self.open_atoms();
        for (number, &atom) in atoms.iter().enumerate() {
            log::debug!("failed literals: {number} of {} open atoms", atoms.len());
            let Some(failed) = self.failing(atom, probe) else { continue };
            self.tried = atom;
            self.propagator.assign(!failed);
            if log.is_told() {
                return self.report(before, None, log, |state| {
                    format!("assuming {} gives a contradiction", state.words([&failed]))
                });
            }
            self.useful[probe as usize].found.push(atom);
            if !self.settle() {
                self.dead = true;
                return true;
            }
        }
        self.logged = self.propagator.trail().len();
        self.logged > before
    }

    /// Returns the literal of an open atom that leads to a contradiction. That of the known solution leads to none.
    fn failing(&mut self, atom: u32, probe: ProbeTechniques) -> Option<Lit> {
        if self.atoms()[atom as usize].is_some() {
            return None;
        }
        let known = self.solution.as_ref().map(|known| known.has(atom as usize));
        let both = [Lit::positive(atom), Lit::negative(atom)].into_iter();
        let mut both = both.filter(|literal| known != Some(literal.is_pos()));
        both.find(|&literal| self.try_out(&[literal], probe).is_none())
    }

    /// Probes both literals of each open atom, and assigns their first common consequences.
    pub(super) fn dilemma(&mut self, log: &mut StepLog) -> bool {
        let atoms = self.open_atoms();
        for (number, &atom) in atoms.iter().enumerate() {
            log::debug!("dilemma: {number} of {} open atoms", atoms.len());
            let common = self.common_consequences(atom);
            if !common.is_empty() {
                let before = self.propagator.trail().len();
                self.tried = atom;
                self.useful[DILEMMAS].found.push(atom);
                common.into_iter().for_each(|literal| _ = self.propagator.assign(literal));
                return self.report(before, None, log, |state| {
                    let name = state.puzzle.atom_name(atom as usize);
                    format!("{name} and its negation have the same consequences")
                });
            }
        }
        false
    }

    /// Returns the literals that follow both from an open atom and from its negation.
    fn common_consequences(&mut self, atom: u32) -> Vec<Lit> {
        if self.atoms()[atom as usize].is_some() {
            return Vec::new();
        }
        let [yes, no] = [Lit::positive(atom), Lit::negative(atom)]
            .map(|one| self.try_out(&[one], ProbeTechniques::Named));
        // a contradiction is left to `failed_literal`
        let (Some(yes), Some(mut no)) = (yes, no) else { return Vec::new() };
        let mut follows = vec![None; self.atom_count];
        let atoms = yes.iter().filter(|literal| literal.vidx() < self.atom_count);
        atoms.for_each(|literal| follows[literal.vidx()] = Some(literal.is_pos()));
        no.retain(|literal| {
            follows.get(literal.vidx()).is_some_and(|&value| value == Some(literal.is_pos()))
        });
        no
    }

    /// Repeats the probes that had a result for the last puzzle, and returns whether they have one again. The puzzles of a
    /// generator are alike, so this saves most of the search for useful probes.
    pub(super) fn repeat_probes(&mut self) -> bool {
        let before = self.propagator.trail().len();
        for kind in 0..PROBE_KINDS {
            for atom in std::mem::take(&mut self.useful[kind].again) {
                let follows = match kind {
                    CLAUSES => self.failing(atom, ProbeTechniques::Clauses).map(|one| vec![!one]),
                    NAMED => self.failing(atom, ProbeTechniques::Named).map(|one| vec![!one]),
                    _ => Some(self.common_consequences(atom)).filter(|common| !common.is_empty()),
                };
                let Some(follows) = follows else { continue };
                self.useful[kind].found.push(atom);
                let holds = follows.into_iter().all(|literal| self.propagator.assign(literal));
                if !holds || !self.settle() {
                    self.dead = true;
                    return true;
                }
            }
        }
        self.logged = self.propagator.trail().len();
        self.logged > before
    }
}

/// The kinds of probes, by number.
const CLAUSES: usize = ProbeTechniques::Clauses as usize;
const NAMED: usize = ProbeTechniques::Named as usize;
const DILEMMAS: usize = 2;
pub(super) const PROBE_KINDS: usize = 3;

/// The atoms whose probes had a result.
#[derive(Default)]
pub(super) struct UsefulAtoms {
    /// Those of the last puzzle, in order.
    pub again: Vec<u32>,
    /// Those of this puzzle, in order.
    pub found: Vec<u32>,
}
