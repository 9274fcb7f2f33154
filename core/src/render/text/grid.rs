//! Pictures of grids as text, with one character for a vertex, one or more for a horizontal edge, and one for a
//! vertical edge.

use encycle_encodings::grid::{Cell, Edge, Vertex};
use encycle_encodings::puzzle::{CellSign, GridSketch, Ink, Label};

use crate::render::text::paint::{Paint, Painted};
use crate::render::text::{Charset, TextStyle};
use crate::render::{DrawnIn, marks_in_ascii};

/// Box-drawing characters, indexed by the lines that meet: bit 0 up, bit 1 down, bit 2 left, bit 3 right.
const JUNCTIONS: [char; 16] =
    [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// The heavy forms of [`JUNCTIONS`], for walls.
const HEAVY: [char; 16] =
    [' ', '╹', '╻', '┃', '╸', '┛', '┓', '┫', '╺', '┗', '┏', '┣', '━', '┻', '┳', '╋'];

/// Draws a grid as text, compared with `other`.
pub(super) fn text(sketch: &GridSketch, other: &GridSketch, style: &TextStyle) -> String {
    let fits = |width| style.width.is_none_or(|available| columns(sketch, width) <= available);
    let widths = widths(sketch, other);
    let width = widths.into_iter().find(|&width| fits(width)).unwrap_or(widths[2]);
    TextCanvas { sketch, other, style, width }.draw()
}

/// Returns the number of columns of the narrowest picture.
pub(super) fn least_columns(sketch: &GridSketch, other: &GridSketch) -> usize {
    columns(sketch, widths(sketch, other)[2])
}

fn columns(sketch: &GridSketch, width: usize) -> usize {
    let [.., left, right] = &sketch.margins;
    sketch.grid.cols() * (width + 1) + 1 + margin_width(left) + margin_width(right)
}

/// Returns the number of columns for the numbers on one side of the grid, with a blank between them and the grid.
pub(crate) fn margin_width(lines: &[Vec<String>]) -> usize {
    let longest = lines.iter().map(|numbers| numbers.join(" ").len()).max();
    longest.map_or(0, |longest| longest + 1)
}

/// Returns the number of lines for the numbers above or below the grid.
fn margin_height(columns: &[Vec<String>]) -> usize {
    columns.iter().map(|numbers| numbers.len().max(1)).max().unwrap_or(0)
}

/// Returns the usual width of a cell, the width without room for clues that values move aside, and the narrow width. All are
/// odd, so that a link has a middle column. The brackets around texts that differ need the second width.
fn widths(sketch: &GridSketch, other: &GridSketch) -> [usize; 3] {
    let longest = |sketch: &GridSketch| {
        let texts = sketch.texts.iter().flatten().map(|text| text.text.chars().count());
        let notes = sketch.notes.iter().flatten().map(|note| note.chars().count());
        let cells = texts.chain(notes);
        let [above, below, ..] = &sketch.margins;
        let margins = above.iter().chain(below).flatten().map(String::len);
        cells.chain(margins).max().unwrap_or(1).max(1)
    };
    let longest_both = |sketch: &GridSketch| {
        let cells = (0..sketch.texts.len()).filter_map(|index| both(sketch, index));
        cells.map(|(length, _)| length).max().unwrap_or(0)
    };
    let odd = |longest: usize| longest + usize::from(longest.is_multiple_of(2));
    let longest = longest(sketch).max(longest(other));
    let longest_both = longest_both(sketch).max(longest_both(other)).max(longest);
    let is_same = sketch.texts == other.texts && sketch.shaded == other.shaded;
    let narrow = if is_same { odd(longest) } else { odd(longest) + 2 };
    [odd(longest_both) + 2, odd(longest) + 2, narrow]
}

/// Returns the clue that a value has moved aside, after the number of characters of both with a blank between them; `None` if
/// the cell does not have both.
fn both(sketch: &GridSketch, index: usize) -> Option<(usize, &str)> {
    let (value, clue) = (sketch.texts[index].as_ref()?, sketch.notes[index].as_deref()?);
    Some((clue.chars().count() + 1 + value.text.chars().count(), clue))
}

/// The sketches and settings of a text picture.
struct TextCanvas<'a> {
    sketch: &'a GridSketch,
    other: &'a GridSketch,
    style: &'a TextStyle,
    /// The width of a cell in characters.
    width: usize,
}

