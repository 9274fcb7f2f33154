//! Rows as comma-separated values.

use crate::bench::report::listing::command_line;
use crate::bench::row::ResultRow;

/// A column: its name, and what it has of a row.
type Column = (&'static str, fn(&ResultRow) -> String);

const COLUMNS: [Column; 44] = [
    ("id", |row| row.id.clone()),
    ("puzzle", |row| row.puzzle.clone()),
    ("puzzle_sha256", |row| row.puzzle_sha256.clone()),
    ("kind", |row| row.kind.clone()),
    ("variant", |row| word(&row.variant)),
    ("rows", |row| number(row.size.rows)),
    ("cols", |row| number(row.size.cols)),
    ("cells", |row| row.cells.to_string()),
    ("configuration", |row| row.configuration.clone()),
    ("repeat", |row| row.repeat.to_string()),
    ("seed", |row| number(row.seed)),
    ("timeout_seconds", |row| row.timeout_seconds.to_string()),
    ("solver", |row| row.solver.name.clone()),
    ("solver_version", |row| word(&row.solver.version)),
    ("solver_sha256", |row| row.solver.sha256.clone()),
    ("encoding", |row| word(&row.encoding)),
    ("cnf", |row| word(&row.cnf)),
    ("cut_kind", |row| word(&row.cut_kind)),
    ("status", |row| row.status.name().to_owned()),
    ("verdict", |row| row.verdict.clone()),
    ("reason", |row| word(&row.reason)),
    ("error", |row| word(&row.error)),
    ("end", |row| row.end.clone()),
    ("rounds", |row| row.rounds.to_string()),
    ("cuts", |row| row.cuts.to_string()),
    ("variables", |row| number(row.variables)),
    ("clauses", |row| number(row.clauses)),
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
    ("encycle_version", |row| word(&row.encycle.version)),
    ("encycle_sha256", |row| row.encycle.sha256.clone()),
    ("processor", |row| word(&row.machine.processor)),
    ("cores", |row| row.machine.cores.to_string()),
    ("started", |row| row.started.to_string()),
    ("command", |row| command_line(row)),
];

/// Nothing for what is not there.
fn number(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn word(value: &Option<String>) -> String {
    value.clone().unwrap_or_default()
}

/// A heading, and a line for each row.
#[must_use]
pub fn csv(rows: &[ResultRow]) -> String {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    // writing to memory cannot fail, and every record is as long as the heading
    let _ = writer.write_record(COLUMNS.map(|(name, _)| name));
    for row in rows {
        let _ = writer.write_record(COLUMNS.map(|(_, of)| of(row)));
    }
    String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()).into_owned()
}
