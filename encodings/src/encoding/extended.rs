//! An encoding with additional constraints.

use crate::encoding::{
    Completeness, Encodable, Encoding, PredictedSize, RuleFamily, Separated, Separation, SizeReport,
};
use crate::logic::ConstraintSink;
use crate::puzzle::Solution;

/// Variables and constraints that [`Extended`] adds to an encoding.
pub trait Addition {
    /// Returns a short phrase, which is appended to the description of the inner encoding.
    fn meaning(&self) -> &str;

    /// Emits the inner encoding, then the addition. Variables of the addition come after those of `inner`.
    fn encode(&self, inner: &dyn Encoding, sink: &mut dyn ConstraintSink);

    /// Returns the solutions that are left. By default, the addition excludes none of those of the inner encoding.
    fn completeness(&self, inner: Completeness) -> Completeness {
        inner
    }

    /// Returns the rule families of the addition.
    fn families(&self) -> Vec<RuleFamily>;

    /// Predicts the size of the addition from that of the inner encoding. Returns `None` if no prediction is
    /// available.
    fn predicted_sizes(&self, inner: &[PredictedSize]) -> Option<Vec<PredictedSize>>;
}

/// An encoding with an [`Addition`].
///
/// The addition extends the description, the constraints, the rule families and the sizes. The name, the
/// projection set, the decoding of models, the cuts and the propagator are those of the inner encoding.
pub struct Extended<'a, A> {
    inner: Box<dyn Encoding + 'a>,
    addition: A,
}

impl<'a, A: Addition> Extended<'a, A> {
    /// Adds `addition` to an encoding.
    #[must_use]
    pub fn new(inner: Box<dyn Encoding + 'a>, addition: A) -> Self {
        Self { inner, addition }
    }
}

impl<A: Addition> SizeReport for Extended<'_, A> {
    fn families(&self) -> Vec<RuleFamily> {
        [self.inner.families(), self.addition.families()].concat()
    }

    fn predicted_sizes(&self) -> Option<Vec<PredictedSize>> {
        let inner = self.inner.predicted_sizes()?;
        let added = self.addition.predicted_sizes(&inner)?;
        Some([inner, added].concat())
    }
}

impl<A: Addition> Encoding for Extended<'_, A> {
    fn puzzle(&self) -> &dyn Encodable {
        self.inner.puzzle()
    }

    fn name(&self) -> &str {
        self.inner.name()
    }

    fn meaning(&self) -> String {
        format!("{}; {}", self.inner.meaning(), self.addition.meaning())
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        self.addition.encode(&*self.inner, sink);
    }

    fn projection_size(&self) -> usize {
        self.inner.projection_size()
    }

    fn is_determined(&self) -> bool {
        self.inner.is_determined()
    }

    fn solution(&self, model: &[bool]) -> Solution {
        self.inner.solution(model)
    }

    fn completeness(&self) -> Completeness {
        self.addition.completeness(self.inner.completeness())
    }

    fn missed_solution(&self, only: &Solution) -> Option<Solution> {
        self.inner.missed_solution(only)
    }

    fn block(&self, model: &[bool]) -> Separated {
        self.inner.block(model)
    }

    fn separation(&self) -> Option<&dyn Separation> {
        self.inner.separation()
    }
}
