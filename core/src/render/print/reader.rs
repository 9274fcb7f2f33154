//! Reading of the SVG texts that Encycle writes. It knows the elements and attributes that they use, and rejects others,
//! so that nothing is left out of a picture silently.

use roxmltree::{Document, Node};

use crate::render::print::font::Font;
use crate::render::print::{
    Drawing, PlacedText, Point, PrintError, PrintInk, Segment, Shape, Stroke,
};

/// The pixels of CSS in a millimetre.
const MILLIMETRE: f32 = 96.0 / 25.4;

/// Four curves of this share of the radius approximate a circle.
const CIRCLE: f32 = 0.552_285;

impl Drawing {
    /// Reads an SVG text that Encycle has written, in its light colors.
    ///
    /// # Errors
    /// The text has an element that Encycle does not write.
    pub fn of_svg(svg: &str) -> Result<Self, PrintError> {
        let document = Document::parse(svg).map_err(|error| PrintError(format!("SVG: {error}")))?;
        let font = Font::new().ok_or_else(|| PrintError("the font is damaged".to_owned()))?;
        let root = document.root_element();
        let (width, height) = (length(root, "width")?, length(root, "height")?);
        let mut reader = SvgReader { font, shapes: Vec::new(), texts: Vec::new() };
        let style = Style { at: Transform { scale: 1.0, x: 0.0, y: 0.0 }, ..Style::default() };
        reader.svg(root, &style, (width, height))?;
        Ok(Self { width, height, shapes: reader.shapes, texts: reader.texts })
    }
}

/// A scaling, then a shift.
#[derive(Clone, Copy, Debug)]
struct Transform {
    scale: f32,
    x: f32,
    y: f32,
}

impl Transform {
    fn apply(self, (x, y): Point) -> Point {
        (self.x + x * self.scale, self.y + y * self.scale)
    }
}

/// The attributes that an element inherits.
#[derive(Clone, Debug)]
struct Style {
    at: Transform,
    /// The size of the nearest `svg` element, for lengths of `100%`.
    view: [f32; 2],
    colour: [u8; 3],
    fill: Option<[u8; 3]>,
    /// Whether the fill is the current color, which a descendant may change.
    fills_current: bool,
    stroke: Option<[u8; 3]>,
    width: f32,
    is_round: bool,
    dashes: Vec<f32>,
    fill_opacity: f32,
    stroke_opacity: f32,
    font_size: f32,
    anchor: Anchor,
    strokes_first: bool,
}

/// The point of a text at its place.
#[derive(Clone, Copy, Debug)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            at: Transform { scale: 1.0, x: 0.0, y: 0.0 },
            view: [0.0; 2],
            colour: [0; 3],
            fill: Some([0; 3]),
            fills_current: false,
            stroke: None,
            width: 1.0,
            is_round: false,
            dashes: Vec::new(),
            fill_opacity: 1.0,
            stroke_opacity: 1.0,
            font_size: 16.0,
            anchor: Anchor::Start,
            strokes_first: false,
        }
    }
}

impl Style {
    /// Returns the style of an element inside an element with this style.
    fn of(&self, element: Node<'_, '_>) -> Result<Self, PrintError> {
        let mut style = self.clone();
        if let Some(text) = element.attribute("color") {
            style.colour = colour(text)?;
        }
        match element.attribute("fill") {
            None => {}
            Some("none") => (style.fill, style.fills_current) = (None, false),
            Some("currentColor") => style.fills_current = true,
            Some(text) => (style.fill, style.fills_current) = (Some(colour(text)?), false),
        }
        if style.fills_current {
            style.fill = Some(style.colour);
        }
        match element.attribute("stroke") {
            None => {}
            Some("none") => style.stroke = None,
            Some("currentColor") => style.stroke = Some(style.colour),
            Some(text) => style.stroke = Some(colour(text)?),
        }
        for attribute in element.attributes() {
            let text = attribute.value();
            match attribute.name() {
                "stroke-width" => style.width = number(text)?,
                "stroke-linecap" => style.is_round = text == "round",
                "stroke-dasharray" => style.dashes = numbers(text)?,
                "fill-opacity" => style.fill_opacity = number(text)?,
                "stroke-opacity" => style.stroke_opacity = number(text)?,
                "font-size" => style.font_size = number(text)?,
                "paint-order" => style.strokes_first = text == "stroke",
                "text-anchor" => {
                    style.anchor = match text {
                        "middle" => Anchor::Middle,
                        "end" => Anchor::End,
                        _ => Anchor::Start,
                    }
                }
                // read above, by the elements, or without an effect on paths
                "color" | "fill" | "stroke" | "class" | "font-family" | "stroke-linejoin" => {}
                "x" | "y" | "cx" | "cy" | "r" | "d" | "width" | "height" | "viewBox" => {}
                name => return Err(unknown("attribute", name)),
            }
        }
        Ok(style)
    }
}

