//! BatSat: a MiniSat-class incremental SAT solver in pure Rust.

use std::cell::Cell;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use batsat::clause::Kind;
use batsat::{Callbacks, Solver, SolverInterface, SolverOpts, Theory, TheoryArg, lbool};
use encycle_encodings::logic::{ClauseSink, ExternalPropagator, Lit, Origin};

use crate::builtin::limit_check::LimitCheck;
use crate::builtin::schedule::CheckSchedule;
use crate::{IncrementalSolver, Limits, SolverStatus};

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

    /// Returns the number of conflicts in all calls, a measure of work that does not depend on the machine.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
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
        self.solve_within(limits, limits.steps.unwrap_or(u64::MAX))
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

impl IncrementalSolver for BatSat {
    fn solve(&mut self, limits: &Limits) -> SolverStatus {
        self.solve(limits)
    }

    /// Attaches an external propagator. The solver adds the clauses of the propagator during the search, for partial
    /// assignments too.
    fn attach_propagator(&mut self, propagator: Box<dyn ExternalPropagator>) -> bool {
        self.propagator = Some(propagator);
        true
    }

    /// Exchanges learnt clauses with other solvers. All solvers must have the same clauses before the next call of
    /// [`Self::solve`]; a clause that is added to one solver later must hold in all of them.
    fn exchange(&mut self, exchange: ClauseExchange) {
        self.exchange = Some(exchange);
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assume(literals);
        true
    }

    fn suggest(&mut self, values: &[bool]) {
        self.suggest(values);
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        Some(Self::core(self))
    }

    /// Starts counting, for each variable, the learnt clauses that contain it ([`Self::conflicts_by_variable`]).
    fn count_conflicts(&mut self) {
        self.solver.cb_mut().conflicts.get_or_insert_default();
    }

    /// Returns, for each variable by index, the number of learnt clauses that contain it, which shows where the
    /// conflicts of the search were. Variables without conflicts may be missing at the end. `None` if they are not
    /// counted.
    fn conflicts_by_variable(&self) -> Option<&[u64]> {
        self.solver.cb().conflicts.as_deref()
    }

