//! Charts as SVG: line and scatter charts with linear or logarithmic axes, and box plots.
//!
//! The charts are designed for sizes of formulas over sizes of puzzles, where two dozen series span many orders of
//! magnitude. Therefore series differ in color, marker and dash pattern at once, and the legend is below the plot, with
//! columns as wide as its longest name. Several charts are stacked vertically with aligned plots.

mod axis;
mod boxes;
mod plot;
mod style;

pub use boxes::{BoxChart, BoxSeries};
#[cfg(feature = "process")]
pub use style::escape;

use crate::render::colours::{PAPER, TEXT, stylesheet};
use plot::ChartLayout;

/// The scale of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// A linear scale.
    #[default]
    Linear,
    /// A logarithmic scale. It cannot represent zero and negative values; charts omit them.
    Log,
}

impl Scale {
    /// Returns whether the scale can represent a value.
    fn holds(self, value: f64) -> bool {
        value.is_finite() && (self == Self::Linear || value > 0.0)
    }
}

/// A named series of points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points (x, y), in any order; the line joins them in ascending order of x. Charts omit points with
    /// coordinates that are not finite, or not positive on a logarithmic axis. In dense regions, only some
    /// points have a marker.
    pub points: Vec<(f64, f64)>,
    /// The style of the series.
    pub form: SeriesStyle,
}

/// The style of a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeriesStyle {
    /// A line with markers.
    #[default]
    Line,
    /// A marker for each point, without a line.
    Points,
    /// A line without markers, such as a diagonal.
    Plain,
}

/// A horizontal line across the plot, such as a limit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// The value on the y axis. Charts omit values that the scale cannot represent.
    pub value: f64,
    /// The name at the line.
    pub name: String,
}

/// A line or scatter chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The label of the x axis.
    pub x_label: String,
    /// The label of the y axis.
    pub y_label: String,
    /// The scale of the x axis.
    pub x_scale: Scale,
    /// The scale of the y axis.
    pub y_scale: Scale,
    /// The series. The n-th series has the same look in every chart.
    pub series: Vec<Series>,
    /// Horizontal lines.
    pub levels: Vec<Level>,
}

impl Chart {
    /// Returns whether both axes can represent a point.
    fn holds(&self, (x, y): (f64, f64)) -> bool {
        self.x_scale.holds(x) && self.y_scale.holds(y)
    }

    /// Returns the name of a series, with a remark if the chart shows none of its points.
    fn legend_text(&self, series: &Series) -> String {
        let empty = !series.points.iter().any(|&point| self.holds(point));
        format!("{}{}", series.name, if empty { " (no points)" } else { "" })
    }
}

/// Draws charts, stacked vertically, as one SVG document.
///
/// ```
/// use encycle::render::chart::{Chart, Scale, Series, svg};
///
/// let chart = Chart {
///     title: "Clauses".to_owned(),
///     x_label: "cells".to_owned(),
///     y_label: "clauses".to_owned(),
///     x_scale: Scale::Linear,
///     y_scale: Scale::Log,
///     series: vec![Series {
///         name: "edge".to_owned(),
///         points: vec![(4.0, 37.0), (25.0, 221.0)],
///         ..Series::default()
///     }],
///     levels: Vec::new(),
/// };
/// assert!(svg(&[chart]).starts_with("<svg "));
/// ```
#[must_use]
pub fn svg(charts: &[Chart]) -> String {
    let layout = ChartLayout::of(charts);
    let (width, height) = (layout.width, layout.height);
    let mut out = start(width, height);
    for (chart, frame) in charts.iter().zip(&layout.frames) {
        plot::draw(&mut out, chart, frame);
    }
    out.push_str("</svg>\n");
    out
}

/// Starts a document of the given size, with a background.
fn start(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"encycle\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" color=\"{}\" fill=\"currentColor\" \
         font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\">\n\
         {}<rect {} width=\"{width}\" height=\"{height}\"/>\n",
        TEXT.light(),
        stylesheet(),
        PAPER.attributes()
    )
}
