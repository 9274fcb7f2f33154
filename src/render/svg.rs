//! Pictures as SVG, for pages and print.

use std::fmt::Write;

use encycle_encodings::grid::Edge;

use super::Picture;

/// Side of a cell, and the margin around the grid, in pixels.
const CELL: usize = 32;
const MARGIN: usize = 16;

/// Draws a picture: dots at the vertices, clues, the lines in one colour, and, where there are
/// lines to compare with, the edges that only one of the two has in red and in dashed blue.
#[must_use]
pub fn svg(picture: Picture<'_>) -> String {
    let grid = picture.puzzle.grid();
    let at = |i: usize| MARGIN + i * CELL;
    let (width, height) = (at(grid.cols()) + MARGIN, at(grid.rows()) + MARGIN);
    let mut out = String::new();
    // writing to a String cannot fail
    let mut put = |text: std::fmt::Arguments<'_>| {
        let _ = writeln!(out, "{text}");
    };
    put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">"
    ));
    put(format_args!("<title>Slitherlink {} x {}</title>", grid.rows(), grid.cols()));
    put(format_args!("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"));

    put(format_args!("<path stroke=\"#e4e4e4\" d=\"{}\"/>", grid_path(picture, at)));
    put(format_args!("<g fill=\"#555\">"));
    for vertex in grid.vertices() {
        let (x, y) = (at(vertex.col), at(vertex.row));
        put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"1.8\"/>"));
    }
    put(format_args!("</g>"));
    put(format_args!(
        "<g font-family=\"sans-serif\" font-size=\"18\" text-anchor=\"middle\" fill=\"#222\">"
    ));
    for (cell, clue) in picture.puzzle.clues() {
        let (x, y) = (at(cell.col) + CELL / 2, at(cell.row) + CELL / 2 + 6);
        put(format_args!("<text x=\"{x}\" y=\"{y}\">{clue}</text>"));
    }
    put(format_args!("</g>"));

    let here = |edge| picture.lines.is_some_and(|lines| lines.has(edge));
    let there = |edge| picture.compare.map_or(here(edge), |lines| lines.has(edge));
    let layers: [(&str, &dyn Fn(Edge) -> bool); 3] = [
        ("stroke=\"#1d6f42\" stroke-width=\"4\"", &|edge| here(edge) && there(edge)),
        ("stroke=\"#c62828\" stroke-width=\"4\"", &|edge| here(edge) && !there(edge)),
        ("stroke=\"#1565c0\" stroke-width=\"4\" stroke-dasharray=\"5 6\"", &|edge| {
            !here(edge) && there(edge)
        }),
    ];
    for (style, wanted) in layers {
        let path: String = grid
            .edges()
            .filter(|&edge| wanted(edge))
            .map(|edge| {
                let [a, b] = grid.edge_ends(edge);
                format!("M{} {}L{} {}", at(a.col), at(a.row), at(b.col), at(b.row))
            })
            .collect();
        if !path.is_empty() {
            put(format_args!("<path {style} stroke-linecap=\"round\" d=\"{path}\"/>"));
        }
    }
    put(format_args!("</svg>"));
    out
}

/// The faint lines of the grid.
fn grid_path(picture: Picture<'_>, at: impl Fn(usize) -> usize) -> String {
    let grid = picture.puzzle.grid();
    let (right, bottom) = (at(grid.cols()), at(grid.rows()));
    let rows = (0..=grid.rows()).map(|row| format!("M{} {}H{right}", at(0), at(row)));
    let cols = (0..=grid.cols()).map(|col| format!("M{} {}V{bottom}", at(col), at(0)));
    rows.chain(cols).collect()
}