    /// Returns the trail of the last call of [`Self::solve`] to its model, without the assumptions. The trail is empty
    /// if the call found no model, and `None` with an external propagator ([`Self::attach_propagator`]).
    fn trail(&self) -> Option<&[TrailStep]> {
        self.propagator.is_none().then_some(&self.trail)
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

// The exchange of learnt clauses between solvers of the same formula.

/// The maximum number of literals of a clause that is sent. Longer clauses rarely help another solver.
const LONGEST: usize = 8;

/// The number of restarts between two receipts.
const RESTARTS: u32 = 8;

/// A place where solvers of the same formula, each in its own thread, exchange learnt clauses. Clones share one place.
///
/// A solver learns only clauses that follow from its formula, even under assumptions. Therefore the exchange is sound
/// as long as all solvers have the same formula: a clause that is added to one solver must hold for the others as well.
#[derive(Clone, Debug, Default)]
pub struct ClauseExchange(Arc<Mutex<ExchangedClauses>>);

#[derive(Debug, Default)]
struct ExchangedClauses {
    participants: usize,
    /// The clauses, each with the participant that sent it.
    clauses: Vec<(usize, Box<[batsat::Lit]>)>,
}

impl ClauseExchange {
    /// Adds a solver. Its first `variables` variables are the variables that all solvers share.
    pub(crate) fn join(&self, variables: u32) -> Participant {
        let number = self.with(|exchanged| {
            exchanged.participants += 1;
            exchanged.participants
        });
        Participant {
            exchange: self.clone(),
            number,
            variables,
            learnt: Vec::new(),
            received: 0,
            restarts: 0,
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut ExchangedClauses) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A solver that exchanges clauses.
#[derive(Debug)]
pub(crate) struct Participant {
    exchange: ClauseExchange,
    number: usize,
    variables: u32,
    /// The clauses to send at the next restart.
    learnt: Vec<Box<[batsat::Lit]>>,
    /// The number of clauses in the exchange that this participant has already read.
    received: usize,
    /// The number of restarts since the last receipt.
    restarts: u32,
}

impl Participant {
    /// Returns whether the search should pause to receive clauses.
    fn is_due(&self) -> bool {
        self.restarts >= RESTARTS
    }

    /// Records a learnt clause.
    fn learn(&mut self, clause: &[batsat::Lit]) {
        let is_shared = |literal: &batsat::Lit| literal.var().idx() < self.variables;
        if clause.len() <= LONGEST && clause.iter().all(is_shared) {
            self.learnt.push(clause.into());
        }
    }

    /// Sends the clauses that were learnt since the last restart.
    fn send(&mut self) {
        self.restarts += 1;
        if !self.learnt.is_empty() {
            let (number, learnt) = (self.number, std::mem::take(&mut self.learnt));
            let learnt = learnt.into_iter().map(|clause| (number, clause));
            self.exchange.with(|exchanged| exchanged.clauses.extend(learnt));
        }
    }

    /// Returns the clauses that others have sent since the last receipt.
    pub fn receive(&mut self) -> Vec<Box<[batsat::Lit]>> {
        self.restarts = 0;
        let (number, received) = (self.number, self.received);
        let (clauses, all) = self.exchange.with(|exchanged| {
            let others = exchanged.clauses[received..].iter().filter(|(from, _)| *from != number);
            let clauses = others.map(|(_, clause)| clause.clone()).collect();
            (clauses, exchanged.clauses.len())
        });
        self.received = all;
        clauses
    }
}

/// The callbacks of a BatSat search.
#[derive(Default)]
pub(crate) struct SearchCallbacks {
    /// Whether the search is over.
    pub stop: Option<Box<dyn Fn() -> bool>>,
    /// The exchange of clauses, if any.
    pub participant: Option<Participant>,
    /// For each variable, the number of learnt clauses that contain it, if they are counted.
    pub conflicts: Option<Vec<u64>>,
}

impl SearchCallbacks {
    /// Returns whether the search was interrupted to receive clauses rather than to end.
    pub fn is_receipt_due(&self) -> bool {
        self.participant.as_ref().is_some_and(Participant::is_due)
    }
}

impl Callbacks for SearchCallbacks {
    fn stop(&self) -> bool {
        self.is_receipt_due() || self.stop.as_ref().is_some_and(|stop| stop())
    }

    fn on_restart(&mut self) {
        if let Some(participant) = &mut self.participant {
            participant.send();
        }
    }

    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: Kind) {
        if !matches!(kind, Kind::Learnt) {
            return;
        }
        if let Some(participant) = &mut self.participant {
            participant.learn(clause);
        }
        if let Some(conflicts) = &mut self.conflicts {
            for literal in clause {
                let variable = literal.var().idx() as usize;
                if conflicts.len() <= variable {
                    conflicts.resize(variable + 1, 0);
                }
                conflicts[variable] += 1;
            }
        }
    }
}

// External propagators as theories of BatSat.

/// An external propagator as a theory of BatSat. It checks every full assignment, and partial assignments when the
/// [`CheckSchedule`] says so.
pub(crate) struct PropagatorTheory<'a> {
    propagator: &'a mut dyn ExternalPropagator,
    levels: usize,
    /// The number of literals at decision level 0.
    root: usize,
    /// The variables at decision level 0.
    fixed: Vec<bool>,
    schedule: CheckSchedule,
    /// Cuts that were found together with a conflict and have not been added yet.
    pending: Vec<Vec<batsat::Lit>>,
}

impl<'a> PropagatorTheory<'a> {
    pub fn new(propagator: &'a mut dyn ExternalPropagator, variables: usize) -> Self {
        let schedule = CheckSchedule::new(&*propagator, variables);
        Self {
            propagator,
            levels: 0,
            root: 0,
            fixed: vec![false; variables],
            schedule,
            pending: Vec::new(),
        }
    }

    /// Checks the assignment, raises a conflict if it violates a cut, and returns whether it does.
    fn check(&mut self, acts: &mut TheoryArg<'_>) -> bool {
        let mut trail =
            acts.model().iter().map(|literal| Lit::new(literal.var().idx(), !literal.sign()));
        let cuts = self.propagator.conflicts(&mut trail);
        let mut clauses = cuts.into_iter().map(|clause| -> Vec<batsat::Lit> {
            let of = |literal: Lit| {
                batsat::Lit::new(batsat::Var::unsafe_from_idx(literal.vidx32()), literal.is_pos())
            };
            clause.into_iter().map(of).collect()
        });
        let Some(first) = clauses.next() else { return false };
        self.pending = clauses.collect();
        self.conflict(first, acts);
        true
    }

    /// Raises a conflict with a clause that is false.
    fn conflict(&self, clause: Vec<batsat::Lit>, acts: &mut TheoryArg<'_>) {
        match *self.unfixed(clause.clone(), acts) {
            // as a conflict, BatSat would assign the literal a second time; as a lemma, the clause ends the search
            [] if clause.len() == 1 => acts.add_theory_lemma(&clause),
            [] => acts.raise_conflict(&clause, true),
            ref rest => acts.raise_conflict(rest, true),
        }
    }

    /// Raises a conflict with a pending cut that is still false. If no pending cut is false, adds all of them as
    /// clauses.
    fn add_pending(&mut self, acts: &mut TheoryArg<'_>) {
        let is_false =
            |clause: &Vec<batsat::Lit>| clause.iter().all(|&literal| is_false(literal, acts));
        if let Some(conflict) = self.pending.iter().position(is_false) {
            let clause = self.pending.swap_remove(conflict);
            return self.conflict(clause, acts);
        }
        for clause in std::mem::take(&mut self.pending) {
            acts.add_theory_lemma(&self.unfixed(clause, acts));
        }
    }

    /// Removes the literals that are false at level 0. BatSat would remove them as well, but if one literal is left,
    /// BatSat assigns it at the current level even if it already has a value there. If it gets a unit clause instead,
    /// it goes back to level 0.
    fn unfixed(&self, mut clause: Vec<batsat::Lit>, acts: &TheoryArg<'_>) -> Vec<batsat::Lit> {
        clause.retain(|&literal| {
            !self.fixed[literal.var().idx() as usize] || !is_false(literal, acts)
        });
        clause
    }

    /// Records the literals at level 0. Every callback of the solver calls this function, and the first callback comes
    /// before the first decision.
    fn record_root(&mut self, acts: &TheoryArg<'_>) {
        if self.levels == 0 {
            for literal in &acts.model()[self.root..] {
                self.fixed[literal.var().idx() as usize] = true;
            }
            self.root = acts.model().len();
        }
    }
}

fn is_false(literal: batsat::Lit, acts: &TheoryArg<'_>) -> bool {
    acts.value(literal.var()) ^ !literal.sign() == batsat::lbool::FALSE
}

impl Theory for PropagatorTheory<'_> {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.record_root(acts);
        self.check(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.record_root(acts);
        if !self.pending.is_empty() {
            return self.add_pending(acts);
        }
        if self.schedule.is_due() {
            let found = self.check(acts);
            self.schedule.checked(found);
        }
    }

    fn create_level(&mut self) {
        self.levels += 1;
    }

    fn pop_levels(&mut self, count: usize) {
        self.levels -= count;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn explain_propagation(&mut self, _: batsat::Lit) -> &[batsat::Lit] {
        // called only after `TheoryArg::propagate`, which this theory does not use
        &[]
    }
}

// The trail of BatSat to a model: its decisions and the literals that follow from them.

/// A literal on the trail to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailStep {
    /// The literal.
    pub literal: Lit,
    /// Whether the solver decided the literal. Otherwise it follows from the earlier literals by unit propagation.
    pub is_decision: bool,
}

/// A BatSat theory that accepts every assignment and records the trail to the model.
pub(crate) struct TrailRecorder<'a> {
    assumed: usize,
    /// The length of the trail at the start of each decision level.
    starts: Vec<usize>,
    /// The length of the trail before the next decision, since a level starts only there.
    seen: usize,
    trail: &'a mut Vec<TrailStep>,
}

