//! Pictures as SVG, for web pages and print.

mod graph;
mod grid;
mod pairs;

use encycle_encodings::puzzle::Sketch;

use crate::render::colours::{Colour, ONLY_HERE, ONLY_THERE, PAPER, SOLUTION, TEXT, stylesheet};
use crate::render::{Drawn, Picture};

/// The look of a line: its colour and further attributes.
type Stroke = (Colour, &'static str);

/// The strokes of lines in both solutions, only in the first, and only in the second.
const STROKES: [(Drawn, Stroke); 3] = [
    (Drawn::Both, (SOLUTION, "stroke-width=\"4\"")),
    (Drawn::OnlyHere, (ONLY_HERE, "stroke-width=\"4\"")),
    (Drawn::OnlyThere, (ONLY_THERE, "stroke-width=\"4\" stroke-dasharray=\"5 6\"")),
];

/// Draws a picture as SVG.
///
/// Clues are black and the solution is green; in a puzzle with pairs of terminals, each pair has its own
/// colour, and a dash pattern if there are more than eight pairs. In a comparison, elements only in the first
/// solution are red, and lines only in the second solution are dashed and blue. In a dark colour scheme, the
/// background is dark and the colours are lighter.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    let shade = picture.shade;
    match (&picture.sketch, &picture.compare) {
        (Sketch::Grid(sketch), Some(Sketch::Grid(other))) => grid::svg(sketch, Some(other), shade),
        (Sketch::Grid(sketch), _) => grid::svg(sketch, None, shade),
        (Sketch::Graph(sketch), Some(Sketch::Graph(other))) => graph::svg(sketch, Some(other)),
        (Sketch::Graph(sketch), _) => graph::svg(sketch, None),
    }
}

/// An SVG document under construction.
struct Page(String);

impl Page {
    /// Starts a document of the given width and height, with a title and a background.
    fn new(title: &str, (width, height): (usize, usize)) -> Self {
        let mut page = Self(String::new());
        let colour = TEXT.light();
        page.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"encycle\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\" color=\"{colour}\" \
             fill=\"currentColor\">"
        ));
        page.put(format_args!("<title>{}</title>", escaped(title)));
        page.0.push_str(&stylesheet());
        let paper = PAPER.attributes();
        page.put(format_args!("<rect {paper} width=\"100%\" height=\"100%\"/>"));
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
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
