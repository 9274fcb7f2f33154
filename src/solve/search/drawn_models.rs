//! Models from outside the solver: a first model by a window-by-window sweep, and repaired models.

use web_time::Instant;

use encycle_encodings::encoding::Separated;
use encycle_encodings::logic::{ConstraintSink as _, Lit, ModelCheck};
use encycle_solvers::thread_cpu;

use crate::solve::search::finder::Finder;
use crate::solve::search::options::LoopCheckMode;
use crate::solve::search::repair::{RepairedModel, SweptModel};
use crate::solve::search::round::{Observer, RoundReport};
use crate::solve::session::CallResult;

impl Finder<'_> {
    /// Repairs an invalid model, and adds what follows from the repaired model to the separation of the model: its
    /// solution, or its cuts.
    ///
    /// A repaired model that violates a constraint or a cut is rejected, and no further model is repaired, because such
    /// a model shows a defect of the repair.
    pub(super) fn repair(
        &mut self,
        model: &[bool],
        separated: &mut Separated,
    ) -> Option<RepairedModel> {
        self.budget.limits().ok()?;
        let repairer = self.repairer.as_mut()?;
        let repaired = repairer.repair(model, &self.cuts, &mut self.budget);
        if repaired.as_ref().is_some_and(|repaired| !self.permits(&repaired.model)) {
            self.repairer = None;
            return None;
        }
        let after = repaired.as_ref().map(|repaired| self.separate(&repaired.model));
        match (&after, &mut self.repairer) {
            (Some(Separated { solution: Some(_), .. }), _) | (_, None) => {}
            (_, Some(repairer)) => repairer.pause(),
        }
        if let Some(Separated { solution, cuts }) = after {
            separated.solution = solution;
            separated.cuts.extend(cuts);
        }
        repaired
    }

    /// Returns whether a repaired model satisfies all constraints and all cuts, including the blocking clauses of known
    /// solutions.
    fn permits(&self, model: &[bool]) -> bool {
        let mut check = ModelCheck::new(model);
        self.encoding().encode(&mut check);
        for cut in &self.cuts {
            check.constraint(cut.constraint(), cut.origin());
        }
        check.broken().is_none_or(|origin| {
            log::warn!("a repaired model is refused: it violates {origin}");
            false
        })
    }

    /// Builds the first model of the search window by window, if that is worthwhile for the puzzle, and returns it like
    /// the result of a solver call. The session stays empty, because most of these models are repaired without a solver
    /// call.
    ///
    /// A model that violates a constraint or a cut is rejected, and no model is repaired.
    pub(super) fn sweep(
        &mut self,
        assumed: &[Lit],
        observer: &mut dyn Observer,
    ) -> Option<(RoundReport, CallResult)> {
        let is_worth = self.repairer.as_ref().is_some_and(|repairer| repairer.is_swept);
        let is_plain = self.options.mode != LoopCheckMode::Propagate && !self.options.fractional;
        let is_first = !self.started && assumed.is_empty();
        if !is_worth || !is_plain || !is_first || !self.session.is_built_in() {
            return None;
        }
        let (start, cpu) = (Instant::now(), thread_cpu());
        let repairer = self.repairer.as_mut()?;
        // a second sweep would build the same model
        repairer.is_swept = false;
        let SweptModel { model, windows, size } = repairer.sweep(&self.cuts, &mut self.budget)?;
        repairer.next = 1;
        if !self.permits(&model) {
            self.repairer = None;
            return None;
        }
        observer.call(size);
        let report = RoundReport {
            solver_time: start.elapsed(),
            solver_cpu: thread_cpu().checked_sub(cpu),
            swept: windows,
            ..RoundReport::new(size)
        };
        Some((report, CallResult::Model(model)))
    }
}
