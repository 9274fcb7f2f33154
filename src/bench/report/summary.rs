//! What rows say together: of each configuration, and of each two.

use std::collections::BTreeMap;

use crate::bench::row::{ResultRow, RunStatus};
use crate::bench::stats::{Estimate, Quartiles, geometric_mean_ratio, par2, quantile};
use crate::bench::verdicts::mark_contradictions;

/// One configuration over all puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its name.
    pub configuration: String,
    /// How many runs there are of each [`RunStatus`], in the order of [`RunStatus::ALL`].
    pub counts: [usize; 4],
    /// PAR-2 of the wall time in seconds; a failed run counts as one at its limit. `None` with a wrong answer: who lies has no score.
    pub par2: Option<f64>,
    /// Wall time of the answered runs, in seconds.
    pub wall: Option<Quartiles>,
    /// CPU time of these.
    pub cpu: Option<Quartiles>,
    /// Peak memory of these, in KiB.
    pub peak_kb: Option<Quartiles>,
    /// Rounds of these.
    pub rounds: Option<Quartiles>,
    /// The sums of wall time over these: presolver, encoding, solver, rest.
    pub parts: [f64; 4],
}

impl Summary {
    /// How many runs there are.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.counts.iter().sum()
    }

    fn of(configuration: &str, rows: &[&ResultRow]) -> Self {
        let answered: Vec<&&ResultRow> =
            rows.iter().filter(|row| row.status == RunStatus::Answered).collect();
        let spread = |value: fn(&ResultRow) -> f64| {
            Quartiles::of(&answered.iter().map(|row| value(row)).collect::<Vec<_>>())
        };
        let counts =
            RunStatus::ALL.map(|status| rows.iter().filter(|row| row.status == status).count());
        let times: Vec<Option<f64>> = rows
            .iter()
            .map(|row| (row.status == RunStatus::Answered).then_some(row.wall_seconds))
            .collect();
        let timeout = rows.iter().map(|row| row.timeout_seconds).fold(0.0, f64::max);
        let lies = rows.iter().any(|row| row.status == RunStatus::Wrong);
        let sum = |value: fn(&ResultRow) -> f64| {
            answered.iter().map(|row| value(row)).fold(0.0, |sum, part| sum + part)
        };
        Self {
            configuration: configuration.to_owned(),
            counts,
            par2: par2(&times, timeout).filter(|_| !lies),
            wall: spread(|row| row.wall_seconds),
            cpu: spread(|row| row.cpu_seconds),
            peak_kb: spread(|row| row.peak_kb as f64),
            rounds: spread(|row| row.rounds as f64),
            parts: [
                sum(|row| row.presolve_seconds),
                sum(|row| row.encode_seconds),
                sum(|row| row.solver_seconds),
                sum(|row| row.rest_seconds),
            ],
        }
    }
}

/// Two configurations over the puzzles that were put to both.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigurationPair {
    /// The names of the two.
    pub names: [String; 2],
    /// The wall times of each puzzle; `None` without an answer in each repeat.
    pub times: Vec<[Option<f64>; 2]>,
    /// The ratio of the times of the first and the second, where both have one.
    pub ratio: Option<Estimate>,
}

impl ConfigurationPair {
    /// How many puzzles both have answered, only the first, only the second, neither.
    #[must_use]
    pub fn counts(&self) -> [usize; 4] {
        let count = |which: [bool; 2]| {
            self.times.iter().filter(|times| times.map(|time| time.is_some()) == which).count()
        };
        [[true, true], [true, false], [false, true], [false, false]].map(count)
    }
}

/// All that a report tells.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignReport {
    /// The rows, with contradictions marked.
    pub rows: Vec<ResultRow>,
    /// The configurations by their names.
    pub configurations: Vec<String>,
    /// One for each configuration.
    pub summaries: Vec<Summary>,
    /// Each two configurations.
    pub pairs: Vec<ConfigurationPair>,
}

/// For each puzzle's hash, the time of a configuration.
type Times<'a> = BTreeMap<&'a str, Option<f64>>;

impl CampaignReport {
    /// Of these rows.
    #[must_use]
    pub fn new(mut rows: Vec<ResultRow>) -> Self {
        mark_contradictions(&mut rows);
        // the order in which they were begun, whatever ended first
        rows.sort_by(|a, b| a.started.cmp(&b.started).then_with(|| a.id.cmp(&b.id)));
        let mut configurations: Vec<String> =
            rows.iter().map(|row| row.configuration.clone()).collect();
        configurations.sort();
        configurations.dedup();
        let of = |name: &String| -> Vec<&ResultRow> {
            rows.iter().filter(|row| row.configuration == *name).collect()
        };
        let summaries: Vec<Summary> =
            configurations.iter().map(|name| Summary::of(name, &of(name))).collect();
        let times: Vec<Times<'_>> = configurations.iter().map(|name| times(&of(name))).collect();
        let mut pairs = Vec::new();
        for (first, a) in times.iter().enumerate() {
            for (second, b) in times.iter().enumerate().skip(first + 1) {
                let both = a.iter().filter_map(|(puzzle, &time)| Some([time, *b.get(puzzle)?]));
                let times: Vec<[Option<f64>; 2]> = both.collect();
                let answered: Vec<(f64, f64)> =
                    times.iter().filter_map(|[a, b]| Some(((*a)?, (*b)?))).collect();
                let names = [configurations[first].clone(), configurations[second].clone()];
                pairs.push(ConfigurationPair {
                    names,
                    times,
                    ratio: geometric_mean_ratio(&answered),
                });
            }
        }
        Self { rows, configurations, summaries, pairs }
    }

    /// The rows of a configuration.
    pub fn rows_of<'a>(&'a self, configuration: &'a str) -> impl Iterator<Item = &'a ResultRow> {
        self.rows.iter().filter(move |row| row.configuration == configuration)
    }
}

/// The median over the repeats of each puzzle, if all have an answer.
fn times<'a>(rows: &[&'a ResultRow]) -> Times<'a> {
    let mut repeats: BTreeMap<&str, Vec<Option<f64>>> = BTreeMap::new();
    for row in rows {
        let time = (row.status == RunStatus::Answered).then_some(row.wall_seconds);
        repeats.entry(&row.puzzle_sha256).or_default().push(time);
    }
    let median =
        |all: Vec<Option<f64>>| quantile(&all.into_iter().collect::<Option<Vec<f64>>>()?, 0.5);
    repeats.into_iter().map(|(puzzle, all)| (puzzle, median(all))).collect()
}
