//! Pictures of grids as SVG.

use encycle_encodings::grid::Edge;
use encycle_encodings::puzzle::{ClueShape, GridSketch, Ink, Label};

use crate::render::DrawnIn;
use crate::render::colours::{
    FAINT, INSIDE, MUTED, ONLY_HERE, OPEN, PAPER, SOLUTION, SchemeColour, TEXT,
};
use crate::render::places::HeatMap;
use crate::render::svg::{STROKES, SvgPage, escaped, put_heat, size_with_legend};
use crate::render::svg::{put_lines, put_terminal};

/// The side of a cell, in pixels.
const CELL: usize = 32;
/// The margin around the grid, in pixels.
const MARGIN: usize = 16;

/// Returns the coordinate of a grid line, in pixels.
fn at(line: usize) -> usize {
    MARGIN + line * CELL
}

/// Draws a grid as SVG, compared with `compared`; with `shade`, the cells inside the loop are shaded.
pub(super) fn svg(
    sketch: &GridSketch,
    compared: Option<&GridSketch>,
    shade: bool,
    heat: Option<&HeatMap>,
) -> String {
    let (grid, other) = (sketch.grid, compared.unwrap_or(sketch));
    let size = (at(grid.cols()) + MARGIN, at(grid.rows()) + MARGIN);
    let mut page = SvgPage::new(&sketch.title, size_with_legend(size, heat));
    if shade {
        put_inside(&mut page, sketch);
    }
    if let Some(heat) = heat {
        put_heat(&mut page, heat, ("cell", size.1), |cell| square(sketch, cell));
    }
    for (wanted, (colour, _)) in STROKES {
        let is_shaded = |sketch: &GridSketch, cell: usize| sketch.shaded[cell].is_some();
        let cells = (0..grid.cell_count())
            .filter(|&cell| DrawnIn::of(is_shaded(sketch, cell), is_shaded(other, cell)) == wanted);
        let squares: String = cells.map(|cell| square(sketch, cell)).collect();
        if !squares.is_empty() {
            let colour = colour.attributes();
            page.put(format_args!("<path {colour} fill-opacity=\"0.45\" d=\"{squares}\"/>"));
        }
    }
    page.path((FAINT, ""), &faint_lines(sketch));
    if sketch.dotted {
        page.put(format_args!("<g {}>", MUTED.attributes()));
        for vertex in grid.vertices() {
            let (x, y) = (at(vertex.col), at(vertex.row));
            page.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"1.8\"/>"));
        }
        page.put(format_args!("</g>"));
    }
    let clues: String = grid
        .edges()
        .filter(|edge| sketch.borders[edge.index()] == Some(Ink::Clue))
        .map(|edge| border(sketch, edge))
        .collect();
    page.path((TEXT, "stroke-width=\"2.5\""), &clues);
    let is_open = |ink: Option<Ink>| ink == Some(Ink::Undecided);
    let borders = grid.edges().filter(|edge| is_open(sketch.borders[edge.index()]));
    let links = grid.edges().filter(|edge| is_open(sketch.links[edge.index()]));
    let open: String = borders
        .map(|edge| border(sketch, edge))
        .chain(links.map(|edge| link(sketch, edge)))
        .collect();
    page.path((OPEN, "stroke-width=\"2.5\" stroke-dasharray=\"3 5\""), &open);
    let is_found = |ink: Option<Ink>| ink == Some(Ink::Solution);
    for (wanted, stroke) in STROKES {
        let edges = |of: fn(&GridSketch) -> &Vec<Option<Ink>>| {
            let drawn = move |edge: &Edge| {
                let found = |sketch| is_found(of(sketch)[edge.index()]);
                DrawnIn::of(found(sketch), found(other)) == wanted
            };
            grid.edges().filter(drawn)
        };
        let borders = edges(|sketch| &sketch.borders).map(|edge| border(sketch, edge));
        page.path(stroke, &borders.collect::<String>());
        // in a comparison, colors show the differences
        let pair = |edge| if compared.is_none() { sketch.link_pair(edge) } else { None };
        let links = edges(|sketch| &sketch.links).map(|edge| (pair(edge), link(sketch, edge)));
        put_lines(&mut page, links, stroke);
    }
    put_texts(&mut page, sketch, other);
    put_corners(&mut page, sketch);
    put_margins(&mut page, sketch);
    page.finish()
}

/// Appends the shade of the cells inside the loop.
fn put_inside(page: &mut SvgPage, sketch: &GridSketch) {
    let inside = (0..sketch.inside.len()).filter(|&cell| sketch.inside[cell] == Some(true));
    let squares = inside.map(|cell| square(sketch, cell));
    let (colour, squares) = (INSIDE.attributes(), squares.collect::<String>());
    page.put(format_args!("<path {colour} d=\"{squares}\"/>"));
}

/// Returns the path of a cell, by its index.
fn square(sketch: &GridSketch, cell: usize) -> String {
    let cell = sketch.grid.cell_at(cell);
    format!("M{} {}h{CELL}v{CELL}h-{CELL}z", at(cell.col), at(cell.row))
}

