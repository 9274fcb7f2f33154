//! Parts that are added to the rules of a loop puzzle before the solver is asked: "one loop" by
//! constraints in place of cuts, and redundant families.
//!
//! A part is a file here and a line in [`PARTS`].

mod board;
mod elimination;
mod first;
mod inside;
mod order;
mod reach;
mod tree;

pub use board::{Board, Drawing};

use super::LoopPuzzle;
use crate::logic::ConstraintSink;

/// What is told of an encoding or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The name on the command line.
    pub name: &'static str,
    /// What it says, in one sentence.
    pub meaning: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its rule families, the variables' families included, with what each says.
    pub families: &'static [(&'static str, &'static str)],
}

/// A rule family, or a family of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub meaning: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

impl About {
    /// The families with the source of this encoding or part.
    pub(crate) fn families(&self) -> impl Iterator<Item = Family> {
        let source = self.source;
        self.families.iter().map(move |&(name, meaning)| Family { name, meaning, source })
    }
}

/// A part.
pub trait Part: Sync {
    /// What is told of it.
    fn about(&self) -> &'static About;

    /// Whether it leaves exactly one loop, so that no cut is needed.
    fn is_one_loop(&self) -> bool {
        true
    }

    /// Whether its variables follow from the lines, so that each solution has one model.
    fn is_determined(&self) -> bool {
        true
    }

    /// The variables of the drawing that it speaks about.
    fn drawings(&self) -> &'static [Drawing];

    /// How many variables it makes at most, quickly told and rather too high.
    fn variable_bound(&self, puzzle: &dyn LoopPuzzle) -> u128;

    /// Makes its variables.
    fn variables(&self, puzzle: &dyn LoopPuzzle, sink: &mut dyn ConstraintSink);

    /// Hands on its constraints; `first` is the number of its first variable.
    fn constraints(
        &self,
        puzzle: &dyn LoopPuzzle,
        board: &Board,
        first: u32,
        sink: &mut dyn ConstraintSink,
    );

    /// Variables and clauses that [`CnfMethod::Direct`](crate::logic::CnfMethod::Direct) makes of
    /// each family, by closed formulas; `None` where there is none.
    fn predicted(&self, puzzle: &dyn LoopPuzzle) -> Option<Vec<Predicted>>;
}

/// What a closed formula says of one family's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predicted {
    /// The rule family.
    pub family: &'static str,
    /// Number of variables.
    pub variables: u128,
    /// Number of clauses.
    pub clauses: u128,
}

/// All parts.
pub const PARTS: &[&dyn Part] =
    &[&inside::Colours, &reach::REACH, &reach::REACH_ALL, &order::Order, &tree::Tree];
