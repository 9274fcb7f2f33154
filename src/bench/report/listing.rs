//! Single runs: the slowest, and those in which something went wrong.

use crate::bench::row::{ResultRow, RunStatus};

/// The runs without a right answer: wrong ones first, then failed ones, then those at a limit.
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

/// The slowest answered run of each of the `count` puzzles that took longest.
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

/// The command of a run as a line for a shell.
#[must_use]
pub fn command_line(row: &ResultRow) -> String {
    let quoter = shlex::Quoter::new().allow_nul(true);
    let words = row.command.iter().map(String::as_str);
    // only a NUL byte is an error, and those are allowed
    quoter.join(words).unwrap_or_default()
}
