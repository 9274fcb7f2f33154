//! The JSON Schemas of all layouts.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

#[cfg(feature = "process")]
use crate::bench::{CampaignInfo, ResultRow};
use crate::certify::CertificateInfo;
#[cfg(feature = "process")]
use crate::competition::BundleReport;
use crate::page::{self, Event, Request};
#[cfg(feature = "process")]
use crate::report::SolverList;
use crate::report::{
    ClueSetsReport, CoreReport, CountReport, DecodeLine, DecodeReport, EnumerateLine,
    EnumerateReport, GenerateReport, GradeReport, LedgerEntry, LintLine, LintedFile,
    PairSetsReport, RepairReport, ResultLine, SizesLine, SizesReport, SolveReport, StrengthReport,
    ThinReport,
};
use crate::solve::Checkpoint;

/// Returns the JSON Schema of each layout with its name. For JSON lines it describes one line.
///
/// The schemas describe what Encycle writes (of requests: what it reads): a key is required if it is always present, even if its value may be
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
        of::<ResultLine<SolveReport>>(
            SolveReport::SCHEMA,
            "The result for one puzzle: `solve --json`",
        ),
        of::<LedgerEntry>(
            LedgerEntry::SCHEMA,
            "One cut: a line of `cuts.jsonl` of `solve --rounds`",
        ),
        of::<ResultLine<EnumerateLine>>(
            EnumerateReport::SCHEMA,
            "One solution, or the last line: `enumerate --json`",
        ),
        of::<Checkpoint>(
            Checkpoint::SCHEMA,
            "The progress of an enumeration: `enumerate --checkpoint`",
        ),
        of::<ResultLine<CountReport>>(
            CountReport::SCHEMA,
            "The number of solutions of one puzzle: `count --json`",
        ),
        of::<DecodeLine>(DecodeReport::SCHEMA, "The decoded output of a solver: `decode --json`"),
        of::<SizesLine>(SizesReport::SCHEMA, "The size of one formula: `sizes --json`"),
        of::<ResultLine<StrengthReport>>(
            StrengthReport::SCHEMA,
            "The strength of one formula: `strength --json`",
        ),
        of::<ResultLine<CoreReport>>(
            CoreReport::SCHEMA,
            "The core of a proof of uniqueness: `core --json`",
        ),
        of::<ResultLine<GradeReport>>(
            GradeReport::SCHEMA,
            "The difficulty of one puzzle: `grade --json`",
        ),
        of::<GenerateReport>(GenerateReport::SCHEMA, "One generated puzzle: `generate --json`"),
        of::<ResultLine<ThinReport>>(
            ThinReport::SCHEMA,
            "The superfluous clues of a puzzle: `thin --json`",
        ),
        of::<ResultLine<RepairReport>>(
            RepairReport::SCHEMA,
            "The repair of a puzzle: `repair --json`",
        ),
        of::<ClueSetsReport>(
            ClueSetsReport::SCHEMA,
            "The good clue sets of a Slitherlink: `instances --json`",
        ),
        of::<PairSetsReport>(
            PairSetsReport::SCHEMA,
            "The good pair sets of a Numberlink: `instances --json`",
        ),
        of::<CertificateInfo>(
            CertificateInfo::SCHEMA,
            "A certificate: `certificate.json` of `certify`",
        ),
        of::<LintLine>(LintedFile::SCHEMA, "The problems of one file: `lint --json`"),
        with::<Request>(
            SchemaSettings::draft2020_12().for_deserialize(),
            page::REQUEST_SCHEMA,
            "A request of the page of `serve`",
        ),
        of::<Event>(page::EVENT_SCHEMA, "An event of a job of the page of `serve`"),
    ];
    #[cfg(feature = "process")]
    schemas.extend(of_processes());
    schemas
}

#[cfg(feature = "process")]
/// Returns the schemas of the layouts about processes: the list of solvers, and the rows and commands
/// of campaigns.
fn of_processes() -> [(&'static str, Schema); 4] {
    [
        of::<BundleReport>(
            BundleReport::SCHEMA,
            "The contents of a bundle: `bundle.json` of `competition`",
        ),
        of::<SolverList>(SolverList::SCHEMA, "The known solvers: `solvers --json`"),
        of::<ResultRow>(
            ResultRow::SCHEMA,
            "One run of a campaign: a line of `rows.jsonl` of `bench`",
        ),
        of::<CampaignInfo>(
            CampaignInfo::SCHEMA,
            "The commands of a campaign: `campaign.json` of `bench`",
        ),
    ]
}

/// Returns the name of a layout and the schema of its type, with the name as title, and a description that starts with
/// what the layout contains and which command writes it.
fn of<T: JsonSchema>(name: &'static str, content: &str) -> (&'static str, Schema) {
    with::<T>(SchemaSettings::draft2020_12().for_serialize(), name, content)
}

fn with<T: JsonSchema>(
    settings: SchemaSettings,
    name: &'static str,
    content: &str,
) -> (&'static str, Schema) {
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let details = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let description = format!("{content}.\n\n{details}");
    schema.insert("title".to_owned(), name.into());
    schema.insert("description".to_owned(), description.trim_end().into());
    (name, schema)
}
