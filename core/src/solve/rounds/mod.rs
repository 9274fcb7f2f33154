//! The rounds of an attempt, which go to the user's observer and to the rounds folder.

mod folder;

use encycle_encodings::encoding::Cut;
use encycle_encodings::puzzle::Solution;
use encycle_encodings::text::counted;

use crate::solve::search::{Observer, RoundReport};
use crate::solve::session::{Failure, FormulaSize};

pub use folder::{LedgerEntry, RoundsFolder};

/// A round that has ended, for an observer.
#[derive(Debug)]
pub struct RoundEvent<'a> {
    /// The solver of the attempt.
    pub solver: String,
    /// The number of the round in its attempt, counted from 1 in the order in which rounds end.
    pub round: usize,
    /// Sizes, times, and numbers of cuts.
    pub report: &'a RoundReport,
    /// The atoms that the model draws, if there is a model. They need not satisfy all rules.
    pub model: Option<&'a Solution>,
    /// The cuts that follow from the model.
    pub cuts: &'a [Cut],
}

/// What a run calls after every round.
pub(super) type RoundCallback<'a> = &'a (dyn Fn(&RoundEvent<'_>) + Sync);

/// An observer of one attempt that forwards its rounds to the user's observer and to the folder.
pub(super) struct ForwardedRounds<'a> {
    solver: String,
    round: usize,
    /// The number of loops so far.
    loops: usize,
    /// The number of cuts so far.
    cuts: usize,
    observer: Option<RoundCallback<'a>>,
    /// The folder for the rounds.
    pub folder: Option<RoundsFolder<'a>>,
}

impl<'a> ForwardedRounds<'a> {
    /// Creates the observer of an attempt without a folder.
    pub fn new(solver: String, observer: Option<RoundCallback<'a>>) -> Self {
        Self { solver, round: 0, loops: 0, cuts: 0, observer, folder: None }
    }
}

impl Observer for ForwardedRounds<'_> {
    fn call(&mut self, size: FormulaSize) {
        log::debug!(
            "{}: round {}, {}, {}, {}, {} so far",
            self.solver,
            self.round + 1,
            counted(size.variables, "variable"),
            counted(size.clauses, "clause"),
            counted(self.loops, "loop"),
            counted(self.cuts, "cut"),
        );
    }

    fn round(
        &mut self,
        report: &RoundReport,
        model: Option<&Solution>,
        cuts: &[Cut],
    ) -> Result<(), Failure> {
        self.round += 1;
        self.loops += report.loops;
        self.cuts += report.cuts;
        if let Some(observer) = self.observer {
            let (solver, round) = (self.solver.clone(), self.round);
            observer(&RoundEvent { solver, round, report, model, cuts });
        }
        self.folder.as_mut().map_or(Ok(()), |folder| folder.round(model, cuts))
    }

    fn early_cuts(&mut self, cuts: &[Cut]) -> Result<(), Failure> {
        let Some(folder) = &mut self.folder else { return Ok(()) };
        folder.add(cuts).map_err(|error| folder.failure(error))
    }
}
