//! The JSON Schemas of all layouts.

use schemars::{Schema, schema_for};

#[cfg(feature = "process")]
use crate::bench::ResultRow;
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
/// The layouts of the repository are in `docs/schemas`, one file `NAME.json` each.
#[must_use]
pub fn json_schemas() -> Vec<(&'static str, Schema)> {
    #[allow(unused_mut, reason = "campaigns are a feature")]
    let mut schemas = vec![
        (SolveReport::SCHEMA, schema_for!(ResultLine<SolveReport>)),
        (LedgerEntry::SCHEMA, schema_for!(LedgerEntry)),
        (EnumerateReport::SCHEMA, schema_for!(EnumerateLine)),
        (Checkpoint::SCHEMA, schema_for!(Checkpoint)),
        (CountReport::SCHEMA, schema_for!(ResultLine<CountReport>)),
        (DecodeReport::SCHEMA, schema_for!(DecodeLine)),
        (SizesReport::SCHEMA, schema_for!(SizesLine)),
        (PresolveReport::SCHEMA, schema_for!(ResultLine<PresolveReport>)),
        (GradeReport::SCHEMA, schema_for!(ResultLine<GradeReport>)),
        (GenerateReport::SCHEMA, schema_for!(GenerateReport)),
        (ThinReport::SCHEMA, schema_for!(ThinReport)),
        (RepairReport::SCHEMA, schema_for!(RepairReport)),
        (ClueSetsReport::SCHEMA, schema_for!(ClueSetsReport)),
        (PairSetsReport::SCHEMA, schema_for!(PairSetsReport)),
        (LintedFile::SCHEMA, schema_for!(LintLine)),
    ];
    #[cfg(feature = "process")]
    schemas.extend(of_programs());
    schemas
}

#[cfg(feature = "process")]
/// Returns the schemas of the layouts about processes: the list of solvers, and the rows of campaigns.
fn of_programs() -> [(&'static str, Schema); 2] {
    [(SolverList::SCHEMA, schema_for!(SolverList)), (ResultRow::SCHEMA, schema_for!(ResultRow))]
}
