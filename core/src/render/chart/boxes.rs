//! Box plots, which show the distributions of values side by side for each category.

use std::fmt::Write;

use crate::render::chart::axis::Axis;
use crate::render::chart::plot::{
    LABEL, MARGIN, PLOT, ROW, SAMPLE, SAMPLE_GAP, SMALL, TICK, TITLE, legend_entry_width,
    legend_places,
};
use crate::render::chart::style::SeriesLook;
use crate::render::chart::style::{escape, width as text_width};
use crate::render::chart::{Scale, start};
use crate::render::colours::{FAINT, GRID, MUTED};

/// A named series of boxes, at most one for each category.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxSeries {
    /// The name in the legend.
    pub name: String,
    /// For each category, in order: minimum, lower quartile, median, upper quartile and maximum, or no box.
    pub boxes: Vec<Option<[f64; 5]>>,
}

/// A box plot: boxes from quartile to quartile, a line at the median, whiskers to the extremes (Tukey,
/// Exploratory Data Analysis, 1977, section 2C).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxChart {
    /// The title.
    pub title: String,
    /// The label of the x axis: the meaning of the categories.
    pub x_label: String,
    /// The label of the y axis.
    pub y_label: String,
    /// The scale of the y axis.
    pub y_scale: Scale,
    /// The names of the categories.
    pub categories: Vec<String>,
    /// The series.
    pub series: Vec<BoxSeries>,
}

/// The height of a plot with a part of the categories, in pixels.
const PART_HEIGHT: f64 = 240.0;
/// The distance between the centers of adjacent boxes of a category, in pixels; smaller if there are many boxes.
const STEP: f64 = 22.0;
/// The width of a box, relative to the distance of boxes.
const BOX: f64 = 0.72;
/// The space between categories, in pixels.
const GAP: f64 = 26.0;

impl BoxChart {
    /// Draws the chart as one SVG document. Values that the scale cannot represent are drawn at its low end.
    ///
    /// ```
    /// use encycle::render::chart::{BoxChart, BoxSeries};
    ///
    /// let boxes = vec![Some([1.0, 2.0, 3.0, 4.0, 9.0])];
    /// let series = vec![BoxSeries { name: "minisat".to_owned(), boxes }];
    /// let chart = BoxChart { categories: vec!["25 cells".to_owned()], series, ..BoxChart::default() };
    /// assert!(chart.svg().contains("minisat"));
    /// ```
    #[must_use]
    pub fn svg(&self) -> String {
        let layout = BoxLayout::of(self);
        let (width, height) = layout.size;
        let mut out = start(width, height);
        layout.put_labels(&mut out, self);
        for (number, top) in layout.tops.iter().enumerate() {
            let first = number * layout.columns;
            let end = (first + layout.columns).min(self.categories.len());
            layout.put_plot(&mut out, self, (first.min(end), end), *top);
        }
        for (number, &(x, y)) in layout.legend.iter().enumerate() {
            let (colour, middle) = (SeriesLook::of(number).colour().attributes(), y + ROW / 2.0);
            let name = escape(&self.series[number].name);
            // writing to a String cannot fail
            let _ = writeln!(
                out,
                "<rect {colour} x=\"{x}\" y=\"{:.1}\" width=\"{SAMPLE}\" height=\"12\" \
                 fill-opacity=\"0.3\" stroke=\"currentColor\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{SMALL}\">{name}</text>",
                middle - 6.0,
                x + SAMPLE + SAMPLE_GAP,
                middle + SMALL * 0.36
            );
        }
        out.push_str("</svg>\n");
        out
    }
}

/// The positions of the parts of a box plot. If the categories do not fit side by side, there are several plots with
/// the same axis, one below the other.
struct BoxLayout {
    /// The width and the height of the picture.
    size: (f64, f64),
    axis: Axis,
    /// The left edge and the width of all plots.
    left: f64,
    width: f64,
    /// The top of each plot; all plots have the same height.
    tops: Vec<f64>,
    height: f64,
    /// The number of categories in each plot except the last.
    columns: usize,
    /// The distance between the centers of adjacent boxes.
    step: f64,
    /// The top left corner of each legend entry.
    legend: Vec<(f64, f64)>,
}

impl BoxLayout {
    fn of(chart: &BoxChart) -> Self {
        let values = || chart.series.iter().flat_map(|one| one.boxes.iter().flatten()).flatten();
        let axis = Axis::of(chart.y_scale, values().copied());
        let numbers = axis.marks().into_iter().filter_map(|mark| mark.label);
        let widest = numbers.map(|label| text_width(&label, SMALL)).fold(0.0, f64::max);
        let left = (MARGIN + LABEL + MARGIN / 2.0 + widest + TICK).ceil();
        let series: Vec<String> = chart.series.iter().map(|one| one.name.clone()).collect();
        let names = chart.categories.iter().map(|name| text_width(name, SMALL)).fold(0.0, f64::max);
        let width = PLOT
            .0
            .max(text_width(&chart.x_label, LABEL))
            .max(text_width(&chart.title, TITLE) * 1.15)
            .max(legend_entry_width(&series) + MARGIN - left)
            .max(names + GAP)
            .ceil();
        let count = chart.series.len().max(1) as f64;
        let step = STEP.min((width - GAP) / count);
        let fitting = (width / ((count * step).max(names) + GAP)) as usize;
        let parts = chart.categories.len().div_ceil(fitting.max(1)).max(1);
        let columns = chart.categories.len().div_ceil(parts).max(1);
        let height = if parts == 1 { PLOT.1 } else { PART_HEIGHT };
        let first = MARGIN + TITLE + MARGIN;
        let distance = height + TICK + SMALL + MARGIN;
        let tops: Vec<f64> = (0..parts).map(|part| first + part as f64 * distance).collect();
        let right = left + width + MARGIN;
        let below = first + parts as f64 * distance + LABEL;
        let (legend, bottom) = legend_places(&series, right, below + MARGIN);
        let size = (right.ceil(), (bottom + MARGIN).ceil());
        Self { size, axis, left, width, tops, height, columns, step, legend }
    }

