//! Local repair of invalid models: solves the windows of a [`Repair`] by small SAT problems.

mod clauses;
mod window;

use encycle_encodings::encoding::{Cut, Encoding, Repair, Separated};
use encycle_encodings::logic::{ConstraintSink as _, ModelCheck};
use encycle_solvers::{Limits, thread_cpu};

use crate::solve::search::finder::Finder;
use crate::solve::search::options::RepairMode;
use crate::solve::search::repair::clauses::ClauseIndex;
use crate::solve::search::repair::window::WindowSolver;

/// The work on one model, in visited variables for each variable of the formula.
const WORK: u64 = 400;

/// A model after repair. It has not been checked.
pub(super) struct RepairedModel {
    pub model: Vec<bool>,
    /// The number of windows that changed.
    pub windows: usize,
}

/// The repair of the models of one search.
///
/// A repair that leaves violations costs time, so the number of rounds without repair doubles after each one. The
/// schedule and the bounds count rounds and visited variables, not seconds, so that a search is reproducible.
pub(super) struct Repairer<'a> {
    encoding: &'a dyn Encoding,
    mode: RepairMode,
    repair: Box<dyn Repair + 'a>,
    clauses: Option<ClauseIndex>,
    /// The number of cuts that `clauses` contains.
    added: usize,
    solver: WindowSolver,
    rounds: usize,
    /// The next round whose model is repaired.
    next: usize,
    /// The number of rounds to the repair after that if it fails.
    pause: usize,
}

impl<'a> Repairer<'a> {
    /// Returns the repair for an encoding, if it has one and the mode permits it.
    pub fn new(encoding: &'a dyn Encoding, mode: RepairMode) -> Option<Self> {
        let repair = match mode {
            RepairMode::Never => return None,
            RepairMode::Auto | RepairMode::Always => encoding.repair()?,
        };
        let next = match mode {
            RepairMode::Always => 1,
            _ => repair.first_round(),
        };
        let solver = WindowSolver::default();
        Some(Self {
            encoding,
            mode,
            repair,
            clauses: None,
            added: 0,
            solver,
            rounds: 0,
            next,
            pause: 1,
        })
    }

    /// Repairs an invalid model. `cuts` are all cuts so far. Returns `None` if no window could be repaired, or if it is
    /// not the turn of this round.
    pub fn repair(
        &mut self,
        model: &[bool],
        cuts: &[Cut],
        limits: &Limits,
    ) -> Option<RepairedModel> {
        self.rounds += 1;
        if self.rounds < self.next {
            return None;
        }
        let clauses = self.clauses.get_or_insert_with(|| ClauseIndex::new(self.encoding));
        clauses.add(&cuts[self.added..]);
        self.added = cuts.len();
        self.repair.load(model, clauses.is_fixed().ok()?);
        let mut model = model.to_vec();
        let bound = self.repair.work() + WORK * (model.len() as u64 + 1000);
        let (mut windows, mut failed, mut solver_work) = (0, 0, 0);
        while self.repair.work() + solver_work < bound && !limits.stop.is_requested() {
            let Some(variables) = self.repair.next_window() else { break };
            let variables = variables.to_vec();
            let values = self.solver.solve(&variables, &model, clauses, &mut *self.repair, limits);
            solver_work += self.solver.work();
            self.repair.end_window(values.as_deref());
            let Some(values) = values else {
                failed += 1;
                continue;
            };
            windows += 1;
            for (variable, value) in variables.iter().zip(values) {
                model[variable.idx()] = value;
            }
        }
        log::debug!(
            "repair: {windows} windows repaired, {failed} not; work {} + {solver_work}",
            self.repair.work()
        );
        debug_assert_eq!(self.repair.model(), model[..self.repair.model().len()]);
        (windows > 0).then_some(RepairedModel { model, windows })
    }

    /// Returns whether repair ends with the first solution: in the mode `auto` for puzzles that are repaired after some
    /// rounds only. They often have one solution, and then only cuts can prove it.
    pub fn ends_with_solution(&self) -> bool {
        self.mode == RepairMode::Auto && self.repair.first_round() > 1
    }

    /// Counts a repair that did not lead to a solution.
    pub fn pause(&mut self) {
        if self.rounds >= self.next {
            self.next = self.rounds + 1 + self.pause;
            self.pause *= 2;
        }
    }
}

impl Finder<'_> {
    /// Repairs an invalid model, and adds what follows from the repaired model to the separation of the model: its
    /// solution, or its cuts.
    ///
    /// A repaired model that violates a constraint or a cut is refused, and no further model is repaired.
    pub(super) fn repair(
        &mut self,
        model: &[bool],
        separated: &mut Separated,
    ) -> Option<RepairedModel> {
        let limits = self.budget.limits().ok()?;
        let repairer = self.repairer.as_mut()?;
        let cpu = thread_cpu();
        let repaired = repairer.repair(model, &self.cuts, &limits);
        self.budget.spend(thread_cpu().saturating_sub(cpu));
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

    /// Returns whether a repaired model satisfies all constraints and all cuts, including those of known solutions.
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
}
