//! Sessions with solvers in this process: incremental SAT solvers, built in or in a library, and the built-in MIP
//! solver.

use std::fmt;
use std::ops::Range;
#[cfg(feature = "process")]
use std::path::Path;

use encycle_encodings::logic::{
    ClauseSink, CnfLowering, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, ProgramPart,
    RowLowering, Var,
};

use crate::solve::session::program::{GivenProgram, ProgramPoint};
use crate::solve::session::{
    CallResult, Failure, FormulaSize, Session, SolverId, SolverUsage, answer,
};
#[cfg(feature = "cadical")]
use encycle_solvers::CadicalSolver;
#[cfg(feature = "process")]
use encycle_solvers::Ipasir;
#[cfg(feature = "rustsat")]
use encycle_solvers::RustSatSolver;
use encycle_solvers::{
    BatSat, BatSatOptions, BuiltIn, IncrementalSolver, Limits, Microlp, MicrolpError,
    MicrolpOutcome, MicrolpPoint, Outlined, SolverStatus, StableOptions, StableSat, thread_cpu,
};
#[cfg(feature = "rustsat")]
use rustsat::solvers::{Interrupt, SolveIncremental};

/// A sink that forwards clauses to a solver and counts them.
#[derive(Debug)]
struct CountingSink<S> {
    solver: S,
    size: FormulaSize,
}

impl<S: ClauseSink> ClauseSink for CountingSink<S> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.size.variables += 1;
        self.solver.variable(family, name);
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        self.size.clauses += 1;
        self.solver.clause(clause, origin);
    }
}

/// A session with an incremental solver in this process, which keeps its state between rounds.
#[derive(Debug)]
pub struct IncrementalSession<S> {
    id: SolverId,
    is_built_in: bool,
    lowering: CnfLowering<CountingSink<S>>,
    last: SolverUsage,
}

/// A session with the built-in solver BatSat.
pub type BatSatSession = IncrementalSession<BatSat>;

/// A session with two BatSat solvers, one of which solves the outline of an encoding ([`Encoding::outline`]).
///
/// [`Encoding::outline`]: encycle_encodings::encoding::Encoding::outline
pub type OutlinedSession = IncrementalSession<Outlined>;

/// A session with the built-in solver for finding models.
pub type StableSession = IncrementalSession<StableSat>;

/// A session with the built-in solver CaDiCaL.
#[cfg(feature = "cadical")]
pub type CadicalSession = IncrementalSession<CadicalSolver>;

impl BatSatSession {
    /// Starts a session with an empty formula.
    #[must_use]
    pub fn new(choices: LoweringOptions, seed: Option<u64>) -> Self {
        Self::with_options(choices, BatSatOptions { seed, ..BatSatOptions::default() })
    }

    /// Starts a session with an empty formula and these search options.
    #[must_use]
    pub fn with_options(choices: LoweringOptions, options: BatSatOptions) -> Self {
        Self::built_in(BatSat::with_options(options), BuiltIn::BATSAT, choices)
    }
}

impl OutlinedSession {
    /// Starts a session with an empty formula, these search options, and these variables as the outline.
    #[must_use]
    pub fn new(choices: LoweringOptions, options: BatSatOptions, outline: Range<u32>) -> Self {
        Self::built_in(Outlined::new(options, outline), BuiltIn::BATSAT, choices)
    }
}

impl StableSession {
    /// Starts a session with an empty formula.
    #[must_use]
    pub fn new(choices: LoweringOptions, seed: Option<u64>) -> Self {
        Self::with_options(choices, StableOptions { seed, ..StableOptions::default() })
    }

    /// Starts a session with an empty formula and these search options.
    #[must_use]
    pub fn with_options(choices: LoweringOptions, options: StableOptions) -> Self {
        Self::built_in(StableSat::with_options(options), BuiltIn::STABLE, choices)
    }
}

#[cfg(feature = "cadical")]
impl CadicalSession {
    /// Starts a session with an empty formula.
    #[must_use]
    pub fn new(choices: LoweringOptions, seed: Option<u64>) -> Self {
        Self::built_in(CadicalSolver::new(seed), BuiltIn::CADICAL, choices)
    }
}

