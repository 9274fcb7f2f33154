//! Local repair of invalid models: solves the windows of a [`Repair`] by small SAT problems.
//!
//! A model that violates only the global constraint (one loop) is often right nearly everywhere. The encoding chooses a
//! window, a set of variables around a violation, and this module searches new values for them while all other
//! variables keep their values:
//!
//! ```text
//!   model  →  window of the encoding  →  small SAT problem  →  new values  →  cuts of the encoding?
//!                      ↑                        ↑                                 ↓ yes      ↓ no
//!                      |                        +-------------- add the cuts -----+          |
//!                      +-----------------------  next window  ←------------------------------+
//! ```
//!
//! The problem of a window has the clauses that contain its variables, with all other literals replaced by their
//! values. A variable of the problem means *this value changes*, and the solver tries false first, so the new values
//! stay close to the model. Local cuts are added lazily, as in the main search. If the formula has auxiliary variables,
//! the nearest ones belong to the window as well, because they must be able to follow.
//!
//! A sweep (`sweep`) gives repair a model to start from without solving the whole formula. It visits the windows of a
//! [`Sweep`](encycle_encodings::encoding::Sweep), which cover the puzzle, and solves each window while the variables
//! outside it keep their values. Variables that no window has decided yet are *open*: the clauses that contain an open
//! variable outside the window are left out, because a later window can still satisfy them.
//!
//! Repair competes with cuts, which need no luck. On a sparse puzzle, repair often leads to a solution; on a dense
//! puzzle, most windows fail. Therefore the work is bounded, and the number of rounds that are skipped doubles after
//! each repair that did not lead to a solution. The bounds count visited variables, not seconds, so that a search with
//! the same seed is reproducible.

use encycle_encodings::encoding::{Cut, Encoding, Repair};
use encycle_encodings::logic::Var;
use encycle_solvers::thread_cpu;

use crate::solve::search::options::{RepairMode, SearchBudget};
use crate::solve::search::windows::{ClauseIndex, WindowSolver};
use crate::solve::session::FormulaSize;

/// The maximum work on one model, in visited variables for each variable of the formula. A repair of a large sparse
/// puzzle takes about 65.
const WORK: u64 = 400;

/// The maximum work for puzzles that are not repaired from the first round on. A successful repair of a large one takes
/// about 35. In puzzles with almost enough clues, most windows fail, and cuts are better than more windows.
const LATE_WORK: u64 = 100;

/// A model that was made or repaired window by window. It has not been checked.
pub(super) struct WindowModel {
    pub model: Vec<bool>,
    /// The number of windows that were solved.
    pub windows: usize,
    /// The number of windows that were not solved.
    failed: usize,
    pub size: FormulaSize,
}

impl WindowModel {
    fn new(model: Vec<bool>, clauses: &mut ClauseIndex) -> Self {
        let size = FormulaSize { variables: model.len(), clauses: clauses.len() };
        Self { model, windows: 0, failed: 0, size }
    }

    /// Sets the values of a window's variables, if the window was solved.
    fn set(&mut self, variables: &[Var], values: Option<Vec<bool>>) {
        let Some(values) = values else {
            self.failed += 1;
            return;
        };
        self.windows += 1;
        for (variable, value) in variables.iter().zip(values) {
            self.model[variable.idx()] = value;
        }
    }
}

/// The repair of the models of one search.
///
/// A repair that leaves violations costs time, so the number of rounds without repair doubles after each such repair.
/// The schedule and the bounds count rounds and visited variables, not seconds, so that a search is reproducible.
pub(super) struct ModelRepairer<'a> {
    encoding: &'a Encoding<'a>,
    /// Whether repair ends with the first solution.
    pub ends_with_solution: bool,
    /// Whether the first model comes from a sweep.
    pub is_swept: bool,
    /// `None` until the first repair, because most searches end before it.
    repair: Option<Box<dyn Repair + 'a>>,
    clauses: Option<ClauseIndex>,
    /// The number of cuts that `clauses` contains.
    added: usize,
    solver: WindowSolver,
    rounds: usize,
    /// The next round whose model is repaired.
    pub next: usize,
    /// The number of rounds that the schedule skips if the next repair fails.
    pause: usize,
}

impl<'a> ModelRepairer<'a> {
    /// Returns the repair for an encoding, if it has one and the mode permits it.
    pub fn new(encoding: &'a Encoding<'a>, mode: RepairMode) -> Option<Self> {
        let schedule = encoding.repair_schedule()?;
        let (next, ends_with_solution, is_swept) = match mode {
            RepairMode::Never => return None,
            RepairMode::Models => (1, false, false),
            RepairMode::Always => (1, false, true),
            RepairMode::Auto => {
                let first = schedule.first_repair();
                // a dense puzzle often has only one solution, and then only cuts can prove that
                (first, first > 1, schedule.is_worth_sweeping())
            }
        };
        Some(Self {
            encoding,
            ends_with_solution,
            is_swept,
            repair: None,
            clauses: None,
            added: 0,
            solver: WindowSolver::default(),
            rounds: 0,
            next,
            pause: 1,
        })
    }

