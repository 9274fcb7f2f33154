//! A SAT solver for finding models: stable mode with target phases.
//!
//! Conflict-driven clause learning as in MiniSat: two watched literals, activities of variables, first unique
//! implication points, minimized clauses, glue. Two things differ. Decisions try the values on the longest trail
//! without a conflict (target phases), and restarts are rare, which Kissat calls stable mode. Both make the search
//! return to the assignment that came closest to a model.
//!
//! The search is a loop around these steps:
//!
//! ```text
//!           +--------------------------------------------------+
//!           v                                                  |
//!       propagate --conflict--> learn a clause, jump back -----+
//!           |                                                  |
//!        nothing left                                          |
//!           v                                                  |
//!   next assumption or decision -------------------------------+
//!           |
//!    all variables assigned: model
//! ```
//!
//! A conflict at level 0, or an assumption that is false, ends the search without a model. Assumptions occupy the
//! lowest decision levels, one level each; an assumption that is already true gets an empty level, so that level `n`
//! always belongs to the `n`-th assumption. After a number of conflicts from the Luby sequence, the search restarts and
//! removes learnt clauses if there are too many.

mod analysis;
mod clauses;
mod order;
#[cfg(test)]
mod tests;
mod trail;

use std::fmt;

use encycle_encodings::logic::{ClauseSink, Lit, Origin};

use self::analysis::ConflictAnalysis;
use self::clauses::WatchedClauses;
use self::order::ActivityHeap;
use self::trail::{Phases, Trail};
use crate::{IncrementalSolver, Limits, SolverStatus};

/// The number of learnt clauses from which the first reduction takes place.
const FIRST_LEARNT_LIMIT: usize = 3000;
/// The number that each reduction adds to this limit.
const LEARNT_LIMIT_STEP: usize = 300;
/// The number of decisions between two checks of the limits. Each conflict checks the limits too.
const DECISIONS_BETWEEN_CHECKS: u64 = 64;

/// The search options of [`StableSat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StableOptions {
    /// The seed of the first decisions. Without a seed, the solver decides the variables in their order until the first
    /// conflicts.
    pub seed: Option<u64>,
    /// The number of conflicts until the first restart. The later intervals are this number times the Luby sequence.
    pub restart_interval: u64,
}

impl Default for StableOptions {
    fn default() -> Self {
        Self { seed: None, restart_interval: 300 }
    }
}

/// An incremental SAT solver that searches for models with target phases. It is also a sink of clauses.
///
/// On large formulas it finds models in fewer conflicts than [`BatSat`](crate::BatSat), but takes longer to prove that
/// there is none.
///
/// ```
/// use encycle_solvers::{IncrementalSolver, Limits, Lit, SolverStatus, StableSat};
///
/// let mut solver = StableSat::new(None);
/// let (a, b) = (Lit::positive(0), Lit::positive(1));
/// solver.add_clause(&[a, b]);
/// solver.add_clause(&[!a]);
/// let model = SolverStatus::Satisfiable(vec![Some(false), Some(true)]);
/// assert_eq!(solver.solve(&Limits::default()), model);
/// solver.assume(&[!b]);
/// assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
/// assert_eq!(solver.core(), Some(vec![!b]));
/// ```
pub struct StableSat {
    variables: usize,
    clauses: WatchedClauses,
    trail: Trail,
    order: ActivityHeap,
    phases: Phases,
    analysis: ConflictAnalysis,
    /// Whether the clauses have no model, regardless of the assumptions.
    is_unsatisfiable: bool,
    /// The assumptions of the next call.
    assumed: Vec<Lit>,
    core: Vec<Lit>,
    /// The number of learnt clauses from which they are reduced.
    learnt_limit: usize,
    restart_interval: u64,
    conflicts: u64,
    buffer: Vec<Lit>,
}

