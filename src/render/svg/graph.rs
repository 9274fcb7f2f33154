//! General graphs as SVG: with the coordinates of their vertices, or on a circle.

use encycle_encodings::puzzle::GraphSketch;

use crate::render::svg::{Drawn, Page, STROKES, escaped};

/// The usual distance of adjacent vertices, in pixels.
const STEP: f64 = 48.0;
/// The margin around the graph, in pixels.
const MARGIN: f64 = 28.0;
/// The length of the circle's rim for each vertex, in pixels.
const ON_CIRCLE: f64 = 26.0;

/// The maximum width and height of the graph, in pixels; larger graphs are scaled down.
const LARGEST: f64 = 1600.0;

/// The maximum number of vertices in a picture with their names.
const NAMED: usize = 120;

/// A point of the picture, in pixels.
type Point = (f64, f64);

/// Draws a general graph as SVG, compared with `other`.
pub(super) fn svg(sketch: &GraphSketch, other: &GraphSketch) -> String {
    let (points, notes) = match sketch.points.len() == sketch.vertices.len() {
        true => laid_out(sketch),
        false => (circle(sketch), Vec::new()),
    };
    let far = |of: fn(&Point) -> f64| points.iter().chain(notes.iter().map(|(at, _)| at)).map(of);
    let side = |of| (far(of).fold(0.0, f64::max) + MARGIN).ceil() as usize;
    let mut page = Page::new(&sketch.title, (side(|point| point.0), side(|point| point.1)));
    let line = |&(a, b): &(u32, u32)| {
        let (a, b) = (points[a as usize], points[b as usize]);
        format!("M{:.1} {:.1}L{:.1} {:.1}", a.0, a.1, b.0, b.1)
    };
    let lines = |wanted: Drawn| {
        let drawn = |sketch: &GraphSketch, edge: usize| {
            sketch.drawn.as_ref().is_some_and(|drawn| drawn.get(edge).copied().unwrap_or(false))
        };
        let edges = sketch.edges.iter().enumerate();
        edges
            .filter(|&(edge, _)| Drawn::of(drawn(sketch, edge), drawn(other, edge)) == wanted)
            .map(|(_, edge)| line(edge))
            .collect::<String>()
    };
    page.path("stroke=\"#ccc\"", &lines(Drawn::No));
    for (wanted, style) in STROKES {
        page.path(style, &lines(wanted));
    }
    let named = points.len() <= NAMED;
    page.put(format_args!(
        "<g font-family=\"sans-serif\" text-anchor=\"middle\" font-size=\"11\">"
    ));
    for (&(x, y), name) in points.iter().zip(&sketch.vertices) {
        if named {
            page.put(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"#fff\" stroke=\"#555\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                y + 4.0,
                escaped(name)
            ));
        } else {
            page.put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"#555\"/>"));
        }
    }
    for ((x, y), note) in notes {
        page.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"18\" fill=\"#222\">{}</text>",
            y + 6.0,
            escaped(&note)
        ));
    }
    page.put(format_args!("</g>"));
    page.finish()
}

/// Returns the points of the vertices and of the notes, moved and scaled to fit into the picture.
fn laid_out(sketch: &GraphSketch) -> (Vec<Point>, Vec<(Point, String)>) {
    let all = || sketch.points.iter().chain(sketch.notes.iter().map(|(at, _)| at));
    let (left, top) = (all().map(|at| at.0).min(), all().map(|at| at.1).min());
    let extent = |of: fn(&(i32, i32)) -> i32, first: Option<i32>| {
        all().map(|at| f64::from(of(at)) - f64::from(first.unwrap_or(0))).fold(0.0, f64::max)
    };
    let widest = extent(|at| at.0, left).max(extent(|at| at.1, top)) / 100.0 * STEP;
    let scale = STEP / 100.0 * if widest > LARGEST { LARGEST / widest } else { 1.0 };
    let place = |&(x, y): &(i32, i32)| {
        let along = |at: i32, first: Option<i32>| {
            MARGIN + (f64::from(at) - f64::from(first.unwrap_or(0))) * scale
        };
        (along(x, left), along(y, top))
    };
    let notes = sketch.notes.iter().map(|(at, note)| (place(at), note.clone()));
    (sketch.points.iter().map(place).collect(), notes.collect())
}

/// Returns the vertices on a circle, in the order of the walks, so that a single cycle becomes its rim.
fn circle(sketch: &GraphSketch) -> Vec<Point> {
    let count = sketch.vertices.len();
    let mut order = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    let walked = sketch.walks.iter().flatten().map(|&vertex| vertex as usize);
    for vertex in walked.chain(0..count) {
        if !std::mem::replace(&mut seen[vertex], true) {
            order.push(vertex);
        }
    }
    let radius = (count as f64 * ON_CIRCLE / std::f64::consts::TAU).clamp(40.0, LARGEST / 2.0);
    let mut points = vec![(0.0, 0.0); count];
    for (place, vertex) in order.into_iter().enumerate() {
        let angle = std::f64::consts::TAU * place as f64 / count as f64;
        let middle = MARGIN + radius;
        points[vertex] = (middle + radius * angle.sin(), middle - radius * angle.cos());
    }
    points
}
