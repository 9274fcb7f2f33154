//! The results of `encycle core`.

use serde::{Deserialize, Serialize};

use crate::unsat_core::{Effort, FamilyCore, UnsatCore, Without};

/// An unsatisfiable core: the output of `encycle core --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CoreReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = CoreReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// What the proof shows: `unique` or `no-solution`.
    pub claim: String,
    /// The encoding.
    pub encoding: String,
    /// The CNF method.
    pub cnf: String,
    /// The cardinality method.
    pub card: String,
    /// The number of variables.
    pub variables: usize,
    /// The number of clauses, with cuts and the clause that excludes the solution.
    pub clauses: usize,
    /// The number of clauses in the core.
    pub used: usize,
    /// The work of the refutation.
    pub effort: EffortFields,
    /// The number of steps that the proof needs: learnt clauses, and literals that follow from them.
    pub steps: usize,
    /// A row for each rule family.
    pub families: Vec<FamilyFields>,
}

/// The work of a refutation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EffortFields {
    /// The number of conflicts that taught the solver a clause.
    pub conflicts: usize,
    /// Wall-clock time in seconds.
    pub seconds: f64,
}

/// The part of a rule family in a core.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FamilyFields {
    /// The rule family. `excluded` is the clause that excludes the solution.
    pub family: String,
    /// The number of clauses of the family.
    pub clauses: usize,
    /// How many clauses of the family are in the core.
    pub used: usize,
    /// How many steps of the proof use a clause of the family, summed over the clauses.
    pub uses: u64,
    /// With `--needed`: `needed` if the formula has a model without these clauses, `redundant` if it has none, `unknown` if
    /// a limit was reached. Null otherwise.
    pub without: Option<String>,
    /// The work of the refutation without these clauses, if they are redundant.
    pub effort_without: Option<EffortFields>,
}

impl CoreReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-core-1";

    /// Describes a core.
    #[must_use]
    pub fn new(name: &str, core: &UnsatCore) -> Self {
        let claim = if core.solution.is_some() { "unique" } else { "no-solution" };
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            claim: claim.to_owned(),
            encoding: core.encoding.clone(),
            cnf: core.lowering.cnf.name().to_owned(),
            card: core.lowering.card.name().to_owned(),
            variables: core.names.len(),
            clauses: core.clauses.len(),
            used: core.families.iter().map(|row| row.used).sum(),
            effort: effort(core.effort),
            steps: core.steps,
            families: core.families.iter().map(family).collect(),
        }
    }
}

fn effort(effort: Effort) -> EffortFields {
    EffortFields { conflicts: effort.conflicts, seconds: effort.time.as_secs_f64() }
}

fn family(row: &FamilyCore) -> FamilyFields {
    let word = |without| match without {
        Without::Needed => "needed",
        Without::Redundant(_) => "redundant",
        Without::Unknown => "unknown",
    };
    FamilyFields {
        family: row.family.to_owned(),
        clauses: row.clauses,
        used: row.used,
        uses: row.uses,
        without: row.without.map(|without| word(without).to_owned()),
        effort_without: match row.without {
            Some(Without::Redundant(without)) => Some(effort(without)),
            _ => None,
        },
    }
}
