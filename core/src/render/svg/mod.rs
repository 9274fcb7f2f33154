//! Pictures as SVG, for web pages and print.

mod formula;
mod graph;
mod grid;

pub use formula::{FormulaPicture, FormulaPictureError, formula_svg};

use std::collections::BTreeMap;

use encycle_encodings::puzzle::Sketch;

use crate::render::colours::{
    HEAT, MUTED, ONLY_HERE, ONLY_THERE, PAPER, SERIES, SOLUTION, SchemeColour, TEXT, on_paper,
    stylesheet,
};
use crate::render::places::HeatMap;
use crate::render::{DrawnIn, Picture};

/// The look of a line: its color and further attributes.
type Stroke = (SchemeColour, &'static str);

/// The strokes of lines in both solutions, of lines only in the first, and of lines only in the second.
const STROKES: [(DrawnIn, Stroke); 3] = [
    (DrawnIn::Both, (SOLUTION, "stroke-width=\"4\"")),
    (DrawnIn::OnlyHere, (ONLY_HERE, "stroke-width=\"4\"")),
    (DrawnIn::OnlyThere, (ONLY_THERE, "stroke-width=\"4\" stroke-dasharray=\"5 6\"")),
];

/// Draws a picture as SVG.
///
/// Clues are black and the solution is green. In a puzzle with pairs of terminals, each pair has its own color and, if
/// there are more than eight pairs, a dash pattern. In a comparison, elements only in the first solution are red, and
/// lines only in the second solution are dashed and blue. A heat map ([`Picture::heated`]) is orange, in ten opacities,
/// with a legend below. In a dark color scheme, the background is dark and the colors are lighter. A picture for paper
/// ([`Picture::on_paper`]) is black and white.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    let (shade, heat) = (picture.shade, picture.heat.as_ref());
    let drawn = match (&picture.sketch, &picture.compare) {
        (Sketch::Grid(sketch), compare) => {
            let other = match compare {
                Some(Sketch::Grid(other)) => Some(other),
                _ => None,
            };
            grid::svg(sketch, other, shade, heat)
        }
        (Sketch::Graph(sketch), compare) => {
            let other = match compare {
                Some(Sketch::Graph(other)) => Some(other),
                _ => None,
            };
            graph::svg(sketch, other, heat)
        }
    };
    if picture.on_paper { on_paper(&drawn) } else { drawn }
}

/// The number of opacities of a heat map.
const HEAT_STEPS: usize = 10;

/// The opacity of the maximum heat. It is lower than 1, so that texts and lines stay legible.
const GREATEST_HEAT: f64 = 0.75;

/// The width that the legend of a heat map needs, and its height, in pixels.
const LEGEND: (usize, usize) = (288, 24);

/// Returns the size of a page whose picture has this size, with room for the legend of a heat map if there is one.
fn size_with_legend((width, height): (usize, usize), heat: Option<&HeatMap>) -> (usize, usize) {
    match heat {
        Some(_) => (width.max(LEGEND.0), height + LEGEND.1),
        None => (width, height),
    }
}

/// Appends a heat map to a picture of this height: the shape of each place whose heat is not 0, with an opacity for its
/// heat, and the legend below the picture. `place` is the word for a place.
fn put_heat(
    page: &mut SvgPage,
    heat: &HeatMap,
    (place, height): (&str, usize),
    shape: impl Fn(usize) -> String,
) {
    let HeatMap { parts, greatest, unit } = heat;
    for step in 1..=HEAT_STEPS {
        let is_in_step = |heat: f64| (heat * HEAT_STEPS as f64).ceil() as usize == step;
        let places = (0..parts.len()).filter(|&place| is_in_step(parts[place]));
        let shapes: String = places.map(&shape).collect();
        let entry = format!("M{} {height}h12v12h-12z", 16 + 12 * (step - 1));
        let opacity = GREATEST_HEAT * step as f64 / HEAT_STEPS as f64;
        let colour = HEAT.attributes();
        page.put(format_args!(
            "<path {colour} fill-opacity=\"{opacity:.2}\" d=\"{shapes}{entry}\"><title>{step}0 % of the greatest \
             heat</title></path>"
        ));
    }
    page.put(format_args!(
        "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"12\">up to {} {unit} a {place}</text>",
        16 + 12 * HEAT_STEPS + 6,
        height + 10,
        greatest.round()
    ));
}

