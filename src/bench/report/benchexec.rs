//! The rows of a campaign as results of BenchExec, with a table and a benchmark definition.
//!
//! `table-generator` makes a page of the results, and `benchexec` repeats the runs under its own control. BenchExec has no
//! repeats of a run, so each repeat of a configuration is a file of its own.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::bench::report::CampaignReport;
use crate::bench::row::{ResultRow, RunStatus};
use crate::render::chart::escape;

/// The name of the folder inside a campaign's folder.
const FOLDER: &str = "benchexec";

/// The package of [`TOOL`], which Python finds if the folder is in `PYTHONPATH`.
const TOOL_MODULE: &str = "encycle_tool.solve";

/// The definition of `encycle solve` as a tool of BenchExec.
const TOOL: &str = include_str!("benchexec_tool.py");

/// The columns of a result.
const COLUMNS: [&str; 6] = ["status", "cputime", "walltime", "memory", "rounds", "cuts"];

/// The options of `encycle solve` that belong to a puzzle or a run, not to a configuration. BenchExec sets the limit.
const OPTIONS_OF_RUNS: [&str; 5] = ["--kind", "--variant", "--timeout", "--seed", "--replay"];

/// Writes the folder `benchexec` into a campaign's folder, and returns its path.
///
/// # Errors
/// Returns an error if a file cannot be written. The error contains the path of the file.
pub fn write_benchexec(
    folder: &Path,
    report: &CampaignReport,
) -> Result<PathBuf, (PathBuf, io::Error)> {
    let folder = folder.join(FOLDER);
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&path, text)).map_err(|error| (path.clone(), error))
    };
    let mut files = Vec::new();
    for (number, configuration) in (1..).zip(&report.configurations) {
        let repeats: BTreeSet<u32> = report.rows_of(configuration).map(|row| row.repeat).collect();
        for &repeat in &repeats {
            let rows: Vec<&ResultRow> =
                report.rows_of(configuration).filter(|row| row.repeat == repeat).collect();
            let name = match repeats.len() {
                1 => configuration.clone(),
                _ => format!("{configuration}, repeat {repeat}"),
            };
            let file = format!("results-{number}-{repeat}.xml");
            put(&file, &results(&name, &rows))?;
            files.push(file);
        }
    }
    put("table.xml", &table(&files))?;
    put("benchmark.xml", &benchmark(report))?;
    put(&format!("{}.py", TOOL_MODULE.replace('.', "/")), TOOL)?;
    Ok(folder)
}

/// Returns the rows of a configuration in one repeat as a result file.
fn results(name: &str, rows: &[&ResultRow]) -> String {
    let mut out = document("result", "3.12");
    let Some(first) = rows.first() else { return out };
    let start = SystemTime::UNIX_EPOCH + Duration::from_secs(first.started);
    let start = humantime::format_rfc3339_seconds(start).to_string();
    // writing to a String cannot fail
    let _ = writeln!(
        out,
        "<result benchmarkname=\"encycle\" tool=\"Encycle\" toolmodule=\"{TOOL_MODULE}\" version=\"{}\" name=\"{}\" \
         date=\"{}\" starttime=\"{start}\" walltimelimit=\"{}s\" options=\"{}\" generator=\"encycle bench\">",
        escape(first.encycle.version.as_deref().unwrap_or_default()),
        escape(name),
        escape(&start.replace('T', " ").replace('Z', " UTC")),
        first.timeout_seconds,
        escape(&options(first).join(" ")),
    );
    let columns: String =
        COLUMNS.iter().map(|title| format!("<column title=\"{title}\"/>")).collect();
    let _ = writeln!(out, "  <columns>{columns}</columns>");
    for row in rows {
        let _ = writeln!(out, "  <run name=\"{}\">", escape(&row.puzzle));
        let (status, category) = status(row);
        let values = [
            status,
            format!("{}s", row.cpu_seconds),
            format!("{}s", row.wall_seconds),
            format!("{}B", row.peak_kb.saturating_mul(1024)),
            row.rounds.to_string(),
            row.cuts.to_string(),
        ];
        for (title, value) in COLUMNS.iter().zip(values) {
            let value = escape(&value);
            let _ = writeln!(out, "    <column title=\"{title}\" value=\"{value}\"/>");
        }
        let _ = writeln!(
            out,
            "    <column title=\"category\" value=\"{category}\" hidden=\"true\"/>\n  </run>"
        );
    }
    out + "</result>\n"
}

/// Returns the status and the category of BenchExec for a run.
fn status(row: &ResultRow) -> (String, &'static str) {
    let error = |words: &str| format!("{words} ({})", row.error.as_deref().unwrap_or(&row.end));
    match row.status {
        RunStatus::Answered => (row.verdict.name().to_owned(), "correct"),
        RunStatus::Limit => match row.reason.as_deref().unwrap_or_default() {
            reason if reason.contains("memory") => ("OUT OF MEMORY".to_owned(), "error"),
            reason if reason.contains("time") => ("TIMEOUT".to_owned(), "error"),
            reason => (format!("unknown ({reason})"), "unknown"),
        },
        RunStatus::Failed => (error("ERROR"), "error"),
        RunStatus::Wrong => (error(row.verdict.name()), "wrong"),
    }
}

/// Returns the options of `encycle solve` that select the configuration of a row.
fn options(row: &ResultRow) -> Vec<&str> {
    let start = row.command.iter().position(|word| word == "--json").map_or(0, |at| at + 1);
    let mut words = row.command[start..].iter().map(String::as_str);
    let mut options = Vec::new();
    while let Some(word) = words.next() {
        match OPTIONS_OF_RUNS.contains(&word) {
            true => drop(words.next()),
            false => options.push(word),
        }
    }
    options
}

/// Returns the definition of a table of result files.
fn table(files: &[String]) -> String {
    let mut out = document("table", "1.10") + "<table>\n";
    for title in COLUMNS {
        out += &format!("  <column title=\"{title}\"/>\n");
    }
    for file in files {
        out += &format!("  <result filename=\"{file}\"/>\n");
    }
    out + "</table>\n"
}

/// Returns the definition of a benchmark that repeats the campaign.
fn benchmark(report: &CampaignReport) -> String {
    let limit = report.rows.iter().map(|row| row.timeout_seconds).fold(0.0, f64::max);
    let mut out = document("benchmark", "2.3");
    // writing to a String cannot fail
    let _ = writeln!(out, "<benchmark tool=\"{TOOL_MODULE}\" walltimelimit=\"{}s\">", limit.ceil());
    for configuration in &report.configurations {
        let _ = writeln!(out, "  <rundefinition name=\"{}\">", escape(configuration));
        let words = report.rows_of(configuration).next().map(options).unwrap_or_default();
        for word in words {
            let _ = match word.starts_with("--") {
                true => writeln!(out, "    <option name=\"{}\"/>", escape(word)),
                false => writeln!(out, "    <option>{}</option>", escape(word)),
            };
        }
        let _ = writeln!(out, "  </rundefinition>");
    }
    out + "  <tasks name=\"puzzles\">\n    <include>../puzzles/*.txt</include>\n  </tasks>\n</benchmark>\n"
}

/// Returns the head of a document of BenchExec.
fn document(root: &str, version: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE {root} PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec {root} {version}//EN\" \
         \"https://www.sosy-lab.org/benchexec/{root}-{version}.dtd\">\n"
    )
}
