//! Grids in text: one character a vertex, three or more a horizontal edge, one a vertical edge.

use encycle_encodings::grid::{Cell, Edge, Vertex};
use encycle_encodings::puzzle::{GridSketch, Ink};

use crate::render::Drawn;
use crate::render::text::Charset;

/// Box-drawing characters by the lines that meet: bit 0 up, bit 1 down, bit 2 left, bit 3 right.
const JUNCTIONS: [char; 16] =
    [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// The same for walls.
const HEAVY: [char; 16] =
    [' ', '╹', '╻', '┃', '╸', '┛', '┓', '┫', '╺', '┗', '┏', '┣', '━', '┻', '┳', '╋'];

pub(super) fn text(sketch: &GridSketch, other: &GridSketch, charset: Charset) -> String {
    let longest = |sketch: &GridSketch| {
        sketch.texts.iter().flatten().map(|text| text.text.chars().count()).max().unwrap_or(1)
    };
    let longest = longest(sketch).max(longest(other));
    // an odd width has a middle for links
    let width = longest + 2 + usize::from(longest % 2 == 0);
    Canvas { sketch, other, charset, width }.draw()
}

struct Canvas<'a> {
    sketch: &'a GridSketch,
    other: &'a GridSketch,
    charset: Charset,
    /// Characters of a cell.
    width: usize,
}

impl Canvas<'_> {
    fn draw(&self) -> String {
        let grid = self.sketch.grid;
        let mut out =
            String::with_capacity((grid.rows() * 2 + 1) * (grid.cols() * (self.width + 1) + 2));
        for row in 0..=grid.rows() {
            if self.shows_line(row) {
                for col in 0..=grid.cols() {
                    out.push(self.vertex(Vertex { row, col }));
                    if col < grid.cols() {
                        self.push_horizontal(&mut out, grid.horizontal(row, col));
                    }
                }
                end_line(&mut out);
            }
            if row == grid.rows() {
                break;
            }
            for col in 0..=grid.cols() {
                out.push(self.vertical(grid.vertical(row, col)));
                if col < grid.cols() {
                    self.push_cell(&mut out, Cell { row, col });
                }
            }
            end_line(&mut out);
        }
        out
    }

    /// Whether there may be something between two rows; where only values are shown, an empty line
    /// would pull them apart. Links are shown beside walls only.
    fn shows_line(&self, row: usize) -> bool {
        let grid = self.sketch.grid;
        self.sketch.dotted
            || self.sketch.walled
            || (0..grid.cols()).any(|col| {
                let edge = grid.horizontal(row, col);
                [self.sketch, self.other].iter().any(|one| one.borders[edge.index()].is_some())
            })
    }

    fn border(&self, edge: Edge) -> Drawn {
        let of = |sketch: &GridSketch| is_line(sketch.borders[edge.index()]);
        Drawn::of(of(self.sketch), of(self.other))
    }

    /// The character of a border, seen from the side that `light` and `heavy` are of.
    fn border_char(&self, edge: Edge, light: char, heavy: char) -> char {
        match (self.sketch.borders[edge.index()], self.charset) {
            (Some(Ink::Open), _) => '?',
            (Some(Ink::Given), Charset::Unicode) if self.sketch.walled => heavy,
            _ => light,
        }
    }

    fn link(&self, edge: Edge) -> Drawn {
        let of = |sketch: &GridSketch| is_line(sketch.links[edge.index()]);
        Drawn::of(of(self.sketch), of(self.other))
    }

    fn is_open_link(&self, edge: Edge) -> bool {
        self.sketch.links[edge.index()] == Some(Ink::Open)
    }

    fn push_horizontal(&self, out: &mut String, edge: Edge) {
        let (border, link) = (self.border(edge), self.link(edge));
        let side = match border {
            Drawn::No => ' ',
            border => self.border_char(edge, across(border, self.charset), '━'),
        };
        let middle = match (link, border) {
            _ if self.is_open_link(edge) => '?',
            (Drawn::No, Drawn::No) => self.border_char(edge, ' ', ' '),
            (Drawn::No, _) => side,
            (link, _) => along(link, self.charset),
        };
        let half = self.width / 2;
        out.extend(std::iter::repeat_n(side, half));
        out.push(middle);
        out.extend(std::iter::repeat_n(side, half));
    }

    fn vertical(&self, edge: Edge) -> char {
        match (self.border(edge), self.link(edge)) {
            _ if self.is_open_link(edge) => '?',
            (Drawn::No, Drawn::No) => self.border_char(edge, ' ', ' '),
            (border, Drawn::No) => self.border_char(edge, along(border, self.charset), '┃'),
            (_, link) => across(link, self.charset),
        }
    }

    /// The text of a cell in its middle, or where its links meet; links lead to its sides.
    fn push_cell(&self, out: &mut String, cell: Cell) {
        let index = self.sketch.grid.cell_index(cell);
        let [top, bottom, left, right] =
            self.sketch.grid.cell_edges(cell).map(|edge| self.link(edge));
        let side = |link: Drawn| match link {
            Drawn::No => ' ',
            link => across(link, self.charset),
        };
        let text = match &self.sketch.texts[index] {
            Some(text) => text.text.clone(),
            None => {
                let here = |link: Drawn| matches!(link, Drawn::Both | Drawn::OnlyHere);
                junction([top, bottom, left, right].map(here), ' ', self.charset).to_string()
            }
        };
        let differs = self.sketch.texts[index] != self.other.texts[index];
        let spare = self.width - text.chars().count();
        let (before, after) = (spare / 2, spare - spare / 2);
        if differs {
            out.extend(std::iter::repeat_n(' ', before - 1));
            out.push_str(&format!("[{text}]"));
            out.extend(std::iter::repeat_n(' ', after - 1));
        } else {
            out.extend(std::iter::repeat_n(side(left), before));
            out.push_str(&text);
            out.extend(std::iter::repeat_n(side(right), after));
        }
    }

    fn vertex(&self, vertex: Vertex) -> char {
        let grid = self.sketch.grid;
        let Vertex { row, col } = vertex;
        let edges = [
            (row > 0).then(|| grid.vertical(row - 1, col)),
            (row < grid.rows()).then(|| grid.vertical(row, col)),
            (col > 0).then(|| grid.horizontal(row, col - 1)),
            (col < grid.cols()).then(|| grid.horizontal(row, col)),
        ];
        let meets = |edge: Option<Edge>| {
            edge.is_some_and(|edge| is_line(self.sketch.borders[edge.index()]))
        };
        let bare = match (self.sketch.dotted, self.charset) {
            (false, _) => ' ',
            (true, Charset::Unicode) => '·',
            (true, Charset::Ascii) => '.',
        };
        let vertex = junction(edges.map(meets), bare, self.charset);
        match self.charset {
            Charset::Ascii if "-|".contains(vertex) => '+',
            Charset::Unicode if self.sketch.walled => {
                let place = JUNCTIONS.iter().position(|&light| light == vertex);
                place.map_or(vertex, |place| HEAVY[place])
            }
            _ => vertex,
        }
    }
}

