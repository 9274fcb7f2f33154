//! The outcome of `encycle solve` as text.

use std::fmt::Write;

use crate::cli::views::drawn;
use encycle::formats::Parsed;
use encycle::puzzle::Puzzle;
use encycle::render::{Picture, TextStyle};
use encycle::solve::SolveOutcome;

use crate::cli::views::{guess, head};

/// How many differing atoms are listed before the rest is only counted.
const LISTED: usize = 20;

/// Returns a verdict line, then the pictures. `recorded` is the number of cuts that a replayed search started from.
pub fn text_of(
    name: &str,
    parsed: &Parsed,
    outcome: &SolveOutcome,
    recorded: Option<usize>,
    style: &TextStyle,
) -> String {
    let puzzle: &Puzzle = &parsed.puzzle;
    let SolveOutcome { main, others, confirmed_by } = outcome;
    let outcome = &main.outcome;
    let plural = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let mut out = format!(
        "{name}: {} ({}{}, {}, {}, {}{}{})\n",
        outcome.verdict,
        guess(parsed),
        head(puzzle),
        main.solver,
        plural(outcome.rounds.len(), "round"),
        match recorded {
            None => plural(outcome.cuts(), "cut"),
            Some(recorded) => format!(
                "{}, {}",
                plural(recorded, "recorded cut"),
                plural(outcome.cuts(), "new cut")
            ),
        },
        match others.len() {
            0 => String::new(),
            count => format!(", first of {}", count + 1),
        },
        confirmed_by.as_ref().map_or_else(String::new, |by| format!(", confirmed by {by}")),
    );
    // writing to a String cannot fail
    if let Some(reason) = &outcome.reason {
        let _ = writeln!(out, "{reason}");
    }
    match &outcome.solutions[..] {
        [] => {}
        [only] => out.push_str(&drawn(&Picture::solved(&**puzzle, only), style)),
        [first, second, ..] => {
            let differ = puzzle.differences(first, second);
            let more = match differ.len().saturating_sub(LISTED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let listed = &differ[..differ.len().min(LISTED)];
            let _ = writeln!(out, "two solutions differ in {}{more}:", listed.join(" "));
            for (solution, other) in [(first, second), (second, first)] {
                out.push_str(&drawn(&Picture::compared(&**puzzle, solution, other), style));
            }
        }
    }
    out
}
