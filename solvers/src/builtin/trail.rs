//! The trail of BatSat to a model: its decisions and the literals that follow from them.

use batsat::{Theory, TheoryArg};
use encycle_encodings::logic::Lit;

/// A literal on the trail to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailStep {
    /// The literal.
    pub literal: Lit,
    /// Whether the solver decided the literal. Otherwise it follows from the earlier literals by unit propagation.
    pub is_decision: bool,
}

/// A BatSat theory that accepts every assignment and records the trail to the model.
pub(crate) struct TrailRecorder<'a> {
    assumed: usize,
    /// The length of the trail at the start of each decision level.
    starts: Vec<usize>,
    /// The length of the trail before the next decision, since a level starts only there.
    seen: usize,
    trail: &'a mut Vec<TrailStep>,
}

impl<'a> TrailRecorder<'a> {
    /// Makes a recorder. It skips the literals before the first level after the `assumed` levels, because BatSat makes
    /// a level for each assumption.
    pub fn new(assumed: usize, trail: &'a mut Vec<TrailStep>) -> Self {
        Self { assumed, starts: Vec::new(), seen: 0, trail }
    }
}

impl Theory for TrailRecorder<'_> {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        let model = acts.model();
        let decided = self.starts.get(self.assumed..).unwrap_or_default();
        let first = decided.first().copied().unwrap_or(model.len());
        let mut decided = decided.iter().copied().peekable();
        self.trail.clear();
        self.trail.extend(model.iter().enumerate().skip(first).map(|(place, literal)| TrailStep {
            literal: Lit::new(literal.var().idx(), !literal.sign()),
            is_decision: decided.next_if_eq(&place).is_some(),
        }));
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.seen = acts.model().len();
    }

    fn create_level(&mut self) {
        self.starts.push(self.seen);
    }

    fn pop_levels(&mut self, count: usize) {
        self.starts.truncate(self.starts.len() - count);
    }

    fn n_levels(&self) -> usize {
        self.starts.len()
    }

    fn explain_propagation(&mut self, _: batsat::Lit) -> &[batsat::Lit] {
        // called only after `TheoryArg::propagate`, which this theory does not use
        &[]
    }
}
