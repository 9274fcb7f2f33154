//! Forwarding of the rounds of an attempt to the observer and the rounds folder.

use encycle_encodings::encoding::Cut;
use encycle_encodings::puzzle::Solution;

use crate::solve::result::RoundEvent;
use crate::solve::rounds::RoundsFolder;
use crate::solve::search::{Observer, RoundReport};
use crate::solve::session::{Failure, FormulaSize};

/// An observer of one attempt that forwards its rounds to the user's observer and to the folder.
pub(super) struct ForwardedRounds<'a> {
    solver: String,
    round: usize,
    /// The number of loops so far.
    loops: usize,
    /// The number of cuts so far.
    cuts: usize,
    observer: Option<&'a (dyn Fn(&RoundEvent<'_>) + Sync)>,
    /// The folder for the rounds.
    pub folder: Option<RoundsFolder<'a>>,
}

impl<'a> ForwardedRounds<'a> {
    /// Creates the observer of an attempt without a folder.
    pub fn new(solver: String, observer: Option<&'a (dyn Fn(&RoundEvent<'_>) + Sync)>) -> Self {
        Self { solver, round: 0, loops: 0, cuts: 0, observer, folder: None }
    }
}

impl Observer for ForwardedRounds<'_> {
    fn call(&mut self, size: FormulaSize) {
        log::debug!(
            "{}: round {}, {} variables, {} clauses, {} loops, {} cuts so far",
            self.solver,
            self.round + 1,
            size.variables,
            size.clauses,
            self.loops,
            self.cuts,
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

    fn fractional_cuts(&mut self, cuts: &[Cut]) -> Result<(), Failure> {
        self.folder.as_mut().map_or(Ok(()), |folder| folder.cuts_added(cuts))
    }
}
