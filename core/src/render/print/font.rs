//! The letters of pictures, as paths. They come from a part of the font DejaVu Sans, which `scripts/subset-font` makes.

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::render::print::{Point, Segment};

/// The font.
const FONT: &[u8] = include_bytes!("../../../fonts/sans.ttf");

/// The font, parsed.
pub(super) struct Font(Face<'static>);

impl Font {
    /// Parses the font; `None` if the file in the program is damaged.
    pub(super) fn new() -> Option<Self> {
        Face::parse(FONT, 0).ok().map(Self)
    }

    /// Returns whether the font has a letter.
    pub(super) fn has(&self, letter: char) -> bool {
        self.0.glyph_index(letter).is_some()
    }

    /// Returns the paths of a text and its width, for letters of the size 1 that begin at the origin. A letter that the
    /// font does not have becomes its box for missing letters, so that no text vanishes.
    pub(super) fn outline(&self, text: &str) -> (Vec<Segment>, f32) {
        let scale = 1.0 / f32::from(self.0.units_per_em());
        let mut outline = TextOutline { path: Vec::new(), scale, left: 0.0, at: (0.0, 0.0) };
        for letter in text.chars() {
            let glyph = self.0.glyph_index(letter).unwrap_or(GlyphId(0));
            self.0.outline_glyph(glyph, &mut outline);
            outline.left += f32::from(self.0.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
        }
        (outline.path, outline.left)
    }
}

/// The path of a text under construction.
struct TextOutline {
    path: Vec<Segment>,
    scale: f32,
    /// The left end of the letter.
    left: f32,
    at: Point,
}

impl TextOutline {
    /// Returns a point of the font, whose y axis points up.
    fn point(&self, x: f32, y: f32) -> Point {
        (self.left + x * self.scale, -y * self.scale)
    }

    fn push(&mut self, segment: Segment, at: Point) {
        self.path.push(segment);
        self.at = at;
    }
}

impl OutlineBuilder for TextOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.push(Segment::Move(to), to);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.push(Segment::Line(to), to);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, to, from) = (self.point(x1, y1), self.point(x, y), self.at);
        let towards =
            |(x, y): Point| (x + (control.0 - x) * 2.0 / 3.0, y + (control.1 - y) * 2.0 / 3.0);
        self.push(Segment::Curve(towards(from), towards(to), to), to);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (first, second, to) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.push(Segment::Curve(first, second, to), to);
    }

    fn close(&mut self) {
        self.path.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_of_a_picture_has_a_letter() {
        let font = Font::new().expect("a font");
        for sign in "09AZaz ×·←↑→↓■○●☼☾é–".chars() {
            assert!(font.has(sign), "{sign}");
        }
        let (path, width) = font.outline("1");
        assert!(path.len() > 4 && (0.4..0.8).contains(&width), "{width}");
        // a missing letter is a box
        assert!(!font.outline("語").0.is_empty());
    }
}
