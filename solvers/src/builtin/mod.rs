//! The solvers inside this program, by name.

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod decisions;
mod ipasir;
mod microlp;
mod pace;
mod propagation;

pub use batsat::BatSat;
#[cfg(feature = "cadical")]
pub use cadical::CadicalSolver;
pub use decisions::TrailStep;
pub use ipasir::{Ipasir, IpasirError};
pub use microlp::Microlp;

use crate::SolverKind;

/// A solver that is built in, or would be with another cargo feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name, which no other solver has, whether it is there or not.
    pub name: &'static str,
    /// Its version, if it is there.
    pub version: Option<&'static str>,
    /// What it takes: clauses, or rows.
    pub kind: SolverKind,
}

impl BuiltIn {
    /// BatSat, always there.
    pub const BATSAT: Self =
        Self { name: BatSat::NAME, version: Some(BatSat::VERSION), kind: SolverKind::Sat };
    /// microlp, always there.
    pub const MICROLP: Self =
        Self { name: Microlp::NAME, version: Some(Microlp::VERSION), kind: SolverKind::Mip };
    /// CaDiCaL, there with the cargo feature `cadical`. The programs that a user may have are called `cadical`.
    pub const CADICAL: Self = Self {
        name: "embedded-cadical",
        version: if cfg!(feature = "cadical") { Some("3.0.1") } else { None },
        kind: SolverKind::Sat,
    };

    /// All of them, the default first.
    const ALL: [Self; 3] = [Self::BATSAT, Self::CADICAL, Self::MICROLP];

    /// The one of this name.
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

    /// Those that are there, the default first.
    pub fn present() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|one| one.version.is_some())
    }
}
