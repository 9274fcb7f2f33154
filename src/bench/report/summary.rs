//! Statistics of result rows: per configuration, and per pair of configurations.

use std::collections::{BTreeMap, BTreeSet};

use crate::bench::log::CampaignInfo;
use crate::bench::row::mark_contradictions;
use crate::bench::row::{ResultRow, RunStatus};
use crate::bench::stats::{Estimate, Spread, geometric_mean_ratio, par2, quantile};
use crate::sizes::units_label;

/// The statistics of one configuration over all puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The name of the configuration.
    pub configuration: String,
    /// The number of runs of each [`RunStatus`], in the order of [`RunStatus::ALL`].
    pub counts: [usize; 4],
    /// The number of runs without a row, on puzzles of the kinds for which the configuration has a row.
    pub missing: usize,
    /// The PAR-2 score in seconds of wall time, in which an unanswered run counts as twice the timeout, over the runs of
    /// which every configuration has a row. `None` if the configuration has a wrong answer, or there is no such run.
    pub par2: Option<f64>,
    /// The wall time of the answered runs, in seconds.
    pub wall: Option<Spread>,
    /// The CPU time of the answered runs, in seconds.
    pub cpu: Option<Spread>,
    /// The peak memory of the answered runs, in KiB.
    pub peak_kb: Option<Spread>,
    /// The number of solver calls of the answered runs.
    pub rounds: Option<Spread>,
    /// The total wall time of the answered runs in seconds, split into presolver, encoding, solver and rest.
    pub parts: [f64; 4],
}

impl Summary {
    /// Returns the number of runs.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.counts.iter().sum()
    }

    fn of(configuration: &str, rows: &[&ResultRow], planned: &PlannedRuns<'_>) -> Self {
        let answered: Vec<&&ResultRow> =
            rows.iter().filter(|row| row.status == RunStatus::Answered).collect();
        let spread = |value: fn(&ResultRow) -> f64| {
            Spread::of(&answered.iter().map(|row| value(row)).collect::<Vec<_>>())
        };
        let counts =
            RunStatus::ALL.map(|status| rows.iter().filter(|row| row.status == status).count());
        let common = rows.iter().filter(|row| planned.is_common(row));
        let times: Vec<Option<f64>> = common
            .map(|row| (row.status == RunStatus::Answered).then_some(row.wall_seconds))
            .collect();
        let timeout = rows.iter().map(|row| row.timeout_seconds).fold(0.0, f64::max);
        let any_wrong = rows.iter().any(|row| row.status == RunStatus::Wrong);
        let sum = |value: fn(&ResultRow) -> f64| {
            answered.iter().map(|row| value(row)).fold(0.0, |sum, part| sum + part)
        };
        Self {
            configuration: configuration.to_owned(),
            counts,
            missing: planned.missing(rows),
            par2: par2(&times, timeout).filter(|_| !any_wrong),
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

/// The runs of a campaign, as far as its rows show: each puzzle in each repeat.
#[derive(Debug)]
struct PlannedRuns<'a> {
    /// The kind of the puzzle, and the number of rows of each run, keyed by the SHA-256 of the puzzle and the repeat.
    runs: BTreeMap<(&'a str, u32), (&'a str, usize)>,
    configurations: usize,
}

impl<'a> PlannedRuns<'a> {
    fn of(rows: &'a [ResultRow], configurations: usize) -> Self {
        let mut runs: BTreeMap<_, (&str, usize)> = BTreeMap::new();
        for row in rows {
            runs.entry(run_of(row)).or_insert((&row.kind, 0)).1 += 1;
        }
        Self { runs, configurations }
    }

    /// Returns whether every configuration has a row for the run of this row.
    fn is_common(&self, row: &ResultRow) -> bool {
        self.runs.get(&run_of(row)).is_some_and(|&(_, count)| count == self.configurations)
    }

    /// Returns the number of runs for which every configuration has a row.
    fn common(&self) -> usize {
        self.runs.values().filter(|&&(_, count)| count == self.configurations).count()
    }

    /// Returns the number of runs for which a configuration with these rows has no row. A configuration without any row
    /// for a kind of puzzle does not apply to the kind.
    fn missing(&self, rows: &[&ResultRow]) -> usize {
        let kinds: BTreeSet<&str> = rows.iter().map(|row| &*row.kind).collect();
        let planned = self.runs.values().filter(|(kind, _)| kinds.contains(kind)).count();
        planned.saturating_sub(rows.len())
    }
}

fn run_of(row: &ResultRow) -> (&str, u32) {
    (&row.puzzle_sha256, row.repeat)
}

/// The comparison of two configurations on the puzzles that both of them ran on.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigurationPair {
    /// The names of the two configurations.
    pub names: [String; 2],
    /// The median wall times of the two configurations on each puzzle; `None` unless all repeats are answered.
    pub times: Vec<[Option<f64>; 2]>,
    /// The geometric mean, over the puzzles with a time for both configurations, of the ratio of the first time to the
    /// second.
    pub ratio: Option<Estimate>,
}