    /// Repairs an invalid model. `cuts` are all cuts so far. Returns `None` if no window could be repaired, or if the
    /// schedule skips this round. Ends early if a limit is reached.
    pub fn repair(
        &mut self,
        model: &[bool],
        cuts: &[Cut],
        budget: &mut SearchBudget,
    ) -> Option<WindowModel> {
        self.rounds += 1;
        if self.rounds < self.next {
            return None;
        }
        let mut cpu = thread_cpu();
        self.index_clauses(cuts);
        let clauses = self.clauses.as_mut()?;
        if self.repair.is_none() {
            self.repair = self.encoding.repair();
        }
        let repair = self.repair.as_mut()?;
        repair.load(model, clauses.is_fixed().ok()?);
        let variables = model.len() as u64;
        let mut changed = WindowModel::new(model.to_vec(), clauses);
        let work =
            if self.ends_with_solution { LATE_WORK * variables } else { WORK * (variables + 1000) };
        let drawn = repair.model().len();
        let bound = repair.work() + work;
        let mut solver_work = 0;
        while let Some(limits) = budget.limits_after(&mut cpu) {
            if repair.work() + solver_work >= bound {
                break;
            }
            let Some(variables) = repair.next_window() else { break };
            let own = variables.len();
            let variables = clauses.with_auxiliary(variables, drawn);
            let mut problem =
                self.solver.open(&variables, &changed.model, clauses, |_| false, None);
            let cuts = repair.window_cuts(&problem.old()[..own]);
            problem.add(&cuts);
            let values = problem.solve(&limits, |values| repair.window_cuts(&values[..own]));
            solver_work += problem.work();
            repair.end_window(values.as_ref().map(|values| &values[..own]));
            changed.set(&variables, values);
        }
        log::debug!(
            "repair: {} windows repaired, {} not; work {} + {solver_work}",
            changed.windows,
            changed.failed,
            repair.work()
        );
        debug_assert_eq!(repair.model(), changed.model[..repair.model().len()]);
        (changed.windows > 0).then_some(changed)
    }

    /// Builds a model window by window. `cuts` are all cuts so far. Returns `None` if the sweep cannot be completed
    /// because some window has no model, or if a limit is reached.
    pub fn sweep(&mut self, cuts: &[Cut], budget: &mut SearchBudget) -> Option<WindowModel> {
        let mut cpu = thread_cpu();
        let mut sweep = self.encoding.sweep()?;
        self.index_clauses(cuts);
        let clauses = self.clauses.as_mut()?;
        let mut model = sweep.model();
        let drawn = model.len();
        model.resize(clauses.is_fixed().ok()?.len(), false);
        let mut swept = WindowModel::new(model, clauses);
        while let Some(limits) = budget.limits_after(&mut cpu) {
            let Some(variables) = sweep.next_window() else { break };
            let own = variables.len();
            let variables = clauses.with_auxiliary(variables, drawn);
            let is_open = |variable| sweep.is_open(variable);
            let mut problem =
                self.solver.open(&variables, &swept.model, clauses, is_open, limits.seed);
            let values = problem.solve(&limits, |values| sweep.window_cuts(&values[..own]));
            sweep.end_window(values.as_ref().map(|values| &values[..own]));
            swept.set(&variables, values);
        }
        log::debug!("sweep: {} windows solved, {} not", swept.windows, swept.failed);
        sweep.is_complete().then_some(swept)
    }

    /// Adds the clauses of the encoding at the first call, and the cuts that have been added since the last call.
    fn index_clauses(&mut self, cuts: &[Cut]) -> &mut ClauseIndex {
        let clauses = self.clauses.get_or_insert_with(|| ClauseIndex::new(self.encoding));
        clauses.add(&cuts[self.added..]);
        self.added = cuts.len();
        clauses
    }

    /// Counts a repair that did not lead to a solution.
    pub fn pause(&mut self) {
        if self.rounds >= self.next {
            self.next = self.rounds + 1 + self.pause;
            self.pause *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use encycle_encodings::encoding::Encodable as _;
    use encycle_encodings::grid::Grid;
    use encycle_encodings::kinds::slitherlink::Slitherlink;

    use super::*;
    use crate::solve::search::options::SearchOptions;

    /// The model has two inside cells in opposite corners of a grid without clues, that is, two loops.
    #[test]
    fn a_repair_that_went_on_after_the_time_limit_ends_at_it() {
        let puzzle = Slitherlink::new(Grid::new(4, 4).expect("a size"), vec![None; 16]);
        let puzzle = puzzle.expect("no clues are valid");
        let encoding = puzzle.encoding("colour").expect("a known name");
        let mut model = vec![false; encoding.projection_size()];
        (model[0], model[15]) = (true, true);
        let windows = |timeout| {
            let options = SearchOptions { timeout: Some(timeout), ..SearchOptions::default() };
            let mut repairer = ModelRepairer::new(&encoding, RepairMode::Always).expect("a repair");
            let repaired = repairer.repair(&model, &[], &mut SearchBudget::new(&options));
            repaired.map(|repaired| repaired.windows)
        };
        assert_eq!(windows(Duration::ZERO), None);
        assert!(windows(Duration::from_secs(60)).is_some());
    }
}
