//! An encoding with additional constraints.

use std::ops::Range;

use crate::encoding::{Completeness, Encodable, Encoding, RuleFamily, Separated, Separation};
use crate::logic::{Constraint, ConstraintSink, Origin, Var};
use crate::puzzle::Solution;

/// Variables and constraints that [`Extended`] adds to an encoding.
pub trait Addition: Sync {
    /// Returns the name of the extended encoding; by default that of the inner one.
    fn name<'b>(&'b self, inner: &'b str) -> &'b str {
        inner
    }

    /// Returns a short phrase, which is appended to the description of the inner encoding.
    fn meaning(&self) -> &str;

    /// Emits the inner encoding, then the addition. Variables of the addition come after those of `inner`.
    fn encode(&self, inner: &dyn Encoding, sink: &mut dyn ConstraintSink);

    /// Returns the solutions that are left. By default, the addition excludes none of those of the inner encoding.
    fn completeness(&self, inner: Completeness) -> Completeness {
        inner
    }

    /// Returns a second solution of the puzzle, as [`Encoding::missed_solution`] does.
    fn missed_solution(&self, inner: &dyn Encoding, only: &Solution) -> Option<Solution> {
        inner.missed_solution(only)
    }

    /// Returns the rule families of the addition.
    fn families(&self) -> Vec<RuleFamily>;
}

/// An encoding with an [`Addition`].
///
/// The addition extends the description, the constraints, the rule families and the sizes, and may change the name. The
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

impl<A: Addition> Encoding for Extended<'_, A> {
    fn puzzle(&self) -> &dyn Encodable {
        self.inner.puzzle()
    }

    fn name(&self) -> &str {
        self.addition.name(self.inner.name())
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

    fn outline(&self) -> Option<Range<u32>> {
        self.inner.outline()
    }

    fn missed_solution(&self, only: &Solution) -> Option<Solution> {
        self.addition.missed_solution(&*self.inner, only)
    }

    fn block(&self, model: &[bool]) -> Separated {
        self.inner.block(model)
    }

    fn separation(&self) -> Option<&dyn Separation> {
        self.inner.separation()
    }

    fn families(&self) -> Vec<RuleFamily> {
        [self.inner.families(), self.addition.families()].concat()
    }
}

/// A function that creates variables in a sink.
type Create<'a> = dyn FnMut(&mut dyn ConstraintSink) + 'a;

/// Emits an encoding, and calls `create` for the variables of an addition after the variables of the encoding, before its
/// first constraint: the lowering of a constraint may add auxiliary variables.
pub fn encode_with_variables(
    inner: &dyn Encoding,
    sink: &mut dyn ConstraintSink,
    create: &mut Create<'_>,
) {
    let mut sink = WithVariables { sink, create: Some(create) };
    inner.encode(&mut sink);
    sink.create();
}

/// A sink that creates variables before the first constraint.
struct WithVariables<'a, 'b> {
    sink: &'a mut dyn ConstraintSink,
    /// What creates them, until it is called.
    create: Option<&'b mut Create<'b>>,
}

impl WithVariables<'_, '_> {
    fn create(&mut self) {
        if let Some(create) = self.create.take() {
            create(self.sink);
        }
    }
}

impl ConstraintSink for WithVariables<'_, '_> {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.sink.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.create();
        self.sink.constraint(constraint, origin);
    }

    fn accepts_more(&self) -> bool {
        self.sink.accepts_more()
    }
}
