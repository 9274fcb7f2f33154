//! Markdown tables, and the formatting of their cells.

use std::collections::BTreeSet;

use encycle::bench::stats::quantile;
use encycle::bench::{CollectionEntry, RunStatus};
use encycle::encodings::puzzle::Extent;

use super::puzzles::Size;
use super::runs::Run;

/// A column: its heading, and the name of the configuration whose runs it shows.
pub struct Column {
    pub heading: String,
    pub name: String,
}

impl Column {
    pub fn new(heading: impl Into<String>, name: impl Into<String>) -> Self {
        Self { heading: heading.into(), name: name.into() }
    }
}

/// Formats a table.
pub fn table(heading: &[String], lines: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = vec!["---".to_owned(); heading.len()];
    let mut out = line(heading) + &line(&rule);
    out.extend(lines.into_iter().map(|cells| line(&cells)));
    out
}

/// Formats seconds, or a ratio of times, with two or three significant digits.
pub fn seconds(value: f64) -> String {
    rounded(value, &[(0.099_95, 4), (1.0, 3), (10.0, 2)], 1)
}

/// Formats seconds as milliseconds, with two or three significant digits.
pub fn milliseconds(value: f64) -> String {
    rounded(value * 1e3, &[(1.0, 3), (10.0, 2), (100.0, 1)], 0)
}

/// Formats `value` with the number of decimals of the first pair in `bounds` whose bound exceeds the value,
/// or with `otherwise` decimals.
fn rounded(value: f64, bounds: &[(f64, usize)], otherwise: usize) -> String {
    let digits = bounds.iter().find(|(bound, _)| value < *bound).map_or(otherwise, |bound| bound.1);
    format!("{value:.digits$}")
}

pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Formats a size, for example `10x10`.
pub fn named(size: Size) -> String {
    format!("{}x{}", size.0, size.1)
}

/// Returns the sizes of these runs, smallest first.
pub fn sizes(runs: &[Run]) -> Vec<Size> {
    let all: BTreeSet<(usize, Size)> =
        runs.iter().map(|run| (run.size.0 * run.size.1, run.size)).collect();
    all.into_iter().map(|(_, size)| size).collect()
}

/// Returns the values of the answered runs, and the number of all runs.
pub fn values<'a>(
    runs: impl Iterator<Item = &'a Run>,
    value: impl Fn(&Run) -> Option<f64>,
) -> (Vec<f64>, usize) {
    let runs: Vec<&Run> = runs.collect();
    (runs.iter().filter(|run| run.is_answered()).filter_map(|run| value(run)).collect(), runs.len())
}

/// Formats the share of answered runs, for example `, 3 of 5`. Empty if all runs are answered.
fn share(answered: usize, all: usize) -> String {
    if answered == all { String::new() } else { format!(", {answered} of {all}") }
}

/// Formats mean, median and maximum of the values. `all` is the number of all runs.
pub fn spread((values, all): (Vec<f64>, usize)) -> String {
    match (mean(&values), quantile(&values, 0.5), quantile(&values, 1.0)) {
        (Some(mean), Some(median), Some(most)) => {
            let [mean, median, most] = [mean, median, most].map(seconds);
            format!("{mean} / {median} / {most}{}", share(values.len(), all))
        }
        _ => format!("–{}", share(0, all)),
    }
}

/// Returns minimum, lower quartile, median, upper quartile and maximum.
pub fn five(values: &[f64]) -> Option<[f64; 5]> {
    let mut five = [0.0; 5];
    for (part, place) in [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(&mut five) {
        *place = quantile(values, part)?;
    }
    Some(five)
}

/// Formats a table with a row per size: the CPU time of each configuration.
pub fn by_size(runs: &[Run], columns: &[Column]) -> String {
    let mut heading = vec!["size".to_owned()];
    heading.extend(columns.iter().map(|column| column.heading.clone()));
    let line = |size: Size| {
        let cell = |column: &Column| {
            let of = runs.iter().filter(|run| run.size == size && run.name == column.name);
            spread(values(of, |run| Some(run.cpu)))
        };
        std::iter::once(named(size)).chain(columns.iter().map(cell)).collect()
    };
    table(&heading, sizes(runs).into_iter().map(line))
}

/// The ways in which a run ends without a correct answer.
const ENDINGS: [&str; 4] = ["wrong answers", "failed", "out of memory", "out of time"];

fn ending(run: &Run) -> Option<&'static str> {
    // some solvers only report that a limit of time or memory was reached; such a run counts as out of time,
    // because few runs have a memory limit
    let memory = |reason: &String| reason.contains("memory") && !reason.contains("time");
    match run.status {
        RunStatus::Answered => None,
        RunStatus::Wrong => Some(ENDINGS[0]),
        RunStatus::Failed => Some(ENDINGS[1]),
        RunStatus::Limit if run.reason.as_ref().is_some_and(memory) => Some(ENDINGS[2]),
        RunStatus::Limit => Some(ENDINGS[3]),
    }
}

/// Formats a table with the ways in which the runs of each configuration ended.
pub fn endings(runs: &[Run], columns: &[Column]) -> String {
    let heading =
        std::iter::once(String::new()).chain(columns.iter().map(|column| column.heading.clone()));
    let of = |column: &Column| -> Vec<Option<&str>> {
        runs.iter().filter(|run| run.name == column.name).map(ending).collect()
    };
    let count = |column: &Column, what: Option<&str>| {
        of(column).into_iter().filter(|&ending| ending == what).count()
    };
    let mut lines: Vec<Vec<String>> = Vec::new();
    for what in ENDINGS {
        let counts = columns.iter().map(|column| count(column, Some(what)).to_string());
        lines.push(std::iter::once(what.to_owned()).chain(counts).collect());
    }
    let solved = columns.iter().map(|column| {
        let (answered, all) = (count(column, None), of(column).len());
        format!("{answered} of {all}, {:.2} %", 100.0 * answered as f64 / all.max(1) as f64)
    });
    lines.push(std::iter::once("solved".to_owned()).chain(solved).collect());
    table(&heading.collect::<Vec<_>>(), lines)
}

/// Formats the number of puzzles of each size, for example `17 puzzles: 7 of 5x5, 10 of 10x10`.
pub fn contents(puzzles: &[&CollectionEntry]) -> String {
    let mut sizes: Vec<(Size, usize)> = Vec::new();
    for entry in puzzles {
        let Extent::Grid(grid) = entry.puzzle.extent() else { continue };
        let size = (grid.rows(), grid.cols());
        match sizes.iter_mut().find(|(known, _)| *known == size) {
            Some((_, count)) => *count += 1,
            None => sizes.push((size, 1)),
        }
    }
    let parts: Vec<String> =
        sizes.iter().map(|(size, count)| format!("{count} of {}", named(*size))).collect();
    format!("{} puzzles: {}", puzzles.len(), parts.join(", "))
}
