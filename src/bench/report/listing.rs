//! Single runs: the slowest, and those in which something went wrong.

use crate::bench::row::{Row, Status};
use crate::bench::shell::quoted;

/// The runs without a right answer: wrong ones first, then failed ones, then those at a limit.
#[must_use]
pub fn troubles(rows: &[Row]) -> Vec<&Row> {
    let rank = |row: &Row| match row.status {
        Status::Wrong => 0,
        Status::Failed => 1,
        Status::Limit => 2,
        Status::Answered => 3,
    };
    let mut listed: Vec<&Row> = rows.iter().filter(|row| row.status != Status::Answered).collect();
    listed.sort_by_key(|row| rank(row));
    listed
}

/// The slowest answered run of each of the `count` puzzles that took longest.
#[must_use]
pub fn slowest(rows: &[Row], count: usize) -> Vec<&Row> {
    let mut sorted: Vec<&Row> = rows.iter().filter(|row| row.status == Status::Answered).collect();
    sorted.sort_by(|a, b| b.wall_seconds.total_cmp(&a.wall_seconds));
    let mut listed: Vec<&Row> = Vec::new();
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
pub fn command_line(row: &Row) -> String {
    let words: Vec<Vec<u8>> = row.command.iter().map(|word| quoted(word.as_ref())).collect();
    String::from_utf8_lossy(&words.join(&b' ')).into_owned()
}
