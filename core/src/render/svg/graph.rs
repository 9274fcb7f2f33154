//! Pictures of general graphs as SVG, with the coordinates of the vertices or on a circle.

use encycle_encodings::puzzle::GraphSketch;

use crate::render::DrawnIn;
use crate::render::colours::{GRID, MUTED};
use crate::render::places::HeatMap;
use crate::render::svg::{STROKES, SvgPage, escaped, put_heat, size_with_legend};
use crate::render::svg::{put_lines, put_terminal};

/// The usual distance of adjacent vertices, in pixels.
const STEP: f64 = 48.0;
/// The margin around the graph, in pixels.
const MARGIN: f64 = 28.0;
/// The length of the circle's rim per vertex, in pixels.
const ON_CIRCLE: f64 = 26.0;

/// The maximum width and height of the graph, in pixels; larger graphs are scaled down.
const LARGEST: f64 = 1600.0;

/// The radius of the heat of a vertex, in pixels.
const HEAT_RADIUS: f64 = 14.0;

/// The maximum number of vertices whose names are drawn.
const NAMED: usize = 120;

/// A point of the picture, in pixels.
type Point = (f64, f64);

/// The size of names, in pixels.
const NAME: f64 = 11.0;
/// The distance of the middle of a name from its vertex, in pixels.
const NAME_DISTANCE: f64 = 13.0;

/// Draws a general graph as SVG, compared with `compared`. Lines are on top of the vertices.
pub(super) fn svg(
    sketch: &GraphSketch,
    compared: Option<&GraphSketch>,
    heat: Option<&HeatMap>,
) -> String {
    let other = compared.unwrap_or(sketch);
    let (mut points, mut notes) = positions_and_notes(sketch);
    // a long name at the left or right border may be wider than the margin
    let named = points.len() <= NAMED;
    let longest = sketch.vertices.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let aside = if named { (longest as f64 * NAME * 0.65 - MARGIN / 2.0).max(0.0) } else { 0.0 };
    points.iter_mut().chain(notes.iter_mut().map(|(at, _)| at)).for_each(|at| at.0 += aside);
    let far = |of: fn(&Point) -> f64| points.iter().chain(notes.iter().map(|(at, _)| at)).map(of);
    let side =
        |of: fn(&Point) -> f64, margin: f64| (far(of).fold(0.0, f64::max) + margin).ceil() as usize;
    let size = (side(|point| point.0, MARGIN + aside), side(|point| point.1, MARGIN));
    let mut page = SvgPage::new(&sketch.title, size_with_legend(size, heat));
    if let Some(heat) = heat {
        put_heat(&mut page, heat, ("vertex", size.1), |vertex| {
            let ((x, y), r) = (points[vertex], HEAT_RADIUS);
            format!("M{:.1} {y:.1}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 -{} 0", x - r, 2.0 * r, 2.0 * r)
        });
    }
    let line = |&(a, b): &(u32, u32)| {
        let (a, b) = (points[a as usize], points[b as usize]);
        format!("M{:.1} {:.1}L{:.1} {:.1}", a.0, a.1, b.0, b.1)
    };
    let edges = |wanted: DrawnIn| {
        let drawn = |sketch: &GraphSketch, edge: usize| {
            sketch.drawn.as_ref().is_some_and(|drawn| drawn.get(edge).copied().unwrap_or(false))
        };
        let edges = sketch.edges.iter().enumerate();
        edges
            .filter(move |&(edge, _)| {
                DrawnIn::of(drawn(sketch, edge), drawn(other, edge)) == wanted
            })
            .map(|(_, edge)| edge)
    };
    page.path((GRID, ""), &edges(DrawnIn::No).map(line).collect::<String>());
    if named {
        put_names(&mut page, sketch, &points);
    }
    // smaller than the width of a line, so that lines cover the vertices
    let radius = 2.0;
    page.put(format_args!("<g {}>", MUTED.attributes()));
    for (x, y) in &points {
        page.put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"));
    }
    page.put(format_args!("</g>"));
    for (wanted, stroke) in STROKES {
        // in a comparison, colors show the differences
        let pair = |&(a, b): &(u32, u32)| {
            let [a, b] = [a, b].map(|end| sketch.pairs[end as usize]);
            a.filter(|_| compared.is_none() && a == b)
        };
        put_lines(&mut page, edges(wanted).map(|edge| (pair(edge), line(edge))), stroke);
    }
    page.put(format_args!("<g font-family=\"sans-serif\" text-anchor=\"middle\">"));
    for (vertex, name) in &sketch.terminals {
        let ((x, y), pair) = (points[*vertex as usize], sketch.pairs[*vertex as usize]);
        put_terminal(&mut page, (x, y), 9.0, pair);
        let (y, size) = (y + 4.0, if name.chars().count() < 3 { 12 } else { 8 });
        page.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\">{}</text>",
            escaped(name)
        ));
    }
    for ((x, y), note) in notes {
        page.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"18\">{}</text>",
            y + 6.0,
            escaped(&note)
        ));
    }
    page.put(format_args!("</g>"));
    page.finish()
}

