//! Pictures as SVG, for pages and print.

mod graph;
mod grid;

use encycle_encodings::puzzle::Sketch;

use crate::render::{Drawn, Picture};

/// The strokes of what both solutions have, of what only the first has, and of what only the second
/// has.
const STROKES: [(Drawn, &str); 3] = [
    (Drawn::Both, "stroke=\"#1d6f42\" stroke-width=\"4\""),
    (Drawn::OnlyHere, "stroke=\"#c62828\" stroke-width=\"4\""),
    (Drawn::OnlyThere, "stroke=\"#1565c0\" stroke-width=\"4\" stroke-dasharray=\"5 6\""),
];

/// Draws a picture: what is given in black, what was found in one colour, and, where there is a
/// solution to compare with, what only one of the two has in red and in dashed blue.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    match (&picture.sketch, &picture.compare) {
        (Sketch::Grid(sketch), Some(Sketch::Grid(other))) => grid::svg(sketch, other),
        (Sketch::Grid(sketch), _) => grid::svg(sketch, sketch),
        (Sketch::Graph(sketch), Some(Sketch::Graph(other))) => graph::svg(sketch, other),
        (Sketch::Graph(sketch), _) => graph::svg(sketch, sketch),
    }
}

/// A growing SVG file.
struct Page(String);

impl Page {
    /// The head of a file of this size, with a title and a white ground.
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

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        use std::fmt::Write;
        // writing to a String cannot fail
        let _ = writeln!(self.0, "{text}");
    }

    /// A path, if there is something in it.
    fn path(&mut self, style: &str, path: &str) {
        if !path.is_empty() {
            self.put(format_args!("<path {style} stroke-linecap=\"round\" d=\"{path}\"/>"));
        }
    }

    fn finish(mut self) -> String {
        self.put(format_args!("</svg>"));
        self.0
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