impl StableSat {
    /// The name of the solver.
    pub const NAME: &'static str = "stable";
    /// The version, which is the version of this crate.
    pub const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    /// Makes a solver with an empty formula. A seed makes the first decisions random and reproducible.
    #[must_use]
    pub fn new(seed: Option<u64>) -> Self {
        Self::with_options(StableOptions { seed, ..StableOptions::default() })
    }

    /// Makes a solver with an empty formula and these search options.
    #[must_use]
    pub fn with_options(StableOptions { seed, restart_interval }: StableOptions) -> Self {
        Self {
            variables: 0,
            clauses: WatchedClauses::default(),
            trail: Trail::default(),
            order: ActivityHeap::new(seed),
            phases: Phases::default(),
            analysis: ConflictAnalysis::default(),
            is_unsatisfiable: false,
            assumed: Vec::new(),
            core: Vec::new(),
            learnt_limit: FIRST_LEARNT_LIMIT,
            restart_interval: restart_interval.max(1),
            conflicts: 0,
            buffer: Vec::new(),
        }
    }

    /// Declares this number of variables, even if no clause contains them.
    pub fn declare_variables(&mut self, variables: usize) {
        if variables > self.variables {
            self.variables = variables;
            self.clauses.declare_variables(variables);
            self.trail.declare_variables(variables);
            self.order.declare_variables(variables);
            self.phases.declare_variables(variables);
            self.analysis.declare_variables(variables);
        }
    }

    fn declare_variables_of(&mut self, literals: &[Lit]) {
        let last = literals.iter().map(|literal| literal.vidx()).max();
        self.declare_variables(last.map_or(0, |last| last + 1));
    }

    /// Adds a clause.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.declare_variables_of(clause);
        let mut literals = std::mem::take(&mut self.buffer);
        literals.clear();
        literals.extend_from_slice(clause);
        literals.sort_unstable_by_key(|literal| literal.lidx());
        literals.dedup();
        let is_tautology = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        let is_satisfied = literals.iter().any(|&literal| self.trail.is_true(literal));
        if !is_tautology && !is_satisfied {
            literals.retain(|&literal| !self.trail.is_false(literal));
            match literals[..] {
                [] => self.is_unsatisfiable = true,
                [unit] => self.trail.assign(unit, None),
                _ => {
                    self.clauses.add(&literals, None);
                }
            }
        }
        self.buffer = literals;
    }

    /// Returns the number of conflicts in all calls, a measure of work that does not depend on the machine.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    fn search(&mut self, assumed: &[Lit], limits: &Limits) -> SolverStatus {
        let check = limits.start();
        if check.is_over() {
            return SolverStatus::Unknown;
        }
        let mut decisions: u64 = 0;
        for interval in luby() {
            let end = self.restart_interval.saturating_mul(interval).saturating_add(self.conflicts);
            while self.conflicts < end {
                if self.is_unsatisfiable {
                    return SolverStatus::Unsatisfiable;
                }
                if let Some(conflict) = self.trail.propagate(&mut self.clauses) {
                    self.resolve(conflict);
                    if check.is_over() {
                        return SolverStatus::Unknown;
                    }
                    continue;
                }
                match self.next_decision(assumed) {
                    NextAction::Decide(literal) => {
                        self.trail.start_level();
                        self.trail.assign(literal, None);
                    }
                    // an empty level keeps the level of each assumption equal to its position in the list
                    NextAction::Holds => self.trail.start_level(),
                    NextAction::Falsified(literal) => {
                        self.core = self.analysis.core(literal, &self.trail, &self.clauses);
                        return SolverStatus::Unsatisfiable;
                    }
                    NextAction::Model => return SolverStatus::Satisfiable(self.model()),
                }
                decisions += 1;
                if decisions.is_multiple_of(DECISIONS_BETWEEN_CHECKS) && check.is_over() {
                    return SolverStatus::Unknown;
                }
            }
            self.phases.reached(self.trail.before_last_decision());
            self.undo(0);
            self.reduce();
        }
        unreachable!("the Luby sequence is infinite")
    }

    /// Learns a clause from a conflict, and undoes decisions until the clause is unit.
    fn resolve(&mut self, conflict: clauses::ClauseRef) {
        self.conflicts += 1;
        if self.trail.level() == 0 {
            self.is_unsatisfiable = true;
            return;
        }
        self.phases.reached(self.trail.before_last_decision());
        let learnt = self.analysis.learn(conflict, &self.trail, &mut self.clauses, &mut self.order);
        self.undo(learnt.level);
        let clause = self.analysis.clause();
        let reason = (clause.len() > 1).then(|| self.clauses.add(clause, Some(learnt.glue)));
        self.trail.assign(clause[0], reason);
        self.order.decay();
    }

    /// Undoes the decisions above a level.
    fn undo(&mut self, level: usize) {
        self.trail.undo(level, |literal| {
            self.phases.save(literal);
            self.order.insert(literal.vidx());
        });
    }

    /// Removes satisfied clauses and less useful learnt clauses if there are many. Must be called at level 0.
    fn reduce(&mut self) {
        if self.clauses.learnt() < self.learnt_limit {
            return;
        }
        if self.trail.propagate(&mut self.clauses).is_some() {
            self.is_unsatisfiable = true;
            return;
        }
        let is_satisfied =
            |clause: &[Lit]| clause.iter().any(|&literal| self.trail.is_true(literal));
        self.clauses.reduce(is_satisfied);
        self.learnt_limit += LEARNT_LIMIT_STEP;
    }

    /// Returns the next assumption, or a decision.
    fn next_decision(&mut self, assumed: &[Lit]) -> NextAction {
        if let Some(&literal) = assumed.get(self.trail.level()) {
            return match literal {
                _ if self.trail.is_true(literal) => NextAction::Holds,
                _ if self.trail.is_false(literal) => NextAction::Falsified(literal),
                _ => NextAction::Decide(literal),
            };
        }
        while let Some(variable) = self.order.pop() {
            let literal = self.phases.literal(variable);
            if !self.trail.is_true(literal) && !self.trail.is_false(literal) {
                return NextAction::Decide(literal);
            }
        }
        NextAction::Model
    }

    fn model(&self) -> Vec<Option<bool>> {
        (0..self.variables as u32)
            .map(|variable| Some(self.trail.is_true(Lit::positive(variable))))
            .collect()
    }
}