    /// Returns the baseline of the x axis label.
    fn x_label_y(&self) -> f64 {
        let last = self.tops.last().copied().unwrap_or(0.0);
        last + self.height + TICK + SMALL + MARGIN / 2.0 + LABEL
    }

    /// Appends the title and the labels of the axes.
    fn put_labels(&self, out: &mut String, chart: &BoxChart) {
        let middle = self.left + self.width / 2.0;
        let first = self.tops.first().copied().unwrap_or(0.0);
        let centre = first + self.height / 2.0;
        let (x, label_y) = (MARGIN + LABEL / 2.0, self.x_label_y());
        let [title, x_label, y_label] =
            [&chart.title, &chart.x_label, &chart.y_label].map(|text| escape(text));
        // writing to a String cannot fail
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{TITLE}\" font-weight=\"bold\">{title}</text>\n\
             <g font-size=\"{LABEL}\" text-anchor=\"middle\">\
             <text x=\"{middle:.1}\" y=\"{label_y:.1}\">{x_label}</text>\
             <text x=\"{x:.1}\" y=\"{centre:.1}\" \
             transform=\"rotate(-90 {x:.1} {centre:.1})\">{y_label}</text></g>",
            self.left,
            MARGIN + TITLE,
        );
    }

    /// Appends a plot of the categories from `first` up to `end`.
    fn put_plot(&self, out: &mut String, chart: &BoxChart, (first, end): (usize, usize), top: f64) {
        let (left, bottom) = (self.left, top + self.height);
        let group = self.width / self.columns as f64;
        let centre = |category: usize| left + ((category - first) as f64 + 0.5) * group;
        let mut numbers = String::new();
        // writing to a String cannot fail
        for mark in self.axis.marks() {
            let colour = if mark.label.is_some() { GRID } else { FAINT }.attributes();
            let (y, right) = (bottom - self.height * mark.at, left + self.width);
            let line = format!("stroke=\"currentColor\" d=\"M{left} {y:.1}H{right}\"");
            let _ = writeln!(out, "<path {colour} {line}/>");
            if let Some(label) = mark.label {
                let (x, y) = (left - TICK, y + SMALL * 0.36);
                let _ = write!(
                    numbers,
                    "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>"
                );
            }
        }
        for category in first..end {
            let (x, y) = (centre(category), bottom + TICK + SMALL);
            let name = escape(&chart.categories[category]);
            let _ = write!(
                numbers,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{name}</text>"
            );
        }
        let (width, height) = (self.width, self.height);
        let _ = writeln!(
            out,
            "<g {}><rect class=\"plot\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
             fill=\"none\" stroke=\"currentColor\"/><g font-size=\"{SMALL}\">{numbers}</g></g>",
            MUTED.attributes()
        );
        for (number, series) in chart.series.iter().enumerate() {
            for category in first..end {
                let Some(values) = series.boxes.get(category).copied().flatten() else { continue };
                let inset = (number as f64 - (chart.series.len() as f64 - 1.0) / 2.0) * self.step;
                let y = |value: f64| bottom - height * self.axis.place(value).unwrap_or(0.0);
                self.put_box(out, SeriesLook::of(number), centre(category) + inset, values.map(y));
            }
        }
    }

    /// Appends a box at the given positions.
    fn put_box(&self, out: &mut String, style: SeriesLook, x: f64, places: [f64; 5]) {
        let [min, low, median, high, max] = places;
        let wide = self.step * BOX;
        let (from, to) = (x - wide / 2.0, x + wide / 2.0);
        // writing to a String cannot fail
        let _ = writeln!(
            out,
            "<g {}><g class=\"box\" stroke=\"currentColor\">\
             <path d=\"M{x:.1} {min:.1}V{low:.1}M{x:.1} {high:.1}V{max:.1}\
             M{from:.1} {min:.1}H{to:.1}M{from:.1} {max:.1}H{to:.1}\"/>\
             <rect x=\"{from:.1}\" y=\"{high:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" \
             fill-opacity=\"0.3\"/>\
             <path stroke-width=\"2.5\" d=\"M{from:.1} {median:.1}H{to:.1}\"/></g></g>",
            style.colour().attributes(),
            (low - high).max(0.0)
        );
    }
}