impl<'a> TrailRecorder<'a> {
    /// Makes a recorder. It skips the literals before the first level after the `assumed` levels, because BatSat makes
    /// a level for each assumption.
    pub fn new(assumed: usize, trail: &'a mut Vec<TrailStep>) -> Self {
        Self { assumed, starts: Vec::new(), seen: 0, trail }
    }
}

impl Theory for TrailRecorder<'_> {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        let model = acts.model();
        let decided = self.starts.get(self.assumed..).unwrap_or_default();
        let first = decided.first().copied().unwrap_or(model.len());
        let mut decided = decided.iter().copied().peekable();
        self.trail.clear();
        self.trail.extend(model.iter().enumerate().skip(first).map(|(place, literal)| TrailStep {
            literal: Lit::new(literal.var().idx(), !literal.sign()),
            is_decision: decided.next_if_eq(&place).is_some(),
        }));
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.seen = acts.model().len();
    }

    fn create_level(&mut self) {
        self.starts.push(self.seen);
    }

    fn pop_levels(&mut self, count: usize) {
        self.starts.truncate(self.starts.len() - count);
    }

    fn n_levels(&self) -> usize {
        self.starts.len()
    }

    fn explain_propagation(&mut self, _: batsat::Lit) -> &[batsat::Lit] {
        // called only after `TheoryArg::propagate`, which this theory does not use
        &[]
    }
}

