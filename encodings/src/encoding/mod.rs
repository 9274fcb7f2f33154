//! One way to express the rules of a puzzle.

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

/// One way to express the rules of a puzzle, to read a model, and to cut.
pub trait Encoding {
    /// The puzzle.
    fn puzzle(&self) -> &dyn Instance;

    /// Its name, such as `edge+order`.
    fn name(&self) -> &str;

    /// What it says, in one sentence.
    fn meaning(&self) -> String;

    /// Hands on the variables and the constraints; the same ones each time.
    fn encode(&self, sink: &mut dyn ConstraintSink);

    /// How many of its first variables are needed to read a model. Each solution sets them in exactly
    /// one way.
    fn projection_size(&self) -> usize {
        self.puzzle().atom_count()
    }

    /// Whether each model is a solution; else that is left to cuts.
    fn is_exact(&self) -> bool {
        true
    }

    /// Whether its own variables follow from the shown ones.
    fn is_determined(&self) -> bool {
        true
    }

    /// Whether, lowered so, each setting of the shown variables that the constraints allow has exactly
    /// one model. If not, a model counter must project on them.
    fn has_one_model_per_solution(&self, choices: LoweringOptions) -> bool {
        // definitions in one direction, and those of the cardinality encodings, leave freedom
        choices.cnf != CnfMethod::PlaistedGreenbaum
            && choices.card == CardMethod::Binomial
            && self.is_determined()
    }

    /// Its rule families, the variables' families included, and what each says.
    fn families(&self) -> Vec<RuleFamily>;

    /// What closed formulas say of its size with [`CnfMethod::Direct`], and with
    /// [`CnfMethod::Naive`], family by family; `None` where there is none.
    fn predicted(&self) -> Option<Vec<PredictedSize>>;

    /// What a model says; it need not be a solution.
    fn solution(&self, model: &[bool]) -> Solution {
        Solution::of_model(model, self.puzzle().atom_count())
    }

    /// The kinds of cut that go with it, the default first; none if it needs none.
    fn cut_kinds(&self) -> &'static [CutKind] {
        &[]
    }

    /// What sees during the search of a solver that an assignment has more than one loop; `None` if this
    /// encoding has none. Then only models are looked at, by [`Self::separate`].
    fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        None
    }

    /// Which solutions are models.
    fn completeness(&self) -> Completeness {
        Completeness::Complete
    }

    /// A solution that the constraints leave out, where this one is the only one that they do not; `None`
    /// if it is the only solution at all.
    fn missed_solution(&self, only: &Solution) -> Option<Solution> {
        let _ = only;
        None
    }

    /// The solution in a model of the constraints and of all cuts so far, if there is one, and the
    /// cuts that the model breaks. Never are both empty. `kind` is one of [`Self::cut_kinds`], or
    /// does not matter.
    fn separate(&self, model: &[bool], kind: CutKind) -> Separation {
        let _ = kind;
        block_solution(self, model)
    }

    /// Whether it knows cuts for points of the linear relaxation: [`Self::separate_fractional`].
    fn has_fractional_cuts(&self) -> bool {
        false
    }

    /// Cuts that hold in every solution, as rows, and that a point of the linear relaxation of the constraints
    /// breaks by more than rounding; `point` has a value from 0 to 1 for each variable. Where it gives none, the point
    /// may still be no mixture of solutions.
    fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        let _ = point;
        Vec::new()
    }
}

/// The model as a solution, and the cut that blocks it: not these true variables among the shown
/// ones, or, where solutions nest, not all of these values.
pub(crate) fn block_solution<E: Encoding + ?Sized>(encoding: &E, model: &[bool]) -> Separation {
    let nest = encoding.puzzle().solutions_nest();
    let shown = model.iter().take(encoding.projection_size()).enumerate();
    let literals = shown
        .filter(|&(_, &truth)| truth || nest)
        .map(|(index, &truth)| Lit::new(index as u32, truth))
        .collect();
    Separation {
        solution: Some(encoding.solution(model)),
        cuts: vec![Cut::clause(literals, CutReason::KnownSolution)],
    }
}

/// What is made of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// A solution.
    pub solution: Option<Solution>,
    /// Constraints that the model breaks and no further solution does; one of them blocks the
    /// solution.
    pub cuts: Vec<Cut>,
}

/// There is no encoding of this name, or it is too large for the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("encoding `{name}`: {reason}")]
pub struct EncodingError {
    /// The name that was asked for.
    pub name: String,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

impl EncodingError {
    /// An error; a long name is cut short.
    #[must_use]
    pub fn new(name: &str, reason: impl Into<String>) -> Self {
        Self { name: name.chars().take(60).collect(), reason: reason.into() }
    }

    /// There is no such encoding.
    #[must_use]
    pub fn unknown(name: &str, known: &[String]) -> Self {
        Self::new(name, format!("there is none of this name; use {}", known.join(", ")))
    }
}

/// Which solutions of a puzzle an encoding keeps. Where it is not all of them, models must not be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// All of them.
    Complete,
    /// One at least, if there are any; and [`Encoding::missed_solution`] tells whether a single one is the only one.
    Equisatisfiable,
    /// Perhaps none: a model is worth something, that there is none says nothing.
    Underapproximation,
}
