//! CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: *CaDiCaL 2.0*, CAV 2024) inside this process.

mod propagation;

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

use cadical_sys::{CaDiCal, Status, Terminator};
use encycle_encodings::logic::{ClauseSink, ExternalPropagator, Lit, Origin};

use crate::builtin::limit_check::LimitCheck;
use crate::{IncrementalSolver, Limits, SolverStatus};
use propagation::CadicalPropagator;

/// An incremental CaDiCaL solver, which is also a sink of clauses.
///
/// ```
/// use encycle_solvers::{CadicalSolver, IncrementalSolver, Limits, Lit, SolverStatus};
///
/// let mut solver = CadicalSolver::new(None);
/// let (a, b) = (Lit::positive(0), Lit::positive(1));
/// solver.add_clause(&[a, b]);
/// solver.add_clause(&[!a]);
/// let model = SolverStatus::Satisfiable(vec![Some(false), Some(true)]);
/// assert_eq!(solver.solve(&Limits::default()), model);
/// solver.add_clause(&[!b]);
/// assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
/// ```
pub struct CadicalSolver {
    solver: CaDiCal,
    /// The maximum variable, counted from 1.
    greatest: i32,
    /// Whether an external propagator is attached.
    is_watched: bool,
    /// Whether `solve` was called.
    has_solved: bool,
    /// The assumptions of the next call.
    assumed: Vec<Lit>,
    /// The assumptions of the last call.
    last_assumed: Vec<Lit>,
}

impl CadicalSolver {
    /// Makes a solver with an empty formula. Without a seed, CaDiCaL uses its default.
    #[must_use]
    pub fn new(seed: Option<u64>) -> Self {
        let mut solver = CaDiCal::new();
        // the option `factor`, which an environment variable may turn on, would require that new variables are declared
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
            has_solved: false,
            assumed: Vec::new(),
            last_assumed: Vec::new(),
        }
    }

    /// Writes a DRAT proof of all later steps into a file. Must be called before the first clause is added. Returns
    /// false if the file cannot be written.
    #[must_use]
    pub fn record_proof(&mut self, file: &Path) -> bool {
        file.to_str().is_some_and(|file| self.solver.trace_proof2(file))
    }

    /// Ends the proof of [`Self::record_proof`], and completes the file.
    pub fn finish_proof(&mut self) {
        self.solver.close_proof_trace(false);
    }

    /// Declares all variables up to this variable, even if no clause contains them.
    fn declare(&mut self, greatest: i32) {
        if self.is_watched {
            // clauses of a propagator may contain only observed variables
            (self.greatest + 1..=greatest)
                .for_each(|variable| self.solver.add_observed_var(variable));
        }
        self.greatest = self.greatest.max(greatest);
    }

    /// Adds a clause.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        for literal in clause {
            let literal = literal.to_ipasir();
            self.declare(literal.abs());
            self.solver.add(literal);
        }
        self.solver.add(0);
    }
}

impl Terminator for LimitCheck {
    fn terminated(&mut self) -> bool {
        self.is_over()
    }
}

impl fmt::Debug for CadicalSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CadicalSolver").field("variables", &self.greatest).finish_non_exhaustive()
    }
}

impl IncrementalSolver for CadicalSolver {
    /// Solves the clauses added so far and keeps what it learns. The seed in `limits` has no effect, because
    /// [`Self::new`] sets the seed.
    fn solve(&mut self, limits: &Limits) -> SolverStatus {
        let check = limits.start();
        if check.is_over() {
            return SolverStatus::Unknown;
        }
        self.has_solved = true;
        self.last_assumed = std::mem::take(&mut self.assumed);
        for index in 0..self.last_assumed.len() {
            let literal = self.last_assumed[index].to_ipasir();
            self.declare(literal.abs());
            self.solver.assume(literal);
        }
        self.solver.connect_terminator(check);
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

    /// Attaches an external propagator through the interface IPASIR-UP (Fazekas, Niemetz, Preiner, Kirchweger, Szeider,
    /// Biere: *IPASIR-UP: User Propagators for CDCL*, SAT 2023). The solver adds the clauses of the propagator during
    /// the search, for partial assignments too. After the first call of [`Self::solve`], returns false and changes
    /// nothing, because CaDiCaL may have eliminated variables, and an eliminated variable cannot be observed.
    fn attach_propagator(&mut self, propagator: Box<dyn ExternalPropagator>) -> bool {
        if self.has_solved {
            return false;
        }
        let adapter = CadicalPropagator::new(propagator, self.greatest.unsigned_abs() as usize);
        self.solver.connect_external_propagator(adapter);
        self.is_watched = true;
        (1..=self.greatest).for_each(|variable| self.solver.add_observed_var(variable));
        true
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assumed = literals.to_vec();
        true
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        let Self { solver, last_assumed, .. } = self;
        Some(last_assumed.iter().copied().filter(|one| solver.failed(one.to_ipasir())).collect())
    }
}

impl ClauseSink for CadicalSolver {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.declare(self.greatest + 1);
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.add_clause(clause);
    }
}
