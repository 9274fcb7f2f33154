//! Sessions with IPASIR libraries.

use std::path::Path;

use encycle_encodings::logic::LoweringOptions;
use encycle_solvers::Ipasir;

use crate::solve::session::{Failure, IncrementalSession, SolverId};

/// A session with a shared library that implements IPASIR.
pub type IpasirSession = IncrementalSession<Ipasir>;

impl IpasirSession {
    /// Loads the library at this path, and starts a session with an empty formula.
    ///
    /// # Errors
    /// Returns an error if the library cannot be loaded or lacks a function of IPASIR.
    pub fn load(library: &Path, choices: LoweringOptions) -> Result<Self, Failure> {
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
