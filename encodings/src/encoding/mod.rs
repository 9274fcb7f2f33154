//! Encodings: they express the rules of a puzzle as constraints and map models to solutions.
//!
//! An [`Encoding`] passes variables and constraints to a sink. If the constraints omit a rule (in most cases "one
//! loop"), the encoding has a [`Separation`], which enforces the rule lazily: for each model that violates the rule,
//! it returns cuts. [`Extended`] adds constraints to any encoding. Sizes are counted: a run into a sink that counts is
//! exact and fast.

mod about;
mod atoms;
mod cut;
mod excluding;
mod extended;
mod numbering;
mod repair;
mod separation;
mod sweep;
pub mod symmetry;

pub use about::{EncodingInfo, RuleFamily};
pub use atoms::{AtomLiteral, atom_literals, literals_by_name};
pub use cut::{Cut, CutForm, CutKind, CutReason, UnknownCutKind};
pub use excluding::{EXCLUDED, Excluded, excluding};
pub use extended::{Addition, Extended, encode_with_variables};
pub(crate) use numbering::{Numbering, count_variables};
pub use repair::Repair;
pub(crate) use separation::block_solution;
pub use separation::{Separated, Separation};
pub use sweep::Sweep;

use std::ops::Range;

use crate::logic::{CardMethod, CnfMethod, ConstraintSink, ExternalPropagator, LoweringOptions};
#[allow(unused_imports, reason = "for the documentation")]
use crate::logic::{Constraint, Var};
use crate::puzzle::{Instance, Solution};
use crate::suggest;

/// A puzzle that has encodings.
pub trait Encodable: Instance {
    /// Returns the names of its encodings, the default first.
    fn encoding_names(&self) -> Vec<String>;

    /// Returns the name of the default encoding.
    fn default_encoding(&self) -> String {
        self.encoding_names().swap_remove(0)
    }

    /// Returns the name of the encoding whose first model is made by a [`Sweep`], if that is worth it for this puzzle and
    /// the default encoding has none.
    fn swept_encoding(&self) -> Option<String> {
        None
    }

    /// Returns the encoding with this name.
    ///
    /// # Errors
    /// The name is unknown, or the encoding is too large for this puzzle.
    fn encoding<'a>(&'a self, name: &str) -> Result<Box<dyn Encoding + 'a>, EncodingError>;
}

/// The rules of a puzzle as constraints, with the mapping of models to solutions.
///
/// To generate cuts, call the methods of `dyn Encoding`, such as [`separate`](#method.separate). They also work for
/// encodings without a [`Separation`].
pub trait Encoding: Sync {
    /// Returns the puzzle.
    fn puzzle(&self) -> &dyn Encodable;

    /// Returns the name, such as `edge+order`.
    fn name(&self) -> &str;

    /// Describes the encoding in one sentence.
    fn meaning(&self) -> String;

    /// Returns the rule families, including those of variables.
    fn families(&self) -> Vec<RuleFamily>;

    /// Passes the variables and the constraints to `sink`. Every call passes the same ones.
    fn encode(&self, sink: &mut dyn ConstraintSink);

    /// Returns the size of the projection set, which consists of the first variables of the encoding. They determine
    /// the solution of a model, and no two assignments of them represent the same solution.
    fn projection_size(&self) -> usize {
        self.puzzle().atom_count()
    }

    /// Returns whether the projection set determines all other variables of the encoding.
    fn is_determined(&self) -> bool {
        true
    }

    /// Maps a model to the puzzle. The result may violate a rule that the constraints omit.
    fn solution(&self, model: &[bool]) -> Solution {
        Solution::of_model(model, self.puzzle().atom_count())
    }

    /// Returns whether every solution of the puzzle is a model.
    fn completeness(&self) -> Completeness {
        Completeness::Complete
    }

    /// Returns the variables of an *outline*, if the encoding has one: the clauses over them alone are a formula that is
    /// worth solving first, because each of its few models leaves little to search.
    fn outline(&self) -> Option<Range<u32>> {
        None
    }

    /// Returns a second solution of the puzzle, or `None` if `only` is unique. Call it only if `only` is the single
    /// solution that the constraints allow; a second solution is then one that the constraints exclude.
    fn missed_solution(&self, only: &Solution) -> Option<Solution> {
        let _ = only;
        None
    }

    /// Maps a model that satisfies all rules to its solution. Returns it with a cut that excludes this solution and
    /// no other.
    fn block(&self, model: &[bool]) -> Separated {
        block_solution(self, model)
    }

    /// Returns the separation of the rule that the constraints omit, or `None` if each model is a solution.
    fn separation(&self) -> Option<&dyn Separation> {
        None
    }
}

