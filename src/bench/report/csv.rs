//! Rows as comma-separated values.

use super::super::row::Row;
use super::listing::command_line;

const COLUMNS: [&str; 44] = [
    "id",
    "puzzle",
    "puzzle_sha256",
    "kind",
    "variant",
    "rows",
    "cols",
    "cells",
    "configuration",
    "repeat",
    "seed",
    "timeout_seconds",
    "solver",
    "solver_version",
    "solver_sha256",
    "encoding",
    "cnf",
    "cut_kind",
    "status",
    "verdict",
    "reason",
    "error",
    "end",
    "rounds",
    "cuts",
    "variables",
    "clauses",
    "wall_seconds",
    "cpu_seconds",
    "presolve_seconds",
    "encode_seconds",
    "solver_seconds",
    "rest_seconds",
    "encode_cpu_seconds",
    "solver_cpu_seconds",
    "rest_cpu_seconds",
    "peak_kb",
    "jobs",
    "encycle_version",
    "encycle_sha256",
    "processor",
    "cores",
    "started",
    "command",
];

fn cells(row: &Row) -> [String; 44] {
    let number = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
    let seconds = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let word = |value: &Option<String>| value.clone().unwrap_or_default();
    [
        row.id.clone(),
        row.puzzle.clone(),
        row.puzzle_sha256.clone(),
        row.kind.clone(),
        word(&row.variant),
        number(row.size.rows.map(|rows| rows as u64)),
        number(row.size.cols.map(|cols| cols as u64)),
        row.cells.to_string(),
        row.configuration.clone(),
        row.repeat.to_string(),
        number(row.seed),
        row.timeout_seconds.to_string(),
        row.solver.name.clone(),
        word(&row.solver.version),
        row.solver.sha256.clone(),
        word(&row.encoding),
        word(&row.cnf),
        word(&row.cut_kind),
        row.status.name().to_owned(),
        row.verdict.clone(),
        word(&row.reason),
        word(&row.error),
        row.end.clone(),
        row.rounds.to_string(),
        row.cuts.to_string(),
        number(row.variables),
        number(row.clauses),
        row.wall_seconds.to_string(),
        row.cpu_seconds.to_string(),
        row.presolve_seconds.to_string(),
        row.encode_seconds.to_string(),
        row.solver_seconds.to_string(),
        row.rest_seconds.to_string(),
        row.encode_cpu_seconds.to_string(),
        seconds(row.solver_cpu_seconds),
        seconds(row.rest_cpu_seconds),
        row.peak_kb.to_string(),
        row.jobs.to_string(),
        word(&row.encycle.version),
        row.encycle.sha256.clone(),
        word(&row.machine.processor),
        row.machine.cores.to_string(),
        row.started.to_string(),
        command_line(row),
    ]
}

/// A heading, and a line for each row.
#[must_use]
pub fn csv(rows: &[Row]) -> String {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    // writing to memory cannot fail, and every record is as long as the heading
    let _ = writer.write_record(COLUMNS);
    for row in rows {
        let _ = writer.write_record(cells(row));
    }
    String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()).into_owned()
}
