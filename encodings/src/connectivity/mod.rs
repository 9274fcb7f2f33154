//! "One loop": finding the loops in a model, and the cuts that forbid stray ones.

mod colours;
mod cuts;
pub mod eager;
mod lines;

pub use colours::separate_colours;
pub use cuts::{Cut, CutKind, Reason, justified_cut, separate_loops, solution_block};
pub use lines::Lines;

use crate::grid::{Cell, Grid, Vertex};
#[allow(unused_imports, reason = "for the documentation")]
use crate::logic::CnfMethod;
use crate::logic::{Choices, ConstraintSink};
use eager::{Drawing, Family, Predicted};

/// A puzzle whose solution is one loop along the grid lines: what the loop driver needs to know.
pub trait LoopPuzzle {
    /// The grid that the loop is drawn on.
    fn grid(&self) -> Grid;

    /// All rules, on lines however drawn.
    ///
    /// # Errors
    /// The first broken rule.
    fn check(&self, lines: &Lines) -> Result<(), Broken>;

    /// A cell of which it is certain that every solution has a line around it, all four of whose
    /// vertices are outside the region `inside`: the condition under which a connectivity cut
    /// around the region is sound.
    fn certainly_beyond(&self, inside: &dyn Fn(Vertex) -> bool) -> Option<Cell>;

    /// Cells of which it is certain that one at least is inside, in every solution; few if possible.
    fn one_inside(&self) -> Option<Vec<Cell>>;
}

/// One way to express the rules of a loop puzzle, to read a model, and to cut.
pub trait LoopEncoding {
    /// The puzzle.
    fn puzzle(&self) -> &dyn LoopPuzzle;

    /// Its name: a base and its parts, such as `direct+order`.
    fn name(&self) -> &str;

    /// Hands on the variables and the constraints; the same ones each time.
    fn encode(&self, sink: &mut dyn ConstraintSink);

    /// What the first variables draw; all others are not needed to read a model.
    fn drawing(&self) -> Drawing;

    /// Whether the constraints leave exactly one loop; else that is left to cuts.
    fn is_one_loop(&self) -> bool;

    /// Whether, lowered so, each set of lines that the constraints allow has exactly one model. If
    /// not, a model counter must project on the variables of [`Self::drawing`].
    fn has_one_model_each(&self, choices: Choices) -> bool;

    /// Its rule families, the variables' families included, and what each says.
    fn families(&self) -> Vec<Family>;

    /// What closed formulas say of its size with [`CnfMethod::Direct`], and with
    /// [`CnfMethod::Naive`], family by family; `None` where there is none.
    fn predicted(&self) -> Option<Vec<Predicted>>;

    /// The lines that a model stands for.
    fn lines(&self, model: &[bool]) -> Lines;

    /// The kinds of cut that go with it, the default first.
    fn cut_kinds(&self) -> &'static [CutKind];

    /// The solution in a model of the constraints and of all cuts so far, if there is one, and the
    /// cuts that the model breaks. Never are both empty.
    fn separate(&self, model: &[bool], kind: CutKind) -> Separation;
}

/// What is made of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// A solution.
    pub solution: Option<Lines>,
    /// Constraints that the model breaks and no further solution does; one of them blocks the
    /// solution.
    pub cuts: Vec<Cut>,
}

/// The first broken rule, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rule `{rule}` is broken at {place}: {found}")]
pub struct Broken {
    /// The rule's name: `nonempty`, `clue`, `degree` or `single-loop`.
    pub rule: &'static str,
    /// The cell or vertex, counted from 1.
    pub place: String,
    /// What is there.
    pub found: String,
}
