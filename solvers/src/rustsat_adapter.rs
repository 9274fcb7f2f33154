//! An adapter for any incremental solver of the library RustSAT.

use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use encycle_encodings::logic::{ClauseSink, Lit, Origin};
use rustsat::solvers::{Interrupt, InterruptSolver, SolveIncremental, SolverResult};
use rustsat::types::{Cl, TernaryVal, Var};

use crate::{IncrementalSolver, Limits, SolverStatus};

/// A solver of [RustSAT](https://docs.rs/rustsat) with the interface of the built-in solvers.
///
/// ```
/// use encycle_solvers::{ClauseSink, IncrementalSolver, Limits, Lit, RustSatSolver, SolverStatus};
/// use encycle_encodings::logic::{Origin, Place};
///
/// let mut solver = RustSatSolver::new(rustsat_batsat::BasicSolver::default());
/// let (a, b) = (Lit::positive(0), Lit::positive(1));
/// let origin = Origin::new("rule", Place::Whole);
/// solver.clause(&[a, b], origin);
/// assert!(solver.assume(&[!a]));
/// let model = SolverStatus::Satisfiable(vec![Some(false), Some(true)]);
/// assert_eq!(solver.solve(&Limits::default()), model);
/// solver.clause(&[!b], origin);
/// solver.assume(&[!a]);
/// assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
/// assert_eq!(solver.core(), Some(vec![!a]));
/// ```
///
/// # Limits
/// [`Self::interruptible`] ends a call at the limit of wall-clock time and at a request to stop; a limit of CPU time is
/// applied to the wall-clock time. [`Self::new`], for solvers that cannot be interrupted, only refuses to start a call
/// after a limit has been reached. Memory is not limited.
///
/// # Errors
/// A solver of RustSAT may return an error. Then this and all later calls return [`SolverStatus::Unknown`], and
/// [`Self::error`] returns the error.
#[derive(Debug)]
pub struct RustSatSolver<S> {
    solver: S,
    interrupter: Option<MakeInterrupter<S>>,
    /// The number of variables.
    variables: usize,
    /// The number of variables up to the maximum variable in a clause; the variables above it have no value.
    used: u32,
    /// The assumptions of the next call.
    assumed: Vec<Lit>,
    core: Vec<Lit>,
    error: Option<String>,
}

/// A function that returns the interrupter of a solver.
type MakeInterrupter<S> = fn(&mut S) -> Box<dyn InterruptSolver + Send>;

/// The time between two readings of the clock.
const TICK: Duration = Duration::from_millis(5);

impl<S: SolveIncremental> RustSatSolver<S> {
    /// Wraps a solver without clauses.
    #[must_use]
    pub fn new(solver: S) -> Self {
        Self {
            solver,
            interrupter: None,
            variables: 0,
            used: 0,
            assumed: Vec::new(),
            core: Vec::new(),
            error: None,
        }
    }

    /// Wraps a solver without clauses that observes limits during a call.
    #[must_use]
    pub fn interruptible(solver: S) -> Self
    where
        S: Interrupt,
    {
        let make: MakeInterrupter<S> = |solver| Box::new(solver.interrupter());
        Self { interrupter: Some(make), ..Self::new(solver) }
    }

    /// Returns the first error of the solver.
    #[must_use]
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    fn call(&mut self, limits: &Limits) -> Result<SolverStatus, String> {
        let assumed = std::mem::take(&mut self.assumed);
        self.core.clear();
        let result = match self.interrupter.map(|make| make(&mut self.solver)) {
            Some(interrupter) => {
                watched(limits, interrupter, || self.solver.solve_assumps(&assumed))
            }
            None => self.solver.solve_assumps(&assumed),
        };
        match result.map_err(|error| error.to_string())? {
            SolverResult::Sat => self.model(),
            SolverResult::Unsat => {
                let core = self.solver.core().map_err(|error| error.to_string())?;
                self.core = core.into_iter().map(|literal| !literal).collect();
                Ok(SolverStatus::Unsatisfiable)
            }
            SolverResult::Interrupted => Ok(SolverStatus::Unknown),
        }
    }

    fn model(&self) -> Result<SolverStatus, String> {
        let value = |index: u32| match self.solver.var_val(Var::new(index)) {
            Ok(TernaryVal::True) => Ok(Some(true)),
            Ok(TernaryVal::False) => Ok(Some(false)),
            Ok(TernaryVal::DontCare) => Ok(None),
            Err(error) => Err(error.to_string()),
        };
        let mut values = (0..self.used).map(value).collect::<Result<Vec<_>, _>>()?;
        values.resize(self.variables.max(values.len()), None);
        Ok(SolverStatus::Satisfiable(values))
    }
}

/// Runs a call while another thread interrupts it at a limit.
fn watched<T>(
    limits: &Limits,
    interrupter: Box<dyn InterruptSolver + Send>,
    call: impl FnOnce() -> T,
) -> T {
    let wall = [limits.wall, limits.cpu].into_iter().flatten().min();
    let limits = Limits { wall, stop: limits.stop.clone(), ..Limits::default() };
    let (ended, is_ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let clock = limits.start();
            while is_ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if clock.is_over() {
                    interrupter.interrupt();
                }
            }
        });
        let result = call();
        drop(ended);
        result
    })
}

impl<S: SolveIncremental> ClauseSink for RustSatSolver<S> {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.variables += 1;
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        let greatest = clause.iter().map(|literal| literal.vidx32() + 1).max();
        self.used = self.used.max(greatest.unwrap_or_default());
        if let Err(error) = self.solver.add_clause_ref(Cl::new(clause)) {
            self.error.get_or_insert_with(|| error.to_string());
        }
    }
}

