//! The cactus plot of the SAT Competitions: the number of answered runs of each configuration over time.

use crate::bench::report::{CampaignReport, Figure};
use crate::bench::row::RunStatus;
use crate::render::chart::{Chart, Level, Scale, Series, svg};

/// Returns the wall times of the answered runs of a configuration, the shortest first.
fn answer_times(report: &CampaignReport, configuration: &str) -> Vec<f64> {
    let answered = report.rows_of(configuration).filter(|row| row.status == RunStatus::Answered);
    let mut times: Vec<f64> = answered.map(|row| row.wall_seconds).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// Formats the points of the plot as CSV: for each configuration, the number of answered runs and the wall time within
/// which each of them was answered.
#[must_use]
pub fn cactus_points(report: &CampaignReport) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // writing to memory cannot fail, and every record has as many fields as the heading
    let _ = writer.write_record(["configuration", "answered", "wall_seconds"]);
    for name in &report.configurations {
        for (count, time) in (1_usize..).zip(answer_times(report, name)) {
            let _ = writer.write_record([name, &count.to_string(), &time.to_string()]);
        }
    }
    String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()).into_owned()
}

pub(super) fn figure(report: &CampaignReport) -> Figure {
    let series = report.configurations.iter().map(|name| {
        let times = answer_times(report, name);
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
