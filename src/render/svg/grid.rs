//! Grids as SVG.

use encycle_encodings::grid::Edge;
use encycle_encodings::puzzle::{GridSketch, Ink};

use crate::render::svg::{Drawn, Page, STROKES, escaped};

/// The side of a cell, in pixels.
const CELL: usize = 32;
/// The margin around the grid, in pixels.
const MARGIN: usize = 16;

/// Returns the coordinate of a grid line, in pixels.
fn at(line: usize) -> usize {
    MARGIN + line * CELL
}

/// Draws a grid as SVG, compared with `other`.
pub(super) fn svg(sketch: &GridSketch, other: &GridSketch) -> String {
    let grid = sketch.grid;
    let mut page = Page::new(&sketch.title, (at(grid.cols()) + MARGIN, at(grid.rows()) + MARGIN));
    page.put(format_args!("<path stroke=\"#e4e4e4\" d=\"{}\"/>", faint_lines(sketch)));
    if sketch.dotted {
        page.put(format_args!("<g fill=\"#555\">"));
        for vertex in grid.vertices() {
            let (x, y) = (at(vertex.col), at(vertex.row));
            page.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"1.8\"/>"));
        }
        page.put(format_args!("</g>"));
    }
    let given: String = grid
        .edges()
        .filter(|edge| sketch.borders[edge.index()] == Some(Ink::Clue))
        .map(|edge| border(sketch, edge))
        .collect();
    page.path("stroke=\"#222\" stroke-width=\"2.5\"", &given);
    let is_open = |ink: Option<Ink>| ink == Some(Ink::Undecided);
    let borders = grid.edges().filter(|edge| is_open(sketch.borders[edge.index()]));
    let links = grid.edges().filter(|edge| is_open(sketch.links[edge.index()]));
    let open: String = borders
        .map(|edge| border(sketch, edge))
        .chain(links.map(|edge| link(sketch, edge)))
        .collect();
    page.path("stroke=\"#999\" stroke-width=\"2.5\" stroke-dasharray=\"3 5\"", &open);
    let is_found = |ink: Option<Ink>| ink == Some(Ink::Solution);
    for (wanted, style) in STROKES {
        let edges = |of: fn(&GridSketch) -> &Vec<Option<Ink>>,
                     draw: fn(&GridSketch, Edge) -> String| {
            let drawn = |edge: &Edge| {
                let found = |sketch| is_found(of(sketch)[edge.index()]);
                Drawn::of(found(sketch), found(other)) == wanted
            };
            grid.edges().filter(drawn).map(|edge| draw(sketch, edge)).collect::<String>()
        };
        page.path(style, &edges(|sketch| &sketch.borders, border));
        page.path(style, &edges(|sketch| &sketch.links, link));
    }
    put_texts(&mut page, sketch, other);
    page.finish()
}

/// Appends the texts of the cells, on top of the links through the cells.
fn put_texts(page: &mut Page, sketch: &GridSketch, other: &GridSketch) {
    page.put(format_args!("<g font-family=\"sans-serif\" text-anchor=\"middle\">"));
    for (index, text) in sketch.texts.iter().enumerate() {
        let Some(text) = text else { continue };
        let cell = sketch.grid.cell_at(index);
        let (x, y) = (at(cell.col) + CELL / 2, at(cell.row) + CELL / 2);
        let linked = sketch.grid.cell_edges(cell).iter().any(|edge| {
            sketch.links[edge.index()].is_some() || other.links[edge.index()].is_some()
        });
        if linked {
            page.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"#fff\"/>"));
        }
        let size = match text.text.chars().count() {
            0..=2 => 18,
            3 => 14,
            _ => 10,
        };
        let colour = match text.ink {
            Ink::Clue | Ink::Undecided => "#222",
            Ink::Solution if Some(text) == other.texts[index].as_ref() => "#1d6f42",
            Ink::Solution => "#c62828",
        };
        let (y, text) = (y + size / 3, escaped(&text.text));
        page.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\">{text}</text>"
        ));
    }
    page.put(format_args!("</g>"));
}

/// Returns the path of an edge.
fn border(sketch: &GridSketch, edge: Edge) -> String {
    let [a, b] = sketch.grid.edge_ends(edge);
    format!("M{} {}L{} {}", at(a.col), at(a.row), at(b.col), at(b.row))
}

/// Returns the path of the link across an edge, from the centre of one cell to that of the other.
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
