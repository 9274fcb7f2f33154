//! BatSat: a MiniSat-class incremental SAT solver in pure Rust.

use std::cell::Cell;
use std::fmt;

use batsat::{Solver, SolverInterface, SolverOpts, lbool};
use encycle_encodings::logic::{ClauseSink, ExternalPropagator, Lit, Origin};

use crate::builtin::exchange::{ClauseExchange, SearchCallbacks};
use crate::builtin::limit_check::LimitCheck;
use crate::builtin::theory::PropagatorTheory;
use crate::builtin::trail::{TrailRecorder, TrailStep};
use crate::{Limits, SolverStatus};

/// The search options of [`BatSat`]. The defaults are those of MiniSat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BatSatOptions {
    /// The seed of the first decisions. Without a seed, the solver decides the variables in their order until the first
    /// conflicts.
    pub seed: Option<u64>,
    /// The factor by which the activities of variables fall with each conflict, between 0 and 1. With a smaller factor,
    /// the decisions follow the most recent conflicts more closely.
    pub activity_decay: f64,
    /// The number of conflicts until the first restart. The later intervals are this number times the Luby sequence.
    pub restart_interval: i32,
}

impl Default for BatSatOptions {
    fn default() -> Self {
        Self { seed: None, activity_decay: 0.95, restart_interval: 100 }
    }
}

/// The maximum number of steps for suggested values, for each variable. One step is enough unless variables without a
/// suggestion need a search.
const SUGGESTION_STEPS: u64 = 4;

/// An incremental BatSat solver, which is also a sink of clauses.
///
/// ```
/// use encycle_solvers::{BatSat, Limits, Lit, SolverStatus};
///
/// let mut solver = BatSat::new(None);
/// let (a, b) = (Lit::positive(0), Lit::positive(1));
/// solver.add_clause(&[a, b]);
/// solver.add_clause(&[!a]);
/// let model = SolverStatus::Satisfiable(vec![Some(false), Some(true)]);
/// assert_eq!(solver.solve(&Limits::default()), model);
/// solver.add_clause(&[!b]);
/// assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
/// ```
pub struct BatSat {
    solver: Solver<SearchCallbacks>,
    buffer: Vec<batsat::Lit>,
    propagator: Option<Box<dyn ExternalPropagator>>,
    /// The exchange that the next call joins.
    exchange: Option<ClauseExchange>,
    /// The assumptions of the next call.
    assumed: Vec<batsat::Lit>,
    /// The trail of the last call that found a model.
    trail: Vec<TrailStep>,
}

impl BatSat {
    /// The name of the solver.
    pub const NAME: &'static str = "batsat";
    /// The version of the crate.
    pub const VERSION: &'static str = "0.6.0";

    /// Makes a solver with an empty formula. A seed makes the first decisions random and reproducible.
    #[must_use]
    pub fn new(seed: Option<u64>) -> Self {
        Self::with_options(BatSatOptions { seed, ..BatSatOptions::default() })
    }

    /// Makes a solver with an empty formula and these search options.
    #[must_use]
    pub fn with_options(chosen: BatSatOptions) -> Self {
        let mut options = SolverOpts {
            var_decay: chosen.activity_decay,
            restart_first: chosen.restart_interval,
            ..SolverOpts::default()
        };
        if let Some(seed) = chosen.seed {
            // the generator needs a positive seed below 2^31 - 1
            options.random_seed = (seed % 2_147_483_646 + 1) as f64;
            options.rnd_init_act = true;
        }
        Self {
            solver: Solver::new(options, SearchCallbacks::default()),
            buffer: Vec::new(),
            propagator: None,
            exchange: None,
            assumed: Vec::new(),
            trail: Vec::new(),
        }
    }

    /// Attaches an external propagator. The solver adds the clauses of the propagator during the search, for partial
    /// assignments too.
    pub fn attach_propagator(&mut self, propagator: Box<dyn ExternalPropagator>) {
        self.propagator = Some(propagator);
    }

    /// Exchanges learnt clauses with other solvers. All solvers must have the same clauses before the next call of
    /// [`Self::solve`]; a clause that is added to one solver later must hold in all of them.
    pub fn exchange(&mut self, exchange: ClauseExchange) {
        self.exchange = Some(exchange);
    }

