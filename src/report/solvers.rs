//! The result of `encycle solvers`.

use std::collections::BTreeMap;

use encycle_solvers::{ProbeOutcome, SolverFacts, SolverKind};
use serde::{Deserialize, Serialize};

/// All known solvers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SolverList(pub Vec<SolverEntry>);

impl SolverList {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-solvers-1";
}

/// One solver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SolverEntry {
    /// The name of the solver.
    pub name: String,
    /// The kind of problem that it takes.
    pub kind: SolverKind,
    /// The path of the program, or `(built in)`. Null if the solver is not installed.
    pub path: Option<String>,
    /// The version. Null if the solver is not installed or reports none.
    pub version: Option<String>,
    /// With `--probe`: the results of the probe. Null for a solver that is built in or not installed.
    pub probe: Option<ProbeFields>,
}

/// The results of a probe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProbeFields {
    /// Whether the solver passed all cases.
    pub works: bool,
    /// The result of each case by its name: `ok`, or the fault.
    pub cases: BTreeMap<String, String>,
    /// The wall time of the shortest run. Null if no run ended with a result.
    pub startup_seconds: Option<f64>,
    /// The capabilities of the solver. Null if it does not work.
    pub facts: Option<SolverFacts>,
    /// Whether the results come from an earlier probe of the same program.
    pub remembered: bool,
}

impl From<&ProbeOutcome> for ProbeFields {
    fn from(outcome: &ProbeOutcome) -> Self {
        let probe = &outcome.probe;
        let cases = probe.checks().into_iter().map(|(case, check)| {
            let result = check.as_ref().err().map_or_else(|| "ok".to_owned(), ToString::to_string);
            (case.to_owned(), result)
        });
        Self {
            works: probe.is_ok(),
            cases: cases.collect(),
            startup_seconds: probe.startup.map(|time| time.as_secs_f64()),
            facts: probe.facts.clone(),
            remembered: outcome.is_remembered,
        }
    }
}