/// Appends the texts of the cells, on top of the links through the cells.
fn put_texts(page: &mut SvgPage, sketch: &GridSketch, other: &GridSketch) {
    page.put(format_args!("<g font-family=\"sans-serif\" text-anchor=\"middle\">"));
    for (index, label) in sketch.texts.iter().enumerate() {
        let Some(label) = label else { continue };
        let cell = sketch.grid.cell_at(index);
        let (x, y) = (at(cell.col) + CELL / 2, at(cell.row) + CELL / 2);
        let linked = sketch.grid.cell_edges(cell).iter().any(|edge| {
            sketch.links[edge.index()].is_some() || other.links[edge.index()].is_some()
        });
        if sketch.pairs[index].is_some() {
            put_terminal(page, (x as f64, y as f64), 12.0, sketch.pairs[index]);
        } else if linked {
            let paper = PAPER.attributes();
            page.put(format_args!("<circle {paper} cx=\"{x}\" cy=\"{y}\" r=\"11\"/>"));
        }
        let (shape, text) = label.shape_and_text();
        put_shape(page, shape, (x, y));
        if text.is_empty() {
            continue;
        }
        let is_inside = shape.is_some() || sketch.pairs[index].is_some();
        let (size, colour) = text_style(label, is_inside, other.texts[index].as_ref());
        let (y, text, colour) = (y + size / 3, escaped(text), colour.attributes());
        page.put(format_args!(
            "<text {colour} x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{text}</text>"
        ));
    }
    page.put(format_args!("</g>"));
}

/// Appends the numbers at vertices, each in a circle.
fn put_corners(page: &mut SvgPage, sketch: &GridSketch) {
    for (place, number) in sketch.corners.iter().enumerate() {
        let Some(number) = number else { continue };
        let width = sketch.grid.cols() + 1;
        let (x, y) = (at(place % width), at(place / width));
        let (paper, text) = (PAPER.attributes(), TEXT.attributes());
        page.put(format_args!(
            "<circle {paper} cx=\"{x}\" cy=\"{y}\" r=\"9\" stroke=\"gray\"/>\
             <text {text} x=\"{x}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">{number}</text>",
            y + 5
        ));
    }
}

/// Appends the numbers outside the grid.
fn put_margins(page: &mut SvgPage, sketch: &GridSketch) {
    let (rows, cols) = (sketch.grid.rows(), sketch.grid.cols());
    let [above, below, left, right] = &sketch.margins;
    let middle = |line: usize| at(line) + CELL / 2;
    let mut put = |x: usize, y: usize, number: &Option<u32>| {
        let Some(number) = number else { return };
        let text = TEXT.attributes();
        page.put(format_args!(
            "<text {text} x=\"{x}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">{number}</text>",
            y + 4
        ));
    };
    above.iter().enumerate().for_each(|(col, number)| put(middle(col), MARGIN / 2, number));
    below
        .iter()
        .enumerate()
        .for_each(|(col, number)| put(middle(col), at(rows) + MARGIN / 2, number));
    left.iter().enumerate().for_each(|(row, number)| put(MARGIN / 2, middle(row), number));
    right
        .iter()
        .enumerate()
        .for_each(|(row, number)| put(at(cols) + MARGIN / 2, middle(row), number));
}

/// Returns the size and the color of a text, which is smaller inside a circle or a ring.
fn text_style(label: &Label, is_inside: bool, other: Option<&Label>) -> (usize, SchemeColour) {
    let (shape, text) = label.shape_and_text();
    let size = match (text.chars().count(), is_inside) {
        (0..=1, _) | (2, false) => 18,
        (2, true) | (3, false) => 14,
        _ => 10,
    };
    let colour = match label.ink {
        _ if matches!(shape, Some(ClueShape::BlackCell | ClueShape::BlackCircle)) => PAPER,
        Ink::Clue | Ink::Undecided => TEXT,
        Ink::Solution if Some(label) == other => SOLUTION,
        Ink::Solution => ONLY_HERE,
    };
    (size, colour)
}

/// Appends the shape of a clue in the cell with this center.
fn put_shape(page: &mut SvgPage, shape: Option<ClueShape>, (x, y): (usize, usize)) {
    let (ink, paper) = (TEXT.attributes(), PAPER.attributes());
    match shape {
        None => {}
        Some(ClueShape::BlackCell) => {
            let (x, y) = (x - CELL / 2, y - CELL / 2);
            page.put(format_args!("<path {ink} d=\"M{x} {y}h{CELL}v{CELL}h-{CELL}z\"/>"));
        }
        Some(circle) => {
            page.put(format_args!("<circle {ink} cx=\"{x}\" cy=\"{y}\" r=\"11\"/>"));
            if circle == ClueShape::WhiteCircle {
                page.put(format_args!("<circle {paper} cx=\"{x}\" cy=\"{y}\" r=\"9\"/>"));
            }
        }
    }
}

/// Returns the path of an edge.
fn border(sketch: &GridSketch, edge: Edge) -> String {
    let [a, b] = sketch.grid.edge_ends(edge);
    format!("M{} {}L{} {}", at(a.col), at(a.row), at(b.col), at(b.row))
}

/// Returns the path of the link across an edge, from the center of one cell to the center of the other.
fn link(sketch: &GridSketch, edge: Edge) -> String {
    let [Some(a), Some(b)] = sketch.grid.edge_cells(edge) else { return String::new() };
    let middle = |line: usize| at(line) + CELL / 2;
    format!("M{} {}L{} {}", middle(a.col), middle(a.row), middle(b.col), middle(b.row))
}

/// Returns the path of the faint grid lines.
fn faint_lines(sketch: &GridSketch) -> String {
    let grid = sketch.grid;
    let (right, bottom) = (at(grid.cols()), at(grid.rows()));
    let rows = (0..=grid.rows()).map(|row| format!("M{} {}H{right}", at(0), at(row)));
    let cols = (0..=grid.cols()).map(|col| format!("M{} {}V{bottom}", at(col), at(0)));
    rows.chain(cols).collect()
}
