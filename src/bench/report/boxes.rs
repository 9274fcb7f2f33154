//! The box plot of wall times by puzzle size.

use std::collections::BTreeMap;

use crate::bench::report::{CampaignReport, Figure};
use crate::bench::row::{ResultRow, RunStatus};
use crate::bench::stats::quantile;
use crate::render::chart::{BoxChart, BoxSeries, Scale};

/// The maximum number of categories. If there are more sizes, neighboring sizes share a category.
const CATEGORIES: usize = 8;

pub(super) fn figure(report: &CampaignReport) -> Option<Figure> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for row in report.rows.iter().filter(|row| row.status == RunStatus::Answered) {
        *counts.entry(row.cells).or_default() += 1;
    }
    let groups = groups(&counts);
    if groups.is_empty() {
        return None;
    }
    let quartiles = |rows: &[&ResultRow]| {
        let times: Vec<f64> = rows.iter().map(|row| row.wall_seconds).collect();
        let mut five = [0.0; 5];
        for (part, place) in [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(&mut five) {
            *place = quantile(&times, part)?;
        }
        Some(five)
    };
    let series = report.configurations.iter().map(|name| {
        let boxes = groups.iter().map(|&(from, to)| {
            let rows: Vec<&ResultRow> = report
                .rows_of(name)
                .filter(|row| row.status == RunStatus::Answered && (from..=to).contains(&row.cells))
                .collect();
            quartiles(&rows)
        });
        BoxSeries { name: name.clone(), boxes: boxes.collect() }
    });
    let category = |&(from, to): &(usize, usize)| match from == to {
        true => from.to_string(),
        false => format!("{from}–{to}"),
    };
    let chart = BoxChart {
        title: "Wall time by size".to_owned(),
        x_label: report.size_label(),
        y_label: "seconds".to_owned(),
        y_scale: Scale::Log,
        categories: groups.iter().map(category).collect(),
        series: series.collect(),
    };
    Some(Figure {
        name: "boxes".to_owned(),
        caption: "Answered runs. The box extends from the first to the third quartile with a line \
                  at the median; the whiskers extend to the fastest and the slowest run."
            .to_owned(),
        svg: chart.svg(),
    })
}

/// Divides the sizes into ranges with about the same number of runs in each. `counts` maps a size to its number of
/// runs.
fn groups(counts: &BTreeMap<usize, usize>) -> Vec<(usize, usize)> {
    let total: usize = counts.values().sum();
    let each = if counts.len() <= CATEGORIES { 1 } else { total.div_ceil(CATEGORIES) };
    let (mut groups, mut open): (Vec<(usize, usize)>, usize) = (Vec::new(), 0);
    for (&size, &count) in counts {
        match groups.last_mut() {
            Some(last) if open < each => last.1 = size,
            _ => {
                groups.push((size, size));
                open = 0;
            }
        }
        open += count;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of ranges never exceeds [`CATEGORIES`], whatever the number of sizes.
    #[test]
    fn each_size_is_in_exactly_one_range() {
        for count in [0, 1, 8, 9, 40] {
            let sizes: BTreeMap<usize, usize> =
                (0..count).map(|size| (size * size + 4, 1 + size % 3)).collect();
            let groups = groups(&sizes);
            assert!(groups.len() <= CATEGORIES, "{groups:?}");
            for size in sizes.keys() {
                let holding = groups.iter().filter(|(from, to)| (from..=to).contains(&size));
                assert_eq!(holding.count(), 1, "{size} in {groups:?}");
            }
        }
    }
}
