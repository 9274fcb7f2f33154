//! The layout of charts. Sizes follow from the texts, so that no text is clipped.

use crate::render::chart::Chart;
use crate::render::chart::axis::{Axis, Tick};
use crate::render::chart::words::width;

/// Font sizes, in pixels.
pub(super) const TITLE: f64 = 17.0;
pub(super) const LABEL: f64 = 14.0;
pub(super) const SMALL: f64 = 12.0;

/// The minimum width and height of a plot, in pixels; long labels make it larger.
const PLOT: (f64, f64) = (720.0, 480.0);
/// The space at the border of the picture and between its parts, in pixels.
const MARGIN: f64 = 18.0;
/// The space between an axis and its numbers, in pixels.
pub(super) const TICK: f64 = 8.0;
/// The height of a legend entry, in pixels; 24 entries fit beside the smallest plot.
pub(super) const ROW: f64 = 20.0;
/// The length of the line in a legend entry, in pixels.
pub(super) const SAMPLE: f64 = 46.0;
/// The space between the line and the name of a legend entry, in pixels.
pub(super) const SAMPLE_GAP: f64 = 8.0;

/// The size of the picture, with a frame for each chart.
pub(super) struct ChartLayout {
    pub width: f64,
    pub height: f64,
    pub frames: Vec<PlotFrame>,
}

/// The positions of the parts of one chart.
pub(super) struct PlotFrame {
    /// The left and the top of the plot, its width and its height.
    pub plot: (f64, f64, f64, f64),
    pub x: Axis,
    pub y: Axis,
    /// The baseline of the title.
    pub title_y: f64,
    /// The centre line of the y axis label.
    pub y_label_x: f64,
    /// The baseline of the x axis label.
    pub x_label_y: f64,
    /// The top left corner of each legend entry.
    pub legend: Vec<(f64, f64)>,
}

impl ChartLayout {
    /// Computes the layout of charts.
    pub fn of(charts: &[Chart]) -> Self {
        let axes: Vec<(Axis, Axis)> = charts.iter().map(axes).collect();
        let numbers = axes.iter().map(|(_, y)| widest(&y.marks())).fold(0.0, f64::max);
        let y_label_x = MARGIN + LABEL / 2.0;
        // half of the first number below the plot can extend to the left of the plot
        let side = axes.iter().map(|(x, _)| widest(&x.marks()) / 2.0).fold(0.0, f64::max);
        let left = (MARGIN + LABEL + MARGIN / 2.0 + numbers + TICK).max(MARGIN + side).ceil();
        let plot_width =
            charts.iter().map(|chart| width(&chart.x_label, LABEL)).fold(PLOT.0, f64::max).ceil();

        let mut right = left + plot_width + side.max(MARGIN);
        let mut top = MARGIN;
        let mut frames = Vec::new();
        for (chart, (x, y)) in charts.iter().zip(axes) {
            let title_y = top + TITLE;
            let plot_top = title_y + MARGIN;
            let height = PLOT.1.max(width(&chart.y_label, LABEL)).ceil();
            let (legend, legend_right) =
                legend(chart, left + plot_width + MARGIN, plot_top, height);
            let title_right = left + width(&chart.title, TITLE) * 1.15;
            right = right.max(legend_right).max(title_right);
            let x_label_y = plot_top + height + TICK + SMALL + 10.0 + LABEL;
            frames.push(PlotFrame {
                plot: (left, plot_top, plot_width, height),
                x,
                y,
                title_y,
                y_label_x,
                x_label_y,
                legend,
            });
            top = x_label_y + 2.0 * MARGIN;
        }
        Self { width: (right + MARGIN).ceil(), height: (top - MARGIN / 2.0).ceil(), frames }
    }
}

impl PlotFrame {
    /// Returns the position of a point of a series in the picture; `None` if an axis cannot represent it.
    pub fn place(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        let (left, top, width, height) = self.plot;
        Some((left + width * self.x.place(x)?, top + height * (1.0 - self.y.place(y)?)))
    }
}

/// Returns axes whose ranges contain all points that both scales can represent.
fn axes(chart: &Chart) -> (Axis, Axis) {
    let points = || {
        chart.series.iter().flat_map(|series| &series.points).filter(|&&point| chart.holds(point))
    };
    let x = Axis::of(chart.x_scale, points().map(|point| point.0));
    let y = Axis::of(chart.y_scale, points().map(|point| point.1));
    (x, y)
}

/// Returns the width of the widest label.
fn widest(marks: &[Tick]) -> f64 {
    marks
        .iter()
        .filter_map(|mark| mark.label.as_deref())
        .map(|label| width(label, SMALL))
        .fold(0.0, f64::max)
}

/// Returns the positions of the legend entries, in balanced columns no taller than the plot, and the right end
/// of the last column.
fn legend(chart: &Chart, left: f64, top: f64, height: f64) -> (Vec<(f64, f64)>, f64) {
    let capacity = ((height / ROW) as usize).max(1);
    let columns = chart.series.len().div_ceil(capacity).max(1);
    let rows = chart.series.len().div_ceil(columns).max(1);
    let (mut x, mut places) = (left, Vec::new());
    for column in chart.series.chunks(rows) {
        places.extend((0..column.len()).map(|row| (x, top + row as f64 * ROW)));
        let names = column
            .iter()
            .map(|series| width(&chart.legend_text(series), SMALL))
            .fold(0.0, f64::max);
        x += SAMPLE + SAMPLE_GAP + names.ceil() + MARGIN;
    }
    (places, x - MARGIN)
}