struct SvgReader {
    font: Font,
    shapes: Vec<Shape>,
    texts: Vec<PlacedText>,
}

impl SvgReader {
    /// Reads an `svg` element that fills a box of this size, at the origin of its style.
    fn svg(
        &mut self,
        element: Node<'_, '_>,
        outer: &Style,
        (width, height): (f32, f32),
    ) -> Result<(), PrintError> {
        let mut style = outer.of(element)?;
        let view = match element.attribute("viewBox") {
            Some(text) => numbers(text)?,
            None => vec![0.0, 0.0, width, height],
        };
        let [x, y, inner_width, inner_height] = view[..] else {
            return Err(unknown("viewBox", &format!("{view:?}")));
        };
        // as `preserveAspectRatio` has it by default: as large as possible, in the middle
        let scale = (width / inner_width).min(height / inner_height);
        let aside = (width - inner_width * scale) / 2.0 - x * scale;
        let down = (height - inner_height * scale) / 2.0 - y * scale;
        let (x0, y0) = outer.at.apply((aside, down));
        style.at = Transform { scale: outer.at.scale * scale, x: x0, y: y0 };
        style.view = [inner_width, inner_height];
        self.children(element, &style)
    }

    fn children(&mut self, element: Node<'_, '_>, style: &Style) -> Result<(), PrintError> {
        element.children().filter(Node::is_element).try_for_each(|one| self.element(one, style))
    }

    fn element(&mut self, element: Node<'_, '_>, outer: &Style) -> Result<(), PrintError> {
        let style = outer.of(element)?;
        let get = |name: &str| element.attribute(name).map_or(Ok(0.0), number);
        match element.tag_name().name() {
            // the style sheet has the dark colors
            "title" | "style" => Ok(()),
            "g" => self.children(element, &style),
            "svg" => {
                let (x, y) = outer.at.apply((get("x")?, get("y")?));
                let at = Transform { x, y, ..outer.at };
                let size = (get("width")?, get("height")?);
                self.svg(element, &Style { at, ..outer.clone() }, size)
            }
            "rect" => {
                let (x, y) = (get("x")?, get("y")?);
                let side = |name: &str, whole: f32| match element.attribute(name) {
                    Some("100%") => Ok(whole),
                    _ => get(name),
                };
                let [whole_width, whole_height] = style.view;
                let (width, height) = (side("width", whole_width)?, side("height", whole_height)?);
                let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
                let mut path = vec![Segment::Move(corners[0])];
                path.extend(corners[1..].iter().map(|&corner| Segment::Line(corner)));
                path.push(Segment::Close);
                self.put(path, &style);
                Ok(())
            }
            "circle" => {
                self.put(circle((get("cx")?, get("cy")?), get("r")?), &style);
                Ok(())
            }
            "path" => {
                self.put(path(element.attribute("d").unwrap_or_default())?, &style);
                Ok(())
            }
            "text" => {
                self.text(element.text().unwrap_or_default(), (get("x")?, get("y")?), &style);
                Ok(())
            }
            name => Err(unknown("element", name)),
        }
    }

