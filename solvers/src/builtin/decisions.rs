//! How the embedded solver comes to a model: what it decides, and what follows.

use batsat::{Theory, TheoryArg};
use encycle_encodings::logic::Lit;

/// A literal that became true on the way to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailStep {
    /// The literal.
    pub literal: Lit,
    /// Whether the solver chose it. If not, it follows from what came before, by unit propagation.
    pub is_decision: bool,
}

/// A theory of BatSat that accepts everything, and writes down the way to the model.
pub(crate) struct TrailRecorder<'a> {
    assumed: usize,
    /// How many literals were true when each level began.
    starts: Vec<usize>,
    /// How many were true when the solver was about to decide. A level begins only then.
    seen: usize,
    path: &'a mut Vec<TrailStep>,
}

impl<'a> TrailRecorder<'a> {
    /// Leaves out what comes before the level behind the `assumed` ones (BatSat makes one for each).
    pub fn new(assumed: usize, path: &'a mut Vec<TrailStep>) -> Self {
        Self { assumed, starts: Vec::new(), seen: 0, path }
    }
}

impl Theory for TrailRecorder<'_> {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        let trail = acts.model();
        let decided = self.starts.get(self.assumed..).unwrap_or_default();
        let first = decided.first().copied().unwrap_or(trail.len());
        let mut decided = decided.iter().copied().peekable();
        self.path.clear();
        self.path.extend(trail.iter().enumerate().skip(first).map(|(place, literal)| TrailStep {
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
        // only asked after `TheoryArg::propagate`, which is never called here
        &[]
    }
}
