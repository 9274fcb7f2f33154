//! The drawing of a chart into its frame.

use std::fmt::{Arguments, Write};

use crate::render::chart::axis::{Axis, AxisTick};
use crate::render::chart::style::{REACH, SeriesLook};
use crate::render::chart::style::{escape, width, width as text_width};
use crate::render::chart::{Chart, Series, SeriesStyle};
use crate::render::colours::{FAINT, GRID, MUTED};

/// The maximum number of points of a series that all have a marker.
const FEW: usize = 40;
/// The minimum distance between markers of longer series, in pixels.
const MARKER_DISTANCE: f64 = 18.0;

/// Appends a chart.
pub(super) fn draw(out: &mut String, chart: &Chart, frame: &PlotFrame) {
    put(out, format_args!("<g class=\"chart\">"));
    labels(out, chart, frame);
    grid(out, frame);
    let drawn: Vec<_> = chart.series.iter().map(|series| placed(series, frame)).collect();
    if drawn.iter().all(Vec::is_empty) {
        let (left, top, width, height) = frame.plot;
        let (x, y) = (left + width / 2.0, top + height / 2.0);
        put(
            out,
            format_args!(
                "<text {} x=\"{x}\" y=\"{y}\" font-size=\"{LABEL}\" text-anchor=\"middle\">no points</text>",
                MUTED.attributes()
            ),
        );
    }
    // draw the first series last, so that it is on top where lines overlap
    for (number, points) in drawn.iter().enumerate().rev() {
        put(out, format_args!("<g class=\"series\">"));
        put(out, format_args!("<title>{}</title>", escape(&chart.series[number].name)));
        match chart.series[number].form {
            SeriesStyle::Line => SeriesLook::of(number).draw(out, points, &marked(points)),
            SeriesStyle::Points => SeriesLook::of(number).draw(out, &[], points),
            SeriesStyle::Plain => SeriesLook::of(number).draw(out, points, &[]),
        }
        put(out, format_args!("</g>"));
    }
    levels(out, chart, frame);
    legend(out, chart, frame);
    put(out, format_args!("</g>"));
}

/// Appends the levels: dashed lines across the plot, each with its name below its left end.
fn levels(out: &mut String, chart: &Chart, frame: &PlotFrame) {
    let (left, top, width, height) = frame.plot;
    for level in chart.levels.iter().filter(|level| chart.y_scale.holds(level.value)) {
        let Some(place) = frame.y.place(level.value) else { continue };
        let (y, right) = (top + height * (1.0 - place), left + width);
        let (x, baseline) = (left + TICK, y + SMALL + 3.0);
        put(
            out,
            format_args!(
                "<path class=\"level\" stroke=\"currentColor\" stroke-width=\"1.5\" \
                 stroke-dasharray=\"7 4\" d=\"M{left} {y:.1}H{right}\"/>\n\
                 <g class=\"halo\" stroke=\"#fff\" stroke-width=\"4\" paint-order=\"stroke\">\
                 <text x=\"{x}\" y=\"{baseline:.1}\" font-size=\"{SMALL}\">{}</text></g>",
                escape(&level.name)
            ),
        );
    }
}

/// Appends a line of the document.
fn put(out: &mut String, text: Arguments<'_>) {
    // writing to a String cannot fail
    let _ = writeln!(out, "{text}");
}

/// Appends the title and the labels of the axes.
fn labels(out: &mut String, chart: &Chart, frame: &PlotFrame) {
    let (left, top, width, height) = frame.plot;
    let (middle, bottom, aside) = (left + width / 2.0, frame.x_label_y, frame.y_label_x);
    let title = escape(&chart.title);
    put(
        out,
        format_args!(
            "<text class=\"title\" x=\"{left}\" y=\"{}\" font-size=\"{TITLE}\" \
             font-weight=\"bold\">{title}</text>",
            frame.title_y
        ),
    );
    let text = format_args!("text-anchor=\"middle\" font-size=\"{LABEL}\"").to_string();
    let x_label = escape(&chart.x_label);
    put(out, format_args!("<text x=\"{middle}\" y=\"{bottom}\" {text}>{x_label}</text>"));
    let (y, y_label) = (top + height / 2.0, escape(&chart.y_label));
    put(
        out,
        format_args!(
            "<text transform=\"translate({aside} {y}) rotate(-90)\" y=\"{}\" {text}>{y_label}</text>",
            LABEL / 3.0
        ),
    );
}