    /// Sets the assumptions of the next call of [`Self::solve`]: literals that must be true in its model. The
    /// assumptions do not hold in later calls.
    pub fn assume(&mut self, literals: &[Lit]) {
        self.assumed.clear();
        for literal in literals {
            let var = self.solver.var_of_int(literal.vidx32());
            self.assumed.push(batsat::Lit::new(var, literal.is_pos()));
        }
    }

    /// Suggests values of variables, by index: the search tries these values first. The suggested values should satisfy
    /// the clauses; if they do not, some of them may be ignored.
    pub fn suggest(&mut self, values: &[bool]) {
        // BatSat has no call for phases, but it saves the phases of a model, so search for a model with these values
        let literal = |(index, &value): (usize, &bool)| Lit::new(index as u32, !value);
        let literals: Vec<Lit> = values.iter().enumerate().map(literal).collect();
        self.assume(&literals);
        let variables = u64::from(self.solver.num_vars());
        let _ = self.solve_within(&Limits::default(), SUGGESTION_STEPS * variables);
    }

    /// Returns the core of the last call of [`Self::solve`] if it was unsatisfiable: a subset of the
    /// assumptions ([`Self::assume`]) under which there is no model.
    #[must_use]
    pub fn core(&self) -> Vec<Lit> {
        let of = |literal: &batsat::Lit| Lit::new(literal.var().idx(), literal.sign());
        self.solver.unsat_core().iter().map(of).collect()
    }

    /// Returns the trail of the last call of [`Self::solve`] to its model, without the assumptions. The trail is empty
    /// if the call found no model, and `None` with an external propagator ([`Self::attach_propagator`]).
    #[must_use]
    pub fn trail(&self) -> Option<&[TrailStep]> {
        self.propagator.is_none().then_some(&self.trail)
    }

    /// Returns the number of conflicts in all calls, a measure of work that does not depend on the machine.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// Starts counting, for each variable, the learnt clauses that contain it ([`Self::conflicts_by_variable`]).
    pub fn count_conflicts_by_variable(&mut self) {
        self.solver.cb_mut().conflicts.get_or_insert_default();
    }

    /// Returns, for each variable by index, the number of learnt clauses that contain it, which shows where the
    /// conflicts of the search were. Variables without conflicts may be missing at the end. `None` if they are not
    /// counted.
    #[must_use]
    pub fn conflicts_by_variable(&self) -> Option<&[u64]> {
        self.solver.cb().conflicts.as_deref()
    }

    /// Declares this number of variables, even if no clause contains them.
    pub fn declare_variables(&mut self, variables: usize) {
        while (self.solver.num_vars() as usize) < variables {
            self.solver.new_var_default();
        }
    }

    /// Returns a solver with this number of variables and these clauses.
    pub fn of_clauses<'a>(variables: usize, clauses: impl IntoIterator<Item = &'a [Lit]>) -> Self {
        let mut solver = Self::new(None);
        solver.declare_variables(variables);
        clauses.into_iter().for_each(|clause| solver.add_clause(clause));
        solver
    }

    /// Adds a clause.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.buffer.clear();
        for literal in clause {
            let var = self.solver.var_of_int(literal.vidx32());
            self.buffer.push(batsat::Lit::new(var, literal.is_pos()));
        }
        // the result is false if the formula is unsatisfiable, which `solve` reports as well
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    /// Solves the clauses added so far and keeps what it learns. The seed in `limits` has no effect, because
    /// [`Self::new`] sets the seed.
    #[must_use]
    pub fn solve(&mut self, limits: &Limits) -> SolverStatus {
        self.solve_within(limits, u64::MAX)
    }

    /// Returns the number of propagated literals in all calls, a measure of work that does not depend on the machine.
    #[must_use]
    pub fn propagations(&self) -> u64 {
        self.solver.num_propagations()
    }

    /// Solves like [`Self::solve`], with at most this number of steps, most of which are decisions. Unlike a time
    /// limit, a step limit does not depend on the machine.
    #[must_use]
    pub fn solve_within(&mut self, limits: &Limits, steps: u64) -> SolverStatus {
        self.solve_while(limits.start(), steps)
    }

    /// Solves like [`Self::solve_within`], under limits whose clock is already running.
    pub(crate) fn solve_while(&mut self, check: LimitCheck, steps: u64) -> SolverStatus {
        let assumed = std::mem::take(&mut self.assumed);
        self.trail.clear();
        if check.is_over() {
            return SolverStatus::Unknown;
        }
        let left = Cell::new(steps);
        if let Some(exchange) = self.exchange.take() {
            self.solver.cb_mut().participant = Some(exchange.join(self.solver.num_vars()));
        }
        self.solver.cb_mut().stop = Some(Box::new(move || {
            left.set(left.get().saturating_sub(1));
            left.get() == 0 || check.is_over()
        }));
        loop {
            self.receive();
            let status = self.search(&assumed);
            if status != SolverStatus::Unknown || !self.solver.cb().is_receipt_due() {
                return status;
            }
        }
    }

    /// Adds the clauses that other solvers have sent.
    fn receive(&mut self) {
        let Some(participant) = &mut self.solver.cb_mut().participant else { return };
        for clause in participant.receive() {
            self.buffer.clear();
            self.buffer.extend_from_slice(&clause);
            self.solver.add_clause_reuse(&mut self.buffer);
        }
    }

    /// Searches until the callbacks interrupt it.
    fn search(&mut self, assumed: &[batsat::Lit]) -> SolverStatus {
        let result = match &mut self.propagator {
            None => {
                let mut recorded = TrailRecorder::new(assumed.len(), &mut self.trail);
                self.solver.solve_limited_th(&mut recorded, assumed)
            }
            Some(propagator) => {
                let variables = self.solver.num_vars() as usize;
                let mut theory = PropagatorTheory::new(&mut **propagator, variables);
                self.solver.solve_limited_th(&mut theory, assumed)
            }
        };
        match result {
            result if result == lbool::TRUE => SolverStatus::Satisfiable(
                self.solver
                    .get_model()
                    .iter()
                    .map(|&value| (value != lbool::UNDEF).then_some(value == lbool::TRUE))
                    .collect(),
            ),
            result if result == lbool::FALSE => SolverStatus::Unsatisfiable,
            _ => SolverStatus::Unknown,
        }
    }
}

