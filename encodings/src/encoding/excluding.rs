//! An encoding without one known solution.

use crate::encoding::{Addition, Completeness, Cut, Encoding, Extended, RuleFamily};
use crate::logic::ConstraintSink;

/// The constraint that excludes a solution.
pub struct Excluded {
    cuts: Vec<Cut>,
}

/// Returns the encoding without the solution of one of its models. If this was the only solution, the formula is
/// unsatisfiable.
///
/// ```
/// use encycle_encodings::encoding::excluding;
/// use encycle_encodings::export::CnfSize;
/// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
/// use encycle_encodings::logic::{LoweringOptions, lower_to_cnf};
///
/// let puzzle = Slitherlink::from_rows(&["4"])?;
/// let all = encoding("edge", &puzzle)?;
/// let clauses = |encoding: &dyn encycle_encodings::encoding::Encoding| {
///     let lowering = LoweringOptions::default();
///     lower_to_cnf(CnfSize::default(), lowering, |sink| encoding.encode(sink)).map(|size| size.clauses)
/// };
/// let before = clauses(&*all)?;
/// assert_eq!(clauses(&excluding(all, &[true; 4]))?, before + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn excluding<'a>(encoding: Box<dyn Encoding + 'a>, model: &[bool]) -> Extended<'a, Excluded> {
    let cuts = encoding.block(model).cuts;
    Extended::new(encoding, Excluded { cuts })
}

/// The end of the meaning of an encoding without a known solution.
pub const EXCLUDED: &str = "without a known solution";

impl Addition for Excluded {
    fn meaning(&self) -> &str {
        EXCLUDED
    }

    fn encode(&self, inner: &dyn Encoding, sink: &mut dyn ConstraintSink) {
        inner.encode(sink);
        for cut in &self.cuts {
            sink.constraint(cut.constraint(), cut.origin());
        }
    }

    fn families(&self) -> Vec<RuleFamily> {
        Vec::new()
    }

    fn completeness(&self, _: Completeness) -> Completeness {
        Completeness::Underapproximation
    }
}