impl<S: SolveIncremental> IncrementalSolver for RustSatSolver<S> {
    fn solve(&mut self, limits: &Limits) -> SolverStatus {
        if self.error.is_some() || limits.start().is_over() {
            return SolverStatus::Unknown;
        }
        self.call(limits).unwrap_or_else(|error| {
            self.error = Some(error);
            SolverStatus::Unknown
        })
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assumed = literals.to_vec();
        true
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        Some(self.core.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use encycle_encodings::logic::Place;
    use rustsat::solvers::Solve;
    use rustsat::types::{Clause, Lit as RustSatLit};

    use super::*;
    use crate::BatSat;

    fn literal(number: i32) -> Lit {
        Lit::new(number.unsigned_abs() - 1, number < 0)
    }

    /// All formulas of up to three clauses over two variables, with each assumption, compared with the solver of this
    /// crate.
    #[test]
    fn it_agrees_with_the_built_in_solver() {
        let words = [1, -1, 2, -2].map(literal);
        let clauses: Vec<Vec<Lit>> = (1..16_u32)
            .map(|set| {
                (0..4).filter(|place| set >> place & 1 == 1).map(|place| words[place]).collect()
            })
            .filter(|clause: &Vec<Lit>| !clause.iter().any(|&literal| clause.contains(&!literal)))
            .collect();
        let origin = Origin::new("test", Place::Whole);
        for first in &clauses {
            for second in &clauses {
                for third in &clauses {
                    let mut own = BatSat::new(None);
                    let mut other = RustSatSolver::new(rustsat_batsat::BasicSolver::default());
                    for clause in [first, second, third] {
                        own.clause(clause, origin);
                        other.clause(clause, origin);
                    }
                    for assumed in words {
                        own.assume(&[assumed]);
                        other.assume(&[assumed]);
                        let found =
                            [own.solve(&Limits::default()), other.solve(&Limits::default())];
                        let is_model =
                            |status: &SolverStatus| matches!(status, SolverStatus::Satisfiable(_));
                        assert_eq!(
                            is_model(&found[0]),
                            is_model(&found[1]),
                            "{first:?} {second:?} {third:?}"
                        );
                        if let SolverStatus::Satisfiable(model) = &found[1] {
                            let holds = |literal: &Lit| {
                                model
                                    .get(literal.vidx())
                                    .is_none_or(|value| *value == Some(literal.is_pos()))
                            };
                            for clause in [first, second, third] {
                                assert!(clause.iter().any(holds), "{model:?}");
                            }
                        } else {
                            let core = IncrementalSolver::core(&mut other).expect("a core");
                            assert!(core.iter().all(|&literal| literal == assumed), "{core:?}");
                        }
                    }
                }
            }
        }
    }

    /// A solver that runs until it is interrupted, or fails.
    #[derive(Default)]
    struct Endless {
        is_interrupted: Arc<AtomicBool>,
        fails: bool,
    }

    struct EndlessInterrupter(Arc<AtomicBool>);

    impl InterruptSolver for EndlessInterrupter {
        fn interrupt(&self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    impl Interrupt for Endless {
        type Interrupter = EndlessInterrupter;

        fn interrupter(&mut self) -> EndlessInterrupter {
            EndlessInterrupter(self.is_interrupted.clone())
        }
    }

    impl Extend<Clause> for Endless {
        fn extend<T: IntoIterator<Item = Clause>>(&mut self, _: T) {}
    }

    impl<'a> Extend<&'a Clause> for Endless {
        fn extend<T: IntoIterator<Item = &'a Clause>>(&mut self, _: T) {}
    }

    impl Solve for Endless {
        fn signature(&self) -> &'static str {
            "endless"
        }

        fn solve(&mut self) -> Result<SolverResult, anyhow::Error> {
            self.solve_assumps(&[])
        }

        fn lit_val(&self, _: RustSatLit) -> Result<TernaryVal, anyhow::Error> {
            Ok(TernaryVal::DontCare)
        }

        fn add_clause_ref<C: AsRef<Cl> + ?Sized>(&mut self, _: &C) -> Result<(), anyhow::Error> {
            Ok(())
        }
    }

    impl SolveIncremental for Endless {
        fn solve_assumps(&mut self, _: &[RustSatLit]) -> Result<SolverResult, anyhow::Error> {
            if self.fails {
                return Err(anyhow::anyhow!("out of memory"));
            }
            while !self.is_interrupted.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Ok(SolverResult::Interrupted)
        }

        fn core(&mut self) -> Result<Vec<RustSatLit>, anyhow::Error> {
            Ok(Vec::new())
        }
    }

    #[test]
    fn a_call_ends_at_its_limit_and_at_a_stop() {
        for cpu in [false, true] {
            let mut solver = RustSatSolver::interruptible(Endless::default());
            let time = Some(Duration::from_millis(20));
            let limits = match cpu {
                true => Limits { cpu: time, ..Limits::default() },
                false => Limits { wall: time, ..Limits::default() },
            };
            assert_eq!(solver.solve(&limits), SolverStatus::Unknown);
        }
        let mut solver = RustSatSolver::interruptible(Endless::default());
        let limits = Limits::default();
        thread::scope(|scope| {
            let stop = limits.stop.clone();
            scope.spawn(move || stop.request());
            assert_eq!(solver.solve(&limits), SolverStatus::Unknown);
        });
        assert_eq!(solver.error(), None);
    }

    #[test]
    fn an_error_of_the_solver_is_kept() {
        let mut solver = RustSatSolver::new(Endless { fails: true, ..Endless::default() });
        assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unknown);
        assert_eq!(solver.error(), Some("out of memory"));
    }
}
