//! Calls of the solver, and the formula that the first call needs.

use web_time::Instant;

use encycle_encodings::encoding::GlobalConstraint;
use encycle_encodings::logic::{ConstraintSink as _, Lit};

use crate::solve::search::budget::LimitedSink;
use crate::solve::search::finder::Finder;
use crate::solve::search::options::LoopCheckMode;
use crate::solve::search::relaxations::RelaxationReport;
use crate::solve::search::round::{Observer, RoundReport, TimeSpent};
use crate::solve::session::{CallResult, Failure};
use encycle_solvers::thread_cpu;

impl Finder<'_> {
    /// Calls the solver once under these assumptions, and returns the report of the call with its result. The first
    /// call also builds the formula. If a limit is reached before the call, the inner error names it.
    pub(super) fn call(
        &mut self,
        cube: &[Lit],
        observer: &mut dyn Observer,
    ) -> Result<Result<(RoundReport, CallResult), String>, Failure> {
        let mut relaxed = RelaxationReport::default();
        if !self.started {
            if let Err(reason) = self.build()? {
                return Ok(Err(reason));
            }
            relaxed = self.tighten(observer)?;
        }
        let limits = match self.budget.limits() {
            Ok(limits) => limits,
            Err(reason) => return Ok(Err(reason)),
        };
        self.calls += 1;
        if !cube.is_empty() && !self.session.assume(cube) {
            return Err(Failure::NoAssumptions { solver: self.session.solver().to_string() });
        }
        let size = self.session.size()?;
        observer.call(size);
        let (start, cpu) = (Instant::now(), thread_cpu());
        let result = self.session.solve(&limits)?;
        let used = self.session.last_usage();
        let whole = start.elapsed();
        let files = used.wall.map(|wall| TimeSpent {
            wall: whole.saturating_sub(wall),
            cpu: thread_cpu().saturating_sub(cpu),
        });
        self.budget.spend(used.cpu.unwrap_or_default());
        let result = match result {
            CallResult::Unknown(reason) => {
                CallResult::Unknown(self.budget.reached().unwrap_or(reason))
            }
            result => result,
        };
        let report = RoundReport {
            solver_time: used.wall.unwrap_or(whole) + relaxed.wall,
            io_time: files.unwrap_or_default(),
            solver_cpu: used.cpu.map(|cpu| cpu + relaxed.cpu),
            solver_peak_kb: used.peak_kb,
            relaxations: relaxed.relaxations,
            fractional_cuts: relaxed.cuts,
            ..RoundReport::new(size)
        };
        Ok(Ok((report, result)))
    }

    /// Adds the formula and the cuts so far to the session; the inner error is the limit that was reached.
    fn build(&mut self) -> Result<Result<(), String>, Failure> {
        self.started = true;
        let (start, cpu) = (Instant::now(), thread_cpu());
        let mut sink = LimitedSink::new(&mut *self.session, &self.budget);
        self.encoding.encode(&mut sink);
        let mut built = sink.finish();
        if built.is_ok() {
            if let (Some(model), Some(solver)) =
                (self.suggestion.take(), self.session.incremental())
            {
                solver.suggest(&model);
            }
            let mut sink = LimitedSink::new(&mut *self.session, &self.budget);
            for cut in &self.cuts {
                sink.constraint(cut.constraint(), cut.origin());
            }
            built = sink.finish();
        }
        self.build_time =
            TimeSpent { wall: start.elapsed(), cpu: thread_cpu().saturating_sub(cpu) };
        if let Err(reason) = built {
            return Ok(Err(reason));
        }
        let (mode, encoding) = (self.options.mode, self.encoding);
        let is_preferred =
            || encoding.global_constraint().is_some_and(GlobalConstraint::prefers_propagator);
        if mode == LoopCheckMode::Propagate || (mode == LoopCheckMode::Auto && is_preferred()) {
            let is_attached = match (encoding.propagator(), self.session.incremental()) {
                (Some(propagator), Some(solver)) => solver.attach_propagator(propagator),
                _ => false,
            };
            if !is_attached && mode == LoopCheckMode::Propagate {
                return Err(Failure::NoPropagator);
            }
        }
        Ok(Ok(()))
    }

    /// Suggests the values of a model to the solver, as soon as the solver has the formula. The model must satisfy all
    /// cuts so far.
    pub(super) fn suggest(&mut self, model: &[bool]) {
        if !self.started {
            self.suggestion = Some(model.to_vec());
            return;
        }
        let cpu = thread_cpu();
        if let Some(solver) = self.session.incremental() {
            solver.suggest(model);
        }
        self.budget.spend(thread_cpu().saturating_sub(cpu));
    }
}
