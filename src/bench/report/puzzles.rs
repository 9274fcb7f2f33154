//! The table of puzzles by configurations.

use std::collections::HashMap;

use crate::bench::report::CampaignReport;
use crate::bench::report::table::{ReportCell, ReportTable, short};
use crate::bench::row::{ResultRow, RunStatus};
use crate::bench::stats::quantile;

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