impl ConfigurationPair {
    /// Returns the number of puzzles that both configurations answered, that only the first answered, that only the
    /// second answered, and that neither answered.
    #[must_use]
    pub fn counts(&self) -> [usize; 4] {
        let count = |which: [bool; 2]| {
            self.times.iter().filter(|times| times.map(|time| time.is_some()) == which).count()
        };
        [[true, true], [true, false], [false, true], [false, false]].map(count)
    }
}

/// The content of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignReport {
    /// The rows, in which contradictory verdicts are marked as wrong.
    pub rows: Vec<ResultRow>,
    /// The names of the configurations, sorted.
    pub configurations: Vec<String>,
    /// One summary per configuration, in the same order.
    pub summaries: Vec<Summary>,
    /// The number of runs, each of a puzzle and a repeat, and the number of runs of which every configuration has a row.
    pub runs: [usize; 2],
    /// One comparison per pair of configurations.
    pub pairs: Vec<ConfigurationPair>,
    /// The commands that ran the campaign; `None` if they are unknown.
    pub info: Option<CampaignInfo>,
}

/// The median wall time of a configuration on each puzzle, keyed by the SHA-256 of the puzzle.
type Times<'a> = BTreeMap<&'a str, Option<f64>>;

impl CampaignReport {
    /// Returns the runs that PAR-2 is over, in words; `None` if every configuration has a row of every run.
    #[must_use]
    pub fn common_runs(&self) -> Option<String> {
        let [runs, common] = self.runs;
        (common < runs)
            .then(|| format!("the {common} of {runs} runs of which every configuration has a row"))
    }

    /// Computes the report of these rows.
    #[must_use]
    pub fn new(mut rows: Vec<ResultRow>) -> Self {
        mark_contradictions(&mut rows);
        // sort by start time, because the log is in the order in which the runs ended
        rows.sort_by(|a, b| a.started.cmp(&b.started).then_with(|| a.id.cmp(&b.id)));
        let mut configurations: Vec<String> =
            rows.iter().map(|row| row.configuration.clone()).collect();
        configurations.sort();
        configurations.dedup();
        let of = |name: &String| -> Vec<&ResultRow> {
            rows.iter().filter(|row| row.configuration == *name).collect()
        };
        let planned = PlannedRuns::of(&rows, configurations.len());
        let summaries: Vec<Summary> =
            configurations.iter().map(|name| Summary::of(name, &of(name), &planned)).collect();
        let runs = [planned.runs.len(), planned.common()];
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
        Self { rows, configurations, summaries, runs, pairs, info: None }
    }

    /// Adds the commands that ran the campaign, as read by [`CampaignInfo::read`].
    #[must_use]
    pub fn with_info(self, info: Option<CampaignInfo>) -> Self {
        Self { info, ..self }
    }

    /// Returns the rows of a configuration.
    pub fn rows_of<'a>(&'a self, configuration: &'a str) -> impl Iterator<Item = &'a ResultRow> {
        self.rows.iter().filter(move |row| row.configuration == configuration)
    }

    /// Returns the label of an axis of the sizes of problems.
    pub(super) fn size_label(&self) -> String {
        units_label(self.rows.iter().map(|row| row.size.unit()))
    }
}

/// Returns the median wall time over the repeats of each puzzle; `None` unless all repeats are answered.
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
