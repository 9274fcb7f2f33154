//! The cactus plot of the SAT Competitions: the number of answered runs of each configuration over time.

use crate::bench::report::{CampaignReport, Figure};
use crate::bench::row::RunStatus;
use crate::render::chart::{Chart, Level, Scale, Series, svg};

pub(super) fn figure(report: &CampaignReport) -> Figure {
    let series = report.configurations.iter().map(|name| {
        let answered = report.rows_of(name).filter(|row| row.status == RunStatus::Answered);
        let mut times: Vec<f64> = answered.map(|row| row.wall_seconds).collect();
        times.sort_by(f64::total_cmp);
        let points = (1..).zip(times).map(|(count, time)| (f64::from(count), time)).collect();
        Series { name: name.clone(), points, ..Series::default() }
    });
    let timeouts = report.rows.iter().map(|row| row.timeout_seconds);
    let limit = timeouts.reduce(f64::max);
    let level = |value| Level { value, name: format!("limit {value} s") };
    let chart = Chart {
        title: "Answers over time".to_owned(),
        x_label: "answered runs".to_owned(),
        y_label: "wall time in seconds".to_owned(),
        y_scale: Scale::Log,
        series: series.collect(),
        levels: limit.map(level).into_iter().collect(),
        ..Chart::default()
    };
    Figure {
        name: "cactus".to_owned(),
        caption: "The answered runs of each configuration, sorted by wall time. A curve further \
                  right has more answers; a lower curve is faster. The dashed line is the limit of \
                  a run."
            .to_owned(),
        svg: svg(&[chart]),
    }
}
