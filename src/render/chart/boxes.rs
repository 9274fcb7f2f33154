//! Box plots: distributions of values, side by side for each category.

use std::fmt::Write;

use crate::render::chart::Scale;
use crate::render::chart::axis::Axis;
use crate::render::chart::layout::{LABEL, ROW, SMALL, TICK, TITLE};
use crate::render::chart::style::Style;
use crate::render::chart::words::{escape, width};

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

/// The height of the plot, in pixels.
const HEIGHT: f64 = 360.0;
/// The width of a box, in pixels.
const BOX: f64 = 16.0;
/// The distance between the centres of adjacent boxes of a category, in pixels.
const STEP: f64 = 22.0;
/// The space between categories, in pixels.
const GAP: f64 = 26.0;
/// The space at the border of the picture and between its parts, in pixels.
const MARGIN: f64 = 18.0;

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
        let values = || self.series.iter().flat_map(|one| one.boxes.iter().flatten()).flatten();
        let axis = Axis::of(self.y_scale, values().copied());
        let marks = axis.marks();
        let label =
            |mark: &crate::render::chart::axis::Tick| mark.label.clone().unwrap_or_default();
        let widest = marks.iter().map(|mark| width(&label(mark), SMALL)).fold(0.0, f64::max);
        let left = (MARGIN + LABEL + MARGIN / 2.0 + widest + TICK).ceil();
        let names = self.categories.iter().map(|name| width(name, SMALL)).fold(0.0, f64::max);
        let group = (self.series.len() as f64 * STEP).max(names) + GAP;
        let plot = (group * self.categories.len() as f64).max(width(&self.x_label, LABEL)).ceil();
        let (top, bottom) = (MARGIN + TITLE + MARGIN, MARGIN + TITLE + MARGIN + HEIGHT);
        let legend = left + plot + MARGIN;
        let longest = self.series.iter().map(|one| width(&one.name, SMALL)).fold(0.0, f64::max);
        let right = legend + BOX + TICK + longest + MARGIN;
        let wide = right.max(left + width(&self.title, TITLE) * 1.15 + MARGIN).ceil();
        let high = bottom.max(top + self.series.len() as f64 * ROW) + 2.0 * (TICK + LABEL) + MARGIN;
        let y = |value: f64| bottom - HEIGHT * axis.place(value).unwrap_or(0.0);

        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
             viewBox=\"0 0 {wide} {high}\" font-family=\"Helvetica, Arial, 'Liberation Sans', \
             'DejaVu Sans', sans-serif\" fill=\"#222\">\n\
             <rect width=\"{wide}\" height=\"{high}\" fill=\"#fff\"/>\n"
        );
        // writing to a String cannot fail
        let mut text = |x: f64, y: f64, size: f64, rest: &str, words: &str| {
            let words = escape(words);
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\"{rest}>{words}</text>"
            );
        };
        let middle = " text-anchor=\"middle\"";
        text(left, MARGIN + TITLE, TITLE, " font-weight=\"bold\"", &self.title);
        text(left + plot / 2.0, bottom + 2.0 * (TICK + LABEL), LABEL, middle, &self.x_label);
        let (x, centre) = (MARGIN + LABEL / 2.0, top + HEIGHT / 2.0);
        let turned = format!("{middle} transform=\"rotate(-90 {x:.1} {centre:.1})\"");
        text(x, centre, LABEL, &turned, &self.y_label);
        for (number, name) in self.categories.iter().enumerate() {
            let x = left + (number as f64 + 0.5) * group;
            text(x, bottom + TICK + SMALL, SMALL, middle, name);
        }
        for mark in marks.iter().filter(|mark| mark.label.is_some()) {
            let y = bottom - HEIGHT * mark.at + SMALL * 0.36;
            text(left - TICK, y, SMALL, " text-anchor=\"end\"", &label(mark));
        }
        for (number, series) in self.series.iter().enumerate() {
            let y = top + (number as f64 + 0.5) * ROW + SMALL * 0.36;
            text(legend + BOX + TICK, y, SMALL, "", &series.name);
        }
        for mark in &marks {
            let colour = if mark.label.is_some() { "#d4d4d4" } else { "#f0f0f0" };
            let (y, end) = (bottom - HEIGHT * mark.at, left + plot);
            let _ = writeln!(out, "<path stroke=\"{colour}\" d=\"M{left} {y:.1}H{end}\"/>");
        }
        let _ = writeln!(
            out,
            "<rect class=\"plot\" x=\"{left}\" y=\"{top}\" width=\"{plot}\" height=\"{HEIGHT}\" \
             fill=\"none\" stroke=\"#555\"/>"
        );
        for (number, series) in self.series.iter().enumerate() {
            let colour = Style::of(number).colour();
            let row = top + (number as f64 + 0.5) * ROW;
            let _ = writeln!(
                out,
                "<rect x=\"{legend}\" y=\"{:.1}\" width=\"{BOX}\" height=\"10\" fill=\"{colour}\" \
                 fill-opacity=\"0.3\" stroke=\"{colour}\"/>",
                row - 5.0
            );
            for (category, values) in series.boxes.iter().enumerate() {
                let Some(values) = values else { continue };
                let inset = (number as f64 - (self.series.len() as f64 - 1.0) / 2.0) * STEP;
                let x = left + (category as f64 + 0.5) * group + inset;
                let [min, low, median, high, max] = values.map(y);
                let (from, to) = (x - BOX / 2.0, x + BOX / 2.0);
                let _ = writeln!(
                    out,
                    "<g class=\"box\" stroke=\"{colour}\" fill=\"none\">\
                     <path d=\"M{x:.1} {min:.1}V{low:.1}M{x:.1} {high:.1}V{max:.1}\
                     M{from:.1} {min:.1}H{to:.1}M{from:.1} {max:.1}H{to:.1}\"/>\
                     <rect x=\"{from:.1}\" y=\"{high:.1}\" width=\"{BOX}\" height=\"{:.1}\" \
                     fill=\"{colour}\" fill-opacity=\"0.3\"/>\
                     <path stroke-width=\"2.5\" d=\"M{from:.1} {median:.1}H{to:.1}\"/></g>",
                    (low - high).max(0.0)
                );
            }
        }
        out.push_str("</svg>\n");
        out
    }
}