impl TextCanvas<'_> {
    /// Draws the whole grid.
    fn draw(&self) -> String {
        let grid = self.sketch.grid;
        let mut out = Painted::new(self.style.colour);
        let [above, below, left, right] = &self.sketch.margins;
        let indent = margin_width(left);
        self.push_margin(&mut out, above, true);
        for row in 0..=grid.rows() {
            if self.shows_line(row) {
                out.repeat(' ', indent, Paint::Plain);
                for col in 0..=grid.cols() {
                    let vertex = Vertex { row, col };
                    out.push(self.vertex(vertex), self.vertex_paint(vertex));
                    if col < grid.cols() {
                        self.push_horizontal(&mut out, grid.horizontal(row, col));
                    }
                }
                out.end_line();
            }
            if row == grid.rows() {
                break;
            }
            let numbers = left.get(row).map_or_else(String::new, |numbers| numbers.join(" "));
            out.repeat(' ', indent.saturating_sub(numbers.len() + 1), Paint::Plain);
            out.push_str(&numbers, Paint::Clue);
            out.repeat(' ', usize::from(indent > 0), Paint::Plain);
            for col in 0..=grid.cols() {
                let edge = grid.vertical(row, col);
                out.push(self.vertical(edge), self.edge_paint(edge));
                if col < grid.cols() {
                    self.push_cell(&mut out, Cell { row, col });
                }
            }
            if let Some(numbers) = right.get(row).filter(|numbers| !numbers.is_empty()) {
                out.push_str(&format!(" {}", numbers.join(" ")), Paint::Clue);
            }
            out.end_line();
        }
        self.push_margin(&mut out, below, false);
        out.into_text()
    }

    /// Appends lines with the numbers above or below the grid, if there are any: one below the other, next to the grid.
    fn push_margin(&self, out: &mut Painted, columns: &[Vec<String>], is_above: bool) {
        let height = margin_height(columns);
        for line in 0..height {
            out.repeat(' ', margin_width(&self.sketch.margins[2]), Paint::Plain);
            for numbers in columns {
                let unused = if is_above { height - numbers.len() } else { 0 };
                let number = line.checked_sub(unused).and_then(|line| numbers.get(line));
                let text = number.map_or("", String::as_str);
                let spare = (self.width + 1).saturating_sub(text.len());
                out.repeat(' ', spare - spare / 2, Paint::Plain);
                out.push_str(text, Paint::Clue);
                out.repeat(' ', spare / 2, Paint::Plain);
            }
            out.end_line();
        }
    }

    /// Returns the paint of an edge: the paint of the link across it, or of the border along it.
    fn edge_paint(&self, edge: Edge) -> Paint {
        match (self.sketch.links[edge.index()], self.sketch.borders[edge.index()]) {
            (Some(_), _) => self.link_paint(edge),
            (None, Some(Ink::Solution)) => Paint::Loop,
            (None, _) => Paint::Plain,
        }
    }

    /// Returns the paint of a vertex, which is the paint of a loop through the vertex.
    fn vertex_paint(&self, vertex: Vertex) -> Paint {
        let is_loop = |edge: Edge| self.sketch.borders[edge.index()] == Some(Ink::Solution);
        match self.vertex_edges(vertex).into_iter().flatten().any(is_loop) {
            true => Paint::Loop,
            false => Paint::Plain,
        }
    }

    /// Returns the paint of a link, which is the paint of its pair, or of the solution.
    fn link_paint(&self, edge: Edge) -> Paint {
        match self.sketch.links[edge.index()] {
            Some(Ink::Solution) => self.sketch.link_pair(edge).map_or(Paint::Loop, Paint::Pair),
            _ => Paint::Plain,
        }
    }

    /// Returns the paint of the text in a cell.
    fn text_paint(&self, index: usize) -> Paint {
        match (&self.sketch.texts[index], self.sketch.pairs[index]) {
            (Some(_), Some(pair)) => Paint::Pair(pair),
            (Some(Label { ink: Ink::Clue, .. }), None) => Paint::Clue,
            (Some(_), None) => Paint::Found,
            (None, Some(pair)) => Paint::Pair(pair),
            (None, None) if self.sketch.shaded[index].is_some() => Paint::Found,
            (None, None) => Paint::Loop,
        }
    }

    /// Returns whether a grid line needs a line of text. Pictures of values alone omit the line if it would be empty.
    /// Links need no check, because sketches with links also have walls.
    fn shows_line(&self, row: usize) -> bool {
        let grid = self.sketch.grid;
        self.sketch.dotted
            || self.sketch.walled
            || (0..grid.cols()).any(|col| {
                let edge = grid.horizontal(row, col);
                [self.sketch, self.other].iter().any(|one| one.borders[edge.index()].is_some())
            })
    }

    /// Returns in which sketches the border on an edge is a line.
    fn border(&self, edge: Edge) -> DrawnIn {
        let of = |sketch: &GridSketch| is_line(sketch.borders[edge.index()]);
        DrawnIn::of(of(self.sketch), of(self.other))
    }

    /// Returns the character of a border: `?` for an undecided border, `heavy` for a wall, otherwise `light`.
    fn border_char(&self, edge: Edge, light: char, heavy: char) -> char {
        match (self.sketch.borders[edge.index()], self.style.charset) {
            (Some(Ink::Undecided), _) => '?',
            (Some(Ink::Clue), Charset::Unicode) if self.sketch.walled => heavy,
            _ => light,
        }
    }

    /// Returns in which sketches the link across an edge is a line.
    fn link(&self, edge: Edge) -> DrawnIn {
        let of = |sketch: &GridSketch| is_line(sketch.links[edge.index()]);
        DrawnIn::of(of(self.sketch), of(self.other))
    }

    /// Returns whether the link across an edge is undecided.
    fn is_open_link(&self, edge: Edge) -> bool {
        self.sketch.links[edge.index()] == Some(Ink::Undecided)
    }

    /// Appends a horizontal edge, with the link that crosses it.
    fn push_horizontal(&self, out: &mut Painted, edge: Edge) {
        let (border, link) = (self.border(edge), self.link(edge));
        let side = match border {
            DrawnIn::No => ' ',
            border => self.border_char(edge, across(border, self.style.charset), '━'),
        };
        let middle = match (link, border) {
            _ if self.is_open_link(edge) => '?',
            (DrawnIn::No, DrawnIn::No) => {
                let sign = self.sign_across(edge, CellSign::is_along);
                sign.unwrap_or_else(|| self.border_char(edge, ' ', ' '))
            }
            (DrawnIn::No, _) => side,
            (link, _) => along(link, self.style.charset),
        };
        let (half, paint) = (self.width / 2, self.edge_paint(edge));
        let side_paint = if border == DrawnIn::No { Paint::Plain } else { paint };
        out.repeat(side, half, side_paint);
        out.push(middle, paint);
        out.repeat(side, half, side_paint);
    }

    /// Returns the character of a vertical edge, or of the link that crosses it.
    fn vertical(&self, edge: Edge) -> char {
        match (self.border(edge), self.link(edge)) {
            _ if self.is_open_link(edge) => '?',
            (DrawnIn::No, DrawnIn::No) => {
                let sign = self.sign_across(edge, CellSign::is_across);
                sign.unwrap_or_else(|| self.border_char(edge, ' ', ' '))
            }
            (border, DrawnIn::No) => self.border_char(edge, along(border, self.style.charset), '┃'),
            (_, link) => across(link, self.style.charset),
        }
    }

    /// Returns the character of a sign that leads from a cell across one of its edges.
    fn sign_across(&self, edge: Edge, leads: fn(&CellSign) -> bool) -> Option<char> {
        let cells = self.sketch.grid.edge_cells(edge).into_iter().flatten();
        let mut labels =
            cells.filter_map(|cell| self.sketch.texts[self.sketch.grid.cell_index(cell)].as_ref());
        let sign = labels.find_map(|label| CellSign::of(&label.text).filter(|sign| leads(sign)))?;
        self.shown(sign.text).chars().next()
    }

    /// Returns a text of a cell in the characters of the picture.
    fn shown(&self, text: &str) -> String {
        match self.style.charset {
            Charset::Ascii => marks_in_ascii(text),
            Charset::Unicode => text.to_owned(),
        }
    }

    /// Appends a cell, with its text or the junction of its links in the middle, and the links on both sides of it.
    fn push_cell(&self, out: &mut Painted, cell: Cell) {
        let index = self.sketch.grid.cell_index(cell);
        let [top, bottom, left, right] =
            self.sketch.grid.cell_edges(cell).map(|edge| self.link(edge));
        let is_shaded = self.sketch.shaded[index].is_some();
        let sign = self.sketch.texts[index].as_ref().and_then(|label| CellSign::of(&label.text));
        let across_sign = sign.filter(|sign| sign.is_across());
        let across_sign = across_sign.and_then(|sign| self.shown(sign.text).chars().next());
        let side = |link: DrawnIn| match (link, self.style.charset) {
            (DrawnIn::No, _) if across_sign.is_some() => across_sign.unwrap_or(' '),
            (DrawnIn::No, Charset::Unicode) if is_shaded => '▒',
            (DrawnIn::No, Charset::Ascii) if is_shaded => '#',
            (DrawnIn::No, _) => ' ',
            (link, charset) => across(link, charset),
        };
        let text = match (&self.sketch.texts[index], &self.sketch.notes[index]) {
            (Some(text), _) => self.shown(&text.text),
            (None, Some(note)) => self.shown(note),
            (None, None) if is_shaded => side(DrawnIn::No).to_string(),
            (None, None) => {
                let here = |link: DrawnIn| matches!(link, DrawnIn::Both | DrawnIn::OnlyHere);
                junction([top, bottom, left, right].map(here), ' ', self.style.charset).to_string()
            }
        };
        let differs = self.sketch.texts[index] != self.other.texts[index]
            || self.sketch.shaded[index] != self.other.shaded[index];
        let room = if differs { self.width - 2 } else { self.width };
        let aside = match both(self.sketch, index) {
            Some((length, clue)) if length <= room => self.shown(clue) + " ",
            _ => String::new(),
        };
        let spare = self.width - aside.chars().count() - text.chars().count();
        let (before, after) = (spare / 2, spare - spare / 2);
        let (paint, inside) =
            (self.text_paint(index), self.style.shade && self.sketch.inside[index] == Some(true));
        let [left_edge, right_edge] = [2, 3].map(|at| self.sketch.grid.cell_edges(cell)[at]);
        out.shade(inside);
        if differs {
            out.repeat(' ', before - 1, Paint::Plain);
            out.push('[', paint);
            out.push_str(&aside, Paint::Clue);
            out.push_str(&text, paint);
            out.push(']', paint);
            out.repeat(' ', after - 1, Paint::Plain);
        } else {
            out.repeat(side(left), before, self.link_paint(left_edge));
            out.push_str(&aside, Paint::Clue);
            out.push_str(&text, paint);
            out.repeat(side(right), after, self.link_paint(right_edge));
        }
        out.shade(false);
    }

    /// Returns the character of a vertex.
    fn vertex(&self, vertex: Vertex) -> char {
        let place = vertex.row * (self.sketch.grid.cols() + 1) + vertex.col;
        if let Some(number) = self.sketch.corners.get(place).copied().flatten() {
            return char::from_digit(number, 10).unwrap_or('+');
        }
        let edges = self.vertex_edges(vertex);
        let meets = |edge: Option<Edge>| {
            edge.is_some_and(|edge| is_line(self.sketch.borders[edge.index()]))
        };
        let bare = match (self.sketch.dotted, self.style.charset) {
            (false, _) => ' ',
            (true, Charset::Unicode) => '·',
            (true, Charset::Ascii) => '.',
        };
        let vertex = junction(edges.map(meets), bare, self.style.charset);
        match self.style.charset {
            Charset::Ascii if "-|".contains(vertex) => '+',
            Charset::Unicode if self.sketch.walled && !self.is_guide(edges) => {
                let place = JUNCTIONS.iter().position(|&light| light == vertex);
                place.map_or(vertex, |place| HEAVY[place])
            }
            _ => vertex,
        }
    }
}

