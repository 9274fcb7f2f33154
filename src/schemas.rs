//! The JSON Schemas of all layouts.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

#[cfg(feature = "process")]
use crate::bench::{CampaignInfo, ResultRow};
#[cfg(feature = "process")]
use crate::report::SolverList;
use crate::report::{
    ClueSetsReport, CountReport, DecodeLine, DecodeReport, EnumerateLine, EnumerateReport,
    GenerateReport, GradeReport, LedgerEntry, LintLine, LintedFile, PairSetsReport, PresolveReport,
    RepairReport, ResultLine, SizesLine, SizesReport, SolveReport, ThinReport,
};
use crate::solve::Checkpoint;

/// Returns the JSON Schema of each layout with its name. For JSON lines it describes one line.
///
/// The schemas describe what Encycle writes: a key is required if it is always present, even if its value may be
/// null. They are in the repository under `docs/schemas`, one file `NAME.json` each.
///
/// ```
/// let schemas = encycle::json_schemas();
/// assert!(schemas.iter().any(|(name, _)| *name == "encycle-solve-2"));
/// ```
#[must_use]
pub fn json_schemas() -> Vec<(&'static str, Schema)> {
    #[allow(unused_mut, reason = "campaigns are a feature")]
    let mut schemas = vec![
        of::<ResultLine<SolveReport>>(SolveReport::SCHEMA),
        of::<LedgerEntry>(LedgerEntry::SCHEMA),
        of::<EnumerateLine>(EnumerateReport::SCHEMA),
        of::<Checkpoint>(Checkpoint::SCHEMA),
        of::<ResultLine<CountReport>>(CountReport::SCHEMA),
        of::<DecodeLine>(DecodeReport::SCHEMA),
        of::<SizesLine>(SizesReport::SCHEMA),
        of::<ResultLine<PresolveReport>>(PresolveReport::SCHEMA),
        of::<ResultLine<GradeReport>>(GradeReport::SCHEMA),
        of::<GenerateReport>(GenerateReport::SCHEMA),
        of::<ThinReport>(ThinReport::SCHEMA),
        of::<RepairReport>(RepairReport::SCHEMA),
        of::<ClueSetsReport>(ClueSetsReport::SCHEMA),
        of::<PairSetsReport>(PairSetsReport::SCHEMA),
        of::<LintLine>(LintedFile::SCHEMA),
    ];
    #[cfg(feature = "process")]
    schemas.extend(of_processes());
    schemas
}

#[cfg(feature = "process")]
/// Returns the schemas of the layouts about processes: the list of solvers, and the rows and commands
/// of campaigns.
fn of_processes() -> [(&'static str, Schema); 3] {
    [
        of::<SolverList>(SolverList::SCHEMA),
        of::<ResultRow>(ResultRow::SCHEMA),
        of::<CampaignInfo>(CampaignInfo::SCHEMA),
    ]
}

/// Returns the name of a layout and the schema of its type, with the name as title.
fn of<T: JsonSchema>(name: &'static str) -> (&'static str, Schema) {
    let mut schema =
        SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), name.into());
    (name, schema)
}
