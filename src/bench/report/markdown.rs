//! The report as Markdown, and the tables that the HTML page shares.

use std::fmt::Write;

use crate::bench::report::listing::{command_line, slowest, troubles};
use crate::bench::report::{CampaignReport, Figure};
use crate::bench::row::{ResultRow, RunStatus};
use crate::bench::stats::Spread;

/// The number of slowest puzzles listed.
pub(super) const SLOWEST: usize = 10;

/// The title of the list of the slowest puzzles.
pub(super) const SLOWEST_TITLE: &str = "Slowest puzzles";

/// The title of the list of runs that were wrong, failed, or reached a limit.
pub(super) const TROUBLES: &str = "Wrong, failed, or at a limit";

/// A table: a heading, and rows with as many cells as the heading.
pub(super) struct MarkdownTable {
    pub heading: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

/// Formats a number with three significant digits.
pub(super) fn short(value: f64) -> String {
    let digits = (2.0 - value.abs().max(1e-3).log10().floor()).clamp(0.0, 5.0) as usize;
    format!("{value:.digits$}")
}

fn spread(spread: Option<Spread>, scale: f64) -> String {
    spread.map_or_else(String::new, |Spread { median, min, max }| {
        let [median, min, max] = [median, min, max].map(|value| short(value * scale));
        format!("{median} ({min} – {max})")
    })
}

/// Returns the table with one row per configuration.
pub(super) fn summary_table(report: &CampaignReport) -> MarkdownTable {
    let heading = vec![
        "configuration",
        "runs",
        "answered",
        "at a limit",
        "failed",
        "wrong",
        "PAR-2 (s)",
        "wall (s), median (min – max)",
        "CPU (s)",
        "memory (MiB)",
        "rounds",
        "total (s): presolve / encode / solver / rest",
    ];
    let rows = report.summaries.iter().map(|one| {
        let par2 = one.par2.map_or_else(|| "none (wrong answer)".to_owned(), short);
        let mut row = vec![one.configuration.clone(), one.runs().to_string()];
        row.extend(one.counts.iter().map(ToString::to_string));
        row.extend([
            par2,
            spread(one.wall, 1.0),
            spread(one.cpu, 1.0),
            spread(one.peak_kb, 1.0 / 1024.0),
            spread(one.rounds, 1.0),
            one.parts.map(short).join(" / "),
        ]);
        row
    });
    MarkdownTable { heading, rows: rows.collect() }
}

/// Returns the table with one row per pair of configurations.
pub(super) fn pair_table(report: &CampaignReport) -> MarkdownTable {
    let heading =
        vec!["A", "B", "both", "only A", "only B", "neither", "time of A / B", "95 % interval"];
    let rows = report.pairs.iter().map(|pair| {
        let mut row = pair.names.to_vec();
        row.extend(pair.counts().iter().map(ToString::to_string));
        row.extend(match pair.ratio {
            // a single puzzle gives no interval
            Some(ratio) if pair.counts()[0] < 2 => [short(ratio.mean), String::new()],
            Some(ratio) => {
                [short(ratio.mean), format!("{} – {}", short(ratio.low), short(ratio.high))]
            }
            None => [String::new(), String::new()],
        });
        row
    });
    MarkdownTable { heading, rows: rows.collect() }
}

/// Describes one run: status, wall time, and error, reason or verdict.
pub(super) fn about(row: &ResultRow) -> String {
    let detail = row.error.as_deref().or(row.reason.as_deref()).unwrap_or(row.verdict.name());
    format!("{}, {} s: {detail}", row.status.name(), short(row.wall_seconds))
}

/// Describes the measurement: number of runs, limit, machine and version.
pub(super) fn setting(report: &CampaignReport) -> String {
    let Some(row) = report.rows.first() else { return "No run has finished yet.".to_owned() };
    let machine = &row.machine;
    let mut parts = vec![
        format!("{} runs", report.rows.len()),
        format!("limit {} s", short(row.timeout_seconds)),
        format!("{} in parallel", row.jobs),
        format!("{} processors", machine.cores),
    ];
    parts.extend(machine.processor.clone());
    parts.extend(machine.memory_kb.map(|kb| format!("{} MiB of memory", kb / 1024)));
    parts.extend(machine.system.clone());
    let version = row.encycle.version.as_deref().unwrap_or_default();
    parts.push(format!("Encycle {version}"));
    format!("{}.", parts.join(", "))
}

/// The definitions of the reported numbers.
pub(super) const NOTES: &str = "Medians include answered runs only. PAR-2 is the mean wall time, \
     where a run without an answer counts as twice its limit; a configuration with a wrong answer \
     gets no PAR-2 score. The ratio of two configurations is the geometric mean over the puzzles \
     that both have answered, with a bootstrap interval.";

/// Formats the report as Markdown. It refers to the plots as files in the same folder.
#[must_use]
pub fn markdown(report: &CampaignReport, common: &[Figure], pairs: &[Figure]) -> String {
    let mut out = format!("# Campaign\n\n{}\n\n{NOTES}\n", setting(report));
    // writing to a String cannot fail
    put_table(&mut out, "Configurations", &summary_table(report));
    if !report.pairs.is_empty() {
        put_table(&mut out, "Pairs", &pair_table(report));
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

fn put_table(out: &mut String, title: &str, table: &MarkdownTable) {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let _ = write!(out, "\n## {title}\n\n");
    out.push_str(&line(table.heading.iter().map(|&word| word.to_owned()).collect()));
    out.push_str(&line(vec!["---".to_owned(); table.heading.len()]));
    for row in &table.rows {
        out.push_str(&line(row.iter().map(|text| cell(text)).collect()));
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
