//! The tables of reports.

use std::collections::HashMap;

use crate::bench::report::CampaignReport;
use crate::bench::row::{ResultRow, RunStatus};
use crate::bench::stats::{Spread, quantile};

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ReportCell {
    pub text: String,
    /// The number by which the page sorts the cell; without a number, the page sorts it by its text.
    pub key: Option<f64>,
    /// A remark on the content, given as a class of the page.
    pub class: Option<&'static str>,
}

impl ReportCell {
    /// Creates a cell that is sorted by a number.
    pub fn number(text: String, key: f64) -> Self {
        Self { text, key: Some(key), class: None }
    }

    /// Creates a cell of a count.
    pub fn count(count: usize) -> Self {
        Self::number(count.to_string(), count as f64)
    }
}

impl From<String> for ReportCell {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// A table: a heading, and rows with as many cells as the heading.
pub(super) struct ReportTable {
    /// The name of the table's class.
    pub class: &'static str,
    pub title: &'static str,
    /// An explanation of the cells.
    pub note: String,
    pub heading: Vec<String>,
    pub rows: Vec<Vec<ReportCell>>,
}

/// Formats a number with three significant digits.
pub(super) fn short(value: f64) -> String {
    let digits = (2.0 - value.abs().max(1e-3).log10().floor()).clamp(0.0, 5.0) as usize;
    format!("{value:.digits$}")
}

fn spread(spread: Option<Spread>, scale: f64) -> ReportCell {
    spread.map_or_else(ReportCell::default, |Spread { median, min, max }| {
        let [text, min, max] = [median, min, max].map(|value| short(value * scale));
        ReportCell::number(format!("{text} ({min} – {max})"), median)
    })
}

/// Returns the definitions of the numbers in the summary.
fn notes(report: &CampaignReport) -> String {
    let over = report.common_runs().map(|runs| format!(" over {runs}")).unwrap_or_default();
    format!(
        "Medians include answered runs only. PAR-2 is the mean wall time{over}, where a run without an answer counts \
         as twice its limit; a configuration with a wrong answer gets no PAR-2 score. Missing runs have no row."
    )
}

/// Returns the table with one row per configuration.
pub(super) fn summary_table(report: &CampaignReport) -> ReportTable {
    let heading = [
        "configuration",
        "runs",
        "answered",
        "at a limit",
        "failed",
        "wrong",
        "missing",
        "PAR-2 (s)",
        "wall (s), median (min – max)",
        "CPU (s)",
        "memory (MiB)",
        "rounds",
        "total (s): presolve / encode / solver / rest",
    ];
    let rows = report.summaries.iter().map(|one| {
        let [.., wrong] = one.counts;
        let none = if wrong > 0 { "none (wrong answer)" } else { "none (no common run)" };
        let par2 = one.par2.map_or_else(
            || ReportCell::from(none.to_owned()),
            |par2| ReportCell::number(short(par2), par2),
        );
        let mut row = vec![one.configuration.clone().into(), ReportCell::count(one.runs())];
        row.extend(one.counts.iter().map(|&count| ReportCell::count(count)));
        row.extend([
            ReportCell::count(one.missing),
            par2,
            spread(one.wall, 1.0),
            spread(one.cpu, 1.0),
            spread(one.peak_kb, 1.0 / 1024.0),
            spread(one.rounds, 1.0),
            ReportCell::number(one.parts.map(short).join(" / "), one.parts.iter().sum()),
        ]);
        row
    });
    ReportTable {
        class: "summary",
        title: "Configurations",
        note: notes(report),
        heading: heading.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

/// Returns the table with one row per pair of configurations.
pub(super) fn pair_table(report: &CampaignReport) -> ReportTable {
    let heading =
        ["A", "B", "both", "only A", "only B", "neither", "time of A / B", "95 % interval"];
    let rows = report.pairs.iter().map(|pair| {
        let mut row: Vec<ReportCell> = pair.names.iter().cloned().map(ReportCell::from).collect();
        row.extend(pair.counts().iter().map(|&count| ReportCell::count(count)));
        row.extend(pair.ratio.map_or_else(Default::default, |ratio| {
            let mean = ReportCell::number(short(ratio.mean), ratio.mean);
            // the interval needs more than one puzzle
            let interval = match pair.counts()[0] {
                0 | 1 => String::new(),
                _ => format!("{} – {}", short(ratio.low), short(ratio.high)),
            };
            [mean, ReportCell { text: interval, key: Some(ratio.low), class: None }]
        }));
        row
    });
    ReportTable {
        class: "pairs",
        title: "Pairs",
        note: "The number of puzzles that both configurations, only one, or neither answered. The \
               ratio is the geometric mean over the puzzles that both answered, with a bootstrap \
               interval."
            .to_owned(),
        heading: heading.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

// The table of puzzles by configurations.

/// The runs of each configuration on a puzzle.
struct PuzzleRuns<'a> {
    name: &'a str,
    cells: usize,
    /// The runs of each configuration, in the order of [`CampaignReport::configurations`].
    runs: Vec<Vec<&'a ResultRow>>,
}

/// Returns the table with one row per puzzle, sorted by name, and one column per configuration.
pub(super) fn puzzle_table(report: &CampaignReport) -> ReportTable {
    let mut puzzles = runs_by_puzzle(report);
    puzzles.sort_by_key(|puzzle| puzzle.name);
    let folder = common_folder(puzzles.iter().map(|puzzle| puzzle.name));
    let mut heading = vec!["puzzle".to_owned(), "cells".to_owned()];
    heading.extend(report.configurations.iter().cloned());
    let rows = puzzles.iter().map(|puzzle| {
        let name = puzzle.name.strip_prefix(folder).unwrap_or(puzzle.name).to_owned();
        let mut row = vec![ReportCell::from(name), ReportCell::count(puzzle.cells)];
        let mut times: Vec<ReportCell> = puzzle.runs.iter().map(|runs| cell(runs)).collect();
        mark_fastest(&mut times);
        row.extend(times);
        row
    });
    let names = match folder {
        "" => String::new(),
        folder => format!(" Names of puzzles are relative to {folder}."),
    };
    ReportTable {
        class: "puzzles",
        title: "Puzzles",
        note: format!(
            "Wall time in seconds; of several repeats, the median. The fastest configuration is bold. A \
             limit, failure or wrong answer in one repeat replaces the time.{names}"
        ),
        heading,
        rows: rows.collect(),
    }
}

/// Groups the rows by puzzle and configuration.
fn runs_by_puzzle(report: &CampaignReport) -> Vec<PuzzleRuns<'_>> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut puzzles: Vec<PuzzleRuns<'_>> = Vec::new();
    for row in &report.rows {
        let place = *places.entry(&row.puzzle_sha256).or_insert_with(|| {
            let runs = vec![Vec::new(); report.configurations.len()];
            puzzles.push(PuzzleRuns { name: &row.puzzle, cells: row.cells, runs });
            puzzles.len() - 1
        });
        if let Ok(configuration) = report.configurations.binary_search(&row.configuration) {
            puzzles[place].runs[configuration].push(row);
        }
    }
    puzzles
}

/// Returns the longest folder or address with which all names begin, up to its last `/`.
pub(super) fn common_folder<'a>(mut names: impl Iterator<Item = &'a str>) -> &'a str {
    let folder = |name: &'a str| name.rfind('/').map_or("", |end| &name[..=end]);
    let first = names.next().map_or("", folder);
    names.fold(first, |mut common, name| {
        while !name.starts_with(common) {
            common = folder(common.strip_suffix('/').unwrap_or(common));
        }
        common
    })
}

/// Returns the cell for the runs of a configuration on a puzzle. When the table is sorted, limits, failures and wrong
/// answers come after all times.
fn cell(runs: &[&ResultRow]) -> ReportCell {
    // if the repeats end differently, the worst end counts
    let rank = |row: &&&ResultRow| RunStatus::ALL.iter().position(|&status| status == row.status);
    let Some(worst) = runs.iter().max_by_key(rank) else { return ReportCell::default() };
    if worst.status == RunStatus::Answered {
        let times: Vec<f64> = runs.iter().map(|row| row.wall_seconds).collect();
        let median = quantile(&times, 0.5).unwrap_or_default();
        return ReportCell::number(short(median), median);
    }
    let count = runs.iter().filter(|row| row.status == worst.status).count();
    let repeats =
        if runs.len() > 1 { format!(" ({count} of {})", runs.len()) } else { String::new() };
    let name = worst.status.name();
    let key = f64::MAX * [0.0, 0.25, 0.5, 1.0][rank(&worst).unwrap_or(0)];
    ReportCell { text: format!("{name}{repeats}"), key: Some(key), class: Some(name) }
}

/// Marks the shortest time of a puzzle with several configurations.
fn mark_fastest(cells: &mut [ReportCell]) {
    let timed = cells.iter_mut().filter(|cell| cell.class.is_none() && cell.key.is_some());
    let mut timed: Vec<&mut ReportCell> = timed.collect();
    timed.sort_by(|a, b| a.key.unwrap_or_default().total_cmp(&b.key.unwrap_or_default()));
    if let [fastest, _, ..] = &mut timed[..] {
        fastest.class = Some("fastest");
    }
}

// Lists of single runs: the slowest runs, and the runs without a correct answer.

/// Returns the runs without a correct answer: first the wrong runs, then the failed runs, then the runs at a limit.
#[must_use]
pub fn troubles(rows: &[ResultRow]) -> Vec<&ResultRow> {
    let rank = |row: &ResultRow| match row.status {
        RunStatus::Wrong => 0,
        RunStatus::Failed => 1,
        RunStatus::Limit => 2,
        RunStatus::Answered => 3,
    };
    let mut listed: Vec<&ResultRow> =
        rows.iter().filter(|row| row.status != RunStatus::Answered).collect();
    listed.sort_by_key(|row| rank(row));
    listed
}

/// Returns the slowest answered run of each of the `count` slowest puzzles.
#[must_use]
pub fn slowest(rows: &[ResultRow], count: usize) -> Vec<&ResultRow> {
    let mut sorted: Vec<&ResultRow> =
        rows.iter().filter(|row| row.status == RunStatus::Answered).collect();
    sorted.sort_by(|a, b| b.wall_seconds.total_cmp(&a.wall_seconds));
    let mut listed: Vec<&ResultRow> = Vec::new();
    for row in sorted {
        if listed.len() == count {
            break;
        }
        if listed.iter().all(|other| other.puzzle_sha256 != row.puzzle_sha256) {
            listed.push(row);
        }
    }
    listed
}

/// Returns the command of a run, quoted for a shell.
#[must_use]
pub fn command_line(row: &ResultRow) -> String {
    let quoter = shlex::Quoter::new().allow_nul(true);
    let words = row.command.iter().map(String::as_str);
    // quoting fails only on NUL bytes, which are allowed here
    quoter.join(words).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_folder_ends_at_a_slash() {
        let common = |names: &[&'static str]| common_folder(names.iter().copied());
        assert_eq!(common(&["a/b/c.txt", "a/b/d.txt"]), "a/b/");
        assert_eq!(common(&["a/bc/x", "a/bd/x"]), "a/");
        assert_eq!(common(&["a/b/x", "b/x"]), "");
        assert_eq!(common(&["/a/x", "/b/x"]), "/");
        assert_eq!(common(&["x", "a/x"]), "");
        assert_eq!(common(&["https://a.org/p?1", "https://a.org/p?2"]), "https://a.org/");
        assert_eq!(common(&[]), "");
    }
}
