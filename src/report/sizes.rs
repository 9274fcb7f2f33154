//! The results of `encycle sizes`.

use std::collections::BTreeMap;

use encycle_encodings::export::{CnfSize, RowSize};
use serde::{Deserialize, Serialize};

use crate::report::puzzle::PuzzleSize;
use crate::sizes::EncodingSize;

/// One line of `encycle sizes --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SizesLine {
    /// The sizes.
    Result(Box<SizesReport>),
    /// The puzzle cannot be read, or the encoding is too large for it.
    Failed(FailedSizes),
}

/// The sizes of one puzzle with one encoding and one set of lowering options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SizesReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = SizesReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// Always null: a line without sizes has no other keys.
    pub error: Option<String>,
    /// The size of the puzzle.
    pub size: PuzzleSize,
    /// The name of the encoding.
    pub encoding: String,
    /// The CNF method.
    pub cnf: String,
    /// The cardinality method.
    pub card: String,
    /// The form of the degree rows of the linear program.
    pub degree_rows: String,
    /// The sizes of the whole formula.
    pub total: SizeFields,
    /// The MD5 hash of the clauses that identifies the formula in the Global Benchmark Database. Null if a constraint has
    /// too many clauses to be made (`naive`), or only MIP solvers take the problem.
    pub gbdhash: Option<String>,
    /// The MD5 hash of the degrees of its variables, the same for formulas that differ in names, signs and order only.
    /// Null if `gbdhash` is.
    pub isohash: Option<String>,
    /// With `--features`: the base features of the Global Benchmark Database, by their names.
    pub features: Option<BTreeMap<String, f64>>,
    /// The sizes of each rule family, by its name.
    pub families: BTreeMap<String, SizeFields>,
}

/// The sizes of a formula and of its linear program, or of the part of a rule family. The sizes of the CNF formula and of the
/// OPB file are null for a problem that only MIP solvers take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SizeFields {
    /// The number of variables of the CNF formula.
    pub variables: Option<usize>,
    /// The number of clauses.
    pub clauses: Option<usize>,
    /// The number of literals in all clauses.
    pub literals: Option<usize>,
    /// The length of the longest clause, in literals.
    pub longest: Option<usize>,
    /// The length of the clauses as lines of a DIMACS file, in bytes, without comments and header.
    pub bytes: Option<u64>,
    /// The number of columns of the linear program.
    pub lp_columns: usize,
    /// The number of rows of the linear program.
    pub lp_rows: usize,
    /// The number of nonzero coefficients in these rows.
    pub lp_nonzeros: usize,
    /// The length of the rows as constraints of an OPB file, in bytes, without comments and header.
    pub opb_bytes: Option<u64>,
}

impl SizeFields {
    /// Combines the sizes of a CNF formula and of its linear program; only those of the program, if the problem `needs_mip`.
    #[must_use]
    pub fn new(cnf: &CnfSize, rows: &RowSize, needs_mip: bool) -> Self {
        let cnf = (!needs_mip).then_some(cnf);
        Self {
            variables: cnf.map(|cnf| cnf.variables),
            clauses: cnf.map(|cnf| cnf.clauses),
            literals: cnf.map(|cnf| cnf.literals),
            longest: cnf.map(|cnf| cnf.longest),
            bytes: cnf.map(|cnf| cnf.bytes),
            lp_columns: rows.lp.variables,
            lp_rows: rows.lp.rows,
            lp_nonzeros: rows.lp.nonzeros,
            opb_bytes: (!needs_mip).then_some(rows.opb_bytes),
        }
    }
}

/// A puzzle that cannot be read, or for which an encoding is too large.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FailedSizes {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = SizesReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The error.
    pub error: String,
}

impl FailedSizes {
    /// Describes a puzzle without sizes.
    #[must_use]
    pub fn new(puzzle: &str, error: impl ToString) -> Self {
        Self {
            schema: SizesReport::SCHEMA.to_owned(),
            puzzle: puzzle.to_owned(),
            error: error.to_string(),
        }
    }
}

impl SizesReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-sizes-1";

    /// Describes the measured sizes.
    #[must_use]
    pub fn new(measurement: &EncodingSize) -> Self {
        let needs_mip = measurement.needs_mip;
        let family = |family: &'static str| {
            let (cnf, rows) = measurement.family(family);
            (family.to_owned(), SizeFields::new(&cnf, &rows, needs_mip))
        };
        let hashes = measurement.hashes.as_ref().filter(|_| !needs_mip);
        let features = measurement.features.as_ref().filter(|_| !needs_mip);
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: measurement.puzzle.clone(),
            error: None,
            size: measurement.size.into(),
            encoding: measurement.encoding.clone(),
            cnf: measurement.choices.cnf.name().to_owned(),
            card: measurement.choices.card.name().to_owned(),
            degree_rows: measurement.choices.degree_rows.name().to_owned(),
            total: SizeFields::new(measurement.cnf.total(), measurement.rows.total(), needs_mip),
            gbdhash: hashes.map(|hashes| hashes.gbdhash.clone()),
            isohash: hashes.map(|hashes| hashes.isohash.clone()),
            features: features.map(|features| {
                features.iter().map(|(name, value)| (name.to_owned(), value)).collect()
            }),
            families: measurement.families().into_iter().map(family).collect(),
        }
    }
}
