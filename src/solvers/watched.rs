//! The embedded solver with somebody who looks over its shoulder.

use batsat::{Theory, TheoryArg};
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::Propagator;

/// The longest pause between looks, in decisions.
const LONGEST: u32 = 64;

/// A propagator as a theory of BatSat. It is asked about every full assignment, and about partial ones now and
/// then: the more often, the more often it finds something. So a look that is never of use costs little.
pub(super) struct Watched<'a> {
    pub propagator: &'a mut dyn Propagator,
    levels: usize,
    pause: u32,
    since: u32,
    buffer: Vec<batsat::Lit>,
    /// How many conflicts were found.
    pub found: u64,
}

impl<'a> Watched<'a> {
    pub fn new(propagator: &'a mut dyn Propagator) -> Self {
        Self { propagator, levels: 0, pause: 1, since: 0, buffer: Vec::new(), found: 0 }
    }

    /// Whether there is a conflict, which the solver has been told then.
    fn look(&mut self, acts: &mut TheoryArg<'_>) -> bool {
        let mut trail =
            acts.model().iter().map(|literal| Lit::new(literal.var().idx(), !literal.sign()));
        let Some(cut) = self.propagator.conflict(&mut trail) else { return false };
        self.buffer.clear();
        for literal in cut.literals() {
            let var = batsat::Var::unsafe_from_idx(literal.vidx32());
            self.buffer.push(batsat::Lit::new(var, literal.is_pos()));
        }
        self.found += 1;
        acts.raise_conflict(&self.buffer, true);
        true
    }
}

impl Theory for Watched<'_> {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.look(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.since += 1;
        if self.since < self.pause {
            return;
        }
        self.since = 0;
        self.pause = match self.look(acts) {
            true => (self.pause / 2).max(1),
            false => (self.pause + 1).min(LONGEST),
        };
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
