//! Lists of single runs: the slowest runs, and the runs without a correct answer.

use crate::bench::row::{ResultRow, RunStatus};

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
