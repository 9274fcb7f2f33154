//! The plot of formula sizes in the first round.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::bench::report::{CampaignReport, Figure};
use crate::bench::row::ResultRow;
use crate::render::chart::{Chart, Scale, Series, SeriesStyle, svg};

pub(super) fn figure(report: &CampaignReport) -> Option<Figure> {
    let chart = |title: &str, value: fn(&ResultRow) -> Option<u64>| {
        // configurations with the same formulas share a series, because their points would cover each other
        let mut different: Vec<(Series, usize)> = Vec::new();
        for name in &report.configurations {
            // all repeats have the same formula
            let points: BTreeMap<&str, (f64, f64)> = report
                .rows_of(name)
                .filter_map(|row| {
                    Some((&*row.puzzle_sha256, (row.cells as f64, value(row)? as f64)))
                })
                .collect();
            let points: Vec<_> = points.into_values().collect();
            match different.iter_mut().find(|(known, _)| known.points == points) {
                Some((_, others)) => *others += 1,
                None => {
                    let series = Series { name: name.clone(), points, form: SeriesStyle::Points };
                    different.push((series, 0));
                }
            }
        }
        let series = different.into_iter().map(|(mut series, others)| {
            if others > 0 {
                let _ = write!(series.name, " (and {others} more)");
            }
            series
        });
        Chart {
            title: title.to_owned(),
            x_label: report.size_label(),
            y_label: title.to_lowercase(),
            x_scale: Scale::Log,
            y_scale: Scale::Log,
            series: series.collect(),
            ..Chart::default()
        }
    };
    let has_sizes = report.rows.iter().any(|row| row.variables.is_some());
    has_sizes.then(|| Figure {
        name: "sizes".to_owned(),
        caption: "The formula of the first round of each run. Configurations with the same \
                  formulas share a series."
            .to_owned(),
        svg: svg(&[
            chart("Variables or columns", |row| row.variables),
            chart("Clauses or rows", |row| row.clauses),
        ]),
    })
}
