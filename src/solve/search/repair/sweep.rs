//! Sweeps: the first model of a large sparse puzzle, built window by window.
//!
//! A sweep gives repair a model to start from without solving the whole formula. It visits the windows of a
//! [`Sweep`](encycle_encodings::encoding::Sweep), which cover the puzzle, and solves each window while the variables
//! outside it keep their values. Variables that no window has decided yet are *open*: the clauses that contain an open
//! variable outside the window are left out, because a later window can still satisfy them.

use encycle_encodings::encoding::Cut;
use encycle_solvers::thread_cpu;

use crate::solve::search::budget::Budget;
use crate::solve::search::repair::Repairer;
use crate::solve::session::FormulaSize;

/// A model of a sweep. It has not been checked.
pub(in crate::solve::search) struct SweptModel {
    pub model: Vec<bool>,
    /// The number of windows.
    pub windows: usize,
    pub size: FormulaSize,
}

impl Repairer<'_> {
    /// Builds a model window by window. `cuts` are all cuts so far. Returns `None` if the sweep cannot be completed
    /// because some window has no model, or if a limit is reached.
    pub fn sweep(&mut self, cuts: &[Cut], budget: &mut Budget) -> Option<SweptModel> {
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