// Refutations: the clauses that BatSat learns, which prove that a formula has no model.

/// The result of refuting a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refuted {
    /// There is no model. Each of these clauses follows from the formula and the earlier clauses by unit propagation,
    /// and unit propagation on the formula and all of these clauses derives a contradiction. Literals are DIMACS
    /// literals.
    Yes(Vec<Vec<i32>>),
    /// There is a model.
    No,
    /// A limit was reached.
    Unknown,
}

/// Solves a formula with BatSat, and records what it learns.
///
/// ```
/// use encycle_solvers::{Limits, Refuted, refute};
///
/// let formula = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
/// assert!(matches!(refute(&formula, &Limits::default()), Refuted::Yes(_)));
/// assert_eq!(refute(&formula[1..], &Limits::default()), Refuted::No);
/// ```
#[must_use]
pub fn refute(formula: &[Vec<i32>], limits: &Limits) -> Refuted {
    let check = limits.start();
    let recorder = StepRecorder { learnt: Vec::new(), is_over: Box::new(move || check.is_over()) };
    let mut solver = Solver::new(SolverOpts::default(), recorder);
    let mut buffer = Vec::new();
    for clause in formula {
        buffer.clear();
        for &literal in clause {
            let variable = solver.var_of_int(literal.unsigned_abs() - 1);
            buffer.push(batsat::Lit::new(variable, literal > 0));
        }
        solver.add_clause_reuse(&mut buffer);
    }
    match solver.solve_limited(&[]) {
        result if result == lbool::FALSE => {
            Refuted::Yes(std::mem::take(&mut solver.cb_mut().learnt))
        }
        result if result == lbool::TRUE => Refuted::No,
        _ => Refuted::Unknown,
    }
}

/// A recorder of learnt clauses. It does not record deletions, because BatSat deletes clauses whose consequences it
/// still relies on.
struct StepRecorder {
    learnt: Vec<Vec<i32>>,
    is_over: Box<dyn Fn() -> bool>,
}