impl fmt::Debug for BatSat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatSat").field("variables", &self.solver.num_vars()).finish_non_exhaustive()
    }
}

impl ClauseSink for BatSat {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.solver.new_var_default();
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.add_clause(clause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_batsat() {
        let (ours, theirs) = (BatSatOptions::default(), SolverOpts::default());
        assert_eq!(ours.activity_decay, theirs.var_decay);
        assert_eq!(ours.restart_interval, theirs.restart_first);
    }

    #[test]
    fn the_core_is_a_subset_of_the_assumptions() {
        let [a, b, c, d] = [0, 1, 2, 3].map(Lit::positive);
        let mut solver = BatSat::new(None);
        solver.add_clause(&[!a, b]);
        solver.add_clause(&[!b, !c]);
        solver.assume(&[d, a, c]);
        assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
        let mut core = solver.core();
        core.sort_unstable_by_key(|literal| literal.vidx());
        assert_eq!(core, [a, c]);
    }

    #[test]
    fn conflicts_are_counted_by_variable_on_request() {
        let [a, b, c] = [0, 1, 2].map(Lit::positive);
        let mut solver = BatSat::new(None);
        for [x, y] in [[a, b], [a, !b], [!a, b], [!a, !b]] {
            solver.add_clause(&[x, y, c]);
        }
        let mut silent = BatSat::new(None);
        silent.add_clause(&[a, b]);
        assert_eq!(silent.solve(&Limits::default()), silent.solve(&Limits::default()));
        assert_eq!(silent.conflicts_by_variable(), None);
        solver.count_conflicts_by_variable();
        assert_eq!(solver.conflicts_by_variable(), Some(&[][..]));
        solver.assume(&[!c]);
        assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
        let counts = solver.conflicts_by_variable().expect("they are counted");
        assert!(counts.iter().sum::<u64>() > 0 && counts.len() <= 3, "{counts:?}");
    }

    #[test]
    fn the_search_tries_suggested_values_first() {
        let [a, b, c] = [0, 1, 2].map(Lit::positive);
        let mut solver = BatSat::new(None);
        solver.add_clause(&[a, b, c]);
        solver.suggest(&[true, false, true]);
        let model = [Some(true), Some(false), Some(true)];
        assert_eq!(solver.solve(&Limits::default()), SolverStatus::Satisfiable(model.to_vec()));
        // a suggestion that the clauses exclude does not constrain the search
        solver.add_clause(&[!a]);
        solver.suggest(&[true, true, true]);
        assert!(matches!(solver.solve(&Limits::default()), SolverStatus::Satisfiable(_)));
    }
}