/// Appends the grid, its numbers and the border.
fn grid(out: &mut String, frame: &PlotFrame) {
    let (left, top, width, height) = frame.plot;
    let (right, bottom) = (left + width, top + height);
    let (mut faint, mut strong, mut numbers) = (String::new(), String::new(), String::new());
    let mut end = f64::MIN;
    for mark in frame.x.marks() {
        let x = left + width * mark.at;
        let lines = if mark.label.is_some() { &mut strong } else { &mut faint };
        let _ = write!(lines, "M{x:.1} {top}V{bottom}");
        // leave out a number that would touch the previous number
        let half = |label: &str| text_width(label, SMALL) / 2.0;
        if let Some(label) = mark.label.filter(|label| x - half(label) > end) {
            end = x + half(&label) + TICK;
            let y = bottom + TICK + SMALL;
            let _ = writeln!(
                numbers,
                "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>"
            );
        }
    }
    for mark in frame.y.marks() {
        let y = bottom - height * mark.at;
        let lines = if mark.label.is_some() { &mut strong } else { &mut faint };
        let _ = write!(lines, "M{left} {y:.1}H{right}");
        if let Some(label) = mark.label {
            let (x, y) = (left - TICK, y + SMALL * 0.36);
            let _ = writeln!(
                numbers,
                "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>"
            );
        }
    }
    for (colour, lines) in [(FAINT, faint), (GRID, strong)] {
        if !lines.is_empty() {
            let colour = colour.attributes();
            put(out, format_args!("<path {colour} stroke=\"currentColor\" d=\"{lines}\"/>"));
        }
    }
    let muted = MUTED.attributes();
    put(out, format_args!("<g {muted}>"));
    put(
        out,
        format_args!(
            "<rect class=\"plot\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
             fill=\"none\" stroke=\"currentColor\"/>"
        ),
    );
    put(out, format_args!("<g class=\"numbers\" font-size=\"{SMALL}\">"));
    out.push_str(&numbers);
    put(out, format_args!("</g></g>"));
}

/// Returns the positions of the points of a series in ascending order of x, without the points that an axis cannot
/// represent.
fn placed(series: &Series, frame: &PlotFrame) -> Vec<(f64, f64)> {
    let mut points: Vec<_> = series.points.iter().filter_map(|&point| frame.place(point)).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

/// Returns the points with a marker: all points of a short series; for a long series, the first and the last point and
/// those points between them that are far enough apart.
fn marked(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let Some(&last) = points.last().filter(|_| points.len() > FEW) else { return points.to_vec() };
    let far = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) >= MARKER_DISTANCE;
    let mut marked: Vec<(f64, f64)> = Vec::new();
    for &point in points {
        if marked.last().is_none_or(|&before| far(before, point)) {
            marked.push(point);
        }
    }
    if marked.last() != Some(&last) {
        marked.push(last);
    }
    marked
}

/// Appends the legend.
fn legend(out: &mut String, chart: &Chart, frame: &PlotFrame) {
    put(out, format_args!("<g class=\"legend\" font-size=\"{SMALL}\">"));
    for (number, (series, &(x, y))) in chart.series.iter().zip(&frame.legend).enumerate() {
        let middle = y + ROW / 2.0;
        // the marker is at the end of the line, so that the dash pattern stays visible
        let line = match series.form {
            SeriesStyle::Line | SeriesStyle::Plain => vec![(x, middle), (x + SAMPLE, middle)],
            SeriesStyle::Points => Vec::new(),
        };
        let marker = [(x + SAMPLE - REACH, middle)];
        let markers = if series.form == SeriesStyle::Plain { &[] } else { &marker[..] };
        SeriesLook::of(number).draw(out, &line, markers);
        let (x, y) = (x + SAMPLE + SAMPLE_GAP, middle + SMALL * 0.36);
        let name = escape(&chart.legend_text(series));
        put(out, format_args!("<text x=\"{x}\" y=\"{y:.1}\">{name}</text>"));
    }
    put(out, format_args!("</g>"));
}

// The layout of charts. Sizes are computed from the texts, so that no text is clipped.
//
// Pages scale charts to their width. Therefore the plot is narrow, the texts are large, and the legend is below the
// plot: at a width of 600 pixels, all texts are legible.

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
            let (legend, bottom) = legend_places(&names(chart), right, x_label_y + MARGIN);
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
pub(super) fn legend_places(names: &[String], right: f64, top: f64) -> (Vec<(f64, f64)>, f64) {
    let column = legend_entry_width(names) + MARGIN;
    let columns = (((right - MARGIN) / column) as usize).max(1);
    let rows = names.len().div_ceil(columns).max(1);
    let place = |number: usize| {
        (MARGIN + (number / rows) as f64 * column, top + (number % rows) as f64 * ROW)
    };
    let height = rows.min(names.len()) as f64 * ROW;
    ((0..names.len()).map(place).collect(), top + height)
}
