//! The first model of a large sparse puzzle, window by window.

use web_time::Instant;

use encycle_encodings::encoding::Cut;
use encycle_encodings::logic::Lit;
use encycle_solvers::thread_cpu;

use crate::solve::search::budget::Budget;
use crate::solve::search::finder::Finder;
use crate::solve::search::options::LoopCheckMode;
use crate::solve::search::repair::Repairer;
use crate::solve::search::round::{Observer, RoundReport};
use crate::solve::session::{CallResult, FormulaSize};

/// A model of a sweep. It has not been checked.
struct SweptModel {
    model: Vec<bool>,
    /// The number of windows.
    windows: usize,
    size: FormulaSize,
}

impl Repairer<'_> {
    /// Makes a model window by window. `cuts` are all cuts so far. Returns `None` if there is no model for a window and
    /// those before, or a limit is reached.
    fn sweep(&mut self, cuts: &[Cut], budget: &mut Budget) -> Option<SweptModel> {
        let mut cpu = thread_cpu();
        let mut sweep = self.encoding.sweep()?;
        self.index_clauses(cuts);
        let clauses = self.clauses.as_mut()?;
        let mut model = sweep.model();
        let drawn = model.len();
        model.resize(clauses.is_fixed().ok()?.len(), false);
        let (mut windows, mut failed) = (0, 0);
        while let Some(limits) = budget.limits_after(&mut cpu) {
            let Some(variables) = sweep.next_window() else { break };
            let own = variables.len();
            let variables = clauses.with_auxiliary(variables, drawn);
            let is_open = |variable| sweep.is_open(variable);
            let mut problem = self.solver.open(&variables, &model, clauses, is_open, limits.seed);
            let values = problem.solve(&limits, |values| sweep.window_cuts(&values[..own]));
            sweep.end_window(values.as_ref().map(|values| &values[..own]));
            let Some(values) = values else {
                failed += 1;
                continue;
            };
            windows += 1;
            for (variable, value) in variables.iter().zip(values) {
                model[variable.idx()] = value;
            }
        }
        log::debug!("sweep: {windows} windows solved, {failed} not");
        let size = FormulaSize { variables: model.len(), clauses: clauses.len() };
        sweep.is_complete().then_some(SweptModel { model, windows, size })
    }
}

impl Finder<'_> {
    /// Makes the first model of the search window by window, if that is worth it for the puzzle, and returns it like the result
    /// of a solver call. The session stays empty, since most such models are repaired.
    ///
    /// A model that violates a constraint or a cut is refused, and no model is repaired.
    pub(in crate::solve::search) fn sweep(
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
        // a second sweep would make the same model
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
