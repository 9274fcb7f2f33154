//! Sessions with a solver inside this process, which keeps its state from round to round.

use std::fmt;
use std::path::Path;

use encycle_encodings::export::CnfSize;
use encycle_encodings::logic::{
    Choices, ClauseSink, CnfLowering, Constraint, ConstraintSink, Lit, Origin, Var,
};

use encycle_encodings::logic::ExternalPropagator;

use crate::solve::session::{Answer, Failure, FormulaSize, Session, SolverId, Usage, answer};
#[cfg(feature = "cadical")]
use encycle_solvers::EmbeddedCadical;
use encycle_solvers::{BuiltIn, Embedded, Ipasir, Limits, Reply, Step, thread_cpu};

/// A solver that takes clauses and can be asked again and again.
pub trait IncrementalSolver: ClauseSink {
    /// Solves what is there so far, and keeps what it has learnt. A model is not checked.
    fn solve(&mut self, limits: &Limits) -> Reply;

    /// Takes somebody who looks at its assignments while it searches. False: it has no place for one.
    fn watch(&mut self, _: Box<dyn ExternalPropagator>) -> bool {
        false
    }

    /// Takes literals that are true in the next call of [`Self::solve`] alone. False: it has no place for them.
    fn assume(&mut self, _: &[Lit]) -> bool {
        false
    }

    /// Which of the literals that were taken for true in the last call had no model together; `None` if it does not
    /// tell.
    fn core(&mut self) -> Option<Vec<Lit>> {
        None
    }

    /// How it came to its last model; `None` if it does not tell.
    fn path(&self) -> Option<&[Step]> {
        None
    }
}

impl IncrementalSolver for Embedded {
    fn solve(&mut self, limits: &Limits) -> Reply {
        self.solve(limits)
    }

    fn watch(&mut self, propagator: Box<dyn ExternalPropagator>) -> bool {
        self.watch(propagator);
        true
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assume(literals);
        true
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        Some(Self::core(self))
    }

    fn path(&self) -> Option<&[Step]> {
        self.path()
    }
}

#[cfg(feature = "cadical")]
impl IncrementalSolver for EmbeddedCadical {
    fn solve(&mut self, limits: &Limits) -> Reply {
        self.solve(limits)
    }

    fn watch(&mut self, propagator: Box<dyn ExternalPropagator>) -> bool {
        self.watch(propagator)
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assume(literals);
        true
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        Some(self.core())
    }
}

impl IncrementalSolver for Ipasir {
    fn solve(&mut self, limits: &Limits) -> Reply {
        self.solve(limits)
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assume(literals)
    }
}

/// A solver, and the size of what it was given.
#[derive(Debug)]
struct Counted<S> {
    solver: S,
    size: CnfSize,
}

impl<S: ClauseSink> ClauseSink for Counted<S> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.size.variable(family, name);
        self.solver.variable(family, name);
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        self.size.clause(clause, origin);
        self.solver.clause(clause, origin);
    }
}

/// A session with a solver in this process: one incremental solver for all rounds.
#[derive(Debug)]
pub struct IncrementalSession<S> {
    id: SolverId,
    lowering: CnfLowering<Counted<S>>,
    last: Usage,
}

/// A session with the embedded solver.
pub type EmbeddedSession = IncrementalSession<Embedded>;

/// A session with CaDiCaL in this process.
#[cfg(feature = "cadical")]
pub type EmbeddedCadicalSession = IncrementalSession<EmbeddedCadical>;

/// A session with a shared library that speaks IPASIR.
pub type IpasirSession = IncrementalSession<Ipasir>;

impl EmbeddedSession {
    /// A session with an empty formula.
    #[must_use]
    pub fn new(choices: Choices, seed: Option<u64>) -> Self {
        Self::with(Embedded::new(seed), BuiltIn::BATSAT.into(), choices)
    }
}

#[cfg(feature = "cadical")]
impl EmbeddedCadicalSession {
    /// A session with an empty formula.
    #[must_use]
    pub fn new(choices: Choices, seed: Option<u64>) -> Self {
        Self::with(EmbeddedCadical::new(seed), BuiltIn::CADICAL.into(), choices)
    }
}

impl IpasirSession {
    /// A session with an empty formula in the library of this path.
    ///
    /// # Errors
    /// If the library cannot be loaded, or lacks a function of IPASIR.
    pub fn load(library: &Path, choices: Choices) -> Result<Self, Failure> {
        let name = format!("ipasir:{}", library.display());
        let solver = Ipasir::load(library).map_err(|error| Failure::Solver {
            solver: name.clone(),
            reason: error.to_string(),
            last_lines: Vec::new(),
        })?;
        let id = SolverId { name, version: Some(solver.signature().to_owned()) };
        Ok(Self::with(solver, id, choices))
    }
}

impl<S: IncrementalSolver> IncrementalSession<S> {
    fn with(solver: S, id: SolverId, choices: Choices) -> Self {
        let sink = Counted { solver, size: CnfSize::default() };
        Self { id, lowering: CnfLowering::new(sink, choices), last: Usage::default() }
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

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        let size = self.lowering.sink()?.size;
        Ok(FormulaSize { variables: size.variables, clauses: size.clauses })
    }

    fn ask(&mut self, limits: &Limits) -> Result<Answer, Failure> {
        let before = thread_cpu();
        let reply = self.lowering.sink()?.solver.solve(limits);
        self.last = Usage { cpu: thread_cpu().checked_sub(before), ..Usage::default() };
        Ok(answer(reply, limits))
    }

    fn watch(&mut self, propagator: Box<dyn ExternalPropagator>) -> bool {
        // a session that left out a constraint says so when it is asked
        self.lowering.sink().is_ok_and(|counted| counted.solver.watch(propagator))
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.lowering.sink().is_ok_and(|counted| counted.solver.assume(literals))
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        self.lowering.sink().ok()?.solver.core()
    }

    fn path(&mut self) -> Option<&[Step]> {
        self.lowering.sink().ok()?.solver.path()
    }

    fn last_usage(&self) -> Usage {
        self.last
    }
}