/// Appends the names of the vertices, each in the widest gap between the edges of its vertex.
fn put_names(page: &mut SvgPage, sketch: &GraphSketch, points: &[Point]) {
    let mut directions: Vec<Vec<f64>> = vec![Vec::new(); points.len()];
    for &(a, b) in &sketch.edges {
        let ((a, b), (from, to)) =
            ((a as usize, b as usize), (points[a as usize], points[b as usize]));
        directions[a].push((to.1 - from.1).atan2(to.0 - from.0));
        directions[b].push((from.1 - to.1).atan2(from.0 - to.0));
    }
    page.put(format_args!(
        "<g class=\"halo\" font-family=\"sans-serif\" font-size=\"{NAME}\" stroke=\"#fff\" \
         stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\">"
    ));
    let muted = MUTED.attributes();
    let is_terminal = |vertex| sketch.terminals.iter().any(|&(at, _)| at as usize == vertex);
    for (vertex, name) in sketch.vertices.iter().enumerate() {
        let angle = free_direction(&mut directions[vertex]);
        let distance = NAME_DISTANCE + if is_terminal(vertex) { 8.0 } else { 0.0 };
        let (x, y) = (
            points[vertex].0 + distance * angle.cos(),
            points[vertex].1 + distance * angle.sin() + NAME / 3.0,
        );
        // a long name starts or ends at its vertex
        let anchor = match angle.cos() {
            aside if aside > 0.5 => "start",
            aside if aside < -0.5 => "end",
            _ => "middle",
        };
        let x = x - if anchor == "middle" { 0.0 } else { angle.cos().signum() * 5.0 };
        page.put(format_args!(
            "<text {muted} x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(name)
        ));
    }
    page.put(format_args!("</g>"));
}

/// Returns the middle of the widest gap between directions, in radians.
fn free_direction(directions: &mut Vec<f64>) -> f64 {
    directions.sort_by(f64::total_cmp);
    let Some(&first) = directions.first() else { return -std::f64::consts::FRAC_PI_2 };
    directions.push(first + std::f64::consts::TAU);
    let gaps = directions.windows(2).map(|pair| (pair[1] - pair[0], pair[0]));
    let (gap, from) = gaps.fold((0.0, first), |widest: (f64, f64), gap| {
        // for equal gaps, rounding errors must not decide
        if gap.0 > widest.0 + 1e-6 { gap } else { widest }
    });
    from + gap / 2.0
}

/// Returns the points of the vertices.
pub(super) fn positions(sketch: &GraphSketch) -> Vec<Point> {
    positions_and_notes(sketch).0
}

fn positions_and_notes(sketch: &GraphSketch) -> (Vec<Point>, Vec<(Point, String)>) {
    match sketch.points.len() == sketch.vertices.len() {
        true => laid_out(sketch),
        false => (circle(sketch), Vec::new()),
    }
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

/// Returns the vertices on a circle, in the order of the walks, so that a single cycle becomes its rim. Paths between pairs are
/// no rim, so those pictures have the places of the picture without a solution.
fn circle(sketch: &GraphSketch) -> Vec<Point> {
    let count = sketch.vertices.len();
    let mut order = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    let has_pairs = sketch.pairs.iter().any(Option::is_some);
    let walks: &[Vec<u32>] = if has_pairs { &[] } else { &sketch.walks };
    let walked = walks.iter().flatten().map(|&vertex| vertex as usize);
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
