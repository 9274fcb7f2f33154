//! Result rows as comma-separated values.

use crate::bench::report::table::command_line;
use crate::bench::row::ResultRow;

/// A column: its name, and the function that extracts its value from a row.
type Column = (&'static str, fn(&ResultRow) -> String);

const COLUMNS: [Column; 48] = [
    ("id", |row| row.id.clone()),
    ("puzzle", |row| row.puzzle.clone()),
    ("puzzle_sha256", |row| row.puzzle_sha256.clone()),
    ("kind", |row| row.kind.clone()),
    ("variant", |row| text(&row.variant)),
    ("rows", |row| number(row.size.rows)),
    ("cols", |row| number(row.size.cols)),
    ("cells", |row| row.cells.to_string()),
    ("configuration", |row| row.configuration.clone()),
    ("repeat", |row| row.repeat.to_string()),
    ("seed", |row| number(row.seed)),
    ("timeout_seconds", |row| row.timeout_seconds.to_string()),
    ("solver", |row| row.solver.name.clone()),
    ("solver_version", |row| text(&row.solver.version)),
    ("solver_sha256", |row| row.solver.sha256.clone()),
    ("encoding", |row| text(&row.encoding)),
    ("cnf", |row| text(&row.cnf)),
    ("cut_kind", |row| text(&row.cut_kind)),
    ("status", |row| row.status.name().to_owned()),
    ("verdict", |row| row.verdict.name().to_owned()),
    ("cost", |row| row.cost.map_or_else(String::new, |cost| cost.to_string())),
    ("reason", |row| text(&row.reason)),
    ("error", |row| text(&row.error)),
    ("end", |row| row.end.clone()),
    ("rounds", |row| row.rounds.to_string()),
    ("cuts", |row| row.cuts.to_string()),
    ("replayed_cuts", |row| number(row.replayed_cuts)),
    ("variables", |row| number(row.variables)),
    ("clauses", |row| number(row.clauses)),
    ("gbdhash", |row| text(&row.gbdhash)),
    ("isohash", |row| text(&row.isohash)),
    ("wall_seconds", |row| row.wall_seconds.to_string()),
    ("cpu_seconds", |row| row.cpu_seconds.to_string()),
    ("presolve_seconds", |row| row.presolve_seconds.to_string()),
    ("encode_seconds", |row| row.encode_seconds.to_string()),
    ("solver_seconds", |row| row.solver_seconds.to_string()),
    ("rest_seconds", |row| row.rest_seconds.to_string()),
    ("encode_cpu_seconds", |row| row.encode_cpu_seconds.to_string()),
    ("solver_cpu_seconds", |row| number(row.solver_cpu_seconds)),
    ("rest_cpu_seconds", |row| number(row.rest_cpu_seconds)),
    ("peak_kb", |row| row.peak_kb.to_string()),
    ("jobs", |row| row.jobs.to_string()),
    ("encycle_version", |row| text(&row.encycle.version)),
    ("encycle_sha256", |row| row.encycle.sha256.clone()),
    ("processor", |row| text(&row.machine.processor)),
    ("cores", |row| row.machine.cores.to_string()),
    ("started", |row| row.started.to_string()),
    ("command", |row| command_line(row)),
];

/// Formats a number, with an empty cell for `None`.
fn number(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Copies a text, with an empty cell for `None`.
fn text(value: &Option<String>) -> String {
    value.clone().unwrap_or_default()
}

/// Formats result rows as CSV: a heading, then one line per row.
#[must_use]
pub fn csv(rows: &[ResultRow]) -> String {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    // writing to memory cannot fail, and every record has as many fields as the heading
    let _ = writer.write_record(COLUMNS.map(|(name, _)| name));
    for row in rows {
        let _ = writer.write_record(COLUMNS.map(|(_, of)| of(row)));
    }
    String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()).into_owned()
}
