//! The outcome of `encycle solve` as text.

use std::fmt::Write;

use crate::cli::views::drawn;
use encycle::encodings::text::counted;
use encycle::formats::Parsed;
use encycle::puzzle::Puzzle;
use encycle::render::{Picture, TextStyle};
use encycle::solve::{Attempt, ObjectiveValue, Outcome, SolveOutcome};

use crate::cli::views::{guess, head};

/// The maximum number of differing atoms that are listed. Further atoms are only counted.
const LISTED: usize = 20;

/// Returns the number of cuts; of a replayed search, the numbers of recorded and new ones.
pub fn cuts_text(outcome: &Outcome, recorded: Option<usize>) -> String {
    match recorded {
        None => counted(outcome.cuts(), "cut"),
        Some(recorded) => {
            let recorded = counted(recorded, "recorded cut");
            format!("{recorded}, {}", counted(outcome.cuts(), "new cut"))
        }
    }
}

/// Returns the value of an objective, and its bound if it is another.
pub fn value_text(objective: &ObjectiveValue) -> String {
    let [value, bound] = [objective.value, objective.bound].map(|one| one.map(rounded));
    match (value, bound) {
        (Some(value), Some(bound)) if value != bound => {
            let gap = objective.gap().unwrap_or_default() * 100.0;
            format!(" {value}, bound {bound}, gap {gap:.2} %")
        }
        (Some(value), _) => format!(" {value}"),
        (None, Some(bound)) => format!(", bound {bound}"),
        (None, None) => String::new(),
    }
}

/// The relative difference of a value and its text, and the absolute one. Solvers compute with floating-point numbers.
const ACCURACY: [f64; 2] = [1e-9, 5e-7];

/// The size of values that are rounding errors.
const NOISE: f64 = 1e-12;

/// Rounds the value of a column or of an objective to the fewest digits that are accurate enough. Small values keep their
/// digits, because a row may multiply them.
pub fn rounded(value: f64) -> f64 {
    match value {
        _ if value.abs() < NOISE => return 0.0,
        _ if value == value.trunc() => return value,
        _ => {}
    }
    let short = |digits: usize| format!("{value:.digits$e}").parse::<f64>().ok();
    let most = (ACCURACY[0] * value.abs()).min(ACCURACY[1]);
    let is_near = |short: &f64| (short - value).abs() <= most;
    (0..17).filter_map(short).find(is_near).unwrap_or(value)
}

/// Returns a verdict line, then the pictures. `recorded` is the number of cuts that a replayed search started from.
pub fn text_of(
    name: &str,
    parsed: &Parsed,
    outcome: &SolveOutcome,
    recorded: Option<usize>,
    style: &TextStyle,
) -> String {
    let puzzle: &Puzzle = &parsed.puzzle;
    let SolveOutcome { main, others, confirmed_by, unconfirmed } = outcome;
    let outcome = &main.outcome;
    let mut out = format!(
        "{name}: {}{} ({}{}, {}, {}, {}{}{})\n",
        outcome.verdict,
        outcome.objective.as_ref().map_or_else(String::new, value_text),
        guess(parsed),
        head(puzzle),
        main.solver,
        counted(outcome.rounds.len(), "round"),
        cuts_text(outcome, recorded),
        raced(main, others),
        match (confirmed_by, unconfirmed) {
            (Some(by), _) => format!(", confirmed by {by}"),
            (None, Some(_)) => ", unconfirmed".to_owned(),
            (None, None) => String::new(),
        },
    );
    // writing to a String cannot fail
    for reason in [&outcome.reason, unconfirmed].into_iter().flatten() {
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

/// Returns how many solvers or encodings raced and which encoding finished first, for example `, edge first of 3
/// encodings`. The text is empty if there was no race.
fn raced(main: &Attempt, others: &[Attempt]) -> String {
    let count = others.len() + 1;
    let is_same = |of: fn(&Attempt) -> &String| others.iter().all(|other| of(other) == of(main));
    let encoding = &main.encoding;
    match (is_same(|one| &one.solver.name), is_same(|one| &one.encoding)) {
        _ if others.is_empty() => String::new(),
        (false, true) => format!(", first of {count} solvers"),
        (true, false) => format!(", {encoding} first of {count} encodings"),
        _ => format!(", {encoding} first of {count} runs"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With six decimals, `0.0000004` was printed as 0, which is not a solution.
    #[test]
    fn small_values_keep_their_digits() {
        for (value, text) in [
            (4e-7, "0.0000004"),
            (0.1 + 0.2, "0.3"),
            (-1.4e-17, "0"),
            (-0.0, "0"),
            (100.0 / 3.0, "33.33333333"),
            (123_456_789_012.0, "123456789012"),
            (29.999_999_999_9, "30"),
            (1_000_000_012.1, "1000000012.1"),
        ] {
            assert_eq!(rounded(value).to_string(), text);
        }
    }
}
