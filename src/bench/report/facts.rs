//! The facts of a campaign that its report states: collection, date, versions, machine and command.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

use encycle_encodings::text::counted;

use crate::bench::report::CampaignReport;
use crate::bench::report::table::common_folder;
use crate::bench::row::Machine;
use crate::bench::row::{ResultRow, UsedProgram};

/// The maximum number of collections in a title.
const TITLED: usize = 3;

/// The description of a campaign. All values come from its rows and from `campaign.json`.
pub(super) struct Facts {
    pub title: String,
    /// Names and values.
    pub items: Vec<(&'static str, String)>,
    /// The distinct commands that ran the campaign, quoted for a shell; empty if they are unknown.
    pub commands: Vec<String>,
}

impl Facts {
    /// Collects the facts of a report.
    pub fn of(report: &CampaignReport) -> Self {
        let title = match &collections(report)[..] {
            "" => "Campaign".to_owned(),
            collections => format!("Campaign: {collections}"),
        };
        Self { title, items: items(report), commands: commands(report) }
    }
}

/// Returns the names of the collections, or the folder that all puzzles are in.
fn collections(report: &CampaignReport) -> String {
    match report.info.as_ref().map(|info| &info.collections[..]) {
        None | Some([]) => {
            let folder = common_folder(report.rows.iter().map(|row| &*row.puzzle));
            folder.trim_end_matches('/').to_owned()
        }
        Some(names) if names.len() <= TITLED => names.join(", "),
        Some(names) => {
            let more = names.len() - TITLED + 1;
            format!("{} and {more} more", names[..TITLED - 1].join(", "))
        }
    }
}

fn items(report: &CampaignReport) -> Vec<(&'static str, String)> {
    let rows = &report.rows;
    let Some(row) = rows.first() else {
        return vec![("Runs", "no run has finished yet".to_owned())];
    };
    let distinct = |of: fn(&ResultRow) -> String| {
        let values: BTreeSet<String> = rows.iter().map(of).collect();
        values.into_iter().collect::<Vec<_>>().join("; ")
    };
    let puzzles: BTreeSet<&str> = rows.iter().map(|row| &*row.puzzle_sha256).collect();
    let replay = rows.iter().any(|row| row.replayed_cuts.is_some());
    let replay = if replay { ", from recorded cuts" } else { "" };
    vec![
        ("Date", dates(rows)),
        ("Encycle", distinct(|row| row.encycle.version.clone().unwrap_or_default())),
        ("Solvers", distinct(|row| solver(&row.solver, &row.encycle))),
        (
            "Runs",
            format!(
                "{} on {}, limit {} s, {} in parallel{replay}",
                rows.len(),
                counted(puzzles.len(), "puzzle"),
                row.timeout_seconds,
                row.jobs
            ),
        ),
        ("Machine", distinct(|row| machine(&row.machine))),
    ]
}

/// Returns the time of the first start and of the last end of a run.
fn dates(rows: &[ResultRow]) -> String {
    let first = rows.iter().map(|row| row.started).min().unwrap_or_default();
    let end = |row: &ResultRow| row.started.saturating_add(row.wall_seconds as u64);
    let last = rows.iter().map(end).max().unwrap_or_default();
    let [first, last] = [first, last].map(utc);
    match (first, last) {
        (Some(first), Some(last)) if first == last => format!("{}, {} UTC", first.0, first.1),
        (Some((day, from)), Some((last, to))) if day == last => {
            format!("{day}, {from} to {to} UTC")
        }
        (Some((day, from)), Some((last, to))) => format!("{day}, {from} to {last}, {to} UTC"),
        _ => "unknown".to_owned(),
    }
}

/// Returns the day and the time of a number of seconds since 1970, or `None` if the number is too large.
fn utc(seconds: u64) -> Option<(String, String)> {
    // RFC 3339 has no years after 9999
    const END: u64 = 253_402_300_800;
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(Some(seconds).filter(|&it| it < END)?);
    let text = humantime::format_rfc3339_seconds(time).to_string();
    let (day, time) = text.split_once('T')?;
    Some((day.to_owned(), time.get(..5)?.to_owned()))
}

/// Describes a solver with its version. A built-in solver is recognized by the hash of Encycle's file.
fn solver(solver: &UsedProgram, encycle: &UsedProgram) -> String {
    let version = match &solver.version {
        Some(version) => version,
        None if solver.sha256 == encycle.sha256 => "built in",
        None => "version unknown",
    };
    // the versions of some programs begin with their names
    match version.strip_prefix(&*solver.name) {
        Some(_) => version.to_owned(),
        None => format!("{} {version}", solver.name),
    }
}

fn machine(machine: &Machine) -> String {
    let mut parts: Vec<String> = machine.processor.iter().cloned().collect();
    parts.push(format!("{} processors", machine.cores));
    parts.extend(machine.memory_kb.map(|kb| format!("{} MiB of memory", kb / 1024)));
    parts.extend(machine.system.clone());
    parts.join(", ")
}

/// Returns the distinct commands. Commands that differ only in `--resume` count as equal.
fn commands(report: &CampaignReport) -> Vec<String> {
    let quoter = shlex::Quoter::new().allow_nul(true);
    let mut commands: Vec<String> = Vec::new();
    for command in report.info.iter().flat_map(|info| &info.commands) {
        let words = command.command.iter().map(String::as_str).filter(|&word| word != "--resume");
        // quoting fails only on NUL bytes, which are allowed here
        let line = quoter.join(words).unwrap_or_default();
        if !commands.contains(&line) {
            commands.push(line);
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_utc_without_seconds() {
        let time = |seconds| utc(seconds).map(|(day, time)| format!("{day} {time}"));
        assert_eq!(time(0).as_deref(), Some("1970-01-01 00:00"));
        assert_eq!(time(1_795_371_060).as_deref(), Some("2026-11-22 18:11"));
        assert_eq!(time(u64::MAX), None);
    }
}
