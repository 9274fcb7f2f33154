//! The tables of reports.

use crate::bench::report::CampaignReport;
use crate::bench::stats::Spread;

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ReportCell {
    pub text: String,
    /// The number by which the page sorts the cell; without a number, the page sorts it by its text.
    pub key: Option<f64>,
    /// A remark on the content, given as a class of the page.
    pub class: Option<&'static str>,
}

impl ReportCell {
    /// Creates a cell that is sorted by a number.
    pub fn number(text: String, key: f64) -> Self {
        Self { text, key: Some(key), class: None }
    }

    /// Creates a cell of a count.
    pub fn count(count: usize) -> Self {
        Self::number(count.to_string(), count as f64)
    }
}

impl From<String> for ReportCell {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// A table: a heading, and rows with as many cells as the heading.
pub(super) struct ReportTable {
    /// The name of the table's class.
    pub class: &'static str,
    pub title: &'static str,
    /// An explanation of the cells.
    pub note: String,
    pub heading: Vec<String>,
    pub rows: Vec<Vec<ReportCell>>,
}

/// Formats a number with three significant digits.
pub(super) fn short(value: f64) -> String {
    let digits = (2.0 - value.abs().max(1e-3).log10().floor()).clamp(0.0, 5.0) as usize;
    format!("{value:.digits$}")
}

fn spread(spread: Option<Spread>, scale: f64) -> ReportCell {
    spread.map_or_else(ReportCell::default, |Spread { median, min, max }| {
        let [text, min, max] = [median, min, max].map(|value| short(value * scale));
        ReportCell::number(format!("{text} ({min} – {max})"), median)
    })
}

/// The definitions of the numbers in the summary.
const NOTES: &str = "Medians include answered runs only. PAR-2 is the mean wall time, where a run \
     without an answer counts as twice its limit; a configuration with a wrong answer gets no PAR-2 \
     score.";

/// Returns the table with one row per configuration.
pub(super) fn summary_table(report: &CampaignReport) -> ReportTable {
    let heading = [
        "configuration",
        "runs",
        "answered",
        "at a limit",
        "failed",
        "wrong",
        "PAR-2 (s)",
        "wall (s), median (min – max)",
        "CPU (s)",
        "memory (MiB)",
        "rounds",
        "total (s): presolve / encode / solver / rest",
    ];
    let rows = report.summaries.iter().map(|one| {
        let par2 = one.par2.map_or_else(
            || ReportCell::from("none (wrong answer)".to_owned()),
            |par2| ReportCell::number(short(par2), par2),
        );
        let mut row = vec![one.configuration.clone().into(), ReportCell::count(one.runs())];
        row.extend(one.counts.iter().map(|&count| ReportCell::count(count)));
        row.extend([
            par2,
            spread(one.wall, 1.0),
            spread(one.cpu, 1.0),
            spread(one.peak_kb, 1.0 / 1024.0),
            spread(one.rounds, 1.0),
            ReportCell::number(one.parts.map(short).join(" / "), one.parts.iter().sum()),
        ]);
        row
    });
    ReportTable {
        class: "summary",
        title: "Configurations",
        note: NOTES.to_owned(),
        heading: heading.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

/// Returns the table with one row per pair of configurations.
pub(super) fn pair_table(report: &CampaignReport) -> ReportTable {
    let heading =
        ["A", "B", "both", "only A", "only B", "neither", "time of A / B", "95 % interval"];
    let rows = report.pairs.iter().map(|pair| {
        let mut row: Vec<ReportCell> = pair.names.iter().cloned().map(ReportCell::from).collect();
        row.extend(pair.counts().iter().map(|&count| ReportCell::count(count)));
        row.extend(pair.ratio.map_or_else(Default::default, |ratio| {
            let mean = ReportCell::number(short(ratio.mean), ratio.mean);
            // the interval needs more than one puzzle
            let interval = match pair.counts()[0] {
                0 | 1 => String::new(),
                _ => format!("{} – {}", short(ratio.low), short(ratio.high)),
            };
            [mean, ReportCell { text: interval, key: Some(ratio.low), class: None }]
        }));
        row
    });
    ReportTable {
        class: "pairs",
        title: "Pairs",
        note: "The number of puzzles that both configurations, only one, or neither answered. The \
               ratio is the geometric mean over the puzzles that both answered, with a bootstrap \
               interval."
            .to_owned(),
        heading: heading.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