/// The character where lines meet from above, below, left and right.
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

/// Whether a border or link is there for certain.
fn is_line(ink: Option<Ink>) -> bool {
    matches!(ink, Some(Ink::Given | Ink::Found))
}

fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

/// A line from left to right.
fn across(drawn: Drawn, charset: Charset) -> char {
    match (drawn, charset) {
        (Drawn::No, _) => ' ',
        (Drawn::Both, Charset::Unicode) => '─',
        (Drawn::OnlyHere, Charset::Unicode) => '═',
        (Drawn::OnlyThere, Charset::Unicode) => '╌',
        (Drawn::Both, Charset::Ascii) => '-',
        (Drawn::OnlyHere, Charset::Ascii) => '=',
        (Drawn::OnlyThere, Charset::Ascii) => '~',
    }
}

/// A line from top to bottom.
fn along(drawn: Drawn, charset: Charset) -> char {
    match (drawn, charset) {
        (Drawn::No, _) => ' ',
        (Drawn::Both, Charset::Unicode) => '│',
        (Drawn::OnlyHere, Charset::Unicode) => '║',
        (Drawn::OnlyThere, Charset::Unicode) => '┆',
        (Drawn::Both, Charset::Ascii) => '|',
        (Drawn::OnlyHere, Charset::Ascii) => '#',
        (Drawn::OnlyThere, Charset::Ascii) => ':',
    }
}
