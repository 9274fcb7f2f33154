//! Solvers that run inside this process: built-in solvers and IPASIR libraries.

mod batsat;
#[cfg(test)]
mod brute_force;
#[cfg(feature = "cadical")]
mod cadical;
mod implied_bounds;
#[cfg(feature = "process")]
mod ipasir;
mod limit_check;
mod microlp;
mod outlined;
#[cfg(feature = "process")]
mod redirect;
mod schedule;
mod stable;

pub use batsat::{BatSat, BatSatOptions, ClauseExchange, Refuted, TrailStep, refute};
#[cfg(feature = "cadical")]
pub use cadical::CadicalSolver;
#[cfg(feature = "process")]
pub use ipasir::{Ipasir, IpasirError};
pub use microlp::{Microlp, MicrolpError, MicrolpOutcome, MicrolpPoint, RelaxedPoint};
pub use outlined::Outlined;
pub use stable::{StableOptions, StableSat};

use encycle_encodings::logic::{ClauseSink, ExternalPropagator, Lit};

use crate::{Limits, SolverKind, SolverStatus};

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

/// A built-in solver, whether or not its cargo feature is enabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// The name. No described solver may have this name, even if the cargo feature is not enabled.
    pub name: &'static str,
    /// The version; `None` if the cargo feature is not enabled.
    pub version: Option<&'static str>,
    /// The kind of problem that the solver accepts.
    pub kind: SolverKind,
}

impl BuiltIn {
    /// BatSat, which is always compiled in.
    pub const BATSAT: Self =
        Self { name: BatSat::NAME, version: Some(BatSat::VERSION), kind: SolverKind::Sat };
    /// The solver for finding models, which is always compiled in.
    pub const STABLE: Self =
        Self { name: StableSat::NAME, version: Some(StableSat::VERSION), kind: SolverKind::Sat };
    /// microlp, which is always compiled in.
    pub const MICROLP: Self =
        Self { name: Microlp::NAME, version: Some(Microlp::VERSION), kind: SolverKind::Mip };
    /// CaDiCaL, compiled in with the cargo feature `cadical`. The name `cadical` belongs to the external program.
    pub const CADICAL: Self = Self {
        name: "embedded-cadical",
        version: if cfg!(feature = "cadical") { Some("3.0.1") } else { None },
        kind: SolverKind::Sat,
    };

    /// Every built-in solver, the default first.
    const ALL: [Self; 4] = [Self::BATSAT, Self::STABLE, Self::CADICAL, Self::MICROLP];

    /// The name that stands for the built-in solver that suits the puzzle. No solver has this name.
    pub const DEFAULT_NAME: &'static str = "default";

    /// Returns whether this name is reserved, so that no described solver may have it.
    #[must_use]
    pub fn is_reserved(name: &str) -> bool {
        name == Self::DEFAULT_NAME || Self::named(name).is_some()
    }

    /// Returns the built-in solver of this name.
    ///
    /// ```
    /// use encycle_solvers::BuiltIn;
    /// assert_eq!(BuiltIn::named("batsat"), Some(BuiltIn::BATSAT));
    /// assert_eq!(BuiltIn::named("minisat"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name == name)
    }

    /// Returns the built-in solvers that are compiled in, the default first.
    pub fn present() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|one| one.version.is_some())
    }
}