impl<'a> dyn Encoding + 'a {
    /// Returns whether the encoding is exact: each model is a solution, so no cuts are needed.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.separation().is_none()
    }

    /// Returns whether the models are exactly the solutions of the puzzle, without cuts.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_exact() && self.completeness() == Completeness::Complete
    }

    /// Returns whether each solution has exactly one model if the encoding is lowered with these options. If not, a
    /// model counter must project on the projection set.
    #[must_use]
    pub fn has_one_model_per_solution(&self, options: LoweringOptions) -> bool {
        // Plaisted-Greenbaum and the cardinality methods other than `binomial` add auxiliary variables that the
        // other variables do not determine, so one solution can have several models
        options.cnf != CnfMethod::PlaistedGreenbaum
            && options.card == CardMethod::Binomial
            && self.is_determined()
    }

    /// Returns the kinds of cut that the encoding supports, the default first; none if it is exact.
    #[must_use]
    pub fn cut_kinds(&self) -> &'static [CutKind] {
        self.separation().map_or(&[], Separation::cut_kinds)
    }

    /// Returns whether the cuts of a model hold in every solution even if the model violates constraints.
    #[must_use]
    pub fn separates_any_model(&self) -> bool {
        self.separation().is_some_and(Separation::separates_any_model)
    }

    /// Returns the external propagator that finds violations during the search, if the encoding has one.
    #[must_use]
    pub fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        self.separation()?.propagator()
    }

    /// Returns the number of the first round whose model is worth a repair, from 1, if the encoding has a repair.
    #[must_use]
    pub fn first_repair(&self) -> Option<usize> {
        self.separation()?.first_repair()
    }

    /// Returns whether the first model is worth a sweep.
    #[must_use]
    pub fn is_worth_sweeping(&self) -> bool {
        self.separation().is_some_and(Separation::is_worth_sweeping)
    }

    /// Returns the construction of a first model, if the encoding has one.
    #[must_use]
    pub fn sweep(&self) -> Option<Box<dyn Sweep + '_>> {
        self.separation()?.sweep()
    }

    /// Returns the local repair of invalid models, if the encoding has one.
    #[must_use]
    pub fn repair(&self) -> Option<Box<dyn Repair + '_>> {
        self.separation()?.repair()
    }

    /// Separates a model that satisfies the constraints and all cuts so far. Returns the solution that the model
    /// contains, if any, and the cuts that the model violates; at least one of the two. Exact encodings ignore
    /// `kind`.
    #[must_use]
    pub fn separate(&self, model: &[bool], kind: CutKind) -> Separated {
        match self.separation() {
            Some(separation) => separation.separate(model, kind),
            None => self.block(model),
        }
    }

    /// Returns whether [`separate_fractional`](#method.separate_fractional) can find cuts.
    #[must_use]
    pub fn has_fractional_cuts(&self) -> bool {
        self.separation().is_some_and(Separation::has_fractional_cuts)
    }

    /// Returns rows that are valid for every solution and that `point`, a point of the linear relaxation, violates by
    /// more than a rounding error. `point` has a value from 0 to 1 for each variable. The separation is incomplete:
    /// an empty result does not imply that the point is a convex combination of solutions.
    #[must_use]
    pub fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        self.separation().map_or_else(Vec::new, |separation| separation.separate_fractional(point))
    }
}

/// The error for an unknown or unsuitable encoding, such as one that is too large for the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("encoding `{name}`: {reason}")]
pub struct EncodingError {
    /// The requested name.
    pub name: String,
    /// The reason, optionally followed by a `help:` line.
    pub reason: String,
}

impl EncodingError {
    /// Creates an error. Truncates the name to 60 characters.
    #[must_use]
    pub fn new(name: &str, reason: impl Into<String>) -> Self {
        Self { name: name.chars().take(60).collect(), reason: reason.into() }
    }

    /// Creates the error for an unknown name; `known` are the valid names.
    #[must_use]
    pub fn unknown(name: &str, known: &[String]) -> Self {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Self::new(name, format!("unknown name\nhelp: {}", suggest::help(name, &known)))
    }
}

/// Whether every solution of a puzzle is a model of its encoding. If not, the number of models is not the number of
/// solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Every solution is a model.
    Complete,
    /// If the puzzle has a solution, at least one solution is a model. If exactly one is,
    /// [`Encoding::missed_solution`] decides whether the puzzle has another solution.
    Equisatisfiable,
    /// Some or all solutions may have no model. A model still yields a solution, but UNSAT proves nothing about the
    /// puzzle.
    Underapproximation,
}
