//! The interface that the incremental SAT solvers of this crate have in common.

use encycle_encodings::logic::{ClauseSink, ExternalPropagator, Lit};

#[cfg(feature = "cadical")]
use crate::CadicalSolver;
#[cfg(feature = "process")]
use crate::Ipasir;
use crate::{BatSat, ClauseExchange, Limits, Outlined, SolverStatus, StableSat, TrailStep};

/// An incremental SAT solver.
pub trait IncrementalSolver: ClauseSink {
    /// Solves the clauses added so far, and keeps the learnt clauses. A model is not checked.
    fn solve(&mut self, limits: &Limits) -> SolverStatus;

    /// Attaches an external propagator. Returns `false` if the solver does not support one.
    fn attach_propagator(&mut self, _: Box<dyn ExternalPropagator>) -> bool {
        false
    }

    /// Exchanges learnt clauses with other solvers of the same formula ([`ClauseExchange`]). Most solvers cannot
    /// exchange clauses; they ignore the call.
    fn exchange(&mut self, _: ClauseExchange) {}

    /// Sets the assumptions of the next call of [`Self::solve`] only. Returns `false` if the solver does not support
    /// assumptions.
    fn assume(&mut self, _: &[Lit]) -> bool {
        false
    }

    /// Suggests values of variables, by index, for the next calls of [`Self::solve`]. A solver without support ignores
    /// the call.
    fn suggest(&mut self, _: &[bool]) {}

    /// Returns the core of the last call, a subset of its assumptions, or `None` if the solver provides no core.
    fn core(&mut self) -> Option<Vec<Lit>> {
        None
    }

    /// Starts counting, for each variable, the learnt clauses that contain it. Most solvers cannot count them; they
    /// ignore the call.
    fn count_conflicts(&mut self) {}

    /// Returns the numbers of learnt clauses by variable ([`Self::count_conflicts`]), or `None` if they are not
    /// counted.
    fn conflicts_by_variable(&self) -> Option<&[u64]> {
        None
    }

    /// Returns the trail of the last model, or `None` if the solver provides no trail.
    fn trail(&self) -> Option<&[TrailStep]> {
        None
    }
}

impl IncrementalSolver for BatSat {
    fn solve(&mut self, limits: &Limits) -> SolverStatus {
        self.solve(limits)
    }

    fn attach_propagator(&mut self, propagator: Box<dyn ExternalPropagator>) -> bool {
        self.attach_propagator(propagator);
        true
    }

    fn exchange(&mut self, exchange: ClauseExchange) {
        self.exchange(exchange);
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

    fn count_conflicts(&mut self) {
        self.count_conflicts_by_variable();
    }

    fn conflicts_by_variable(&self) -> Option<&[u64]> {
        self.conflicts_by_variable()
    }

    fn trail(&self) -> Option<&[TrailStep]> {
        self.trail()
    }
}

impl IncrementalSolver for Outlined {
    fn solve(&mut self, limits: &Limits) -> SolverStatus {
        self.solve(limits)
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assume(literals);
        true
    }

    fn suggest(&mut self, values: &[bool]) {
        self.suggest(values);
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        Some(Self::core(self).to_vec())
    }

    fn count_conflicts(&mut self) {
        self.count_conflicts_by_variable();
    }

    fn conflicts_by_variable(&self) -> Option<&[u64]> {
        self.conflicts_by_variable()
    }
}

impl IncrementalSolver for StableSat {
    fn solve(&mut self, limits: &Limits) -> SolverStatus {
        self.solve(limits)
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assume(literals);
        true
    }

    fn suggest(&mut self, values: &[bool]) {
        self.suggest(values);
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        Some(Self::core(self).to_vec())
    }
}

#[cfg(feature = "cadical")]
impl IncrementalSolver for CadicalSolver {
    fn solve(&mut self, limits: &Limits) -> SolverStatus {
        self.solve(limits)
    }

    fn attach_propagator(&mut self, propagator: Box<dyn ExternalPropagator>) -> bool {
        self.attach_propagator(propagator)
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assume(literals);
        true
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        Some(self.core())
    }
}

#[cfg(feature = "process")]
impl IncrementalSolver for Ipasir {
    fn solve(&mut self, limits: &Limits) -> SolverStatus {
        self.solve(limits)
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assume(literals)
    }
}
