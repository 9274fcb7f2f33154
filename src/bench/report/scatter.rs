//! The scatter plot that compares two configurations puzzle by puzzle.

use crate::bench::report::{CampaignReport, ConfigurationPair, Figure};
use crate::render::chart::{Chart, Scale, Series, SeriesStyle, svg};

pub(super) fn figure(report: &CampaignReport, pair: &ConfigurationPair) -> Figure {
    let timeout = report.rows.iter().map(|row| row.timeout_seconds).fold(0.0, f64::max);
    let all = pair.times.iter().flatten().filter_map(|time| *time);
    let least = all.fold(timeout, f64::min);
    let answered = |times: &&[Option<f64>; 2]| times.iter().all(Option::is_some);
    let point = |times: &[Option<f64>; 2]| {
        let [x, y] = times.map(|time| time.unwrap_or(2.0 * timeout));
        (x, y)
    };
    let (both, one): (Vec<_>, Vec<_>) = pair.times.iter().partition(answered);
    let points = |name: &str, times: Vec<&[Option<f64>; 2]>| Series {
        name: name.to_owned(),
        points: times.into_iter().map(point).collect(),
        form: SeriesStyle::Points,
    };
    // the ends of the diagonal give both axes the same range
    let line = |name: &str, factor: f64| Series {
        name: name.to_owned(),
        points: vec![(least, least * factor), (2.0 * timeout, 2.0 * timeout * factor)],
        form: SeriesStyle::Plain,
    };
    let [x, y] = &pair.names;
    let mut series = vec![points("answered by both", both), line("equally fast", 1.0)];
    if !one.is_empty() {
        series.push(points("not answered by both", one));
    }
    let chart = Chart {
        title: "Wall times in seconds".to_owned(),
        x_label: x.clone(),
        y_label: y.clone(),
        x_scale: Scale::Log,
        y_scale: Scale::Log,
        series,
        ..Chart::default()
    };
    let number = |name| report.configurations.iter().position(|one| one == name).unwrap_or(0) + 1;
    Figure {
        name: format!("scatter-{}-{}", number(x), number(y)),
        caption: format!(
            "Each point is a puzzle: the median wall times over the repeats. Above the line, {x} \
             is faster; below it, {y}. A puzzle without an answer in every repeat is plotted at \
             twice the limit."
        ),
        svg: svg(&[chart]),
    }
}