    fn text(&mut self, text: &str, (x, y): Point, style: &Style) {
        let (path, width) = self.font.outline(text);
        let size = style.font_size;
        let left = match style.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width * size / 2.0,
            Anchor::End => x - width * size,
        };
        let place = Transform { scale: size, x: left, y };
        self.texts.push(PlacedText {
            text: text.to_owned(),
            at: style.at.apply((left, y)),
            size: size * style.at.scale,
            width: width * size * style.at.scale,
        });
        self.put(moved(&path, place), style);
    }

    /// Adds a path, with the paint of the style.
    fn put(&mut self, path: Vec<Segment>, style: &Style) {
        let path = moved(&path, style.at);
        let ink = |colour, opacity| PrintInk { colour, opacity };
        let fill = style.fill.map(|colour| ink(colour, style.fill_opacity));
        let stroke = style.stroke.map(|colour| Stroke {
            ink: ink(colour, style.stroke_opacity),
            width: style.width * style.at.scale,
            is_round: style.is_round,
            dashes: style.dashes.iter().map(|dash| dash * style.at.scale).collect(),
        });
        if style.strokes_first && stroke.is_some() {
            self.shapes.push(Shape { path: path.clone(), fill: None, stroke });
            self.shapes.push(Shape { path, fill, stroke: None });
        } else if fill.is_some() || stroke.is_some() {
            self.shapes.push(Shape { path, fill, stroke });
        }
    }
}

fn moved(path: &[Segment], by: Transform) -> Vec<Segment> {
    let segment = |&segment: &Segment| match segment {
        Segment::Move(to) => Segment::Move(by.apply(to)),
        Segment::Line(to) => Segment::Line(by.apply(to)),
        Segment::Curve(a, b, to) => Segment::Curve(by.apply(a), by.apply(b), by.apply(to)),
        Segment::Close => Segment::Close,
    };
    path.iter().map(segment).collect()
}

/// Returns a circle.
fn circle((x, y): Point, r: f32) -> Vec<Segment> {
    let mut path = vec![Segment::Move((x - r, y))];
    half_circle(&mut path, (x - r, y), 2.0 * r);
    half_circle(&mut path, (x + r, y), -2.0 * r);
    path.push(Segment::Close);
    path
}

/// Appends half a circle from a point to the point at this distance on its right, counterclockwise on the screen: below if the
/// distance is positive, above if it is negative.
fn half_circle(path: &mut Vec<Segment>, (x, y): Point, distance: f32) {
    let r = distance / 2.0;
    let c = r * CIRCLE;
    let (middle, low) = (x + r, y + r);
    path.push(Segment::Curve((x, y + c), (middle - c, low), (middle, low)));
    path.push(Segment::Curve((middle + c, low), (x + distance, y + c), (x + distance, y)));
}

/// Reads the data of a path: the commands M, L, l, H, h, V, v, z, and `a` for half circles.
fn path(data: &str) -> Result<Vec<Segment>, PrintError> {
    let mut path = Vec::new();
    let (mut at, mut start) = ((0.0, 0.0), (0.0, 0.0));
    let is_command = |one: char| one.is_ascii_alphabetic();
    let mut rest = data.trim();
    while let Some(command) = rest.chars().next() {
        let body = rest.get(1..).unwrap_or_default();
        let end = body.find(is_command).unwrap_or(body.len());
        let numbers = numbers(&body[..end])?;
        rest = body[end..].trim_start();
        match (command, &numbers[..]) {
            ('M', &[x, y]) => {
                (at, start) = ((x, y), (x, y));
                path.push(Segment::Move(at));
                continue;
            }
            ('z', []) => {
                at = start;
                path.push(Segment::Close);
                continue;
            }
            ('a', &[_, _, 0.0, _, _, distance, 0.0]) => {
                half_circle(&mut path, at, distance);
                at.0 += distance;
                continue;
            }
            ('L', &[x, y]) => at = (x, y),
            ('l', &[x, y]) => at = (at.0 + x, at.1 + y),
            ('H', &[x]) => at.0 = x,
            ('h', &[x]) => at.0 += x,
            ('V', &[y]) => at.1 = y,
            ('v', &[y]) => at.1 += y,
            _ => return Err(unknown("path", &format!("{command}{}", &body[..end]))),
        }
        path.push(Segment::Line(at));
    }
    Ok(path)
}

