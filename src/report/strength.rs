//! The results of `encycle strength`.

use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::strength::{FormulaStrength, Strength, StrengthTable};

/// The strength of one formula: one line of `encycle strength --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct StrengthReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = StrengthReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The encoding, or the name of the file.
    pub encoding: String,
    /// The CNF method. Null for a file, and for a linear relaxation.
    pub cnf: Option<String>,
    /// The cardinality method. Null for a file, and for a linear relaxation.
    pub card: Option<String>,
    /// For a linear relaxation: how degree constraints are rows. Null for a formula.
    pub degree_rows: Option<String>,
    /// With `--by family`: the rule family whose clauses are left out. Null for the whole formula.
    pub without: Option<String>,
    /// With `--simplify`: the simplifier. Null for the formula of the encoding.
    pub simplifier: Option<String>,
    /// The number of variables; of those that occur, after a simplifier.
    pub variables: usize,
    /// The number of clauses; of rows, for a linear relaxation.
    pub clauses: usize,
    /// The number of atoms of the puzzle.
    pub atoms: usize,
    /// The number of atoms that are measured. A simplifier may have eliminated others.
    pub measured_atoms: usize,
    /// The number of cases.
    pub cases: usize,
    /// The number of further cases that were left out, since a solver could not decide what follows.
    pub undecided: usize,
    /// Whether the cases are all partial assignments of the atoms.
    pub exhaustive: bool,
    /// With respect to the solutions of the puzzle. Null if the puzzle has no encoding that needs no cuts.
    pub of_solutions: Option<StrengthFields>,
    /// With respect to the models of the encoding, which are the solutions if the encoding needs no cuts.
    pub of_models: StrengthFields,
}

/// The strength with respect to one reference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct StrengthFields {
    /// The number of implied literals in all cases.
    pub implied: u64,
    /// How many of the implied literals unit propagation derives, or have the same value in all points of the linear relaxation.
    pub derived: u64,
    /// The number of contradictory cases.
    pub contradictions: u64,
    /// In how many of the contradictory cases unit propagation finds a false clause, or the linear relaxation has no point.
    pub caught: u64,
    /// The mean number of atoms without a value in the contradictory cases that were missed. Null if none was.
    pub open_when_missed: Option<f64>,
    /// The greatest number of atoms without a value in the contradictory cases that were missed. Null if none was.
    pub open_at_most: Option<u64>,
    /// Whether unit propagation derives everything that follows; null unless all partial assignments were tried, or
    /// something is missed.
    pub propagation_complete: Option<bool>,
    /// The implied and the derived literals of the cases with so many tenths of the atoms.
    pub by_depth: Vec<DepthShare>,
    /// A case in which something is missed, without atoms that it does not need. Null if nothing is missed.
    pub witness: Option<WitnessFields>,
}

/// The implied literals of the cases of one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DepthShare {
    /// The share of atoms with a value, in tenths, rounded down.
    pub tenths: usize,
    /// The number of implied literals.
    pub implied: u64,
    /// How many of the implied literals unit propagation derives.
    pub derived: u64,
}

/// A case in which something is missed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WitnessFields {
    /// The literals of the case: the names of atoms, with a minus sign for false.
    pub given: Vec<String>,
    /// The literal that follows and is not derived. Null if the case is contradictory and no clause is false.
    pub missed: Option<String>,
}

impl StrengthReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-strength-1";

    /// Describes a row of a table.
    #[must_use]
    pub fn new(
        name: &str,
        problem: &dyn Problem,
        table: &StrengthTable,
        row: &FormulaStrength,
    ) -> Self {
        let fields = |strength: &Strength| fields(problem, strength, table.is_exhaustive);
        let of_clauses = row.lowering.filter(|_| !row.is_relaxation);
        let of_rows = row.lowering.filter(|_| row.is_relaxation);
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            encoding: row.encoding.clone(),
            cnf: of_clauses.map(|one| one.cnf.name().to_owned()),
            card: of_clauses.map(|one| one.card.name().to_owned()),
            degree_rows: of_rows.map(|one| one.degree_rows.name().to_owned()),
            without: row.without.clone(),
            simplifier: row.simplifier.clone(),
            variables: row.variables,
            clauses: row.clauses,
            atoms: table.atoms,
            measured_atoms: row.atoms,
            cases: table.cases,
            undecided: table.undecided,
            exhaustive: table.is_exhaustive,
            of_solutions: row.puzzle.as_ref().map(fields),
            of_models: fields(&row.models),
        }
    }
}

fn fields(problem: &dyn Problem, strength: &Strength, is_exhaustive: bool) -> StrengthFields {
    let has_missed = strength.caught.part < strength.caught.whole;
    let literal = |atom: usize, value: bool| {
        format!("{}{}", if value { "" } else { "-" }, problem.atom_label(atom))
    };
    StrengthFields {
        implied: strength.derived.whole,
        derived: strength.derived.part,
        contradictions: strength.caught.whole,
        caught: strength.caught.part,
        open_when_missed: strength.mean_open(),
        open_at_most: has_missed.then_some(strength.open.1),
        propagation_complete: match strength.misses_nothing() {
            false => Some(false),
            true => is_exhaustive.then_some(true),
        },
        by_depth: strength
            .by_depth
            .iter()
            .map(|(&tenths, share)| DepthShare {
                tenths,
                implied: share.whole,
                derived: share.part,
            })
            .collect(),
        witness: strength.witness.as_ref().map(|witness| WitnessFields {
            given: (0..)
                .zip(&witness.given)
                .filter_map(|(atom, value)| Some(literal(atom, (*value)?)))
                .collect(),
            missed: witness.missed.map(|(atom, value)| literal(atom, value)),
        }),
    }
}
