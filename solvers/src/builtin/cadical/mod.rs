//! CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: *CaDiCaL 2.0*, CAV 2024) inside this process.

mod propagation;

#[cfg(test)]
mod tests;

use std::fmt;

use cadical_sys::{CaDiCal, Status, Terminator};
use encycle_encodings::logic::ExternalPropagator;
use encycle_encodings::logic::{ClauseSink, Lit, Origin};

use crate::process::LimitCheck;
use crate::{Limits, SolverStatus};
use propagation::CadicalPropagator;

/// One incremental CaDiCaL, as a sink of clauses that can be asked again and again.
///
/// ```
/// use encycle_solvers::{EmbeddedCadical, Limits, SolverStatus};
/// use encycle_encodings::logic::Lit;
///
/// let mut solver = EmbeddedCadical::new(None);
/// let (a, b) = (Lit::positive(0), Lit::positive(1));
/// solver.add_clause(&[a, b]);
/// solver.add_clause(&[!a]);
/// assert_eq!(solver.solve(&Limits::default()), SolverStatus::Model(vec![Some(false), Some(true)]));
/// solver.add_clause(&[!b]);
/// assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
/// ```
pub struct CadicalSolver {
    solver: CaDiCal,
    /// The greatest variable, counted from 1.
    greatest: i32,
    is_watched: bool,
    was_asked: bool,
    /// What is to be true in the next call, and what was in the last.
    assumed: Vec<Lit>,
    last_assumed: Vec<Lit>,
}

impl CadicalSolver {
    /// An empty formula. Without a seed, CaDiCaL's own.
    #[must_use]
    pub fn new(seed: Option<u64>) -> Self {
        let mut solver = CaDiCal::new();
        // with `factor`, which an environment variable may turn on, variables would have to be declared
        for option in ["factor", "factorcheck"] {
            solver.set(option, 0);
        }
        if let Some(seed) = seed.and_then(|seed| i32::try_from(seed % 2_000_000_001).ok()) {
            solver.set("seed", seed);
        }
        Self {
            solver,
            greatest: 0,
            is_watched: false,
            was_asked: false,
            assumed: Vec::new(),
            last_assumed: Vec::new(),
        }
    }

    /// From now on, what this sees in an assignment, a partial one too, is taken into account while solving, by the
    /// interface IPASIR-UP (Fazekas, Niemetz, Preiner, Kirchweger, Szeider, Biere: *IPASIR-UP: User Propagators for
    /// CDCL*, SAT 2023). False, and nothing is changed, once something was solved: CaDiCaL may then have
    /// eliminated variables, and those cannot be watched.
    pub fn watch(&mut self, propagator: Box<dyn ExternalPropagator>) -> bool {
        if self.was_asked {
            return false;
        }
        let watched = CadicalPropagator::new(propagator, self.greatest.unsigned_abs() as usize);
        self.solver.connect_external_propagator(watched);
        self.is_watched = true;
        (1..=self.greatest).for_each(|variable| self.solver.add_observed_var(variable));
        true
    }

    /// Makes the variables up to this one known, even if no clause names them.
    fn know(&mut self, greatest: i32) {
        if self.is_watched {
            // a clause of a propagator may only have variables that it observes
            (self.greatest + 1..=greatest)
                .for_each(|variable| self.solver.add_observed_var(variable));
        }
        self.greatest = self.greatest.max(greatest);
    }

    /// Adds a clause.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        for literal in clause {
            let literal = literal.to_ipasir();
            self.know(literal.abs());
            self.solver.add(literal);
        }
        self.solver.add(0);
    }

    /// In the next call of [`Self::solve`], and in no other, only models are looked for in which these
    /// literals are true.
    pub fn assume(&mut self, literals: &[Lit]) {
        self.assumed = literals.to_vec();
    }

    /// Which of the assumed literals have no model together, after the last call of [`Self::solve`] found none.
    pub fn core(&mut self) -> Vec<Lit> {
        let Self { solver, last_assumed, .. } = self;
        last_assumed.iter().copied().filter(|one| solver.failed(one.to_ipasir())).collect()
    }

    /// Solves what is there so far, keeping everything learnt. The seed in `limits` is ignored
    /// here: it was set at the start.
    #[must_use]
    pub fn solve(&mut self, limits: &Limits) -> SolverStatus {
        let watch = limits.watch();
        if watch.is_over() {
            return SolverStatus::Unknown;
        }
        self.was_asked = true;
        self.last_assumed = std::mem::take(&mut self.assumed);
        for index in 0..self.last_assumed.len() {
            let literal = self.last_assumed[index].to_ipasir();
            self.know(literal.abs());
            self.solver.assume(literal);
        }
        self.solver.connect_terminator(watch);
        let status = self.solver.solve();
        self.solver.disconnect_terminator();
        match status {
            Status::SATISFIABLE => {
                let value = |variable| Some(self.solver.val(variable) > 0);
                SolverStatus::Satisfiable((1..=self.greatest).map(value).collect())
            }
            Status::UNSATISFIABLE => SolverStatus::Unsatisfiable,
            Status::UNKNOWN => SolverStatus::Unknown,
        }
    }
}

impl Terminator for LimitCheck {
    fn terminated(&mut self) -> bool {
        self.is_over()
    }
}

impl fmt::Debug for CadicalSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddedCadical").field("variables", &self.greatest).finish_non_exhaustive()
    }
}

impl ClauseSink for CadicalSolver {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.know(self.greatest + 1);
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.add_clause(clause);
    }
}