fn numbers(text: &str) -> Result<Vec<f32>, PrintError> {
    text.split([' ', ',']).filter(|word| !word.is_empty()).map(number).collect()
}

fn number(text: &str) -> Result<f32, PrintError> {
    text.parse().map_err(|_| unknown("number", text))
}

/// Reads a length in pixels or millimetres, in pixels.
fn length(element: Node<'_, '_>, name: &str) -> Result<f32, PrintError> {
    let text = element.attribute(name).unwrap_or_default();
    match text.strip_suffix("mm") {
        Some(millimetres) => Ok(number(millimetres)? * MILLIMETRE),
        None => number(text),
    }
}

/// Reads a color: `#rgb`, `#rrggbb` or `gray`.
fn colour(text: &str) -> Result<[u8; 3], PrintError> {
    if text == "gray" {
        return Ok([0x80; 3]);
    }
    let digits = text.strip_prefix('#').filter(|digits| digits.is_ascii());
    let parts = digits.and_then(|digits| match digits.len() {
        3 => Some([0, 1, 2].map(|at| digits[at..=at].repeat(2))),
        6 => Some([0, 2, 4].map(|at| digits[at..at + 2].to_owned())),
        _ => None,
    });
    let part = |part: &String| u8::from_str_radix(part, 16).map_err(|_| unknown("color", text));
    let [r, g, b] = &parts.ok_or_else(|| unknown("color", text))?;
    Ok([part(r)?, part(g)?, part(b)?])
}

fn unknown(what: &str, text: &str) -> PrintError {
    PrintError(format!("SVG: unknown {what}: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_absolute_points() {
        let found = path("M1 2h3v-1l1 1zM0 0L5 6H1V2").expect("a path");
        let [m, l] = [Segment::Move, Segment::Line].map(|one| move |x, y| one((x, y)));
        let expected = [m(1.0, 2.0), l(4.0, 2.0), l(4.0, 1.0), l(5.0, 2.0), Segment::Close]
            .into_iter()
            .chain([m(0.0, 0.0), l(5.0, 6.0), l(1.0, 6.0), l(1.0, 2.0)]);
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert!(path("M1 2q3 4 5 6").is_err() && path("M1 b").is_err());
    }

    #[test]
    fn an_inner_svg_fills_its_box_in_the_middle() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\" viewBox=\"0 0 100 100\">\
            <svg x=\"10\" y=\"20\" width=\"40\" height=\"20\" viewBox=\"-5 0 10 10\" color=\"#123\" fill=\"currentColor\">\
            <path d=\"M-5 0L5 10\" stroke=\"currentColor\" stroke-width=\"2\"/></svg></svg>";
        let drawing = Drawing::of_svg(svg).expect("a drawing");
        let [shape] = &drawing.shapes[..] else { panic!("{drawing:?}") };
        assert_eq!(shape.path, [Segment::Move((20.0, 20.0)), Segment::Line((40.0, 40.0))]);
        assert_eq!(shape.stroke.as_ref().map(|stroke| stroke.width), Some(4.0));
        assert_eq!(shape.fill.map(|ink| ink.colour), Some([0x11, 0x22, 0x33]));
    }

    #[test]
    fn unknown_elements_are_errors() {
        let svg = |inner: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9mm\" height=\"9\">{inner}</svg>"
            )
        };
        for inner in ["<image/>", "<path filter=\"x\"/>", "<rect color=\"red\"/>"] {
            assert!(Drawing::of_svg(&svg(inner)).is_err(), "{inner}");
        }
        let drawing = Drawing::of_svg(&svg("<text>?</text>")).expect("a drawing");
        assert!((drawing.width - 34.0).abs() < 0.1 && drawing.shapes.len() == 1);
    }
}
