//! The report as Markdown.

use std::fmt::Write;

use crate::bench::report::facts::Facts;
use crate::bench::report::table::puzzle_table;
use crate::bench::report::table::{ReportTable, pair_table, short, summary_table};
use crate::bench::report::table::{command_line, slowest, troubles};
use crate::bench::report::{CampaignReport, Figure};
use crate::bench::row::{ResultRow, RunStatus};

/// The number of slowest puzzles listed.
pub(super) const SLOWEST: usize = 10;

/// The title of the list of the slowest puzzles.
pub(super) const SLOWEST_TITLE: &str = "Slowest puzzles";

/// The title of the list of runs that were wrong, failed, or reached a limit.
pub(super) const TROUBLES: &str = "Wrong, failed, or at a limit";

/// Describes one run: status, wall time, and error, reason or verdict.
pub(super) fn about(row: &ResultRow) -> String {
    let detail = row.error.as_deref().or(row.reason.as_deref()).unwrap_or(row.verdict.name());
    format!("{}, {} s: {detail}", row.status.name(), short(row.wall_seconds))
}

/// Formats the report as Markdown. It refers to the plots as files in the same folder.
#[must_use]
pub fn markdown(report: &CampaignReport, common: &[Figure], pairs: &[Figure]) -> String {
    let facts = Facts::of(report);
    let mut out = format!("# {}\n\n", cell(&facts.title));
    // writing to a String cannot fail
    for (name, value) in &facts.items {
        let _ = writeln!(out, "- {name}: {}", cell(value));
    }
    for line in &facts.commands {
        let _ = write!(out, "\n```sh\n{}\n```\n", line.replace('\n', " "));
    }
    if !report.rows.is_empty() {
        put_table(&mut out, &puzzle_table(report));
    }
    put_table(&mut out, &summary_table(report));
    if !report.pairs.is_empty() {
        put_table(&mut out, &pair_table(report));
    }
    let _ = writeln!(out, "\n## Plots\n");
    for figure in common.iter().chain(pairs) {
        let _ =
            writeln!(out, "![{}]({}.svg)\n\n{}\n", figure.name, figure.name, cell(&figure.caption));
    }
    put_runs(&mut out, TROUBLES, &troubles(&report.rows));
    put_runs(&mut out, SLOWEST_TITLE, &slowest(&report.rows, SLOWEST));
    out
}

fn put_table(out: &mut String, table: &ReportTable) {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let _ = write!(out, "\n## {}\n\n{}\n\n", table.title, cell(&table.note));
    out.push_str(&line(table.heading.iter().map(|name| cell(name)).collect()));
    out.push_str(&line(vec!["---".to_owned(); table.heading.len()]));
    for row in &table.rows {
        out.push_str(&line(row.iter().map(|one| cell(&one.text)).collect()));
    }
}

fn put_runs(out: &mut String, title: &str, rows: &[&ResultRow]) {
    let _ = write!(out, "\n## {title}\n\n");
    if rows.is_empty() {
        out.push_str("None.\n");
    }
    for row in rows {
        let (name, configuration) = (cell(&row.puzzle), cell(&row.configuration));
        let mark = if row.status == RunStatus::Wrong { "**wrong** " } else { "" };
        let _ = writeln!(
            out,
            "- {mark}{name}, {configuration}: {}\n\n  ```sh\n  {}\n  ```",
            cell(&about(row)),
            command_line(row).replace('\n', " ")
        );
    }
}

/// Escapes text for a Markdown table: escapes the characters with a meaning in Markdown, and replaces control
/// characters such as line feeds by spaces.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