/// A session with a shared library that implements IPASIR.
#[cfg(feature = "process")]
pub type IpasirSession = IncrementalSession<Ipasir>;

#[cfg(feature = "process")]
impl IpasirSession {
    /// Loads the library at this path, and starts a session with an empty formula.
    ///
    /// # Errors
    /// Returns an error if the library cannot be loaded or lacks a function of IPASIR.
    pub fn load(library: &Path, choices: LoweringOptions) -> Result<Self, Failure> {
        let name = format!("ipasir:{}", library.display());
        let solver = Ipasir::load(library).map_err(|error| Failure::solver(&name, &error))?;
        let id = SolverId { name, version: Some(solver.signature().to_owned()).into() };
        Ok(Self::with(solver, id, choices))
    }
}

/// A session with any incremental solver of [RustSAT](https://docs.rs/rustsat), with or without a way to interrupt it.
///
/// ```
/// use encycle::prelude::*;
/// use encycle::solve::{RustSatSession, solve};
///
/// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
/// let encoding = puzzle.encoding("edge")?;
/// let solver = rustsat_batsat::BasicSolver::default();
/// let mut session = RustSatSession::new(solver, LoweringOptions::default());
/// let outcome = solve(&encoding, &mut session, SearchOptions::default(), true, &mut ());
/// assert_eq!(outcome.verdict, Verdict::Unique);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "rustsat")]
pub type RustSatSession<S> = IncrementalSession<RustSatSolver<S>>;

#[cfg(feature = "rustsat")]
impl<S: SolveIncremental> RustSatSession<S> {
    /// Starts a session with a solver that contains no clauses and cannot be interrupted ([`RustSatSolver::new`]).
    #[must_use]
    pub fn new(solver: S, choices: LoweringOptions) -> Self {
        let id = SolverId { name: solver.signature().to_owned(), version: None.into() };
        Self::with(RustSatSolver::new(solver), id, choices)
    }

    /// Starts a session with a solver that contains no clauses and stops at limits ([`RustSatSolver::interruptible`]).
    #[must_use]
    pub fn interruptible(solver: S, choices: LoweringOptions) -> Self
    where
        S: Interrupt,
    {
        let id = SolverId { name: solver.signature().to_owned(), version: None.into() };
        Self::with(RustSatSolver::interruptible(solver), id, choices)
    }
}

impl<S: IncrementalSolver> IncrementalSession<S> {
    /// Starts a session with a solver that contains no clauses, for example a solver that the caller implements.
    #[must_use]
    pub fn with(solver: S, id: SolverId, choices: LoweringOptions) -> Self {
        let size = FormulaSize { variables: 0, clauses: 0 };
        let sink = CountingSink { solver, size };
        let lowering = CnfLowering::new(sink, choices);
        Self { id, is_built_in: false, lowering, last: SolverUsage::default() }
    }

    /// Starts a session like [`Self::with`], with a built-in solver.
    fn built_in(solver: S, id: BuiltIn, choices: LoweringOptions) -> Self {
        Self { is_built_in: true, ..Self::with(solver, id.into(), choices) }
    }
}

impl<S: IncrementalSolver> ConstraintSink for IncrementalSession<S> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.lowering.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.lowering.constraint(constraint, origin);
    }
}

impl<S: IncrementalSolver> Session for IncrementalSession<S> {
    fn solver(&self) -> &SolverId {
        &self.id
    }

    fn is_built_in(&self) -> bool {
        self.is_built_in
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        Ok(self.lowering.sink()?.size)
    }

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        let before = thread_cpu();
        let status = self.lowering.sink()?.solver.solve(limits);
        self.last = SolverUsage::in_thread(before);
        Ok(answer(status, limits))
    }

    fn incremental(&mut self) -> Option<&mut dyn IncrementalSolver> {
        Some(&mut self.lowering.sink().ok()?.solver)
    }

    fn last_usage(&self) -> SolverUsage {
        self.last
    }
}