/// An SVG document under construction.
struct SvgPage(String);

impl SvgPage {
    /// Starts a document of the given width and height, with a title and a background.
    fn new(title: &str, size: (usize, usize)) -> Self {
        Self::with_margins(title, size, [0; 4])
    }

    /// Starts a document of the given width and height, with more space above, below, on the left and on the right of it, a
    /// title and a background.
    fn with_margins(
        title: &str,
        (width, height): (usize, usize),
        [above, below, left, right]: [usize; 4],
    ) -> Self {
        let mut page = Self(String::new());
        let colour = TEXT.light();
        let (width, height) = (width + left + right, height + above + below);
        let (x, y) = (-(left as i64), -(above as i64));
        page.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"encycle\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"{x} {y} {width} {height}\" color=\"{colour}\" \
             fill=\"currentColor\">"
        ));
        page.put(format_args!("<title>{}</title>", escaped(title)));
        page.0.push_str(&stylesheet());
        let paper = PAPER.attributes();
        let corner = match (x, y) {
            (0, 0) => String::new(),
            _ => format!("x=\"{x}\" y=\"{y}\" "),
        };
        page.put(format_args!("<rect {paper} {corner}width=\"100%\" height=\"100%\"/>"));
        page
    }

    /// Appends a line.
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        use std::fmt::Write;
        // writing to a String cannot fail
        let _ = writeln!(self.0, "{text}");
    }

    /// Appends a path, unless it is empty.
    fn path(&mut self, (colour, style): Stroke, path: &str) {
        if !path.is_empty() {
            let colour = colour.attributes();
            self.put(format_args!(
                "<path {colour} fill=\"none\" stroke=\"currentColor\" {style} \
                 stroke-linecap=\"round\" d=\"{path}\"/>"
            ));
        }
    }

    /// Completes the document.
    fn finish(mut self) -> String {
        self.put(format_args!("</svg>"));
        self.0
    }
}

/// Escapes the special characters of XML text.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

// The lines and terminals of puzzles with pairs of terminals.

/// The strokes of the first pairs, one per color, of the next pairs with the same colors, and so on. The dash patterns
/// repeat after 16 pixels, so that they fit the distance of cells. A look may repeat, because pairs also have names.
const LOOKS: [&str; 4] = [
    "stroke-width=\"5\"",
    "stroke-width=\"5\" stroke-dasharray=\"7 9\"",
    "stroke-width=\"5\" stroke-dasharray=\"0 8\"",
    "stroke-width=\"2\"",
];

/// Returns the color of a pair.
fn colour(pair: u32) -> SchemeColour {
    SERIES[pair as usize % SERIES.len()]
}

/// Returns the stroke of a pair's line.
fn stroke(pair: u32) -> Stroke {
    (colour(pair), LOOKS[pair as usize / SERIES.len() % LOOKS.len()])
}

/// Appends lines, each with its pair; lines without a pair get the stroke `plain`.
fn put_lines(
    page: &mut SvgPage,
    lines: impl Iterator<Item = (Option<u32>, String)>,
    plain: Stroke,
) {
    let mut paths: BTreeMap<Option<u32>, String> = BTreeMap::new();
    for (pair, line) in lines {
        paths.entry(pair).or_default().push_str(&line);
    }
    for (pair, path) in paths {
        page.path(pair.map_or(plain, stroke), &path);
    }
}

/// Appends a ring around a terminal, filled with the background, in the color of its pair.
fn put_terminal(page: &mut SvgPage, (x, y): (f64, f64), radius: f64, pair: Option<u32>) {
    let colour = pair.map_or(MUTED, colour).attributes();
    page.put(format_args!(
        "<g class=\"hollow\" fill=\"#fff\"><circle {colour} stroke=\"currentColor\" \
         stroke-width=\"2.5\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/></g>"
    ));
}
