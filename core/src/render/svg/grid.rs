//! Pictures of grids as SVG.

use encycle_encodings::grid::{Cell, Edge};
use encycle_encodings::puzzle::{CellSign, ClueShape, GridSketch, Ink, Label};

use crate::render::DrawnIn;
use crate::render::colours::{
    BLACK, FAINT, INSIDE, MUTED, ONLY_HERE, OPEN, PAPER, SOLUTION, SchemeColour, TEXT, WHITE,
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
    let mut page =
        SvgPage::with_margins(&sketch.title, size_with_legend(size, heat), margins(sketch));
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
    for (ink, style) in [(Ink::Guide, "stroke-width=\"1\""), (Ink::Clue, "stroke-width=\"2.5\"")] {
        let drawn = grid.edges().filter(|edge| sketch.borders[edge.index()] == Some(ink));
        let borders: String = drawn.map(|edge| border(sketch, edge)).collect();
        page.path((TEXT, style), &borders);
    }
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
    put_notes(&mut page, sketch);
    put_texts(&mut page, sketch, other);
    put_borders_on_black(&mut page, sketch);
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

/// Appends the borders between two black cells, which cover them, in white.
fn put_borders_on_black(page: &mut SvgPage, sketch: &GridSketch) {
    let is_black = |cell: Option<Cell>| cell.is_some_and(|cell| sketch.is_black(cell));
    let covered = sketch.grid.edges().filter(|&edge| {
        matches!(sketch.borders[edge.index()], Some(Ink::Clue | Ink::Guide))
            && sketch.grid.edge_cells(edge).into_iter().all(is_black)
    });
    let borders: String = covered.map(|edge| border(sketch, edge)).collect();
    if !borders.is_empty() {
        page.path((WHITE, "stroke-width=\"1.5\""), &borders);
    }
}

/// Returns the path of a cell, by its index.
fn square(sketch: &GridSketch, cell: usize) -> String {
    let cell = sketch.grid.cell_at(cell);
    format!("M{} {}h{CELL}v{CELL}h-{CELL}z", at(cell.col), at(cell.row))
}

/// Appends the texts of the cells, on top of the links through the cells.
fn put_texts(page: &mut SvgPage, sketch: &GridSketch, other: &GridSketch) {
    page.put(format_args!("<g font-family=\"sans-serif\" text-anchor=\"middle\">"));
    let white = white_of(sketch);
    // as one path, bridges that overlap have no seam
    let mut sign_lines: Vec<(SchemeColour, String)> = Vec::new();
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
        let (mut shape, mut text) = label.shape_and_text();
        let behind = shape_behind(sketch, index);
        if let Some((sign, rest)) = CellSign::before(&label.text) {
            let colour = text_style(label, (behind, false, white), other.texts[index].as_ref()).1;
            let lines = put_sign(page, sign, colour, (at(cell.col), at(cell.row)), CELL);
            match sign_lines.iter_mut().find(|(known, _)| *known == colour) {
                Some((_, all)) => all.push_str(&lines),
                None => sign_lines.push((colour, lines)),
            }
            (shape, text) = (None, rest);
        }
        put_shape(page, shape, white, (x, y));
        if text.is_empty() {
            continue;
        }
        let is_inside = shape.or(behind).is_some() || sketch.pairs[index].is_some();
        let (size, colour) =
            text_style(label, (behind, is_inside, white), other.texts[index].as_ref());
        let colour = colour.attributes();
        let mut put = |x: usize, y: usize, size: usize, text: &str| {
            let (y, text) = (y + size / 3, escaped(text));
            page.put(format_args!(
                "<text {colour} x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{text}</text>"
            ));
        };
        if let Some((below, right)) = text.split_once('\\') {
            put(x - 7, y + 9, 10, below);
            put(x + 7, y - 8, 10, right);
            let (left, top) = (at(cell.col), at(cell.row));
            page.put(format_args!(
                "<path {colour} stroke=\"currentColor\" d=\"M{left} {top}l{CELL} {CELL}\"/>"
            ));
            continue;
        }
        match text.rmatch_indices(',').nth(text.matches(',').count() / 2) {
            // a long list has two lines
            Some((comma, _)) if text.len() > 3 => {
                put(x, y - 7, 12, &text[..comma]);
                put(x, y + 8, 12, &text[comma + 1..]);
            }
            _ if has_small_note(sketch, index) => put(x + 2, y + 4, size, text),
            _ => put(x, y, size, text),
        }
    }
    for (colour, lines) in sign_lines {
        page.path((colour, SIGN_STYLE), &lines);
    }
    page.put(format_args!("</g>"));
}

