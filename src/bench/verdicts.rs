//! Detection of contradictory verdicts on the same puzzle.

use std::collections::HashMap;

use crate::bench::row::{ResultRow, RunStatus};
use crate::solve::Verdict;

/// Marks contradictory verdicts as [`RunStatus::Wrong`]: each `no-solution` on a puzzle for which another run has a
/// solution, and each `unique` on a puzzle for which another run has two solutions. Because all solutions have been
/// checked against the rules, the verdict that contradicts them is wrong.
pub fn mark_contradictions(rows: &mut [ResultRow]) {
    let mut proven: HashMap<String, usize> = HashMap::new();
    for row in rows.iter().filter(|row| row.status == RunStatus::Answered) {
        let solutions = match row.verdict {
            Verdict::Solved | Verdict::Unique => 1,
            Verdict::Several => 2,
            _ => 0,
        };
        let most = proven.entry(row.puzzle_sha256.clone()).or_default();
        *most = solutions.max(*most);
    }
    for row in rows.iter_mut().filter(|row| row.status == RunStatus::Answered) {
        let found = proven.get(&row.puzzle_sha256).copied().unwrap_or(0);
        let refuted = match row.verdict {
            Verdict::NoSolution => found > 0,
            Verdict::Unique => found > 1,
            _ => false,
        };
        if refuted {
            row.status = RunStatus::Wrong;
            let solutions = if found > 1 { "two solutions" } else { "a solution" };
            let verdict = row.verdict;
            row.error = Some(format!(
                "wrong verdict `{verdict}`: another run found {solutions}, checked against the rules"
            ));
        }
    }
}
