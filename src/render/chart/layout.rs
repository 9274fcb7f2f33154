//! The layout of charts. Sizes are computed from the texts, so that no text is clipped.
//!
//! Pages scale charts to their width. Therefore the plot is narrow, the texts are large, and the legend is below the
//! plot: at a width of 600 pixels, all texts are legible.

use crate::render::chart::Chart;
use crate::render::chart::axis::{Axis, AxisTick};
use crate::render::chart::words::width;

/// Font sizes, in pixels.
pub(super) const TITLE: f64 = 18.0;
pub(super) const LABEL: f64 = 16.0;
pub(super) const SMALL: f64 = 15.0;

/// The minimum width and height of a plot, in pixels; long labels make it larger.
pub(super) const PLOT: (f64, f64) = (560.0, 380.0);
/// The space at the border of the picture and between its parts, in pixels.
pub(super) const MARGIN: f64 = 18.0;
/// The space between an axis and its numbers, in pixels.
pub(super) const TICK: f64 = 8.0;
/// The height of a legend entry, in pixels.
pub(super) const ROW: f64 = 24.0;
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
    /// The center line of the y axis label.
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
        // half of the first number below the plot may extend to the left of the plot
        let side = axes.iter().map(|(x, _)| widest(&x.marks()) / 2.0).fold(MARGIN, f64::max);
        let left = (MARGIN + LABEL + MARGIN / 2.0 + numbers + TICK).max(MARGIN + side).ceil();
        let needed = charts.iter().map(|chart| {
            let legend = legend_entry_width(&names(chart)) + 2.0 * MARGIN - left - side;
            let title = width(&chart.title, TITLE) * 1.15 + MARGIN - side;
            let level = |level: &crate::render::chart::Level| width(&level.name, SMALL) + MARGIN;
            let levels = chart.levels.iter().map(level).fold(0.0, f64::max);
            width(&chart.x_label, LABEL).max(legend).max(title).max(levels)
        });
        let plot_width = needed.fold(PLOT.0, f64::max).ceil();
        let right = left + plot_width + side;

        let mut top = MARGIN;
        let mut frames = Vec::new();
        for (chart, (x, y)) in charts.iter().zip(axes) {
            let title_y = top + TITLE;
            let plot_top = title_y + MARGIN;
            let height = PLOT.1.max(width(&chart.y_label, LABEL)).ceil();
            let x_label_y = plot_top + height + TICK + SMALL + 10.0 + LABEL;
            let (legend, bottom) = legend(&names(chart), right, x_label_y + MARGIN);
            frames.push(PlotFrame {
                plot: (left, plot_top, plot_width, height),
                x,
                y,
                title_y,
                y_label_x,
                x_label_y,
                legend,
            });
            top = bottom + 2.0 * MARGIN;
        }
        Self { width: right.ceil(), height: (top - MARGIN / 2.0).ceil(), frames }
    }
}

impl PlotFrame {
    /// Returns the position of a point of a series in the picture; `None` if an axis cannot represent it.
    pub fn place(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        let (left, top, width, height) = self.plot;
        Some((left + width * self.x.place(x)?, top + height * (1.0 - self.y.place(y)?)))
    }
}

/// Returns axes whose ranges contain all points that both scales can represent, and all levels.
fn axes(chart: &Chart) -> (Axis, Axis) {
    let points = || {
        chart.series.iter().flat_map(|series| &series.points).filter(|&&point| chart.holds(point))
    };
    let levels = chart.levels.iter().map(|level| level.value);
    let x = Axis::of(chart.x_scale, points().map(|point| point.0));
    let y = Axis::of(chart.y_scale, points().map(|point| point.1).chain(levels));
    (x, y)
}

/// Returns the width of the widest label.
fn widest(marks: &[AxisTick]) -> f64 {
    marks
        .iter()
        .filter_map(|mark| mark.label.as_deref())
        .map(|label| width(label, SMALL))
        .fold(0.0, f64::max)
}

/// Returns the texts of a chart's legend.
fn names(chart: &Chart) -> Vec<String> {
    chart.series.iter().map(|series| chart.legend_text(series)).collect()
}

/// Returns the width of a legend's widest entry.
pub(super) fn legend_entry_width(names: &[String]) -> f64 {
    let longest = names.iter().map(|name| width(name, SMALL)).fold(0.0, f64::max);
    SAMPLE + SAMPLE_GAP + longest.ceil()
}

/// Returns the top left corner of each legend entry, in balanced columns that fill a picture with the given
/// right end, and the bottom of the legend.
pub(super) fn legend(names: &[String], right: f64, top: f64) -> (Vec<(f64, f64)>, f64) {
    let column = legend_entry_width(names) + MARGIN;
    let columns = (((right - MARGIN) / column) as usize).max(1);
    let rows = names.len().div_ceil(columns).max(1);
    let place = |number: usize| {
        (MARGIN + (number / rows) as f64 * column, top + (number % rows) as f64 * ROW)
    };
    let height = rows.min(names.len()) as f64 * ROW;
    ((0..names.len()).map(place).collect(), top + height)
}