impl TextCanvas<'_> {
    /// Returns whether the lines that meet only guide the eye.
    fn is_guide(&self, edges: [Option<Edge>; 4]) -> bool {
        let mut inks =
            edges.into_iter().flatten().filter_map(|edge| self.sketch.borders[edge.index()]);
        inks.any(|ink| ink == Ink::Guide) && inks.all(|ink| ink == Ink::Guide)
    }

    /// Returns the edges at a vertex: above, below, left and right.
    fn vertex_edges(&self, Vertex { row, col }: Vertex) -> [Option<Edge>; 4] {
        let grid = self.sketch.grid;
        [
            (row > 0).then(|| grid.vertical(row - 1, col)),
            (row < grid.rows()).then(|| grid.vertical(row, col)),
            (col > 0).then(|| grid.horizontal(row, col - 1)),
            (col < grid.cols()).then(|| grid.horizontal(row, col)),
        ]
    }
}

/// Returns the character for lines that meet from above, below, left and right, or `bare` if there are no lines.
fn junction(meeting: [bool; 4], bare: char, charset: Charset) -> char {
    let bits =
        meeting.iter().enumerate().fold(0, |bits, (bit, &meets)| bits | usize::from(meets) << bit);
    match (bits, charset) {
        (0, _) => bare,
        (_, Charset::Unicode) => JUNCTIONS[bits],
        (3, Charset::Ascii) => '|',
        (12, Charset::Ascii) => '-',
        (_, Charset::Ascii) => '+',
    }
}

/// Returns whether a border or link is drawn and decided.
fn is_line(ink: Option<Ink>) -> bool {
    matches!(ink, Some(Ink::Clue | Ink::Solution | Ink::Guide))
}

/// Returns the character of a horizontal line.
fn across(drawn: DrawnIn, charset: Charset) -> char {
    line(drawn, charset, [['─', '═', '╌'], ['-', '=', '~']])
}

/// Returns the character of a vertical line.
fn along(drawn: DrawnIn, charset: Charset) -> char {
    line(drawn, charset, [['│', '║', '┆'], ['|', '#', ':']])
}

/// Returns one of these characters: in Unicode and in ASCII, for a line in both sketches, only here and only there.
fn line(drawn: DrawnIn, charset: Charset, [unicode, ascii]: [[char; 3]; 2]) -> char {
    let [both, here, there] = match charset {
        Charset::Unicode => unicode,
        Charset::Ascii => ascii,
    };
    match drawn {
        DrawnIn::No => ' ',
        DrawnIn::Both => both,
        DrawnIn::OnlyHere => here,
        DrawnIn::OnlyThere => there,
    }
}
