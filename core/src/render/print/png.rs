//! PNG: a drawing as pixels.

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};

use crate::render::print::{Drawing, PrintError, PrintInk, Segment, Stroke};

/// The pixels of the picture in a pixel of CSS, so that letters are legible in print.
const SCALE: f32 = 2.0;

/// The maximum width and height of the picture, in pixels; a larger one is scaled down.
const LARGEST: f32 = 8192.0;

/// Draws a picture as PNG.
///
/// # Errors
/// The picture has no extent.
pub fn png(drawing: &Drawing) -> Result<Vec<u8>, PrintError> {
    let scale = SCALE.min(LARGEST / drawing.width.max(drawing.height));
    let side = |length: f32| (length * scale).ceil() as u32;
    let mut image = Pixmap::new(side(drawing.width), side(drawing.height))
        .ok_or_else(|| PrintError("the picture has no extent".to_owned()))?;
    let transform = Transform::from_scale(scale, scale);
    for shape in &drawing.shapes {
        // a path of a single point draws nothing
        let Some(path) = path(&shape.path) else { continue };
        if let Some(ink) = shape.fill {
            image.fill_path(&path, &paint(ink), FillRule::Winding, transform, None);
        }
        if let Some(stroke) = &shape.stroke {
            image.stroke_path(&path, &paint(stroke.ink), &style(stroke), transform, None);
        }
    }
    image.encode_png().map_err(|error| PrintError(format!("PNG: {error}")))
}

fn paint(ink: PrintInk) -> Paint<'static> {
    let mut paint = Paint::default();
    let [r, g, b] = ink.colour;
    paint.set_color_rgba8(r, g, b, (ink.opacity * 255.0).round() as u8);
    paint
}

fn style(stroke: &Stroke) -> tiny_skia::Stroke {
    tiny_skia::Stroke {
        width: stroke.width,
        line_cap: if stroke.is_round { LineCap::Round } else { LineCap::Butt },
        line_join: LineJoin::Round,
        // `None` for no dashes
        dash: StrokeDash::new(stroke.dashes.clone(), 0.0),
        ..tiny_skia::Stroke::default()
    }
}

fn path(segments: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for &segment in segments {
        match segment {
            Segment::Move((x, y)) => path.move_to(x, y),
            Segment::Line((x, y)) => path.line_to(x, y),
            Segment::Curve((a, b), (c, d), (x, y)) => path.cubic_to(a, b, c, d, x, y),
            Segment::Close => path.close(),
        }
    }
    path.finish()
}
