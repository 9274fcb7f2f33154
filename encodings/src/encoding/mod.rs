//! Encodings: ways to express the rules of a puzzle as constraints, and to read a model back.
//!
//! An [`Encoding`] streams variables and constraints into a sink. If its constraints leave a rule out
//! (in most cases "one loop"), it has a [`Separation`], which adds that rule lazily: it turns each invalid
//! model into cuts. [`SizeReport`] describes its rule families and predicts its size. [`Extended`] adds
//! constraints to any encoding.

mod about;
mod cut;
mod extended;
mod separation;

pub use about::{EncodingInfo, PredictedSize, RuleFamily, SizeReport};
pub use cut::{Cut, CutForm, CutKind, CutReason, UnknownCutKind};
pub use extended::{Addition, Extended};
pub(crate) use separation::block_solution;
pub use separation::{Separated, Separation};

use crate::logic::{CardMethod, CnfMethod, ConstraintSink, ExternalPropagator, LoweringOptions};
#[allow(unused_imports, reason = "for the documentation")]
use crate::logic::{Constraint, Var};
use crate::puzzle::{Instance, Solution};

/// A puzzle that has encodings.
pub trait Encodable: Instance {
    /// Returns the names of its encodings, the default first.
    fn encoding_names(&self) -> Vec<String>;

    /// Returns the first of its encodings.
    fn default_encoding(&self) -> String {
        self.encoding_names().swap_remove(0)
    }

    /// Returns the encoding of this name.
    ///
    /// # Errors
    /// No encoding has this name, or it is too large for this puzzle.
    fn encoding<'a>(&'a self, name: &str) -> Result<Box<dyn Encoding + 'a>, EncodingError>;
}

/// One way to express the rules of a puzzle, and to read a model.
///
/// Calls that concern cuts go through the methods of `dyn Encoding`, such as
/// [`separate`](#method.separate), which also serve encodings without a [`Separation`].
pub trait Encoding: SizeReport {
    /// Returns the puzzle.
    fn puzzle(&self) -> &dyn Encodable;

    /// Returns its name, such as `edge+order`.
    fn name(&self) -> &str;

    /// Describes it in one sentence.
    fn meaning(&self) -> String;

    /// Emits the variables and the constraints; the same ones at each call.
    fn encode(&self, sink: &mut dyn ConstraintSink);

    /// Returns the size of the projection set: that many first variables determine the solution of a
    /// model. Each solution sets them in exactly one way.
    fn projection_size(&self) -> usize {
        self.puzzle().atom_count()
    }

    /// Returns whether the projection set determines all other variables of the encoding.
    fn is_determined(&self) -> bool {
        true
    }

    /// Maps a model to the puzzle. The result need not obey the rules.
    fn solution(&self, model: &[bool]) -> Solution {
        Solution::of_model(model, self.puzzle().atom_count())
    }

    /// Returns which solutions are models.
    fn completeness(&self) -> Completeness {
        Completeness::Complete
    }

    /// Returns a solution that the constraints exclude, where `only` is the one solution that they
    /// allow; `None` if the puzzle has no other solution.
    fn missed_solution(&self, only: &Solution) -> Option<Solution> {
        let _ = only;
        None
    }

    /// Returns the solution of a model that is one, with a cut that blocks this solution and no other.
    fn block(&self, model: &[bool]) -> Separated {
        block_solution(self, model)
    }

    /// Returns the rule that is left to cuts; `None` if each model is a solution.
    fn separation(&self) -> Option<&dyn Separation> {
        None
    }
}

impl<'a> dyn Encoding + 'a {
    /// Returns whether the encoding is exact: each model is a solution, and there is nothing to cut.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.separation().is_none()
    }

    /// Returns whether, lowered with these options, each solution has exactly one model. If not, a model
    /// counter must project on the projection set.
    #[must_use]
    pub fn has_one_model_per_solution(&self, options: LoweringOptions) -> bool {
        // one-sided definitions, and those of the cardinality encodings, do not fix their variables
        options.cnf != CnfMethod::PlaistedGreenbaum
            && options.card == CardMethod::Binomial
            && self.is_determined()
    }

    /// Returns the kinds of cut that the encoding supports, the default first; none if it is exact.
    #[must_use]
    pub fn cut_kinds(&self) -> &'static [CutKind] {
        self.separation().map_or(&[], Separation::cut_kinds)
    }

    /// Returns the external propagator that finds violations during the search, if the encoding has one.
    #[must_use]
    pub fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        self.separation()?.propagator()
    }

    /// Splits a model of the constraints and of all cuts so far into a solution, if it contains one, and the
    /// cuts that it violates; at least one of the two. `kind` is ignored by an exact encoding.
    #[must_use]
    pub fn separate(&self, model: &[bool], kind: CutKind) -> Separated {
        match self.separation() {
            Some(separation) => separation.separate(model, kind),
            None => self.block(model),
        }
    }

    /// Returns whether `separate_fractional` can find cuts.
    #[must_use]
    pub fn has_fractional_cuts(&self) -> bool {
        self.separation().is_some_and(Separation::has_fractional_cuts)
    }

    /// Returns rows that hold in every solution and that a point of the linear relaxation violates by more
    /// than rounding. `point` has a value from 0 to 1 for each variable. No rows does not mean that the
    /// point is a convex combination of solutions.
    #[must_use]
    pub fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        self.separation().map_or_else(Vec::new, |separation| separation.separate_fractional(point))
    }
}

/// No encoding has this name, or it is too large for the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("encoding `{name}`: {reason}")]
pub struct EncodingError {
    /// The requested name.
    pub name: String,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

impl EncodingError {
    /// Creates an error; cuts a long name short.
    #[must_use]
    pub fn new(name: &str, reason: impl Into<String>) -> Self {
        Self { name: name.chars().take(60).collect(), reason: reason.into() }
    }

    /// Creates the error for a name that no encoding has.
    #[must_use]
    pub fn unknown(name: &str, known: &[String]) -> Self {
        Self::new(name, format!("unknown name\nhelp: use {}", known.join(", ")))
    }
}

/// Which solutions of a puzzle are models of an encoding. Unless it is [`Self::Complete`], models must not be
/// counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Every solution is a model.
    Complete,
    /// At least one solution is a model, if the puzzle has any; [`Encoding::missed_solution`] decides
    /// whether a single model is the only solution.
    Equisatisfiable,
    /// Possibly no solution is a model: a model proves a solution, and no model proves nothing.
    Underapproximation,
}