/// Returns whether the note of a cell is in its upper left corner, so that a value has less room there.
fn has_small_note(sketch: &GridSketch, index: usize) -> bool {
    sketch.notes[index].as_ref().is_some_and(|note| match CellSign::before(note) {
        Some((sign, rest)) => sign.covers_middle() || !rest.is_empty(),
        None => !ClueShape::before(note).1.is_empty(),
    })
}

/// Returns the shape of a clue that is behind the value of a cell.
fn shape_behind(sketch: &GridSketch, index: usize) -> Option<ClueShape> {
    ClueShape::before(sketch.notes[index].as_ref()?).0
}

/// The side of a sign that a value moves into the corner of its cell, in pixels.
const SMALL_SIGN: usize = 11;

/// Appends the small texts in the upper left corners of cells, and the shapes and signs around values. A sign in the middle of
/// the cell is small, too.
fn put_notes(page: &mut SvgPage, sketch: &GridSketch) {
    for (index, note) in sketch.notes.iter().enumerate() {
        let Some(note) = note else { continue };
        let cell = sketch.grid.cell_at(index);
        let (left, top) = (at(cell.col), at(cell.row));
        let (text, x, colour) = if let Some((sign, rest)) = CellSign::before(note) {
            let is_small = sign.covers_middle();
            let (corner, side, style) = match is_small {
                true => ((left + 1, top + 1), SMALL_SIGN, SMALL_SIGN_STYLE),
                false => ((left, top), CELL, SIGN_STYLE),
            };
            let lines = put_sign(page, sign, TEXT, corner, side);
            page.path((TEXT, style), &lines);
            (rest, left + 3 + if is_small { SMALL_SIGN } else { 0 }, TEXT)
        } else {
            let (shape, rest) = ClueShape::before(note);
            put_shape(page, shape, white_of(sketch), (left + CELL / 2, top + CELL / 2));
            let is_black = shape == Some(ClueShape::BlackCell);
            (rest, left + 3, if is_black { WHITE } else { TEXT })
        };
        if text.is_empty() {
            continue;
        }
        let (y, colour) = (top + 10, colour.attributes());
        // a long text must not cross the border of its cell
        let (size, text) = ((38 / text.chars().count()).clamp(5, 9), escaped(text));
        page.put(format_args!(
            "<text {colour} x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"{size}\">{text}</text>"
        ));
    }
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

/// Returns the distance of the first numbers on a side from the grid, and that of numbers from each other, in pixels. Numbers
/// above the grid (0) and below it (1) are as wide as they need; those on the left (2) and on the right (3) must not touch the
/// frame.
fn margin_steps(side: usize, lines: &[Vec<String>]) -> (usize, usize) {
    let digits = lines.iter().flatten().map(|number| number.chars().count()).max().unwrap_or(1);
    if side < 2 { (MARGIN / 2, 13) } else { (5 + 3 * digits, (4 + 6 * digits).max(14)) }
}

/// Returns the widths that numbers outside the grid need beyond the usual margin: above, below, left and right.
fn margins(sketch: &GridSketch) -> [usize; 4] {
    std::array::from_fn(|side| {
        let lines = &sketch.margins[side];
        let (first, step) = margin_steps(side, lines);
        let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
        (2 * first + longest.saturating_sub(1) * step).saturating_sub(MARGIN)
    })
}

/// Appends the numbers outside the grid: the last number of a list above or on the left is next to the grid, and the first
/// one of a list below or on the right.
fn put_margins(page: &mut SvgPage, sketch: &GridSketch) {
    let (right, bottom) = (at(sketch.grid.cols()) as i64, at(sketch.grid.rows()) as i64);
    let start = MARGIN as i64;
    let middle = |line: usize| (at(line) + CELL / 2) as i64;
    for (side, lines) in sketch.margins.iter().enumerate() {
        let (first, step) = margin_steps(side, lines);
        for (line, numbers) in lines.iter().enumerate() {
            for (place, number) in numbers.iter().enumerate() {
                let before = match side {
                    0 | 2 => numbers.len() - 1 - place,
                    _ => place,
                };
                let far = (first + before * step) as i64;
                let (x, y) = match side {
                    0 => (middle(line), start - far),
                    1 => (middle(line), bottom + far),
                    2 => (start - far, middle(line)),
                    _ => (right + far, middle(line)),
                };
                let text = TEXT.attributes();
                page.put(format_args!(
                    "<text {text} x=\"{x}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">{number}</text>",
                    y + 4
                ));
            }
        }
    }
}

/// Returns the color inside white circles: the background, unless the kind has black circles, too.
fn white_of(sketch: &GridSketch) -> SchemeColour {
    if sketch.has_black_circles { WHITE } else { PAPER }
}

/// Returns the size and the color of a text, which is smaller inside a circle or a ring; `behind` is the shape of another clue
/// behind it, and `white` is the color inside white circles.
fn text_style(
    label: &Label,
    (behind, is_inside, white): (Option<ClueShape>, bool, SchemeColour),
    other: Option<&Label>,
) -> (usize, SchemeColour) {
    let (shape, text) = label.shape_and_text();
    let shape = shape.or(behind);
    // an arrow is wider than a digit
    let has_arrow = text.contains(['←', '↑', '→', '↓']);
    let size = match (text.chars().count(), is_inside) {
        (0..=1, _) => 18,
        (2, false) => 16,
        (2, true) if has_arrow => 11,
        (2, true) | (3, false) => 14,
        (3.., true) if has_arrow => 8,
        _ => 10,
    };
    let colour = match label.ink {
        _ if matches!(shape, Some(ClueShape::BlackCell | ClueShape::BlackCircle)) => WHITE,
        _ if shape == Some(ClueShape::WhiteCircle) && white == WHITE => BLACK,
        Ink::Clue | Ink::Undecided | Ink::Guide => TEXT,
        Ink::Solution if Some(label) == other => SOLUTION,
        Ink::Solution => ONLY_HERE,
    };
    (size, colour)
}

/// The look of the lines of signs.
const SIGN_STYLE: &str = "stroke-width=\"3\"";
const SMALL_SIGN_STYLE: &str = "stroke-width=\"1.5\"";

/// Appends the circle and the black areas of the sign in the square with this corner and side, and returns the path of its
/// lines.
fn put_sign(
    page: &mut SvgPage,
    sign: &CellSign,
    colour: SchemeColour,
    (x, y): (usize, usize),
    side: usize,
) -> String {
    let scaled = |start: usize, part: i8| start as i64 + i64::from(part) * side as i64 / 32;
    if let Some([right, down]) = sign.circle {
        let (x, y) = (scaled(x, right), scaled(y, down));
        for (colour, radius) in [(colour, 7), (PAPER, 5)] {
            let colour = colour.attributes();
            page.put(format_args!("<circle {colour} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
        }
    }
    let mut lines = String::new();
    for line in sign.lines {
        let points =
            line.iter().map(|&[right, down]| format!("{} {}", scaled(x, right), scaled(y, down)));
        let path = format!("M{}", points.collect::<Vec<_>>().join("L"));
        // as a black cell, the black area of a clue has a rim that shows on a dark background
        let has_rim = colour == TEXT && !CellSign::is_frame(line);
        let inside = if has_rim { BLACK } else { colour };
        match line.len() {
            2 => lines += &path,
            _ => page.put(format_args!("<path {} d=\"{path}z\"/>", inside.attributes())),
        }
        if has_rim && line.len() > 2 {
            page.path((TEXT, "stroke-width=\"1.5\""), &format!("{path}z"));
        }
    }
    lines
}

/// Appends the shape of a clue in the cell with this center; `white` is the color inside white circles.
fn put_shape(
    page: &mut SvgPage,
    shape: Option<ClueShape>,
    white: SchemeColour,
    (x, y): (usize, usize),
) {
    let ink = TEXT.attributes();
    let inside = match shape {
        None => return,
        Some(ClueShape::BlackCell) => {
            let (x, y, black) = (x - CELL / 2, y - CELL / 2, BLACK.attributes());
            page.put(format_args!("<path {black} d=\"M{x} {y}h{CELL}v{CELL}h-{CELL}z\"/>"));
            // the rim shows on a dark background
            let inner = CELL - 1;
            let rim = format!("M{x}.5 {y}.5h{inner}v{inner}h-{inner}z");
            page.path((TEXT, "stroke-width=\"1\""), &rim);
            return;
        }
        Some(ClueShape::WhiteCircle) => white.attributes(),
        Some(ClueShape::BlackCircle) => BLACK.attributes(),
    };
    page.put(format_args!("<circle {ink} cx=\"{x}\" cy=\"{y}\" r=\"11\"/>"));
    page.put(format_args!("<circle {inside} cx=\"{x}\" cy=\"{y}\" r=\"9\"/>"));
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