/// A session with the built-in solver microlp.
///
/// ```
/// use encycle::solve::{MicrolpSession, SearchOptions, Verdict, solve};
/// use encycle::encodings::logic::LoweringOptions;
/// use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".3"])?;
/// let encoding = encoding("edge", &puzzle)?;
/// let mut session = MicrolpSession::new(LoweringOptions::default());
/// let outcome = solve(&encoding, &mut session, SearchOptions::default(), true, &mut ());
/// assert_eq!(outcome.verdict, Verdict::Several);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MicrolpSession {
    id: SolverId,
    lowering: RowLowering<Microlp>,
    /// The assumptions of the next call.
    assumed: Vec<Lit>,
    program: Option<GivenProgram>,
    last: SolverUsage,
}

impl MicrolpSession {
    /// Starts a session with an empty program.
    #[must_use]
    pub fn new(choices: LoweringOptions) -> Self {
        let lowering = RowLowering::new(Microlp::new(), choices);
        Self {
            id: BuiltIn::MICROLP.into(),
            lowering,
            assumed: Vec::new(),
            program: None,
            last: SolverUsage::default(),
        }
    }

    /// Solves the program that this session was given.
    fn optimize(&mut self, assumed: &[Lit], limits: &Limits) -> Result<CallResult, Failure> {
        let outcome = self.timed(|program| program.optimize_under(assumed, limits))?;
        let point = match outcome {
            MicrolpOutcome::Point(point) => point,
            MicrolpOutcome::Infeasible => return Ok(CallResult::Unsatisfiable),
            MicrolpOutcome::Limit => return Ok(answer(SolverStatus::Unknown, limits)),
            MicrolpOutcome::Unbounded => {
                return Ok(CallResult::Unknown(format!("{}: the objective is unbounded", self.id)));
            }
            MicrolpOutcome::OutOfRange => {
                let reason = "an integer column may need a value beyond 2^31, which other MIP solvers search";
                return Ok(CallResult::Unknown(format!("{}: {reason}", self.id)));
            }
        };
        let MicrolpPoint { mut booleans, others, is_optimal, bound } = point;
        let model = booleans.iter().map(|&value| value > 0.5).collect();
        booleans.extend(others);
        if let Some(program) = &mut self.program {
            program.set_point(booleans, is_optimal, bound);
        }
        Ok(CallResult::Model(model))
    }

    /// Calls the solver, and records the CPU time.
    fn timed<T>(
        &mut self,
        call: impl FnOnce(&Microlp) -> Result<T, MicrolpError>,
    ) -> Result<T, Failure> {
        let before = thread_cpu();
        let result = call(self.lowering.sink()?);
        self.last = SolverUsage::in_thread(before);
        result.map_err(|error| Failure::solver(&self.id, &error))
    }
}

impl ConstraintSink for MicrolpSession {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.lowering.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.lowering.constraint(constraint, origin);
    }
}

impl Session for MicrolpSession {
    fn solver(&self) -> &SolverId {
        &self.id
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        let program = self.lowering.sink()?;
        Ok(FormulaSize { variables: program.columns(), clauses: program.rows() })
    }

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        let assumed = std::mem::take(&mut self.assumed);
        if let Some(program) = &mut self.program {
            program.point = None;
            return match program.has_empty_range() {
                true => Ok(CallResult::Unsatisfiable),
                false => self.optimize(&assumed, limits),
            };
        }
        Ok(answer(self.timed(|program| program.solve_under(&assumed, limits))?, limits))
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assumed = literals.to_vec();
        true
    }

    fn set_program(&mut self, program: &ProgramPart) -> Result<(), Failure> {
        self.lowering.sink()?.add_program(program);
        self.program = Some(GivenProgram::new(program.clone()));
        Ok(())
    }

    fn point(&self) -> Option<&ProgramPoint> {
        self.program.as_ref()?.point.as_ref()
    }

    fn relax(&mut self, limits: &Limits) -> Result<Option<Vec<f64>>, Failure> {
        self.timed(|program| program.relax(limits))
    }

    fn last_usage(&self) -> SolverUsage {
        self.last
    }
}