/// The action after propagation has ended without a conflict.
enum NextAction {
    Decide(Lit),
    /// The next assumption is already true.
    Holds,
    /// The next assumption is false.
    Falsified(Lit),
    /// All variables are assigned.
    Model,
}

/// Returns the Luby sequence 1, 1, 2, 1, 1, 2, 4, ...
///
/// Source: Luby, Sinclair and Zuckerman, "Optimal Speedup of Las Vegas Algorithms", 1993; the recurrence is that of
/// Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.2.
fn luby() -> impl Iterator<Item = u64> {
    std::iter::successors(Some((1_u64, 1_u64)), |&(u, v)| {
        Some(match u & u.wrapping_neg() == v {
            true => (u + 1, 1),
            false => (u, 2 * v),
        })
    })
    .map(|(_, v)| v)
}

impl fmt::Debug for StableSat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StableSat").field("variables", &self.variables).finish_non_exhaustive()
    }
}

impl IncrementalSolver for StableSat {
    /// Solves the clauses added so far and keeps what it learns. The seed in `limits` has no effect, because
    /// [`Self::new`] sets the seed.
    fn solve(&mut self, limits: &Limits) -> SolverStatus {
        let assumed = std::mem::take(&mut self.assumed);
        self.core.clear();
        self.phases.start_call();
        let status = self.search(&assumed, limits);
        self.undo(0);
        status
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.declare_variables_of(literals);
        self.assumed = literals.to_vec();
        true
    }

    fn suggest(&mut self, values: &[bool]) {
        self.declare_variables(values.len());
        self.phases.suggest(values);
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        Some(self.core.clone())
    }
}

impl ClauseSink for StableSat {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.declare_variables(self.variables + 1);
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.add_clause(clause);
    }
}
