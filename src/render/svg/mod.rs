//! Pictures as SVG, for web pages and print.

mod graph;
mod grid;

use encycle_encodings::puzzle::Sketch;

use crate::render::{Drawn, Picture};

/// The strokes of lines in both solutions, only in the first, and only in the second.
const STROKES: [(Drawn, &str); 3] = [
    (Drawn::Both, "stroke=\"#1d6f42\" stroke-width=\"4\""),
    (Drawn::OnlyHere, "stroke=\"#c62828\" stroke-width=\"4\""),
    (Drawn::OnlyThere, "stroke=\"#1565c0\" stroke-width=\"4\" stroke-dasharray=\"5 6\""),
];

/// Draws a picture as SVG.
///
/// Clues are black and the solution is green. In a comparison, elements only in the first solution are red, and
/// lines only in the second solution are dashed and blue.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    match (&picture.sketch, &picture.compare) {
        (Sketch::Grid(sketch), Some(Sketch::Grid(other))) => grid::svg(sketch, other),
        (Sketch::Grid(sketch), _) => grid::svg(sketch, sketch),
        (Sketch::Graph(sketch), Some(Sketch::Graph(other))) => graph::svg(sketch, other),
        (Sketch::Graph(sketch), _) => graph::svg(sketch, sketch),
    }
}

/// An SVG document under construction.
struct Page(String);

impl Page {
    /// Starts a document of the given width and height, with a title and a white background.
    fn new(title: &str, (width, height): (usize, usize)) -> Self {
        let mut page = Self(String::new());
        page.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">"
        ));
        page.put(format_args!("<title>{}</title>", escaped(title)));
        page.put(format_args!("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"));
        page
    }

    /// Appends a line.
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        use std::fmt::Write;
        // writing to a String cannot fail
        let _ = writeln!(self.0, "{text}");
    }

    /// Appends a path, unless it is empty.
    fn path(&mut self, style: &str, path: &str) {
        if !path.is_empty() {
            self.put(format_args!("<path {style} stroke-linecap=\"round\" d=\"{path}\"/>"));
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
