//! PDF: a page for each drawing.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use std::io::Write as _;

use crate::render::print::{Drawing, PlacedText, PrintError, PrintInk, Segment, Shape};

/// The name of the font of selectable texts in the file, and the width of its letters, as a share of their size.
const FONT_NAME: &[u8] = b"F";
const LETTER_WIDTH: f32 = 0.6;

/// The points of PDF in a pixel of CSS.
const POINT: f32 = 72.0 / 96.0;

/// Writes drawings as the pages of a PDF file.
///
/// # Errors
/// There is no drawing.
pub fn pdf(title: &str, pages: &[Drawing]) -> Result<Vec<u8>, PrintError> {
    if pages.is_empty() {
        return Err(PrintError("a PDF file has at least one page".to_owned()));
    }
    let mut next = 0;
    let mut number = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info, font) = (number(), number(), number(), number());
    // an opacity is a part of a graphics state, which pages refer to by its name
    let mut opacities: Vec<u8> = pages.iter().flat_map(opacities).collect();
    opacities.sort_unstable();
    opacities.dedup();
    let states: Vec<(u8, Ref)> = opacities.into_iter().map(|one| (one, number())).collect();
    let places: Vec<(Ref, Ref)> = pages.iter().map(|_| (number(), number())).collect();

    let mut file = Pdf::new();
    file.catalog(catalog).pages(tree);
    file.document_info(info).title(TextStr(title)).creator(TextStr("Encycle"));
    file.pages(tree).kids(places.iter().map(|&(page, _)| page)).count(pages.len() as i32);
    file.type1_font(font).base_font(Name(b"Courier")).encoding_predefined(Name(b"WinAnsiEncoding"));
    for &(opacity, state) in &states {
        let share = f32::from(opacity) / 255.0;
        file.ext_graphics(state).non_stroking_alpha(share).stroking_alpha(share);
    }
    for (drawing, &(page, content)) in pages.iter().zip(&places) {
        let (width, height) = (drawing.width * POINT, drawing.height * POINT);
        let mut writer = file.page(page);
        writer.media_box(Rect::new(0.0, 0.0, width, height)).parent(tree).contents(content);
        let mut resources = writer.resources();
        let mut named = resources.ext_g_states();
        for (opacity, state) in &states {
            named.pair(Name(state_name(*opacity).as_bytes()), state);
        }
        named.finish();
        resources.fonts().pair(Name(FONT_NAME), font);
        resources.finish();
        writer.finish();
        let packed = packed(&written(drawing));
        file.stream(content, &packed).filter(Filter::FlateDecode);
    }
    Ok(file.finish())
}

/// Returns the opacities of the inks of a drawing, from 0 to 255.
fn opacities(drawing: &Drawing) -> impl Iterator<Item = u8> {
    let inks = |shape: &Shape| [shape.fill, shape.stroke.as_ref().map(|stroke| stroke.ink)];
    drawing.shapes.iter().flat_map(inks).flatten().map(opacity)
}

fn opacity(ink: PrintInk) -> u8 {
    (ink.opacity * 255.0).round() as u8
}

fn state_name(opacity: u8) -> String {
    format!("o{opacity}")
}

/// Writes the operators that draw a page.
fn written(drawing: &Drawing) -> Vec<u8> {
    let mut content = Content::new();
    // the y axis of PDF points up
    content.transform([POINT, 0.0, 0.0, -POINT, 0.0, drawing.height * POINT]);
    content.set_line_join(LineJoinStyle::RoundJoin);
    for shape in &drawing.shapes {
        if let Some(ink) = shape.fill {
            let [r, g, b] = parts(ink);
            content.set_parameters(Name(state_name(opacity(ink)).as_bytes()));
            content.set_fill_rgb(r, g, b);
            put_path(&mut content, &shape.path);
            content.fill_nonzero();
        }
        if let Some(stroke) = &shape.stroke {
            let [r, g, b] = parts(stroke.ink);
            content.set_parameters(Name(state_name(opacity(stroke.ink)).as_bytes()));
            content.set_stroke_rgb(r, g, b);
            content.set_line_width(stroke.width);
            content.set_line_cap(match stroke.is_round {
                true => LineCapStyle::RoundCap,
                false => LineCapStyle::ButtCap,
            });
            content.set_dash_pattern(stroke.dashes.iter().copied(), 0.0);
            put_path(&mut content, &shape.path);
            content.stroke();
        }
    }
    drawing.texts.iter().for_each(|text| put_text(&mut content, text));
    content.finish().to_vec()
}

/// Puts a text over its letters without drawing it, so that it can be found and selected. All letters of the font have one
/// width, so that no table of widths is needed.
fn put_text(content: &mut Content, PlacedText { text, at: (x, y), size, width }: &PlacedText) {
    // the encoding has these signs at the places of Latin-1
    let byte = |sign: char| match sign {
        ' '..='~' | '\u{a0}'..='\u{ff}' => sign as u8,
        _ => b' ',
    };
    let bytes: Vec<u8> = text.chars().map(byte).collect();
    if bytes.iter().all(|&byte| byte == b' ') {
        return;
    }
    content.begin_text();
    content.set_text_rendering_mode(TextRenderingMode::Invisible);
    content.set_font(Name(FONT_NAME), *size);
    content.set_horizontal_scaling(100.0 * width / (size * LETTER_WIDTH * bytes.len() as f32));
    content.set_text_matrix([1.0, 0.0, 0.0, -1.0, *x, *y]);
    content.show(Str(&bytes));
    content.end_text();
}

fn parts(ink: PrintInk) -> [f32; 3] {
    ink.colour.map(|part| f32::from(part) / 255.0)
}

fn put_path(content: &mut Content, path: &[Segment]) {
    for &segment in path {
        match segment {
            Segment::Move((x, y)) => content.move_to(x, y),
            Segment::Line((x, y)) => content.line_to(x, y),
            Segment::Curve((a, b), (c, d), (x, y)) => content.cubic_to(a, b, c, d, x, y),
            Segment::Close => content.close_path(),
        };
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // writing to a vector cannot fail
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_can_be_selected_where_its_letters_are() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\">\
            <text x=\"50\" y=\"20\" font-size=\"10\" text-anchor=\"middle\">Row (2) →</text></svg>";
        let drawing = Drawing::of_svg(svg).expect("a drawing");
        let [text] = &drawing.texts[..] else { panic!("{drawing:?}") };
        assert!((text.at.0 + text.width / 2.0 - 50.0).abs() < 0.01, "{text:?}");
        let content = written(&drawing);
        let content = String::from_utf8_lossy(&content);
        assert!(content.contains("3 Tr\n") && content.contains("Row") && content.contains(" Tj"));
    }
}
