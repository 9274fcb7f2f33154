//! Charts as SVG: named series of points over linear or logarithmic axes, as lines or as points, and box plots.
//!
//! Meant for sizes of formulas over sizes of puzzles, where two dozen series cross many orders of
//! magnitude. So each series differs in colour, marker and dash at once, and the legend stands
//! beside the plot, as wide as its longest name. Several charts stand below each other with their
//! plots aligned.

mod axis;
mod boxes;
mod layout;
mod plot;
mod style;
mod words;

pub use boxes::{BoxChart, BoxSeries};
pub(crate) use words::escape;

use layout::ChartLayout;

/// How values are spread over an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally long.
    #[default]
    Linear,
    /// Equal ratios are equally long. Zero and negative values have no place on it: they are left
    /// out.
    Log,
}

impl Scale {
    /// Whether a value has a place on an axis of this scale.
    fn holds(self, value: f64) -> bool {
        value.is_finite() && (self == Self::Linear || value > 0.0)
    }
}

/// Points under one name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// Points (x, y) in any order; the line joins them by growing x. What is not finite, or is not
    /// positive on a logarithmic axis, is left out. Where points crowd, only some have a marker.
    pub points: Vec<(f64, f64)>,
    /// Whether a line joins them.
    pub form: SeriesStyle,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeriesStyle {
    /// A line, with markers.
    #[default]
    Line,
    /// A marker for each point.
    Points,
}

/// One chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The headline.
    pub title: String,
    /// What is counted along the bottom.
    pub x_label: String,
    /// What is counted upwards.
    pub y_label: String,
    /// How x is spread.
    pub x_scale: Scale,
    /// How y is spread.
    pub y_scale: Scale,
    /// The lines. The n-th series of every chart looks alike.
    pub series: Vec<Series>,
}

impl Chart {
    /// Whether a point has a place on both axes.
    fn holds(&self, (x, y): (f64, f64)) -> bool {
        self.x_scale.holds(x) && self.y_scale.holds(y)
    }

    /// The name of a series, with a remark if nothing is seen of it.
    fn legend_text(&self, series: &Series) -> String {
        let empty = !series.points.iter().any(|&point| self.holds(point));
        format!("{}{}", series.name, if empty { " (no points)" } else { "" })
    }
}

/// Draws charts below each other, as one SVG document.
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
///     series: vec![Series { name: "edge".to_owned(), points: vec![(4.0, 37.0), (25.0, 221.0)], ..Series::default() }],
/// };
/// assert!(svg(&[chart]).starts_with("<svg "));
/// ```
#[must_use]
pub fn svg(charts: &[Chart]) -> String {
    let layout = ChartLayout::of(charts);
    let (width, height) = (layout.width, layout.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, 'Liberation Sans', \
         'DejaVu Sans', sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (chart, frame) in charts.iter().zip(&layout.frames) {
        plot::draw(&mut out, chart, frame);
    }
    out.push_str("</svg>\n");
    out
}
