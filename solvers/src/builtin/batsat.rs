//! The embedded solver: BatSat, a MiniSat-class incremental solver in pure Rust.

use std::fmt;

use batsat::{BasicCallbacks, Solver, SolverInterface, SolverOpts, lbool};
use encycle_encodings::logic::ExternalPropagator;
use encycle_encodings::logic::{ClauseSink, Lit, Origin};

use crate::builtin::decisions::{TrailRecorder, TrailStep};
use crate::builtin::propagation::PropagatorTheory;
use crate::{Limits, SolverStatus};

/// One incremental BatSat, as a sink of clauses that can be asked again and again.
///
/// ```
/// use encycle_solvers::{BatSat, Limits, SolverStatus};
/// use encycle_encodings::logic::Lit;
///
/// let mut solver = BatSat::new(None);
/// let (a, b) = (Lit::positive(0), Lit::positive(1));
/// solver.add_clause(&[a, b]);
/// solver.add_clause(&[!a]);
/// assert_eq!(solver.solve(&Limits::default()), SolverStatus::Model(vec![Some(false), Some(true)]));
/// solver.add_clause(&[!b]);
/// assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
/// ```
pub struct BatSat {
    solver: Solver<BasicCallbacks>,
    buffer: Vec<batsat::Lit>,
    propagator: Option<Box<dyn ExternalPropagator>>,
    assumed: Vec<batsat::Lit>,
    path: Vec<TrailStep>,
}

impl BatSat {
    /// The name on the command line and in reports.
    pub const NAME: &'static str = "batsat";
    /// The version of the crate that is linked in.
    pub const VERSION: &'static str = "0.6.0";

    /// An empty formula. A seed makes the first decisions random, reproducibly.
    #[must_use]
    pub fn new(seed: Option<u64>) -> Self {
        let mut options = SolverOpts::default();
        if let Some(seed) = seed {
            // BatSat wants a positive seed; its generator works below 2^31
            options.random_seed = (seed % 2_147_483_646 + 1) as f64;
            options.rnd_init_act = true;
        }
        Self {
            solver: Solver::new(options, BasicCallbacks::new()),
            buffer: Vec::new(),
            propagator: None,
            assumed: Vec::new(),
            path: Vec::new(),
        }
    }

    /// From now on, what this sees in an assignment, a partial one too, is taken into account while solving.
    pub fn watch(&mut self, propagator: Box<dyn ExternalPropagator>) {
        self.propagator = Some(propagator);
    }

    /// In the next call of [`Self::solve`], and in no other, only models are looked for in which these
    /// literals are true.
    pub fn assume(&mut self, literals: &[Lit]) {
        self.assumed.clear();
        for literal in literals {
            let var = self.solver.var_of_int(literal.vidx32());
            self.assumed.push(batsat::Lit::new(var, literal.is_pos()));
        }
    }

    /// Which of the assumed literals ([`Self::assume`]) have no model together, after the last call of
    /// [`Self::solve`] found none.
    #[must_use]
    pub fn core(&self) -> Vec<Lit> {
        let of = |literal: &batsat::Lit| Lit::new(literal.var().idx(), literal.sign());
        self.solver.unsat_core().iter().map(of).collect()
    }

    /// How the last call of [`Self::solve`] came to its model, behind what was assumed; empty without a model,
    /// `None` if somebody watched ([`Self::watch`]).
    #[must_use]
    pub fn path(&self) -> Option<&[TrailStep]> {
        self.propagator.is_none().then_some(&self.path)
    }

    /// How many conflicts it has had in all calls together: a measure of work that no machine changes.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// Makes the variables up to this number of them known, even if no clause names them.
    pub fn reserve(&mut self, variables: usize) {
        while (self.solver.num_vars() as usize) < variables {
            self.solver.new_var_default();
        }
    }

    /// Adds a clause.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.buffer.clear();
        for literal in clause {
            let var = self.solver.var_of_int(literal.vidx32());
            self.buffer.push(batsat::Lit::new(var, literal.is_pos()));
        }
        // the answer is whether the formula may still be satisfiable, which `solve` says as well
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    /// Solves what is there so far, keeping everything learnt. The seed in `limits` is ignored
    /// here: it was set at the start.
    #[must_use]
    pub fn solve(&mut self, limits: &Limits) -> SolverStatus {
        let assumed = std::mem::take(&mut self.assumed);
        self.path.clear();
        let watch = limits.watch();
        if watch.is_over() {
            return SolverStatus::Unknown;
        }
        self.solver.cb_mut().set_stop(move || watch.is_over());
        let result = match &mut self.propagator {
            None => {
                let mut recorded = TrailRecorder::new(assumed.len(), &mut self.path);
                self.solver.solve_limited_th(&mut recorded, &assumed)
            }
            Some(propagator) => {
                let variables = self.solver.num_vars() as usize;
                let mut watched = PropagatorTheory::new(&mut **propagator, variables);
                self.solver.solve_limited_th(&mut watched, &assumed)
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
        f.debug_struct("Embedded").field("variables", &self.solver.num_vars()).finish()
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
    fn the_core_is_of_what_was_assumed() {
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
}
