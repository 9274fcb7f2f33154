//! Pictures as PDF and PNG.
//!
//! The source is the SVG text of this module's siblings, so that a picture is described once. [`Drawing::of_svg`] reads
//! the elements that they write, as paths: letters too, from a font inside the program. A text therefore looks the same
//! on every machine, even if it has no fonts.

mod font;
mod pdf;
mod png;
mod reader;

use std::collections::BTreeSet;

use font::Font;

pub use pdf::pdf;
pub use png::png;

/// A picture as paths. Coordinates are pixels of CSS (96 an inch), to the right and down.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    width: f32,
    height: f32,
    shapes: Vec<Shape>,
    /// The texts among the shapes, for search and selection.
    texts: Vec<PlacedText>,
}

impl Drawing {
    /// Returns the letters that the font does not have. They are drawn as boxes.
    #[must_use]
    pub fn missing_letters(&self) -> BTreeSet<char> {
        let Some(font) = Font::new() else { return BTreeSet::new() };
        let letters = self.texts.iter().flat_map(|text| text.text.chars());
        letters.filter(|&letter| !font.has(letter)).collect()
    }
}

/// A text whose letters are paths.
#[derive(Clone, Debug, PartialEq)]
struct PlacedText {
    text: String,
    /// The left end of its base line.
    at: Point,
    size: f32,
    width: f32,
}

/// An SVG text that is not like those that Encycle writes, or a picture that cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PrintError(String);

/// A point, in pixels.
type Point = (f32, f32);

/// A path with its paint.
#[derive(Clone, Debug, PartialEq)]
struct Shape {
    path: Vec<Segment>,
    fill: Option<PrintInk>,
    stroke: Option<Stroke>,
}

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Segment {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
    Close,
}

/// A color with its opacity, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PrintInk {
    colour: [u8; 3],
    opacity: f32,
}

/// How a path is stroked.
#[derive(Clone, Debug, PartialEq)]
struct Stroke {
    ink: PrintInk,
    width: f32,
    is_round: bool,
    /// The lengths of dashes and gaps; empty for a solid line.
    dashes: Vec<f32>,
}
