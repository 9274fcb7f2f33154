//! Encodings: ways to express the rules of a puzzle as constraints.

mod about;
mod cut;

pub use about::{EncodingInfo, PredictedSize, RuleFamily};
pub use cut::{Cut, CutForm, CutKind, CutReason};

use crate::logic::{
    CardMethod, CnfMethod, ConstraintSink, ExternalPropagator, Lit, LoweringOptions,
};
#[allow(unused_imports, reason = "for the documentation")]
use crate::logic::{Constraint, Var};
use crate::puzzle::{Instance, Solution};

/// A way to express the rules of a puzzle as constraints, to map models to solutions, and to add cuts.
pub trait Encoding {
    /// Returns the puzzle.
    fn puzzle(&self) -> &dyn Instance;

    /// Returns its name, such as `edge+order`.
    fn name(&self) -> &str;

    /// Returns its idea, in one sentence.
    fn meaning(&self) -> String;

    /// Passes its variables and constraints to the sink. Each call produces the same ones.
    fn encode(&self, sink: &mut dyn ConstraintSink);

    /// Returns the size of the projection set: its first variables, which suffice to map a model to a
    /// solution. Each solution corresponds to exactly one assignment of them.
    fn projection_size(&self) -> usize {
        self.puzzle().atom_count()
    }

    /// Returns whether each model is a solution. Otherwise cuts must exclude the other models.
    fn is_exact(&self) -> bool {
        true
    }

    /// Returns whether the projection set determines all other variables of the encoding.
    fn is_determined(&self) -> bool {
        true
    }

    /// Returns whether, lowered with these options, each assignment of the projection set has at most one
    /// model. If not, a model counter must project on it.
    fn has_one_model_per_solution(&self, choices: LoweringOptions) -> bool {
        // one-sided definitions and the variables of cardinality encodings are not determined
        choices.cnf != CnfMethod::PlaistedGreenbaum
            && choices.card == CardMethod::Binomial
            && self.is_determined()
    }

    /// Returns its rule families and families of variables.
    fn families(&self) -> Vec<RuleFamily>;

    /// Returns the size of each family by closed formulas, or `None` if there are none. It holds for
    /// [`CnfMethod::Direct`] and [`CnfMethod::Naive`] alike.
    fn predicted(&self) -> Option<Vec<PredictedSize>>;

    /// Maps a model to the puzzle. The result is not checked against the rules.
    fn solution(&self, model: &[bool]) -> Solution {
        Solution::of_model(model, self.puzzle().atom_count())
    }

    /// Returns the kinds of cut that it supports, the default first. The list is empty if it needs no cuts.
    fn cut_kinds(&self) -> &'static [CutKind] {
        &[]
    }

    /// Returns an external propagator that detects subtours during the search of a solver, or `None` if the
    /// encoding has none. Without one, only complete models are checked, by [`Self::separate`].
    fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        None
    }

    /// Returns which solutions of the puzzle the encoding keeps.
    fn completeness(&self) -> Completeness {
        Completeness::Complete
    }

    /// Returns a solution that the constraints exclude, given that `only` is the only one that they keep.
    /// `None` means that `only` is the unique solution of the puzzle.
    fn missed_solution(&self, only: &Solution) -> Option<Solution> {
        let _ = only;
        None
    }

    /// Returns the solution in a model, if there is one, and cuts that the model violates.
    ///
    /// The model satisfies the constraints and all cuts so far. The result contains a solution, a cut, or
    /// both. `kind` is one of [`Self::cut_kinds`]; it is ignored if that list is empty.
    fn separate(&self, model: &[bool], kind: CutKind) -> Separation {
        let _ = kind;
        block_solution(self, model)
    }

    /// Returns whether [`Self::separate_fractional`] can find cuts.
    fn has_fractional_cuts(&self) -> bool {
        false
    }

    /// Returns cuts, valid for every solution, that a point of the linear relaxation violates as rows by
    /// more than a rounding tolerance.
    ///
    /// `point` has a value from 0 to 1 for each variable. The separation is not exact: if it returns no
    /// cuts, the point may still lie outside the convex hull of the solutions.
    fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        let _ = point;
        Vec::new()
    }
}

/// Returns the model as a solution, with the cut that blocks it.
///
/// The cut negates the true variables of the projection set. If solutions can contain each other, it
/// negates the whole assignment of the projection set.
pub(crate) fn block_solution<E: Encoding + ?Sized>(encoding: &E, model: &[bool]) -> Separation {
    let nest = encoding.puzzle().solutions_nest();
    let projection_set = model.iter().take(encoding.projection_size()).enumerate();
    let literals = projection_set
        .filter(|&(_, &truth)| truth || nest)
        .map(|(index, &truth)| Lit::new(index as u32, truth))
        .collect();
    Separation {
        solution: Some(encoding.solution(model)),
        cuts: vec![Cut::clause(literals, CutReason::KnownSolution)],
    }
}

/// The result of separating a model: a solution in it, and cuts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// A solution that the model contains.
    pub solution: Option<Solution>,
    /// Constraints that the model violates and all further solutions satisfy. If there is a solution, one
    /// of them blocks it.
    pub cuts: Vec<Cut>,
}

/// The error for an unknown encoding, or for one that is too large for the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("encoding `{name}`: {reason}")]
pub struct EncodingError {
    /// The requested name.
    pub name: String,
    /// The problem, with a help line where there is a remedy.
    pub reason: String,
}

impl EncodingError {
    /// Creates an error. Names are truncated to 60 characters.
    #[must_use]
    pub fn new(name: &str, reason: impl Into<String>) -> Self {
        Self { name: name.chars().take(60).collect(), reason: reason.into() }
    }

    /// Creates the error for an unknown name, which lists the `known` ones.
    #[must_use]
    pub fn unknown(name: &str, known: &[String]) -> Self {
        Self::new(name, format!("unknown name\nhelp: use {}", known.join(", ")))
    }
}

/// Which solutions of a puzzle an encoding keeps. Unless it keeps all, counting its models does not count
/// the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// All of them.
    Complete,
    /// At least one, if the puzzle has any. If it keeps exactly one, [`Encoding::missed_solution`] decides
    /// whether that is the only solution of the puzzle.
    Equisatisfiable,
    /// Possibly none. A model yields a solution, but unsatisfiability proves nothing.
    Underapproximation,
}