impl Callbacks for StepRecorder {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: Kind) {
        if matches!(kind, Kind::Learnt) {
            let number = |literal: &batsat::Lit| {
                let variable = literal.var().idx() as i32 + 1;
                if literal.sign() { variable } else { -variable }
            };
            self.learnt.push(clause.iter().map(number).collect());
        }
    }

    fn stop(&self) -> bool {
        (self.is_over)()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BatSat, Limits, Lit, SolverStatus};

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
        solver.count_conflicts();
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

    #[test]
    fn a_limit_on_steps_ends_each_call() {
        let clauses = pigeonholes(8);
        let mut solver = BatSat::of_clauses(8 * 7, clauses.iter().map(Vec::as_slice));
        let brief = Limits { steps: Some(5), ..Limits::default() };
        assert_eq!(solver.solve(&brief), SolverStatus::Unknown);
        assert_eq!(solver.solve(&brief), SolverStatus::Unknown);
        assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
    }

    /// Returns the clauses that put `pigeons` pigeons into one hole fewer, with at most one pigeon per hole.
    fn pigeonholes(pigeons: u32) -> Vec<Vec<Lit>> {
        let holes = pigeons - 1;
        let of = |pigeon, hole| Lit::positive(pigeon * holes + hole);
        let mut clauses: Vec<Vec<Lit>> =
            (0..pigeons).map(|pigeon| (0..holes).map(|hole| of(pigeon, hole)).collect()).collect();
        for hole in 0..holes {
            for one in 0..pigeons {
                clauses.extend((0..one).map(|other| vec![!of(one, hole), !of(other, hole)]));
            }
        }
        clauses
    }

    fn solver(clauses: &[Vec<Lit>]) -> BatSat {
        let mut solver = BatSat::new(None);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        solver
    }

    #[test]
    fn clauses_learnt_under_assumptions_hold_without_them() {
        // without its first clause, the first pigeon needs no hole
        let clauses = &pigeonholes(8)[1..];
        let exchange = ClauseExchange::default();
        let mut sender = solver(clauses);
        sender.exchange(exchange.clone());
        sender.assume(&[Lit::positive(0)]);
        assert_eq!(sender.solve(&Limits::default()), SolverStatus::Unsatisfiable);
        let received = exchange.join(8 * 7).receive();
        assert!(!received.is_empty());
        for clause in received {
            let mut refuted = solver(clauses);
            for literal in clause.iter() {
                let literal = Lit::new(literal.var().idx(), !literal.sign());
                refuted.add_clause(&[!literal]);
            }
            assert_eq!(
                refuted.solve(&Limits::default()),
                SolverStatus::Unsatisfiable,
                "{clause:?}"
            );
        }
    }

    #[test]
    fn a_receiver_needs_fewer_conflicts() {
        let clauses = pigeonholes(8);
        let exchange = ClauseExchange::default();
        let mut solvers = [(); 2].map(|()| solver(&clauses));
        for solver in &mut solvers {
            solver.exchange(exchange.clone());
            assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
        }
        assert!(solvers[1].conflicts() < solvers[0].conflicts());
    }

    #[test]
    fn only_clauses_of_common_variables_are_sent() {
        let exchange = ClauseExchange::default();
        let [mut sender, mut receiver] = [1, 1].map(|variables| exchange.join(variables));
        let of = |variable| Lit::positive(variable);
        let literal = |literal: Lit| {
            batsat::Lit::new(batsat::Var::unsafe_from_idx(literal.vidx32()), literal.is_pos())
        };
        sender.learn(&[literal(of(0))]);
        sender.learn(&[literal(of(0)), literal(of(1))]);
        sender.send();
        assert_eq!(receiver.receive(), [[literal(of(0))].into()]);
        assert!(sender.receive().is_empty());
    }
}
